# SPDX-License-Identifier: Apache-2.0
"""Runs a program on a terminal of its own and types for it; prints what it shows, and at last one line of JSON.

Usage: terminal.py TYPED... -- COMMAND...

Each TYPED is typed at once when the program waits with a prompt. In it <enter>, <up> and the like are keys, and <TERM>
or <HUP> sends that signal instead. The JSON has the exit status (negative for a signal), the number of keys, and
whether the terminal is left in the mode in which it was found.
"""

import json
import os
import re
import select
import signal
import subprocess
import sys
import termios
import time

KEYS = {"<enter>": b"\r", "<up>": b"\x1b[A", "<ctrl-c>": b"\x03", "<ctrl-d>": b"\x04"}
SIGNALS = {"<TERM>": signal.SIGTERM, "<HUP>": signal.SIGHUP}
PROMPT = re.compile(rb"(> |: )$")
PATIENCE = 60


def main():
    end = sys.argv.index("--")
    typed, command = sys.argv[1:end], sys.argv[end + 1:]
    controller, terminal = os.openpty()
    before = termios.tcgetattr(terminal)
    program = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True)
    shown, new, keys = b"", b"", 0
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        readable, _, _ = select.select([controller], [], [], 0.02)
        if readable:
            new += os.read(controller, 65536)
        elif program.poll() is not None:
            break
        elif typed and PROMPT.search(new):
            shown, new = shown + new, b""
            for key in re.findall(r"<[\w-]+>|.", typed.pop(0)):
                if key in SIGNALS:
                    program.send_signal(SIGNALS[key])
                else:
                    os.write(controller, KEYS.get(key, key.encode()))
                    keys += 1
    else:
        program.kill()
    status = program.wait()
    sys.stdout.write((shown + new).decode(errors="replace").replace("\r\n", "\n"))
    restored = termios.tcgetattr(terminal) == before
    print("\n" + json.dumps({"status": status, "keys": keys, "restored": restored}))


main()
