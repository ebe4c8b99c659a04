// SPDX-License-Identifier: Apache-2.0
#include <smallscope/concolic/explorer.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include "programs.hpp"

namespace smallscope::concolic {
namespace {

using Way = std::vector<std::pair<std::uint32_t, std::int64_t>>;  // line * 1000 + column, outcome
Way way_of(const Execution& execution) {
  Way way;
  for (const Branch& each : execution.path.branches)
    if (each.role == Role::subject) way.emplace_back(each.place.line * 1000 + each.place.column, each.outcome);
  return way;
}

/// Searches all inputs, so tests need no solver, and a mistake of one cannot hide.
class ExhaustiveSolver final : public Solver {
 public:
  Solution solve(const Question& question) override {
    for (Ordinal ordinal = 0; ordinal < question.inputs.size(); ++ordinal) {
      const Values values = question.inputs.values(ordinal);
      const auto holds = [&](const Constraint& each) {
        try {
          return (question.expressions.value(each.condition, values) != 0) == each.holds;
        } catch (const std::exception&) {
          return false;
        }
      };
      if (std::ranges::all_of(question.constraints, holds)) return {.answer = Answer::satisfiable, .values = values};
    }
    return {.answer = Answer::unsatisfiable};
  }
};

struct Explored {
  std::set<Way> ways;
  std::vector<Values> inputs;
  ExplorationCounts counts;
  bool is_exhausted = false;
  std::size_t paths = 0;
};

Explored explore(const Program& program, const Values& start, Solver& solver, const ExplorerOptions& options,
                 std::size_t most = 10'000) {
  Explorer explorer(program.inputs(), solver, options);
  Explored explored;
  const Execution first = program.run(start);
  explorer.observe(start, first);
  explored.ways.insert(way_of(first));
  while (const auto values = explorer.next()) {
    const Execution execution = program.run(*values);
    explorer.observe(*values, execution);
    explored.ways.insert(way_of(execution));
    explored.inputs.push_back(*values);
    if (explored.inputs.size() == most) break;
  }
  explored.counts = explorer.counts();
  explored.is_exhausted = explorer.is_exhausted();
  explored.paths = explorer.paths();
  return explored;
}

std::set<Way> all_ways(const Program& program) {
  std::set<Way> ways;
  for (Ordinal ordinal = 0; ordinal < program.inputs().size(); ++ordinal)
    ways.insert(way_of(program.run(program.inputs().values(ordinal))));
  return ways;
}

void expect_every_path(Solver& solver, const std::vector<std::pair<std::string, std::shared_ptr<const Program>>>& all) {
  for (const auto& [name, program] : all) {
    const std::set<Way> wanted = all_ways(*program);
    for (const Selection selection : all_selections) {
      const Ordinal middle = program->inputs().size() / 2;
      const Values start = program->inputs().values(middle);
      const Explored explored = explore(*program, start, solver, {.selection = selection, .seed = 3});
      EXPECT_EQ(explored.ways, wanted) << name << ", " << concolic::name(selection);
      EXPECT_TRUE(explored.is_exhausted) << name << ", " << concolic::name(selection);
      EXPECT_EQ(explored.counts.diverged + explored.counts.unknown, 0u);
      EXPECT_EQ(explored.counts.proposed, explored.inputs.size());
      std::set<Values> distinct(explored.inputs.begin(), explored.inputs.end());
      EXPECT_EQ(distinct.size(), explored.inputs.size()) << "an input twice";
      EXPECT_FALSE(distinct.contains(start));
      // One input for each path; base begins with an input of its own, which may take the path of the start.
      const std::size_t own = selection == Selection::base && explored.inputs.size() == wanted.size() ? 1 : 0;
      EXPECT_EQ(explored.inputs.size(), wanted.size() - 1 + own) << name << ", " << concolic::name(selection);
      EXPECT_EQ(explore(*program, start, solver, {.selection = selection, .seed = 3}).inputs, explored.inputs);
    }
  }
}

TEST(Explorer, FindsEveryPathOnce) {
  ExhaustiveSolver solver;
  auto all = programs();
  all.emplace_back("collatz", program({{"n", -3, 12}}, [](auto n) { return collatz_steps(n) < 15; }));
  expect_every_path(solver, all);
}

TEST(Explorer, FindsEveryPathOnceWithZ3) {
  if (!has_solver()) GTEST_SKIP() << "built without Z3";
  expect_every_path(*make_solver(), programs());
}

TEST(Explorer, PcsNegatesTheLastConditionFirst) {
  ExhaustiveSolver solver;
  const auto checked = program({{"a", 0, 9}, {"b", 0, 9}, {"c", 0, 9}}, [](auto a, auto b, auto c) {
    int count = 0;
    if (a > 4) ++count;
    if (b > 4) ++count;
    if (c > 4) ++count;
    return count < 3;
  });
  const Explored explored = explore(*checked, {5, 6, 7}, solver, {.selection = Selection::pcs}, 3);
  EXPECT_EQ(explored.inputs.at(0), (Values{5, 6, 0})) << "only the last condition differs";
  // Then two configurations share one of three outcomes with the failing run, and the longer one has more.
  EXPECT_EQ(explored.inputs.at(1), (Values{5, 0, 7}));
}

TEST(Explorer, IsTakesTheInputThatIsMostAlike) {
  ExhaustiveSolver solver;
  const auto checked = program({{"a", 0, 3}, {"b", 0, 3}, {"c", 0, 3}}, [](auto a, auto b, auto c) -> bool {
    if (a + b + c > 5) return a != 3;
    return b != c || a > 0;
  });
  const Explored explored = explore(*checked, {3, 3, 3}, solver, {.selection = Selection::is}, 1);
  // The solver takes the least values: another sum gives (0, 0, 0), another `a` (0, 3, 3).
  EXPECT_EQ(explored.inputs.at(0), (Values{0, 3, 3}));
}

TEST(Explorer, BaseIsOneSuiteForAllFaults) {
  ExhaustiveSolver solver;
  for (const auto& [name, program] : programs()) {
    const Explored one = explore(*program, program->inputs().values(program->inputs().size() / 2), solver,
                                 {.selection = Selection::base});
    const Explored other = explore(*program, program->inputs().values(program->inputs().size() - 1), solver,
                                   {.selection = Selection::base});
    EXPECT_EQ(one.inputs.front(), program->inputs().values(0)) << name;
    // The suites are the same but for the input that was known before, if base comes to it.
    std::vector<Values> left = one.inputs;
    std::erase(left, program->inputs().values(program->inputs().size() - 1));
    std::vector<Values> right = other.inputs;
    std::erase(right, program->inputs().values(program->inputs().size() / 2));
    EXPECT_EQ(left, right) << name;
  }
}

TEST(Explorer, CountsWhatDiverges) {
  ExhaustiveSolver solver;
  const auto hidden = program({{"a", 0, 9}}, [](auto a) -> bool {
    // The run depends on the value, and the recorder does not know.
    if (a.value() % 2 == 0) return true;
    if (a > 2) return true;
    return a != 1;
  });
  const Explored explored = explore(*hidden, {3}, solver, {.selection = Selection::coverage});
  EXPECT_GT(explored.counts.diverged, 0u);
  EXPECT_FALSE(explored.is_exhausted);
}

/// Answers with what does not satisfy the question.
class WrongSolver final : public Solver {
 public:
  Solution solve(const Question& question) override {
    return {.answer = Answer::satisfiable, .values = question.inputs.values(calls_++ % question.inputs.size())};
  }

