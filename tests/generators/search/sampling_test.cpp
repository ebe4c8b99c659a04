// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/search/sampling.hpp>

#include <cmath>
#include <numeric>

#include <gmock/gmock.h>

#include <smallscope/generators/search/choose.hpp>

#include "korat_counts.hpp"
#include "laws.hpp"
#include "searches.hpp"

namespace smallscope::generators {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Kind = Estimate::Kind;

TEST(RandomBits, AreThoseOfSplitmix64) {
  RandomBits random(1234567);  // the reference values of Vigna's program
  EXPECT_EQ(random.next(), 6457827717110365317u);
  EXPECT_EQ(random.next(), 3203168211198807973u);
  for (int i = 0; i < 1000; ++i) {
    const double number = random.uniform();
    ASSERT_GE(number, 0);
    ASSERT_LT(number, 1);
  }
}

TEST(Profile, ThinsUntilAWalkIsShortEnough) {
  Profile profile;  // 10, 100, 1000 nodes, and as many on the way to a fourth decision without alternatives
  profile.add(1, 10, 1);
  profile.add(2, 10, 10);
  profile.add(3, 10, 100);
  profile.add(4, 1, 1000);
  EXPECT_THAT(profile.steps(1000), ElementsAre(1, 1, 1, 1, 1));
  EXPECT_THAT(profile.steps(200), ElementsAre(1, 1, 1, testing::Gt(1u), 1));
  const std::vector<Digit> few = profile.steps(20);
  const double weight = std::accumulate(few.begin(), few.end(), 1.0, std::multiplies<>());
  EXPECT_GE(weight, 50);
  EXPECT_LE(weight, 1000);
}

TEST(Thinning, KeepsOneOfEachStepWithEqualChances) {
  std::vector<int> kept(12);
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Thinning thinning({1, 4}, seed);
    EXPECT_EQ(thinning.weight(1), 4);
    // 12 nodes: a first child and siblings, in rows of 1, 5 and 6.
    std::size_t at = 0;
    for (const Digit row : {1u, 5u, 6u}) {
      const std::size_t end = at + row;
      if (thinning.keep(1)) ++kept[at];
      ++at;
      while (at < end) {
        const Digit next = thinning.next(1, static_cast<Digit>(end - at));
        if (next == 0) break;
        at += next;
        ++kept[at - 1];
      }
      at = end;
    }
  }
  for (std::size_t block = 0; block < 12; block += 4)
    EXPECT_EQ(kept[block] + kept[block + 1] + kept[block + 2] + kept[block + 3], 3000) << "one of four, always";
  for (const int times : kept) EXPECT_NEAR(times, 750, 120);  // five standard deviations
}

TEST(ExpectedError, IsThatOfTwoRounds) {
  ExpectedError error;
  EXPECT_DOUBLE_EQ(error.add(0.5, 1000), 0.5);
  EXPECT_DOUBLE_EQ(error.add(0.25, 4000), 0.25);
  EXPECT_DOUBLE_EQ(error.add(0, 4000), 0.25 / std::sqrt(2.0));
}

/// The mean over many seeds tends to the truth: no interval can be right that is around something else.
template <class Search>
void expect_unbiased(const Search& search, double tolerance) {
  auto walk = search.begin();
  while (walk.next()) {
  }
  double inputs = 0, paths = 0;
  constexpr int seeds = 150;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const SearchEstimate estimate = search.estimate({.paths = 1 << 14, .seed = seed});
    ASSERT_EQ(estimate.inputs.kind, Kind::interval);
    inputs += estimate.inputs.value / seeds;
    paths += estimate.paths.value / seeds;
  }
  EXPECT_NEAR(inputs / static_cast<double>(walk.inputs()), 1, tolerance);
  EXPECT_NEAR(paths / static_cast<double>(walk.paths()), 1, tolerance);
}

TEST(SearchEstimator, IsUnbiased) {
  expect_unbiased(structures::heap_arrays(6), 0.03);
  expect_unbiased(structures::binary_trees(8), 0.03);
}

