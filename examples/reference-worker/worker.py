#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A worker for smallscope, see docs/worker-protocol.md: it renames a name in a Python program."""

import base64
import io
import json
import os
import tokenize


def text(value):
    """The str in a member of a request; bytes that were not UTF-8 become surrogates."""
    if isinstance(value, str):
        return value
    return base64.b64decode(value["base64"]).decode("utf-8", "surrogateescape")


def member(value):
    """A str as a member of a reply: the other way round."""
    try:
        value.encode("utf-8")
        return value
    except UnicodeEncodeError:
        return {"base64": base64.b64encode(value.encode("utf-8", "surrogateescape")).decode()}


def serve(subject, version, answer):
    requests = os.fdopen(int(os.environ["SMALLSCOPE_REQUESTS"]), encoding="utf-8")
    replies = os.fdopen(int(os.environ["SMALLSCOPE_REPLIES"]), "w", encoding="utf-8")

    def send(reply):
        replies.write(json.dumps(reply) + "\n")
        replies.flush()

    greeting = json.loads(requests.readline())
    os.chdir(greeting["scratch"])
    send({"protocol": "smallscope-worker", "version": 1, "subject": subject, "subject_version": version})
    for line in requests:
        request = json.loads(line)
        try:
            reply = answer(request)
        except Exception as problem:
            reply = {"outcome": "crashed", "messages": [f"{type(problem).__name__}: {problem}"]}
        send({"id": request["id"], **reply})


def errors_in(program):
    try:
        compile(program, "input", "exec")
        return ""
    except (SyntaxError, ValueError) as problem:
        return f"{type(problem).__name__}: {problem}"


def rename(request):
    program = text(request["files"][request["input"]])
    old, new = (text(request["parameters"][name]) for name in ("old", "new"))
    before = errors_in(program)
    outputs = {"compile errors before": member(before)}
    if before:
        return {"outcome": "done", "outputs": outputs}
    if not new.isidentifier():
        return {"outcome": "refused", "messages": [f"{new!r} is not an identifier"], "outputs": outputs}
    tokens = list(tokenize.generate_tokens(io.StringIO(program).readline))
    lines = program.splitlines(keepends=True)
    for token in reversed(tokens):
        if token.type == tokenize.NAME and token.string == old:
            row, column = token.start
            line = lines[row - 1]
            lines[row - 1] = line[:column] + new + line[column + len(old):]
    after = "".join(lines)
    outputs |= {"after": member(after), "compile errors after": member(errors_in(after))}
    return {"outcome": "done", "outputs": outputs}


if __name__ == "__main__":
    serve("rename", "1.0", rename)
