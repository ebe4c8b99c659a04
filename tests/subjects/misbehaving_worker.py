# SPDX-License-Identifier: Apache-2.0
"""A worker whose every request names, in the parameter `do`, what it does: mostly what a worker should not."""

import ctypes
import json
import os
import signal
import subprocess
import sys
import time

START = sys.argv[1] if len(sys.argv) > 1 else "well"
requests = os.fdopen(int(os.environ["SMALLSCOPE_REQUESTS"]), encoding="utf-8")
replies = os.fdopen(int(os.environ["SMALLSCOPE_REPLIES"]), "w", encoding="utf-8")
count = 0


def write(text):
    replies.write(text)
    replies.flush()


def send(**reply):
    write(json.dumps(reply) + "\n")


def hang():
    while True:
        time.sleep(1000)


def act(request):
    global count
    count += 1
    identity = request["id"]
    deed = request["parameters"]["do"]
    if deed == "answer":
        send(id=identity, outcome="done", messages=["m"], outputs={"z": "1", "a": "2"}, standard_output="so")
    elif deed == "report null":
        send(id=identity, outcome="done", outputs={"there": "", "not there": None})
    elif deed == "count":
        send(id=identity, outcome="done", outputs={"count": str(count), "pid": str(os.getpid())})
    elif deed == "note":
        open(request["parameters"]["file"], "w").close()
        send(id=identity, outcome="done")
    elif deed == "echo":
        send(id=identity, outcome="done", outputs={"request": json.dumps(request)})
    elif deed == "say where":
        here = os.getcwd()
        send(id=identity, outcome="done", messages=["at " + here], outputs={"file": here + "/request/input.py"})
    elif deed == "repeat":
        send(id=identity, outcome="done", outputs={"file": request["files"]["f"], "raw": {"base64": "//4="}})
    elif deed in ("refused", "crashed", "lost", "odd"):
        send(id=identity, outcome=deed, messages=["because"])
    elif deed == "garbage":
        print("printed before", file=sys.stderr, flush=True)
        write("Traceback: " + "x" * 300 + "\n")
    elif deed == "no newline":
        write('{"id":')
        os._exit(3)
    elif deed == "wrong id":
        send(id=identity + 1, outcome="done")
    elif deed == "deep id":
        write('{"id": ' + "[" * 400_000 + "]" * 400_000 + "}\n")
    elif deed == "unknown members":
        known = json.dumps({"id": identity, "outcome": "done", "unknown": [10**40, -1.5, None, True, {"id": 0}]})
        write(known[:-1] + ', "deep": ' + "[" * 200_000 + "]" * 200_000 + "}\n")
    elif deed == "two objects":
        write('{"id": %d, "outcome": "done"} {}\n' % identity)
    elif deed == "nul":
        write('{"id": %d, "outcome": "done"}\0garbage\n' % identity)
    elif deed == "half a mark":
        os.write(replies.fileno(), b'\xef{"id":%d,"outcome":"done"}\n' % identity)
    elif deed == "half a pair":
        write('{"id": %d, "outcome": "done", "messages": ["\\ude00"]}\n' % identity)
    elif deed == "emoji":
        send(id=identity, outcome="done", messages=["\U0001f600"])
    elif deed == "wrong type":
        send(id=identity, outcome="done", outputs=["after"])
    elif deed == "bad base64":
        send(id=identity, outcome="done", outputs={"after": {"base64": "?"}})
    elif deed == "bad utf-8":
        os.write(replies.fileno(), b'{"id":%d,"outcome":"done","messages":["\xff"]}\n' % identity)
    elif deed == "two lines":
        write(json.dumps({"id": identity, "outcome": "done"}) + "\n" + "more\n")
    elif deed == "exit":
        print("last words", file=sys.stderr, flush=True)
        os._exit(3)
    elif deed == "answer and exit":
        send(id=identity, outcome="done")
        os._exit(0)
    elif deed == "terminated once":
        file = request["parameters"]["file"]
        if not os.path.exists(file):
            open(file, "w").close()
            os.kill(os.getpid(), signal.SIGTERM)
            hang()
        send(id=identity, outcome="done", outputs={"count": str(count)})
    elif deed == "terminated":
        open(request["parameters"]["file"], "a").write(".")
        os.kill(os.getpid(), signal.SIGTERM)
        hang()
    elif deed == "segfault":
        ctypes.string_at(0)
    elif deed == "abort":
        os.abort()
    elif deed == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif deed == "out of memory":
        bytearray(1 << 33)
    elif deed == "close":
        os.close(replies.fileno())
        hang()
    elif deed == "hang":
        # The mark is a duration, too, and tells the process that is left behind from all others.
        subprocess.Popen(["setsid", "env", "-i", "sleep", request["parameters"].get("mark", "1000")])
        if "file" in request["parameters"]:
            open(request["parameters"]["file"], "w").close()
        hang()
    elif deed == "print":
        print("p" * 100_000, flush=True)
        print("e" * 100_000, file=sys.stderr, flush=True)
        send(id=identity, outcome="done")
    elif deed == "flood":
        while True:
            print("f" * 10_000)
    elif deed == "long":
        send(id=identity, outcome="done", outputs={"after": "l" * int(request["parameters"]["size"])})
    else:
        send(id=identity, outcome="lost", messages=["unknown deed"])


greeting = requests.readline()
if START == "silent":
    hang()
if START == "exit":
    sys.exit("no licence")
if START == "garbage":
    write("Welcome!\n")
elif START == "other protocol":
    send(protocol="other", version=1, subject="s")
elif START == "other version":
    send(protocol="smallscope-worker", version=2, subject="s")
elif START == "nameless":
    send(protocol="smallscope-worker", version=1)
elif START == "greedy":
    bytearray(1 << 33)
elif START == "odd outputs":
    send(protocol="smallscope-worker", version=1, subject="s", outputs="after")
elif START == "declaring":
    send(protocol="smallscope-worker", version=1, subject="s", outputs=["after", {"base64": "/w=="}])
else:
    version = "1"
    if START == "changing":
        with open(sys.argv[2], "a+") as starts:
            starts.seek(0)
            version = str(len(starts.read()))
            starts.write("x")
    if START == "once" and os.path.exists(sys.argv[2]):
        sys.exit("only once")
    if START == "once":
        open(sys.argv[2], "w").close()
    send(protocol="smallscope-worker", version=1, subject="test", subject_version=version)
for line in requests:
    act(json.loads(line))
