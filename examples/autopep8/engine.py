# SPDX-License-Identifier: Apache-2.0
"""Loads autopep8 2.0.1 with faults mended and mutants planted, and runs it with limits."""

import signal
import sys
import types

import mending
import mends
import mutants

SOURCE = "/usr/lib/python3/dist-packages/autopep8.py"
PASSES = 40  # more than a small program can need
PROCESSOR_SECONDS = 3.0

# What each campaign is labelled with.
FAULTS = {
    "imports": mends.IMPORTS + mutants.IMPORTS,
    "rewrites": mends.REWRITES + mutants.STATEMENTS,
    "strings": mends.STRINGS + mutants.STATEMENTS + mutants.STRINGS,
}
REAL = mends.IMPORTS + mends.REWRITES + mends.STRINGS


def planted(campaign):
    """The mutants that are present in a campaign."""
    return mutants.IMPORTS + mutants.STATEMENTS + (mutants.STRINGS if campaign == "strings" else [])


def names(campaign):
    """The names of all faults that are present in a campaign, real ones first."""
    return [fault.name for fault in REAL + planted(campaign)]


def load(mended=(), campaign=None):
    """A fresh module autopep8 without the faults of these names ("*": all)."""
    unknown = sorted(set(mended) - set(names(campaign)) - {"*"})
    if unknown:
        sys.exit(f"no such fault: {', '.join(unknown)}")
    with open(SOURCE, encoding="utf-8") as file:
        text = file.read()
    if "__version__ = '2.0.1'" not in text:
        sys.exit(f"autopep8 2.0.1 is needed, {SOURCE} is another")
    sys.modules.pop("pycodestyle", None)  # autopep8 registers checks of its own in it
    module = types.ModuleType("autopep8")
    module.__file__ = SOURCE
    module.mending = mending
    sys.modules["autopep8"] = module
    exec(compile(_changed(text, mended, campaign), SOURCE, "exec"), module.__dict__)
    return module


def _changed(text, mended, campaign):
    def is_mended(fault):
        return "*" in mended or fault.name in mended
    for fault in [f for f in planted(campaign) if not is_mended(f)] + [f for f in REAL if is_mended(f)]:
        for old, new in fault.changes:
            if text.count(old) != 1:
                sys.exit(f"{fault.name}: {text.count(old)} places of {old!r}")
            text = text.replace(old, new)
    return text


class DoesNotEnd(Exception):
    """More passes than a small program can need, or more processor time."""


def fixed(module, text, level):
    """What fix_code() makes of the text at this level of aggressiveness."""
    passes = 0
    original = module.FixPEP8.fix

    def fix(self):
        nonlocal passes
        passes += 1
        if passes > PASSES:
            raise DoesNotEnd("fix_code() does not end")
        return original(self)

    def late(number, frame):
        raise DoesNotEnd("fix_code() does not end")

    module.FixPEP8.fix = fix
    previous = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, PROCESSOR_SECONDS)
    try:
        return module.fix_code(text, options={"aggressive": level})
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, previous)
        module.FixPEP8.fix = original
