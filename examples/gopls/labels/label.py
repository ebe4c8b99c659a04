# SPDX-License-Identifier: Apache-2.0
"""Labels failing inputs by execution: smallscope export STORE | python3 label.py GOPLS >faults.toml

GOPLS is a gopls with mends.patch (build.sh). An input shows a fault if it fails when all others are mended. What fails
with no fault alone shows the faults that are left when one after the other is mended as long as it fails. What fails
with all of them mended is named on standard error. Labels are ordinals, so a file of them is for one store's space.
"""

import collections
import itertools
import json
import os
import sys
import tempfile

os.environ["GOPLS"] = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import worker as subject  # noqa: E402 - reads GOPLS
from smallscope_worker import Request  # noqa: E402 - found by it

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
    """Executes failing inputs; a program that is the same with other faults is not executed again."""

    def __init__(self, cases, scratch):
        self._scratch, self._requests = scratch, {}
        for case in cases:
            files = {file["name"]: file["text"] for file in case["input"]["files"]}
            self._requests[case["ordinal"]] = Request({
                "id": case["ordinal"], "input": next(iter(files)), "files": files,
                "parameters": {each["name"]: each["text"] for each in case["input"]["parameters"]}}, scratch)

    def failing(self, faults, ordinals=None):
        """Those of the ordinals, by default all, that fail if gopls has these faults only."""
        if subject._gopls is not None:
            subject._gopls.close()
            subject._gopls = None
        os.environ[subject.FAULTS] = " ".join(faults)
        chosen = self._requests if ordinals is None else sorted(ordinals)
        return {ordinal for ordinal in chosen if self._fails(self._requests[ordinal])}

    @staticmethod
    def _fails(request):
        reply = subject.answer(request)
        outputs = reply.get("outputs") or {}
        return reply["outcome"] == "crashed" or bool(outputs.get("compile errors after")) or (
            outputs.get("behaviour before") != outputs.get("behaviour after"))


def least_sets(labels, ordinals):
    """Faults with which the inputs fail, none of which can be left out: pairs of faults and ordinals."""
    open_sets = {tuple(WHY): set(ordinals)}
    for fault in WHY:
        reduced = collections.defaultdict(set)
        for faults, members in open_sets.items():
            without = tuple(other for other in faults if other != fault)
            failing = labels.failing(without, members)
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


def main():
    exported = json.load(sys.stdin)
    with tempfile.TemporaryDirectory() as scratch:
        labels = Labels(exported["cases"], scratch)
        always = labels.failing([])
        if always:
            print(f"fail with all faults mended: {words_of(always)}", file=sys.stderr)
        shown = {}
        for fault in WHY:
            shown[fault] = labels.failing([fault]) - always
            print(f"{fault}: {len(shown[fault])}", file=sys.stderr, flush=True)
        left = labels.failing(WHY) - always - set().union(*shown.values())
        for faults, ordinals in least_sets(labels, left) if left else ():
            print(f"{' and '.join(faults)}: {words_of(ordinals)}", file=sys.stderr)
            for fault in faults:
                shown[fault] |= ordinals
    for fault, ordinals in shown.items():
        if ordinals:
            print(f'[[fault]]\ncampaign = "{exported["campaign"]}"\nname = "{fault}"\n'
                  f'ordinals = "{words_of(ordinals)}"\nwhy = "{WHY[fault]}"\n')


if __name__ == "__main__":
    main()
