#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Applies rope to input.py as bug.json says, and tells whether the bug is there.

Exits with 0 if it is fixed, with 1 if it is there, and with 125 if anything else happens, as `git bisect run` expects.
It needs nothing but rope: that of the current directory if this is a checkout of rope, otherwise the installed one.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FIXED, THIS_BUG, ANYTHING_ELSE = 0, 1, 125


def end(status, text):
    print(text)
    sys.exit(status)


if os.path.isfile(os.path.join(os.getcwd(), "rope", "__init__.py")):
    sys.path.insert(0, os.getcwd())
try:
    import rope.base.exceptions
    import rope.base.project
    from rope.refactor import change_signature, encapsulate_field, extract, inline, rename
except Exception as error:
    end(ANYTHING_ELSE, f"rope cannot be imported: {error}")


def changes(project, file, what):
    """The changes that the refactoring makes; `what` has its name and parameters."""
    name = what["refactoring"]
    if name.startswith("extract-"):
        kind = extract.ExtractVariable if name == "extract-variable" else extract.ExtractMethod
        return kind(project, file, int(what["start"]), int(what["end"])).get_changes(what["new name"])
    offset = int(what["offset"])
    if name == "rename":
        return rename.Rename(project, file, offset).get_changes(what["new name"], in_hierarchy=True)
    if name == "inline":
        return inline.create_inline(project, file, offset).get_changes()
    if name == "encapsulate-field":
        return encapsulate_field.EncapsulateField(project, file, offset).get_changes()
    kind, *arguments = json.loads(what["change"])
    changer = {"normalize": "ArgumentNormalizer", "remove": "ArgumentRemover", "add": "ArgumentAdder",
               "reorder": "ArgumentReorderer", "inline_default": "ArgumentDefaultInliner"}[kind]
    return change_signature.ChangeSignature(project, file, offset).get_changes(
        [getattr(change_signature, changer)(*arguments)], in_hierarchy=True)


def refactored(source, what):
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, "input.py"), "w", encoding="utf-8") as stream:
            stream.write(source)
        project = rope.base.project.Project(directory, ropefolder=None)
        for change in changes(project, project.get_resource("input.py"), what).changes:
            source = change.new_contents
        return source


def behaviour(source):
    """What the program prints, and the exception that ends it."""
    try:
        ended = subprocess.run([sys.executable, "-B", "-c", source], capture_output=True, text=True, timeout=10,
                               env={**os.environ, "PYTHONHASHSEED": "0"})
    except subprocess.TimeoutExpired:
        return "does not end\n"
    text = re.sub(r"<(function|generator object) .*? at 0x[0-9a-f]+>", r"<\1>", ended.stdout)
    text = re.sub(r" at 0x[0-9a-f]+", "", text)
    if text and not text.endswith("\n"):
        text += "\n"
    last = ended.stderr.strip().splitlines()[-1:]
    return text + f"raised {re.match('[A-Za-z_.0-9]*', last[0])[0]}\n" if ended.returncode and last else text


def compile_error(source):
    try:
        compile(source, "input.py", "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def without_place(text):
    """Lines of rope move from version to version."""
    return re.sub(r" \([^()]*line \d+\)$", "", text.strip())


def renamed_back(before, after, what):
    """What renaming back makes of the result."""
    offset, new, old, i, j = int(what["offset"]), what["new name"], what["old name"], 0, 0
    while i < offset:
        if i < len(before) and j < len(after) and before[i] == after[j]:
            i, j = i + 1, j + 1
        elif before.startswith(old, i) and after.startswith(new, j):
            i, j = i + len(old), j + len(new)
        else:
            break
    if i < offset or not after.startswith(new, j):
        return "the name at the cursor was not renamed\n"
    return refactored(after, {**what, "offset": j, "new name": old})


def outcome(source, what):
    """What is wrong, by the name that bug.json has for it, and how; ("", "") if nothing is."""
    try:
        after = refactored(source, what)
    except rope.base.exceptions.ModuleSyntaxError as error:
        return "no crash", f"rope: ModuleSyntaxError: {error.message_}"
    except rope.base.exceptions.RopeError as error:
        return "refused", f"{type(error).__name__}: {error}"
    except Exception as error:
        return "no crash", f"rope: {type(error).__name__}: {error}"
    if compile_error(after):
        return "compiles after", without_place(compile_error(after))
    if what.get("behaviour") != "ignored" and behaviour(source) != behaviour(after):
        return "behaviour preserved", behaviour(after)
    if what["refactoring"] == "rename":
        try:
            back = renamed_back(source, after, what)
        except Exception as error:
            back = f"renaming back: {error}\n"
        if back != source:
            return "round trip", back
    return "", ""


def main():
    with open(os.path.join(HERE, "bug.json"), encoding="utf-8") as stream:
        bug = json.load(stream)
    with open(os.path.join(HERE, "input.py"), encoding="utf-8", newline="") as stream:
        source = stream.read()
    wrong = bug["judgements"][0]
    recorded = {"compiles after": without_place(bug["observed"].get("compile errors after", "")),
                "behaviour preserved": bug["observed"].get("behaviour after"),
                "round trip": bug["observed"].get("there and back")}.get(wrong["oracle"])
    if recorded is None:
        recorded = without_place(wrong["messages"][0])
    kind, text = outcome(source, bug["parameters"])
    if not kind:
        end(FIXED, "fixed: the result compiles and behaves as before")
    if kind == "behaviour preserved":
        print(f"expected:\n{behaviour(source)}actual:\n{text}", end="")
    elif kind == "round trip":
        print(f"expected after renaming there and back:\n{source}actual:\n{text}", end="")
    else:
        print(f"expected: a program that compiles\nactual: {text}")
    if kind == wrong["oracle"] and text == recorded:
        end(THIS_BUG, "this bug")
    end(ANYTHING_ELSE, f"anything else: {kind}")


main()
