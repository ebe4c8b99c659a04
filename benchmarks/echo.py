# SPDX-License-Identifier: Apache-2.0
"""A worker (docs/worker-protocol.md) that answers each request with the text that it was given."""

import json
import os

requests = os.fdopen(int(os.environ["SMALLSCOPE_REQUESTS"]), encoding="utf-8")
replies = os.fdopen(int(os.environ["SMALLSCOPE_REPLIES"]), "w", encoding="utf-8")


def send(message):
    replies.write(json.dumps(message) + "\n")
    replies.flush()


requests.readline()
send({"protocol": "smallscope-worker", "version": 1, "subject": "echo"})
for line in requests:
    request = json.loads(line)
    send({"id": request["id"], "outcome": "done", "outputs": {"after": request["files"]["input"]}})
