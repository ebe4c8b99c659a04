# SPDX-License-Identifier: Apache-2.0
"""Checks rules that every file of the project keeps; prints each breach and exits 1 when there is one.

Usage: files.py SOURCE_DIRECTORY
"""

import pathlib
import re
import subprocess
import sys
import tomllib

MOST_LINES = 450
DATA = {".json", ".sqlite", ".csv", ".tsv", ".png", ".svg"}
LISTS = {"faults.toml"}  # labelled faults, each with its program: read entry by entry
ONE_FILE = {"SmallscopeWorker.java", "smallscope-coverage.js"}  # libraries that are one file, to be copied
JUDGED = {"messages", "keys"}  # rules of faults that lean on what oracles said
THIRD_PARTY_ALLOWED = {"gtest.hpp"}  # the GoogleTest bridge
MOST_COLUMNS = 120
CODE = {".c", ".h", ".cpp", ".hpp", ".java", ".hs", ".py", ".cmake", ".js", ".css"}
UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")
MACHINE_PATH = re.compile(r"(?<![\w.])/(work|home|root)/\w")
GENERATED = re.compile(r"examples/\w+/bugs/")  # bug reports, whose inputs must stay as they failed
LICENSE = "SPDX-License-Identifier: Apache-2.0"
INCLUDE = re.compile(r"#\s*include\s*([<\"][^>\"]+[>\"])")
PRINTING = re.compile(
    r"\bfmt::print\(|\b(std::)?(puts|f?printf|fputs|fwrite|fputc|putchar|perror)\(|\bstd::(cout|cerr|clog)\b"
    r"|\bstd::ofstream\b|(?<![\w.>])write\(\w|\.dump\(")
PRINTERS = ("program/src/", "report/src/")  # where text from outside passes through report::visible()
PRINTING_ALLOWED = {
    "program/src/command_line/print.cpp": "makes visible what the commands print",
    "program/src/command_line/output_file.cpp": "takes what report::Format::write() and write_text() have made visible",
    "program/src/command_line/interrupt.cpp": "writes a byte to a pipe of its own",
    "program/src/run/terminal_signals.cpp": "writes a byte to a pipe of its own",
    "program/src/run/terminal_block.cpp": "moves the cursor between lines that it has made visible",
    "program/src/run/progress.cpp": "moves the cursor between lines that it has made visible",
    "program/src/triage/export.cpp": "report::Format::write() makes visible what it writes",
    "program/src/triage/cvise.cpp": "writes a script for a shell",
    "report/src/json.cpp": "makes JSON visible",
    "report/src/formats/json.cpp": "makes JSON visible, one record at a time",
    "report/src/page/document.cpp": "writes what markup() has made visible",
    "report/src/page/page.cpp": "packs data for a browser, which page/packed.hpp makes visible",
    "report/src/page/failures.cpp": "packs data for a browser, which page/packed.hpp makes visible",
    "report/src/page/cluster_section.cpp": "packs data for a browser, which page/packed.hpp makes visible",
}
PUBLIC_INCLUDE = re.compile(r"<(smallscope/[\w/]+\.hpp|[a-z_]+)>")  # our own, or the standard library's


