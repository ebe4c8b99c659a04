#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: label.py DIRECTORY CAMPAIGN
Executes the failing inputs of DIRECTORY/CAMPAIGN.sqlite with each of the campaign's faults alone, by the programs that
`build` made in DIRECTORY. An input shows the faults with which output, exit status or signal differ from those of
duk-reference. Writes DIRECTORY/CAMPAIGN.jsonl. Reads only ordinals and inputs from the store: no messages, no clusters.
"""
import collections
import json
import pathlib
import sqlite3
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
from inject import CAMPAIGNS  # noqa: E402

SECONDS = 10


def failing(directory, campaign):
    """The failing inputs of a campaign's store: ordinal and program."""
    store = sqlite3.connect(f"file:{(directory / campaign).resolve()}.sqlite?mode=ro", uri=True)
    for ordinal, text in store.execute(
            "select ordinal, input from cases join verdicts on cases.verdict = verdicts.number "
            "where failing order by ordinal"):
        yield ordinal, json.loads(text)["files"][0]["text"]


def observed(program, text, faults):
    try:
        result = subprocess.run([program], input=text.encode(), env={"FAULTS": ",".join(map(str, faults))},
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "time out"
    return result.returncode, result.stdout


def shown(directory, text, faults):
    """The faults with which alone the program does something else than without."""
    right = observed(directory / "duk-reference", text, [])
    return [fault for fault in faults if observed(directory / "duk-uncovered", text, [fault]) != right]


def main():
    if len(sys.argv) != 3 or sys.argv[2] not in CAMPAIGNS:
        sys.exit(__doc__)
    directory, campaign = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    labels = [{"ordinal": ordinal, "shows": shown(directory, text, CAMPAIGNS[campaign])}
              for ordinal, text in failing(directory, campaign)]
    (directory / f"{campaign}.jsonl").write_text("".join(json.dumps(each) + "\n" for each in labels), encoding="utf-8")
    print(campaign, len(labels), "failing;", ", ".join(
        f"{inputs} show {faults}" for faults, inputs in
        sorted(collections.Counter(len(each["shows"]) for each in labels).items())))
    counts = collections.Counter(fault for each in labels for fault in each["shows"])
    for fault in CAMPAIGNS[campaign]:
        print(f"  {counts[fault]:5} fault {fault}")


if __name__ == "__main__":
    main()
