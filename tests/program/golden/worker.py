# SPDX-License-Identifier: Apache-2.0
"""A worker that crashes on every fourth number and, when $GARBAGE names a number, forgets the protocol there."""

import json
import os

requests = os.fdopen(int(os.environ["SMALLSCOPE_REQUESTS"]))
replies = os.fdopen(int(os.environ["SMALLSCOPE_REPLIES"]), "w")
requests.readline()
greeting = {"protocol": "smallscope-worker", "version": 1, "subject": "numbers", "subject_version": "1"}
print(json.dumps(greeting), file=replies, flush=True)
for line in requests:
    request = json.loads(line)
    number = request["parameters"]["number"]
    reply = {"id": request["id"], "outcome": "done"}
    if int(number) % 4 == 3:
        reply.update(outcome="crashed", messages=["bad luck"])
    print("what?" if number == os.environ.get("GARBAGE") else json.dumps(reply), file=replies, flush=True)
