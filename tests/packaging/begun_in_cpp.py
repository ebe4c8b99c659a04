# SPDX-License-Identifier: Apache-2.0
"""What `smallscope init` writes for C++: it is built, finds the planted bug, and passes once that is mended.

Usage: begun_in_cpp.py KIND PREFIX CMAKE [OPTION...], where PREFIX has the installed package.
"""

import itertools
import pathlib
import subprocess
import sys
import tempfile

BUG = "sorted.empty() ? 0 : sorted.size() - 1"

SORTED = [word for length in range(5) for word in itertools.combinations_with_replacement("abc", length)]


def failing(wanted):
    """How many texts have letters, all of which are less than one of `wanted`, counted for each."""
    return sum(1 for letter in wanted for word in SORTED if word and word[-1] < letter)


def run(command, directory):
    ended = subprocess.run(command, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return ended.returncode, ended.stdout


def require(condition, what, seen):
    if not condition:
        sys.exit(f"{what}:\n{seen}")


def main():
    kind, prefix, *configure = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="smallscope-test-") as folder:
        status, said = run([f"{prefix}/bin/smallscope", "init", "demo", "--kind", kind], folder)
        require(status == 0, "init failed", said)
        project = pathlib.Path(folder) / "demo"
        test = ["build/demo", "run", "demo", "--store", "s.sqlite", "--overwrite"] if kind == "c++" else ["build/demo"]

        def built_and_run():
            for step in ([*configure, "-S", ".", "-B", "build"], [configure[0], "--build", "build"]):
                status, said = run(step, project)
                require(status == 0, f"{step} failed", said)
            return run(test, project)

        status, said = built_and_run()
        expected = failing("abcd" if kind == "c++" else "b")
        require(status == 1 and f" {expected} failing" in said.replace("\n", " "), "the bug was not found", said)
        subject = project / "subject.hpp"
        text = subject.read_text()
        require(BUG in text, "no bug is planted", text)
        subject.write_text(text.replace(BUG, "sorted.size()"))
        status, said = built_and_run()
        require(status == 0, "the mended subject fails", said)


main()
