# SPDX-License-Identifier: Apache-2.0
"""A client of a language server, for workers whose subject refactors by the language server protocol.

    import smallscope_language_server as lsp

    server = lsp.LanguageServer(["gopls", "serve"], request.scratch, "go", kept={"go.mod": "module m\n"})
    begin, end = lsp.place(request, "begin"), lsp.place(request, "end")        # marks of the specification
    after = server.code_action(request.files, begin, end, "Extract function")  # the files afterwards
    after = server.rename(request.files, lsp.place(request, "cursor"), "x")

A program is a table of file names and texts. Refused says why the server does not refactor, Died that it has ended:
start another one then. Files are on disk, so that the server finds one from another, and open in it until the next
request.

One file for Python 3.8 or later, without dependencies: copy it beside your worker.
"""

import collections
import contextlib
import itertools
import json
import os
import subprocess
import urllib.parse

_ENCODINGS = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
_UNIT = {"utf-8": 1, "utf-16": 2, "utf-32": 4}
_CAPABILITIES = {
    "general": {"positionEncodings": list(_ENCODINGS)},
    "textDocument": {
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["refactor", "quickfix"]}},
                       "resolveSupport": {"properties": ["edit"]}, "dataSupport": True},
        "rename": {"prepareSupport": False},
    },
    "workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True}, "workspaceFolders": True},
}


class Died(Exception):
    """The server ended by itself; `status` is its exit status, `log` what it wrote to standard error."""

    def __init__(self, status, log):
        super().__init__(f"the language server died with {status}")
        self.status, self.log = status, log


class Refused(Exception):
    """The server declined, with a reason."""


Place = collections.namedtuple("Place", "file characters")  # a file, and how many characters stand before the place


def place(request, mark):
    """Where a mark of the specification is."""
    return Place(request.parameter(f"{mark}.file"), int(request.parameter(f"{mark}.characters")))


