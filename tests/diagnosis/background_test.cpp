// SPDX-License-Identifier: Apache-2.0
// What other faults need: means of their scores, and functions that are less suspicious for it.
#include <smallscope/diagnosis/background.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/diagnosis/function_ranking.hpp>

namespace smallscope::diagnosis {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::IsEmpty;

/// Two functions: `parse` has two blocks, `cast` has two.
std::vector<Element> elements() {
  std::vector<Element> all;
  for (const char* const function : {"parse", "parse", "cast", "cast"})
    all.push_back({.name = "b" + std::to_string(all.size()),
                   .file = "c.c",
                   .line = static_cast<std::uint32_t>(all.size() + 1),
                   .function = function,
                   .kind = ElementKind::block});
  return all;
}

/// Tests that cover these blocks; a test fails if its outcome says so.
StoredSpectrum stored(const std::vector<std::pair<Outcome, std::vector<Column>>>& tests) {
  StoredSpectrum made{.spectrum = Spectrum(elements()), .lines = {}, .keys = {"k0", "k1", "k2", "k3"}};
  for (std::size_t i = 0; i < tests.size(); ++i) made.spectrum.add(i, tests[i].first, tests[i].second);
  return made;
}

const StoredSpectrum this_fault =
    stored({{Outcome::fail, {0, 1, 2}}, {Outcome::fail, {0, 1, 2}}, {Outcome::pass, {2}}, {Outcome::pass, {3}}});
const StoredSpectrum other_fault = stored({{Outcome::fail, {0, 1, 3}}, {Outcome::pass, {3}}, {Outcome::pass, {}}});

TEST(Background, HasTheScoresOfAFault) {
  const Suspicion suspicion = suspicion_of(other_fault);
  EXPECT_EQ(suspicion.size(), 3u) << "those that a failing test covers";
  EXPECT_DOUBLE_EQ(suspicion.at("k0"), 1);
  EXPECT_NEAR(suspicion.at("k3"), 0.7071, 0.0001);
}

TEST(Background, IsTheMeanOverTheOthers) {
  Background background;
  EXPECT_THAT(background.of({"k0"}), IsEmpty());
  background.add("b", {{"k0", 1.0}, {"k1", 0.5}});
  background.add("a", {{"k0", 0.5}});
  EXPECT_THAT(background.of({"k0", "k1", "k9"}), ElementsAre(DoubleEq(0.75), DoubleEq(0.25), DoubleEq(0)));
  EXPECT_THAT(background.of({"k0", "k1"}, "a"), ElementsAre(DoubleEq(1), DoubleEq(0.5)));
  EXPECT_EQ(background.faults("a"), 1u);
  EXPECT_EQ(background.faults("none"), 2u);
}

TEST(Background, DoesNotDependOnTheOrderOfFaults) {
  const std::vector<std::string> keys{"k0", "k1"};
  Background forwards, backwards;
  const auto nth = [](int i) { return Suspicion{{"k0", 0.1 * i}, {"k1", 1.0 / (i + 3)}}; };
  for (int i = 0; i < 20; ++i) forwards.add(std::to_string(i), nth(i));
  for (int i = 20; i-- > 0;) backwards.add(std::to_string(i), nth(i));
  EXPECT_EQ(forwards.of(keys), backwards.of(keys)) << "to the last bit";
}

TEST(Background, MakesCodeLessSuspiciousThatOtherFaultsNeed) {
  const auto rank_of_code = [](const FunctionRanking& ranking, const char* function) {
    for (std::size_t view = 0; view < ranking.views.size(); ++view)
      if (ranking.views[view] == FunctionView::code)
        for (const Ranked& each : ranking.view_rankings[view].order)
          if (ranking.functions[each.element].function == function) return each.first;
    return std::size_t{0};
  };
  const FunctionRanking alone = rank_functions(this_fault.spectrum);
  EXPECT_EQ(rank_of_code(alone, "parse"), 1u);
  EXPECT_EQ(rank_of_code(alone, "cast"), 2u);
  Background background;
  background.add("other", suspicion_of(other_fault));
  const FunctionRanking less = rank_functions(this_fault.spectrum, {}, background.of(this_fault.keys));
  EXPECT_EQ(rank_of_code(less, "cast"), 1u);
  EXPECT_EQ(rank_of_code(less, "parse"), 2u);
  EXPECT_THROW((void)rank_functions(this_fault.spectrum, {}, {0.5}), SpectrumError);
}

}  // namespace
}  // namespace smallscope::diagnosis
