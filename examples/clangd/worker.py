# SPDX-License-Identifier: Apache-2.0
"""A smallscope worker whose subject is the clangd that the environment variable CLANGD names (by default `clangd`).

It refactors a small C++ program, and compiles and runs it with g++ before and after. Parameters:

- `action = "tweak"`: the code action `tweak`, which has another name in another version of clangd: `A/B`. It is applied
  at the mark `cursor`, or to the selection from `begin` to `end`. SwapIfBranches is applied twice.
- `action = "rename"`: what is at the mark `cursor` is renamed to `name`, and back to `old`.
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

OUTPUTS = ["compile errors before", "behaviour before", "original", "once", "after", "compile errors after",
           "behaviour after", "there and back"]
COMPILER = ["g++", "-std=c++17", "-w", "-O0", "-fno-diagnostics-show-caret", "-fdiagnostics-color=never"]
ERROR = re.compile("error|undefined reference|multiple definition")
RUN_SECONDS = 2  # the programs need milliseconds: only an endless loop reaches this limit
PROGRAM = os.environ.get("CLANGD", "clangd")
ARGUMENTS = ["--log=error", "--hidden-features", "--background-index=0", "-j=1", "--clang-tidy=0",
             "--pch-storage=memory", "--header-insertion=never"]
_clangd = None  # started for the first request, and again after it has died


def version():
    """That of clangd; ends the worker if a program is missing."""
    for program in (PROGRAM, COMPILER[0]):
        if not shutil.which(program):
            sys.exit(f"there is no program `{program}`; the environment variable CLANGD names clangd")
    said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"version (\S+)", said)[1]


@functools.lru_cache(maxsize=5000)
def observed(scratch, files):
    """The first error of compiler or linker, "" if there is none, and what the program does, else None.

    `files` are pairs of name and text. Many inputs have the same program before.
    """
    directory = os.path.join(scratch, "build")
    os.makedirs(directory, exist_ok=True)
    for name, text in files:
        with open(os.path.join(directory, name), "w", encoding="utf-8") as stream:
            stream.write(text)
    compilation = subprocess.run([*COMPILER, "input.cpp", "-o", "a.out"], cwd=directory, capture_output=True,
                                 text=True, errors="replace")
    if compilation.returncode:
        lines = compilation.stderr.splitlines()
        return next((line for line in lines if ERROR.search(line)), lines[0] if lines else "?")[:300], None
    try:
        run = subprocess.run(["./a.out"], cwd=directory, capture_output=True, timeout=RUN_SECONDS)
    except subprocess.TimeoutExpired:
        return "", "does not end"
    return "", f"{run.stdout.decode('latin1')[:2000]}status {run.returncode}"


def observe(request, files):
    return observed(request.scratch, tuple(sorted(files.items())))


def started(directory):
    """A running clangd."""
    return lsp.LanguageServer([PROGRAM, *ARGUMENTS], directory, "cpp", capabilities={"offsetEncoding": ["utf-8"]},
                              options={"fallbackFlags": ["-std=c++17", "-w", "-xc++"]})


def tweak_of(action):
    """The name of the tweak that a code action of clangd, or the command in it, executes; or None."""
    command = action["command"] if isinstance(action.get("command"), dict) else action
    argument = (command.get("arguments") or [None])[0]
    return argument.get("tweakID") if isinstance(argument, dict) else None


def tweaked(clangd, files, request):
    """The program after the tweak at the cursor, or for the selection from `begin` to `end`."""
    begin, end = ("begin", "end") if "begin.file" in request.parameters else ("cursor", "cursor")
    names = request.parameter("tweak").split("/")
    return clangd.code_action(files, lsp.place(request, begin), lsp.place(request, end), names[0],
                              lambda action: tweak_of(action) in names)


def joined(files):
    """A program as one text."""
    if len(files) == 1:
        return next(iter(files.values()))
    return "".join(f"// {name}\n{text}" for name, text in files.items())


def tweak(clangd, request):
    """The program after the tweak, as outputs."""
    after = tweaked(clangd, request.files, request)
    if request.parameter("tweak") != "SwapIfBranches":
        return {"after": joined(after)}, after
    once, after = after, tweaked(clangd, after, request)
    return {"once": joined(once), "after": joined(after)}, after


def rename(clangd, request):
    """The program after the rename, and after the rename back if it compiles then, as outputs."""
    files, cursor = request.files, lsp.place(request, "cursor")
    edit = clangd.rename_edit(files, cursor, request.parameter("name"))
    after = clangd.edited(files, edit)
    if after == files:
        raise lsp.Refused("changes nothing")
    outputs = {"after": joined(after)}
    if not observe(request, after)[0]:
        outputs["original"] = joined(files)
        try:
            back = clangd.rename(after, clangd.moved(files, cursor, edit), request.parameter("old"))
            outputs["there and back"] = joined(back)
        except lsp.Refused as refusal:
            outputs["there and back"] = f"refused: {refusal}"
    return outputs, after


ACTIONS = {"tweak": tweak, "rename": rename}


def crash(died):
    """What a crash is called: the exit status, what clangd was doing, and its innermost functions."""
    doing = re.search(r"Signalled during[^\n]*:\s*([^\n]*)", died.log)
    functions = [name.strip() for name in re.findall(r"#\d+ 0x[0-9a-f]+ ([^\n(]+)", died.log) if "clang" in name]
    return f"clangd died with {died.status}{'; ' + doing[1] if doing else ''} {' < '.join(functions[:3])}".rstrip()


def answer(request):
    global _clangd
    action = request.parameter("action")
    if action not in ACTIONS:
        raise worker.Lost(f"there is no action `{action}`; there are: {', '.join(ACTIONS)}")
    outputs = dict.fromkeys(OUTPUTS)
    outputs["compile errors before"], outputs["behaviour before"] = observe(request, request.files)
    if outputs["compile errors before"]:
        return worker.done(outputs)
    try:
        if _clangd is None:
            _clangd = started(request.scratch)
        changed, after = ACTIONS[action](_clangd, request)
    except lsp.Refused as refusal:
        return worker.refused(str(refusal))
    except lsp.Died as died:
        sys.stderr.write(died.log)
        if _clangd is not None:
            _clangd.close()
        _clangd = None
        return worker.crashed(crash(died))
    outputs.update(changed)
    outputs["compile errors after"], outputs["behaviour after"] = observe(request, after)
    return worker.done(outputs)


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C.UTF-8"  # the compiler's quotes depend on it
    worker.serve("clangd", version(), answer, outputs=OUTPUTS)
