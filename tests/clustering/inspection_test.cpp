// SPDX-License-Identifier: Apache-2.0
// The order in which failing inputs are worth a look, against a search of all pairs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include <smallscope/clustering/inspection.hpp>

#include "three_choices.hpp"

namespace smallscope::clustering {
namespace {

using results::Ordinal;
using testing::IsEmpty;
using testing::SizeIs;

/// Of one to seven bytes.
results::Case failing_input(Ordinal ordinal, const std::string& message) {
  return failing_of(ordinal, message, ordinal % 7 + 1);
}

std::string message_of(Ordinal ordinal) { return ordinal % 5 == 0 ? "odd" : "even"; }

std::size_t differing(Ordinal a, Ordinal b) {
  std::size_t count = 0;
  for (int choice = 0; choice < 3; ++choice) count += (a >> (2 * choice)) % 4 != (b >> (2 * choice)) % 4;
  return count;
}

double distance(Ordinal a, Ordinal b) {
  return static_cast<double>(differing(a, b)) / 3 + (message_of(a) == message_of(b) ? 0 : 1);
}

TEST(InspectionOrder, IsFurthestFirstAfterTheRepresentatives) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<Ordinal> failing;
    for (Ordinal ordinal = 0; ordinal < 64; ++ordinal)
      if (random() % 3 == 0) failing.push_back(ordinal);
    std::vector<results::Case> cases;
    for (const Ordinal ordinal : failing) cases.push_back(failing_input(ordinal, message_of(ordinal)));
    const results::Store store = store_with_failures(std::move(cases));
    const std::vector<Cluster> clusters = cluster(store, {});
    const std::vector<Inspection> order = inspection_order(store, {}, clusters, 100);
    ASSERT_THAT(order, SizeIs(failing.size())) << "every failing input, each once";
    std::set<Ordinal> seen;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Ordinal input = order[i].input.second;
      const auto to_seen = [&](Ordinal ordinal) {
        double least = 10;
        for (const Ordinal before : seen) least = std::min(least, distance(ordinal, before));
        return least;
      };
      EXPECT_EQ(order[i].represents, i < clusters.size());
      EXPECT_TRUE(std::ranges::binary_search(clusters[order[i].cluster].members, order[i].input));
      if (i < clusters.size()) {
        EXPECT_EQ(order[i].input, clusters[i].representative);
      } else {
        for (const Ordinal other : failing)
          EXPECT_TRUE(seen.contains(other) || to_seen(other) <= to_seen(input)) << other;
      }
      if (i > 0) {
        const Ordinal nearest = order[i].nearest.second;
        EXPECT_TRUE(seen.contains(nearest));
        EXPECT_EQ(distance(input, nearest), to_seen(input));
        EXPECT_EQ(order[i].differing, differing(input, nearest));
        EXPECT_EQ(order[i].other_kind, message_of(input) != message_of(nearest));
      }
      EXPECT_TRUE(seen.insert(input).second);
    }
  }
}

TEST(InspectionOrder, FindsWhatAClusterHides) {
  std::vector<results::Case> cases;
  for (Ordinal ordinal = 0; ordinal < 4; ++ordinal) cases.push_back(failing_input(ordinal, "same"));
  cases.push_back(failing_input(0b111100, "same"));
  const results::Store store = store_with_failures(std::move(cases));
  const std::vector<Cluster> clusters = cluster(store, {});
  ASSERT_THAT(clusters, SizeIs(1));
  EXPECT_EQ(inspection_order(store, {}, clusters, 2)[1].input.second, 0b111100u);
}

/// Against a search of all inputs: first those that no term of an inspected input matches, then any.
TEST(InspectionOrder, SeesEveryTermFirst) {
  std::size_t only_by_terms = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<results::Case> cases;
    for (Ordinal ordinal = 0; ordinal < 64; ++ordinal) cases.push_back(failing_input(ordinal, message_of(ordinal)));
    const results::Store store = store_with_failures(std::move(cases));
    const std::vector<Cluster> clusters = cluster(store, {});
    std::vector<std::vector<Ordinal>> terms(12);
    for (std::vector<Ordinal>& term : terms)
      for (Ordinal ordinal = 0; ordinal < 64; ++ordinal)
        if (random() % 12 == 0) term.push_back(ordinal);
    std::set<Ordinal> seen;
    for (const Inspection& shown : inspection_order(store, {}, clusters, 64, terms)) {
      const auto worth = [&](Ordinal ordinal) {
        std::pair<bool, double> most{false, 10};
        for (const Ordinal before : seen) most.second = std::min(most.second, distance(ordinal, before));
        for (const std::vector<Ordinal>& term : terms) {
          if (!std::ranges::binary_search(term, ordinal)) continue;
          most.first = true;
          if (std::ranges::any_of(term, [&](Ordinal each) { return seen.contains(each); }))
            return std::pair(false, most.second);
        }
        return most;
      };
      const auto own = worth(shown.input.second);
      EXPECT_EQ(shown.other_term, own.first);
      if (!shown.represents)
        for (Ordinal other = 0; other < 64; ++other) {
          if (seen.contains(other)) continue;
          EXPECT_LE(worth(other), own) << other;
          only_by_terms += worth(other).second > own.second;
        }
      seen.insert(shown.input.second);
    }
    EXPECT_THAT(seen, SizeIs(64));
  }
  EXPECT_GT(only_by_terms, 0u);
}

TEST(InspectionOrder, ChoicesThatOnlyOneInputHasDiffer) {
  std::vector<results::Case> cases{failing_input(0, "same"), failing_input(1, "same"), failing_input(2, "same")};
  cases[1].choices.pop_back();
  cases[1].choices.push_back({"z", 0, "0"});
  const results::Store store = store_with_failures(std::move(cases));
  const std::vector<Inspection> order = inspection_order(store, {}, cluster(store, {}), 2);
  EXPECT_EQ(order[1].input.second, 1u);
  EXPECT_EQ(order[1].differing, 3u) << "a, and what only one of them has";
}

TEST(InspectionOrder, OfABudgetIsItsBeginning) {
  std::vector<results::Case> cases;
  for (Ordinal ordinal = 0; ordinal < 30; ++ordinal) cases.push_back(failing_input(ordinal, message_of(ordinal)));
  const results::Store store = store_with_failures(std::move(cases));
  const std::vector<Cluster> clusters = cluster(store, {});
  const std::vector<Inspection> all = inspection_order(store, {}, clusters, 30);
  for (std::size_t budget = 0; budget <= 30; ++budget)
    EXPECT_EQ(inspection_order(store, {}, clusters, budget), std::vector(all.begin(), all.begin() + budget));
  EXPECT_THAT(inspection_order(store, {}, {}, 5), IsEmpty());
}

}  // namespace
}  // namespace smallscope::clustering
