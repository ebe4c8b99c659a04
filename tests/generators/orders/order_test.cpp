// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/orders/order.hpp>

#include <algorithm>
#include <numeric>
#include <set>

#include <gmock/gmock.h>

#include <smallscope/generators/orders/covering_order.hpp>
#include <smallscope/generators/orders/order_kinds.hpp>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::HasSubstr;

/// Every order, with odd parameters, of every size in the list.
class EveryOrder : public testing::TestWithParam<std::tuple<OrderSpecification, Ordinal>> {
 protected:
  std::shared_ptr<const Order> order() const { return make_order(std::get<0>(GetParam()), std::get<1>(GetParam())); }
};

TEST_P(EveryOrder, IsABijectionThatRunsInPieces) {
  const auto order = this->order();
  const Ordinal size = std::get<1>(GetParam());
  ASSERT_EQ(order->size(), size);
  std::vector<Ordinal> all, sorted;
  order->ordinals(0, size, all);
  sorted = all;
  std::sort(sorted.begin(), sorted.end());
  std::vector<Ordinal> expected(size);
  std::iota(expected.begin(), expected.end(), Ordinal{0});
  ASSERT_EQ(sorted, expected);
  const Ordinal stride = size > 3000 ? 37 : 1;
  for (Ordinal position = 0; position < size; position += stride) {
    ASSERT_EQ(order->at(position), all[position]);
    ASSERT_EQ(order->position(all[position]), position);
  }
  for (const auto& [first, last] : {std::pair{size / 3, size / 2}, {size / 2, size}, {size, size}}) {
    std::vector<Ordinal> part;
    order->ordinals(first, last, part);
    EXPECT_TRUE(std::equal(part.begin(), part.end(), all.begin() + static_cast<std::ptrdiff_t>(first),
                           all.begin() + static_cast<std::ptrdiff_t>(last)));
  }
  EXPECT_THROW((void)order->at(size), std::out_of_range);
  EXPECT_THROW((void)order->position(size), std::out_of_range);
}

TEST_P(EveryOrder, AscendsFromTheEndOfItsSparsePart) {
  const auto order = this->order();
  const Ordinal size = order->size(), sparse = order->sparse_size();
  ASSERT_LE(sparse, size);
  if (sparse > 0) {
    EXPECT_FALSE(order->ascends(sparse - 1, size));
  }
  std::vector<Ordinal> listed, walked;
  std::vector<OrdinalRange> ranges;
  if (sparse == size && size > 0 && !order_kind(std::get<0>(GetParam()).name).is_sparse) {
    EXPECT_THROW(order->ranges(0, size, ranges), GeneratorError);
  }
  const Ordinal rest = size - sparse;
  for (const auto& [from, to] : {std::pair{Ordinal{0}, rest},
                                 {0, rest / 3},
                                 {rest / 3, rest / 2},
                                 {rest / 2, rest},
                                 {rest / 7, rest / 7 + 1},
                                 {rest / 5, rest / 5}}) {
    const Ordinal first = sparse + from, last = std::min(sparse + to, size);
    if (first >= size) continue;
    SCOPED_TRACE(std::to_string(first) + " to " + std::to_string(last));
    ASSERT_TRUE(order->ascends(first, last));
    order->ordinals(first, last, listed);
    order->ranges(first, last, ranges);
    walked.clear();
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      ASSERT_LT(ranges[i].first, ranges[i].second);
      if (i > 0) {
        ASSERT_LT(ranges[i - 1].second, ranges[i].first) << "neighbours are one range";
      }
      for (Ordinal ordinal = ranges[i].first; ordinal < ranges[i].second; ++ordinal) walked.push_back(ordinal);
    }
    EXPECT_EQ(walked, listed);
  }
}

std::string name_of(const testing::TestParamInfo<EveryOrder::ParamType>& test) {
  const auto& [order, size] = test.param;
  std::string name = order.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name + "_" + std::to_string(order.jump_limit) + "_" + std::to_string(order.seed) + "_of_" +
         std::to_string(size);
}

OrderSpecification listed_order(std::vector<Ordinal> ordinals) {
  return {.name = "listed", .listed = std::make_shared<const std::vector<Ordinal>>(std::move(ordinals))};
}

const OrderSpecification specifications[] = {{"dense"},         {"golden"},      {"shuffle", 20, 7}, {"shuffle", 20, 8},
                                             {"jump"},          {"jump", 20, 7}, {"jump", 1, 3},     {"jump", 2, 3},
                                             {"jump", 1000, 3}, {"pairwise"},    {"pairwise-dense"}, {"shuffle-dense"}};

