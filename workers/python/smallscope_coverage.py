# SPDX-License-Identifier: Apache-2.0
"""Which lines a Python subject executes, for `run --coverage` (docs/coverage.md).

In a worker, or anywhere in a program, before what is to be tested runs:

    import smallscope_coverage
    smallscope_coverage.start("rope")

Of a program that is not to be changed, with its own words behind it:

    python3 -m smallscope_coverage --of rope program.py WORD...

Names are those of packages and modules, with all that is in them, or paths of folders and files. Lines of functions
are reported; what a module executes when it is imported is not, because that happens once in a process, whatever is
tested. Nothing happens unless the variable SMALLSCOPE_COVERAGE names a folder. What was covered survives a crash and a
kill. All threads that are started afterwards, and forked children, take part. Python ends tracing when recursion leaves
no room for it: of a program, the rest of that test is not reported; a worker goes on with the next request.

One file for CPython 3.8 or later, without dependencies.
"""

import dis
import mmap
import os
import runpy
import struct
import sys
import threading
import types
import warnings
import zlib

VARIABLE = "SMALLSCOPE_COVERAGE"

# smallscope's coverage/runtime/layout.h
_HEADER = struct.Struct("@8s5Q4QQ72s3500sQ")
_DATA_OFFSET = 4096
_MOST_PATH = 3499
_FUNCTION = 1  # CO_OPTIMIZED: the code of a function, not that of a module or class
_MOST_KNOWN = 10_000  # names of files that are none of the subject's, such as those of programs under test


def start(*names):
    """Reports from now on what is executed of these. Returns whether anybody collects it."""
    folder = os.environ.get(VARIABLE)
    if not names:
        raise ValueError("smallscope_coverage.start(): name the packages, modules or paths that are the subject")
    if not folder or not os.path.isdir(folder):
        return False
    global _tracer
    _tracer = _Tracer(folder, names)
    threading.settrace(_tracer.enter)
    sys.settrace(_tracer.enter)
    return True


def resume():
    """After start(): goes on if Python has given up, as it does when recursion leaves no room for what notes lines. The
    worker library calls this before each request."""
    if _tracer and sys.gettrace() is None:
        sys.settrace(_tracer.enter)


_tracer = None


class _Tracer:
    """Which file each function is of, and what notes its lines."""

    def __init__(self, folder, names):
        self._folder = folder
        self._modules = tuple(name for name in names if os.sep not in name)
        self._paths = tuple(os.path.realpath(name) for name in names if os.sep in name)
        self._notes = {}  # by name of a file: what notes lines of its functions, or None

    def enter(self, frame, event, _):
        """Of every call: what traces its lines, if any."""
        code = frame.f_code
        if not code.co_flags & _FUNCTION:
            return None
        try:
            return self._notes[code.co_filename]
        except KeyError:
            return self._known(frame, code.co_filename)

    def _known(self, frame, name):
        if len(self._notes) > _MOST_KNOWN:
            self._notes = {known: note for known, note in self._notes.items() if note}
        try:
            note = _note_of(self._folder, name) if self._is_wanted(frame, name) else None
        except (RecursionError, MemoryError):
            return None  # a later call may have room for it
        self._notes[name] = note
        return note

    def _is_wanted(self, frame, name):
        module = frame.f_globals.get("__name__")
        if isinstance(module, str) and any(module == wanted or module.startswith(wanted + ".")
                                           for wanted in self._modules):
            return True
        path = os.path.realpath(name)
        return any(path == wanted or path.startswith(wanted + os.sep) for wanted in self._paths)


