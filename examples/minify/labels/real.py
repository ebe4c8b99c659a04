# SPDX-License-Identifier: Apache-2.0
"""The real faults that the campaigns show (no mutant active), and how a failing input is told to show each.

A rule gets the line of CAMPAIGN.jsonl and the choices of the input (name: label)."""

REAL = {
    "statements": [
        ("real: a var behind a continue is lost",
         lambda line, choices: "var late" in choices["statement"],
         "terser, tighten-body.js: `if (a) { ...; continue; var late = 1; }` in a loop: the declaration is not "
         "hoisted, so that `late` is the global of that name, or undeclared"),
    ],
    "modern": [],
}
