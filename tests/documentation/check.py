# SPDX-License-Identifier: Apache-2.0
"""Checks one document against the tree and the programs; prints each mistake and exits 1 when there is one.

Usage: check.py SOURCE_DIRECTORY BINARY_DIRECTORY DOCUMENT [OPTIONS]
OPTIONS is a file that options.py wrote; without it, the programs and scripts are asked again.

- Relative links, and paths in backticks that begin with a folder of the project, exist.
- A block after `<!-- file: PATH -->` stands in that file, line for line; every C++ block has such a comment.
- A block after `<!-- run: sh -->` is run by bash in a scratch directory of the document's own with the built programs
  on PATH and $SMALLSCOPE_SOURCE_DIR, and exits 0, or N after `<!-- run: sh, status N -->`. When a block after
  `<!-- output -->` follows, it is what was printed, where `...` stands for any text, and alone on a line for any lines.
- The blocks of README.md are run as its readers paste them: in a clone after scripts/quickstart, where build/release is
  the build under test, without our programs on PATH and without our variables. Each block is run, or calls only
  scripts.
- A block after `<!-- run: sql -->` is run by sqlite3 on store.sqlite in the scratch directory: written by an earlier
  block, else by the campaign small.toml beside this script. `<!-- output -->` may follow.
- A block after `<!-- specification -->` is accepted by `smallscope count`.
- Options of ours that are mentioned exist in a program's or a script's --help.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap

import markdown
from options import OPTION, environment_of, known_options, programs_of

HERE = pathlib.Path(__file__).resolve().parent
SHELLS = {"sh", "bash", "console"}
CPP = {"cpp", "c++", "cxx", "hpp"}
FOREIGN_COMMANDS = {
    "./configure", "apt-get", "clang", "clang-tidy", "cmake", "conan", "cpack", "ctest", "g++", "gcc", "gcov", "git",
    "ninja", "python3", "sqlite3", "vcpkg"}
FOREIGN_OPTIONS = {"--benchmark", "--gtest"}
PATH = re.compile(r"^(\./)?[\w.+-]+(/[\w.+*-]+)+/?$")
RUN = re.compile(r"^run: (sh|sql)(?:, status (\d+))?$")
SECONDS_PER_BLOCK = 300
PASTED = "README.md"  # whose readers have a clone and scripts/quickstart, and nothing else


class Checker:
    def __init__(self, source, binary, name, scratch, options):
        """`options` returns the known ones."""
        self.source, self.name, self.scratch, self.known_options = source, name, scratch, options
        self.file = source / name
        self.document = markdown.parse(self.file.read_text(encoding="utf-8"))
        if name == PASTED:
            self.environment = environment_of([])
            self.make_clone(binary)
        else:
            self.environment = environment_of(programs_of(binary)) | {"SMALLSCOPE_SOURCE_DIR": str(source)}
        self.mistakes = []

    def make_clone(self, binary):
        """The scratch directory as a clone that scripts/quickstart has built; what is made there stays there."""
        for path in self.source.iterdir():
            if path.name not in ("build", "runs", ".git") and path.resolve() != self.scratch.resolve():
                (self.scratch / path.name).symlink_to(path.resolve())
        (self.scratch / "build").mkdir()
        (self.scratch / "build/release").symlink_to(binary.resolve())

    def mistake(self, line, text):
        self.mistakes.append(f"{self.name}:{line}: {text}")

    def check(self):
        self.check_links()
        self.check_paths()
        self.check_options()
        printed = None  # by the block before
        for block in self.document.blocks:
            printed = self.check_block(block, printed)

    # Links, paths, options

    def check_links(self):
        for line, target in self.document.links():
            if re.match(r"^[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            file = self.file.parent / path if path else self.file
            if not file.exists():
                self.mistake(line, f"link to {target}: there is no such file")
            elif anchor and file.suffix == ".md":
                if anchor not in markdown.parse(file.read_text(encoding="utf-8")).anchors():
                    self.mistake(line, f"link to {target}: there is no such heading")

    def check_paths(self):
        folders = {path.name for path in self.source.iterdir() if path.is_dir()} - {"build", "runs"}
        for line, span in self.document.spans():
            word = span.split()[0] if span.split() else ""
            if PATH.match(word) and word.removeprefix("./").split("/")[0] in folders:
                if not (any(self.source.glob(word.removeprefix("./"))) or any(self.file.parent.glob(word))):
                    self.mistake(line, f"`{word}`: there is no such file")

    def check_options(self):
        mentioned = [(line, text) for line, text in self.document.prose]
        mentioned += [(block.line + index, text) for block in self.document.blocks
                      if block.language in ("sh", "bash", "console", "text", "")
                      for index, text in enumerate(block.lines)]
        mentioned = [(line, option) for line, text in mentioned for option in options_of_ours(text)]
        known = self.known_options() if mentioned else set()
        for line, option in mentioned:
            if option not in known:
                self.mistake(line, f"{option}: no program or script has this option")

    # Blocks

    def check_block(self, block, printed):
        """Checks it and returns what it printed, if it was run."""
        marker = block.marker
        if run := RUN.match(marker):
            return self.run(block, run[1], int(run[2] or 0))
        if marker == "output":
            if printed is None:
                self.mistake(block.line, "an output block must follow a block that is run")
            elif difference := differs(block.lines, printed.splitlines()):
                self.mistake(block.line, f"{difference}; printed was:\n{textwrap.indent(printed, '    ')}")
        elif marker.startswith("file: "):
            self.check_excerpt(block, marker.removeprefix("file: "))
        elif marker == "specification":
            (self.scratch / "specification.toml").write_text(block.text, encoding="utf-8")
            self.report(block, self.execute(["smallscope", "count", "specification.toml"]), 0)
        elif marker.startswith(("run:", "file", "output", "specification")):
            self.mistake(block.line, f"unknown comment <!-- {marker} -->")
        elif self.name == PASTED and block.language in SHELLS and not calls_scripts_only(block.text):
            self.mistake(block.line, "a command that nothing runs; give the block a comment <!-- run: sh -->")
        elif block.language in CPP:
            self.mistake(block.line, "a C++ block without <!-- file: PATH -->: nothing builds it")
        return None

    def check_excerpt(self, block, name):
        if not (self.source / name).is_file():
            self.mistake(block.line, f"<!-- file: {name} -->: there is no such file")
            return
        lines = (self.source / name).read_text(encoding="utf-8").splitlines()
        wanted = textwrap.dedent(block.text)
        count = len(block.lines)
        if not any(textwrap.dedent("\n".join(lines[start:start + count]) + "\n") == wanted
                   for start in range(len(lines) - count + 1)):
            self.mistake(block.line, f"the block does not stand in {name}")

    def run(self, block, kind, status):
        if kind == "sh":
            result = self.execute(["bash", "-eu", "-o", "pipefail", "-c", block.text])
        else:
            if not (self.scratch / "store.sqlite").exists():
                shutil.copy(HERE / "small.toml", self.scratch)
                self.execute(["smallscope", "run", "small.toml", "--store", "store.sqlite"])
            result = self.execute(["sqlite3", "-bail", "-readonly", "store.sqlite", block.text])
        self.report(block, result, status)
        return result.stdout

    def report(self, block, result, status):
        if result.returncode != status:
            self.mistake(block.line, f"exit status {result.returncode} instead of {status}; printed was:\n"
                         + textwrap.indent(result.stdout, "    "))

    def execute(self, command):
        try:
            return subprocess.run(command, cwd=self.scratch, env=self.environment, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                                  errors="replace", timeout=SECONDS_PER_BLOCK)
        except (OSError, subprocess.TimeoutExpired) as error:
            return subprocess.CompletedProcess(command, 127, f"{error}\n")


def options_of_ours(line):
    """The options mentioned in a line, without those of other people's commands."""
    found = []
    spans = markdown.SPAN.findall(line)
    for text in [*spans, markdown.SPAN.sub(" ", line)]:
        # A comment of the shell belongs to nobody; a command ends at a pipe or at `;`, `&&`.
        for command in re.split(r"\|\||&&|[;|]", re.sub(r"(^|\s)#\s.*", "", text)):
            words = [word for word in command.split() if word not in ("$", "nice", "time", "!") and "=" not in word]
            if words and words[0] in FOREIGN_COMMANDS:
                continue
            found += [option for option in OPTION.findall(command) if not option.startswith(tuple(FOREIGN_OPTIONS))]
    return found


