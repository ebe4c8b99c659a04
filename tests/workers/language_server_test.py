# SPDX-License-Identifier: Apache-2.0
"""The client of language servers (workers/python/smallscope_language_server.py), with a server for tests.

Usage: language_server_test.py SOURCE_DIRECTORY [UNITTEST-OPTION...]
"""

import os
import pathlib
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1))
sys.path.insert(0, str(SOURCE / "workers" / "python"))
import smallscope_language_server as lsp  # noqa: E402

FILES = {"a b.txt": "ä 𝒙 word;\n\tword 𝒙 word\nend", "c.txt": "word"}


class LanguageServerTest(unittest.TestCase):
    def server(self, *arguments, **options):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        server = lsp.LanguageServer([sys.executable, str(SOURCE / "tests/workers/language_server.py"), *arguments],
                                    directory.name, "text", **options)
        self.addCleanup(server.close)
        self.root = os.path.join(directory.name, "program")
        return server

    def test_renames_in_all_files_whatever_the_server_counts(self):
        at = lsp.Place("a b.txt", FILES["a b.txt"].index("word"))
        for arguments in (["utf-8"], ["utf-16"], ["utf-32"], ["utf-8", "offset"], ["utf-16", "nothing"]):
            for name in ("new", "by-changes"):
                with self.subTest(arguments=arguments, name=name):
                    self.assertEqual(self.server(*arguments).rename(FILES, at, name), {
                        "a b.txt": f"ä 𝒙 {name};\n\t{name} 𝒙 {name}\nend", "c.txt": name})

    def test_applies_code_actions_in_each_way_that_a_server_offers_them(self):
        server = self.server("utf-16")
        first = FILES["a b.txt"].index("word 𝒙")
        begin, end = lsp.Place("a b.txt", first), lsp.Place("a b.txt", first + 6)
        for title in ("directly", "by command", "in an action", "later"):
            with self.subTest(title=title):
                self.assertEqual(server.code_action(FILES, begin, end, title),
                                 {"a b.txt": "ä 𝒙 word;\n\tnew word\nend", "c.txt": "word"})
        later = server.code_action(FILES, begin, end, "some", lambda action: "data" in action)
        self.assertEqual(later["a b.txt"], "ä 𝒙 word;\n\tnew word\nend")
        self.assertEqual(server.code_actions(FILES, begin, end)[:2], ["directly", "by command"])

    def test_says_why_it_refuses(self):
        server = self.server("utf-16")
        at = lsp.Place("c.txt", 0)
        for title, reason in (("unknown", "not offered: unknown"), ("never", "never: not here"),
                              ("nothing", "offered, changes nothing: nothing"), ("fails", "fails: cannot apply"),
                              ("outside", "edits another file: c.txt.other"), ("file", "edits by create of a file")):
            with self.subTest(title=title), self.assertRaisesRegex(lsp.Refused, f"^{reason}$"):
                server.code_action(FILES, at, lsp.Place("c.txt", 4), title)
        self.assertEqual(server.rename(FILES, at, "still there")["c.txt"], "still there")

    def test_says_what_a_server_wrote_that_died(self):
        server = self.server("utf-16")
        at = lsp.Place("c.txt", 0)
        with self.assertRaises(lsp.Died) as died:
            server.code_action(FILES, at, at, "dies")
        self.assertEqual(died.exception.status, 3)
        self.assertEqual(died.exception.log, "panic: at the disco\n")
        with self.assertRaises(lsp.Died):
            server.rename(FILES, at, "x")

    def test_does_not_take_it_for_a_refusal_that_a_server_cannot_be_initialised(self):
        with self.assertRaisesRegex(RuntimeError, "cannot be initialised: not today"):
            self.server("utf-8", "error")

    def test_has_the_files_of_a_request_and_those_that_are_kept(self):
        server = self.server("utf-8", kept={"build/rules": "all"})
        server.rename({**FILES, "build/rules": "other"}, lsp.Place("c.txt", 0), "x")
        self.assertEqual(server.rename({"c.txt": "word; word"}, lsp.Place("c.txt", 6), "x"), {"c.txt": "x; x"})
        self.assertEqual(sorted(str(path.relative_to(self.root)) for path in pathlib.Path(self.root).rglob("*")
                                if path.is_file()), ["build/rules", "c.txt"])
        self.assertEqual(pathlib.Path(self.root, "build/rules").read_text(encoding="utf-8"), "all")

    def test_follows_a_place_through_an_edit(self):
        server = self.server("utf-16")
        text = FILES["a b.txt"]
        for at, expected in ((0, 0), (text.index("word"), 4), (text.index("word") + 2, 4),
                             (text.index("\t"), text.index("\t") - 3), (text.index("end"), text.index("end") - 9)):
            edit = server.rename_edit(FILES, lsp.Place("c.txt", 0), "x")
            self.assertEqual(server.moved(FILES, lsp.Place("a b.txt", at), edit), lsp.Place("a b.txt", expected))


unittest.main()
