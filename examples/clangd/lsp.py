#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A client of clangd's language server protocol, which applies one refactoring to a small program.

A program is a table of file names and texts. Positions are those of the protocol, with columns in bytes.

As a script in the folder of a bug report, it applies what bug.json says to the files there, with the clangd that the
environment variable CLANGD names. It exits with 0 if clangd refuses, with 1 if the result is that of the report, and
with 125 if anything else happens, as `git bisect run` expects.
"""

import contextlib
import itertools
import json
import os
import subprocess
import sys
import tempfile

ARGUMENTS = ["--log=error", "--hidden-features", "--background-index=0", "-j=1", "--clang-tidy=0",
             "--pch-storage=memory", "--header-insertion=never"]
CAPABILITIES = {
    "textDocument": {"codeAction": {"codeActionLiteralSupport": {
        "codeActionKind": {"valueSet": ["refactor", "quickfix"]}}}},
    "workspace": {"applyEdit": True},
    "offsetEncoding": ["utf-8"],
}
COMPILER_FLAGS = ["-std=c++17", "-w", "-xc++"]
REFUSED, THIS_BUG, ANYTHING_ELSE = 0, 1, 125


class Died(Exception):
    """clangd ended by itself; `status` is its exit status, `log` what it wrote to standard error."""

    def __init__(self, status, log):
        super().__init__(f"clangd died with {status}")
        self.status, self.log = status, log


class Refused(Exception):
    """clangd declined, with a reason."""


class Clangd:
    """A running clangd. `directory` is the caller's own: its folder `program` has the files of the program."""

    def __init__(self, program, directory):
        self._root = os.path.join(directory, "program")
        self._log = open(os.path.join(directory, "clangd.log"), "w+b")
        self._process = subprocess.Popen([program, *ARGUMENTS], cwd=directory, stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, stderr=self._log)
        self._requests = itertools.count(1)
        self._edits = []  # that clangd has asked to be applied
        self._call("initialize", {"processId": None, "rootUri": f"file://{self._root}", "capabilities": CAPABILITIES,
                                  "initializationOptions": {"fallbackFlags": COMPILER_FLAGS}})
        self._notify("initialized", {})

    def rename(self, files, file, position, name):
        """Renames what is there. Returns the program after it, and the edits of `file`."""
        with self._opened(files):
            edit = self._call("textDocument/rename", {
                "textDocument": self._document(file), "position": position, "newName": name})
        return edited(files, edit), edits_of(edit).get(file, [])

    def tweak(self, files, file, begin, end, names):
        """The program after the code action of clangd's tweak; `names` are those that it has in some version."""
        with self._opened(files):
            actions = self._call("textDocument/codeAction", {
                "textDocument": self._document(file), "range": {"start": begin, "end": end},
                "context": {"diagnostics": []}}, "codeAction: ")
            commands = [command for command in map(command_of, actions or []) if tweak_of(command) in names]
            if not commands:
                raise Refused(f"not offered: {names[0]}")
            self._edits.clear()
            self._call("workspace/executeCommand", {
                "command": commands[0]["command"], "arguments": commands[0]["arguments"]}, f"{names[0]}: ")
        changed = files
        for edit in self._edits:
            changed = edited(changed, edit)
        if changed == files:
            raise Refused(f"offered, changes nothing: {names[0]}")
        return changed

    def close(self):
        self._process.kill()
        self._process.wait()
        self._log.close()

    def _uri(self, file):
        return f"file://{self._root}/{file}"

    def _document(self, file):
        return {"uri": self._uri(file)}

    @contextlib.contextmanager
    def _opened(self, files):
        """Has the files on disk, where an #include finds them, and open in clangd."""
        os.makedirs(self._root, exist_ok=True)
        for name in os.listdir(self._root):
            os.unlink(os.path.join(self._root, name))
        for name, text in files.items():
            with open(os.path.join(self._root, name), "w", encoding="utf-8") as stream:
                stream.write(text)
        for name, text in files.items():
            self._notify("textDocument/didOpen", {"textDocument": {
                "uri": self._uri(name), "languageId": "cpp", "version": 1, "text": text}})
        try:
            yield
        finally:
            if self._process.poll() is None:
                for name in files:
                    self._notify("textDocument/didClose", {"textDocument": self._document(name)})

    def _notify(self, method, parameters):
        self._send({"method": method, "params": parameters})

    def _call(self, method, parameters, prefix=""):
        """The result of a request. An error is a refusal, its reason is the prefix and what clangd says."""
        number = next(self._requests)
        self._send({"id": number, "method": method, "params": parameters})
        while True:
            message = self._received()
            if "method" in message and "id" in message:
                self._reply(message)
            elif message.get("id") == number:
                if error := message.get("error"):
                    raise Refused(prefix + error["message"])
                return message.get("result")

    def _reply(self, request):
        applies = request["method"] == "workspace/applyEdit"
        if applies:
            self._edits.append(request["params"]["edit"])
        self._send({"id": request["id"], "result": {"applied": True} if applies else None})

    def _send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        try:
            self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
            self._process.stdin.flush()
        except OSError:
            raise self._died() from None

    def _received(self):
        length = 0
        while (line := self._process.stdout.readline()) not in (b"", b"\r\n"):
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


