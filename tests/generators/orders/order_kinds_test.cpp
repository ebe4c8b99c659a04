// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/orders/order_kinds.hpp>

#include <functional>

#include <gmock/gmock.h>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Every parameter, and how to give it another value.
const std::pair<OrderParameter, std::function<void(OrderSpecification&)>> changes[] = {
    {OrderParameter::jump_limit, [](OrderSpecification& order) { order.jump_limit = 7; }},
    {OrderParameter::seed, [](OrderSpecification& order) { order.seed = 7; }},
    {OrderParameter::strength, [](OrderSpecification& order) { order.strength = 3; }},
    {OrderParameter::factors,
     [](OrderSpecification& order) {
       order.factors = {6, 10};
     }},
    {OrderParameter::listed, [](OrderSpecification& order) {
       order.listed = std::make_shared<const std::vector<Ordinal>>(std::vector<Ordinal>{7, 3});
     }}};

TEST(OrderKinds, WhatAnOrderDependsOnIsItsIdentityAndIsWritten) {
  for (const OrderKind& kind : order_kinds()) {
    const OrderSpecification usual{.name = std::string(kind.name)};
    for (const auto& [parameter, change] : changes) {
      SCOPED_TRACE(std::string(kind.name) + ", parameter " + std::to_string(static_cast<int>(parameter)));
      OrderSpecification changed = usual;
      change(changed);
      EXPECT_EQ(changed != usual, kind.depends_on(parameter));
      EXPECT_EQ(arguments(changed) != arguments(usual), kind.depends_on(parameter));
      EXPECT_EQ(arguments(changed).size(), kind.parameters.size());
      const bool is_long = parameter == OrderParameter::factors || parameter == OrderParameter::listed;
      EXPECT_EQ(to_string(changed) != to_string(usual), kind.depends_on(parameter) && !is_long);
      EXPECT_EQ(determining(changed), changed);
      if (!kind.depends_on(parameter)) {
        EXPECT_EQ(determining(changed).seed, usual.seed);
        EXPECT_EQ(determining(changed).jump_limit, usual.jump_limit);
        EXPECT_EQ(determining(changed).strength, usual.strength);
        EXPECT_EQ(determining(changed).factors, usual.factors);
        EXPECT_EQ(determining(changed).listed, usual.listed);
      }
    }
  }
}

TEST(OrderKinds, WhatAnOrderDoesNotDependOnDoesNotChangeItsSequence) {
  for (const OrderKind& kind : order_kinds()) {
    std::vector<Ordinal> usual, other;
    make_order({.name = std::string(kind.name)}, 60)->ordinals(0, 60, usual);
    for (const auto& [parameter, change] : changes) {
      if (kind.depends_on(parameter)) continue;
      OrderSpecification changed{.name = std::string(kind.name)};
      change(changed);
      make_order(changed, 60)->ordinals(0, 60, other);
      EXPECT_EQ(usual, other) << kind.name << ", parameter " << static_cast<int>(parameter);
    }
  }
}

TEST(OrderKinds, AnyOfThemLeavesAListToTheEnd) {
  const std::vector<Ordinal> list{59, 7, 20};
  const auto first = std::make_shared<const std::vector<Ordinal>>(list);
  for (const OrderKind& kind : order_kinds()) {
    SCOPED_TRACE(kind.name);
    const OrderSpecification rest{.name = std::string(kind.name), .jump_limit = 7, .seed = 3, .strength = 1};
    const OrderSpecification order = unlisted(first, rest);
    std::vector<Ordinal> expected, found;
    make_order(without_list(rest), 60)->ordinals(0, 60, expected);
    std::erase_if(expected, [&](Ordinal ordinal) { return std::ranges::find(list, ordinal) != list.end(); });
    expected.insert(expected.end(), list.begin(), list.end());
    make_order(order, 60)->ordinals(0, 60, found);
    EXPECT_EQ(found, expected);
    EXPECT_EQ(without_list(order), without_list(determining(rest)));
    EXPECT_EQ(unlisted(first, order), order) << "one list at most";
    EXPECT_EQ(without_list(listed(first)).name, "dense");
    EXPECT_TRUE(is_list(listed(first)));
    EXPECT_FALSE(is_list(order));
    EXPECT_THAT(error_of([&] { make_order(order, 50); }), HasSubstr("59 is none of them"));
  }
}

