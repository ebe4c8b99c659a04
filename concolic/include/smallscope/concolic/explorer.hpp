// SPDX-License-Identifier: Apache-2.0
// Combined concrete and symbolic execution: inputs that take other paths than those that were run, the next one chosen
// by a criterion. Figure 2 of Artzi, Dolby, Tip and Pistoia, "Directed Test Generation for Effective Fault
// Localization", ISSTA 2010.
//
// Each condition of an observed path, with those before it, is a configuration: an input that satisfies the latter, but
// gives that condition an outcome that no run has had there. Whoever runs the program tells the explorer what it did;
// nothing is executed here. The same observations and seed give the same proposals. Belongs to one thread.
//
// Example: Explorer explorer(program.inputs(), *solver, {.selection = Selection::pcs});
//          explorer.observe(failing, program.run(failing));
//          while (const auto values = explorer.next()) explorer.observe(*values, program.run(*values));
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include <smallscope/concolic/program.hpp>
#include <smallscope/concolic/solver.hpp>
#include <smallscope/generators/randomness.hpp>

namespace smallscope::concolic {

/// Which configuration comes next.
enum class Selection {
  base,      ///< as coverage, but from the least input on: one suite for all faults, whatever else is observed
  coverage,  ///< the first whose outcome is not covered; if there is none, the first
  pcs,       ///< path-constraint similarity: that of the constraint to the path of a failing run
  is,        ///< input similarity: the share of its values that a failing input has, too
  random     ///< drawn
};
inline constexpr Selection all_selections[] = {Selection::base, Selection::coverage, Selection::pcs, Selection::is,
                                               Selection::random};
/// "base", "coverage", "pcs", "is", "random"
std::string_view name(Selection selection);

struct ExplorerOptions {
  Selection selection = Selection::pcs;
  PathForm form = PathForm::subset;  ///< of pcs
  std::uint64_t seed = 0;            ///< of random
  /// Conditions of the oracle are explored, too, and so is whether the check passes. The paper's oracle is outside of
  /// the program.
  bool through_oracle = false;
};

/// What exploring came to.
struct ExplorationCounts {
  std::size_t proposed = 0;
  std::size_t questions = 0;      ///< that the solver was asked; each is answered in one of three ways
  std::size_t unsatisfiable = 0;  ///< no input takes such a path
  std::size_t unknown = 0;        ///< the solver gave up
  std::size_t diverged = 0;       ///< proposed inputs that took another path than was asked for
  double seconds = 0;             ///< of the solver
};

class Explorer {
 public:
  /// Refers to both.
  Explorer(const Inputs& inputs, Solver& solver, ExplorerOptions options);

  /// The input to run next, each once, and none that was observed. None when no configuration is left: then every path
  /// is known, except those behind what counts().unknown and diverged stand for. Asks the solver about one
  /// configuration after the other; `is` asks about all new ones. O(configurations x failing runs x conditions) for
  /// pcs and is.
  std::optional<Values> next();

  /// What a run did, of a proposed input or of another one; the first failing one begins the search, except for base.
  /// `path` is the run's, complete.
  void observe(const Values& values, const Execution& execution);

  const ExplorationCounts& counts() const { return counts_; }
  /// Every configuration was tried, and the solver gave up on none, nor did one diverge.
  bool is_exhausted() const;
  /// Distinct paths that were observed.
  std::size_t paths() const { return paths_; }

 private:
  /// A node of the tree of all observed paths: a condition that is evaluated behind the same outcomes.
  struct Fork {
    std::map<std::int64_t, std::size_t> next;  ///< by outcome
    bool is_queued = false;                    ///< a configuration stands for its other outcomes, or has done so
    bool is_end = false;                       ///< a run ended here
  };
  struct Observed {
    Values values;
    Path path;
    std::vector<Step> steps;
  };
  /// An outcome of a condition of an observed run that no run has had.
  struct Configuration {
    std::shared_ptr<const Observed> source;
    std::size_t index = 0;  ///< of the branch
    std::size_t fork = 0;
    double similarity = 0;
    std::size_t compared = 0;        ///< with so many failing runs
    std::optional<Values> solution;  ///< if it was solved before it was chosen
    std::size_t outcomes = 0;        ///< known at the fork when it was solved
  };
  void follow(const Values& values, const Execution& execution);
  bool is_complete(const Fork& fork, const Branch& branch) const;
  std::size_t chosen();
  std::optional<Values> solve(const Configuration& configuration);
  void solve_new();
  void compare(Configuration& configuration) const;
  std::vector<Step> steps_of(const Configuration& configuration) const;
  bool is_new(const Configuration& configuration) const;
  void check_divergence(const Values& values, const Execution& execution);

  const Inputs& inputs_;
  Solver& solver_;
  ExplorerOptions options_;
  generators::Randomness random_;
  std::vector<Fork> forks_;
  std::vector<Configuration> open_;
  std::vector<std::shared_ptr<const Observed>> failing_;
  std::set<Covered> covered_;
  std::set<Values> known_;                   ///< proposed, or followed
  std::map<Values, Execution> others_;       ///< observed, which base has not proposed
  std::optional<Configuration> awaited_;     ///< whose solution was proposed last
  std::set<std::int64_t> awaited_outcomes_;  ///< that were known at its fork
  ExplorationCounts counts_;
  std::size_t paths_ = 0;
};

/// Those constraints that `goal`, one of them, depends on through shared inputs, and itself: what values of the inputs
/// they depend on satisfy, together with any values of the others that satisfy the rest.
struct Related {
  std::vector<Constraint> constraints;
  std::uint64_t inputs = 0;  ///< a bit for each
};
Related related(const Expressions& expressions, std::span<const Constraint> constraints,
                std::span<const Constraint> goal);

}  // namespace smallscope::concolic
