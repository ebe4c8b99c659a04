# SPDX-License-Identifier: Apache-2.0
"""A worker with the one fault that its argument names, for conformance_test.cpp."""

import json
import os
import sys
import time

FAULT = sys.argv[1]
numbers = (3, 4) if FAULT == "fixed descriptors" else map(int, (os.environ[f"SMALLSCOPE_{name}"]
                                                              for name in ("REQUESTS", "REPLIES")))
locale = FAULT == "encoding of the locale"
if locale and os.environ.get("LC_ALL") == "C":
    encoding = "latin-1"
else:
    encoding = "utf-8"
requests, replies = (os.fdopen(number, mode, encoding=encoding, newline="\n")
                     for number, mode in zip(numbers, "rw"))


def send(message):
    replies.write(json.dumps(message) + "\n")
    replies.flush()


if FAULT == "no greeting":
    sys.exit("cannot open the engine")
greeting = json.loads(requests.readline())
if FAULT == "ends on another version" and greeting["version"] != 1:
    sys.exit("this worker speaks version 1")
send({"protocol": "smallscope-worker", "version": 2 if FAULT == "version 2" else 1, "subject": "faulty"})
count = 0
while True:
    if FAULT == "drops what was read ahead":
        line = os.read(requests.fileno(), 1 << 16).decode(errors="ignore").partition("\n")[0]
        line += "\n" if line else ""
    else:
        line = requests.readline(1 << 20 if FAULT == "short lines" else -1)
    if not line:
        if FAULT == "stays":
            time.sleep(60)
        sys.exit(5 if FAULT == "status 5" else 0)
    if FAULT == "dies on half a line" or line.endswith("\n"):
        request = json.loads(line)
    else:
        if FAULT == "stays after half a line":
            time.sleep(60)
        sys.exit()
    count += 1
    if FAULT == "knows its members" and set(request) - {"id", "input", "files", "parameters", "standard_input"}:
        sys.exit("unknown member")
    if FAULT == "needs files":
        request["files"]
    text = request.get("files", {}).get("input", "")
    if FAULT == "needs strings":
        text += ""
    if FAULT == "needs text" and not text:
        sys.exit("empty")
    if FAULT == "leaves files":
        open(f"left-{count}", "w").close()
    if FAULT == "only ASCII":
        str(text).encode("ascii")
    identity = request["id"] & 0xffffffff if FAULT == "short identifiers" else request["id"]
    output = {"counts": str(count), "calls": time.time_ns()}.get(FAULT, text)
    reply = {"id": identity, "outcome": "ok" if FAULT == "unknown outcome" else "done"}
    if FAULT != "no outputs":
        reply["outputs"] = {"behavior after" if FAULT == "misspelt output" else "after": output}
    if FAULT == "lost":
        reply = {"id": identity, "outcome": "lost", "messages": ["not today"]}
    if FAULT == "hangs":
        time.sleep(60)
    send(reply)
    if FAULT == "two replies":
        send(reply)
