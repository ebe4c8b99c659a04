# SPDX-License-Identifier: Apache-2.0
"""Executes failing inputs of a store with mended jedi. Used by verify.py; by hand: label.py FOLDER NAME [N] prints
what still fails with all faults mended (N of them in full); FOLDER has the store NAME.sqlite."""

import collections
import json
import os
import sqlite3
import sys
import tempfile

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, HERE)
import mends  # noqa: E402

REFACTORINGS = {"inline": "inline", "extract-variable": "extract_variable",
                "extract-function": "extract_function", "rename": "rename"}


def failing(folder, name):
    """(ordinal, choices as a dictionary, marked program, new name) of each failing input of the store."""
    base = sqlite3.connect(f"file:{folder}/{name}.sqlite?mode=ro", uri=True)
    rows = []
    for ordinal, judgements, choices, text in base.execute(
            "select ordinal, judgements, choices, input from cases order by ordinal"):
        if any(j["verdict"] in ("fail", "crashed") for j in json.loads(judgements)):
            text = json.loads(text)
            parameters = {p["name"]: p.get("text", p.get("value")) for p in text["parameters"]}
            rows.append((ordinal, {c["name"]: c["label"] for c in json.loads(choices)},
                         text["files"][0]["text"], parameters.get("new")))
    return rows


def observe(rows, refactoring, faults):
    """What becomes of each input if only these faults are left (None: jedi as it is), in a process of its own:
    "pass", "refused", or "FAIL ..."."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(reading)
            if faults is not None:
                mends.apply(faults)
            with tempfile.TemporaryDirectory() as scratch:
                os.chdir(scratch)
                import worker
                answers = [_observe(worker, marked, refactoring, new) for _, _, marked, new in rows]
            with os.fdopen(writing, "w") as pipe:
                json.dump(answers, pipe)
        except BaseException:
            import traceback
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        answer = pipe.read()
    os.waitpid(pid, 0)
    return json.loads(answer)


def _observe(worker, marked, refactoring, new):
    text = worker.selection(marked)[0]
    try:
        after = worker.refactored(marked, refactoring, new)
    except worker.RefactoringError:
        return "refused"
    except Exception as error:
        return f"FAIL crash {type(error).__name__}: {error}"
    error = worker.execution.compile_error(after, "input.py")
    if error:
        return f"FAIL {error}\n{after}"
    before, behaviour = (worker.execution.run(program, "input.py")[1] for program in (text, after))
    return "pass" if before == behaviour else f"FAIL {before!r} -> {behaviour!r}\n{after}"


if __name__ == "__main__":
    folder, name = sys.argv[1:3]
    rows = failing(folder, name)
    answers = observe(rows, REFACTORINGS[name], sys.argv[4:] if len(sys.argv) > 3 else [])
    left = [(row, a) for row, a in zip(rows, answers) if a.startswith("FAIL")]
    print(len(rows), "failing,", len(left), "still,", answers.count("refused"), "refused")
    counts = collections.Counter(item for row, _ in left for item in row[1].items())
    for item, count in counts.most_common(16):
        print(count, item)
    step = max(1, len(left) // int(sys.argv[3] if len(sys.argv) > 3 else 3))
    for row, a in left[::step]:
        print("=" * 20, row[0])
        print(row[2])
        print("--", a)
