// SPDX-License-Identifier: Apache-2.0
// Test, diagnose, plan (AAAI 2014, algorithm 1): tests of a pool are proposed and learned of, one after another, until
// a diagnosis stands.
//
// A Session begins with what was observed and with a pool (planners.hpp). Whoever executes the tests asks it for the
// next one and tells it what happened, or hands a function to plan(). Elements that neither the observed tests nor the
// predicted traces tell apart are one group: diagnoses are of groups. If a test covers something else than was
// predicted and so splits a group, or the predictions change, the belief is made anew. One thread at a time.
//
// Example: Session session(spectrum, pool); plan(session, execute); session.diagnoses().all[0].elements
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <smallscope/diagnosis/planning/planners.hpp>

namespace smallscope::diagnosis::planning {

struct StopRules {
  double threshold = 0.9;     ///< stop when a diagnosis is at least as probable
  bool is_one_enough = true;  ///< stop when a single diagnosis is left
  std::uint32_t failing = 1;  ///< but neither before so many tests failed, those observed first included
  std::size_t tests = std::numeric_limits<std::size_t>::max();  ///< the most planned ones
  double cost = std::numeric_limits<double>::infinity();        ///< of planned tests: stop when it is reached
};

enum class Stop {
  not_yet,
  sure,           ///< a diagnosis has reached the threshold
  one_diagnosis,  ///< is left
  no_diagnosis,   ///< explains the failing tests within the bound on its elements
  pool_empty,
  budget,   ///< of tests or cost
  given_up  ///< by who executes
};
/// "not yet", "sure", "one diagnosis", "no diagnosis", "pool empty", "budget", "given up"
std::string_view name(Stop stop);

/// Predicts what the tests of a pool cover, anew after each observation. One thread at a time.
class Predictor {
 public:
  virtual ~Predictor() = default;
  /// Learns what a test covered.
  virtual void observe(Ordinal ordinal, std::span<const Word> covered) = 0;
  /// Changes the traces of tests of which it knows better now. Returns whether it changed any.
  virtual bool predict(std::vector<PoolTest>& pool) = 0;
};

/// How probable a fault in a group is before any test.
enum class GroupPrior {
  of_elements,  ///< that of a fault in any of its elements: the larger, the more probable
  of_one        ///< that of its first element, however many it has, as in Barinel, where a group is one component
};

struct SessionOptions {
  BeliefOptions belief = {};
  GroupPrior group_prior = GroupPrior::of_elements;
  PlannerOptions planner = {};
  StopRules stop = {};
  /// Tests of the pool that are proposed before the planner is asked, in this order: for instance those around a
  /// failing one, without which predictions know little. No diagnosis stands before.
  std::vector<Ordinal> first = {};
  std::uint64_t seed = 0;
  std::shared_ptr<Predictor> predictor = {};  ///< null: traces stay as they are in the pool
};

/// One step of a session.
struct PlannedTest {
  Ordinal ordinal = 0;
  Outcome outcome = Outcome::skip;
  double cost = 0;
  double pass_probability = 0;  ///< as it was believed before
  /// The mean over the predicted traces of how many elements they share with what the test covered, of all in either.
  double agreement = 1;
  std::size_t diagnoses = 0;  ///< weighed after the test
  double greatest = 0;        ///< probability of a diagnosis after the test
};

class Session {
 public:
  /// Throws SpectrumError for rows of another width, a test without traces, a weight or cost that is not above 0, or
  /// options that are none.
  Session(const Spectrum& observed, std::vector<PoolTest> pool, SessionOptions options = {});

  /// The test to execute now; the same one until it is observed. Null when the session has ended.
  const PoolTest* next();
  /// What the proposed test did. A skipped test leaves the pool and says nothing. Throws SpectrumError if none is
  /// proposed.
  void observe(Outcome outcome, std::span<const Word> covered);
  void give_up();

  Stop stop() const { return stop_; }
  /// In the order of execution.
  const std::vector<PlannedTest>& tests() const { return tests_; }
  double cost() const { return cost_; }
  /// All observed tests, of elements.
  const Spectrum& spectrum() const { return spectrum_; }
  /// Of groups, which it calls elements.
  const Belief& belief() const { return belief_; }
  /// The elements of each group, ascending; groups by their first element.
  const std::vector<std::vector<Column>>& groups() const { return groups_; }
  /// The posterior of groups: Diagnosis::elements are numbers of groups.
  Diagnoses diagnoses() const { return belief_.diagnoses(); }

 private:
  void group();
  std::optional<std::size_t> first_of_pool() const;
  std::vector<Word> grouped(std::span<const Word> covered) const;
  bool splits_a_group(std::span<const Word> covered) const;
  void learn(Ordinal ordinal, Outcome outcome, std::span<const Word> covered);
  void decide();

  Spectrum spectrum_;
  std::vector<PoolTest> pool_;     // of elements
  std::vector<PoolTest> grouped_;  // the same, of groups
  SessionOptions options_;
  Randomness random_;
  std::vector<std::vector<Column>> groups_;
  Belief belief_;
  std::optional<std::size_t> proposed_;
  std::vector<PlannedTest> tests_;
  double cost_ = 0;
  Stop stop_ = Stop::not_yet;
};

struct Executed {
  Outcome outcome = Outcome::skip;
  std::vector<Word> covered;
};

/// Runs the session to its end. `execute` gives up by returning nothing.
Stop plan(Session& session, const std::function<std::optional<Executed>(const PoolTest&)>& execute);

}  // namespace smallscope::diagnosis::planning
