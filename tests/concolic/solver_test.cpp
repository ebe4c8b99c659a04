// SPDX-License-Identifier: Apache-2.0
#include <smallscope/concolic/solver.hpp>

#include <gtest/gtest.h>

#include <smallscope/generators/randomness.hpp>

namespace smallscope::concolic {
namespace {

/// Of values within the bounds: whether each constraint holds; one that cannot be computed does not.
bool satisfies(const Question& question, const Values& values) {
  try {
    for (const Constraint& each : question.constraints)
      if ((question.expressions.value(each.condition, values) != 0) != each.holds) return false;
  } catch (const std::exception&) {
    return false;
  }
  return true;
}

Node drawn(Expressions& all, generators::Randomness& random, int depth) {
  if (depth == 0 || random.below(4) == 0)
    return random.below(3) == 0 ? all.number(static_cast<std::int64_t>(random.below(9)) - 4)
                                : all.input(random.below(3));
  constexpr Operation operations[] = {Operation::add, Operation::subtract, Operation::multiply, Operation::divide,
                                      Operation::remainder};
  const Operation operation = operations[random.below(5)];
  const Node left = drawn(all, random, depth - 1);
  // A run never divides by zero, so its constraints do not either.
  const Node right = operation == Operation::divide || operation == Operation::remainder
                         ? all.number(static_cast<std::int64_t>(random.below(2) == 0 ? 3 : -2))
                         : drawn(all, random, depth - 1);
  return all.make(operation, left, right);
}

TEST(Solver, AgreesWithAllInputs) {
  if (!has_solver()) GTEST_SKIP() << "built without Z3";
  const Inputs inputs({{"a", -4, 4}, {"b", -3, 5}, {"c", 0, 6}});
  generators::Randomness random(1);
  const auto solver = make_solver();
  std::size_t satisfiable = 0, unsatisfiable = 0, unknown = 0;
  for (int round = 0; round < 150; ++round) {
    Expressions all;
    std::vector<Constraint> constraints;
    constexpr Operation comparisons[] = {Operation::less, Operation::at_most, Operation::equal};
    for (std::size_t count = 1 + random.below(4); count > 0; --count) {
      const Node left = drawn(all, random, 2), right = drawn(all, random, 2);
      constraints.push_back({all.make(comparisons[random.below(3)], left, right), random.below(2) == 0});
    }
    const Question question{all, inputs, constraints};
    bool is_possible = false;
    for (Ordinal ordinal = 0; ordinal < inputs.size() && !is_possible; ++ordinal)
      is_possible = satisfies(question, inputs.values(ordinal));
    const Solution solution = solver->solve(question);
    if (solution.answer == Answer::satisfiable) {
      ++satisfiable;
      EXPECT_NO_THROW(inputs.require(solution.values));
      EXPECT_TRUE(satisfies(question, solution.values)) << "round " << round;
      EXPECT_EQ(make_solver()->solve(question).values, solution.values) << "the same question, the same answer";
    } else {
      EXPECT_EQ(is_possible && solution.answer == Answer::unsatisfiable, false) << "round " << round;
      ++(solution.answer == Answer::unknown ? unknown : unsatisfiable);
    }
  }
  EXPECT_GT(satisfiable, 50u);
  EXPECT_GT(unsatisfiable, 20u);
  EXPECT_LT(unknown, 10u);
}

TEST(Solver, GivesUpAfterItsSteps) {
  if (!has_solver()) GTEST_SKIP() << "built without Z3";
  const Inputs inputs({{"a", 2, 1'000'000'000}, {"b", 2, 1'000'000'000}});
  Expressions all;
  const Node product = all.make(Operation::multiply, all.input(0), all.input(1));
  const Constraint constraint{all.make(Operation::equal, product, all.number(999'999'999'989)), true};
  const Question question{all, inputs, std::span(&constraint, 1)};
  EXPECT_EQ(make_solver({.steps = 2'000})->solve(question).answer, Answer::unknown);
}

TEST(Solver, SaysWhatIsMissing) {
  if (has_solver()) GTEST_SKIP() << "built with Z3";
  try {
    make_solver();
    FAIL();
  } catch (const SolverUnavailable& error) {
    EXPECT_NE(std::string(error.what()).find("libz3-dev"), std::string::npos);
  }
}

TEST(Expressions, EqualOnesAreOne) {
  Expressions all;
  const Node sum = all.make(Operation::add, all.input(0), all.number(1));
  EXPECT_EQ(all.make(Operation::add, all.input(0), all.number(1)), sum);
  EXPECT_NE(all.make(Operation::add, all.number(1), all.input(0)), sum);
  EXPECT_EQ(all[sum].inputs, 1u);
  EXPECT_EQ(all.value(sum, Values{4}), 5);
}

TEST(Expressions, ADeepOneIsComputedWithoutRecursion) {
  Expressions all;
  Node sum = all.input(0);
  for (int i = 0; i < 200'000; ++i) sum = all.make(Operation::add, sum, all.input(0));
  EXPECT_EQ(all.value(sum, Values{2}), 400'002);
}

}  // namespace
}  // namespace smallscope::concolic