TEST(SearchEstimator, CountsWhatItCanWalk) {
  const auto search = structures::binary_trees(8);
  const SearchEstimate estimate = search.estimate();
  EXPECT_EQ(estimate.inputs, Estimate::exactly(1430));
  EXPECT_EQ(estimate.paths, Estimate::exactly(54'418));
  EXPECT_EQ(search.estimate({.paths = 54'418}).paths.kind, Kind::interval) << "the end was not seen";
  EXPECT_EQ(search.estimate({.paths = 54'419}), estimate);
  const auto none = bounded_lists(2, 4, -1).estimate();
  EXPECT_EQ(none.inputs, Estimate::exactly(0));
  EXPECT_EQ(none.paths, Estimate::exactly(31));
}

/// The searches of korat-counts.csv at bounds where the walk does not come to the end; benchmarks/estimates.cpp does
/// the same with more seeds and bounds. Each interval has to hold the truth as often as it says, or nearly so.
TEST(SearchEstimator, IntervalsHoldWhatKoratCounted) {
  constexpr int seeds = 40;
  constexpr Ordinal paths = 1 << 14;
  int rows = 0;
  for (const auto& row : structures::read_korat_counts(SMALLSCOPE_SOURCE_DIR "/tests/generators/korat-counts.csv")) {
    if (row.explored <= paths || row.explored > 1'000'000) continue;
    ++rows;
    structures::with_structure(row.structure, row.size, [&](const auto& search) {
      int inputs = 0, candidates = 0, wrong_bounds = 0;
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const SearchEstimate estimate = search.estimate({.paths = paths, .seed = seed});
        const auto holds = [](const Estimate& number, Ordinal truth) {
          return number.low <= static_cast<double>(truth) && static_cast<double>(truth) <= number.high;
        };
        inputs += holds(estimate.inputs, row.valid);
        candidates += holds(estimate.paths, row.explored);
        wrong_bounds += estimate.inputs.kind == Kind::at_least && !holds(estimate.inputs, row.valid);
      }
      EXPECT_GE(inputs, 0.85 * seeds) << row.structure << " " << row.size;
      EXPECT_GE(candidates, 0.85 * seeds) << row.structure << " " << row.size;
      EXPECT_LE(wrong_bounds, 0.1 * seeds) << row.structure << " " << row.size;
    });
  }
  EXPECT_GE(rows, 10);
}

TEST(SearchEstimator, SaysALowerBoundWhereInputsAreRare) {
  // 84 of 10^7 sequences: random paths meet none, a number would be an invention.
  const auto rare = chosen([](Chooser& choose) -> std::optional<int> {
    int sum = 0;
    for (int i = 0; i < 7; ++i) sum += choose(10);
    if (sum != 3) return std::nullopt;
    return sum;
  });
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const SearchEstimate estimate = rare.estimate({.paths = 20'000, .seed = seed});
    EXPECT_EQ(estimate.inputs.kind, Kind::at_least);
    EXPECT_GE(estimate.inputs.low, 1) << "walked from the beginning";
    EXPECT_LE(estimate.inputs.low, 84);
    EXPECT_EQ(estimate.paths.kind, Kind::at_least) << "where there are inputs, there may be more";
    EXPECT_LE(estimate.paths.low, 1e7);
    EXPECT_GE(estimate.paths.low, 1e6);
  }
}

TEST(SearchEstimator, IsRepeatable) {
  const auto search = structures::binary_trees(9);
  const EstimateOptions options{.paths = 10'000, .seed = 3};
  EXPECT_EQ(search.estimate(options), search.estimate(options));
  EXPECT_NE(search.estimate(options), search.estimate({.paths = 10'000, .seed = 4}));
}

TEST(SearchEstimator, TakesManyAlternativesAndDeepPathsInItsStride) {
  const SearchEstimate wide =
      chosen([](Chooser& choose) { return choose(1u << 31) / 2 + choose(1u << 31); }).estimate();
  EXPECT_EQ(wide.inputs.kind, Kind::interval);
  EXPECT_NEAR(wide.inputs.value, 0x1p62, 0x1p58);
  const SearchEstimate words = chosen([](Chooser& choose) {
                                 Ordinal word = 0;
                                 for (int bit = 0; bit < 60; ++bit) word = 2 * word + choose(2u);
                                 return word;
                               }).estimate({.paths = 20'000});
  EXPECT_NEAR(words.inputs.value, 0x1p60, 0x1p58);
  const SearchEstimate endless = chosen([](Chooser& choose) {
                                   int ones = 0;
                                   for (int bit = 0; bit < 3000; ++bit) ones += choose(2);
                                   return ones;
                                 }).estimate({.paths = 2000});
  EXPECT_EQ(endless.inputs.kind, Kind::at_least) << "2^3000 exceeds a double";
  EXPECT_GE(endless.inputs.low, 2000);
}

TEST(SearchEstimator, EndsWhenAsked) {
  const auto search = structures::search_trees(9);
  int asked = 0;
  const SearchEstimate none = search.estimate({.stop = [&] { return ++asked > 0; }});
  EXPECT_EQ(none.inputs.kind, Kind::at_least);
  EXPECT_EQ(asked, 1);
  // In the second round: what the first one told remains.
  const SearchEstimate first = search.estimate({.paths = 4096});
  asked = 0;
  const SearchEstimate stopped = search.estimate({.stop = [&] { return ++asked > 2000; }});
  EXPECT_EQ(stopped.inputs.kind, first.inputs.kind);
  EXPECT_GT(stopped.paths.low, 20'000);
  EXPECT_EQ(stopped.paths.low, first.paths.low);
}

TEST(SearchEstimator, NamesThePathThatThrows) {
  const auto throwing = chosen([](Chooser& choose) -> int {
    if (choose.named("only")(2) == 1) throw std::runtime_error("in the function");
    return static_cast<int>(choose(2));
  });
  EXPECT_THAT([&] { throwing.estimate(); }, ThrowsMessage<PathError>(HasSubstr("on the path only = 1 the")));
  EXPECT_THAT([&] { throwing.estimate({.paths = 1}); },
              ThrowsMessage<PathError>(HasSubstr("on the path only = 1 the")));
}

}  // namespace
}  // namespace smallscope::generators
