// SPDX-License-Identifier: Apache-2.0
// The cases of a study of criteria: faulty versions, how their tests begin, and from which others is learned.
#pragma once

#include <smallscope/evaluation/capability/capability_study.hpp>

namespace smallscope::evaluation::capability {

struct Case {
  std::size_t program = 0;
  const diagnosis::Spectrum* spectrum = nullptr;
  diagnosis::ElementSet faulty;
  std::vector<std::size_t> failing;  // tests
};

/// How a case begins in one repetition.
struct Beginning {
  std::size_t failing_test = 0;
  std::vector<std::size_t> pool;
};

/// Cases to which what is learned from others is applied. Without lessons, a criterion is applied as it is.
struct Assignment {
  std::vector<std::size_t> lessons, cases;
};

/// Depends on each of the numbers.
std::uint64_t seed_of(std::uint64_t seed, std::uint64_t repeat, std::uint64_t what);

/// From 0.
std::vector<std::size_t> positions(std::size_t count);

/// Counts them, and what is left out, in the study. Throws EvaluationError if there are none.
std::vector<Case> cases_of(const std::vector<Program>& programs, CapabilityStudy& study);

/// With `is_distinct`, of the tests that cover the same, only the first one drawn.
Beginning drawn_beginning(const Case& studied, bool is_distinct, std::uint64_t seed);

/// Those of the contender that have something to learn from. No case is both in one.
std::vector<Assignment> assignments_of(const Contender& contender, const std::vector<Case>& cases, std::size_t programs,
                                       std::size_t folds);

/// Each with a failing test that is drawn; with `is_distinct`, also with a pool as drawn_beginning() has it.
std::vector<diagnosis::capability::Lesson> lessons_of(const std::vector<Case>& cases,
                                                      const std::vector<std::size_t>& chosen, bool is_distinct,
                                                      std::uint64_t seed);

}  // namespace smallscope::evaluation::capability
