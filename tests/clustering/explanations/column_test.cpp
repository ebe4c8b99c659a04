// SPDX-License-Identifier: Apache-2.0
// Sparse columns say what a list of all values says.
#include <smallscope/clustering/explanations/column.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "explanations/derived_column.hpp"

namespace smallscope::clustering {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

constexpr std::size_t labels = 4;

/// Random values, of which about so many in a thousand are not 2.
std::vector<Value> values_with(std::size_t rows, unsigned rare_in_thousand, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Value> values;
  for (std::size_t row = 0; row < rows; ++row)
    values.push_back(random() % 1000 < rare_in_thousand ? random() % labels : 2);
  return values;
}

std::vector<Value> list_of(const Column& column) {
  std::vector<Value> values;
  column.for_each([&](std::size_t row, Value value) {
    EXPECT_EQ(row, values.size());
    EXPECT_EQ(column[row], value);
    values.push_back(value);
  });
  EXPECT_EQ(values.size(), column.size());
  return values;
}

class Columns : public testing::TestWithParam<unsigned> {
 protected:
  std::vector<Value> values_ = values_with(500, GetParam(), GetParam());
  Column column_{values_};
};

INSTANTIATE_TEST_SUITE_P(FromSparseToDense, Columns, testing::Values(0u, 5u, 20u, 100u, 120u, 900u, 1000u));

TEST_P(Columns, HoldTheirValues) {
  EXPECT_EQ(list_of(column_), values_);
  EXPECT_EQ(column_.is_sparse(), GetParam() < 130);
  EXPECT_EQ(column_.is_constant(), GetParam() == 0);
  EXPECT_TRUE(column_ == Column(values_));
  values_.back() = (values_.back() + 1) % labels;
  EXPECT_FALSE(column_ == Column(values_));
  values_.pop_back();
  EXPECT_FALSE(column_ == Column(values_));
}

TEST_P(Columns, AreMadeOfTheirRareRows) {
  std::vector<std::uint32_t> rows;
  std::vector<Value> rare;
  for (std::uint32_t row = 0; row < values_.size(); ++row)
    if (values_[row] != 2) rows.push_back(row), rare.push_back(values_[row]);
  const Column made(values_.size(), 2, rows, rare);
  EXPECT_EQ(list_of(made), values_);
  EXPECT_EQ(made.is_sparse(), column_.is_sparse());
}

TEST_P(Columns, CountTheirValues) {
  std::vector<std::size_t> counts(labels);
  for (const Value value : values_) ++counts[value];
  EXPECT_EQ(column_.counts(labels), counts);
}

TEST_P(Columns, SayWhichRowsHaveWhat) {
  for (unsigned chosen = 0; chosen < 1u << labels; ++chosen) {
    std::vector<std::uint8_t> wanted(labels);
    for (std::size_t value = 0; value < labels; ++value) wanted[value] = chosen >> value & 1;
    std::vector<std::size_t> expected, found;
    for (std::size_t row = 0; row < values_.size(); ++row)
      if (wanted[values_[row]]) expected.push_back(row);
    column_.for_each_with(wanted, [&](std::size_t row, Value value) {
      EXPECT_EQ(value, values_[row]);
      found.push_back(row);
    });
    EXPECT_EQ(found, expected);
  }
  for (Value value = 0; value < labels; ++value)
    column_.for_each_of(value, [&](std::size_t row) { EXPECT_EQ(values_[row], value); });
}

TEST_P(Columns, SayWhichValuesMarkedRowsHave) {
  std::mt19937 random(7);
  for (const unsigned one_in : {1u, 2u, 50u, 1000u}) {
    std::vector<std::uint8_t> marked(values_.size()), expected(labels);
    std::size_t number = 0;
    for (std::size_t row = 0; row < values_.size(); ++row) {
      if (random() % one_in != 0) continue;
      marked[row] = 1;
      ++number;
      expected[values_[row]] = 1;
    }
    EXPECT_EQ(column_.values_in(marked, number, labels), expected) << one_in;
  }
}

TEST_P(Columns, AreSelected) {
  std::mt19937 random(8);
  std::vector<std::size_t> rows;
  std::vector<Value> expected;
  for (int i = 0; i < 700; ++i) {
    rows.push_back(random() % values_.size());
    expected.push_back(values_[rows.back()]);
  }
  EXPECT_EQ(list_of(column_.of(Selection(rows, values_.size()))), expected);
  EXPECT_EQ(column_.of(Selection({}, values_.size())).size(), 0u);
}

TEST_P(Columns, AreRepeated) {
  std::vector<Value> expected;
  for (int time = 0; time < 3; ++time)
    for (const Value value : values_) expected.insert(expected.end(), 2, value);
  EXPECT_EQ(list_of(column_.repeated(2, 3)), expected);
  EXPECT_EQ(list_of(column_.repeated(1, 1)), values_);
}

TEST_P(Columns, AreRenumbered) {
  std::vector<Value> expected;
  for (const Value value : values_) expected.push_back(labels - 1 - value);
  EXPECT_EQ(list_of(column_.renumbered(std::vector<Value>{3, 2, 1, 0})), expected);
}

TEST(ColumnsOfFewRows, AreColumns) {
  EXPECT_TRUE(Column().is_constant());
  EXPECT_EQ(Column().size(), 0u);
  EXPECT_THAT(list_of(Column({3})), ElementsAre(3));
  EXPECT_TRUE(Column({3}).is_constant());
  EXPECT_THAT(list_of(Column({1, 0})), ElementsAre(1, 0));
  EXPECT_FALSE(Column({1, 0}).is_constant());
}

TEST(Selections, KnowThePlacesOfRows) {
  const Selection selection({4, 0, 4}, 5);
  EXPECT_THAT(selection.rows(), ElementsAre(4, 0, 4));
  EXPECT_THAT(selection.places_of(4), ElementsAre(0, 2));
  EXPECT_THAT(selection.places_of(0), ElementsAre(1));
  EXPECT_TRUE(selection.places_of(3).empty());
}

/// What a relation says of all values, it says of columns in which most are not held.
TEST(DerivedColumns, AreFunctionsOfTheirRows) {
  const std::vector<Attribute> attributes{{"a", {"p", "q", "", "r"}}, {"b", {"r", "q", "", "p"}}};
  for (const unsigned rare_a : {10u, 100u, 900u})
    for (const unsigned rare_b : {10u, 100u, 900u}) {
      const std::vector<Value> a = values_with(400, rare_a, 1), b = values_with(400, rare_b, 2);
      const std::vector<Column> columns{Column(a), Column(b)};
      const auto column_of = [&](std::size_t attribute) -> const Column& { return columns[attribute]; };
      const auto expect = [&](DerivedAttribute derived) {
        std::vector<Value> expected;
        for (std::size_t row = 0; row < a.size(); ++row) {
          std::vector<Value> read;
          for (const std::size_t attribute : derived.from) read.push_back(columns[attribute][row]);
          expected.push_back(derived.value(read));
        }
        EXPECT_THAT(list_of(derived_column(derived, attributes, column_of)), ElementsAreArray(expected))
            << derived.name << " " << rare_a << " " << rare_b;
      };
      expect({.name = "less", .labels = {"no", "yes"}, .from = {0, 1}, .value = [](std::span<const Value> values) {
                return Value{values[0] < values[1]};
              }});
      expect({.name = "more", .labels = {"no", "yes"}, .from = {1, 0}, .value = [](std::span<const Value> values) {
                return Value{values[0] < values[1]};
              }});
      expect({.name = "some q",
              .labels = {"no", "yes"},
              .from = {0, 1},
              .value = [](std::span<const Value> values) { return Value{values[0] == 1 || values[1] == 1}; },
              .kind = DerivedAttribute::Kind::some_item,
              .of = {"items[]", "q"}});
    }
}

}  // namespace
}  // namespace smallscope::clustering
