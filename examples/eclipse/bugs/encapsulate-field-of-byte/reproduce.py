#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lets Eclipse refactor the program of this folder as bug.json says, and tells whether the bug is there.

Exits with 0 if it is fixed, with 1 if it is there, and with 125 if anything else happens, as `git bisect run` expects.
$SMALLSCOPE_ECLIPSE_ENGINE is the directory of the headless engine, which a build of smallscope makes in
examples/eclipse/engine: it has arguments.txt, the arguments for Java ($SMALLSCOPE_JAVA, by default java).
"""

import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FIXED, THIS_BUG, ANYTHING_ELSE = 0, 1, 125


def end(status, text):
    print(text)
    sys.exit(status)


def answer(request):
    """What the engine replies, a JSON object (docs/worker-protocol.md)."""
    arguments = os.path.join(os.environ.get("SMALLSCOPE_ECLIPSE_ENGINE", ""), "arguments.txt")
    with tempfile.TemporaryDirectory() as scratch:
        read_requests, write_requests = os.pipe()
        read_replies, write_replies = os.pipe()
        environment = dict(os.environ)
        environment.update(SMALLSCOPE_REQUESTS=str(read_requests), SMALLSCOPE_REPLIES=str(write_replies))
        engine = subprocess.Popen([os.environ.get("SMALLSCOPE_JAVA", "java"), "@" + arguments, scratch],
                                  env=environment, pass_fds=(read_requests, write_replies), stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=scratch)
        os.close(read_requests)
        os.close(write_replies)
        try:
            with open(write_requests, "w", encoding="utf-8") as requests, \
                    open(read_replies, encoding="utf-8") as replies:
                for line in ({"protocol": "smallscope-worker", "version": 1, "scratch": scratch}, request):
                    requests.write(json.dumps(line) + "\n")
                    requests.flush()
                    reply = replies.readline()
            if not reply:
                end(ANYTHING_ELSE, "the engine does not answer: " + engine.stderr.read().decode(errors="replace"))
            return json.loads(reply)
        except BrokenPipeError:
            end(ANYTHING_ELSE, "the engine does not start: " + engine.stderr.read().decode(errors="replace"))
        finally:
            engine.stderr.close()
            engine.wait()


def main():
    with open(os.path.join(HERE, "bug.json"), encoding="utf-8") as stream:
        bug = json.load(stream)
    files = {}
    for name in bug["files"]:
        with open(os.path.join(HERE, name), encoding="utf-8", newline="") as stream:
            files[name] = stream.read()
    try:
        reply = answer({"id": 1, "input": bug["files"][0], "files": files, "parameters": bug["parameters"]})
    except OSError as error:
        end(ANYTHING_ELSE, f"Java cannot be started: {error}")
    outputs = {name: text for name, text in reply.get("outputs", {}).items() if text is not None}
    wrong = bug["judgements"][0]
    is_same = all(outputs.get(name) == text for name, text in bug["observed"].items()
                  if name not in ("ending", "message"))
    if reply["outcome"] == "crashed":
        print("expected: a refactored program, or a refusal\nactual: " + "\n".join(reply["messages"]))
        end(*((THIS_BUG, "this bug") if wrong["messages"] == reply["messages"] else (ANYTHING_ELSE, "another crash")))
    if reply["outcome"] != "done":
        end(ANYTHING_ELSE, f"{reply['outcome']}: {' '.join(reply.get('messages', []))}")
    errors = outputs.get("compile errors after", "") + outputs.get("javac errors after", "")
    pairs = (("behaviour before", "behaviour after"), ("before", "there and back"))
    differing = [(expected, actual) for expected, actual in pairs
                 if actual in outputs and outputs.get(expected) != outputs[actual]]
    if not errors and not differing and outputs.get("severity") in ("OK", "INFO"):
        end(FIXED, "fixed: the result compiles and behaves as before")
    if errors:
        print("expected: a program that compiles\nactual:\n" + errors, end="")
    for expected, actual in differing:
        print(f"expected:\n{outputs.get(expected, '')}actual:\n{outputs[actual]}", end="")
    end(*((THIS_BUG, "this bug") if is_same else (ANYTHING_ELSE, "anything else")))


main()
