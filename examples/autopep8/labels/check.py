#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""usage: check.py FOLDER CAMPAIGN N
Executes every Nth failing input of FOLDER/CAMPAIGN.sqlite with all faults, also where label.py saves time, and compares
with faults.toml. Ends with 1 if something differs.
"""

import os
import sys
import tomllib

import label

FAULTS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "faults.toml")


def ordinals(text):
    for word in text.split():
        first, _, last = word.partition("-")
        yield from range(int(first), int(last or first) + 1)


def labelled(name):
    """{ordinal: names of faults} of a campaign, by faults.toml."""
    with open(FAULTS, "rb") as file:
        faults = tomllib.load(file)["fault"]
    labels = {}
    for fault in faults:
        if fault["campaign"] == f"autopep8/{name}":
            for ordinal in ordinals(fault["ordinals"]):
                labels.setdefault(ordinal, set()).add(fault["name"])
    return labels


def main(folder, name, step):
    campaign, labels = label.Campaign(name), labelled(name)
    rows = label.failing(folder, name)
    surplus = set(labels) - {row.ordinal for row in rows}
    rows = rows[::step]
    different = []
    for row in rows:
        shown = label.shown_alone(campaign, row, campaign.faults) or label.shown_together(campaign, row)
        if set(shown) != labels.get(row.ordinal):
            different.append(row.ordinal)
    passing = [row.ordinal for row in rows if not campaign.fails(row, campaign.faults)]
    print(f"{name}: {len(rows)} compared, different: {different}, pass with all faults: {passing}, "
          f"labelled that do not fail: {sorted(surplus)}")
    return 1 if different or passing or surplus else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
