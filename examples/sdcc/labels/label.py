#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""label.py SPECIFICATION STORE: which faults the failing inputs of a store show, as a part of faults.toml.

Each failing input is compiled and executed with each fault alone, and without any. It shows a fault if it then prints
something else than without; it shows `sdcc`, a fault of the compiler itself, if it prints something else than gcc's
program does without any. Takes up to an hour for a campaign, and needs smallscope, sdcc, sz80 and gcc.
"""
import collections
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent.parent
# In the order of the rules.
PEEPHOLE = ("logical-shift", "signed-compare", "sign-extend-16", "bits-not-masked")
ASSEMBLER = ("sign-extend-32", "unsigned-modulo", "unsigned-long-division", "jump-table-bound", "loop-bound-equal",
             "high-byte-ignored", "neighbour-bits", "copy-one-less")


def smallscope(*words):
    return subprocess.run(["smallscope", *words], capture_output=True, text=True, check=False).stdout


def faults_in(folder):
    """A folder for each fault alone, and one without any: name -> folder."""
    peephole = re.findall(r"^replace \{.*?\n\} by \{.*?\n\}\n", (HERE / "faults/rules.peep").read_text(), re.M | re.S)
    assembler = (HERE / "faults/rules.sed").read_text().splitlines(keepends=True)
    rules = [("", "", "")]
    rules += [(name, rule, "") for name, rule in zip(PEEPHOLE, peephole, strict=True)]
    rules += [(name, "", rule) for name, rule in zip(ASSEMBLER, assembler, strict=True)]
    folders = {}
    for name, of_peephole, of_assembler in rules:
        folders[name] = folder / (name or "none")
        folders[name].mkdir()
        (folders[name] / "rules.peep").write_text(of_peephole)
        (folders[name] / "rules.sed").write_text(of_assembler)
    return folders


def options_of(specification):
    """Those that the specification gives to sdcc."""
    command = re.search(r'run = \["\{here\}/run-faulty", (.*)\]', specification.read_text()).group(1)
    return re.findall(r'"([^"]*)"', command)[3:]


def main():
    specification, store = pathlib.Path(sys.argv[1]), sys.argv[2]
    options = options_of(specification)
    cases = csv.DictReader(smallscope("export", store, "--format", "csv").splitlines())
    failing = [int(case["ordinal"]) for case in cases
               if case["level"] == "0" and case["verdict"] in ("fail", "crashed", "timed out")]
    shown = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        faults = faults_in(folder)
        source, scratch, program = folder / "input.c", folder / "scratch", folder / "gcc"
        scratch.mkdir()
        for ordinal in failing:
            text = json.loads(smallscope("show", str(specification), str(ordinal), "--json"))["input"]["files"][0]
            source.write_text(text["text"])
            subprocess.run(["gcc", "-w", "-fwrapv", f"-I{HERE}", source, "-o", program], check=True)
            printed = {fault: subprocess.run([HERE / "run-faulty", rules, source, scratch, *options],
                                             capture_output=True, check=False).stdout
                       for fault, rules in faults.items()}
            if printed[""] != subprocess.run([program], capture_output=True, check=False).stdout:
                shown["sdcc"].append(ordinal)
            for fault in PEEPHOLE + ASSEMBLER:
                if printed[fault] != printed[""]:
                    shown[fault].append(ordinal)
    campaign = re.search(r'^name = "(.*)"', specification.read_text(), re.M).group(1)
    for fault, ordinals in shown.items():
        print(f'[[fault]]\ncampaign = "{campaign}"\nname = "{fault}"\nordinals = "{" ".join(map(str, ordinals))}"\n')


if __name__ == "__main__":
    main()
