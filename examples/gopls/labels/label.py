# SPDX-License-Identifier: Apache-2.0
"""Labels failing inputs by execution: label.py SMALLSCOPE GOPLS STORE SPECIFICATION prints a file of labelled faults.

GOPLS is a gopls with mends.patch (build.sh). An input shows a fault if it fails when all others are mended. What fails
with no fault alone shows the faults that are left when one after the other is mended as long as it fails. What fails
with all of them mended is named on standard error.
"""

import collections
import itertools
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
WHY = {
    "compound": "varOverridden: `s += x` behind the selection counts as a new value of s",
    "branch": "varOverridden: a value in a branch that may not be taken counts as a new value",
    "iteration": "objUsed: what the next iteration of a loop around the selection uses is not used behind it",
    "element": "collectFreeVars: `p.x = 1` and `arr[0] = 1` change neither p nor arr",
    "pointer": "a parameter is a copy, but a pointer refers to the variable",
    "capture": "a parameter is a copy, but a function literal has the variable in common",
    "jump": "`break`, `continue` and `goto` leave the selection",
    "defer": "what is deferred runs at the end of the new function",
    "literal": "the `return` of a function literal counts as one of the selection",
    "zero-values": "adjustReturnStatements: append() lets two return statements share their results",
    "returns": "append() lets the results of the return statement and of the call share memory",
    "lost": "adjustReturnStatements: a `return` gives back zeros for variables that code around a closure still reads",
    "bare": "a `return` without results in a function with named ones",
    "several": "`return pair(x)` gets other results beside the call",
    "generic": "the new function has no type parameters",
}


class Labels:
    def __init__(self, smallscope, gopls, store, specification):
        self._smallscope, self._gopls, self._campaign = smallscope, gopls, [store, "--from", specification]

    def _said(self, faults, *command):
        environment = {**os.environ, "GOPLS": self._gopls, "SMALLSCOPE_GOPLS_FAULTS": " ".join(faults)}
        done = subprocess.run([self._smallscope, *command], env=environment, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"with {faults or 'no faults'}: {done.stdout[-2000:]}{done.stderr}")
        return done.stdout

    def failing(self, faults):
        """The ordinals of the store's failing inputs that fail if gopls has these faults only."""
        said = json.loads(self._said(faults, "recheck", *self._campaign, "--progress", "none", "--json"))
        return {member["ordinal"] for cluster in said["clusters"] for member in cluster["members"]
                if member["change"] in ("still_failing", "changed")}

    def failing_of(self, ordinals, faults):
        """Those of the ordinals."""
        said = self._said(faults, "replay", *self._campaign, "--json", words_of(ordinals))
        return {each["ordinal"] for each in map(json.loads, said.splitlines() if len(ordinals) > 1 else [said])
                if each["verdict"] in ("fail", "crashed", "timed_out")}


def least_sets(labels, ordinals):
    """Faults with which the inputs fail, none of which can be left out: pairs of faults and ordinals."""
    open_sets = {tuple(WHY): set(ordinals)}
    for fault in WHY:
        reduced = collections.defaultdict(set)
        for faults, members in open_sets.items():
            without = tuple(other for other in faults if other != fault)
            failing = labels.failing_of(members, without)
            reduced[without] |= failing
            reduced[faults] |= members - failing
        open_sets = {faults: members for faults, members in reduced.items() if members}
    return open_sets.items()


def words_of(ordinals):
    """Ranges of ordinals, as a label has them."""
    words = []
    for _, group in itertools.groupby(enumerate(sorted(ordinals)), lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in group]
        words.append(str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}")
    return " ".join(words)


def main(smallscope, gopls, store, specification):
    labels = Labels(smallscope, gopls, store, specification)
    with open(specification, encoding="utf-8") as stream:
        campaign = re.search('^name = "(.*)"', stream.read(), re.MULTILINE)[1]
    always = labels.failing([])
    if always:
        print(f"fail with all faults mended: {words_of(always)}", file=sys.stderr)
    shown = {fault: labels.failing([fault]) - always for fault in WHY}
    left = labels.failing(WHY) - always - set().union(*shown.values())
    for faults, ordinals in least_sets(labels, left) if left else ():
        print(f"{' and '.join(faults)}: {words_of(ordinals)}", file=sys.stderr)
        for fault in faults:
            shown[fault] |= ordinals
    for fault, ordinals in shown.items():
        if ordinals:
            print(f'[[fault]]\ncampaign = "{campaign}"\nname = "{fault}"\nordinals = "{words_of(ordinals)}"\n'
                  f'why = "{WHY[fault]}"\n')


if __name__ == "__main__":
    main(*sys.argv[1:])
