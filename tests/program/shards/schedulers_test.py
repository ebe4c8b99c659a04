# SPDX-License-Identifier: Apache-2.0
"""Shards by schedulers: a real Slurm of four nodes, of which one is killed in mid-run, and GNU parallel.

Usage: schedulers_test.py SMALLSCOPE SPECIFICATION [UNITTEST-OPTION...]
Exits 77, "skipped", and says why if a test of Slurm is asked for and this machine cannot run its daemons.
The specification is tests/program/golden/mixed.toml: 120 inputs, each of which waits as long as a file of its own
exists.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import slurm_cluster

SMALLSCOPE = SPECIFICATION = ""
SHARDS = 6


class Shards(unittest.TestCase):
    environment = os.environ

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.directory = pathlib.Path(temporary.name)
        shutil.copy(SPECIFICATION, self.directory / "mixed.toml")
        self.gates = self.directory / "gates"
        self.gates.mkdir()

    def call(self, *arguments, expected=0):
        ended = subprocess.run([SMALLSCOPE, *arguments], cwd=self.directory, capture_output=True, text=True,
                               check=False, timeout=300,
                               env={**self.environment, "SMALLSCOPE_TEST_GATES": str(self.gates)})
        self.assertEqual(ended.returncode, expected, ended.stdout + ended.stderr)
        return ended.stdout + ended.stderr

    def status(self, expected):
        return json.loads(self.call("status", "runs/mixed.shards", "--json", expected=expected))

    def certificate(self, store):
        shown = self.call("verify", store)
        self.assertIn("as when the run was complete", shown)
        return [line for line in shown.splitlines() if line.startswith("certificate")]

    def expect_the_whole(self):
        gathered = self.call("status", "runs/mixed.shards", "--gather", "all.sqlite")
        self.assertIn(f"{SHARDS} done", gathered)
        self.assertIn("120 of 120", gathered)
        self.call("run", "mixed.toml", "--order", "dense", "--store", "whole.sqlite", expected=1)
        self.assertEqual(self.certificate("all.sqlite"), self.certificate("whole.sqlite"))
        self.assertEqual(list((self.directory / "runs/mixed.shards/begun").iterdir()), [])


class GnuParallel(Shards):
    def test_executes_the_same_script(self):
        self.assertIsNotNone(shutil.which("parallel"), "install parallel (scripts/install-packages)")
        shown = self.call("submit", "script", "mixed.toml", "--shards", str(SHARDS), "--", "--order", "dense")
        self.assertIn("runs/mixed.shards/shard NUMBER executes one shard; missing are 1-6", shown)
        self.assertEqual(self.status(1)["lost"], [1, 2, 3, 4, 5, 6])
        # 3 twice at the same time, as by a scheduler that believes one to be lost.
        subprocess.run(["parallel", "--will-cite", "--jobs", "3", "runs/mixed.shards/shard", ":::", "1", "3", "3", "6",
                        "2", "4", "5", "1"], cwd=self.directory, check=True, capture_output=True, timeout=300)
        self.expect_the_whole()


class Slurm(Shards):
    @classmethod
    def setUpClass(cls):
        try:
            cls.cluster = slurm_cluster.Cluster()
        except slurm_cluster.Unavailable as why:
            raise unittest.SkipTest(str(why)) from why
        cls.environment = cls.cluster.environment
        cls.addClassCleanup(cls.cluster.end)

    def setUp(self):
        super().setUp()
        # Subjects find the gates through the environment of the job, which sbatch takes over.
        os.environ["SMALLSCOPE_TEST_GATES"] = str(self.gates)

    def submit(self, *more):
        return self.call("submit", "slurm", "mixed.toml", "--shards", str(SHARDS), *more, "--", "--order", "dense")

    def wait_for(self, condition):
        deadline = time.monotonic() + 90
        while not condition():
            if time.monotonic() > deadline:
                self.fail(self.call("status", "runs/mixed.shards", expected=1) +
                          self.cluster.run("squeue", "--array"))
            time.sleep(0.5)

    def done(self):
        return {int(file.stem) for file in (self.directory / "runs/mixed.shards/done").glob("*.sqlite")}

    def is_empty(self):
        return self.cluster.run("squeue", "--noheader") == ""

    def wait_for_the_held(self):
        """An element is in the queue for a while after its store is there."""
        self.wait_for(lambda: (self.gates / "1-crash.reached").exists() and len(self.done()) == SHARDS - 1 and
                      len(self.cluster.run("squeue", "--noheader", "--array").splitlines()) == 1)

    def test_executes_all_shards(self):
        shown = self.submit("--sbatch=--cpus-per-task=2")
        self.assertIn("with shards 1-6", shown)
        self.wait_for(lambda: len(self.done()) == SHARDS and self.is_empty())
        self.assertEqual(self.status(0)["done"], [1, 2, 3, 4, 5, 6])
        self.assertIn("6 done, 0 in the queue", self.submit())
        self.expect_the_whole()

    def test_a_killed_node_loses_nothing(self):
        gate = self.gates / "1-crash"  # of shard 1, which is held there
        gate.touch()
        self.submit()
        self.wait_for_the_held()
        self.assertEqual(self.status(1)["running"], [1])
        line = self.cluster.run("squeue", "--noheader", "--array", "--format=%F %N").split()
        self.cluster.kill_node(int(line[1][1:]))
        self.wait_for(lambda: self.status(1)["waiting"] == [1])
        self.assertIn("5 done, 1 in the queue", self.submit(), "what is requeued is not submitted again")
        gate.unlink()
        self.cluster.release(line[0])
        self.wait_for(lambda: len(self.done()) == SHARDS and self.is_empty())
        self.expect_the_whole()
        self.cluster.start_node(int(line[1][1:]))
        self.cluster.wait_for_nodes()

    def test_what_fails_is_named_and_submitted_again(self):
        gate = self.gates / "1-crash"
        gate.touch()
        self.submit()
        self.wait_for_the_held()
        job = self.cluster.run("squeue", "--noheader", "--array", "--format=%i").strip()
        self.cluster.run("scancel", job)
        self.wait_for(self.is_empty)
        self.assertEqual(self.status(3)["lost"], [1])
        shown = self.call("status", "runs/mixed.shards", "--gather", "part.sqlite", expected=3)
        self.assertIn("1 lost", shown)
        self.assertIn("positions 0 to 19 (20 tests)", shown)
        gate.unlink()
        self.assertIn("with shards 1\n", self.call("submit", "slurm", "runs/mixed.shards"))
        self.wait_for(lambda: len(self.done()) == SHARDS and self.is_empty())
        self.expect_the_whole()


class Mistakes(Shards):
    def refuse(self, *arguments, status=2):
        shown = self.call(*arguments, expected=status)
        self.assertFalse((self.directory / "runs").exists(), shown)
        return shown

    def test_are_named_before_anything_is_submitted(self):
        submit = ("submit", "script", "mixed.toml")
        self.assertIn("--shards", self.refuse(*submit))
        self.assertIn("nothing was submitted", self.refuse(*submit, "--shards", "3", "--", "--order", "none"))
        self.assertIn("--jobs is set for each shard", self.refuse(*submit, "--shards", "3", "--", "--jobs=4"))
        self.assertIn("no campaign", self.refuse("submit", "script", "nothing", "--shards", "3")
                      .replace("is not a specification file", "no campaign"))
        self.assertIn("holds no submission", self.refuse("status", "."))

    def test_without_slurm(self):
        self.environment = {**os.environ, "PATH": "/nonexistent"}
        self.assertIn("sbatch is not installed here", self.call("submit", "slurm", "mixed.toml", "--shards", "3",
                                                                expected=3))

    def test_another_submission_is_not_overwritten(self):
        self.call("submit", "script", "mixed.toml", "--shards", "3")
        shown = self.call("submit", "script", "mixed.toml", "--shards", "4", expected=2)
        self.assertIn("holds another submission", shown)
        record = self.directory / "runs/mixed.shards/submission.json"
        record.write_text(record.read_text().replace('"jobs": []', '"jobs": ["1; reboot"]'))
        self.assertIn("is not the number of a job", self.call("status", "runs/mixed.shards", expected=2))
        record.write_text("{")
        self.assertIn("is not what `submit` writes", self.call("status", "runs/mixed.shards", expected=2))


if __name__ == "__main__":
    SMALLSCOPE, SPECIFICATION = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))
    program = unittest.main(verbosity=2, exit=False)
    sys.exit(0 if program.result.wasSuccessful() and not program.result.skipped else
             77 if program.result.wasSuccessful() else 1)
