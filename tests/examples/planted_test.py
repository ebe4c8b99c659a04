# SPDX-License-Identifier: Apache-2.0
"""The subjects with known faults (examples/planted), and the campaigns that scripts/planted-grammars makes of them.

Usage: planted_test.py SOURCE_DIRECTORY SMALLSCOPE [UNITTEST-OPTION...]
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE, SMALLSCOPE = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "examples/planted"))
import expressions  # noqa: E402
import regexps  # noqa: E402

# What node says of them, and one fault that changes it to what.
EXPRESSIONS = {
    r"\1": ("null", "octal", "SyntaxError"),
    r"(\1)": ('["",""]', "open", "SyntaxError"),
    "(^)*": ('["",null]', "loop", "SyntaxError"),
    "a|(b)": ('["a",null]', "undefined", '["a",""]'),
    r"(a)\1*": ('["aa","a"]', "quantified", "SyntaxError"),
    "((a))": ('["a","a","a"]', "nested", "SyntaxError"),
    "^b": ("null", "anchor", '["b"]'),
    r"b\b": ('["b"]', "boundary", "null"),
    ".*": ('["aab"]', "dot", '["aa"]'),
    "^[^b]": ('["a"]', "class", "null"),
    "a|aa": ('["a"]', "alternation", '["aa"]'),
    r"(?=(a))": ('["","a"]', "lookahead", '["",null]'),
    "(?!a)": ('[""]', "negation", '[""]'),
    "a+?": ('["a"]', "lazy", '["aa"]'),
    "a{1,2}": ('["aa"]', "bounds", '["a"]'),
    "(b)*": ('["",null]', "star", '["b","b"]'),
    "(a|b)*": ('["aab","b"]', None, None),
    "(?:(a)|b)*": ('["aab",null]', None, None),
    "(a*){1,2}": ('["aa","aa"]', None, None),
    r"(?!(a)b)a\1": ('["a",null]', None, None),
}
VALUES = {
    "4 - 1 - 1": (2, "associative", 4),
    "4 * 0": (0, "zero", 4),
    "- 4 * x": (-12, "minus", 12),
    "- 1 ? 4 : 0": (4, "condition", 0),
    "( - 1 )": (-1, "brackets", 1),
    "! 4": (0, "not", 4),
    "- 1 == - 1": (1, "equal", 0),
    "4 - - 1": (5, "difference", 3),
    "- - 4": (4, "twice", "SyntaxError"),
    "( x )": (3, "variable", 0),
    "4 + 4": (8, "sum", 7),
    "( ! 0 )": (1, "refused", "SyntaxError"),
    "1 == 1 == 1": (1, "chain", "SyntaxError"),
    "0 ? 1 : x ? 4 : 1": (4, None, None),
}


class SubjectTest(unittest.TestCase):
    def check(self, subject, known):
        for text, (right, fault, wrong) in known.items():
            with self.subTest(text=text):
                self.assertEqual(subject.answer(text, ()), str(right))
                if fault:
                    self.assertEqual(subject.answer(text, (fault,)), str(wrong))
        self.assertEqual({fault for _, fault, _ in known.values()} - {None}, set(subject.FAULTS))

    def test_regular_expressions(self):
        self.check(regexps, EXPRESSIONS)

    def test_expressions(self):
        self.check(expressions, VALUES)


class CampaignTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *words, expected=0):
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, cwd=self.folder,
                              env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1"), check=False)
        self.assertEqual(done.returncode, expected, done.stderr)
        return done.stdout

    def test_every_failing_input_has_a_label(self):
        self.run_program(SOURCE / "scripts/planted-grammars", "made")
        specifications = sorted((self.folder / "made/specifications").glob("*.toml"))
        self.assertEqual(len(specifications), 16)
        specification = self.folder / "made/specifications/expressions-2.toml"
        self.run_program(SMALLSCOPE, "run", specification, "--store", "s.sqlite", "--json", expected=1)
        found = json.loads(self.run_program(SMALLSCOPE, "evaluate", "clustering", "s.sqlite", "--faults",
                                            "made/faults.toml", "--from", specification, "--json"))
        self.assertEqual(found["campaigns"][0]["unlabelled"], [])
        self.assertGreater(found["campaigns"][0]["labelled"], 0)

    def test_words_are_checked(self):
        self.run_program(SOURCE / "scripts/planted-grammars", expected=2)
        worker = SOURCE / "examples/planted/worker.py"
        done = subprocess.run([sys.executable, worker, "regexps", "opened"], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("has no fault 'opened'; it has octal, open,", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]] + sys.argv[3:])
