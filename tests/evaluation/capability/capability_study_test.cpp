// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/capability/capability_study.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <smallscope/diagnosis/ranking.hpp>
#include <smallscope/evaluation/failures.hpp>

#include "capability/cases.hpp"

namespace smallscope::evaluation::capability {
namespace {

namespace dc = diagnosis::capability;
using diagnosis::Column;
using diagnosis::Outcome;
using diagnosis::RecordedSpectrum;
using diagnosis::Spectrum;

/// A version whose fault is where every failing test has been; `failing` of its tests fail.
RecordedSpectrum version(std::uint64_t seed, std::size_t failing, Column columns = 24, std::size_t tests = 30) {
  generators::Randomness random(seed);
  std::vector<diagnosis::Element> elements;
  for (Column i = 0; i < columns; ++i) elements.push_back({.name = std::to_string(i)});
  const auto fault = static_cast<Column>(random.below(columns));
  RecordedSpectrum recorded{.name = "v", .spectrum = Spectrum(elements), .faults = {{fault}}};
  for (std::size_t test = 0; test < tests; ++test) {
    std::vector<Column> covered;
    for (Column i = 0; i < columns; ++i)
      if (i == fault ? test < failing || random.below(4) == 0 : random.below(2) == 0) covered.push_back(i);
    recorded.spectrum.add(test, test < failing ? Outcome::fail : Outcome::pass, covered);
  }
  return recorded;
}

std::vector<Program> programs(std::size_t versions = 4) {
  std::vector<Program> all{{"a", {}}, {"b", {}}, {"c", {}}};
  for (std::size_t program = 0; program < all.size(); ++program)
    for (std::size_t i = 0; i < versions + program; ++i)
      all[program].versions.push_back(version(10 * program + i, 1 + i % 3));
  return all;
}

Contender quick(Contender contender) {
  if (contender.learning) {
    contender.learning->episodes = 3;
    contender.learning->memory = 10;
  }
  return contender;
}

std::vector<Contender> quick(std::vector<Contender> contenders) {
  for (Contender& each : contenders) each = quick(each);
  return contenders;
}

const CapabilityRow& row_of(const CapabilityStudy& study, std::string_view name) {
  for (const CapabilityRow& row : study.rows)
    if (row.contender == name) return row;
  throw std::out_of_range(std::string(name));
}

bool operator==(const CapabilityRow& a, const CapabilityRow& b) {
  const auto equal = [](const Located& x, const Located& y) {
    return x.precision == y.precision && x.found == y.found;
  };
  return a.contender == b.contender && a.cases == b.cases && std::ranges::equal(a.at, b.at, equal) &&
         a.precisions == b.precisions;
}

TEST(CapabilityStudy, IsWhatSelectionAndRankingGive) {
  const std::vector<Program> one{{"p", {version(1, 3), version(2, 4)}}};
  const CapabilitySettings settings{.tests = {0, 2, 4}, .repeats = 1};
  const dc::Criterion& split = *dc::find_criterion("split");
  const CapabilityStudy study = study_capability(one, {{.name = "split", .scorer = dc::scorer(split)}}, settings);
  ASSERT_EQ(study.rows.size(), 1u);
  EXPECT_EQ(study.cases, 2u);
  CapabilityStudy counted;
  const std::vector<Case> cases = cases_of(one, counted);
  for (std::size_t i = 0; i < settings.tests.size(); ++i) {
    std::vector<double> ranks, precisions;
    for (std::size_t number = 0; number < 2; ++number) {
      const RecordedSpectrum& each = one[0].versions[number];
      const Beginning beginning = drawn_beginning(cases[number], false, seed_of(settings.seed, 0, 2 * number));
      Spectrum chosen(each.spectrum.elements());
      std::vector<std::size_t> tests = dc::select(dc::Pool(each.spectrum, beginning.pool), beginning.failing_test,
                                                  dc::scorer(split), settings.tests[i]);
      EXPECT_EQ(tests.size(), settings.tests[i]);
      tests.push_back(beginning.failing_test);
      for (const std::size_t test : tests)
        chosen.add(test, each.spectrum.test(test).outcome, each.spectrum.row(each.spectrum.test(test).row));
      const auto ranking = diagnosis::rank(chosen.counts(), *diagnosis::find_measure("ochiai"));
      ranks.push_back(rank_of_first(ranking, each.faults[0], diagnosis::Ties::max));
      precisions.push_back(average_precision(ranking, each.faults[0], diagnosis::Ties::max));
    }
    EXPECT_DOUBLE_EQ(study.rows[0].at[i].precision.mean, diagnosis::mean(precisions)) << i;
    for (std::size_t n = 0; n < diagnosis::accuracy_ranks.size(); ++n)
      EXPECT_EQ(study.rows[0].at[i].found[n].mean,
                static_cast<double>(diagnosis::acc_at(ranks, diagnosis::accuracy_ranks[n])));
  }
  EXPECT_GT(study.rows[0].at[2].precision.mean, study.rows[0].at[0].precision.mean);
}

TEST(CapabilityStudy, DoesNotDependOnThreadsOrOnOtherContenders) {
  const std::vector<Program> all = programs();
  CapabilitySettings settings{.tests = {0, 3}, .repeats = 2};
  const CapabilityStudy alone = study_capability(all, quick(paper_contenders()), settings);
  settings.threads = 3;
  const CapabilityStudy together = study_capability(all, quick(paper_contenders()), settings);
  ASSERT_EQ(alone.rows.size(), together.rows.size());
  for (std::size_t i = 0; i < alone.rows.size(); ++i) EXPECT_TRUE(alone.rows[i] == together.rows[i]);
  const CapabilityStudy learned =
      study_capability(all, {quick(Contender{.name = "rlfdc", .learning = dc::LearningOptions()})}, settings);
  EXPECT_TRUE(learned.rows[0] == row_of(alone, "rlfdc"));
  settings.seed = 2;
  EXPECT_FALSE(study_capability(all, {{.name = "random"}}, settings).rows[0] == row_of(alone, "random"));
}

TEST(CapabilityStudy, ComparesTheMethodsOfThePaper) {
  const CapabilityStudy study = study_capability(programs(), quick(paper_contenders()), {.tests = {3}, .repeats = 1});
  EXPECT_THAT(study.compared, testing::ElementsAre("random", "entbug", "ddu", "tfd", "cover", "split", "fdg", "rlfdc"));
  ASSERT_TRUE(study.comparison);
  EXPECT_EQ(study.comparison->cases, 15u);
  EXPECT_FALSE(study_capability(programs(), {{.name = "random"}}, {}).comparison);
}

TEST(CapabilityStudy, AppliesWhatIsTransferredToOtherProgramsOnly) {
  const std::vector<Program> all = programs();
  const CapabilityStudy study = study_capability(all, quick(transfer_contenders(all)), {.tests = {2}, .repeats = 2});
  ASSERT_EQ(study.rows.size(), 4u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(study.rows[i].cases, study.cases - all[i].versions.size());
    for (std::size_t program = 0; program < 3; ++program)
      EXPECT_EQ(study.rows[i].by_program[program].has_value(), program != i);
  }
  EXPECT_EQ(row_of(study, "rlfdc of all others").cases, study.cases);
}

TEST(CapabilityStudy, LearnsFromOtherVersionsThanItIsAppliedTo) {
  const std::vector<Program> all = programs(7);
  CapabilityStudy counted;
  const std::vector<Case> cases = cases_of(all, counted);
  std::vector<Contender> learning = transfer_contenders(all);
  learning.push_back({.name = "own", .learning = dc::LearningOptions()});
  for (const Contender& contender : learning) {
    std::multiset<std::size_t> applied;
    for (const Assignment& assignment : assignments_of(contender, cases, all.size(), 5)) {
      EXPECT_FALSE(assignment.lessons.empty());
      for (const std::size_t each : assignment.cases) {
        applied.insert(each);
        EXPECT_EQ(std::ranges::count(assignment.lessons, each), 0);
        for (const std::size_t lesson : assignment.lessons)
          EXPECT_EQ(cases[lesson].program == cases[each].program, contender.lessons == Lessons::own);
      }
    }
    EXPECT_EQ(std::set(applied.begin(), applied.end()).size(), applied.size()) << "applied twice";
    const std::size_t left_out = contender.lessons == Lessons::one ? all[contender.program].versions.size() : 0;
    EXPECT_EQ(applied.size(), cases.size() - left_out);
  }
  // Five folds of seven versions, which follow one another.
  const auto of_own = assignments_of(learning.back(), cases, all.size(), 5);
  ASSERT_EQ(of_own.size(), 15u);
  EXPECT_THAT(of_own[0].cases, testing::ElementsAre(0, 1));
}

TEST(CapabilityStudy, MayHaveOneOfTheTestsThatCoverTheSame) {
  std::vector<Program> one{{"p", {version(1, 3, 3)}}};  // 30 tests, at most 8 rows
  const Spectrum& spectrum = one[0].versions[0].spectrum;
  CapabilityStudy counted;
  const std::vector<Case> cases = cases_of(one, counted);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Beginning all = drawn_beginning(cases[0], false, seed), distinct = drawn_beginning(cases[0], true, seed);
    EXPECT_EQ(all.failing_test, distinct.failing_test);
    EXPECT_EQ(all.pool.size(), 29u);
    std::set<std::size_t> first_rows;
    std::vector<std::size_t> firsts;
    for (const std::size_t test : all.pool)
      if (first_rows.insert(spectrum.test(test).row).second) firsts.push_back(test);
    EXPECT_EQ(distinct.pool, firsts);
  }
}

TEST(CapabilityStudy, LeavesOutWhatCannotBeStudied) {
  std::vector<Program> all{{"p", {version(1, 2), version(2, 2)}}};
  all[0].versions[0].faults.clear();
  all[0].versions.push_back(version(3, 0));
  const Contender rlfdc{.name = "rlfdc", .learning = dc::LearningOptions()};
  const CapabilityStudy study = study_capability(all, {rlfdc}, {});
  EXPECT_EQ(study.without_fault, 1u);
  EXPECT_EQ(study.without_failure, 1u);
  EXPECT_EQ(study.cases, 1u);
  EXPECT_EQ(study.rows[0].cases, 0u) << "there is no other version to learn from";
  EXPECT_TRUE(study.rows[0].at.empty());
  EXPECT_THROW(study_capability({}, {rlfdc}, {}), EvaluationError);
  EXPECT_THROW(study_capability(all, {rlfdc}, {.tests = {3, 1}}), EvaluationError);
  EXPECT_THROW(study_capability(all, {rlfdc}, {.repeats = 0}), EvaluationError);
  EXPECT_THROW(study_capability(all, {rlfdc}, {.folds = 1}), EvaluationError);
}

}  // namespace
}  // namespace smallscope::evaluation::capability
