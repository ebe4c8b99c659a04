# SPDX-License-Identifier: Apache-2.0
"""The worker's end of the conversation that docs/worker-protocol.md describes, for subjects written in Python."""

import base64
import json
import os
import sys


def decoded(text):
    """A text of a request."""
    if isinstance(text, dict):
        return base64.b64decode(text["base64"]).decode("utf-8", "surrogateescape")
    return text


def serve(make_worker, subject, version):
    """Answers requests until the runner closes its end. `make_worker(scratch)` returns a function that takes a request
    and returns the fields of the reply, except its id."""
    requests = open(_descriptor("SMALLSCOPE_REQUESTS"), encoding="utf-8", newline="\n")
    replies = open(_descriptor("SMALLSCOPE_REPLIES"), "w", encoding="utf-8", newline="\n")

    def send(message):
        replies.write(json.dumps(message, separators=(",", ":")) + "\n")
        replies.flush()

    hello = json.loads(requests.readline() or "{}")
    if hello.get("protocol") != "smallscope-worker" or hello.get("version") != 1:
        sys.exit("this worker speaks version 1 of the smallscope-worker protocol")
    answer = make_worker(hello["scratch"])
    send({"protocol": "smallscope-worker", "version": 1, "subject": subject, "subject_version": version})
    for line in requests:
        request = json.loads(line)
        send({"id": request["id"], **_encoded(answer(request))})


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
