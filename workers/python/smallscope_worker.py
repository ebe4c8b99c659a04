# SPDX-License-Identifier: Apache-2.0
"""A smallscope worker in Python: the protocol is here, the subject is yours (docs/worker-libraries.md).

    import smallscope_worker as worker

    def answer(request):
        return worker.done({"after": simplified(request.text)})

    worker.serve("simplifier", "1.0", answer, outputs=["after"])

One file for Python 3.8 or later, without dependencies: copy it beside your program. A text is a str. Bytes that are not
UTF-8 are surrogate escapes in it (PEP 383), in both directions.
"""

import base64
import io
import json
import os
import shutil
import sys
import traceback

VERSION = 1  # of the protocol
_MOST_FRAMES = 20


class Request:
    """What to test. Members that the campaign does not give are empty."""

    def __init__(self, members, scratch):
        self.id = members["id"]
        self.files = _texts(members.get("files", {}))
        self.parameters = _texts(members.get("parameters", {}))
        self.standard_input = _text(members.get("standard_input", ""))
        self.scratch = scratch  # the worker's own directory
        self._input = members.get("input")

    @property
    def text(self):
        """The first file. A request without files is answered with `lost`."""
        if self._input not in self.files:
            raise Lost("the request has no file")
        return self.files[self._input]

    def parameter(self, name):
        """A request without this parameter is answered with `lost`."""
        if name not in self.parameters:
            raise Lost(f"the request has no parameter `{name}`; it has: {', '.join(self.parameters) or 'none'}")
        return self.parameters[name]

    def write_files(self):
        """Writes the files to a directory of their own and returns its path; it is gone after the reply."""
        directory = _request_path(self.scratch)
        os.makedirs(directory, exist_ok=True)
        for name, text in self.files.items():
            parts = name.split("/")
            if "\0" in name or any(part in ("", ".", "..") for part in parts):
                raise Lost(f"the file name {name!r} leaves the directory")
            path = os.path.join(directory, *parts)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(_encoded(text))
        return directory


class Refused(Exception):
    """The subject declined, with a reason."""


class Lost(Exception):
    """The worker cannot answer, and it is not the subject's fault."""


def done(outputs):
    """The subject did its work. `outputs`: name to text, in order; None says that this input has no such output."""
    return {"outcome": "done", "outputs": outputs}


def refused(*reasons, outputs=None):
    return {"outcome": "refused", "messages": reasons, "outputs": outputs or {}}


def crashed(*messages, outputs=None):
    return {"outcome": "crashed", "messages": messages, "outputs": outputs or {}}


def lost(*messages):
    return {"outcome": "lost", "messages": messages}


def serve(subject, version, answer, outputs=None):
    """Answers requests until the runner closes its end.

    `answer` takes a Request and returns what done(), refused(), crashed() or lost() return; it may raise Refused and
    Lost. Every other exception is a crash of the subject, but for exhausted memory, which is lost. With `outputs`, the
    names of all outputs, a `done` that leaves one out or has another is lost: no oracle then passes unjudged.
    """
    requests, replies = _channel("SMALLSCOPE_REQUESTS", "rb"), _channel("SMALLSCOPE_REPLIES", "wb")

    def send(line):
        while line:  # a raw file may write less than all
            line = line[replies.write(line):]

    greeting = json.loads(requests.readline() or b"{}")
    if greeting.get("protocol") != "smallscope-worker":
        sys.exit("the first line is not a greeting of smallscope-worker: this program is started by a campaign")
    scratch = _text(greeting["scratch"])
    most_bytes = greeting.get("limits", {}).get("reply_bytes")
    names = None if outputs is None else list(outputs)
    said = {"protocol": "smallscope-worker", "version": VERSION, "subject": subject, "subject_version": version}
    send(_line(said if names is None else {**said, "outputs": names}))
    for line in requests:
        members = json.loads(line)
        reply = _answer(answer, Request(members, scratch))
        objection = _objection(reply, names)
        text = _line({"id": members["id"], **_members(lost(objection) if objection else reply)})
        if most_bytes and len(text) > most_bytes:
            objection = f"the reply has {len(text)} bytes, the limit is {most_bytes}: report less, or raise the limit"
            text = _line({"id": members["id"], **_members(lost(objection))})
        shutil.rmtree(_request_path(scratch), ignore_errors=True)
        send(text)


