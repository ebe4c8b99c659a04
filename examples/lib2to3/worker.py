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

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import channel  # noqa: E402 - found beside the examples
import execution  # noqa: E402


class Worker:
    def __init__(self):
        self._engine = engine.Engine()

    def answer(self, request):
        """The fields of the reply, except its id."""
        source, reference = (channel.decoded(request["files"][name]) for name in ("input.py", "reference.py"))
        error = execution.compile_error(reference, "reference.py")
        cleanly, expected = (False, error) if error else execution.run(reference, "reference.py")
        if not cleanly:
            return {"outcome": "lost", "messages": [f"the reference does not run: {expected}"], "outputs": {}}
        try:
            after = self._engine.apply(source)
        except engine.Refused as refusal:
            return {"outcome": "refused", "messages": [str(refusal)], "outputs": {}}
        except engine.Crashed as crash:
            return {"outcome": "crashed", "messages": [str(crash)], "outputs": {}}
        error = execution.compile_error(after, "input.py")
        outputs = {"compile errors after": error, "after": after,
                   "behaviour before": None if error else expected,
                   "behaviour after": None if error else execution.run(after, "input.py")[1],
                   "comments before": None if error else comments(source),
                   "comments after": None if error else comments(after)}
        return {"outcome": "done", "messages": [], "outputs": outputs}


def comments(source):
    """The comments of a program, one per line; both versions of the language have the same."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return "".join(token.string + "\n" for token in tokens if token.type == tokenize.COMMENT)


if __name__ == "__main__":
    channel.serve(lambda scratch: Worker().answer, "lib2to3", engine.VERSION)
