"""Checks rules that every file of the project keeps; prints each breach and exits 1 when there is one.

Usage: files.py SOURCE_DIRECTORY
"""

import pathlib
import re
import subprocess
import sys

MOST_LINES = 450
DATA = {".json", ".sqlite", ".csv", ".tsv", ".png", ".svg"}
LISTS = {"faults.toml"}  # labelled faults, each with its program: read entry by entry
THIRD_PARTY_ALLOWED = {"gtest.hpp"}  # the GoogleTest bridge
UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")
MACHINE_PATH = re.compile(r"(?<![\w.])/(work|home|root)/\w")
INCLUDE = re.compile(r"#\s*include\s*([<\"][^>\"]+[>\"])")
PRINTING = re.compile(r"\bfmt::print\(|std::(puts|printf)\(")
PRINTERS = ("program/src/", "report/src/")  # where print_visible() of text.hpp is to be used
PUBLIC_INCLUDE = re.compile(r"<(smallscope/[\w/]+\.hpp|[a-z_]+)>")  # our own, or the standard library's


def project_files(root):
    """What git tracks or would track."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root, check=True, capture_output=True, text=True)
    paths = (root / name for name in listed.stdout.split("\0") if name)
    return sorted(path for path in paths if path.is_file())


def breaches(path, name):
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return
    if path.suffix not in DATA and path.name not in LISTS and len(lines) > MOST_LINES:
        yield f"{name}: {len(lines)} lines, at most {MOST_LINES}: split it"
    public = "/include/smallscope" in name and path.name not in THIRD_PARTY_ALLOWED
    for number, line in enumerate(lines, 1):
        if UNFINISHED.search(line):
            yield f"{name}:{number}: unfinished: do it or open an issue"
        if MACHINE_PATH.search(line):
            yield f"{name}:{number}: a path of one machine: {line.strip()}"
        if name.startswith(PRINTERS) and PRINTING.search(line):
            yield f"{name}:{number}: text that did not go through visible(): print with print_visible()"
        included = INCLUDE.match(line)
        if public and included and not PUBLIC_INCLUDE.fullmatch(included[1]):
            yield f"{name}:{number}: a public header includes only <smallscope/...> and the standard library"
        if included and "../" in included[1] and not name.startswith("tests/"):  # a test may look inside
            yield f"{name}:{number}: an include that leaves the include path"


def main():
    root = pathlib.Path(sys.argv[1])
    files = project_files(root)
    found = [breach for path in files for breach in breaches(path, str(path.relative_to(root)))]
    print("\n".join(found + [f"{len(files)} files, {len(found)} breaches"]))
    sys.exit(1 if found or not files else 0)


if __name__ == "__main__":
    main()
