# SPDX-License-Identifier: Apache-2.0
"""Compiles and runs small Python programs inside the worker, and describes as text what they did.

The programs come from a generator and from the refactoring engine, so they may loop, flood their output or exit. Each
runs in a fresh namespace, with limits on processor time and output. The report is deterministic: addresses are
normalised, and the partial output of a program that was stopped is dropped.
"""

import io
import re
import signal
import sys
import warnings

PROCESSOR_SECONDS = 1.0  # the programs need well below a millisecond: only an endless loop reaches this limit
OUTPUT_CHARACTERS = 64 * 1024
RECURSION_LIMIT = 400  # calls on top of the worker's own: an endless recursion ends soon, always at the same depth

# The place and the name of a callable or generator rightly change when code moves.
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_CALLABLE = re.compile(r"<(function|generator object) .*? at 0x[0-9a-f]+>")


class _Cut(BaseException):
    """Ends a program from outside. It is not an Exception, so `except Exception` in the program lets it pass."""


class _BoundedOutput(io.StringIO):
    def write(self, text):
        if self.tell() + len(text) > OUTPUT_CHARACTERS:
            raise _Cut("printed too much")
        return super().write(text)


def compile_error(source, name):
    """What the compiler says about the source; "" if it compiles."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(source, name, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def run(source, name):
    """Runs a program that compiles. Returns (whether it ran cleanly, what it did as text)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        code = compile(source, name, "exec", dont_inherit=True)
        output = _BoundedOutput()
        ending = _run_bounded(code, output)
    if ending.startswith("cut: "):
        return False, ending + "\n"
    text = _ADDRESS.sub("", _CALLABLE.sub(r"<\1>", output.getvalue()))
    if text and not text.endswith("\n"):
        text += "\n"
    return ending == "", text + (ending + "\n" if ending else "")


def without_fragments(behaviour, marks):
    """What a program of several fragments did, but for the fragments that print these marks ("#3") before them."""
    kept, is_kept = [], True
    for line in behaviour.splitlines(keepends=True):
        if line.startswith("#"):
            is_kept = line.split()[0] not in marks
        if is_kept:
            kept.append(line)
    return "".join(kept)


def _run_bounded(code, output):
    def interrupt(signal_number, frame):
        raise _Cut("did not end")

    streams = sys.stdin, sys.stdout, sys.stderr
    recursion_limit = sys.getrecursionlimit()
    depth = _depth()
    # Processor time, not wall time: a busy machine must not change a verdict. The interval repeats, in case the first
    # interrupt is raised where Python swallows exceptions (__del__).
    previous = signal.signal(signal.SIGVTALRM, interrupt)
    try:
        sys.stdin, sys.stdout, sys.stderr = io.StringIO(), output, io.StringIO()
        sys.setrecursionlimit(depth + RECURSION_LIMIT)
        signal.setitimer(signal.ITIMER_VIRTUAL, PROCESSOR_SECONDS, PROCESSOR_SECONDS)
        try:
            exec(code, {"__name__": "__main__", "__builtins__": __builtins__})
            return ""
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except _Cut as cut:
        return f"cut: {cut}"
    except SystemExit:
        return "raised SystemExit"
    except BaseException as error:  # noqa: B902 - whatever the program raises is its behaviour
        return f"raised {type(error).__name__}"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        sys.setrecursionlimit(recursion_limit)
        sys.stdin, sys.stdout, sys.stderr = streams
        signal.signal(signal.SIGVTALRM, previous)


def _depth():
    frame, depth = sys._getframe(), 0
    while frame is not None:
        frame, depth = frame.f_back, depth + 1
    return depth
