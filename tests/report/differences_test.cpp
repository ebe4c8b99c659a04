// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/differences.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

namespace smallscope::report {
namespace {

/// "a{b}c | a{d}c" for each row: braces mark what differs; "-" stands for no line.
std::string drawn(const std::optional<MarkedLine>& line) {
  if (!line) return "-";
  std::string text;
  for (const LinePiece& piece : *line) text += piece.differs ? "{" + piece.text + "}" : piece.text;
  return text;
}

std::vector<std::string> drawn(const std::vector<DifferenceRow>& rows) {
  std::vector<std::string> lines;
  for (const DifferenceRow& row : rows) lines.push_back(drawn(row.left) + " | " + drawn(row.right));
  return lines;
}

std::string side(const std::vector<DifferenceRow>& rows, std::optional<MarkedLine> DifferenceRow::*which) {
  std::string text;
  for (const DifferenceRow& row : rows) {
    if (!(row.*which)) continue;
    for (const LinePiece& piece : *(row.*which)) text += piece.text;
    text += "\n";
  }
  return text;
}

using ::testing::ElementsAre;

TEST(Differences, MarkTheWordsThatDiffer) {
  EXPECT_THAT(drawn(differences("def f():\n  return a.f\nend\n", "def f():\n  return a.get_f()\nend\n")),
              ElementsAre("def f(): | def f():", "  return a.{f} |   return a.{get_f()}", "end | end"));
  EXPECT_TRUE(differences("a\n", "a\n").front().is_common());
  EXPECT_FALSE(differences("a\n", "b\n").front().is_common());
}

TEST(Differences, LinesWithoutACounterpartStandAlone) {
  EXPECT_THAT(drawn(differences("a\nb\n", "a\n")), ElementsAre("a | a", "{b} | -"));
  EXPECT_THAT(drawn(differences("b\n", "a\nb\n")), ElementsAre("- | {a}", "b | b"));
  EXPECT_THAT(drawn(differences("", "a\n")), ElementsAre("- | {a}"));
  EXPECT_THAT(drawn(differences("", "")), ElementsAre());
}

/// Of several changed lines, those that have most in common stand beside each other, whatever their places.
TEST(Differences, LikeLinesAreCompared) {
  EXPECT_THAT(drawn(differences("first()\nsecond(one, two)\nlast\n", "second(one, three)\nlast\n")),
              ElementsAre("{first()} | -", "second(one, {two}) | second(one, {three})", "last | last"));
}

TEST(Differences, AreMadeVisible) {
  EXPECT_THAT(drawn(differences("\x1b[31m\n", "\xff\n")), ElementsAre("\\{x1b[31m} | \\{xff}"));
  EXPECT_THAT(drawn(rows_of(std::string("a\0b\n\n\u202e", 8))), ElementsAre("a\\x00b | -", " | -", "\\u202e | -"));
}

/// Whatever the texts, both can be read off the rows.
TEST(Differences, RowsHoldBothTextsWhole) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 400; ++trial) {
    const auto text = [&] {
      std::string result;
      const std::size_t lines = random() % 12;
      for (std::size_t i = 0; i < lines; ++i) {
        for (std::size_t k = random() % 5; k-- > 0;) result += std::string(1, "ab= (_"[random() % 6]);
        result += "\n";
      }
      return result;
    };
    const std::string left = text(), right = text();
    const auto rows = differences(left, right);
    EXPECT_EQ(side(rows, &DifferenceRow::left), left);
    EXPECT_EQ(side(rows, &DifferenceRow::right), right);
    for (const DifferenceRow& row : rows) {
      EXPECT_TRUE(row.left || row.right);
      if (!row.left || !row.right) continue;
      std::string common[2];
      for (const LinePiece& piece : *row.left) common[0] += piece.differs ? "" : piece.text;
      for (const LinePiece& piece : *row.right) common[1] += piece.differs ? "" : piece.text;
      EXPECT_EQ(common[0], common[1]) << "what is not marked is equal";
    }
  }
}

TEST(Differences, LargeTextsAreNotComparedWordByWord) {
  std::string left, right;
  for (int i = 0; i < 3000; ++i) {
    left += "left " + std::to_string(i) + "\n";
    right += "right " + std::to_string(i) + "\n";
  }
  const auto rows = differences(left, right);
  EXPECT_EQ(side(rows, &DifferenceRow::left), left);
  EXPECT_EQ(side(rows, &DifferenceRow::right), right);
}

}  // namespace
}  // namespace smallscope::report
