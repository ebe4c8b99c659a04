#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A worker for smallscope, see docs/worker-protocol.md: it renames a name in a Python program."""

import io
import os
import sys
import tokenize

SOURCES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(1, os.path.join(SOURCES, "workers", "python"))
import smallscope_worker as worker  # noqa: E402 - beside your own worker, you have a copy of it


def errors_in(program):
    try:
        compile(program, "input", "exec")
        return ""
    except (SyntaxError, ValueError) as problem:
        return f"{type(problem).__name__}: {problem}"


def rename(request):
    old, new = request.parameter("old"), request.parameter("new")
    before = errors_in(request.text)
    if before:
        return worker.done({"compile errors before": before, "after": None, "compile errors after": None})
    if not new.isidentifier():
        return worker.refused(f"{new!r} is not an identifier")
    lines = request.text.splitlines(keepends=True)
    for token in reversed(list(tokenize.generate_tokens(io.StringIO(request.text).readline))):
        if token.type == tokenize.NAME and token.string == old:
            row, column = token.start
            line = lines[row - 1]
            lines[row - 1] = line[:column] + new + line[column + len(old):]
    after = "".join(lines)
    return worker.done({"compile errors before": before, "after": after, "compile errors after": errors_in(after)})


if __name__ == "__main__":
    worker.serve("rename", "1.0", rename, outputs=["compile errors before", "after", "compile errors after"])
