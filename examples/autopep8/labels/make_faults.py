#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""usage: make_faults.py FOLDER
Writes faults.toml from FOLDER/*.json (see label.py).
"""

import json
import os
import sys

_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.append(os.path.join(os.path.dirname(_FOLDER), "python"))
import label  # noqa: E402
from fault_labels import ordinal_text  # noqa: E402
from label import engine  # noqa: E402

FAULTS = os.path.join(_FOLDER, "faults.toml")


def shows(folder, name):
    """{fault: ordinals} of a campaign, those first that most inputs show."""
    with open(f"{folder}/{name}.json", encoding="utf-8") as file:
        labels = json.load(file)["labels"]
    by_fault = {}
    for ordinal, faults in labels.items():
        for fault in faults:
            by_fault.setdefault(fault, []).append(int(ordinal))
    return dict(sorted(by_fault.items(), key=lambda item: -len(item[1])))


def main(folder):
    out = ["# Made by labels/make_faults.py: what fails with one fault alone, all others mended, by ordinals.\n"]
    for name in label.CAMPAIGNS:
        why = {fault.name: fault.why for fault in engine.FAULTS[name]}
        for fault, ordinals in shows(folder, name).items():
            out.append(f'[[fault]]\ncampaign = "autopep8/{name}"\nname = {json.dumps(fault)}\n'
                       f"{ordinal_text(ordinals)}\nwhy = {json.dumps(why[fault])}\n")
    with open(FAULTS, "w", encoding="utf-8") as file:
        file.write("\n".join(out))


if __name__ == "__main__":
    main(sys.argv[1])