 private:
  Ordinal calls_ = 0;
};
class TiredSolver final : public Solver {
 public:
  Solution solve(const Question&) override { return {}; }
};

TEST(Explorer, AWrongSolverShowsAndEnds) {
  WrongSolver wrong;
  std::size_t diverged = 0;
  for (const auto& [name, program] : programs()) {
    const Explored explored = explore(*program, program->inputs().values(0), wrong, {});
    diverged += explored.counts.diverged;
    EXPECT_EQ(explored.is_exhausted, explored.counts.diverged == 0) << name;
    EXPECT_LE(explored.inputs.size(), program->inputs().size()) << name;
  }
  EXPECT_GT(diverged, 5u);
}

TEST(Explorer, ATiredSolverExhaustsNothing) {
  TiredSolver tired;
  for (const auto& [name, program] : programs()) {
    const Explored explored = explore(*program, program->inputs().values(0), tired, {});
    EXPECT_EQ(explored.counts.unknown, explored.counts.questions) << name;
    EXPECT_FALSE(explored.is_exhausted) << name;
  }
}

TEST(Explorer, ThroughTheOracleItFindsAFailureThatNoBranchShows) {
  ExhaustiveSolver solver;
  // Without a branch of its own, the subject has one path.
  const auto checked = program({{"a", 0, 99}}, [](auto a) { return a * 3 % 50 != 21; });
  EXPECT_TRUE(explore(*checked, {0}, solver, {}).inputs.empty());
  const Explored explored = explore(*checked, {0}, solver, {.through_oracle = true});
  ASSERT_EQ(explored.inputs.size(), 1u);
  EXPECT_FALSE(checked->run(explored.inputs.front()).passes);
}

TEST(Related, TakesWhatSharesInputs) {
  Expressions all;
  const auto less = [&](std::size_t a, std::size_t b) {
    return Constraint{all.make(Operation::less, all.input(a), all.input(b)), true};
  };
  const std::vector<Constraint> before{less(0, 1), less(3, 4), less(1, 2), less(5, 5)};
  const std::vector<Constraint> goal{less(2, 6)};
  const Related found = related(all, before, goal);
  EXPECT_EQ(found.constraints.size(), 3u);
  EXPECT_EQ(found.inputs, 0b1000111u);
}

}  // namespace
}  // namespace smallscope::concolic
