#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: make_faults.py FOLDER
Writes faults.toml from FOLDER/*.jsonl (see label.py), if every failing input of FOLDER/*.sqlite has a label.
"""
import json
import pathlib
import sqlite3
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(HERE.parent / "python"))
from fault_labels import ordinal_text  # noqa: E402

CAMPAIGNS = ["functions", "templates", "parameters"]
HEAD = "# Made by labels/make_faults.py: what fails with all others mended, or else what is needed, by ordinals.\n"


def faults():
    """Of all campaigns: name, campaign and why."""
    program = 'console.log(JSON.stringify(require("./mends.js").FAULTS))'
    result = subprocess.run(["node", "-e", program], cwd=HERE, stdout=subprocess.PIPE, check=True, text=True)
    return json.loads(result.stdout)


def labels(folder, campaign):
    """By ordinal: the faults that the input shows."""
    text = (folder / f"{campaign}.jsonl").read_text(encoding="utf-8")
    shown = {line["ordinal"]: line["shows"] for line in map(json.loads, text.splitlines()) if line["shows"]}
    store = sqlite3.connect(f"file:{(folder / campaign).resolve()}.sqlite?mode=ro", uri=True)
    failing = {row[0] for row in store.execute(
        "select ordinal from cases join verdicts on cases.verdict = verdicts.number where failing")}
    if failing != set(shown):
        sys.exit(f"{campaign}: {len(failing - set(shown))} failing inputs have no label, "
                 f"{len(set(shown) - failing)} that have one do not fail")
    print(campaign, len(failing), "failing, each with a label")
    return shown


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    out, known = [HEAD], faults()
    for campaign in CAMPAIGNS:
        shown = labels(pathlib.Path(sys.argv[1]), campaign)
        for fault in known:
            ordinals = [ordinal for ordinal, names in shown.items() if fault["name"] in names]
            if ordinals:
                out.append(f'[[fault]]\ncampaign = "typescript/{campaign}"\nname = {json.dumps(fault["name"])}\n'
                           f'{ordinal_text(ordinals)}\nwhy = {json.dumps(fault["why"])}\n')
    (HERE / "faults.toml").write_text("\n".join(out), encoding="utf-8")


main()
