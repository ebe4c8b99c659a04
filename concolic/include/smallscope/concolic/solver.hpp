// SPDX-License-Identifier: Apache-2.0
// Finds values of bounded inputs that satisfy conditions of a path: Z3, where it was built in.
//
// Z3 is optional when smallscope is built (cmake/Dependencies.cmake). Without it, everything else works, and
// make_solver() says what is missing. Effort is bounded in steps of Z3, not in seconds, and each question is solved by
// itself, so an answer depends on the question alone. A Solver belongs to one thread.
//
// Example: make_solver()->solve({expressions, inputs, constraints}).values
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>

#include <smallscope/concolic/expressions.hpp>

namespace smallscope::concolic {

/// smallscope was built without a solver.
struct SolverUnavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A comparison, or its opposite.
struct Constraint {
  Node condition = plain;
  bool holds = true;
};

struct Question {
  const Expressions& expressions;
  const Inputs& inputs;                     ///< whose bounds hold, too
  std::span<const Constraint> constraints;  ///< all of them
};

enum class Answer {
  satisfiable,
  unsatisfiable,
  unknown  ///< the solver gave up: too many steps, or beyond what it can decide
};

struct Solution {
  Answer answer = Answer::unknown;
  Values values = {};  ///< if satisfiable: one for each input, also for those that no constraint depends on
};

class Solver {
 public:
  virtual ~Solver() = default;
  /// Expressions are mathematical integers: where a run would overflow, it may take another path than was asked for.
  virtual Solution solve(const Question& question) = 0;
};

struct SolverOptions {
  std::uint64_t steps = 500'000;  ///< of Z3 (rlimit), for each question: about a second
};

/// Whether make_solver() can make one.
bool has_solver();
/// Throws SolverUnavailable.
std::unique_ptr<Solver> make_solver(const SolverOptions& options = {});

}  // namespace smallscope::concolic