TEST(OrderKinds, WhatIsNotListedIsWalkedWhereTheOrderIs) {
  constexpr Ordinal size = 50'000;
  std::vector<Ordinal> list;
  for (Ordinal i = 0; i < 40; ++i) list.push_back(i * 1237 % size);
  for (Ordinal i = 100; i < 110; ++i) list.push_back(i * 30 + 11);
  const Ordinal rest = size - list.size();
  for (const OrderKind& kind : order_kinds()) {
    SCOPED_TRACE(kind.name);
    const OrderSpecification plain{.name = std::string(kind.name)};
    const auto order = make_order(unlisted(std::make_shared<const std::vector<Ordinal>>(list), plain), size);
    EXPECT_FALSE(order->ascends(rest - 1, size)) << "the list is behind it";
    std::vector<Ordinal> listed, walked, again;
    std::vector<OrdinalRange> ranges;
    order->ordinals(0, size, listed);
    Ordinal walks_from = rest;
    for (const Ordinal first : {Ordinal{0}, rest / 3, rest * 9 / 10}) {
      if (!order->ascends(first, rest)) continue;
      walks_from = std::min(walks_from, first);
      for (const Ordinal last : {first + 1, (first + rest) / 2, rest}) {
        order->ranges(first, last, ranges);
        walked.clear();
        for (const auto& [from, to] : ranges)
          for (Ordinal ordinal = from; ordinal < to; ++ordinal) walked.push_back(ordinal);
        EXPECT_TRUE(std::ranges::equal(walked, std::span(listed).subspan(first, last - first)));
      }
    }
    EXPECT_EQ(walks_from < rest, make_order(without_list(plain), size)->sparse_size() < size * 9 / 10);
    for (const auto& [first, last] : {std::pair{rest - 3, size}, {rest + 5, rest + 9}, {rest, rest}, {7, 7}}) {
      order->ordinals(first, last, again);
      EXPECT_TRUE(std::ranges::equal(again, std::span(listed).subspan(first, last - first)));
    }
  }
}

TEST(OrderKinds, SparseOnesHaveAnAscendingRest) {
  constexpr Ordinal size = 200'000;
  for (const OrderKind& kind : order_kinds()) {
    SCOPED_TRACE(kind.name);
    const auto order = make_order({.name = std::string(kind.name)}, size);
    const Ordinal sparse = order->sparse_size();
    EXPECT_EQ(kind.is_sparse, sparse > 0 && sparse < size);
    for (Ordinal position = sparse + 1; position < size; ++position)
      ASSERT_LT(order->at(position - 1), order->at(position)) << position;
  }
}

TEST(OrderKinds, SomeNeedNoSize) {
  for (const OrderKind& kind : order_kinds()) {
    if (!kind.of_uncounted) continue;
    std::vector<Ordinal> first;
    make_order({.name = std::string(kind.name)}, uncounted)->ordinals(0, 1000, first);
    EXPECT_EQ(first.size(), 1000u) << kind.name;
    EXPECT_LT(first.back(), 1'000'000u) << kind.name << ": a search is walked as far";
  }
}

TEST(OrderKinds, AreReadByName) {
  EXPECT_EQ(order_names().size(), order_kinds().size());
  for (const std::string& name : order_names()) EXPECT_EQ(order_kind(name).name, name);
  EXPECT_THAT(error_of([] { order_kind("golde"); }), HasSubstr("unknown order `golde`; the orders are pairwise, "));
}

TEST(OrderKinds, AreShownWithWhatIsUnusual) {
  EXPECT_EQ(to_string(OrderSpecification{.name = "jump"}), "jump (limit 20, seed 1)");
  EXPECT_EQ(to_string(OrderSpecification{.name = "shuffle", .seed = 7}), "shuffle (seed 7)");
  EXPECT_EQ(to_string(OrderSpecification{.name = "pairwise", .factors = {2, 3}}), "pairwise");
  EXPECT_EQ(to_string(OrderSpecification{.name = "pairwise", .strength = 3}), "pairwise (strength 3)");
  EXPECT_EQ(to_string(OrderSpecification{.name = "dense"}), "dense");
  EXPECT_THAT(arguments({.name = "pairwise", .factors = {2, 3}}),
              ElementsAre(OrderArgument{"strength", "2"}, OrderArgument{"factors", "[2,3]"}));
}

TEST(OrderKinds, AnUnknownOrderIsWrittenWithAllThatIsKnown) {
  EXPECT_EQ(arguments({.name = "spiral"}).size(), 5u);
  EXPECT_NE((OrderSpecification{.name = "spiral"}), (OrderSpecification{.name = "spiral", .seed = 2}));
}

}  // namespace
}  // namespace smallscope::generators
