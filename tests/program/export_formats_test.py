# SPDX-License-Identifier: Apache-2.0
"""What independent readers make of `export`: SARIF by an object model, JUnit by junitparser, Markdown by cmark-gfm.

Usage: export_formats_test.py SMALLSCOPE CAMPAIGNS [UNITTEST-OPTION...]
The arguments are the programs under test. The readers are Debian packages of scripts/packages.txt.
"""

import csv
import html.parser
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import junitparser
import sarif_reader

HOSTILE = r"""
# The line of a text is its own.
name = "check/hostile"

[inputs.choices]
kind = ["good", "bad"]
text = [
  '</script><script>x</script>',
  '<img src=x onerror=alert(1)> <!-- ]]>&amp;',
  '\033[31mred\a',
  'nul\0nul',
  '\377\376 bytes',
  '\342\200\256reversed',
  '| a | b |',
  '```\n# heading\n```` `x`',
  '@octocat #123 GH-1 octo/repo#1',
  'http://example.org www.example.org a@example.org',
  '[link](http://example.org) [0](1) ![i](j) {0} {{1}}',
  '~~~ ** __ \\ &lt; --',
]

[subject]
run = ["printf", "{text}"]

[[oracles]]
name = "never </h1><b> @octocat"
command = ["sh", "-c", 'printf "$1"; test "$2" = good', "-", "{text}", "{kind}"]
"""
TEXTS = 12
NESTED = r"""
name = "nested"

[inputs.choices]
sum = ["{{operator}} {{item}}"]
operator = ["+", "-"]
item = ["1", "2", "3"]

[subject]
run = ["printf", "%s", "{sum}"]

[[oracles]]
name = "no minus"
command = ["sh", "-c", 'case "$1" in -*) echo minus; exit 1;; esac', "-", "{sum}"]
"""
FORMATS = ("json", "csv", "junit", "sarif", "codequality", "markdown")
PROGRAMS = []


