# SPDX-License-Identifier: Apache-2.0
"""A smallscope worker whose subject is jedi (Debian's python3-jedi 0.18.2).

The program input.py has one selection between « and »: the name to rename or to inline (the cursor is at its first
character), or the code to extract. The marks are taken out before jedi or Python see the program. Parameters:
`refactoring` is one of rename, inline, extract_variable, extract_function; `new` is the new name (not of inline).
With the environment variable SMALLSCOPE_JEDI_FAULTS, a JSON list, jedi keeps these faults and all others are mended
(mends.py); without it, jedi is as it is.
"""

import json
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))
_ROOT = os.path.dirname(os.path.dirname(_HERE))
sys.path[1:1] = [_HERE, os.path.join(_ROOT, "examples", "python"), os.path.join(_ROOT, "workers", "python")]
import execution  # noqa: E402 - found beside the examples
import mends  # noqa: E402
import smallscope_coverage  # noqa: E402
import smallscope_worker as worker  # noqa: E402

if "SMALLSCOPE_JEDI_FAULTS" in os.environ:
    mends.apply(json.loads(os.environ["SMALLSCOPE_JEDI_FAULTS"]))
import jedi  # noqa: E402
from jedi.api.environment import InterpreterEnvironment  # noqa: E402
from jedi.api.exceptions import RefactoringError  # noqa: E402

if jedi.__version__ != "0.18.2":
    sys.exit(f"jedi 0.18.2 is needed, this is {jedi.__version__} of {jedi.__file__}; run /usr/bin/python3")
OUTPUTS = ["compile errors before", "compile errors after", "after", "behaviour before", "behaviour after"]
OPEN, CLOSE = "«", "»"
_ENVIRONMENT = InterpreterEnvironment()
_EMPTY = None  # an empty directory: jedi looks for references in all files of its project


def selection(marked):
    """The program without marks, and the line (from 1) and column (from 0) of both ends of the selection."""
    first, last = marked.index(OPEN), marked.index(CLOSE) - 1
    text = marked.replace(OPEN, "").replace(CLOSE, "")

    def place(offset):
        before = text[:offset]
        return before.count("\n") + 1, offset - (before.rfind("\n") + 1)
    return text, place(first), place(last)


def refactored(marked, refactoring, new):
    """The program after the refactoring; RefactoringError is a refusal."""
    text, (line, column), (until_line, until_column) = selection(marked)
    script = jedi.Script(text, project=jedi.Project(_empty()), environment=_ENVIRONMENT)
    if refactoring == "rename":
        result = script.rename(line, column, new_name=new)
    elif refactoring == "inline":
        result = script.inline(line, column)
    else:
        result = getattr(script, refactoring)(
            line, column, new_name=new, until_line=until_line, until_column=until_column)
    changed = result.get_changed_files()
    return changed[None].get_new_code() if None in changed else text


def _empty():
    global _EMPTY
    if _EMPTY is None:
        _EMPTY = os.path.join(os.getcwd(), "empty-project")
        os.makedirs(_EMPTY, exist_ok=True)
    return _EMPTY


def answer(request):
    marked = request.text
    text = selection(marked)[0]
    error = execution.compile_error(text, "input.py")
    cleanly, before = (False, None) if error else execution.run(text, "input.py")
    if not cleanly:  # no valid input: rejected by the oracle
        error = error or "does not run: " + before.strip().rpartition("\n")[2]
        return worker.done(dict.fromkeys(OUTPUTS) | {"compile errors before": error})
    try:
        after = refactored(marked, request.parameter("refactoring"), request.parameters.get("new"))
    except RefactoringError as refusal:
        return worker.refused(str(refusal))
    error = execution.compile_error(after, "input.py")
    return worker.done({
        "compile errors before": "", "compile errors after": error, "after": after,
        "behaviour before": None if error else before,
        "behaviour after": None if error else execution.run(after, "input.py")[1]})


if __name__ == "__main__":
    smallscope_coverage.start("jedi", "parso")
    worker.serve("jedi", jedi.__version__, answer, outputs=OUTPUTS)
