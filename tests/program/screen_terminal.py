# SPDX-License-Identifier: Apache-2.0
"""A terminal with a screen to look at, and a shell that can stop its job: for tests of what is drawn in place.

Screen interprets only what smallscope may write: text, new lines, cursor up, erasing and attributes. Anything else is a
fault of the program under test, and kept in `Screen.foreign`. Like most terminals, it wraps lines that are too long
after it was made narrower, and joins them again.
"""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

PATIENCE = 120
SEQUENCE = re.compile(r"\x1b\[([0-9;]*)([A-Za-z])")


class Screen:
    def __init__(self, columns, rows):
        self.columns, self.height = columns, rows
        self.rows, self.joined = [""], [False]  # all that was shown; whether a row goes on with the last
        self.row = self.column = 0
        self.attributes = ""
        self.foreign = []
        self.ups = self.draws = 0  # how often the cursor went up, and the rest of the screen was erased
        self.seen_attributes = set()
        self.pending = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("strict")

    @property
    def top(self):
        return max(0, len(self.rows) - self.height)

    def visible(self):
        return self.rows[self.top:]

    def text(self):
        return "\n".join(self.visible())

    def feed(self, data):
        text = self.pending + self.decoder.decode(data)
        self.pending = ""
        at = 0
        while at < len(text):
            character = text[at]
            if character == "\x1b":
                sequence = SEQUENCE.match(text, at)
                if sequence:
                    self.control(sequence.group(1), sequence.group(2))
                    at = sequence.end()
                    continue
                if len(text) - at < 12:
                    self.pending = text[at:]
                    return
                self.foreign.append(text[at:at + 12])
            elif character == "\r":
                self.column = 0
            elif character == "\n":
                self.down()
            elif ord(character) < 32 or 127 <= ord(character) < 160 or character in "\u202e\u2066\u2069\u2028":
                self.foreign.append(character)
            else:
                self.write(character)
            at += 1

    def control(self, numbers, kind):
        self.ups += kind == "A"
        self.draws += kind == "J"
        if kind == "A":
            self.row = max(self.top, self.row - int(numbers or 1))
        elif kind == "K" and not numbers:
            self.rows[self.row] = self.rows[self.row][:self.column]
        elif kind == "J" and not numbers:
            self.rows[self.row] = self.rows[self.row][:self.column]
            # Rows below stay on the screen, empty.
            self.rows[self.row + 1:] = [""] * (len(self.rows) - self.row - 1)
            self.joined[self.row + 1:] = [False] * (len(self.rows) - self.row - 1)
        elif kind == "m":
            self.attributes = "" if numbers in ("", "0") else numbers
            self.seen_attributes.add(numbers)
        else:
            self.foreign.append(f"\\x1b[{numbers}{kind}")

    def down(self, joined=False):
        self.row += 1
        if self.row == len(self.rows):
            self.rows.append("")
            self.joined.append(False)
        self.joined[self.row] = joined

    def write(self, character):
        if self.column == self.columns:
            self.down(joined=True)
            self.column = 0
        row = self.rows[self.row].ljust(self.column)
        self.rows[self.row] = row[:self.column] + character + row[self.column + 1:]
        self.column += 1

    def resize(self, columns, rows):
        while len(self.rows) > self.row + 1 and not self.rows[-1]:
            self.rows.pop(), self.joined.pop()
        rewrapped, joined, row = [], [], 0
        for number, (text, is_joined) in enumerate(zip(self.rows, self.joined)):
            if is_joined:
                text = rewrapped.pop() + text
                while joined.pop():
                    text = rewrapped.pop() + text
            pieces = [text[at:at + columns] for at in range(0, len(text), columns)] or [""]
            rewrapped += pieces
            joined += [False] + [True] * (len(pieces) - 1)
            if number == self.row:
                row = len(rewrapped) - 1
        self.rows, self.joined, self.row = rewrapped, joined, row
        self.columns, self.height = columns, rows
        self.column = min(self.column, columns)


class Job:
    """A program as the foreground job of a shell on a terminal of its own. Its standard output goes to a file."""

    def __init__(self, command, output, columns=80, rows=24, environment=None, directory=None):
        self.screen = Screen(columns, rows)
        orders, self.orders = os.pipe()
        self.answers, answers = os.pipe()
        self.shell, self.terminal = pty.fork()
        if self.shell == 0:
            try:
                os.close(self.orders), os.close(self.answers)
                os.chdir(directory or ".")
                shell(command, output, {**os.environ, "TERM": "xterm", **(environment or {})}, orders, answers)
            finally:
                os._exit(99)
        os.close(orders), os.close(answers)
        self.set_size(columns, rows)
        os.write(self.orders, b"s")
        self.status = None

    def set_size(self, columns, rows):
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns, rows):
        self.look()
        self.screen.resize(columns, rows)
        self.set_size(columns, rows)

    def mode(self):
        return termios.tcgetattr(self.terminal)

    def type(self, keys):
        os.write(self.terminal, keys)

    def look(self, patience=0.05):
        """Shows what has been written; returns whether the program may write more."""
        while self.terminal is not None and select.select([self.terminal], [], [], patience)[0]:
            try:
                data = os.read(self.terminal, 65536)
            except OSError:  # the last program has closed it
                return False
            if not data:
                return False
            self.screen.feed(data)
        return True

    def until(self, condition):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > deadline:
                raise AssertionError("this is on the screen instead:\n" + "\n".join(self.screen.rows))
            self.look()

    def until_shown(self, *texts):
        self.until(lambda: all(text in self.screen.text() for text in texts))

    def answer(self):
        """What the shell says about the job: "stopped", or its exit status; a signal is negative."""
        deadline = time.monotonic() + PATIENCE
        while not select.select([self.answers], [], [], 0)[0]:
            if time.monotonic() > deadline:
                raise AssertionError("the job does not end:\n" + "\n".join(self.screen.rows))
            self.look()
        answer = os.read(self.answers, 100).decode().strip()
        self.look()
        return answer if answer == "stopped" else int(answer)

    def foreground(self):
        os.write(self.orders, b"f")

    def send(self, number):
        os.write(self.orders, b"k" + bytes([number]))

    def hang_up(self):
        """The reader of the terminal goes away. The job hears of it by its writes alone: it ignores SIGHUP."""
        os.close(self.terminal)
        self.terminal = None

    def close(self):
        for descriptor in (self.terminal, self.orders, self.answers):
            if descriptor is not None:
                os.close(descriptor)
        os.waitpid(self.shell, 0)


def shell(command, output, environment, orders, answers):
    """What an interactive shell does with a job: a process group of its own, and the terminal for it."""
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    os.read(orders, 1)  # the terminal has its size
    job = os.fork()
    if job == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(0, os.getpid())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666), 1)
        os.execvpe(command[0], command, environment)
    while True:
        done, status = os.waitpid(job, os.WUNTRACED | os.WNOHANG)
        if done and os.WIFSTOPPED(status):
            os.tcsetpgrp(0, os.getpgrp())
            os.write(2, b"[1]+ Stopped\r\n")
            os.write(answers, b"stopped\n")
        elif done:
            os.write(answers, b"%d\n" % os.waitstatus_to_exitcode(status))
            return
        if select.select([orders], [], [], 0.02)[0]:
            order = os.read(orders, 1)
            if order == b"f":
                os.tcsetpgrp(0, job)
                os.killpg(job, signal.SIGCONT)
            elif order == b"k":
                os.kill(job, os.read(orders, 1)[0])
            elif not order:  # the test has gone
                os.kill(job, signal.SIGKILL)
