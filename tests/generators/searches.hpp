// SPDX-License-Identifier: Apache-2.0
// Searches that several tests walk, and the law of their parts.
#pragma once

#include <optional>
#include <vector>

#include <smallscope/generators/search/choose.hpp>
#include <smallscope/generators/search/object_graphs.hpp>

namespace smallscope::generators {

/// Lists of up to `length` digits below `base` whose sum is at most `sum`.
inline auto bounded_lists(int base, int length, int sum) {
  return chosen([=](Chooser& choose) -> std::optional<std::vector<int>> {
    std::vector<int> list(choose.named("length").range(std::size_t{0}, static_cast<std::size_t>(length)));
    int total = 0;
    for (int& item : list) total += item = choose.named("item")(base);
    if (total > sum) return std::nullopt;
    return list;
  });
}

/// A path that a search yields, for comparisons.
template <class T>
struct Yield {
  T value;
  Decisions decisions;
  friend bool operator==(const Yield&, const Yield&) = default;
};

/// What a walk yields from where it is to its end.
template <class P>
std::vector<Yield<typename P::value_type>> rest_of(SearchWalk<P> walk) {
  std::vector<Yield<typename P::value_type>> inputs;
  while (walk.next()) inputs.push_back({walk.value(), walk.decisions()});
  return inputs;
}

/// Parts are disjoint and in order, and cover the search; a walk resumed anywhere yields the rest. Exhaustive.
template <class P>
void expect_search_laws(const Search<P>& search) {
  const auto all = rest_of(search.begin());
  auto whole = search.begin();
  while (whole.step()) {
  }
  EXPECT_EQ(whole.inputs(), all.size());
  EXPECT_FALSE(whole.has_value());

  for (const std::size_t at_least : {1, 2, 7, 50, 100'000}) {
    const std::vector<Part> parts = search.split(at_least);
    EXPECT_EQ(parts, search.split(at_least)) << "a split is not repeatable";
    EXPECT_GE(parts.size(), std::min<std::size_t>(at_least, whole.paths()));
    std::vector<Yield<typename P::value_type>> together;
    Ordinal paths = 0;
    for (const Part& part : parts) {
      auto walk = search.begin(part);
      while (walk.step())
        if (walk.has_value()) together.push_back({walk.value(), walk.decisions()});
      paths += walk.paths();
    }
    EXPECT_TRUE(together == all) << at_least << " parts";
    EXPECT_EQ(paths, whole.paths()) << at_least << " parts";
  }

  auto walk = search.begin();
  std::size_t inputs = 0;
  for (std::size_t stop = 0;; ++stop) {
    const Position position = walk.position();
    auto resumed = search.resume(position);
    EXPECT_EQ(resumed.position(), position);
    EXPECT_EQ(resumed.has_value(), walk.has_value());
    if (walk.has_value()) {
      EXPECT_TRUE(resumed.value() == walk.value());
    }
    const auto rest = rest_of(std::move(resumed));
    EXPECT_TRUE(std::equal(rest.begin(), rest.end(), all.begin() + static_cast<std::ptrdiff_t>(inputs), all.end()))
        << "resumed after " << stop << " paths";
    if (!walk.step()) break;
    inputs += walk.has_value();
  }
}

}  // namespace smallscope::generators
