# SPDX-License-Identifier: Apache-2.0
"""The mutants of small programs (examples/mutants) and the script that runs them, on small parts of their spaces.

Usage: mutants_test.py SOURCE_DIRECTORY SMALLSCOPE COVERAGE_RUNTIME [UNITTEST-OPTION...]
Exits 77, "skipped", and says why if there is no clang, which compiles for coverage.
"""

import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest


# Inputs outside of the spaces that kill what no input of its space kills.
KILLERS = {"calendar-10": "easter 1700\n", "justify-07": ".w 8\n.p 0\n.h\nan abcdefgh-x\n",
           "justify-09": ".w 12\n.p 0\n.h\nabcd efg-hijkl\n", "lock-01": "1379#ttttoct\n"}


def rows_of(folder):
    with open(folder / "mutants.csv", newline="", encoding="utf-8") as table:
        return list(csv.DictReader(table))


def lines_of(row):
    return (FOLDER / row["file"]).read_text(encoding="utf-8").splitlines()


def function_around(lines, line):
    """The last function that begins at or before a line."""
    for text in reversed(lines[:int(line)]):
        if found := re.fullmatch(r"(?:static )?[\w ]+[ *](\w+)\([^;]*\) \{.*", text):
            return found[1]
    return None


def texts_of(specification):
    """What each input has on standard input, in the order of the ordinals."""
    content = tomllib.loads(specification.read_text(encoding="utf-8"))["inputs"]
    inputs = [{}]
    for name, choice in content["choices"].items():
        grown = []
        for chosen in inputs:
            values = choice
            if "depends" in values:
                values = values["cases"].get(chosen[values["depends"]], values.get("otherwise"))
            values = values["elements"] if isinstance(values, dict) else values
            grown += [{**chosen, name: str(value)} for value in values]
        inputs = grown
    for chosen in inputs:
        yield re.sub(r"\{\{(\w+)\}\}", lambda hole, values=chosen: values[hole[1]], content["standard_input"])