class LanguageServer:
    """A running server.

    `command` starts it; `directory` is the caller's own, whose folder `program` has the files. `kept` are files that
    stay there, such as that of a build system. `language` is the protocol's identifier, such as "cpp" or "go".
    `capabilities` and `options` are added to what is said when it is initialised.
    """

    def __init__(self, command, directory, language, kept=None, capabilities=None, options=None, environment=None):
        self._root, self._language, self._kept = os.path.join(directory, "program"), language, dict(kept or {})
        os.makedirs(self._root, exist_ok=True)
        self._write(self._kept)
        self._log = open(os.path.join(directory, "language-server.log"), "w+b")
        self._process = subprocess.Popen(command, cwd=self._root, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         stderr=self._log, env={**os.environ, **(environment or {})})
        self._requests, self._versions = itertools.count(1), itertools.count(1)
        self._edits = []  # that the server has asked to be applied
        self._open = []  # names of files
        root = self._uri("").rstrip("/")
        try:
            told = self._call("initialize", {
                "processId": os.getpid(), "rootUri": root, "workspaceFolders": [{"uri": root, "name": "program"}],
                "capabilities": {**_CAPABILITIES, **(capabilities or {})}, "initializationOptions": options or {}})
        except Refused as problem:  # of all programs, so it is no refusal
            self.close()
            raise RuntimeError(f"the language server cannot be initialised: {problem}") from None
        said = told.get("capabilities", {}).get("positionEncoding") or told.get("offsetEncoding") or "utf-16"
        self._encoding, self._unit = _ENCODINGS[said], _UNIT[said]
        self._notify("initialized", {})

    def rename(self, files, at, name):
        """The program after what is at a Place gets the name."""
        return self.edited(files, self.rename_edit(files, at, name))

    def rename_edit(self, files, at, name):
        """The edit of the workspace by which the server renames."""
        self._have(files)
        return self._call("textDocument/rename", {
            "textDocument": self._document(at.file), "position": self.position(files, at), "newName": name}) or {}

    def code_actions(self, files, begin, end):
        """The titles of what the server offers between two Places."""
        self._have(files)
        return [action.get("title") for action in self._offered(files, begin, end)]

    def code_action(self, files, begin, end, what, wanted=None):
        """The program after a code action: the one called `what`, or the first for which wanted(action) is true."""
        choose = wanted or (lambda action: action.get("title") == what)
        self._have(files)
        action = next(filter(choose, self._offered(files, begin, end)), None)
        if action is None:
            raise Refused(f"not offered: {what}")
        self._edits.clear()
        if action.get("disabled"):
            raise Refused(f"{what}: {action['disabled']['reason']}")
        if not action.get("edit") and not action.get("command"):
            action = self._call("codeAction/resolve", action, f"{what}: ")
        if action.get("edit"):
            self._edits.append(action["edit"])
        command = action.get("command")
        if command:  # of the action, or the action itself
            command = command if isinstance(command, dict) else action
            self._call("workspace/executeCommand", {
                "command": command["command"], "arguments": command.get("arguments", [])}, f"{what}: ")
        changed = files
        for edit in self._edits:
            changed = self.edited(changed, edit)
        if changed == files:
            raise Refused(f"offered, changes nothing: {what}")
        return changed

    def edited(self, files, edit):
        """The program after an edit of the workspace."""
        changed = dict(files)
        for name, edits in self.edits_of(edit).items():
            if name not in files:
                raise Refused(f"edits another file: {name}")
            text = changed[name]
            for begin, end, new in reversed(self.replacements(text, edits)):
                text = text[:begin] + new + text[end:]
            changed[name] = text
        return changed

    def moved(self, files, at, edit):
        """The Place after an edit; one within a replaced part moves to the beginning of what replaces it."""
        found = self.replacements(files[at.file], self.edits_of(edit).get(at.file, []))
        here = next((begin for begin, end, _ in found if begin <= at.characters < end), at.characters)
        return Place(at.file, here + sum(len(new) - (end - begin) for begin, end, new in found if end <= here))

    def edits_of(self, edit):
        """The edits of each file in an edit of the workspace."""
        changes = [*(edit.get("changes") or {}).items()]
        for change in edit.get("documentChanges") or []:
            if "textDocument" not in change:
                raise Refused(f"edits by {change.get('kind')} of a file")
            changes.append((change["textDocument"]["uri"], change["edits"]))
        files = {}
        for uri, edits in changes:
            path = urllib.parse.unquote(urllib.parse.urlparse(uri).path)
            files.setdefault(os.path.relpath(path, self._root), []).extend(edits)
        return files

    def replacements(self, text, edits):
        """The edits of a text as (begin, end, new text), in its order; begin and end are in characters."""
        found = [(self._characters(text, edit["range"]["start"]), self._characters(text, edit["range"]["end"]),
                  edit["newText"]) for edit in edits]
        return sorted(found, key=lambda replacement: replacement[:2])

    def position(self, files, at):
        """A Place as the protocol says it, in the server's units."""
        before = files[at.file][:at.characters]
        line = before[before.rfind("\n") + 1:].encode(self._encoding, "surrogatepass")
        return {"line": before.count("\n"), "character": len(line) // self._unit}

    def close(self):
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdout, self._process.stdin, self._log):
            with contextlib.suppress(OSError):  # what was not sent any more
                stream.close()

    def _characters(self, text, position):
        """How many characters stand before a position. One behind the end of a line or text stands for that end."""
        begin = 0
        for _ in range(position["line"]):
            end = text.find("\n", begin)
            if end < 0:
                return len(text)
            begin = end + 1
        end = text.find("\n", begin)
        line = text[begin:] if end < 0 else text[begin:end]
        units = line.encode(self._encoding, "surrogatepass")[:position["character"] * self._unit]
        return begin + len(units.decode(self._encoding, "surrogatepass"))

    def _offered(self, files, begin, end):
        return self._call("textDocument/codeAction", {
            "textDocument": self._document(begin.file),
            "range": {"start": self.position(files, begin), "end": self.position(files, end)},
            "context": {"diagnostics": []}}, "codeAction: ") or []

    def _uri(self, file):
        return "file://" + urllib.parse.quote(os.path.join(os.path.abspath(self._root), file))

    def _document(self, file):
        return {"uri": self._uri(file)}

    def _write(self, files):
        for name, text in files.items():
            path = os.path.join(self._root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="") as stream:
                stream.write(text)

    def _have(self, files):
        """Has these files, and those that are kept, on disk and open in the server, which forgets those of before."""
        for name in self._open:
            self._notify("textDocument/didClose", {"textDocument": self._document(name)})
            os.unlink(os.path.join(self._root, name))
        self._write({**self._kept, **files})
        for name, text in files.items():
            self._notify("textDocument/didOpen", {"textDocument": {
                "uri": self._uri(name), "languageId": self._language, "version": next(self._versions), "text": text}})
        self._open = list(files)

    def _notify(self, method, parameters):
        self._send({"method": method, "params": parameters})

    def _call(self, method, parameters, prefix=""):
        """The result of a request. An error is a refusal, its reason is the prefix and what the server says."""
        number = next(self._requests)
        self._send({"id": number, "method": method, "params": parameters})
        while True:
            message = self._received()
            if "method" in message and "id" in message:
                self._reply(message)
            elif message.get("id") == number:
                if message.get("error"):
                    raise Refused(prefix + message["error"]["message"])
                return message.get("result")

    def _reply(self, request):
        result = None
        if request["method"] == "workspace/applyEdit":
            self._edits.append(request["params"]["edit"])
            result = {"applied": True}
        elif request["method"] == "workspace/configuration":
            result = [None] * len(request["params"]["items"])
        self._send({"id": request["id"], "result": result})

    def _send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        try:
            self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
            self._process.stdin.flush()
        except OSError:
            raise self._died() from None

    def _received(self):
        length = 0
        while True:
            line = self._process.stdout.readline()
            if line in (b"", b"\r\n"):
                break
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if not line:
            raise self._died()
        return json.loads(self._process.stdout.read(length))

    def _died(self):
        status = self._process.wait()
        self._log.seek(0)
        return Died(status, self._log.read().decode("utf-8", "replace"))
