#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""usage: label.py FOLDER CAMPAIGN...
Executes every failing input of FOLDER/CAMPAIGN.sqlite again with each fault alone, all others mended; keeps what that
says in FOLDER/CAMPAIGN.json. Reads only ordinals and inputs from the store: no messages, no clusters.
"""

import collections
import itertools
import json
import os
import sqlite3
import sys

sys.path.insert(1, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import engine  # noqa: E402
import observe  # noqa: E402

CAMPAIGNS = list(engine.FAULTS)
KINDS = ["behaviour", "comments"]  # what must be the same before and after
# The only campaign in which idempotence failed: elsewhere the second pass is not executed.
TWICE = ["strings"]
LARGEST = 4  # faults that are tried together

Row = collections.namedtuple("Row", "ordinal text parameters")


def failing(folder, campaign):
    """The failing inputs of a store."""
    store = sqlite3.connect(f"file:{folder}/{campaign}.sqlite?mode=ro", uri=True)
    rows = []
    for ordinal, text in store.execute(
            "select ordinal, input from cases join verdicts on cases.verdict = verdicts.number "
            "where verdicts.failing order by ordinal"):
        members = json.loads(text)
        parameters = {each["name"]: each["text"] for each in members["parameters"]}
        rows.append(Row(ordinal, members["files"][0]["text"], parameters))
    return rows


class Campaign:
    """Executes inputs of a campaign with some faults left, and remembers what it saw."""

    def __init__(self, name):
        self.name = name
        self.faults = [fault.name for fault in engine.FAULTS[name]]
        self._loaded = {}
        self._before = {}
        self._failed = {}

    def fails(self, row, left):
        """Whether the input fails if these faults are left and all others mended."""
        left = frozenset(left)
        if (row.ordinal, left) not in self._failed:
            self._failed[row.ordinal, left] = self._executed(row, self._with(left))
        return self._failed[row.ordinal, left]

    def foreign(self):
        """The faults of the other campaigns that are present in this one."""
        return [name for name in engine.names(self.name) if name not in self.faults]

    def _with(self, left):
        if left not in self._loaded:
            mended = [name for name in engine.names(self.name) if name not in left]
            self._loaded[left] = engine.load(mended, self.name)
        return self._loaded[left]

    def _executed(self, row, autopep8):
        if row.ordinal not in self._before:
            self._before[row.ordinal] = observe.before(row.text)
        before, twice = self._before[row.ordinal], self.name in TWICE
        try:
            after = observe.after(autopep8, row.text, row.parameters, twice)
        except Exception:  # autopep8 crashes, or does not end
            return True
        return (after["compile errors after"] != "" or twice and after["again"] != after["after"]
                or any(after[f"{kind} after"] != before[f"{kind} before"] for kind in KINDS))


def _has(*parts, level=0):
    return lambda text, aggressive: aggressive >= level and any(part in text for part in parts)


# To save time: what an input must contain for the faulty code to be reached, or to decide otherwise there.
WHERE = {
    "a docstring in single quotes is code": _has("'doc'"),
    "text behind a docstring of one line": _has('"""doc"""  #'),
    "text behind the end of a docstring": _has('\n"""  #', '\n""" ;'),
    "an import in a string is an import": _has('"""doc\n\nimport', 's = """'),
    "an import is put into a try": _has("try:"),
    "mutant: a future import of several lines counts as one": _has("annotations, division)"),
    "mutant: only the first line of an import is moved": _has("import (", "\\\n"),
    "mutant: a split import loses its indentation": _has(", sys"),
    "a comparison of types becomes isinstance": _has("type("),
    "a comparison with True is dropped": lambda text, level: level > 1 and "True" in text.split("def say")[1],
    "a comparison with a constant becomes not": _has("n != True:", "n == False:", level=2),
    "not before a chain of in": _has("not ", level=2),
    "not before a chain of is": _has("not ", level=2),
    "a tuple that begins with a lambda becomes a function": _has("say(g[0](1))"),
    "a lambda as default of a lambda": _has("w=lambda"),
    "statements behind a case on its line": _has("case 1"),
    "the last colon ends a def": _has("lambda", "def h(", level=3),
    "mutant: statements are split at the first semicolon": lambda text, level: text.count(";") > 1,
    "mutant: another not in loses its not": _has("not in", "is not", level=2),
    "mutant: a statement behind a semicolon loses its indentation": _has(";"),
}


def candidates(campaign, row):
    level = int(row.parameters.get("aggressive", 0))
    return [fault for fault in campaign.faults if fault not in WHERE or WHERE[fault](row.text, level)]


def shown_alone(campaign, row, faults):
    return [fault for fault in faults if campaign.fails(row, [fault])]


def shown_together(campaign, row):
    """What an input shows that fails with no fault alone: the faults that it does not fail without, or else those of
    the smallest sets with which it fails."""
    needed = [fault for fault in campaign.faults
              if not campaign.fails(row, [other for other in campaign.faults if other != fault])]
    if needed:
        return needed
    for size in range(2, LARGEST + 1):
        sets = [each for each in itertools.combinations(campaign.faults, size) if campaign.fails(row, each)]
        if sets:
            return sorted(set(itertools.chain(*sets)), key=campaign.faults.index)
    return []


def label(folder, name):
    campaign, labels, together = Campaign(name), {}, []
    rows = failing(folder, name)
    for row in rows:
        labels[row.ordinal] = shown_alone(campaign, row, candidates(campaign, row))
        if not labels[row.ordinal]:
            labels[row.ordinal] = shown_together(campaign, row)
            together.append(row.ordinal)
    with open(f"{folder}/{name}.json", "w", encoding="utf-8") as file:
        json.dump({"labels": labels, "together": together}, file)
    foreign = campaign.foreign()
    print(f"{name}: {len(rows)} failing, {sum(len(each) > 1 for each in labels.values())} show several, "
          f"{len(together)} only together; {sum(not each for each in labels.values())} have no label, "
          f"{sum(campaign.fails(row, []) for row in rows)} fail with all mended, "
          f"{sum(campaign.fails(row, foreign) for row in rows)} with the faults of other campaigns alone")
    for fault in campaign.faults:
        print(f"  {sum(fault in each for each in labels.values()):5} {fault}")


if __name__ == "__main__":
    for each in sys.argv[2:]:
        label(sys.argv[1], each)
