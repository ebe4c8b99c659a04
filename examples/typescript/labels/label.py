#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: label.py FOLDER CAMPAIGN [EVERY]
Executes the failing inputs of FOLDER/CAMPAIGN.sqlite again with faults mended (see label.js), or every EVERYth of them;
keeps what that says in FOLDER/CAMPAIGN.jsonl. Reads only ordinals and inputs from the store: no messages, no clusters.
"""
import collections
import json
import pathlib
import sqlite3
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def cases(store):
    for ordinal, text in store.execute(
            "select ordinal, input from cases join verdicts on cases.verdict = verdicts.number "
            "where failing order by ordinal"):
        members = json.loads(text)
        parameters = {each["name"]: each["text"] for each in members["parameters"]}
        yield json.dumps({"ordinal": ordinal, "text": members["files"][0]["text"],
                          "at": int(parameters["begin.characters"]), "action": parameters["action"]})


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    folder, campaign = pathlib.Path(sys.argv[1]), sys.argv[2]
    every = int(sys.argv[3]) if len(sys.argv) == 4 else 1
    store = sqlite3.connect(f"file:{(folder / campaign).resolve()}.sqlite?mode=ro", uri=True)
    result = subprocess.run(["nice", "node", str(HERE / "label.js"), campaign],
                            input="\n".join(list(cases(store))[::every]), stdout=subprocess.PIPE, check=True, text=True)
    (folder / f"{campaign}.jsonl").write_text(result.stdout, encoding="utf-8")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    print(campaign, len(lines), "failing;",
          ", ".join(f"{count} {how}" for how, count in collections.Counter(line["how"] for line in lines).items()))
    for name, count in collections.Counter(name for line in lines for name in line["shows"]).most_common():
        print(f"  {count:5} {name}")


main()