INSTANTIATE_TEST_SUITE_P(Orders, EveryOrder,
                         testing::Combine(testing::ValuesIn(specifications),
                                          testing::Values(0, 1, 2, 3, 4, 7, 60, 1152, 65536, 65537, 100'003)),
                         name_of);

TEST(JumpOrder, JumpsByOneToTheLimitFromMinusOneOn) {
  const JumpOrder order(100'000, 20, 5);
  const Ordinal sparse = order.sparse_size();
  std::vector<Ordinal> visited;
  order.ordinals(0, sparse, visited);
  std::set<Ordinal> jumps{visited.front() + 1};
  for (std::size_t i = 1; i < visited.size(); ++i) jumps.insert(visited[i] - visited[i - 1]);
  EXPECT_EQ(*jumps.begin(), 1u);
  EXPECT_EQ(*jumps.rbegin(), 20u);
  EXPECT_EQ(jumps.size(), 20u) << "every length occurs";
  EXPECT_GE(visited.back() + 20, order.size() - 1) << "the pass runs to the end";
  // The expected jump is (1 + 20) / 2, so the pass holds N / 10.5 tests: five standard deviations either way.
  EXPECT_NEAR(static_cast<double>(sparse), 100'000 / 10.5, 5 * 56);
  std::vector<Ordinal> rest;
  order.ordinals(sparse, order.size(), rest);
  EXPECT_TRUE(std::is_sorted(rest.begin(), rest.end()));
}

TEST(JumpOrder, ASeedDeterminesTheJumps) {
  std::vector<Ordinal> first, again, other;
  JumpOrder(1000, 20, 1).ordinals(0, 1000, first);
  JumpOrder(1000, 20, 1).ordinals(0, 1000, again);
  JumpOrder(1000, 20, 2).ordinals(0, 1000, other);
  EXPECT_EQ(first, again);
  EXPECT_NE(first, other);
}

TEST(Orders, ReachIntoSpacesOf64Bits) {
  const Ordinal size = (Ordinal{1} << 63) + 12345;
  for (const std::string& name : order_names()) {
    const auto order = make_order({.name = name}, size);
    for (const Ordinal position : {Ordinal{0}, Ordinal{1}, Ordinal{1000}}) {
      SCOPED_TRACE(name);
      EXPECT_LT(order->at(position), size);
      EXPECT_EQ(order->position(order->at(position)), position);
    }
    if (name.ends_with("jump")) continue;  // its exhaustive part is behind 2^60 jumps
    for (const Ordinal position : {size / 2, size - 1}) EXPECT_EQ(order->position(order->at(position)), position);
  }
}

TEST(GoldenOrder, SpreadsAPrefixOverEveryFactor) {
  // Field notes: on 4x5x5x5x5 a fixed stride of 25 sees 16 of 24 values in 100 tests; this one sees all.
  const Ordinal radices[] = {4, 5, 5, 5, 5};
  std::vector<Ordinal> prefix;
  golden(2500)->ordinals(0, 100, prefix);
  std::set<std::pair<int, Ordinal>> seen;
  for (Ordinal ordinal : prefix) {
    for (int digit = 4; digit >= 0; --digit) {
      seen.insert({digit, ordinal % radices[digit]});
      ordinal /= radices[digit];
    }
  }
  EXPECT_EQ(seen.size(), 24u);
}

TEST(ThenDense, KeepsTheBeginningOfTheSparseOrder) {
  for (const Ordinal tests : {0, 1, 7, 59, 60, 61}) {
    SCOPED_TRACE(tests);
    const auto sparse = golden(60), order = then_dense(sparse, tests);
    EXPECT_EQ(order->sparse_size(), tests >= 60 ? 60 : tests);
    std::vector<Ordinal> all;
    order->ordinals(0, 60, all);
    for (Ordinal position = 0; position < std::min<Ordinal>(tests, 60); ++position)
      EXPECT_EQ(all[position], sparse->at(position));
    EXPECT_TRUE(std::is_sorted(all.begin() + static_cast<std::ptrdiff_t>(order->sparse_size()), all.end()));
    for (Ordinal position = 0; position < 60; ++position) EXPECT_EQ(order->position(all[position]), position);
  }
}

TEST(ThenDense, PairwiseDenseBeginsWithAllCoveringRows) {
  // So many pairs that their rows are more than the sparse part has otherwise.
  const std::vector<Ordinal> factors{200, 200, 5};
  const auto order = make_order({.name = "pairwise-dense", .factors = as_factors(factors)}, 200 * 200 * 5);
  EXPECT_GE(order->sparse_size(), 200u * 200u);
  std::vector<Ordinal> sparse;
  order->ordinals(0, order->sparse_size(), sparse);
  CombinationCoverage pairs(factors, 2);
  const MixedRadix radix(factors);
  LevelRow levels;
  for (const Ordinal ordinal : sparse) {
    radix.levels(ordinal, levels);
    (void)pairs.add(levels);
  }
  EXPECT_TRUE(pairs.complete());
}

TEST(ThenDense, OfASmallSpaceIsTheSparseOrder) {
  const std::vector<Ordinal> factors{12, 12, 12, 12};
  std::vector<Ordinal> bounded, whole;
  make_order({.name = "pairwise-dense", .factors = as_factors(factors)}, 20'736)->ordinals(0, 20'736, bounded);
  make_order({.name = "pairwise", .factors = as_factors(factors)}, 20'736)->ordinals(0, 20'736, whole);
  EXPECT_EQ(bounded, whole);
}

TEST(MakeOrder, ExplainsWhatIsWrong) {
  EXPECT_THAT(error_of([] { make_order({.name = "golde"}, 3); }),
              HasSubstr("unknown order `golde`; the orders are pairwise, golden, jump, shuffle, pairwise-dense, "
                        "shuffle-dense, listed, unlisted-pairwise, unlisted-golden, "));
  EXPECT_THAT(error_of([] { make_order({.name = "jump", .jump_limit = 0}, 3); }), HasSubstr("the limit is 0"));
  EXPECT_THAT(error_of([] { make_order(listed_order({2, 3, 1}), 3); }), HasSubstr("3 is none of them"));
  EXPECT_THAT(error_of([] { make_order(listed_order({2, 0, 2}), 3); }), HasSubstr("2 is listed twice"));
}

TEST(ListedOrder, VisitsTheListThenTheRestInAscendingOrder) {
  std::vector<Ordinal> all;
  make_order(listed_order({7, 0, 3}), 9)->ordinals(0, 9, all);
  EXPECT_THAT(all, testing::ElementsAre(7, 0, 3, 1, 2, 4, 5, 6, 8));
  EXPECT_EQ(listed_order({7, 3}), listed_order({7, 3})) << "equal lists are one order";
  EXPECT_NE(listed_order({7, 3}), listed_order({3, 7}));
}

}  // namespace
}  // namespace smallscope::generators