def _answer(answer, request):
    if "smallscope_coverage" in sys.modules:
        sys.modules["smallscope_coverage"].resume()
    try:
        return answer(request)
    except Refused as refusal:
        return refused(str(refusal))
    except Lost as trouble:
        return lost(str(trouble))
    except MemoryError:
        return lost("MemoryError: out of memory")
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as problem:  # SystemExit, too: a subject must not end the worker
        traceback.print_exc()
        return {**crashed(_said(problem)), "standard_error": _stack(problem)}


def _said(problem):
    """The exception on one line, and the function it came from: no numbers of lines, which every change moves."""
    text = " ".join(f"{type(problem).__name__}: {problem}".split()).rstrip(": ")
    frames = [] if isinstance(problem, RecursionError) else traceback.extract_tb(problem.__traceback__)
    return f"{text} in {frames[-1].name} ({os.path.basename(frames[-1].filename)})" if len(frames) > 1 else text


def _stack(problem):
    """Where the exception was raised, and the callers of that place: a line each, `file:line function`."""
    frames = traceback.extract_tb(problem.__traceback__)[:0:-1]  # without _answer()
    lines = [f"{os.path.basename(frame.filename)}:{frame.lineno} {frame.name}\n" for frame in frames[:_MOST_FRAMES]]
    return "".join(lines) + ("...\n" if len(frames) > _MOST_FRAMES else "")


def _objection(reply, names):
    """What is wrong with a reply of answer(), or None."""
    if not isinstance(reply, dict) or "outcome" not in reply:
        return f"answer() returned {type(reply).__name__}, not what done(), refused(), crashed() or lost() return"
    outputs = reply.get("outputs") or {}
    for name, text in outputs.items():
        if not isinstance(name, str) or not (text is None or isinstance(text, str)):
            return f"the output {name!r} is a {type(text).__name__}; an output is a str, or None if the input has none"
        if names is not None and name not in names:
            return f"the output `{name}` is reported and not declared; declared are: {', '.join(names)}"
    if reply["outcome"] == "done" and names is not None:
        for name in names:
            if name not in outputs:
                return f"the output `{name}` is declared and not reported; report None if this input has none"
    if reply["outcome"] == "refused" and not any(reply["messages"]):
        return "refused without a reason"
    return None


def _members(reply):
    """The members of a reply as JSON has them."""
    members = {"outcome": reply["outcome"]}
    if reply.get("messages"):
        members["messages"] = [_member(str(message)) for message in reply["messages"]]
    if reply.get("outputs"):
        members["outputs"] = {name: _member(text) for name, text in reply["outputs"].items()}
    for name in ("standard_output", "standard_error"):
        if name in reply:
            members[name] = _member(reply[name])
    return members


def _line(message):
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n"


def _request_path(scratch):
    return os.path.join(scratch, "request")


def _texts(members):
    return {name: _text(value) for name, value in members.items()}


def _text(value):
    if isinstance(value, str):
        return value
    return base64.b64decode(value["base64"]).decode("utf-8", "surrogateescape")


def _encoded(text):
    """Its bytes. Python programs may print surrogates that are no escapes: they have the bytes that UTF-8 forbids."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        def escaped(character):
            return "\udc80" <= character <= "\udcff"
        return b"".join(character.encode("utf-8", "surrogateescape" if escaped(character) else "surrogatepass")
                        for character in text)


def _member(text):
    if text is None:
        return None
    try:
        text.encode("utf-8")
        return text
    except UnicodeEncodeError:
        return {"base64": base64.b64encode(_encoded(text)).decode("ascii")}


def _channel(variable, mode):
    number = os.environ.pop(variable, None)  # what the subject starts must not find it
    if number is None:
        sys.exit(f"{variable} is not set: this program is a smallscope worker, started by a campaign; "
                 "`smallscope check-worker` starts it by hand")
    os.set_inheritable(int(number), False)
    file = open(int(number), mode, buffering=0)
    return io.BufferedReader(file, 1 << 16) if mode == "rb" else file
