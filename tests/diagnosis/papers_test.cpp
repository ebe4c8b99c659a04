// SPDX-License-Identifier: Apache-2.0
// The worked examples of the papers, as far as they were checked: RLFDC's tables 1 to 3 and ISSTA 2010's figures 4 to
// 7. Those of single-fault optimal data are in single_fault_test.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <smallscope/diagnosis/ranking.hpp>

#include "drawn.hpp"

namespace smallscope::diagnosis {
namespace {

const Measure& ochiai = *find_measure("ochiai");

// Table 1 of RLFDC: a text for each statement, which has a digit for each of the tests t0 to t20; only t0 fails.
const std::vector<std::string> table_1{
    "111111111101111001001", "110010000000000000000", "110010010000000000000", "110010010000000000000",
    "110010010000000000000", "110010010000000000000", "110010010000000000000", "110010010000000000000",
    "110000000000000000000", "111100000000000000000", "111000000000000000000", "111000000000000000000",
    "111000000000000000000", "110000000000000000000", "111100000000000000000", "110100000000000000000",
    "111100000000000000000", "111101100000100000001", "111101101100111001001", "111001101100110001001",
    "111101101100111001001", "111001101100110001000", "111101101100111001001", "111001101100110001000",
    "111001101100110001000", "111001101100110001000", "111001101100110001000", "111001101100110001000"};
// The label of a method stands on the last of its rows.
const std::map<Column, std::pair<Column, Column>> methods{{0, {0, 0}},  {1, {1, 1}},   {2, {2, 7}},
                                                          {3, {8, 16}}, {4, {17, 17}}, {5, {18, 27}}};
struct Cell {
  double score;
  int rank;
};
/// A row for each method; a column for the number of tests selected so far.
using Cells = std::vector<std::vector<Cell>>;
const Cells table_2{{{1.000, 6},
                     {0.707, 6},
                     {0.577, 6},
                     {0.500, 6},
                     {0.447, 6},
                     {0.408, 6},
                     {0.378, 6},
                     {0.354, 6},
                     {0.333, 6},
                     {0.316, 6},
                     {0.316, 6}},
                    {{1.000, 6},
                     {0.707, 6},
                     {0.707, 3},
                     {0.707, 3},
                     {0.577, 4},
                     {0.577, 3},
                     {0.577, 3},
                     {0.577, 2},
                     {0.577, 2},
                     {0.577, 2},
                     {0.577, 2}},
                    {{1.000, 6},
                     {0.707, 6},
                     {0.707, 3},
                     {0.707, 3},
                     {0.577, 4},
                     {0.577, 3},
                     {0.577, 3},
                     {0.500, 3},
                     {0.500, 3},
                     {0.500, 3},
                     {0.500, 3}},
                    {{1.000, 6},
                     {0.707, 6},
                     {0.707, 3},
                     {0.707, 3},
                     {0.707, 1},
                     {0.707, 1},
                     {0.707, 1},
                     {0.707, 1},
                     {0.707, 1},
                     {0.707, 1},
                     {0.707, 1}},
                    {{1.000, 6},
                     {0.707, 6},
                     {0.577, 6},
                     {0.500, 6},
                     {0.500, 5},
                     {0.447, 5},
                     {0.408, 5},
                     {0.408, 5},
                     {0.408, 5},
                     {0.408, 4},
                     {0.408, 4}},
                    {{1.000, 6},
                     {0.707, 6},
                     {0.577, 6},
                     {0.577, 4},
                     {0.577, 4},
                     {0.500, 4},
                     {0.447, 4},
                     {0.447, 4},
                     {0.408, 5},
                     {0.378, 5},
                     {0.378, 5}}};
const Cells table_3{{{1.000, 6},
                     {0.707, 6},
                     {0.577, 6},
                     {0.500, 6},
                     {0.447, 6},
                     {0.447, 6},
                     {0.447, 6},
                     {0.408, 6},
                     {0.408, 6},
                     {0.408, 6},
                     {0.378, 6}},
                    {{1.000, 6},
                     {1.000, 5},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3}},
                    {{1.000, 6},
                     {1.000, 5},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3}},
                    {{1.000, 6},
                     {1.000, 5},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3},
                     {1.000, 3}},
                    {{1.000, 6},
                     {1.000, 5},
                     {0.707, 5},
                     {0.707, 4},
                     {0.707, 4},
                     {0.707, 4},
                     {0.707, 4},
                     {0.707, 4},
                     {0.707, 4},
                     {0.707, 4},
                     {0.577, 4}},
                    {{1.000, 6},
                     {1.000, 5},
                     {0.707, 5},
                     {0.577, 5},
                     {0.577, 5},
                     {0.577, 5},
                     {0.577, 5},
                     {0.500, 5},
                     {0.500, 5},
                     {0.500, 5},
                     {0.500, 5}}};