def calls_scripts_only(text):
    """Whether each line is a call of a script, which check_paths() looks for."""
    return all(line.startswith("scripts/") for line in text.splitlines() if line.strip() and not line.startswith("#"))


def differs(expected, printed):
    """In what the printed lines do not match the expected ones; nothing if they do."""
    pattern = ""
    for line in expected:
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(re.escape(part) for part in line.rstrip().split("...")) + r"[ \t]*\n"
    if re.fullmatch(pattern, "".join(line + "\n" for line in printed)):
        return None
    for line in expected:
        parts = ".*".join(re.escape(part) for part in line.rstrip().split("..."))
        if not any(re.fullmatch(parts, text.rstrip()) for text in printed):
            return f"not printed: {line}"
    return "the lines are printed in another order, or others between them"


def main():
    source, binary = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    name = sys.argv[3]

    def options():
        if len(sys.argv) > 4:
            return set(pathlib.Path(sys.argv[4]).read_text(encoding="utf-8").split())
        return known_options(source, binary)

    with tempfile.TemporaryDirectory(prefix="smallscope-documentation-") as scratch:
        checker = Checker(source, binary, name, pathlib.Path(scratch), options)
        checker.check()
    print("\n".join(checker.mistakes or [f"{name}: no mistake"]))
    sys.exit(1 if checker.mistakes else 0)


if __name__ == "__main__":
    main()
