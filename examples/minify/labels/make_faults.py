#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: make_faults.py FOLDER
Writes faults.toml from FOLDER/*.jsonl (see label.py), and ends with 1 if a failing input of a store has no label.
"""
import json
import pathlib
import re
import sqlite3
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(HERE.parent / "python"))
import real  # noqa: E402
from fault_labels import ordinal_text  # noqa: E402

FOLDER = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
CAMPAIGNS = ["expressions", "statements", "modern", "literals"]


def whys():
    text = (HERE / "mutants.js").read_text(encoding="utf-8")
    return dict(re.findall(r'"([\w-]+)": \{\n    of: \w, file: "[^"]*",\s+why: "((?:[^"\\]|\\.)*)"', text))


def main():
    out, wrong, why = [], 0, whys()
    for name in CAMPAIGNS:
        if not (FOLDER / f"{name}.jsonl").exists():
            continue
        store = sqlite3.connect(f"file:{FOLDER}/{name}.sqlite?mode=ro", uri=True)
        failing = {row[0] for row in store.execute(
            "select ordinal from cases join verdicts on cases.verdict = verdicts.number where verdicts.failing")}
        choices = {ordinal: json.loads(text) for ordinal, text in store.execute("select ordinal, choices from cases")}
        active = tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))
        active = active["subject"]["environment"]["MINIFY_MUTANTS"].split()
        shows, together, several = {}, set(), 0
        for text in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            line = json.loads(text)
            found = list(line["shown"])
            if line["real"]:
                chosen = {each["name"]: each["label"] for each in choices[line["ordinal"]]}
                found += [fault for fault, holds, _ in real.REAL.get(name, []) if holds(line, chosen)]
                if len(found) == len(line["shown"]):
                    print(f"{name}: the real fault of #{line['ordinal']} has no name")
            several += len(found) > 1
            for fault in found:
                shows.setdefault(fault, set()).add(line["ordinal"])
            if not found and not line["real"]:
                together.add(line["ordinal"])
        reasons = {**why, **{fault: because for fault, _, because in real.REAL.get(name, [])}}
        for fault in [*active, *(fault for fault in shows if fault not in active)]:
            if fault in shows:
                out.append(f'[[fault]]\ncampaign = "minify/{name}"\nname = {json.dumps(fault)}\n'
                           f'{ordinal_text(shows[fault])}\nwhy = {json.dumps(reasons[fault])}\n')
        if together:
            out.append(f'[[fault]]\ncampaign = "minify/{name}"\nname = "several mutants together"\n'
                       f'{ordinal_text(together)}\nwhy = "no mutant alone makes it fail"\n')
        labelled = set().union(together, *shows.values())
        missing, surplus = failing - labelled, labelled - failing
        wrong += len(missing) + len(surplus)
        print(f"{name}: {len(failing)} failing, {len(missing)} without a label, {len(surplus)} labelled "
              f"that do not fail, {several} with several labels, {len(together)} only together, {len(active)} mutants")
        for fault, ordinals in shows.items():
            print(f"  {len(ordinals):5} {fault}")
    (HERE / "faults.toml").write_text(
        "# Made by labels/make_faults.py: what fails with one mutant alone, by ordinals.\n\n" + "\n".join(out),
        encoding="utf-8")
    return 1 if wrong else 0


sys.exit(main())
