#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles and runs test.c with tcc, and tells whether the bug is there.

Exits with 0 if it is fixed, with 1 if it is there, and with 125 if anything else happens, as `git bisect run` expects.
$TCC is the compiler with its options (default: tcc), such as "./tcc -B." in a checkout that was built.
"""

import json
import os
import shlex
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
FIXED, THIS_BUG, ANYTHING_ELSE = 0, 1, 125


def end(status, text):
    print(text)
    sys.exit(status)


def main():
    with open(os.path.join(HERE, "bug.json"), encoding="utf-8") as stream:
        bug = json.load(stream)
    compiler = shlex.split(os.environ.get("TCC", "tcc"))
    try:
        ended = subprocess.run([*compiler, "-run", os.path.join(HERE, "test.c")], capture_output=True, text=True,
                               timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        end(ANYTHING_ELSE, f"{' '.join(compiler)} cannot be run: {error}")
    expected, recorded = bug["parameters"]["expected"], bug["observed"]
    answer, complaint = ended.stdout.strip(), ended.stderr.replace(HERE + os.sep, "").strip()
    print(f"expected: {expected}\nactual: {answer if ended.returncode == 0 else complaint or ended.returncode}")
    if ended.returncode == 0 and answer == expected:
        end(FIXED, "fixed")
    if ended.returncode == 0:
        is_this = answer == recorded.get("standard output", "").strip()
    elif ended.returncode < 0:
        is_this = bug["judgements"][0]["oracle"] == "no crash"
    else:
        is_this = complaint == recorded.get("standard error", "").strip() != ""
    end(THIS_BUG if is_this else ANYTHING_ELSE, "this bug" if is_this else "anything else")


main()
