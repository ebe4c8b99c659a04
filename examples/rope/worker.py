# SPDX-License-Identifier: Apache-2.0
"""A smallscope worker whose subject is the rope refactoring engine (docs/worker-protocol.md has the protocol).

For each request it applies one refactoring and reports facts without judging them: the refactored text, what the
compiler says about the program before and after, and what both programs do when they run. The C++ campaign judges.

Parameters of a request: `refactoring`; the parameters that it needs (`offset`, or `start` and `end`; `new name`;
`change`); and `behaviour` where it says nothing about rope (docs/campaigns/rope.md): "ignored", or, for some fragments
of a program of several, "ignored of #1 #3".
"""

import base64
import collections
import json
import os
import sys
import tempfile

import engine
import execution

FILE_NAME = "input.py"
REMEMBERED_PROGRAMS = 256  # neighbouring inputs often share the program and differ only in its refactoring

Program = collections.namedtuple("Program", "compile_error ran_cleanly behaviour")


class Worker:
    def __init__(self, scratch):
        directory = tempfile.mkdtemp(prefix="rope-", dir=scratch)
        self._engine = engine.Engine(directory, FILE_NAME)
        self._programs = collections.OrderedDict()

    def answer(self, request):
        """The fields of the reply, except its id."""
        source = _decode(request["files"][request["input"]])
        parameters = {name: _decode(text) for name, text in request.get("parameters", {}).items()}
        runs = parameters.get("behaviour") != "ignored"
        ignored = parameters.get("behaviour", "").removeprefix("ignored of").split()
        before = self._examine(source, runs)
        outputs = {"compile errors before": before.compile_error}
        if before.compile_error:
            return {"outcome": "done", "messages": [], "outputs": outputs}
        try:
            after_text = self._engine.apply(source, parameters)
        except engine.Refused as refusal:
            return {"outcome": "refused", "messages": [str(refusal)], "outputs": outputs}
        except engine.Crashed as crash:
            if crash.generated is not None:
                outputs["after"] = crash.generated
            return {"outcome": "crashed", "messages": [str(crash)], "outputs": outputs}
        except (KeyError, ValueError) as error:
            return {"outcome": "lost", "messages": [f"bad request: {error}"], "outputs": {}}
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
        return {"outcome": "done", "messages": [], "outputs": outputs}

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


def _decode(text):
    if isinstance(text, dict):
        return base64.b64decode(text["base64"]).decode("utf-8", "surrogateescape")
    return text


def _encode(text):
    if text is None:  # there is no such output
        return None
    try:
        text.encode("utf-8")
        return text
    except UnicodeEncodeError:
        return {"base64": base64.b64encode(text.encode("utf-8", "surrogatepass")).decode("ascii")}


def _encoded(reply):
    reply["messages"] = [_encode(message) for message in reply["messages"]]
    reply["outputs"] = {name: _encode(text) for name, text in reply["outputs"].items()}
    return reply


def _descriptor(variable):
    number = os.environ.pop(variable, None)
    if number is None:
        sys.exit(f"{variable} is not set: this program is a smallscope worker, started by a campaign")
    return int(number)


def main():
    requests = open(_descriptor("SMALLSCOPE_REQUESTS"), encoding="utf-8", newline="\n")
    replies = open(_descriptor("SMALLSCOPE_REPLIES"), "w", encoding="utf-8", newline="\n")

    def send(message):
        replies.write(json.dumps(message, separators=(",", ":")) + "\n")
        replies.flush()

    hello = json.loads(requests.readline() or "{}")
    if hello.get("protocol") != "smallscope-worker" or hello.get("version") != 1:
        sys.exit("this worker speaks version 1 of the smallscope-worker protocol")
    worker = Worker(hello["scratch"])
    send({"protocol": "smallscope-worker", "version": 1, "subject": "rope", "subject_version": engine.VERSION})
    for line in requests:
        request = json.loads(line)
        send({"id": request["id"], **_encoded(worker.answer(request))})


if __name__ == "__main__":
    main()
