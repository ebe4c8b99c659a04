# SPDX-License-Identifier: Apache-2.0
"""A smallscope worker whose subject is the gopls that the environment variable GOPLS names (by default `gopls`).

It refactors a small Go program, and compiles and runs it with the go on PATH before and after. Parameters:

- `action`: the title of the code action, which is applied to the selection from `begin` to `end`.
- `rename`: what is at the mark `cursor` gets this name.
"""

import functools
import os
import re
import shutil
import subprocess
import sys

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(1, os.path.join(_ROOT, "workers", "python"))
import smallscope_language_server as lsp  # noqa: E402 - found there
import smallscope_worker as worker  # noqa: E402

OUTPUTS = ["compile errors before", "behaviour before", "after", "compile errors after", "behaviour after"]
RUN_SECONDS = 2  # the programs need milliseconds: only an endless loop reaches this limit
PROGRAM = os.environ.get("GOPLS", "gopls")
FAULTS = "SMALLSCOPE_GOPLS_FAULTS"  # labels/mends.patch makes a gopls that looks at it
_gopls = None  # started for the first request, and again after it has died


def version():
    """That of gopls; ends the worker if a program is missing."""
    for program in (PROGRAM, "go"):
        if not shutil.which(program):
            sys.exit(f"there is no program `{program}`; the environment variable GOPLS names gopls")
    return subprocess.run([PROGRAM, "version"], capture_output=True, text=True, check=True).stdout.split()[1]


def started(scratch):
    """A running gopls that downloads nothing, with a cache of its own."""
    home = os.path.join(scratch, "home")
    return lsp.LanguageServer(
        [PROGRAM, "serve"], scratch, "go", kept={"go.mod": "module m\n\ngo 1.19\n"}, environment={
            "GO111MODULE": "on", "GOPROXY": "off", "GOFLAGS": "-mod=mod", "HOME": home,
            "GOCACHE": os.path.join(home, "cache"), "GOPATH": os.path.join(home, "go")})


@functools.lru_cache(maxsize=5000)
def observed(scratch, text):
    """The first error of compiler or linker, "" if there is none, and what the program prints, else None.

    Many inputs have the same program before.
    """
    directory = os.path.join(scratch, "build")
    os.makedirs(directory, exist_ok=True)
    with open(os.path.join(directory, "main.go"), "w", encoding="utf-8") as stream:
        stream.write(text)
    for step in (["compile", "-p", "main", "-o", "main.o", "main.go"], ["link", "-o", "main", "main.o"]):
        done = subprocess.run(["go", "tool", *step], cwd=directory, capture_output=True, text=True, errors="replace")
        if done.returncode:
            return ((done.stdout + done.stderr).splitlines() or ["?"])[0][:300], None
    try:
        run = subprocess.run(["./main"], cwd=directory, capture_output=True, timeout=RUN_SECONDS)
    except subprocess.TimeoutExpired:
        return "", "does not end"
    printed = re.sub(r"\n\ngoroutine .*", "\n", run.stderr.decode("utf-8", "replace"), flags=re.DOTALL)
    return "", f"{printed[:2000]}status {run.returncode}"


def refactored(request):
    """The program after the refactoring."""
    global _gopls
    if _gopls is None:
        _gopls = started(request.scratch)
    if "rename" in request.parameters:
        return _gopls.rename(request.files, lsp.place(request, "cursor"), request.parameter("rename"))
    return _gopls.code_action(request.files, lsp.place(request, "begin"), lsp.place(request, "end"),
                              request.parameter("action"))


def answer(request):
    global _gopls
    outputs = dict.fromkeys(OUTPUTS)
    outputs["compile errors before"], before = observed(request.scratch, request.text)
    if outputs["compile errors before"]:
        return worker.done(outputs)
    try:
        (after,) = refactored(request).values()
    except lsp.Refused as refusal:
        return worker.refused(str(refusal))
    except lsp.Died as died:
        sys.stderr.write(died.log)
        if _gopls is not None:
            _gopls.close()
        _gopls = None
        return worker.crashed(next((line for line in died.log.splitlines() if line.startswith("panic: ")), str(died)))
    outputs["after"] = after
    outputs["compile errors after"], outputs["behaviour after"] = observed(request.scratch, after)
    outputs["behaviour before"] = None if outputs["compile errors after"] else before
    return worker.done(outputs)


if __name__ == "__main__":
    worker.serve("gopls", version(), answer, outputs=OUTPUTS)