def answer_of(program, text):
    ended = subprocess.run([program], input=text, capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout


class Scratch(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="smallscope-mutants-")
        self.addCleanup(scratch.cleanup)
        self.directory = pathlib.Path(scratch.name)

    def script(self, *words, name="mutant-localisation", expected=0):
        ended = subprocess.run([sys.executable, SOURCE / "scripts" / name, *map(str, words)],
                               cwd=self.directory, capture_output=True, text=True, check=False)
        self.assertEqual(ended.returncode, expected, ended.stderr)
        return ended.stdout if expected == 0 else ended.stderr

    def small_folder(self, *wanted):
        """Programs with a part of their spaces and of the table."""
        folder = self.directory / "small"
        folder.mkdir(exist_ok=True)
        with open(FOLDER / "mutants.csv", encoding="utf-8") as table:
            lines = table.readlines()
        (folder / "mutants.csv").write_text(
            "".join([lines[0], *(each for each in lines if each.split(",")[0] in wanted)]), encoding="utf-8")
        for name in {each.split("-")[0] for each in wanted}:
            shutil.copy(FOLDER / f"{name}.c", folder)
            text = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
            text, dates = re.subn(r"date = \[.*?\]", 'date = ["1900-03-01", "2023-03-31", "2024-12-30"]', text,
                                  flags=re.DOTALL)
            text, steps = re.subn(r"then = \[.*?\]", 'then = ["", "t", "oc"]', text)
            self.assertEqual(dates + steps, 1)
            (folder / f"{name}.toml").write_text(text, encoding="utf-8")
        return folder

    def mutants(self, folder, *words, expected=0):
        return self.script("--coverage", RUNTIME, "--program", SMALLSCOPE, "--mutants", folder, self.directory / "made",
                           *words, expected=expected)


class Table(unittest.TestCase):
    def test_every_program_has_its_mutants(self):
        rows, programs = rows_of(FOLDER), sorted(path.stem for path in FOLDER.glob("*.c"))
        self.assertGreaterEqual(len(programs), 5)
        self.assertGreaterEqual(len(rows), 48)
        for program in programs:
            names = [row["mutant"] for row in rows if row["file"] == f"{program}.c"]
            self.assertEqual(names, [f"{program}-{number:02}" for number in range(1, len(names) + 1)])
            self.assertTrue(8 <= len(names) <= 12, names)

    def test_places_are_where_the_table_says(self):
        for row in rows_of(FOLDER):
            lines = lines_of(row)
            self.assertEqual(lines[int(row["line"]) - 1].count(row["was"]), 1, row)
            for place in (row["line"], row["place"]):
                self.assertEqual(function_around(lines, place), row["function"], row)
            # What is missing has no line: one counts that is executed wherever it would be.
            if row["becomes"]:
                self.assertEqual(row["place"], row["line"], row)
            else:
                self.assertIn("missing", row["operator"])
                self.assertNotEqual(row["place"], row["line"], row)
            self.assertTrue(row["why"] and row["was"] != row["becomes"], row)

    def test_operators_are_mixed(self):
        operators = [row["operator"] for row in rows_of(FOLDER)]
        for kind in ("relational", "arithmetic", "logical", "constant", "off by one", "missing statement",
                     "wrong variable", "missing case", "wrong initialisation"):
            self.assertIn(kind, operators)
        self.assertLess(max(map(operators.count, operators)), len(operators) / 4)

    def test_the_spaces_are_bounded_and_name_no_folder(self):
        readme = (FOLDER / "README.md").read_text(encoding="utf-8")
        table = dict(re.findall(r"^\| `(\w+)` \|.*?\| ([0-9,]+) \|", readme, re.MULTILINE))
        specifications = sorted(FOLDER.glob("*.toml"))
        self.assertEqual([path.stem for path in specifications], sorted(table))
        for path in specifications:
            counted = int(subprocess.check_output([SMALLSCOPE, "count", path]))
            self.assertEqual(counted, int(table[path.stem].replace(",", "")), path)
            self.assertTrue(500 <= counted <= 3000, path)
            self.assertEqual(sum(1 for _ in texts_of(path)), counted)
            content = tomllib.loads(path.read_text(encoding="utf-8"))
            self.assertEqual(content["name"], f"mutants/{path.stem}")
            self.assertEqual(content["subject"]["run"], [path.stem])


class Killed(Scratch):
    def test_what_the_spaces_do_not_kill_is_not_equivalent(self):
        if shutil.which("gcc") is None:
            self.skipTest("NOT TESTED: there is no gcc here")
        readme = (FOLDER / "README.md").read_text(encoding="utf-8")
        for row in rows_of(FOLDER):
            if row["mutant"] not in KILLERS:
                continue
            self.assertIn(f"| {row['mutant']} |", readme)
            lines = lines_of(row)
            answers = [self.answer(lines, KILLERS[row["mutant"]])]
            number = int(row["line"]) - 1
            lines[number] = lines[number].replace(row["was"], row["becomes"])
            answers.append(self.answer(lines, KILLERS[row["mutant"]]))
            self.assertNotEqual(*answers, row["mutant"])

    def answer(self, lines, text):
        (self.directory / "program.c").write_text("\n".join(lines) + "\n", encoding="utf-8")
        subprocess.run(["gcc", "-w", "program.c", "-o", "program"], cwd=self.directory, check=True)
        return answer_of(self.directory / "program", text)


class Mistakes(Scratch):
    def test_arguments_are_named(self):
        for words, said in ((["--wild", "x"], "unknown option --wild"), (["--program"], "--program needs a path"),
                            (["--coverage", "none.a", "made"], "there is no library"),
                            (["--coverage", RUNTIME, "--program", "none", "made"], "there is no program"),
                            (["--coverage", RUNTIME, "--program", SMALLSCOPE, "--return-values", "none.so", "made"],
                             "there is no plugin"),
                            (["--coverage", RUNTIME, "--program", SMALLSCOPE], "name a directory")):
            self.assertIn(said, self.script(*words, expected=2))
        for words, said in ((["--wild", "x"], "name one directory"), ([SMALLSCOPE, "made"], "name one directory"),
                            (["--program", "none", "made"], "there is no program"),
                            (["--groups", "0", "made"], "--groups 0: name how many mutants"),
                            (["--program", SMALLSCOPE, "--coverage", "none", "made"], "there is no library")):
            self.assertIn(said, self.script(*words, name="joint-mutants", expected=2))
        self.assertIn("no mutant begins with `abacus`", self.mutants(FOLDER, "abacus", expected=2))
        self.assertIn("there is no table", self.mutants(self.directory, expected=2))
        self.assertFalse((self.directory / "made").exists())

    def test_rows_are_checked(self):
        folder = self.small_folder("lock-06", "lock-10")
        table = folder / "mutants.csv"
        text = table.read_text(encoding="utf-8")
        for was, becomes, said in (
                ("lock-06,lock.c,enter,105,break;", "lock-06,lock.c,enter,104,break;",
                 "mutants.csv:2: lock-06: line 104 of lock.c is `go(l, unlocked);`, which does not have `break;`"),
                ("enter,105,", "enter,9999,", "lock.c has no line 9999"),
                ("enter,105,", "enter,x,", "line `x`"),
                ("lock-10,", "lock-06,", "mutants.csv:3: lock-06 is there twice"),
                ("lock-10,", "safe-10,", "`safe-10` is no name of a mutant of lock.c"),
                ("lock-10,lock.c", "safe-10,safe.c", "there is no program"),
                (",constant,", ",", "not 9 fields"), ("mutant,file", "mutant", "the first line is not mutant,file")):
            table.write_text(text.replace(was, becomes), encoding="utf-8")
            self.assertNotEqual(text, text.replace(was, becomes))
            self.assertIn(said, self.mutants(folder, expected=2))
        table.write_text(text, encoding="utf-8")


class Runs(Scratch):
    def setUp(self):
        super().setUp()
        if shutil.which("clang") is None:
            self.skipTest("NOT TESTED: there is no clang here; install the Debian package clang")

    def exported(self, mutant):
        made = self.directory / "made"
        return json.loads(subprocess.run(
            [SMALLSCOPE, "export", made / f"stores/{mutant}.sqlite", "--from", made / f"specifications/{mutant}.toml"],
            check=True, capture_output=True, text=True).stdout)

    def evaluate(self, *words):
        made = self.directory / "made"
        return json.loads(subprocess.run(
            [SMALLSCOPE, "evaluate", *words, *sorted((made / "stores").glob("*.sqlite")), "--places",
             made / "places.csv", "--json"], check=True, capture_output=True, text=True).stdout)

    def test_failures_are_those_of_the_programs_themselves(self):
        mutants = ("calendar-02", "lock-06")
        folder = self.small_folder(*mutants)
        printed = [line.split(",") for line in self.mutants(folder).splitlines()]
        self.assertEqual(printed[0], ["mutant", "inputs", "failing", "clusters", "seconds"])
        self.assertEqual([line[0] for line in printed[1:]], list(mutants))
        for mutant, line in zip(mutants, printed[1:]):
            program = mutant.split("-")[0]
            texts = list(texts_of(folder / f"{program}.toml"))
            failing = [ordinal for ordinal, text in enumerate(texts)
                       if answer_of(self.directory / f"made/programs/{mutant}/{program}", text) !=
                       answer_of(self.directory / f"made/reference/{program}-reference", text)]
            self.assertTrue(0 < len(failing) < len(texts))
            self.assertEqual(line[1:3], [str(len(texts)), str(len(failing))])
            self.assertEqual(sorted(case["ordinal"] for case in self.exported(mutant)["cases"]), failing)
        self.check_studies(mutants)
        self.check_again(folder, printed)

    def test_programs_with_several_mutants_have_exact_labels(self):
        folder = self.small_folder("lock-02", "lock-04", "lock-06", "lock-10")
        printed = [line.split(",") for line in self.joint(folder).splitlines()]
        self.assertEqual(printed[0], ["program", "inputs", "failing", "faults", "together_only"])
        self.assertEqual([line[0] for line in printed[1:]], ["lock-even"])
        _, _, failing, faults, together = printed[1]
        self.assertGreaterEqual(int(faults), 2)
        made = self.directory / "made"
        with open(made / "faults.toml", "rb") as file:
            labels = tomllib.load(file)["fault"]
        self.assertEqual(len([each for each in labels if each["name"].startswith("lock-")]), int(faults))
        self.assertEqual({each["campaign"] for each in labels}, {"mutants/lock-even"})
        texts = list(texts_of(folder / "lock.toml"))
        reference = [answer_of(made / "reference/lock-reference", text) for text in texts]
        of_joint = {i for i, text in enumerate(texts)
                    if answer_of(made / "programs/lock-even/lock", text) != reference[i]}
        self.assertEqual(len(of_joint), int(failing))
        explained = set()
        for each in labels:
            ordinals = {i for first, _, last in (word.partition("-") for word in each["ordinals"].split())
                        for i in range(int(first), int(last or first) + 1)}
            if each["name"].startswith("lock-"):
                alone = {i for i, text in enumerate(texts)
                         if answer_of(made / f"programs/{each['name']}/lock", text) != reference[i]}
                self.assertEqual(ordinals, alone & of_joint, each["name"])
                explained |= ordinals
            else:
                self.assertEqual((each["name"], len(ordinals)), ("several mutants together", int(together)))
        self.assertEqual(len(of_joint - explained), int(together))
        stores, specifications = (sorted((made / kind).glob("lock-even.*")) for kind in ("stores", "specifications"))
        stores = [path for path in stores if path.suffix == ".sqlite"]
        evaluated = json.loads(subprocess.run(
            [SMALLSCOPE, "evaluate", "clustering", *stores, "--faults", made / "faults.toml",
             *(word for path in specifications for word in ("--from", path)), "--json"],
            check=True, capture_output=True, text=True).stdout)
        (campaign,) = evaluated["campaigns"]
        self.assertEqual((campaign["labelled"], campaign["unlabelled"]), (int(failing), []))
        self.assertEqual(len(campaign["faults"]), len(labels))
        self.assertNotIn("code", campaign["by"])

    def test_groups_are_of_mutants_that_follow_each_other(self):
        folder = self.small_folder("lock-02", "lock-04", "lock-06")
        printed = [line.split(",") for line in self.joint(folder, "--groups", "2").splitlines()[1:]]
        self.assertEqual([line[0] for line in printed], ["lock-group-01", "lock-group-02"])
        with open(self.directory / "made/faults.toml", "rb") as file:
            labels = tomllib.load(file)["fault"]
        shown = {(each["campaign"], each["name"]) for each in labels if each["name"].startswith("lock-")}
        self.assertEqual(shown, {("mutants/lock-group-01", "lock-02"), ("mutants/lock-group-01", "lock-04"),
                                 ("mutants/lock-group-02", "lock-06")})

    def test_clusters_by_code_are_the_mutants(self):
        folder = self.small_folder("lock-02", "lock-04", "lock-06", "lock-10")
        self.joint(folder, "--coverage", RUNTIME)
        self.assertIn("are not without coverage; name another directory", self.joint(folder, expected=2))
        made = self.directory / "made"
        store, specification = made / "stores/lock-even.sqlite", made / "specifications/lock-even.toml"
        evaluated = json.loads(subprocess.run(
            [SMALLSCOPE, "evaluate", "clustering", store, "--faults", made / "faults.toml", "--from", specification,
             "--json"], check=True, capture_output=True, text=True).stdout)
        (campaign,) = evaluated["campaigns"]
        code, cause = campaign["by"]["code"], campaign["by"]["cause"]
        self.assertEqual((cause["clusters"], cause["pure"]), (2, 1),
                         "there is one kind of message, and a choice is the cause of failures of one mutant only")
        self.assertGreater(code["adjusted_rand_index"], cause["adjusted_rand_index"])
        self.assertGreater(code["expected_faults"], cause["expected_faults"])
        places = {(int(row["line"]), int(row["place"])) for row in rows_of(folder)}
        clusters = json.loads(subprocess.run(
            [SMALLSCOPE, "clusters", store, "--from", specification, "--json"],
            check=False, capture_output=True, text=True).stdout)
        self.assertEqual(clusters["by"], "code")
        named = [int(re.match(r"lock\.c:(\d+)", each["causes"])[1]) for each in clusters["clusters"] if each["causes"]]
        near = [place for place in places if any(abs(line - at) <= 2 for line in place for at in named)]
        self.assertGreaterEqual(len(near), 2, f"{named}, {places}")

    def joint(self, folder, *words, expected=0):
        return self.script(*words, "--program", SMALLSCOPE, "--mutants", folder, self.directory / "made",
                           name="joint-mutants", expected=expected)

    def check_studies(self, mutants):
        """Studies know each fault by its mutant, and that its place was covered."""
        campaigns = [f"mutants/{mutant}" for mutant in mutants]
        with open(self.directory / "made/places.csv", newline="", encoding="utf-8") as places:
            self.assertEqual(list(csv.DictReader(places)), [
                {"campaign": f"mutants/{row['mutant']}", "file": row["file"], "function": row["function"],
                 "first_line": row["place"], "last_line": row["place"]}
                for row in rows_of(FOLDER) if row["mutant"] in mutants])
        localisation = self.evaluate("localisation")
        for key in ("without_place", "without_failure", "not_covered"):
            self.assertFalse(localisation.get(key), key)
        self.assertTrue(localisation["views"] and localisation["levels"])
        for view in localisation["views"]:
            self.assertEqual([fault["campaign"] for fault in view["faults"]], campaigns)
        directed = self.evaluate("directed", "--tests", "3", "--draws", "1")
        self.assertEqual([fault["campaign"] for fault in directed["faults"]], campaigns)
        self.assertEqual(self.evaluate("sfo")["faults"], len(mutants))

    def check_again(self, folder, printed):
        """Complete stores are used again; another source is another program."""
        stores = self.directory / "made/stores"
        before = (stores / "lock-06.sqlite").stat().st_ino
        again = [line.split(",") for line in self.mutants(folder, "lock").splitlines()]
        self.assertEqual(again, [printed[0], printed[2]])
        self.assertEqual((stores / "lock-06.sqlite").stat().st_ino, before)
        table = folder / "mutants.csv"
        text = table.read_text(encoding="utf-8")
        self.assertEqual(text.count("105,break;,,"), 1)
        table.write_text(text.replace("105,break;,,", '105,break;,"break; ",'), encoding="utf-8")
        self.assertEqual(self.mutants(folder, "lock-06").splitlines()[1].split(",")[:4],
                         ["lock-06", printed[2][1], "0", "0"])


if __name__ == "__main__":
    SOURCE, SMALLSCOPE, RUNTIME = (pathlib.Path(os.path.abspath(argument)) for argument in sys.argv[1:4])
    FOLDER = SOURCE / "examples/mutants"
    program = unittest.main(argv=[sys.argv[0], *sys.argv[4:]], verbosity=2, exit=False)
    sys.exit(0 if program.result.wasSuccessful() and not program.result.skipped else
             77 if program.result.wasSuccessful() else 1)
