#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the benchmark programs in parts/ and prints one table: floor, ours, ratio, goal. docs/benchmarks.md explains it.

Usage: smallscope-benchmarks [PART...] [--benchmark_...]
Options go to the parts that are built on Google Benchmark. Exits 1 when a goal is missed by far (a figure above
MISSED_BY_FAR times its goal: less may be the machine's other work), 3 when a part cannot be run.
"""

import os
import pathlib
import subprocess
import sys

MISSED_BY_FAR = 1.5
PARTS = ["walk", "walk-clang", "algebra", "search", "in-process", "memory", "store", "isolation", "explanations",
         "causes", "rules", "diagnosis", "capability", "spectra", "specification", "coverage",
         "failures", "page", "page-in-browser", "worker", "command", "rope"]
ON_GOOGLE_BENCHMARK = {"walk", "walk-clang", "algebra", "search", "in-process", "specification"}
FORMAT = "{:<58} {:>12} {:>24} {:>9} {:>6}  {}"


def rows_of(part, options):
    program = pathlib.Path(__file__).resolve().parent / "parts" / part
    if not program.exists():
        return
    arguments = [str(program), *(options if part in ON_GOOGLE_BENCHMARK else [])]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as running:
        for line in running.stdout:
            yield line.rstrip("\n").split("\t")
    if running.returncode != 0:
        raise RuntimeError(f"{part} ended with status {running.returncode}")


def main():
    options = [argument for argument in sys.argv[1:] if argument.startswith("--")]
    parts = [argument for argument in sys.argv[1:] if not argument.startswith("--")] or PARTS
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(FORMAT.format("workload", "floor", "ours", "figure", "goal", ""))
    far = False
    for part in parts:
        for workload, floor, ours, figure, goal, what in rows_of(part, options):
            verdict = what
            if goal and float(figure) > float(goal):
                by_far = float(figure) > MISSED_BY_FAR * float(goal)
                far |= by_far
                verdict += ", MISSED BY FAR" if by_far else ", missed"
            print(FORMAT.format(workload, floor, ours, figure, goal, verdict), flush=True)
    return 1 if far else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, RuntimeError) as problem:
        print(f"benchmark  {problem}", file=sys.stderr)
        sys.exit(3)