def command_of(action):
    """The command of a code action, which may be a command itself."""
    return action["command"] if isinstance(action.get("command"), dict) else action


def tweak_of(command):
    """The name of the tweak that a command of clangd executes, or None."""
    argument = (command.get("arguments") or [None])[0]
    return argument.get("tweakID") if isinstance(argument, dict) else None


def edits_of(edit):
    """The edits of each file in an edit of the workspace."""
    changes = [*(edit.get("changes") or {}).items()]
    changes += [(change["textDocument"]["uri"], change["edits"]) for change in edit.get("documentChanges") or []]
    files = {}
    for uri, edits in changes:
        files.setdefault(os.path.basename(uri), []).extend(edits)
    return files


def replacements(text, edits):
    """The edits of a text as (begin, end, new text), in its order: offsets and new texts are in bytes."""
    content = text.encode()
    starts = list(itertools.accumulate((len(line) + 1 for line in content.split(b"\n")), initial=0))

    def offset(position):
        return min(starts[position["line"]] + position["character"], len(content))
    found = [(offset(edit["range"]["start"]), offset(edit["range"]["end"]), edit["newText"].encode())
             for edit in edits]
    return sorted(found, key=lambda replacement: replacement[:2])


def edited(files, edit):
    """The program after an edit of the workspace."""
    changed = dict(files)
    for name, edits in edits_of(edit).items():
        content = files[name].encode()
        for begin, end, new in reversed(replacements(files[name], edits)):
            content = content[:begin] + new + content[end:]
        changed[name] = content.decode("utf-8", "replace")
    return changed


def moved(text, offset, edits):
    """The offset after the edits; one within a replaced part moves to the beginning of what replaces it."""
    found = replacements(text, edits)
    offset = next((begin for begin, end, _ in found if begin <= offset < end), offset)
    return offset + sum(len(new) - (end - begin) for begin, end, new in found if end <= offset)


def position_of(text, offset):
    before = text.encode()[:offset]
    return {"line": before.count(b"\n"), "character": offset - (before.rfind(b"\n") + 1)}


def marked(parameters, mark):
    """The position of a mark, as smallscope reports it."""
    return {"line": int(parameters[f"{mark}.line0"]), "character": int(parameters[f"{mark}.column0"])}


def tweaked(clangd, files, parameters):
    """The program after the tweak at the cursor, or for the selection from `begin` to `end`."""
    begin, end = ("begin", "end") if "begin.file" in parameters else ("cursor", "cursor")
    return clangd.tweak(files, parameters[f"{begin}.file"], marked(parameters, begin), marked(parameters, end),
                        parameters["tweak"].split("/"))


def renamed(clangd, files, parameters):
    """The program after the rename of what is at the cursor, and the edits of the file with the cursor."""
    changed, edits = clangd.rename(files, parameters["cursor.file"], marked(parameters, "cursor"), parameters["name"])
    if changed == files:
        raise Refused("changes nothing")
    return changed, edits


def joined(files):
    """A program as one text."""
    if len(files) == 1:
        return next(iter(files.values()))
    return "".join(f"// {name}\n{text}" for name, text in files.items())


def reproduced(folder, scratch):
    """The exit status for the bug report in a folder."""
    with open(os.path.join(folder, "bug.json"), encoding="utf-8") as stream:
        bug = json.load(stream)
    files = {}
    for name in bug["files"]:
        with open(os.path.join(folder, name), encoding="utf-8") as stream:
            files[name] = stream.read()
    parameters = bug["parameters"]
    clangd = Clangd(os.environ.get("CLANGD", "clangd"), scratch)
    try:
        if parameters["action"] == "rename":
            after, _ = renamed(clangd, files, parameters)
        else:
            after = tweaked(clangd, files, parameters)
            if parameters["tweak"] == "SwapIfBranches":
                after = tweaked(clangd, after, parameters)
    except Refused as refusal:
        print(f"refused: {refusal}")
        return REFUSED
    finally:
        clangd.close()
    print(f"expected: a program that compiles and behaves as before\nactual:\n{joined(after)}")
    return THIS_BUG if joined(after) == bug["observed"].get("after") else ANYTHING_ELSE


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        try:
            status = reproduced(os.path.dirname(os.path.abspath(__file__)), directory)
        except (OSError, Died) as problem:
            print(f"{type(problem).__name__}: {problem}")
            status = ANYTHING_ELSE
    sys.exit(status)
