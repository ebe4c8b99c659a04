// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/text.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace smallscope::report {
namespace {

TEST(Text, NumbersAreGroupedAndDurationsHaveUnits) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(2700), "2,700");
  EXPECT_EQ(grouped(1'000'000), "1,000,000");
  EXPECT_EQ(duration(0.124), "0.12 s");
  EXPECT_EQ(duration(12.44), "12.4 s");
  EXPECT_EQ(duration(185), "3 min 05 s");
  EXPECT_EQ(duration(2 * 3600 + 60), "2 h 01 min");
}

TEST(Text, OneLineIsCutAtCharactersAndHoldsNoControlCharacter) {
  EXPECT_EQ(one_line("abc", 3), "abc");
  EXPECT_EQ(one_line("abcdefgh", 6), "abc...");
  EXPECT_EQ(one_line("ääääää", 5), "ää...") << "six characters of two bytes each";
  EXPECT_EQ(one_line_of_file("org/a/b/Rename.java:48 (f/g)", 80), "org/a/b/Rename.java:48 (f/g)");
  EXPECT_EQ(one_line_of_file("org/a/b/Rename.java:48 (f/g)", 28), "org/a/b/Rename.java:48 (f/g)");
  EXPECT_EQ(one_line_of_file("org/a/b/Rename.java:48 (f/g)", 27), ".../b/Rename.java:48 (f/g)");
  EXPECT_EQ(one_line_of_file("org/a/b/Rename.java:48 (f/g)", 20), ".../Rename.java:4...") << "no more folders";
  EXPECT_EQ(one_line_of_file("Rename.java:48 (f/g)", 12), "Rename.ja...");
  EXPECT_EQ(one_line_of_file("/usr/x.py:1", 10), ".../x.py:1");
  EXPECT_THAT(one_line("a\x1b[31mb\nc", 80),
              testing::Not(testing::AnyOf(testing::HasSubstr("\x1b"), testing::HasSubstr("\n"))));
}

TEST(Text, ABlockIsIndentedAndSaysHowMuchIsLeftOut) {
  EXPECT_EQ(block("a\nb\n", "  "), "  a\n  b\n");
  EXPECT_EQ(block("a\nb\nc\nd\n", "> ", 2), "> a\n> b\n> ... (2 more lines)\n");
}

TEST(Text, TextsStandSideBySideWhereThereIsRoom) {
  EXPECT_EQ(side_by_side("before", "x\ny", "after", "z", "  ", 40),
            "  before | after\n"
            "  -------+------\n"
            "  x      | z\n"
            "  y      | \n");
  EXPECT_EQ(side_by_side("before", "x", "after", "z", "  ", 10),
            "  -- before\n"
            "  x\n"
            "  -- after\n"
            "  z\n");
}

TEST(Text, OfLongTextsThatAreTooWideOnlyTheDifferencesStandThere) {
  std::string before, after;
  for (int line = 0; line < 20; ++line) {
    before += "line " + std::to_string(line) + "\n";
    after += line == 9 ? "new\nlines\n" : line == 10 ? "" : "line " + std::to_string(line) + "\n";
  }
  EXPECT_EQ(side_by_side("before", before, "after", after, "  ", 12),
            "  -- before (-), after (+)\n"
            "    ... 7 equal lines\n"
            "    line 7\n"
            "    line 8\n"
            "  - line 9\n"
            "  - line 10\n"
            "  + new\n"
            "  + lines\n"
            "    line 11\n"
            "    line 12\n"
            "    ... 7 equal lines\n");
  EXPECT_THAT(side_by_side("before", before, "after", before, "", 12), testing::HasSubstr("... 20 equal lines\n"));
}

TEST(Text, ColumnsOfATableAreAsWideAsTheirWidestCell) {
  Table table({"name", "tests", "what"}, {false, true});
  table.add({"a", "10", "short"});
  table.add({"longer", "9", "also"});
  EXPECT_EQ(table.text(80),
            "name    tests  what\n"
            "a          10  short\n"
            "longer      9  also\n");
}

}  // namespace
}  // namespace smallscope::report
