# SPDX-License-Identifier: Apache-2.0
"""Checks the tables of docs/architecture.md and docs/writing-campaigns.md against the tree; exits 1 when one is wrong.

Usage: tables.py SOURCE_DIRECTORY

- The modules of docs/architecture.md are those of the tree, and see what their CMakeLists.txt says.
- "I want to add": there is a row for everything in WANTED; each `PATH` (`TEXT`) names a file that contains TEXT.
- Each command of program/src/command_line/commands.cpp has a file of its name in the folder of its group.
  docs/writing-campaigns.md lists exactly these commands.
"""

import pathlib
import re
import sys

WANTED = {"a combinator", "an order", "an oracle", "a preset of message rules", "a format", "a command"}
SPAN = re.compile(r"`([^`]+)`")
EXAMPLE = re.compile(r"`([^`]+)` \(`([^`]+)`\)")
COMMAND_ROW = re.compile(r'\{"([a-z-]+)", "(\w+)",')


def rows(text, header):
    """The cells of each row of the table whose first line is `header`."""
    lines = text.splitlines()
    if header not in lines:
        return []
    found = []
    for line in lines[lines.index(header) + 2:]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def modules(root, architecture):
    seen = {}
    for file in root.glob("*/CMakeLists.txt"):
        text = file.read_text(encoding="utf-8")
        if f"smallscope_module({file.parent.name}" in text:
            sees = re.search(r"SEES ([\w ]+)", text)
            seen[file.parent.name] = sees[1].split() if sees else []
    table = {SPAN.findall(row[0])[0]: SPAN.findall(row[2])
             for row in rows(architecture, "| module | holds | sees | read first |")}
    for module in sorted(seen.keys() | table.keys()):
        if seen.get(module) != table.get(module):
            yield f"module {module}: CMakeLists.txt has {seen.get(module)}, docs/architecture.md {table.get(module)}"


def additions(root, architecture):
    table = {row[0]: row for row in rows(architecture, "| I want to add | these files | for example |")}
    for missing in sorted(WANTED - table.keys()):
        yield f"docs/architecture.md does not say how to add {missing}"
    for name, row in table.items():
        examples = EXAMPLE.findall(row[2])
        if len(examples) < 2:
            yield f"{name}: name at least the file and its test, each as `PATH` (`TEXT`)"
        for path, text in examples:
            file = root / path
            if not file.is_file():
                yield f"{name}: {path}: there is no such file"
            elif text not in file.read_text(encoding="utf-8"):
                yield f"{name}: {path} does not contain {text}"


def commands(root, guide):
    source = root / "program/src/command_line/commands.cpp"
    table = dict(COMMAND_ROW.findall(source.read_text(encoding="utf-8")))
    if not table:
        yield f"{source}: no row of the table of commands was found"
    for name, group in table.items():
        function = f"add_{name}".replace("-", "_")
        file = root / "program/src" / group.lower() / f"{function.removeprefix('add_')}.cpp"
        if not file.is_file() or f"void {function}(" not in file.read_text(encoding="utf-8"):
            yield f"command {name}: {file.relative_to(root)} does not define {function}()"
    listed = {span.split()[0] for row in rows(guide, "| command | does |") for span in SPAN.findall(row[0])}
    for name in sorted(listed ^ table.keys()):
        known = name in table
        yield f"command {name}: docs/writing-campaigns.md {'does not list it' if known else 'lists it, but it is none'}"


def mistakes(root):
    architecture = (root / "docs/architecture.md").read_text(encoding="utf-8")
    guide = (root / "docs/writing-campaigns.md").read_text(encoding="utf-8")
    return [*modules(root, architecture), *additions(root, architecture), *commands(root, guide)]


def main():
    found = mistakes(pathlib.Path(sys.argv[1]))
    print("\n".join(found + [f"{len(found)} mistakes"]))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
