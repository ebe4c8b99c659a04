#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks a worker about one input, and leaves the outputs that it reports as files in the present directory.

usage: ask_worker.py REQUEST START_SECONDS SECONDS REPLY_BYTES COMMAND...

REQUEST is a file with one request of smallscope's worker protocol, version 1: a JSON object. COMMAND starts the worker
in the present directory, which is emptied before outputs are left in it. What the worker says is printed on standard
error; what it says that the subject printed, on standard output and standard error. Ends with 0 if the subject is
done, 3 if it refuses the input, 124 after SECONDS, 128 and the signal that killed the worker, 250 after another crash,
and 251 if nothing is known. Needs Python 3.8.
"""

import base64
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

DONE, REFUSED, TIMED_OUT, KILLED, CRASHED, LOST = 0, 3, 124, 128, 250, 251


class End(Exception):
    """How it ends: an exit status, and what is to be said."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status
        self.printed = b""  # by the worker


class Worker:
    def __init__(self, command, reply_bytes):
        self.reply_bytes = reply_bytes
        self.writer = None
        requests, self.requests = os.pipe()
        self.replies, replies = os.pipe()
        self.printed = tempfile.TemporaryFile()
        environment = {**os.environ, "SMALLSCOPE_REQUESTS": str(requests), "SMALLSCOPE_REPLIES": str(replies),
                       "PYTHONDONTWRITEBYTECODE": "1"}  # leaves the folder as it is
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.printed, stderr=self.printed,
                                            pass_fds=(requests, replies), env=environment, start_new_session=True)
        except OSError as error:
            raise End(LOST, f"the worker cannot be started: {error}") from error
        finally:
            os.close(requests)
            os.close(replies)

    def tell(self, line):
        """Writes without waiting: a worker may read late, and a line may be longer than a pipe."""
        def feed(rest=line):
            try:
                while rest:
                    rest = rest[os.write(self.requests, rest):]
            except OSError:
                pass  # the worker is gone, which listen() notices
        self.writer = threading.Thread(target=feed, daemon=True)
        self.writer.start()

    def listen(self, seconds):
        """The next line as an object."""
        deadline, line = time.monotonic() + seconds, b""
        while not line.endswith(b"\n"):
            wait = deadline - time.monotonic()
            if wait <= 0 or not select.select([self.replies], [], [], wait)[0]:
                raise End(TIMED_OUT, f"no answer within {seconds:g} s")
            read = os.read(self.replies, 1 << 16)
            if not read:
                self.end_of_replies(deadline)
            line += read
            if len(line) > self.reply_bytes + 1:
                raise End(CRASHED, f"the worker's reply has more than {self.reply_bytes} bytes")
        try:
            answer = json.loads(line.decode("utf-8"))
        except ValueError as error:
            raise End(LOST, f"the worker's line is no JSON: {error}") from error
        if not isinstance(answer, dict):
            raise End(LOST, "the worker's line is no JSON object")
        return answer

    def end_of_replies(self, deadline):
        try:
            status = self.process.wait(max(0.0, min(2.0, deadline - time.monotonic())))
        except subprocess.TimeoutExpired as still_there:
            raise End(LOST, "the worker closed its replies without an answer") from still_there
        if status < 0:
            raise End(KILLED - status, f"the worker was killed by signal {-status}")
        raise End(CRASHED, f"the worker ended with exit status {status}")

    def end(self):
        """Lets the worker go, with all that it started; returns what it printed."""
        self.writer.join(0.5)
        if not self.writer.is_alive():  # otherwise it does not read, and its end of the requests is still written to
            os.close(self.requests)
            try:
                self.process.wait(0.5)
            except subprocess.TimeoutExpired:
                pass
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except OSError:
            pass
        self.process.wait()
        self.printed.seek(0)
        return self.printed.read(1 << 16)


def bytes_of(text):
    """A text of the protocol: a string, or {"base64": "..."}."""
    if isinstance(text, dict):
        return base64.b64decode(text["base64"])
    return text.encode("utf-8", "surrogatepass")


def empty_directory():
    for entry in os.scandir("."):
        if entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path)
        else:
            os.unlink(entry.path)


def leave(name, text):
    if os.path.isabs(name) or ".." in name.split("/"):
        raise End(LOST, f"the name of the output {name!r} is no path of a file")
    folder = os.path.dirname(name)
    if folder:
        os.makedirs(folder, exist_ok=True)
    with open(os.path.join(".", name), "wb") as stream:
        stream.write(text)


def report(reply):
    """Prints and leaves what the reply says; how the subject ended."""
    outcome = reply.get("outcome")
    if outcome == "refused":
        sys.stderr.buffer.write(b"refused: ")
    sys.stderr.buffer.write(b"".join(bytes_of(message) + b"\n" for message in reply.get("messages", [])))
    sys.stdout.buffer.write(bytes_of(reply.get("standard_output", "")))
    sys.stderr.buffer.write(bytes_of(reply.get("standard_error", "")))
    empty_directory()
    for name, text in reply.get("outputs", {}).items():
        if text is not None:
            leave(name, bytes_of(text))
    return {"done": DONE, "refused": REFUSED, "crashed": CRASHED}.get(outcome, LOST)


def ask(request, start_seconds, seconds, reply_bytes, command):
    with open(request, "rb") as stream:
        line = stream.read()
    greeting = {"protocol": "smallscope-worker", "version": 1, "scratch": os.getcwd(),
                "limits": {"reply_bytes": reply_bytes}}
    worker = Worker(command, reply_bytes)
    try:
        worker.tell(json.dumps(greeting).encode() + b"\n")
        try:
            worker.listen(start_seconds)
        except End as end:
            raise End(LOST, f"the worker does not start: {end}") from end
        worker.tell(line)
        reply = worker.listen(seconds)
    except End as end:
        end.printed = worker.end()
        raise
    except BaseException:  # interrupted
        worker.end()
        raise
    worker.end()
    if reply.get("id") != json.loads(line)["id"]:
        raise End(LOST, "the worker answers another request")
    return report(reply)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(LOST))
    request, start_seconds, seconds, reply_bytes, *command = sys.argv[1:]
    return ask(request, float(start_seconds), float(seconds), int(reply_bytes), command)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except End as end:
        print(end, file=sys.stderr, flush=True)
        sys.stderr.buffer.write(end.printed)
        sys.exit(end.status)
    except Exception as error:  # pylint: disable=broad-except
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        sys.exit(LOST)
