# SPDX-License-Identifier: Apache-2.0
"""Labels failing inputs by execution: smallscope export STORE | python3 label.py GOPLS >FAULTS

GOPLS is a gopls with mends.patch (build.sh). Some mends let gopls refactor rightly, others refuse what it cannot do. An
input shows a fault of the first kind if the program is another wrong one when only this one of them is left. If it is
wrong with all of them mended, it shows those of the second kind whose mend refuses it. An input that shows no fault so
needs several: it shows those of which each alone, when it is mended, makes another program of it. One that does not
either is named on standard error. Labels are ordinals, so a file of them is for one store's space.
"""

import itertools
import json
import os
import sys
import tempfile

if len(sys.argv) != 2:
    sys.exit(__doc__)
os.environ["GOPLS"] = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import worker as subject  # noqa: E402 - reads GOPLS
from smallscope_worker import Request  # noqa: E402 - found by it

RIGHTED = {
    "compound": "varOverridden: `s += x` behind the selection counts as a new value of s",
    "branch": "varOverridden: a value in a branch that may not be taken counts as a new value",
    "iteration": "objUsed: what the next iteration of a loop around the selection uses is not used behind it",
    "element": "collectFreeVars: `p.x = 1` and `arr[0] = 1` change neither p nor arr",
    "literal": "the `return` of a function literal counts as one of the selection",
    "zero-values": "adjustReturnStatements: append() lets two return statements share their results",
    "returns": "append() lets the results of the return statement and of the call share memory",
    "lost": "adjustReturnStatements: a `return` gives back zeros for variables that code around a closure still reads",
}
REFUSED = {
    "pointer": "a parameter is a copy, but a pointer refers to the variable",
    "capture": "a parameter is a copy, but a function literal has the variable in common",
    "jump": "`break`, `continue` and `goto` leave the selection",
    "defer": "what is deferred runs at the end of the new function",
}


class Labels:
    """Executes failing inputs; a program that is the same with other faults is not executed again."""

    def __init__(self, cases, scratch):
        self._requests = {}
        for case in cases:
            files = {file["name"]: file["text"] for file in case["input"]["files"]}
            self._requests[case["ordinal"]] = Request({
                "id": case["ordinal"], "input": next(iter(files)), "files": files,
                "parameters": {each["name"]: each["text"] for each in case["input"]["parameters"]}}, scratch)

    def ordinals(self):
        return set(self._requests)

    def outcomes(self, faults, among=None):
        """What becomes of inputs if gopls has these faults only: None if it passes, "refused", or what is wrong."""
        if subject._gopls is not None:
            subject._gopls.close()
            subject._gopls = None
        os.environ[subject.FAULTS] = " ".join(faults)
        return {ordinal: self._outcome(self._requests[ordinal]) for ordinal in sorted(among or self._requests)}

    @staticmethod
    def _outcome(request):
        reply = subject.answer(request)
        outputs = reply.get("outputs") or {}
        if reply["outcome"] == "refused":
            return "refused"
        if reply["outcome"] == "crashed":
            return f"crashed: {reply['messages']}"
        if outputs["compile errors after"]:
            return f"does not compile: {outputs['compile errors after']}"
        return None if outputs["behaviour before"] == outputs["behaviour after"] else outputs["behaviour after"]


def labelled(labels):
    """The ordinals that show each fault."""
    shown = {fault: set() for fault in [*RIGHTED, *REFUSED]}
    righted = labels.outcomes(REFUSED)
    for fault in RIGHTED:
        for ordinal, outcome in labels.outcomes([fault, *REFUSED]).items():
            if outcome not in (None, righted[ordinal]):
                shown[fault].add(ordinal)
    for fault in REFUSED:
        left = [other for other in REFUSED if other != fault]
        shown[fault] = {ordinal for ordinal, outcome in labels.outcomes([*RIGHTED, *left]).items()
                        if outcome == "refused" and righted[ordinal] is not None}
    several = labels.ordinals() - set().union(*shown.values())
    if several:
        wrong = labels.outcomes(shown, several)
        for fault in RIGHTED:
            others = [other for other in shown if other != fault]
            shown[fault] |= {ordinal for ordinal, outcome in labels.outcomes(others, several).items()
                             if outcome != wrong[ordinal]}
    return shown


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
        shown = labelled(labels)
    unlabelled = {case["ordinal"] for case in exported["cases"]} - set().union(*shown.values())
    if unlabelled:
        print(f"show no fault: {words_of(unlabelled)}", file=sys.stderr)
    for fault, why in {**RIGHTED, **REFUSED}.items():
        if shown[fault]:
            print(f'[[fault]]\ncampaign = "{exported["campaign"]}"\nname = "{fault}"\n'
                  f'ordinals = "{words_of(shown[fault])}"\nwhy = "{why}"\n')


if __name__ == "__main__":
    main()
