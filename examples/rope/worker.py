# SPDX-License-Identifier: Apache-2.0
"""A smallscope worker whose subject is the rope refactoring engine (docs/worker-protocol.md has the protocol).

For each request it applies one refactoring and reports facts without judging them: the refactored text, what the
compiler says about the program before and after, and what both programs do when they run. The C++ campaign judges.

Parameters of a request: `refactoring`; the parameters that it needs (`offset`, or `start` and `end`; `new name`;
`change`); and `behaviour` where it says nothing about rope (docs/campaigns/rope.md): "ignored", or, for some fragments
of a program of several, "ignored of #1 #3".
"""

import collections
import os
import sys
import tempfile

import engine

_EXAMPLES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[1:1] = [os.path.join(_EXAMPLES, "python"), os.path.join(os.path.dirname(_EXAMPLES), "workers", "python")]
import execution  # noqa: E402 - found beside the examples
import smallscope_coverage  # noqa: E402
import smallscope_worker as worker  # noqa: E402

FILE_NAME = "input.py"
REMEMBERED_PROGRAMS = 256  # neighbouring inputs often share the program and differ only in its refactoring

Program = collections.namedtuple("Program", "compile_error ran_cleanly behaviour")


class Worker:
    def __init__(self, scratch):
        directory = tempfile.mkdtemp(prefix="rope-", dir=scratch)
        self._engine = engine.Engine(directory, FILE_NAME)
        self._programs = collections.OrderedDict()

    def answer(self, request):
        source, parameters = request.text, request.parameters
        runs = parameters.get("behaviour") != "ignored"
        ignored = parameters.get("behaviour", "").removeprefix("ignored of").split()
        before = self._examine(source, runs)
        outputs = {"compile errors before": before.compile_error}
        if before.compile_error:
            return worker.done(outputs)
        try:
            after_text = self._engine.apply(source, parameters)
        except engine.Refused as refusal:
            return worker.refused(str(refusal), outputs=outputs)
        except engine.Crashed as crash:
            if crash.generated is not None:
                outputs["after"] = crash.generated
            return worker.crashed(str(crash), outputs=outputs)
        except (KeyError, ValueError) as error:
            return worker.lost(f"bad request: {error}")
        # Behaviour is compared only if the input runs cleanly, so the result runs only then.
        after = self._examine(after_text, runs and before.ran_cleanly)
        outputs["compile errors after"] = after.compile_error
        outputs["after"] = after_text
        compared = before.ran_cleanly and after.behaviour is not None
        for name, program in (("behaviour before", before), ("behaviour after", after)):
            outputs[name] = execution.without_fragments(program.behaviour, ignored) if compared else None
        if parameters.get("refactoring") == "rename":
            compiles = not after.compile_error
            outputs["there and back"] = self._there_and_back(source, after_text, parameters) if compiles else None
        return worker.done(outputs)

    def _examine(self, source, runs):
        key = source, runs
        known = self._programs.get(key)
        if known is not None:
            self._programs.move_to_end(key)
            return known
        error = execution.compile_error(source, FILE_NAME)
        cleanly, behaviour = execution.run(source, FILE_NAME) if runs and not error else (False, None)
        program = self._programs[key] = Program(error, cleanly, behaviour)
        if len(self._programs) > REMEMBERED_PROGRAMS:
            self._programs.popitem(last=False)
        return program

    def _there_and_back(self, source, after_text, parameters):
        old_name, new_name = parameters["old name"], parameters["new name"]
        offset = engine.offset_after_rename(source, after_text, int(parameters["offset"]), old_name, new_name)
        if offset is None:
            return "the name at the cursor was not renamed\n"
        back = dict(parameters, offset=str(offset))
        back["new name"] = old_name
        try:
            return self._engine.apply(after_text, back)
        except (engine.Refused, engine.Crashed) as error:
            return f"renaming back: {error}\n"


if __name__ == "__main__":
    smallscope_coverage.start("rope")
    worker.serve("rope", engine.VERSION, Worker(os.getcwd()).answer)  # its scratch directory
