# SPDX-License-Identifier: Apache-2.0
"""lib2to3 with its standard fixers, as the command 2to3 runs them, on texts instead of files.

The environment variable SMALLSCOPE_LIB2TO3_FAULTS keeps these faults (names of mends.py, separated by commas; none if
it is empty) and mends all others. Without it, lib2to3 is as it is.
"""

import logging
import os
import sys

import mends

VERSION = ".".join(map(str, sys.version_info[:3]))
_KEPT = os.environ.get("SMALLSCOPE_LIB2TO3_FAULTS")
if _KEPT is not None:
    mends.apply([name for name in _KEPT.split(",") if name])
    VERSION += f" with the faults {_KEPT or 'none'}"

from lib2to3 import refactor  # noqa: E402 - after its modules were mended

logging.disable(logging.CRITICAL)  # what the fixers say is taken from fixer_log


class Refused(Exception):
    """A fixer said that it cannot convert the program."""


class Crashed(Exception):
    """lib2to3 raised an exception."""


class Engine:
    def __init__(self):
        self._tool = refactor.RefactoringTool(refactor.get_fixers_from_package("lib2to3.fixes"))

    def apply(self, source):
        """The program in Python 3."""
        self._tool.fixer_log = log = []
        for fixer in self._tool.pre_order + self._tool.post_order:
            fixer.log = log
        try:
            tree = self._tool.refactor_string(source, "input.py")
        except Exception as error:
            raise Crashed(f"{type(error).__name__}: {error}") from error
        if any("could not convert" in line or "cannot convert" in line for line in log):
            raise Refused("; ".join(log))
        return str(tree)
