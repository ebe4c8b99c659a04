#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""label.py SPECIFICATION STORE: which faults the failing inputs of a store show, as a part of faults.toml.

Each failing input is executed with each fault alone that jq asks for on it, and shows those with which it prints
something else than jq without faults. If it shows none, it shows those without which, all others being there, it
prints something else than with all. Needs smallscope, jq-faulty and jq-reference on PATH, and takes minutes.
"""
import collections
import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent.parent
NAMES = dict(line.split("  ", 1) for line in (HERE / "labels/names.txt").read_text().splitlines())


def smallscope(*words):
    return subprocess.run(["smallscope", *words], capture_output=True, text=True, check=False).stdout


class Labels:
    def __init__(self, specification, folder):
        with open(specification, "rb") as file:
            document = tomllib.load(file)
        self.campaign = document["name"]
        self.specification = specification
        self.folder = folder
        self.options = [re.sub(r"^\{input:(.*)\}$", r"\1", word) for word in document["subject"]["run"][1:]]
        self.compares_errors = any(oracle.get("compare_standard_error", False) or
                                   oracle["differential"].get("compare_standard_error", False)
                                   for oracle in document["oracles"])

    def printed(self, program, faults, trace=""):
        environment = {"PATH": os.environ["PATH"], "FAULTS": ",".join(faults)}
        if trace:
            environment["FAULT_TRACE"] = trace
        ended = subprocess.run([program, *self.options], cwd=self.folder, env=environment, capture_output=True,
                               check=False, timeout=60)
        return ended.returncode, ended.stdout, ended.stderr if self.compares_errors else b""

    def shown_by(self, ordinal):
        shown = json.loads(smallscope("show", str(self.specification), str(ordinal), "--json"))
        for file in shown["input"]["files"]:
            (self.folder / file["name"]).write_text(file["text"])
        right = self.printed("jq-reference", [])
        trace = self.folder / "trace"
        trace.write_text("")
        assert self.printed("jq-faulty", [], str(trace)) == right, ordinal
        asked = sorted(set(trace.read_text().split()))
        alone = [fault for fault in asked if self.printed("jq-faulty", [fault]) != right]
        if alone:
            return alone
        together = self.printed("jq-faulty", ["all"])
        assert together != right, ordinal
        return [fault for fault in NAMES
                if self.printed("jq-faulty", [each for each in NAMES if each != fault]) != together]


def ranges(ordinals):
    """"1 3-5": as in a file of faults."""
    found = []
    for ordinal in ordinals:
        if found and found[-1][1] == ordinal - 1:
            found[-1][1] = ordinal
        else:
            found.append([ordinal, ordinal])
    return " ".join(str(first) if first == last else f"{first}-{last}" for first, last in found)


def main():
    specification, store = pathlib.Path(sys.argv[1]), sys.argv[2]
    cases = csv.DictReader(smallscope("export", store, "--format", "csv").splitlines())
    failing = sorted(int(case["ordinal"]) for case in cases
                     if case["level"] == "0" and case["verdict"] in ("fail", "crashed", "timed out"))
    ordinals = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        labels = Labels(specification, pathlib.Path(folder))
        for ordinal in failing:
            for fault in labels.shown_by(ordinal):
                ordinals[fault].append(ordinal)
    for fault in sorted(ordinals):
        print(f'[[fault]]\ncampaign = "{labels.campaign}"\nname = "{fault}: {NAMES[fault]}"\n'
              f'ordinals = "{ranges(ordinals[fault])}"\n')


if __name__ == "__main__":
    main()
