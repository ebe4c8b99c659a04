#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: make_faults.py DIRECTORY
Writes faults.toml and places.csv from DIRECTORY/*.jsonl (see label.py) and DIRECTORY/faulty, if every failing input of
DIRECTORY/*.sqlite has a label, and the line of every fault is code of its function in the store.
"""
import csv
import json
import pathlib
import sqlite3
import sys

HERE = pathlib.Path(__file__).resolve().parent.parent
sys.path += [str(HERE), str(HERE.parent / "python")]
from fault_labels import ordinal_text  # noqa: E402
from inject import CAMPAIGNS, FAULTS  # noqa: E402
from label import failing  # noqa: E402

HEAD = """\
# Made by labels/make_faults.py: the faults with which alone an input fails, by ordinals. A name is a number of FAULTS;
# the lines of places are those of the source with faults.
"""


def labels(directory, campaign):
    """By ordinal: the faults that the input shows."""
    text = (directory / f"{campaign}.jsonl").read_text(encoding="utf-8")
    shows = {each["ordinal"]: each["shows"] for each in map(json.loads, text.splitlines()) if each["shows"]}
    ordinals = {ordinal for ordinal, _ in failing(directory, campaign)}
    if ordinals != set(shows):
        sys.exit(f"{campaign}: {len(ordinals - set(shows))} failing inputs have no label, "
                 f"{len(set(shows) - ordinals)} that have one do not fail")
    print(campaign, len(ordinals), "failing, each with a label")
    return shows


def line_of(directory, fault):
    """Where the guard of the fault is."""
    lines = (directory / "faulty" / fault.file).read_text(encoding="utf-8").splitlines()
    [line] = [number for number, text in enumerate(lines, 1) if f"fault({fault.number})" in text]
    store = sqlite3.connect(f"file:{(directory / fault.campaign).resolve()}.sqlite?mode=ro", uri=True)
    covered = store.execute("select count(*) from elements, json_each(elements.lines) "
                            "where function = ? and file = ? and value = ?",
                            (fault.function, f"faulty/{fault.file}", line)).fetchone()[0]
    if not covered:
        sys.exit(f"fault {fault.number}: no test covers {fault.file}:{line} in {fault.function}")
    return line


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    directory = pathlib.Path(sys.argv[1])
    shows = {campaign: labels(directory, campaign) for campaign in CAMPAIGNS}
    out = [HEAD]
    rows = [["fault", "campaign", "file", "line", "function", "like", "why"]]
    for fault in FAULTS:
        line = line_of(directory, fault)
        rows.append([fault.number, fault.campaign, fault.file, line, fault.function, fault.like, fault.why])
        ordinals = [ordinal for ordinal, numbers in shows[fault.campaign].items() if fault.number in numbers]
        place = f"{fault.file}:{line} {fault.function}"
        out.append(f'[[fault]]\ncampaign = "duk/{fault.campaign}"\nname = "{fault.number}"\n{ordinal_text(ordinals)}\n'
                   f"why = {json.dumps(fault.why)}\nplace = {json.dumps(place)}\n")
    (HERE / "faults.toml").write_text("\n".join(out), encoding="utf-8")
    with open(HERE / "places.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


main()
