# SPDX-License-Identifier: Apache-2.0
"""Tests of the checks of this folder: what they must find in a small tree, or in the documents with one mistake."""

import pathlib
import tempfile
import unittest

import files
import tables
import together

SOURCE = pathlib.Path(__file__).resolve().parents[2]


class FilesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.add("m/include/smallscope/m/thing.hpp", "// A thing. Any thread may use it.\n#pragma once\n")

    def add(self, name, text):
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return "\n".join(files.breaches(self.root, file, name))

    def test_columns(self):
        self.assertEqual(self.add("m/src/a.cpp", "// " + "x" * 117 + "\n"), "")
        self.assertIn("m/src/a.cpp:1: 121 columns", self.add("m/src/a.cpp", "// " + "x" * 118 + "\n"))
        self.assertIn("scripts/go:1:", self.add("scripts/go", "x" * 121))
        self.assertEqual(self.add("data.toml", "x" * 121), "")

    def test_columns_of_documents(self):
        long = "x" * 121
        self.assertIn("a.md:1: 121 columns", self.add("a.md", long))
        self.assertEqual(self.add("a.md", f"| {long} |\n```\n{long}\n```\n<!-- {long} -->\n"), "")
        self.assertIn("a.md:4: ", self.add("a.md", f"```\n{long}\n```\n{long}\n"))

    def test_own_header_stands_first(self):
        own = "#include <smallscope/m/thing.hpp>\n"
        self.assertEqual(self.add("m/src/thing.cpp", own + "#include <map>\n"), "")
        self.assertIn("first include is <map>", self.add("m/src/thing.cpp", "#include <map>\n" + own))
        self.assertEqual(self.add("m/src/other.cpp", "#include <map>\n" + own), "")
        self.add("m/src/room/part.hpp", "#pragma once\n")
        self.assertEqual(self.add("m/src/room/part.cpp", '#include "room/part.hpp"\n#include <map>\n'), "")
        self.assertIn("first include", self.add("m/src/room/part.cpp", '#include <map>\n#include "room/part.hpp"\n'))

    def test_thread_rule(self):
        header = "m/include/smallscope/m/other.hpp"
        self.assertIn("no thread rule", self.add(header, "// Another.\n#pragma once\n// one thread\n"))
        self.assertEqual(self.add(header, "// Another. Thread rule: one at a time.\n#pragma once\n"), "")
        self.assertEqual(self.add("m/src/private.hpp", "// Ours.\n#pragma once\n"), "")

    def test_text_from_outside(self):
        for line in ('fmt::print("{}", text);', "std::cout << text;", "fputs(text, stderr);", "write(2, text, size);",
                     "std::ofstream(file) << text;", "json.dump();", 'std::fprintf(stderr, "%s", text);'):
            self.assertIn("did not go through visible()", self.add("program/src/a.cpp", line + "\n"), line)
            self.assertEqual(self.add("runner/src/a.cpp", line + "\n"), "")
        for line in ('print_visible("{}", text);', "// std::cout << text;", "format.write(contents, output);",
                     'fmt::format("{}", text);', "std::snprintf(buffer, size, text);", "block_.write(text);"):
            self.assertEqual(self.add("program/src/a.cpp", line + "\n"), "", line)
        self.assertEqual(sorted(name for name in files.PRINTING_ALLOWED if not (SOURCE / name).exists()), [])

    def test_license(self):
        def missing(name, text):
            self.add(name, text)
            return "\n".join(files.without_license(self.root / name, name))

        mark = "// " + files.LICENSE
        self.assertEqual(missing("m/src/a.cpp", f"{mark}\n#include <map>\n"), "")
        self.assertIn("m/src/a.cpp: add a comment", missing("m/src/a.cpp", f"1\n2\n3\n{mark}\n"))
        self.assertIn("scripts/go: add", missing("scripts/go", "#!/bin/sh\n"))
        self.assertEqual(missing("data.csv", "1\n"), "")

    def test_labels_do_without_messages(self):
        def fault(rule):
            return f'[[fault]]\nname = "slow"\nchoices.use = "f++"\n{rule}\n'

        labels = "examples/engine/faults.toml"
        self.assertEqual(self.add(labels, fault("observed.after = 'messages'")), "")
        self.assertIn("'slow' has the rule 'messages'", self.add(labels, fault("messages = 'late'")))
        self.assertIn("rule 'messages'", self.add(labels, fault("any = [{ messages = 'late' }]")))
        self.assertIn("rule 'messages'", self.add(labels, fault("unless = { messages = 'late' }")))
        self.assertIn("rule 'keys'", self.add(labels, fault("keys = ['k1']")))
        self.assertEqual(self.add("docs/faults.toml", fault("messages = 'late'")), "")