def project_files(root):
    """What git tracks or would track."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root, check=True, capture_output=True, text=True)
    paths = (root / name for name in listed.stdout.split("\0") if name and not GENERATED.match(name))
    return sorted(path for path in paths if path.is_file())


def is_code(path, name):
    return path.suffix in CODE or path.name == "CMakeLists.txt" or (name.startswith("scripts/") and not path.suffix)


def prose(lines):
    """The numbered lines of a document that can be broken: not those of tables, blocks and comments."""
    in_block = False
    for number, line in enumerate(lines, 1):
        fence = line.lstrip().startswith("```")
        if not (in_block or fence or line.startswith(("|", "<!--"))):
            yield number, line
        in_block ^= fence


def too_long(path, name, lines):
    numbered = enumerate(lines, 1) if is_code(path, name) else prose(lines) if path.suffix == ".md" else ()
    for number, line in numbered:
        if len(line) > MOST_COLUMNS:
            yield f"{name}:{number}: {len(line)} columns, at most {MOST_COLUMNS}: break the line"


def includes(lines):
    return [match[1] for match in map(INCLUDE.match, lines) if match]


def own_header_second(root, path, name, lines):
    """A source that has a header of its own includes it first."""
    module, _, rest = name.partition("/src/")
    if not rest or path.suffix != ".cpp" or "/" in module:
        return
    within = rest.removesuffix(".cpp") + ".hpp"
    public = f"smallscope/{module}/{within}"
    folders = ("include", "internal")
    candidates = [f"<{public}>" for folder in folders if (root / module / folder / public).exists()]
    if path.with_suffix(".hpp").exists():
        candidates += [f'"{within}"', f'"{path.stem}.hpp"']
    found = includes(lines)
    if candidates and found[:1] and found[0] not in candidates:
        yield f"{name}: the first include is {found[0]}, not its own header {candidates[0]}"


def without_thread_rule(name, lines):
    if "/include/smallscope" not in name or not name.endswith(".hpp"):
        return
    opening = "\n".join(lines[:lines.index("#pragma once")] if "#pragma once" in lines else [])
    if "thread" not in opening.lower():
        yield f"{name}: the opening comment has no thread rule: which threads may use what is declared here?"


def without_license(path, name):
    """A source names its license in its first lines: a negative test's first two say what it expects."""
    if is_code(path, name) and not any(line.endswith(LICENSE) for line in path.read_text().splitlines()[:3]):
        yield f"{name}: add a comment with {LICENSE} at the top"


def labels_by_messages(path, name):
    """Labels judge clusters, which are made of messages: the rules of an example's faults do without them."""
    if path.name not in LISTS or not name.startswith("examples/"):
        return
    for fault in tomllib.loads(path.read_text(encoding="utf-8")).get("fault", []):
        tables = [fault]
        for key in ("any", "unless"):
            alternatives = fault.get(key, [])
            tables += alternatives if isinstance(alternatives, list) else [alternatives]
        for key in sorted({key for table in tables for key in table} & JUDGED):
            yield f"{name}: '{fault['name']}' has the rule '{key}': use choices, input or observed"


def prints_past_visible(name, line):
    """Text from outside reaches a terminal or a file only through report::visible()."""
    code = line.partition("//")[0]
    return name.startswith(PRINTERS) and name not in PRINTING_ALLOWED and PRINTING.search(code) is not None


def breaches(root, path, name):
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return
    if path.suffix not in DATA and path.name not in LISTS | ONE_FILE and len(lines) > MOST_LINES:
        yield f"{name}: {len(lines)} lines, at most {MOST_LINES}: split it"
    yield from too_long(path, name, lines)
    yield from labels_by_messages(path, name)
    yield from own_header_second(root, path, name, lines)
    yield from without_thread_rule(name, lines)
    public = "/include/smallscope" in name and path.name not in THIRD_PARTY_ALLOWED
    for number, line in enumerate(lines, 1):
        if path.suffix != ".patch" and UNFINISHED.search(line):  # a patch quotes the source of others
            yield f"{name}:{number}: unfinished: do it or open an issue"
        if MACHINE_PATH.search(line):
            yield f"{name}:{number}: a path of one machine: {line.strip()}"
        if prints_past_visible(name, line):
            yield f"{name}:{number}: text that did not go through visible(): print with print_visible()"
        included = INCLUDE.match(line)
        if public and included and not PUBLIC_INCLUDE.fullmatch(included[1]):
            yield f"{name}:{number}: a public header includes only <smallscope/...> and the standard library"
        if included and "../" in included[1] and not name.startswith("tests/"):  # a test may look inside
            yield f"{name}:{number}: an include that leaves the include path"


def main():
    root = pathlib.Path(sys.argv[1])
    files = project_files(root)
    named = [(path, str(path.relative_to(root))) for path in files]
    found = [breach for path, name in named for breach in (*breaches(root, path, name), *without_license(path, name))]
    print("\n".join(found + [f"{len(files)} files, {len(found)} breaches"]))
    sys.exit(1 if found or not files else 0)


if __name__ == "__main__":
    main()
