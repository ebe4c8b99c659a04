// SPDX-License-Identifier: Apache-2.0
// Texts in Markdown; what a renderer makes of them is tests/program/export_formats_test.py.
#include <smallscope/report/markdown.hpp>

#include <gtest/gtest.h>

namespace smallscope::report {
namespace {

TEST(CodeSpan, OfOddTexts) {
  EXPECT_EQ(code_span("plain"), "`plain`");
  EXPECT_EQ(code_span(""), "(nothing)");
  EXPECT_EQ(code_span("`"), "`` ` ``");
  EXPECT_EQ(code_span(" a "), "`  a  `");
  EXPECT_EQ(code_block("a"), "```\na\n```\n");
  EXPECT_EQ(code_block("", "c"), "```c\n\n```\n");
}

TEST(NameSpan, OnlyWordsStandAlone) {
  for (const char* words : {"behaviour preserved", "compiles after", "x86-64"}) EXPECT_EQ(name_span(words), words);
  for (const char* markup : {"a_b", "www.example.org", "@someone", "#1", "- item", "<b>", "a:b", "-", "a\nb"})
    EXPECT_EQ(name_span(markup), code_span(markup));
}

TEST(JudgementItems, HaveAnItemForEachMessage) {
  EXPECT_EQ(
      judgement_items({{"right", oracles::Verdict::fail, {"a", "b"}}, {"no_crash", oracles::Verdict::crashed, {}}}),
      "- right: `a`\n- right: `b`\n- `no_crash` (crashed)\n");
}

TEST(InputSections, HaveFilesStandardInputAndParameters) {
  EXPECT_EQ(input_sections({.files = {{"a.c", "x"}}, .parameters = {{"n", "1"}}, .standard_input = "y"}),
            "`a.c`:\n\n```c\nx\n```\n\nstandard input:\n\n```\ny\n```\n\n- n: `1`\n\n");
  EXPECT_EQ(input_sections({}), "");
}

}  // namespace
}  // namespace smallscope::report