class TablesTest(unittest.TestCase):
    architecture = (SOURCE / "docs/architecture.md").read_text()
    guide = (SOURCE / "docs/writing-campaigns.md").read_text()

    def change(self, text, old, new):
        self.assertIn(old, text)
        return text.replace(old, new)

    def test_modules(self):
        wrong = self.change(self.architecture, "| `subjects` | `oracles/", "| `results` | `oracles/")
        self.assertIn("module oracles: ", "\n".join(tables.modules(SOURCE, wrong)))
        unknown = self.change(self.architecture, "| `java` | ", "| `jave` | ")
        self.assertEqual(len(list(tables.modules(SOURCE, unknown))), 2)

    def test_additions(self):
        moved = self.change(self.architecture, "`report/src/formats/junit.cpp`", "`report/src/formats/junit5.cpp`")
        self.assertIn("a format: report/src/formats/junit5.cpp", "\n".join(tables.additions(SOURCE, moved)))
        renamed = self.change(self.architecture, "(`void add_unmerge(`)", "(`void add_apart(`)")
        self.assertIn("does not contain void add_apart(", "\n".join(tables.additions(SOURCE, renamed)))
        missing = self.change(self.architecture, "| an oracle | ", "| a judge | ")
        self.assertIn("does not say how to add an oracle", "\n".join(tables.additions(SOURCE, missing)))

    def test_commands(self):
        self.assertIn("command run: docs/writing-campaigns.md does not list it",
                      "\n".join(tables.commands(SOURCE, self.change(self.guide, "| `run C` |", "| `rung C` |"))))


class TogetherTest(unittest.TestCase):
    def clashes(self, one, other, listing="smallscope_module(m SOURCES src/one.cpp src/other.cpp TOGETHER)\n"):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in (("CMakeLists.txt", listing), ("src/one.cpp", one), ("src/other.cpp", other)):
                file = root / "m" / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            return [clash.split(" is in ")[0] for clash in together.clashes(root)]

    @staticmethod
    def hidden(text, around="smallscope::m"):
        return f"namespace {around} {{\n\nnamespace {{\n\n{text}\n\n}}  // namespace\n\n}}  // namespace {around}\n"

    def test_constants_types_and_functions(self):
        constant, function = "constexpr std::size_t width = 160;", "std::string width(int columns) {\n}"
        self.assertEqual(self.clashes(self.hidden(constant), self.hidden(constant)), ["m: width"])
        self.assertEqual(self.clashes(self.hidden(constant), self.hidden(function)), ["m: width"])
        self.assertEqual(self.clashes(self.hidden(function), self.hidden(function)), ["m: width"])
        overload = "std::string width(const Table& table) {\n}"
        self.assertEqual(self.clashes(self.hidden(function), self.hidden(overload)), [])
        self.assertEqual(self.clashes(self.hidden(function), self.hidden(function.replace("columns", "many"))),
                         ["m: width"], "parameters have other names")
        apart = function.replace("int columns", "\n    int columns,\n    int rows")
        self.assertEqual(self.clashes(self.hidden(apart), self.hidden(apart)), ["m: width"], "on several lines")
        self.assertEqual(self.clashes(self.hidden(apart), self.hidden(function)), [])
        alias = "using Columns = int;\n" + function.replace("int", "Columns")
        self.assertEqual(self.clashes(self.hidden(alias), self.hidden(function)), ["m: width"], "it is the same type")
        self.assertEqual(self.clashes(self.hidden("enum class Kind {"), self.hidden("struct Kind {")), ["m: Kind"])
        self.assertEqual(self.clashes(self.hidden(constant), self.hidden(constant, "smallscope::n")), [])
        text = 'constexpr auto text = R"(\nstruct Kind {\n)";'
        self.assertEqual(self.clashes(self.hidden("struct Kind {"), self.hidden(text)), [])

    def test_only_what_is_compiled_together(self):
        constant = self.hidden("constexpr int width = 160;")
        apart = "smallscope_module(m SOURCES src/one.cpp src/other.cpp)\n"
        self.assertEqual(self.clashes(constant, constant, apart), [])
        group = ("set(drawn  # with (text)\n  src/one.cpp src/other.cpp)\n"
                 "smallscope_compile_together(target GROUP output ${drawn})\n")
        self.assertEqual(self.clashes(constant, constant, group), ["m: output: width"])
        tests = "smallscope_test(m SOURCES src/one.cpp a.cpp b.cpp c.cpp d.cpp src/other.cpp)\n"
        self.assertEqual(self.clashes(constant, constant, tests), [])
        self.assertEqual(self.clashes(constant, constant, tests.replace(" d.cpp", "")), ["tests of m: width"])


if __name__ == "__main__":
    unittest.main()
