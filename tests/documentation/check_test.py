# SPDX-License-Identifier: Apache-2.0
"""Tests of the checker itself: what it must find, and what it must let pass."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import check
import markdown
import options


class CheckerTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.source = pathlib.Path(folder.name)
        for name in ("docs", "scripts", "scratch"):
            (self.source / name).mkdir()
        (self.source / "docs/code.cpp").write_text("int f() {\n  int x = 1;\n  return x;\n}\n")
        script = self.source / "scripts/go"
        script.write_text("#!/bin/sh\necho 'usage: go [--fast]'\n")
        script.chmod(0o755)

    def mistakes(self, text, page="page.md"):
        (self.source / page).write_text(text)
        checker = check.Checker(self.source, self.source / "build", page, self.source / "scratch",
                                lambda: options.known_options(self.source, self.source / "build"))
        checker.check()
        return "\n".join(checker.mistakes)

    def test_links(self):
        self.assertEqual(self.mistakes("# A b\n[x](docs/code.cpp) [y](https://z.example/q) [z](#a-b)\n"), "")
        self.assertIn("page.md:1: link to docs/none.md", self.mistakes("[x](docs/none.md)\n"))
        self.assertIn("no such heading", self.mistakes("[x](#nowhere)\n"))

    def test_paths(self):
        self.assertEqual(self.mistakes("`docs/code.cpp` `docs/*.cpp` `rope/inline` `build/x/y`\n"), "")
        self.assertIn("`docs/cod.cpp`", self.mistakes("see `docs/cod.cpp`\n"))

    def test_options(self):
        self.assertEqual(self.mistakes("`scripts/go --fast`, `cmake --preset dev`\n"), "")
        self.assertIn("--slow", self.mistakes("with `--slow`\n"))
        self.assertIn("--slow", self.mistakes("```sh\ncmake --build x && scripts/go --slow\n```\n"))

    def test_directories_may_be_relative(self):
        (self.source / "page.md").write_text("`scripts/go --fast`\n")
        checked = subprocess.run([sys.executable, check.__file__, ".", "build", "page.md"], cwd=self.source,
                                 capture_output=True, text=True)
        self.assertEqual((checked.stdout, checked.returncode), ("page.md: no mistake\n", 0))

    def test_options_may_be_listed_beforehand(self):
        (self.source / "page.md").write_text("`scripts/go --fast`\n")
        listed = self.source / "options.txt"
        subprocess.run([sys.executable, options.__file__, ".", "build", listed], cwd=self.source, check=True)
        self.assertEqual(listed.read_text(), "--fast\n")
        listed.write_text("--slow\n")
        checked = subprocess.run([sys.executable, check.__file__, ".", "build", "page.md", listed], cwd=self.source,
                                 capture_output=True, text=True)
        self.assertIn("--fast", checked.stdout)

    def test_commands_stand_under_the_headings_of_their_groups(self):
        text = ("Usage: go [OPTIONS] SUBCOMMAND\n\nOptions:\n  -h,--help  Help\n\nExplore:\n  list  Lists\n"
                "  count  Counts\n\nTriage:\n  replay  Again\n\nExit status: 0 nothing failed.\n")
        self.assertEqual(options.commands_of(text), ["list", "count", "replay"])
        self.assertEqual(options.commands_of("usage: scripts/go\nOptions:\n  fast\n"), [])

    def test_excerpts(self):
        self.assertEqual(self.mistakes("<!-- file: docs/code.cpp -->\n```cpp\nint x = 1;\nreturn x;\n```\n"), "")
        self.assertIn("does not stand", self.mistakes("<!-- file: docs/code.cpp -->\n```cpp\nint x = 2;\n```\n"))
        self.assertIn("without", self.mistakes("```cpp\nint x = 1;\n```\n"))

    def test_runs(self):
        block = "<!-- run: sh{} -->\n```sh\n{}\n```\n<!-- output -->\n```\n{}\n```\n"
        printed = block.format("", "echo took 12 s; echo b; echo c; echo d", "took ... s\n...\nd")
        self.assertEqual(self.mistakes(printed), "")
        self.assertIn("not printed: c", self.mistakes(block.format("", "echo a", "c")))
        self.assertIn("exit status 3 instead of 0", self.mistakes(block.format("", "echo a; exit 3", "a")))
        self.assertEqual(self.mistakes(block.format(", status 3", "echo a; exit 3", "a")), "")
        self.assertIn("unknown comment", self.mistakes("<!-- run: zsh -->\n```sh\ntrue\n```\n"))

    def test_blocks_share_a_scratch_directory(self):
        run = "<!-- run: sh -->\n```sh\n{}\n```\n"
        self.assertEqual(self.mistakes(run.format("echo x > file") + run.format("test -f file")), "")

    def test_the_front_page_is_run_as_it_is_pasted(self):
        program = self.source / "build/program/tool"
        program.parent.mkdir(parents=True)
        program.write_text("#!/bin/sh\necho built > made\nls docs >> made || true\n")
        program.chmod(0o755)
        run = "<!-- run: sh -->\n```sh\n{}\n```\n"
        pasted = lambda text: self.mistakes(text, "README.md")
        self.assertEqual(self.mistakes(run.format('tool; test -n "$SMALLSCOPE_SOURCE_DIR"')), "")
        self.assertIn("exit status 127", pasted(run.format("tool")))
        self.clear_scratch()
        self.assertIn("unbound variable", pasted(run.format('echo "$SMALLSCOPE_SOURCE_DIR"')))
        self.clear_scratch()
        self.assertEqual(pasted(run.format("build/release/program/tool") + run.format("test -f made")), "")
        self.assertFalse((self.source / "made").exists())
        self.clear_scratch()
        self.assertIn("nothing runs", pasted("```sh\ntool\n```\n"))
        self.clear_scratch()
        self.assertEqual(pasted("```sh\nscripts/go    # goes\n```\n"), "")

    def clear_scratch(self):
        shutil.rmtree(self.source / "scratch")
        (self.source / "scratch").mkdir()


class MarkdownTest(unittest.TestCase):
    def test_marker_belongs_to_the_next_block_only(self):
        document = markdown.parse("<!-- output -->\n\n```\na\n```\ntext\n```sh\nb\n```\n")
        self.assertEqual([block.marker for block in document.blocks], ["output", ""])

    def test_indented_block(self):
        document = markdown.parse("- item\n  ```toml\n  a = 1\n    b = 2\n  ```\n")
        self.assertEqual(document.blocks[0].lines, ["a = 1", "  b = 2"])

    def test_unclosed_block(self):
        with self.assertRaises(ValueError):
            markdown.parse("```\na\n")


if __name__ == "__main__":
    unittest.main()