class Page(html.parser.HTMLParser):
    """The elements of a page, and its text inside and outside of code."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.elements, self.code, self.plain, self.open = [], "", "", []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.append(tag)
        if tag not in ("br", "hr", "img", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        self.open.pop()

    def handle_data(self, data):
        if "code" in self.open:
            self.code += data + "\n"
        else:
            self.plain += data + "\n"

    def handle_comment(self, data):
        self.elements.append("comment")


class Exports(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory(prefix="smallscope-exports-")
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = pathlib.Path(scratch.name)
        cls.smallscope, cls.campaigns = PROGRAMS
        (cls.folder / "sub").mkdir()
        (cls.folder / "sub/hostile.toml").write_text(HOSTILE, encoding="utf-8")
        cls.call(cls.smallscope, "run", "sub/hostile.toml", "--store", "hostile.sqlite", "--progress", "none", status=1)
        cls.call(cls.campaigns, "run", "planted", "--store", "planted.sqlite", "--progress", "none", status=1)
        answers = "n big | bytes </failure>\nn place\nn four\n"
        cls.call(cls.campaigns, "review", "planted.sqlite", "--today", "2026-11-22", stdin=answers)
        faults = (cls.folder / "faults.toml").read_text(encoding="utf-8")
        cls.edit("known.toml", faults.replace('decision = "known"', 'decision = "known"\nticket = "#7 @octocat"\n'
                                              'reason = "waits for <b>parts</b>"'))

    @classmethod
    def call(cls, *command, status=0, stdin=None):
        ended = subprocess.run(command, cwd=cls.folder, input=stdin, capture_output=True, text=True,
                               encoding="utf-8", errors="strict")
        assert ended.returncode == status, ended
        return ended.stdout

    @classmethod
    def edit(cls, name, text):
        (cls.folder / name).write_text(text, encoding="utf-8")

    def hostile(self, format_name, *options):
        """By messages: every text is a cluster."""
        return self.call(self.smallscope, "export", "hostile.sqlite", "--from", "sub/hostile.toml",
                         "--format", format_name, "--by", "message", *options)

    def planted(self, format_name, *options):
        return self.call(self.campaigns, "export", "planted.sqlite", "--format", format_name, *options)

    def expiring(self):
        """Decisions of which the first, about `big`, holds no longer."""
        text = (self.folder / "known.toml").read_text(encoding="utf-8")
        self.edit("expiring.toml", text.replace('reason =', 'expires = 2026-11-30\nreason =', 1))
        return ("--faults", "expiring.toml", "--today", "2026-12-01")

    # Every format.

    def test_no_character_controls_a_reader(self):
        forbidden = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
        for name in FORMATS:
            text = self.hostile(name)
            self.assertIsNone(forbidden.search(text), name)
            if name != "json":  # which keeps bytes, escaped
                for shown in (r"\x1b[31mred", r"\x00nul", r"\xff", r"\u202e"):
                    written = json.dumps(shown)[1:-1] if name in ("sarif", "codequality") else shown
                    self.assertIn(written, text, name)

    def test_equal_stores_give_equal_exports(self):
        for name in ("sarif", "codequality", "markdown"):
            text = self.hostile(name)
            self.assertEqual(text, self.hostile(name))

    def test_clusters_are_those_of_the_other_commands(self):
        shown = json.loads(self.call(self.campaigns, "explain", "planted.sqlite", "--json"))
        exported = json.loads(self.planted("json"))
        self.assertEqual(exported["by"], "cause")
        self.assertIsNone(exported["obstacle"])
        without = [{name: value for name, value in cluster.items() if name != "causes"}
                   for cluster in exported["clusters"]]
        self.assertEqual(without, shown["clusters"])
        self.assertEqual(json.loads(self.planted("json", "--by", "oracle"))["by"], "oracle")
        rows = list(csv.DictReader(io.StringIO(self.planted("csv"), newline="")))
        self.assertEqual({row["explanation"] for row in rows if row["cluster"] == "C1"},
                         {shown["clusters"][0]["explanation"]["text"]})

    def test_without_the_campaign_there_is_what_the_store_has(self):
        ended = subprocess.run([self.smallscope, "export", "planted.sqlite", "--format", "sarif"], cwd=self.folder,
                               capture_output=True, text=True)
        self.assertIn("note: no explanations, and clusters by messages: they need the campaign; name its program",
                      ended.stderr)
        log = json.loads(ended.stdout)
        self.assertEqual(sarif_reader.mistakes(log, len(ended.stdout)), [])
        run = log["runs"][0]
        self.assertIn("no explanations", run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"])
        self.assertEqual({result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
                          for result in run["results"]}, {"planted.sqlite"})

    # JUnit.

    def test_junit_explains_its_failures(self):
        report = junitparser.JUnitXml.fromstring(self.planted("junit").encode())
        suite = next(iter(report))
        self.assertEqual((suite.tests, suite.failures, suite.skipped, suite.errors), (5, 3, 0, 0))
        texts = [case.result[0].text for case in suite if case.result]
        self.assertIn("fails exactly when\n    12  kind is one of `b`, `d <e>` and size is at least 7\n", texts[0])

    def test_junit_skips_what_is_known(self):
        suite = next(iter(junitparser.JUnitXml.fromstring(self.planted("junit", "--faults", "known.toml",
                                                                       "--today", "2026-11-23").encode())))
        self.assertEqual((suite.tests, suite.failures, suite.skipped), (6, 0, 3))
        skipped = [case.result[0] for case in suite if case.result]
        self.assertEqual({type(result) for result in skipped}, {junitparser.Skipped})
        self.assertEqual(skipped[0].message,
                         "known: big | bytes </failure>; #7 @octocat; waits for <b>parts</b>")
        self.assertTrue(skipped[0].text.startswith(skipped[0].message + "\n"), "GitLab shows the content")
        self.assertEqual({prop.name: prop.value for prop in suite.properties()}["known faults"],
                         "0 new failing inputs; known faults: 3 known")

    def test_junit_fails_for_what_needs_a_decision(self):
        suite = next(iter(junitparser.JUnitXml.fromstring(self.planted("junit", *self.expiring()).encode())))
        self.assertEqual((suite.tests, suite.failures, suite.skipped), (6, 2, 2))
        failed = {case.name: case.result[0] for case in suite
                  if case.result and isinstance(case.result[0], junitparser.Failure)}
        self.assertIn("expired after 2026-11-30", failed.pop("no decision about a known fault expired").message)
        (failure,) = failed.values()
        self.assertEqual(failure.text.split("\n")[1].split(";")[0], "known, expired: big | bytes </failure>")
        # A new fault, and one that has grown.
        self.call(self.campaigns, "review", "planted.sqlite", "--faults", "one.toml", stdin="n big\nq\n")
        text = (self.folder / "one.toml").read_text(encoding="utf-8")
        self.edit("one.toml", re.sub(r"fails_when = \[.*?\n\]\n|fails_when = \[.*\]\n", "", text, flags=re.DOTALL))
        self.edit("one.toml", re.sub(r"failing = \[.*?\]\n", "failing = [ \"34\" ]\n",
                                     (self.folder / "one.toml").read_text(encoding="utf-8"), flags=re.DOTALL))
        suite = next(iter(junitparser.JUnitXml.fromstring(self.planted("junit", "--faults", "one.toml").encode())))
        states = sorted(case.result[0].text.split("\n")[1].split(":")[0] for case in suite if case.result)
        self.assertEqual(states, ["grown", "new", "new"])
        grown = self.planted("markdown", "--faults", "one.toml")
        self.assertIn("the smallest that needs a decision is `#", grown)
        self.assertNotIn("the smallest that needs a decision is `#34`", grown)

    # SARIF.

    def sarif(self, text):
        log = json.loads(text)
        self.assertEqual(sarif_reader.mistakes(log, len(text.encode())), [])
        return log["runs"][0]

    def lines_of(self, run):
        """The lines that results point at, each with the text of the file."""
        places = [result["locations"][0]["physicalLocation"] for result in run["results"]]
        found = []
        for place in places:
            line = (self.folder / place["artifactLocation"]["uri"]).read_text(encoding="utf-8").split("\n")[
                place["region"]["startLine"] - 1]
            self.assertEqual(place["region"]["endColumn"], len(line) + 1)
            found.append(line)
        return found

    def test_sarif_points_at_the_line_of_the_explaining_choice(self):
        run = self.sarif(self.hostile("sarif"))
        self.assertEqual(len(run["results"]), TEXTS)
        self.assertEqual({result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
                          for result in run["results"]}, {"sub/hostile.toml"})
        texts = [line for line in HOSTILE.split("\n") if line.startswith("  '")]
        self.assertEqual(sorted(self.lines_of(run)), sorted(texts), "each text is the value that explains its cluster")
        by_cause = self.sarif(self.call(self.smallscope, "export", "hostile.sqlite", "--from", "sub/hostile.toml",
                                        "--format", "sarif"))
        self.assertEqual(self.lines_of(by_cause), ['kind = ["good", "bad"]'])
        nearer = self.sarif(self.hostile("sarif", "--source-root", "sub"))
        self.assertEqual({result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
                          for result in nearer["results"]}, {"hostile.toml"})

    def test_sarif_points_at_a_choice_inside_a_value(self):
        (self.folder / "nested.toml").write_text(NESTED, encoding="utf-8")
        self.call(self.smallscope, "run", "nested.toml", "--store", "nested.sqlite", "--progress", "none", status=1)
        run = self.sarif(self.call(self.smallscope, "export", "nested.sqlite", "--from", "nested.toml",
                                   "--format", "sarif"))
        self.assertEqual(self.lines_of(run), ['operator = ["+", "-"]'])

    def test_sarif_of_a_program_points_at_its_source(self):
        source = pathlib.Path(__file__).resolve().parent / "command_line_campaigns.cpp"
        root = source.parents[2]
        run = self.sarif(self.planted("sarif", "--source-root", str(root)))
        name = str(source.relative_to(root))
        for result in run["results"]:
            place = result["locations"][0]["physicalLocation"]
            self.assertEqual(place["artifactLocation"], {"uri": name, "uriBaseId": "%SRCROOT%"})
            line = source.read_text(encoding="utf-8").split("\n")[place["region"]["startLine"] - 1]
            self.assertEqual(place["region"]["endColumn"], len(line) + 1)
        outside = self.sarif(self.planted("sarif"))
        uri = outside["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        self.assertIn(uri, (source.as_uri(), name), "the latter if the compiler named it relative to the build")

    def test_sarif_says_the_same_as_the_clusters(self):
        run = self.sarif(self.planted("sarif"))
        clusters = json.loads(self.call(self.campaigns, "clusters", "planted.sqlite", "--json"))["clusters"]
        self.assertEqual([result["partialFingerprints"]["primaryLocationLineHash"] for result in run["results"]],
                         [cluster["key"] for cluster in clusters])
        self.assertEqual([result["occurrenceCount"] for result in run["results"]], [12, 9, 1])
        self.assertEqual([result["ruleId"] for result in run["results"]], ["right"] * 3)
        self.assertEqual(run["automationDetails"]["id"], "smallscope/planted/")
        self.assertIn(clusters[0]["explanation"], run["results"][0]["message"]["text"])
        self.assertTrue(run["invocations"][0]["executionSuccessful"])
        self.assertNotIn("suppressions", run["results"][0])

    def test_sarif_suppresses_what_is_known(self):
        run = self.sarif(self.planted("sarif", *self.expiring()))
        suppressions = [result["suppressions"] for result in run["results"]]
        self.assertEqual(suppressions[0], [], "an expired decision suppresses nothing, and comes first")
        self.assertEqual([each[0]["status"] for each in suppressions[1:]], ["accepted", "accepted"])
        self.assertIn("place", suppressions[1][0]["justification"])
        new = self.sarif(self.planted("sarif", *self.expiring(), "--without-known"))
        self.assertEqual(len(new["results"]), 1)
        self.assertIn("2 clusters that known faults account for were left out",
                      [each["message"]["text"] for each in new["invocations"][0]["toolExecutionNotifications"]])

    def test_sarif_of_an_incomplete_run_says_so(self):
        self.call(self.campaigns, "run", "planted", "--store", "part.sqlite", "--max-tests", "40", "--progress", "none",
                  status=1)
        run = self.sarif(self.call(self.campaigns, "export", "part.sqlite", "--format", "sarif"))
        texts = [each["message"]["text"] for each in run["invocations"][0]["toolExecutionNotifications"]]
        self.assertIn("the run is not complete: 40 of 80 inputs executed", texts)

    # Code Quality.

    def test_codequality_has_what_gitlab_reads(self):
        entries = json.loads(self.hostile("codequality"))
        self.assertEqual(len(entries), TEXTS)
        for entry in entries:
            self.assertEqual(set(entry), {"description", "check_name", "fingerprint", "severity", "location"})
            self.assertEqual(entry["location"]["path"], "sub/hostile.toml")
            self.assertGreater(entry["location"]["lines"]["begin"], 1)
            self.assertIn(entry["severity"], ("info", "minor", "major", "critical", "blocker"))
            self.assertTrue(entry["description"] and entry["check_name"])
        self.assertEqual(len({entry["fingerprint"] for entry in entries}), TEXTS)
        entries = json.loads(self.planted("codequality", *self.expiring()))
        self.assertEqual([entry["severity"] for entry in entries], ["major", "info", "info"])
        self.assertTrue(entries[1]["description"].startswith("known: place; #7 @octocat; "))
        self.assertEqual(len(json.loads(self.planted("codequality", *self.expiring(), "--without-known"))), 1)

    # Markdown.

    def rendered(self, text):
        """As GitHub does it, but with raw HTML let through, so that it would be seen."""
        extensions = [word for name in ("table", "strikethrough", "autolink", "tasklist") for word in ("-e", name)]
        return Page(subprocess.run(["cmark-gfm", "--unsafe", *extensions], input=text, capture_output=True, text=True,
                                   encoding="utf-8", check=True).stdout)

    def test_markdown_interprets_nothing(self):
        page = self.rendered(self.hostile("markdown", "--limit", "1048576"))
        self.assertLessEqual(set(page.elements), {"h1", "h2", "p", "ul", "li", "strong", "code", "pre"})
        self.assertEqual(page.elements.count("h1"), 1)
        self.assertEqual(page.elements.count("h2"), TEXTS)
        self.assertNotRegex(page.plain, r"[@#<>\[\]|]|://|www\.|GH-", "a mention, an issue, or a link")
        for shown in ("</script><script>x</script>", "@octocat #123 GH-1 octo/repo#1", "[link](http://example.org)",
                      r"\x1b[31mred", r"\u202ereversed", "| a | b |"):
            self.assertIn(shown, page.code)

    def test_markdown_of_known_faults(self):
        page = self.rendered(self.planted("markdown", *self.expiring()))
        self.assertIn("0 new failing inputs; known faults: 3 known; 1 expired.", page.plain)
        self.assertIn("known: place; #7 @octocat; waits for <b>parts</b>", page.code)
        self.assertNotRegex(page.plain, "@|#")
        shorter = self.rendered(self.planted("markdown", *self.expiring(), "--without-known"))
        self.assertEqual(shorter.elements.count("h2"), 1)
        self.assertIn("Known faults account for 2 further clusters, left out here.", shorter.plain)

    def test_markdown_obeys_its_limit_and_counts_what_is_left_out(self):
        whole = self.hostile("markdown", "--limit", "1048576")
        self.assertNotIn("Left out", whole)
        sizes = []
        for limit in (2000, 3000, 5000, 8000, len(whole.encode()) + 400):
            text = self.hostile("markdown", "--limit", str(limit))
            self.assertLessEqual(len(text.encode()), limit)
            sizes.append(len(text))
            self.rendered(text)
            left = re.search(r"\nLeft out, for the limit of [0-9,]+ bytes: (.*)\.\n$", text)
            self.assertEqual(left is None, text == whole, limit)
            if left is None:
                continue
            counts = {what: int(count) for count, what in re.findall(r"(\d+) ([a-z ]+)", left[1])}
            listed = len(re.findall(r"^- \*\*C", text, re.MULTILINE))
            self.assertEqual(counts.get("further clusters", 0), TEXTS - listed)
            self.assertEqual(counts.get("clusters in detail", 0), listed - len(re.findall("^## ", text, re.MULTILINE)))
        self.assertEqual(sizes, sorted(sizes))
        self.assertLessEqual(len(self.hostile("markdown")), 65536)

    def test_options_that_make_no_sense_together(self):
        for options, said in ((("--format", "sarif", "--limit", "9999"), "--limit: the format sarif has no limit"),
                              (("--format", "sarif", "--without-known"), "--without-known needs the known faults"),
                              (("--format", "csv", "--faults", "known.toml", "--without-known"),
                               "the format csv has every failing input")):
            ended = subprocess.run([self.campaigns, "export", "planted.sqlite", *options], cwd=self.folder,
                                   capture_output=True, text=True)
            self.assertEqual(ended.returncode, 2, ended)
            self.assertIn(said, ended.stderr)

    # CSV.

    def test_csv_says_how_each_input_is_known(self):
        rows = list(csv.DictReader(io.StringIO(self.planted("csv", *self.expiring()), newline="")))
        self.assertEqual(len(rows), 22)
        counts = {}
        for row in rows:
            counts[row["state"], row["fault"]] = counts.get((row["state"], row["fault"]), 0) + 1
        self.assertEqual(counts, {("expired", "big | bytes </failure>"): 12, ("known", "place"): 9,
                                  ("known", "four"): 1})


if __name__ == "__main__":
    PROGRAMS = [str(pathlib.Path(program).resolve()) for program in sys.argv[1:3]]
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
