# SPDX-License-Identifier: Apache-2.0
"""Drives rope on one module: a request names a refactoring and where to apply it; the answer is the changed text.

The project holds one file. It is kept for all requests, because creating one costs more than most refactorings.
Whatever rope remembers about earlier texts is dropped, so an answer depends only on its request.
"""

import json
import os
import traceback

import rope
import rope.base.exceptions
import rope.base.fscommands
import rope.base.project
import rope.refactor.change_signature
import rope.refactor.encapsulate_field
import rope.refactor.extract
import rope.refactor.inline
import rope.refactor.rename

VERSION = rope.VERSION
_ROPE_DIRECTORY = os.path.dirname(os.path.abspath(rope.__file__))


class Refused(Exception):
    """rope declined, with a reason."""


class Crashed(Exception):
    """rope failed on a module that compiles; `generated` is the invalid text that it made, if that is the cause."""

    def __init__(self, message, generated=None):
        super().__init__(message)
        self.generated = generated


class _Memory(rope.base.fscommands.FileSystemCommands):
    """Serves the one file from memory: its text is read several times per request."""

    def __init__(self):
        self.contents = {}

    def read(self, path):
        content = self.contents.get(path)
        return super().read(path) if content is None else content


class Engine:
    def __init__(self, directory, file_name):
        path = os.path.join(directory, file_name)
        with open(path, "w"):
            pass
        self._memory = _Memory()
        self._project = rope.base.project.Project(
            directory,
            fscommands=self._memory,
            ropefolder=None,
            automatic_soa=False,
            save_history=False,
            save_objectdb=False,
        )
        self._path = os.path.join(self._project.address, file_name)
        self._file = self._project.get_resource(file_name)

    def apply(self, source, parameters):
        """The refactored text. Raises Refused or Crashed."""
        self._memory.contents[self._path] = source.encode("utf-8")
        for observer in list(self._project.observers):
            observer.resource_changed(self._file)
        # rope numbers the locals that inlining renames with a counter that lives as long as the process.
        rope.refactor.inline._DefinitionGenerator.unique_prefix = rope.refactor.inline.unique_prefix()
        refactor = _REFACTORINGS.get(parameters.get("refactoring"))
        if refactor is None:
            raise ValueError(f"unknown refactoring {parameters.get('refactoring')!r}; "
                             f"known: {', '.join(_REFACTORINGS)}")
        try:
            changes = refactor(self._project, self._file, parameters)
            for change in changes.changes:
                source = change.new_contents
            return source
        except rope.base.exceptions.ModuleSyntaxError as error:
            # The module compiles (the worker checked), so the text that does not compile is rope's own.
            message = f"rope: ModuleSyntaxError: {error.message_} ({error.filename}, line {error.lineno})"
            raise Crashed(message, _generated_text(error)) from error
        except rope.base.exceptions.RopeError as error:
            raise Refused(f"{type(error).__name__}: {error}") from error
        except Exception as error:
            raise Crashed(f"rope: {_describe(error)}") from error


def offset_after_rename(before, after, offset, old_name, new_name):
    """Where the name at `offset` of `before` is in `after`; None unless only renamed occurrences differ."""
    i = j = 0
    while i < offset:
        if i < len(before) and j < len(after) and before[i] == after[j]:
            i, j = i + 1, j + 1
        elif before.startswith(old_name, i) and after.startswith(new_name, j):
            i, j = i + len(old_name), j + len(new_name)
        else:
            return None
    return j if i == offset and after.startswith(new_name, j) else None


def _describe(error):
    frames = [frame for frame in traceback.extract_tb(error.__traceback__)
              if frame.filename.startswith(_ROPE_DIRECTORY)]
    where = f" ({os.path.basename(frames[-1].filename)}, {frames[-1].name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{where}"


def _generated_text(error):
    """The module that rope was parsing when it raised this error; None if it was only parsing a part of one."""
    step = error.__traceback__
    while step.tb_next is not None:
        step = step.tb_next
    names = step.tb_frame.f_locals
    return names.get("source_code") if names.get("resource") is not None else None


def _offset(parameters):
    return int(parameters["offset"])


def _encapsulate_field(project, file, parameters):
    return rope.refactor.encapsulate_field.EncapsulateField(project, file, _offset(parameters)).get_changes()


def _rename(project, file, parameters):
    rename = rope.refactor.rename.Rename(project, file, _offset(parameters))
    return rename.get_changes(parameters["new name"], in_hierarchy=True)


def _inline(project, file, parameters):
    return rope.refactor.inline.create_inline(project, file, _offset(parameters)).get_changes()


def _extract(refactoring):
    def extract(project, file, parameters):
        start, end = int(parameters["start"]), int(parameters["end"])
        return refactoring(project, file, start, end).get_changes(parameters["new name"])

    return extract


def _change_signature(project, file, parameters):
    signature = rope.refactor.change_signature.ChangeSignature(project, file, _offset(parameters))
    kind, *arguments = json.loads(parameters["change"])
    changers = {
        "normalize": rope.refactor.change_signature.ArgumentNormalizer,
        "remove": rope.refactor.change_signature.ArgumentRemover,
        "add": rope.refactor.change_signature.ArgumentAdder,
        "reorder": rope.refactor.change_signature.ArgumentReorderer,
        "inline_default": rope.refactor.change_signature.ArgumentDefaultInliner,
    }
    return signature.get_changes([changers[kind](*arguments)], in_hierarchy=True)


_REFACTORINGS = {
    "encapsulate-field": _encapsulate_field,
    "rename": _rename,
    "inline": _inline,
    "extract-variable": _extract(rope.refactor.extract.ExtractVariable),
    "extract-method": _extract(rope.refactor.extract.ExtractMethod),
    "change-signature": _change_signature,
}
