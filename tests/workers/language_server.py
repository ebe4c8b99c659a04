# SPDX-License-Identifier: Apache-2.0
"""A language server for tests: what it does with a document is in the name of what it is asked to do.

Usage: language_server.py ENCODING [ANSWER], where ANSWER is how it says its encoding: "position", "offset",
"nothing" or "error".
"""

import json
import sys

ENCODING, ANSWER = sys.argv[1], (sys.argv[2:] or ["position"])[0]
UNITS = {"utf-8": 1, "utf-16": 2, "utf-32": 4}
CODECS = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
documents = {}


def send(message):
    text = json.dumps({"jsonrpc": "2.0", **message}).encode()
    sys.stdout.buffer.write(b"Content-Type: x\r\nContent-Length: %d\r\n\r\n" % len(text) + text)
    sys.stdout.buffer.flush()


def received():
    length = 0
    for line in iter(sys.stdin.buffer.readline, b"\r\n"):
        if not line:
            sys.exit(0)
        if line.startswith(b"Content-Length:"):
            length = int(line.split(b":")[1])
    return json.loads(sys.stdin.buffer.read(length))


def uses_of(text, word):
    """The ranges of all places of the word, in the server's units."""
    for number, line in enumerate(text.split("\n")):
        begin = line.find(word)
        while begin >= 0:
            first, last = (len(part.encode(CODECS[ENCODING])) // UNITS[ENCODING]
                           for part in (line[:begin], line[:begin + len(word)]))
            yield {"start": {"line": number, "character": first}, "end": {"line": number, "character": last}}
            begin = line.find(word, begin + 1)


def word_at(text, position):
    line = text.split("\n")[position["line"]].encode(CODECS[ENCODING])
    return line[position["character"] * UNITS[ENCODING]:].decode(CODECS[ENCODING]).split(" ")[0].split(";")[0]


def renamed(parameters):
    uri = parameters["textDocument"]["uri"]
    word, new = word_at(documents[uri], parameters["position"]), parameters["newName"]
    changes = {uri: [{"range": use, "newText": new} for use in uses_of(text, word)] for uri, text in documents.items()}
    if new == "by-changes":
        return {"changes": changes}
    return {"documentChanges": [{"textDocument": {"uri": uri, "version": None}, "edits": edits}
                                for uri, edits in changes.items()]}


def actions(parameters):
    uri = parameters["textDocument"]["uri"]
    edit = {"changes": {uri: [{"range": parameters["range"], "newText": "new"}]}}
    outside = {"changes": {uri + ".other": [{"range": parameters["range"], "newText": "new"}]}}
    command = {"title": "by command", "command": "apply", "arguments": [edit]}
    return [{"title": "directly", "edit": edit}, command, {"title": "in an action", "command": command},
            {"title": "later", "data": edit}, {"title": "never", "disabled": {"reason": "not here"}},
            {"title": "nothing", "edit": {"changes": {}}}, {"title": "outside", "edit": outside},
            {"title": "file", "edit": {"documentChanges": [{"kind": "create", "uri": uri}]}},
            {"title": "fails", "command": "fail"}, {"title": "dies", "command": "die"}]


def answered(method, parameters):
    if method == "initialize" and ANSWER == "error":
        raise ValueError("not today")
    if method == "initialize":
        told = {"position": {"capabilities": {"positionEncoding": ENCODING}},
                "offset": {"capabilities": {}, "offsetEncoding": ENCODING}, "nothing": {"capabilities": {}}}
        return told[ANSWER]
    if method == "textDocument/rename":
        return renamed(parameters)
    if method == "textDocument/codeAction":
        send({"method": "window/logMessage", "params": {"type": 3, "message": "hello"}})
        send({"id": "c", "method": "workspace/configuration", "params": {"items": [{}, {}]}})
        assert received() == {"jsonrpc": "2.0", "id": "c", "result": [None, None]}
        return actions(parameters)
    if method == "codeAction/resolve":
        return {**parameters, "edit": parameters["data"]}
    if method == "workspace/executeCommand":
        if parameters["command"] == "die":
            print("panic: at the disco", file=sys.stderr)
            sys.exit(3)
        if parameters["command"] == "fail":
            raise ValueError("cannot apply")
        send({"id": 1, "method": "workspace/applyEdit", "params": {"edit": parameters["arguments"][0]}})
        assert received()["result"] == {"applied": True}
        return None
    raise ValueError(f"no method {method}")


while True:
    message = received()
    method, parameters = message["method"], message.get("params")
    if method == "textDocument/didOpen":
        document = parameters["textDocument"]
        with open(document["uri"][len("file://"):].replace("%20", " "), encoding="utf-8", newline="") as stream:
            assert stream.read() == document["text"], "it is on disk, too"
        documents[document["uri"]] = document["text"]
    elif method == "textDocument/didClose":
        del documents[parameters["textDocument"]["uri"]]
    elif "id" in message:
        try:
            send({"id": message["id"], "result": answered(method, parameters)})
        except ValueError as problem:
            send({"id": message["id"], "error": {"code": 1, "message": str(problem)}})
