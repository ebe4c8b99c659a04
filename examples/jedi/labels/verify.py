# SPDX-License-Identifier: Apache-2.0
"""Compares the rules of faults.toml with what mended jedi does: verify.py FOLDER [NAME ...]

FOLDER has the stores NAME.sqlite of complete runs.

An input shows a fault if it fails when all other faults are mended. If it fails with no fault alone, it shows the
faults of the smallest sets (pairs) with which it fails.
"""

import collections
import itertools
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor

import label
import mends

HERE = label.HERE
INLINE = mends.NAMES[:mends.NAMES.index("an f-string prints the new name")]
RENAME = mends.NAMES[len(INLINE):mends.NAMES.index("the variable is put before other statements of the line")]
EXTRACT = mends.NAMES[len(INLINE) + len(RENAME):]
SHARED = ["an expression on several lines loses its parentheses", "the right part of operators is extracted",
          "the expression is cut across precedence", "a part of a chain of comparisons is extracted"]
# The first mends of extract.py change only extract_variable(), the last ones only extract_function().
FUNCTION = EXTRACT[EXTRACT.index("the end of a single statement is lost"):]
FAULTS = {"inline": INLINE, "rename": RENAME, "extract-variable": EXTRACT[:len(EXTRACT) - len(FUNCTION)],
          "extract-function": SHARED + FUNCTION}


def _has(choice, *texts):
    return lambda choices, selected: any(t in choices[choice] for t in texts)


def _selects(*texts):
    return lambda choices, selected: any(t in selected for t in texts)


# To save time: where the condition of the mend can hold at all. Elsewhere the mend changes nothing.
WHERE = {
    "a statement behind the definition on its line is indented wrongly": _has("declaration", "; y = 1"),
    "the only statement of a block is removed": _has("declaration", "if m:\n        «x»"),
    "the body of a suite on one line is removed": _has("declaration", "if m: "),
    "the end of a line of several statements is removed": _has("declaration", "pass; "),
    "global is taken for a use": _has("declaration", "global"),
    "no parentheses in a conditional expression": _has("use", " if "),
    "a lambda in an f-string ends at its colon": _has("use", "{x"),
    "quotes of an f-string end it": _has("use", "{x"),
    "a line break in an f-string": _has("use", "{x"),
    "a brace in an f-string is doubled": _has("use", "{x"),
    "an f-string prints the name of the variable": _has("use", "{x"),
    "a variable of the value is assigned before the use": _has("between", "n = 4"),
    "a variable of the value is captured at the use": _has("use", "lambda n"),
    "a list is made anew for each use": _has("use", "append", "f(x, x=x)"),
    "an expression on several lines loses its parentheses": _selects("\n"),
    "the right part of operators is extracted": _selects("+", "-", "*", "/"),
    "a part of a chain of comparisons is extracted": _selects("<"),
    "a variable of an augmented assignment is no parameter": _selects("+="),
    "a variable that is assigned only sometimes is no parameter": _selects("if ", "for ", "try"),
    "a variable that is deleted is no parameter": _selects("del "),
    "break and continue leave their loop": _selects("break", "continue"),
    "nothing is assigned": _selects("show", "break", "xs"),
    "a variable of a comprehension is a parameter": _selects(" for "),
    "a parameter of a lambda is a result": _selects("lambda"),
    "a variable of a module that is read and assigned is no parameter": _has("scope", "module"),
    "what an expression assigns is lost": _selects(":="),
}


def candidates(rows, fault):
    where = WHERE.get(fault, lambda choices, selected: True)
    return [row for row in rows if where(row[1], row[2].split("«")[1].split("»")[0])]


def executed(name, rows):
    """{ordinal: faults shown} by executing the failing inputs with each fault alone."""
    refactoring = label.REFACTORINGS[name]
    shown = {row[0]: [] for row in rows}
    with ThreadPoolExecutor(2) as pool:
        answers = dict(zip(["mended", *FAULTS[name]], pool.map(
            lambda faults: label.observe(candidates(rows, faults[0]) if faults else rows, refactoring, faults),
            [[], *([f] for f in FAULTS[name])])))
    unmended = sum(answer.startswith("FAIL") for answer in answers["mended"])
    if unmended:
        print(f"{name}: {unmended} inputs fail with all faults mended")
    for fault in FAULTS[name]:
        for row, answer in zip(candidates(rows, fault), answers[fault]):
            if answer.startswith("FAIL"):
                shown[row[0]].append(fault)
    left = [row for row in rows if not shown[row[0]]]
    if left:
        print(f"{name}: {len(left)} fail with no fault alone, pairs are tried", flush=True)
        for pair in itertools.combinations(FAULTS[name], 2):
            some = candidates(candidates(left, pair[0]), pair[1])
            for row, answer in zip(some, label.observe(some, refactoring, list(pair)) if some else []):
                if answer.startswith("FAIL"):
                    shown[row[0]] = sorted({*shown[row[0]], *pair}, key=FAULTS[name].index)
    return shown


def holds(rule, choices):
    return all(choices.get(name) in (wanted if isinstance(wanted, list) else [wanted])
               for name, wanted in rule.get("choices", {}).items())


def shows(fault, choices):
    unless = fault.get("unless", [])
    return (holds(fault, choices) and ("any" not in fault or any(holds(rule, choices) for rule in fault["any"]))
            and not any(holds(rule, choices) for rule in (unless if isinstance(unless, list) else [unless])))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: verify.py FOLDER [NAME ...]")
    folder, names = sys.argv[1], sys.argv[2:] or list(FAULTS)
    with open(f"{HERE}/faults.toml", "rb") as file:
        faults = tomllib.load(file)["fault"]
    wrong = 0
    for name in names:
        rows = label.failing(folder, name)
        truth = executed(name, rows)
        own = [f for f in faults if f"jedi/{name}" in (
            f["campaign"] if isinstance(f["campaign"], list) else [f["campaign"]])]
        counts, unexplained = collections.Counter(), 0
        for ordinal, choices, _, _ in rows:
            says = [f["name"] for f in own if shows(f, choices)]
            counts.update(says)
            unexplained += not says
            if set(says) != set(truth[ordinal]):
                wrong += 1
                if wrong < 6:
                    print(f"{name} #{ordinal}: rules say {says}, mended jedi {truth[ordinal]}")
        print(f"{name}: {len(truth)} failing, {len(own)} faults, {unexplained} unexplained, "
              f"{sum(len(s) > 1 for s in truth.values())} show several")
        for fault in own:
            print(f"  {counts[fault['name']]:5} {fault['name']}")
    print("rules and mended jedi agree" if not wrong else f"{wrong} inputs are labelled wrongly")
    sys.exit(wrong != 0)
