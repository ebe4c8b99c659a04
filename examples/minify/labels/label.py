#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: label.py FOLDER CAMPAIGN...
Executes every failing input of FOLDER/CAMPAIGN.sqlite again with each mutant alone and with none; keeps what that says
in FOLDER/CAMPAIGN.jsonl. Reads only ordinals and inputs from the store: no messages, no clusters.
"""
import json
import pathlib
import sqlite3
import subprocess
import sys
import tomllib

CHUNK = 4000  # cases of one process: node keeps the memory of every context
HERE = pathlib.Path(__file__).resolve().parent
FOLDER = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()


def main():
    for name in sys.argv[2:]:
        specification = tomllib.loads((HERE.parent / f"{name}.toml").read_text(encoding="utf-8"))
        subject = specification["subject"]
        store = sqlite3.connect(f"file:{FOLDER}/{name}.sqlite?mode=ro", uri=True)
        failing = {number for number, verdict, failing in store.execute("select number, name, failing from verdicts")
                   if failing}
        cases = []
        for ordinal, verdict, text in store.execute("select ordinal, verdict, input from cases order by ordinal"):
            if verdict in failing:
                members = json.loads(text)
                options = next(each["text"] for each in members["parameters"] if each["name"] == "options")
                cases.append(json.dumps({"ordinal": ordinal, "text": members["files"][0]["text"], "options": options}))
        lines = []
        for begin in range(0, len(cases), CHUNK):
            result = subprocess.run(
                ["nice", "node", "--experimental-vm-modules", "--no-warnings", str(HERE / "label.js"),
                 subject["worker"][-1], subject["environment"]["MINIFY_MUTANTS"]],
                input="\n".join(cases[begin:begin + CHUNK]), stdout=subprocess.PIPE, check=True, text=True)
            lines += result.stdout.splitlines()
        (FOLDER / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        lines = [json.loads(line) for line in lines]
        counts = {}
        for line in lines:
            for shown in line["shown"]:
                counts[shown] = counts.get(shown, 0) + 1
        print(name, len(lines), "failing;", sum(bool(line["real"]) for line in lines), "with no mutant;",
              sum(not line["shown"] and not line["real"] for line in lines), "only together;",
              sum(not line["joint"] for line in lines), "that did not fail again")
        for shown in subject["environment"]["MINIFY_MUTANTS"].split():
            print(f"  {counts.get(shown, 0):5} {shown}")


main()
