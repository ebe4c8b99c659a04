# SPDX-License-Identifier: Apache-2.0
"""`run --watch` on a terminal: what it shows, and that neither resizing nor stopping nor hanging up harms it.

Usage: watch_test.py CAMPAIGNS [UNITTEST-OPTION...]
The campaign `watched` waits at gates, which a test opens: so each state of the run is shown for as long as needed.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from screen_terminal import Job

CAMPAIGNS = ""
INPUTS, PER_GATE = 800, 25
ALL_GATES = INPUTS // PER_GATE + 40  # failing inputs are looked at again for their messages


class Watch(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.directory = pathlib.Path(temporary.name)
        self.gates = self.directory / "gates"
        self.gates.mkdir()

    def open_gates(self, last):
        for gate in range(last + 1):
            (self.gates / str(gate)).touch()

    def start(self, *options, columns=80, rows=24, **environment):
        command = [CAMPAIGNS, "run", "watched", "--store", "watched.sqlite", "--jobs", "1", "--watch", *options]
        job = Job(command, self.directory / "out", columns, rows,
                  {"SMALLSCOPE_TEST_GATES": str(self.gates), "NO_COLOR": "", **environment}, self.directory)
        self.addCleanup(job.close)
        return job

    def finish(self, job, was_resized=False):
        self.open_gates(ALL_GATES)
        self.assertEqual(job.answer(), 1)
        self.assert_clean(job, was_resized)

    def assert_clean(self, job, was_resized=False):
        """The terminal is as it was, and nothing of the view is left on it, unless a smaller window has scrolled it."""
        screen = job.screen
        self.assertEqual(screen.foreign, [])
        self.assertEqual(screen.attributes, "")
        self.assertEqual(screen.column, 0, "the shell goes on at the beginning of a line")
        shown = screen.text() if was_resized else "\n".join(screen.rows)
        for part in ("settled:", "first: test", f"of {INPUTS} (", "pairs covered"):
            self.assertNotIn(part, shown)

    def without_watching(self, *options, store="plain.sqlite"):
        command = [CAMPAIGNS, "run", "watched", "--store", store, "--jobs", "1", "--progress", "none", *options]
        return subprocess.run(command, cwd=self.directory, capture_output=True, check=False)

    def certificate(self, store):
        command = [CAMPAIGNS, "explain", store, "--json"]
        shown = subprocess.run(command, cwd=self.directory, capture_output=True, check=True)
        certificate = json.loads(shown.stdout)["certificate"]
        self.assertTrue(certificate)
        return certificate

    # What it shows.

    def test_shows_clusters_and_explanations_that_settle(self):
        job = self.start(columns=100)
        mode = job.mode()
        self.open_gates(8)
        job.until_shown("of 800 (", "failing in 2 clusters", "pairs covered", "unsettled: failed so far when kind is",
                        "unsettled: failed so far when", "first: test ")
        gate = 8

        def settled_or_on():
            nonlocal gate
            if "\n" + " " * 5 + "settled: failed so far" in job.screen.text().replace("unsettled", "!"):
                return True
            if gate < INPUTS // PER_GATE - 2:  # the store is never complete
                gate += 1
                self.open_gates(gate)
            time.sleep(1)  # the next explanation has more tests to speak of
            return False

        job.until(settled_or_on)
        self.assertEqual(job.mode(), mode, "the terminal's mode is left alone")
        self.finish(job)

    def test_results_are_those_of_a_run_without_it(self):
        job = self.start()
        self.finish(job)
        plain = self.without_watching()
        self.assertEqual(plain.returncode, 1)
        expected = plain.stdout.decode().replace("plain.sqlite", "watched.sqlite")
        without_time = lambda text: [line.split(" in ")[0] for line in text.splitlines()[:1]] + text.splitlines()[1:]
        self.assertEqual(without_time((self.directory / "out").read_text()), without_time(expected))
        self.assertEqual(self.certificate("watched.sqlite"), self.certificate("plain.sqlite"))

    def test_what_a_subject_prints_is_inert(self):
        job = self.start(columns=160)
        self.open_gates(8)
        job.until_shown(r"cleared \x1b[2J\x1b]", r"\u202e turned \x9b", "中文 next line", r"kind is `b\x1b[31m`")
        self.finish(job)

    def test_no_color_leaves_out_attributes(self):
        for value, expected in (("1", set()), ("", {"0", "1", "2"})):
            with self.subTest(value):
                job = self.start("--overwrite", NO_COLOR=value)
                self.open_gates(8)
                job.until_shown("unsettled:")
                self.finish(job)
                self.assertEqual(job.screen.seen_attributes, expected)
                for gate in self.gates.iterdir():
                    gate.unlink()

    # Where it cannot be drawn.

    def test_a_dumb_terminal_has_plain_lines(self):
        for term in ("dumb", ""):
            with self.subTest(term):
                job = self.start("--overwrite", TERM=term)
                self.open_gates(ALL_GATES)
                self.assertEqual(job.answer(), 1)
                shown = "".join(job.screen.rows)
                self.assertIn("note: --watch shows plain progress, because $TERM names no terminal", shown)
                self.assertEqual(job.screen.seen_attributes, set())
                self.assertEqual(job.screen.ups, 0)

    def test_elsewhere_there_are_plain_lines(self):
        shown = self.without_watching_note()
        self.assertIn("note: --watch shows plain progress, because standard error is no terminal", shown)
        self.assertNotIn("\x1b", shown)

    def without_watching_note(self):
        command = [CAMPAIGNS, "run", "watched", "--no-store", "--watch"]
        ended = subprocess.run(command, cwd=self.directory, capture_output=True, check=False)
        self.assertEqual(ended.returncode, 1)
        return ended.stderr.decode()

    def test_another_style_contradicts_it(self):
        for style in ("plain", "json", "none", "bar"):
            command = [CAMPAIGNS, "run", "watched", "--no-store", "--watch", "--progress", style]
            ended = subprocess.run(command, cwd=self.directory, capture_output=True, check=False)
            self.assertEqual(ended.returncode, 2)
            self.assertIn(b"--watch and --progress contradict each other", ended.stderr)

    def test_without_a_store_there_are_clusters(self):
        command = [CAMPAIGNS, "run", "watched", "--no-store", "--jobs", "1", "--watch"]
        job = Job(command, self.directory / "out", 100, 24, {"SMALLSCOPE_TEST_GATES": str(self.gates)}, self.directory)
        self.addCleanup(job.close)
        self.open_gates(8)
        job.until_shown("failing in 2 clusters", "no explanations: ", "first: test")
        self.finish(job)

    # What may happen meanwhile.

    def test_survives_resizing(self):
        job = self.start(SMALLSCOPE_TEST_MESSAGES="1")
        self.open_gates(10)
        job.until_shown("pairs covered", "of 800 (", "word ")
        for columns, rows in ((20, 5), (80, 24), (33, 9), (20, 5), (1, 1), (120, 40), (80, 24)):
            before = job.screen.draws
            job.resize(columns, rows)
            job.until(lambda: job.screen.draws > before + 2)
            if columns == 20:
                self.assertRegex(job.screen.visible()[0], r"^\d+ of 800 ")
                self.assertIn("clusters", job.screen.text())
            if columns >= 80:
                self.assertEqual(job.screen.text().count("of 800 ("), 1, job.screen.text())
                self.assertEqual(job.screen.text().count("pairs covered"), 1, job.screen.text())
        self.finish(job, was_resized=True)

    def test_a_low_terminal_shows_the_latest_clusters(self):
        job = self.start(rows=10, SMALLSCOPE_TEST_MESSAGES="1")
        self.open_gates(10)
        job.until_shown("earlier clusters", "of 800 (")
        self.assertEqual(len(job.screen.visible()), 10)
        self.finish(job)

    def test_is_stopped_and_goes_on(self):
        job = self.start()
        mode = job.mode()
        self.open_gates(8)
        for _ in range(2):
            job.until_shown("of 800 (", "failing in 2 clusters")
            job.type(b"\x1a")
            self.assertEqual(job.answer(), "stopped")
            self.assert_clean(job)
            self.assertEqual(job.mode(), mode)
            job.until_shown("[1]+ Stopped")
            job.foreground()
        job.until_shown("of 800 (", "[1]+ Stopped")
        self.assertEqual(job.screen.text().count("of 800 ("), 1)
        self.finish(job)
        self.without_watching()
        self.assertEqual(self.certificate("watched.sqlite"), self.certificate("plain.sqlite"))

    def test_an_interrupted_run_goes_on(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number):
                job = self.start("--overwrite")
                self.open_gates(8)
                job.until_shown("of 800 (")
                job.send(number)
                job.look(0.3)
                self.open_gates(ALL_GATES)
                self.assertEqual(job.answer(), 130)
                self.assert_clean(job)
                self.assertIn("nothing lost", (self.directory / "out").read_text())
                for gate in self.gates.iterdir():
                    gate.unlink()
        resumed = self.without_watching("--resume", store="watched.sqlite")
        self.assertEqual(resumed.returncode, 1)
        self.without_watching()
        self.assertEqual(self.certificate("watched.sqlite"), self.certificate("plain.sqlite"))

    def test_a_killed_run_leaves_the_terminal_usable(self):
        job = self.start()
        mode = job.mode()
        self.open_gates(8)
        job.until_shown("of 800 (", "unsettled:")
        job.send(signal.SIGKILL)
        self.assertEqual(job.answer(), -signal.SIGKILL)
        self.assertEqual(job.mode(), mode)
        self.assertEqual((job.screen.attributes, job.screen.column, job.screen.foreign), ("", 0, []))

    def test_a_reader_that_goes_away_ends_nothing(self):
        job = self.start()
        self.open_gates(8)
        job.until_shown("of 800 (")
        job.hang_up()
        self.open_gates(ALL_GATES)
        self.assertEqual(job.answer(), 1)
        self.without_watching()
        self.assertEqual(self.certificate("watched.sqlite"), self.certificate("plain.sqlite"))


if __name__ == "__main__":
    CAMPAIGNS = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
