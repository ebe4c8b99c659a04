// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/directed/witness_search.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <smallscope/diagnosis/directed/recorded_tests.hpp>
#include <smallscope/generators/randomness.hpp>

namespace smallscope::diagnosis::directed {
namespace {

std::vector<Element> elements(std::size_t count) {
  std::vector<Element> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back({.name = std::to_string(i)});
  return all;
}

/// The names of what all failing tests cover.
std::vector<std::string> common_by_force(const Spectrum& spectrum) {
  std::vector<std::string> names;
  for (Column column = 0; column < spectrum.columns(); ++column) {
    bool is_common = true;
    for (std::size_t number = 0; number < spectrum.tests(); ++number)
      is_common = is_common &&
                  (!is_failing(spectrum.test(number).outcome) || spectrum.covers(spectrum.test(number).row, column));
    if (is_common) names.push_back(spectrum.elements()[column].name);
  }
  return names;
}

std::vector<std::string> common_of(const ChosenWitnesses& chosen) {
  std::vector<std::string> names;
  for (const Column column : chosen.common) names.push_back(chosen.elements[column].name);
  return names;
}

/// E has no more in common than all failing tests, and each of its tests removed an element.
void expect_optimal(const ChosenWitnesses& chosen, const Spectrum& whole) {
  Spectrum witnesses(whole.elements());
  std::size_t left = whole.columns() + 1;
  for (const Ordinal ordinal : chosen.tests) {
    for (std::size_t number = 0; number < whole.tests(); ++number)
      if (whole.test(number).ordinal == ordinal) {
        EXPECT_TRUE(is_failing(whole.test(number).outcome)) << ordinal;
        witnesses.add(ordinal, Outcome::fail, whole.row(whole.test(number).row));
      }
    const std::size_t now = common_by_force(witnesses).size();
    EXPECT_LT(now, left) << ordinal;
    left = now;
  }
  EXPECT_EQ(common_by_force(witnesses), common_by_force(whole));
}

TEST(WitnessSearch, OfAWholeSpaceIsOptimal) {
  generators::Randomness random(5);
  for (int round = 0; round < 60; ++round) {
    const Ordinal population = 1 + random.below(40);
    Spectrum whole(elements(9));
    std::vector<ChosenTest> tests;
    for (Ordinal ordinal = 0; ordinal < population; ++ordinal) {
      const Outcome outcome = ordinal == population / 2 || random.below(3) == 0 ? Outcome::crash : Outcome::pass;
      tests.push_back({outcome, {1 | (random.next() & random.next() & 0x100) | (random.next() & 0xfe)}});
      whole.add(ordinal, outcome, tests.back().covered);
    }
    const auto execute = [&](Ordinal ordinal) { return std::optional(tests[ordinal]); };
    const ChosenWitnesses chosen =
        choose_by_search(elements(9), {.failing = population / 2, .population = population}, execute);
    EXPECT_EQ(common_of(chosen), common_by_force(whole)) << "round " << round;
    EXPECT_EQ(chosen.tests.front(), population / 2);
    EXPECT_EQ(chosen.executed, population);
    EXPECT_TRUE(chosen.certificate.is_complete());
    expect_optimal(chosen, whole);
    // Of a part, more is common, and the certificate says that it is a part.
    const Ordinal most = 1 + random.below(population);
    const ChosenWitnesses part =
        choose_by_search(elements(9), {.failing = population / 2, .population = population, .most = most}, execute);
    EXPECT_EQ(part.executed, most);
    EXPECT_EQ(part.certificate.is_complete(), most == population);
    EXPECT_TRUE(std::ranges::includes(part.common, chosen.common));
    // In another order, other witnesses have the same in common.
    Ordinal left = population;
    std::vector<Ordinal> visited;
    const ChosenWitnesses backwards =
        choose_by_search(elements(9),
                         {.failing = population / 2,
                          .population = population,
                          .next = [&]() -> std::optional<Ordinal> {
                            left -= left == population / 2 + 1 ? 2 : 1;
                            return left < population ? std::optional(left) : std::nullopt;
                          },
                          .visit = [&](Ordinal ordinal, std::size_t) { visited.push_back(ordinal); }},
                         execute);
    EXPECT_EQ(backwards.common, chosen.common);
    EXPECT_EQ(backwards.tests, visited);
    EXPECT_TRUE(backwards.certificate.is_complete());
    expect_optimal(backwards, whole);
  }
}

TEST(WitnessSearch, BeginsWithAFailingTest) {
  const auto all = [](Outcome outcome, Word covered) {
    return [=](Ordinal) { return std::optional(ChosenTest{outcome, {covered}}); };
  };
  const WitnessSearch three{.failing = 0, .population = 3};
  EXPECT_THROW(choose_by_search(elements(2), three, all(Outcome::pass, 1)), SpectrumError);
  EXPECT_THROW(choose_by_search(elements(2), three, all(Outcome::fail, 0)), SpectrumError);
  EXPECT_EQ(choose_by_search(elements(2), three, all(Outcome::fail, 1)).tests.size(), 1u);
}

/// The middle one of three numbers; a fault swaps two in one place.
auto middle(int active) {
  return concolic::program(
      {{"a", 0, 9}, {"b", 0, 9}, {"c", 0, 9}}, [fault = concolic::Fault(active)](auto a, auto b, auto c) {
        const auto chosen = [](concolic::Fault one, auto x, auto y, auto z) {
          auto found = z;
          if (y < z) {
            if (x < y)
              found = y;
            else if (x < z)
              found = one(1) ? y + 0 : x + 0;
          } else {
            if (x > y)
              found = one(2) ? z + 0 : y + 0;
            else if (x > z)
              found = x;
          }
          return found;
        };
        return chosen(fault, a, b, c) == concolic::oracle([&] { return chosen(concolic::Fault(), a, b, c); });
      });
}

TEST(WitnessSearch, ASolverProvesOfPathsWhatHoldsOfAllInputs) {
  if (!concolic::has_solver()) GTEST_SKIP() << "built without Z3";
  for (const int fault : {1, 2}) {
    const auto program = middle(fault);
    RecordedTests all;
    std::optional<Ordinal> failing;
    for (Ordinal ordinal = 0; ordinal < 1000; ++ordinal) {
      const concolic::Execution execution = program->run(program->inputs().values(ordinal));
      if (!execution.passes) failing = ordinal;
      all.add(ordinal, execution.passes ? Outcome::pass : Outcome::fail, execution.covered);
    }
    ASSERT_TRUE(failing);
    const auto solver = concolic::make_solver();
    const ChosenWitnesses chosen = choose_by_solver(*program, program->inputs().values(*failing), *solver);
    EXPECT_EQ(common_of(chosen), common_by_force(all.spectrum())) << fault;
    EXPECT_TRUE(chosen.certificate.is_complete());
    EXPECT_EQ(chosen.certificate.scanned, 1000u);
    EXPECT_LT(chosen.executed, 40u) << "paths, not inputs";
    expect_optimal(chosen, all.spectrum());
    const ChosenWitnesses part = choose_by_solver(*program, program->inputs().values(*failing), *solver, {.most = 3});
    EXPECT_FALSE(part.certificate.is_complete());
    EXPECT_EQ(part.executed, 3u);
  }
}

class TiredSolver final : public concolic::Solver {
 public:
  concolic::Solution solve(const concolic::Question&) override { return {}; }
};

TEST(WitnessSearch, ASolverThatGivesUpProvesNothing) {
  TiredSolver tired;
  const auto program = middle(1);
  const ChosenWitnesses chosen = choose_by_solver(*program, {5, 3, 8}, tired);
  EXPECT_EQ(chosen.tests, std::vector<Ordinal>{538});
  EXPECT_FALSE(chosen.certificate.is_complete());
  EXPECT_THROW(choose_by_solver(*program, {5, 5, 5}, tired), SpectrumError);
}

}  // namespace
}  // namespace smallscope::diagnosis::directed