def _note_of(folder, name):
    """What notes lines of a file that are executed, in a file that the collector reads; None if it is no source."""
    path = os.path.realpath(name)
    try:
        with open(path, "rb") as file:
            source = file.read()
        with warnings.catch_warnings():  # what it would say of the subject's text is none of the subject's output
            warnings.simplefilter("ignore")
            functions = _functions_of(compile(source, path, "exec", dont_inherit=True))
        encoded = os.fsencode(path)
        if not functions or len(encoded) > _MOST_PATH:
            return None
        lines = sorted(functions)
        flags = _mapped(folder, source, encoded, lines, _names(path, [functions[line] for line in lines]))
    except (OSError, SyntaxError, ValueError):
        return None
    place_of = [len(lines)] * (lines[-1] + 2)  # a line that has no code is noted where nobody looks
    for place, line in enumerate(lines):
        place_of[line] = place
    last = lines[-1]

    def note(frame, event, _):
        line = frame.f_lineno
        if event == "line" and line is not None and line <= last:
            flags[place_of[line]] = 1
        return note

    return note


def _functions_of(module):
    """Of each line at which something begins in a function: the function, with the classes and functions around it.
    What has no name of its own, such as a comprehension, belongs to what it is in."""
    functions, todo = {}, [(module, "")]
    while todo:  # outer ones first: a line with a lambda in it is one of what the lambda is in
        code, name = todo.pop(0)
        if code.co_flags & _FUNCTION:
            for _, line in dis.findlinestarts(code):
                if line:
                    functions.setdefault(line, name)
        for inner in code.co_consts:
            if isinstance(inner, types.CodeType):
                named = not inner.co_name.startswith("<")
                todo.append((inner, ".".join(filter(None, (name, inner.co_name))) if named else name))
    return functions


def _names(path, functions):
    """What the collector is told of a file whose lines are in these functions: its name, and where each begins."""
    root = os.path.dirname(path)
    while os.path.exists(os.path.join(root, "__init__.py")) and root != os.path.dirname(root):
        root = os.path.dirname(root)
    told = [os.path.relpath(path, root).replace("\n", "?")]
    for place, name in enumerate(functions):
        if place == 0 or name != functions[place - 1]:
            told.append("%d %s" % (place, name))
    return "\n".join(told).encode("utf-8", "surrogateescape")


def _mapped(folder, source, path, lines, names):
    """The flags of a file's lines: one byte for each, and one more. All processes of a test share them."""
    identity = "lines-%08x%08x-%08x" % (zlib.crc32(source), zlib.adler32(source), zlib.crc32(path))
    target = os.path.join(folder, identity + ".flags")
    size = len(lines) + 1
    header = _HEADER.pack(b"sscover1", _DATA_OFFSET, size, len(lines), 1, lines[-1] + 1, 0, len(lines), 0, 0, 0,
                          identity.encode("ascii"), path, len(names))
    if not os.path.exists(target):
        # Complete from its first moment: made under another name, and linked to its own.
        unfinished = "%s.new.%d.%d" % (target, os.getpid(), threading.get_ident())
        with open(unfinished, "xb") as file:
            file.write(header.ljust(_DATA_OFFSET, b"\0") + bytes(size) + struct.pack("@%dQ" % len(lines), *lines) +
                       names)
        try:
            os.link(unfinished, target)
        except FileExistsError:
            pass
        finally:
            os.unlink(unfinished)
    with open(target, "r+b") as file:
        if file.read(len(header)) != header:
            raise ValueError("damaged, or of another file with the same sums")
        memory = mmap.mmap(file.fileno(), _DATA_OFFSET + size)
        return memoryview(memory)[_DATA_OFFSET:]  # of the flags alone, which are written without a sum for each


def main(words):
    names = []
    while len(words) >= 2 and words[0] == "--of":
        names.append(words[1])
        words = words[2:]
    if not names or not words or words[0].startswith("-"):
        sys.exit("usage: python3 -m smallscope_coverage --of NAME [--of NAME]... program.py WORD...")
    sys.modules.setdefault("smallscope_coverage", sys.modules[__name__])  # for a worker, which calls resume()
    sys.argv = words
    sys.path[0] = os.path.dirname(os.path.abspath(words[0]))
    start(*names)
    runpy.run_path(words[0], run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1:])
