# SPDX-License-Identifier: Apache-2.0
"""A worker that does what the parameter `do` says, for libraries_test.cpp."""

import os
import sys

sys.path.insert(1, sys.argv[1])
import smallscope_worker as worker  # noqa: E402


def listed(directory):
    files = []
    for folder, _, names in os.walk(directory):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                files.append(f"{os.path.relpath(path, directory)}: {file.read().hex()}\n")
    return "".join(sorted(files))


def overflow():
    return overflow()


def answer(request):
    deed = request.parameters.get("do", "echo")
    if deed == "echo":
        return worker.done({"after": request.text})
    if deed == "echo standard input":
        return worker.done({"after": request.standard_input})
    if deed == "null":
        return worker.done({"after": None})
    if deed == "half a pair":
        return worker.done({"after": "a\ud800b"})
    if deed == "long":
        return worker.done({"after": "x" * (2 << 20)})
    if deed == "write files":
        return worker.done({"after": listed(request.write_files())})
    if deed == "look for files":
        return worker.done({"after": str(os.path.exists(os.path.join(request.scratch, "request"))).lower()})
    if deed == "missing":
        return worker.done({})
    if deed == "undeclared":
        return worker.done({"after": "", "befor": ""})
    if deed == "refuse":
        raise worker.Refused("not like this")
    if deed == "refuse without a reason":
        raise worker.Refused("")
    if deed == "lose":
        raise worker.Lost("my own trouble")
    if deed == "crash":
        raise ValueError("boom\n  twice")
    if deed == "overflow":
        overflow()
    if deed == "ask for another parameter":
        return worker.done({"after": request.parameter("another")})
    if deed == "exit":
        sys.exit(3)
    return None


worker.serve("probe", "1.0", answer, outputs=["after"])
