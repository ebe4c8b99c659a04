#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast the Eclipse worker starts and answers: talks to one worker about the programs of tests/examples/eclipse.

Usage: measure.py ENGINE_DIRECTORY [SECONDS]: the directory examples/eclipse/engine of a build, and for how long each
refactoring is requested (5).
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

CASES = pathlib.Path(__file__).resolve().parents[2] / "tests/examples/eclipse"
TICKS = os.sysconf("SC_CLK_TCK")


class Worker:
    def __init__(self, engine, scratch):
        self.began = time.monotonic()
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        environment = os.environ | {"SMALLSCOPE_REQUESTS": str(theirs_in), "SMALLSCOPE_REPLIES": str(theirs_out)}
        self.process = subprocess.Popen(["java", f"@{engine}/arguments.txt", scratch], cwd=scratch, env=environment,
                                        pass_fds=(theirs_in, theirs_out), stdin=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        self.requests, self.replies = os.fdopen(ours_out, "w", encoding="utf-8"), os.fdopen(ours_in, encoding="utf-8")
        self.version = self.converse({"protocol": "smallscope-worker", "version": 1, "scratch": scratch})

    def converse(self, line):
        self.requests.write(json.dumps(line) + "\n")
        self.requests.flush()
        return json.loads(self.replies.readline())

    def elapsed(self):
        return time.monotonic() - self.began

    def processor_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def peak_memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text().split()
        return int(status[status.index("VmHWM:") + 1]) // 1024

    def close(self):
        self.requests.close()
        self.process.wait()


def request_of(path):
    """What a case asks, without running programs or javac."""
    head, *sections = path.read_text(encoding="utf-8").split("\n== ")
    parameters = dict(line.split(": ", 1) for line in head.splitlines() if line and not line.startswith("#"))
    asked = ("refactoring", "destination", "new name")
    parameters = {name: value for name, value in parameters.items() if name in asked}
    texts = dict(section.split("\n", 1) for section in sections)
    return {"id": 1, "files": {name: text for name, text in texts.items() if name.endswith(".java")},
            "parameters": parameters}


def main():
    engine, seconds = pathlib.Path(sys.argv[1]).resolve(), float(sys.argv[2]) if len(sys.argv) > 2 else 5
    requests = {}
    for path in sorted(CASES.glob("*.txt")):
        if path.stem != "does-not-compile":
            request = request_of(path)
            requests.setdefault(request["parameters"]["refactoring"], []).append(request)
    with tempfile.TemporaryDirectory() as scratch:
        worker = Worker(engine, scratch)
        name = f"{worker.version['subject']} {worker.version['subject_version']}"
        print(f"{name}: started after {worker.elapsed():.1f} s", end=", ")
        worker.converse(requests["pull up method"][0])
        print(f"first answer after {worker.elapsed():.1f} s")
        for measured in (False, True):  # the first round warms up the Java virtual machine
            for refactoring, asked in requests.items():
                began, processor, answers = time.monotonic(), worker.processor_seconds(), 0
                while time.monotonic() - began < seconds:
                    worker.converse(asked[answers % len(asked)])
                    answers += 1
                rate = answers / (time.monotonic() - began)
                if measured:
                    print(f"{refactoring:18}{rate:6.0f} a second, "
                          f"{answers / (worker.processor_seconds() - processor):.0f} a processor second")
        print(f"peak memory {worker.peak_memory()} MB")
        worker.close()


if __name__ == "__main__":
    main()
