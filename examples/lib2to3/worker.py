# SPDX-License-Identifier: Apache-2.0
"""A smallscope worker whose subject is lib2to3 (docs/worker-protocol.md has the protocol).

A request has two files: input.py, a program in Python 2, and reference.py, what it means, in Python 3. The worker
converts the first and reports facts without judging them: the converted text, what the compiler says about it, what
both programs in Python 3 do when they run, and the comments before and after.
"""

import io
import os
import sys
import tokenize

import engine

_EXAMPLES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[1:1] = [os.path.join(_EXAMPLES, "python"), os.path.join(os.path.dirname(_EXAMPLES), "workers", "python")]
import execution  # noqa: E402 - found beside the examples
import smallscope_coverage  # noqa: E402
import smallscope_worker as worker  # noqa: E402

OUTPUTS = ["compile errors after", "after", "behaviour before", "behaviour after", "comments before", "comments after"]


class Worker:
    def __init__(self):
        self._engine = engine.Engine()

    def answer(self, request):
        source, reference = (request.files[name] for name in ("input.py", "reference.py"))
        error = execution.compile_error(reference, "reference.py")
        cleanly, expected = (False, error) if error else execution.run(reference, "reference.py")
        if not cleanly:
            return worker.lost(f"the reference does not run: {expected}")
        try:
            after = self._engine.apply(source)
        except engine.Refused as refusal:
            return worker.refused(str(refusal))
        except engine.Crashed as crash:
            return worker.crashed(str(crash))
        error = execution.compile_error(after, "input.py")
        outputs = {"compile errors after": error, "after": after,
                   "behaviour before": None if error else expected,
                   "behaviour after": None if error else execution.run(after, "input.py")[1],
                   "comments before": None if error else comments(source),
                   "comments after": None if error else comments(after)}
        return worker.done(outputs)


def comments(source):
    """The comments of a program, one per line; both versions of the language have the same."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return "".join(token.string + "\n" for token in tokens if token.type == tokenize.COMMENT)


if __name__ == "__main__":
    smallscope_coverage.start("lib2to3")
    worker.serve("lib2to3", engine.VERSION, Worker().answer, outputs=OUTPUTS)