/// The methods by Ochiai after t0 and the first `selected` of ten tests, of which the first is `first`.
Ranking methods_after(std::size_t first, std::size_t selected) {
  Spectrum spectrum(numbered_elements(static_cast<Column>(table_1.size())));
  const auto add = [&](std::size_t test) {
    Columns covered;
    for (Column statement = 0; statement < spectrum.columns(); ++statement)
      if (table_1[statement][test] == '1') covered.push_back(statement);
    spectrum.add(test, test == 0 ? Outcome::fail : Outcome::pass, covered);
  };
  add(0);
  for (std::size_t i = 0; i < selected; ++i) add(first + i);
  Columns method_of(table_1.size());
  for (const auto& [method, range] : methods)
    for (Column statement = range.first; statement <= range.second; ++statement) method_of[statement] = method;
  return rank_units(rank(spectrum.counts(), ochiai), method_of, static_cast<Column>(methods.size()));
}

void expect_table(const Cells& table, std::size_t first) {
  for (Column method = 0; method < table.size(); ++method) {
    ASSERT_EQ(table[method].size(), 11u);
    for (std::size_t selected = 0; selected < table[method].size(); ++selected) {
      const Ranking ranking = methods_after(first, selected);
      const Cell& cell = table[method][selected];
      EXPECT_NEAR(ochiai.value(ranking.order[ranking.position[method]].score), cell.score, 5.01e-4) << selected;
      EXPECT_EQ(rank_of(ranking, method, Ties::max), cell.rank) << "method " << method + 1 << ", " << selected;
    }
  }
}

TEST(Papers, RlfdcTable2) { expect_table(table_2, 1); }
TEST(Papers, RlfdcTable3) { expect_table(table_3, 11); }

/// Statements are texts, as ISSTA 2010 writes them.
struct Execution {
  std::vector<std::string> statements;
  Outcome outcome = Outcome::pass;
};

std::map<std::string, double> suspiciousness(const std::vector<Execution>& executions) {
  std::set<std::string> all;
  for (const Execution& execution : executions) all.insert(execution.statements.begin(), execution.statements.end());
  std::vector<Element> elements;
  std::map<std::string, Column> column_of;
  for (const std::string& statement : all) {
    column_of[statement] = static_cast<Column>(elements.size());
    elements.push_back({.name = statement});
  }
  Spectrum spectrum(elements);
  for (std::size_t i = 0; i < executions.size(); ++i) {
    Columns covered;
    for (const std::string& statement : executions[i].statements) covered.push_back(column_of[statement]);
    spectrum.add(i, executions[i].outcome, covered);
  }
  std::map<std::string, double> values;
  const std::vector<Counts> counts = spectrum.counts();
  for (const auto& [statement, column] : column_of) values[statement] = ochiai.value(ochiai.score(counts[column]));
  return values;
}

/// What every test of figure 4 executes, with what only this one does.
std::vector<std::string> all_lines_and(const std::vector<std::string>& own) {
  std::vector<std::string> statements{"18", "19", "20", "<22,true>", "23", "24", "25",
                                      "26", "29", "12", "13",        "14", "31"};
  statements.insert(statements.end(), own.begin(), own.end());
  return statements;
}

TEST(Papers, Issta2010Figure5) {
  // Figure 4; tests F and A1 fail.
  const auto values = suspiciousness({{all_lines_and({"<8,3.1>", "<8,0>"}), Outcome::fail},
                                      {all_lines_and({"<8,3.6>", "<8,0>"}), Outcome::fail},
                                      {all_lines_and({"<8,1>", "<8,8.6>"})},
                                      {all_lines_and({"<8,3.6>"})}});
  for (const char* const line : {"12", "13", "14", "18", "19", "20", "23", "24", "25", "26", "29", "31", "<22,true>"})
    EXPECT_NEAR(values.at(line), 0.71, 0.005) << line;
  EXPECT_EQ(values.at("<8,0>"), 1);
  EXPECT_EQ(values.at("<8,1>"), 0);
  EXPECT_NEAR(values.at("<8,3.1>"), 0.71, 0.005);
  EXPECT_EQ(values.at("<8,3.6>"), 0.5);
  EXPECT_EQ(values.at("<8,8.6>"), 0);
}

TEST(Papers, Issta2010Figure7) {
  const Execution skipped{{"18", "19", "20", "<22,false>", "29", "12"}};
  const auto values = suspiciousness({{all_lines_and({"<8,3.1>", "<8,0>"}), Outcome::fail}, skipped, skipped, skipped});
  for (const char* const line : {"12", "18", "19", "20", "29"}) EXPECT_EQ(values.at(line), 0.5) << line;
  for (const char* const line : {"13", "14", "23", "24", "25", "26", "31", "<22,true>", "<8,0>", "<8,3.1>"})
    EXPECT_EQ(values.at(line), 1) << line;
  EXPECT_EQ(values.at("<22,false>"), 0);
}

}  // namespace
}  // namespace smallscope::diagnosis
