# SPDX-License-Identifier: Apache-2.0
"""Writes all options that the programs and scripts have, as their --help says, one a line.

Usage: options.py SOURCE_DIRECTORY BINARY_DIRECTORY FILE
That takes hundreds of processes, so the documents share the file.
"""

import os
import pathlib
import re
import subprocess
import sys

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")


def programs_of(binary):
    """The built programs of the project."""
    return sorted(
        path for folder in ("program", "examples") for path in (binary / folder).rglob("*")
        if path.is_file() and os.access(path, os.X_OK) and not path.suffix and "CMakeFiles" not in path.parts)


def environment_of(programs):
    """This one, with the programs on PATH, and without our variables."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SMALLSCOPE_")}
    folders = dict.fromkeys(str(path.parent) for path in programs)
    return environment | {"PATH": os.pathsep.join([*folders, os.environ["PATH"]])}


def known_options(source, binary):
    programs = programs_of(binary)
    environment = environment_of(programs)
    scripts = [path for path in (source / "scripts").iterdir() if os.access(path, os.X_OK)]
    helps = (text for command in [*programs, *scripts] for text in helps_of(environment, str(command)))
    return {option for text in helps for option in OPTION.findall(text)}


def helps_of(environment, *command):
    """What a command says of itself, and what its own commands do."""
    text = subprocess.run([*command, "--help"], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", timeout=300).stdout
    yield text
    for name in commands_of(text):
        yield from helps_of(environment, *command, name)


def commands_of(text):
    """The commands that the --help of a program of ours lists, under the headings of their groups."""
    if "SUBCOMMAND" not in text:
        return []
    sections = re.findall(r"^(\w+):\n((?:[ \t]+.*\n?)+)", text, re.MULTILINE)
    return [name for heading, lines in sections if heading not in ("Options", "Positionals")
            for name in re.findall(r"^  (\w[\w-]*)", lines, re.MULTILINE)]


def main():
    source, binary, file = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
    file.write_text("".join(option + "\n" for option in sorted(known_options(source, binary))), encoding="utf-8")


if __name__ == "__main__":
    main()
