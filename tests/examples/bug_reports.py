# SPDX-License-Identifier: Apache-2.0
"""Runs the scripts of the bug reports in examples/ENGINE/bugs against the real engine: each must show its bug.

usage: bug_reports.py DIRECTORY PYTHON CONTROL
CONTROL says with which engine the bugs are not there: "tcc" takes gcc for tcc, "rope" a rope that changes nothing, ""
has none. Then the scripts must say that the bugs are fixed; and with an engine that does not work, anything else.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

FIXED, THIS_BUG, ANYTHING_ELSE = 0, 1, 125

# Every module of rope that the script uses. Nothing is refactored, so every program behaves as before.
IDLE_ROPE = {
    "__init__.py": "",
    "base/__init__.py": "",
    "base/exceptions.py": "class RopeError(Exception): pass\nclass ModuleSyntaxError(RopeError): pass\n",
    "base/project.py": "class Project:\n    def __init__(self, *_, **__): pass\n"
                       "    def get_resource(self, _): return None\n",
    "refactor/__init__.py": "",
    "refactor/idle.py": "class Idle:\n    changes = []\n    def __init__(self, *_, **__): pass\n"
                        "    def get_changes(self, *_, **__): return self\n",
    "refactor/rename.py": "from rope.refactor.idle import Idle as Rename\n",
    "refactor/inline.py": "from rope.refactor.idle import Idle as create_inline\n",
    "refactor/extract.py": "from rope.refactor.idle import Idle as ExtractVariable, Idle as ExtractMethod\n",
    "refactor/encapsulate_field.py": "from rope.refactor.idle import Idle as EncapsulateField\n",
    "refactor/change_signature.py": "from rope.refactor.idle import Idle as ChangeSignature\n"
                                    "ArgumentNormalizer = ArgumentRemover = ArgumentAdder = ChangeSignature\n"
                                    "ArgumentReorderer = ArgumentDefaultInliner = ChangeSignature\n",
}

failures = []


def expect(holds, what):
    if not holds:
        failures.append(what)


def status(report, python, directory, environment):
    script = [python, str(report / "reproduce.py")]
    ended = subprocess.run(script, cwd=directory, env={**os.environ, **environment}, capture_output=True, text=True)
    return ended.returncode, ended.stdout + ended.stderr


def broken_rope(directory):
    (directory / "rope").mkdir()
    (directory / "rope" / "__init__.py").write_text("raise ImportError('not built')\n")


def idle_rope(directory):
    for name, text in IDLE_ROPE.items():
        file = directory / "rope" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def gcc_for_tcc(directory):
    """A compiler that is called as `tcc -run FILE`."""
    script = directory / "as-tcc"
    script.write_text('#!/bin/sh\ngcc -w -o "$0.out" "$2" && "$0.out"\n')
    script.chmod(0o755)
    return {"TCC": str(script)}


def check(report, python, control):
    name = report.name
    with tempfile.TemporaryDirectory() as text:
        directory = pathlib.Path(text)
        code, said = status(report, python, directory, {})
        expect(code == THIS_BUG, f"{name}: status {code}, not 1: {said}")
        readme = (report / "README.md").read_text()
        expect(said in readme, f"{name}: README.md does not show what the script prints: {said}")
        expect(not re.search(r"/(home|root|work|tmp|usr)/", readme), f"{name}: README.md names a place of a machine")
        if control == "rope":
            idle_rope(directory)
            code, said = status(report, python, directory, {})
            renames = '"refactoring": "rename"' in (report / "bug.json").read_text()
            expected = ANYTHING_ELSE if renames else FIXED  # a name that is not renamed is another bug
            expect(code == expected, f"{name}: with an engine that changes nothing, status {code}: {said}")
        if control == "tcc":
            code, said = status(report, python, directory, gcc_for_tcc(directory))
            expect(code == FIXED, f"{name}: with gcc, status {code}: {said}")
    with tempfile.TemporaryDirectory() as text:
        directory = pathlib.Path(text)
        broken_rope(directory)
        broken = {"TCC": "false", "SMALLSCOPE_JAVA": "false"}
        code, said = status(report, python, directory, broken)
        expect(code == ANYTHING_ELSE, f"{name}: with an engine that does not work, status {code}: {said}")


def main():
    directory, python, control = sys.argv[1:]
    reports = sorted(path for path in pathlib.Path(directory).resolve().iterdir() if path.is_dir())
    expect(reports, f"{directory} has no reports")
    for report in reports:
        check(report, python, control)
    print("\n".join(failures) or f"{len(reports)} reports")
    sys.exit(1 if failures else 0)


main()
