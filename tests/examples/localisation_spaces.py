#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the spaces around real faults of tcc (examples/tcc/localisation) against their README and their labels:
every specification loads and has as many inputs as the table says, and the rules of faults.toml speak of campaigns,
choices and labels that exist.

usage: localisation_spaces.py SMALLSCOPE FOLDER
"""
import pathlib
import re
import subprocess
import sys
import tomllib

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
mistakes = []


def printed(*arguments):
    ended = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        mistakes.append(f"{' '.join(map(str, arguments))}: {ended.stderr.strip()}")
    return ended.stdout


def texts(value):
    """All strings in a value of a specification: labels are among them."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return set().union(*(texts(each) | {name} for name, each in value.items()), set())
    if isinstance(value, list):
        return set().union(*map(texts, value), set())
    return {str(value)}


table = {name: int(inputs.replace(",", ""))
         for name, inputs in re.findall(r"^\| `(t[0-9]+-[^`]*)` \| ([0-9,]+) \|",
                                        (folder / "README.md").read_text(encoding="utf-8"), re.MULTILINE)}
campaigns = {}
for specification in sorted(folder.glob("t[0-9]*.toml")):
    content = tomllib.loads(specification.read_text(encoding="utf-8"))
    campaigns[content["name"]] = content["inputs"]["choices"]
    if content["name"] != f"tcc/localisation/{specification.stem}":
        mistakes.append(f"{specification.name}: the campaign is called {content['name']}")
    count = printed("count", specification).strip()
    if count != str(table.get(specification.stem)):
        mistakes.append(f"{specification.name}: {count} inputs, the README says {table.get(specification.stem)}")
for name in table:
    if not (folder / f"{name}.toml").exists():
        mistakes.append(f"README.md: there is no {name}.toml")

def can_hold(rules, campaign):
    """Whether the campaign has the choices and labels of the rules."""
    for choice, labels in rules.get("choices", {}).items():
        known = texts(campaigns[campaign].get(choice, {}))
        if not {labels} <= known if isinstance(labels, str) else not set(labels) <= known:
            return False
    return True


for fault in tomllib.loads((folder / "faults.toml").read_text(encoding="utf-8"))["fault"]:
    named = [fault["campaign"]] if isinstance(fault["campaign"], str) else fault["campaign"]
    mistakes += [f"faults.toml: there is no campaign {name}" for name in named if name not in campaigns]
    for rules in [fault, *fault.get("any", []), *fault.get("unless", [])]:
        if not any(can_hold(rules, name) for name in named if name in campaigns):
            mistakes.append(f"faults.toml: {fault['name']}: no campaign of it has {rules.get('choices')}")

print("\n".join(mistakes) if mistakes else f"{len(campaigns)} spaces, 0 mistakes")
sys.exit(1 if mistakes or not campaigns else 0)
