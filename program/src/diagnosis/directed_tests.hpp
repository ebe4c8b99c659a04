// SPDX-License-Identifier: Apache-2.0
// direct: after a failure, the few tests that localise its fault, chosen and executed.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <smallscope/concolic/explorer.hpp>
#include <smallscope/diagnosis/directed/director.hpp>
#include <smallscope/diagnosis/single_fault.hpp>

#include "diagnosis/cluster_tests.hpp"

namespace smallscope::program {

/// Where inputs come from.
enum class Derivation {
  changes,  ///< of choices of inputs that were executed: any space with an index
  solver    ///< of their path constraints: a symbolic campaign
};

struct DirectArguments {
  std::string store, from, cluster;
  std::optional<results::Ordinal> input;  ///< that fails; the smallest of the cluster unless given
  diagnosis::directed::Strategy strategy = diagnosis::directed::Strategy::mixed;
  diagnosis::directed::PathForm form = diagnosis::directed::PathForm::subset;
  std::size_t tests = 20;           ///< beside the failing input; with single_fault, the most that are executed
  bool single_fault = false;        ///< looks for failing inputs that have less and less in common
  std::size_t pool = 200;           ///< inputs that pcs and capability weigh; capability executes them
  std::string criterion = "split";  ///< of capability
  std::string learned;              ///< file of a criterion of capability; "": none
  std::uint64_t seed = 0;
  std::vector<std::string> sources;
  std::size_t top = 10;
  bool json = false;
  Derivation derivation = Derivation::changes;
  ExecutionArguments execution;
};

struct DirectedTest {
  results::Ordinal ordinal = 0;
  diagnosis::Outcome outcome = diagnosis::Outcome::skip;
  std::size_t distance = 0;  ///< choices in which it differs from the failing input
  bool was_known = false;    ///< the store had its coverage before, so it was not executed
  std::size_t common = 0;    ///< of a single fault: what it and the failing inputs before it have in common
};

/// What directing tests at one cluster came to.
struct DirectedTests {
  std::string id, key, messages;    ///< of the cluster
  std::vector<DirectedTest> tests;  ///< the failing input first
  SkippedTests skipped;
  std::size_t executed_for_coverage = 0;  ///< inputs that a criterion weighed, some of which are tests
  bool is_exhausted = false;              ///< every input of the space is among them; of a solver, every path
  /// Of witness_tests(): `tests` are the failing inputs that were chosen, and the spectrum has all that are known.
  std::optional<diagnosis::SingleFault> single_fault = {};
  std::size_t executed = 0;                                ///< of witness_tests(): inputs, now
  std::optional<concolic::ExplorationCounts> solved = {};  ///< of a solver
  runner::Stop run = runner::Stop::finished;               ///< of the last execution
  diagnosis::Spectrum spectrum;                            ///< of these tests
  diagnosis::ChoicesOf choices_of;
};

/// Visits each test when it is known what it did.
using VisitDirected = std::function<void(const DirectedTests&, const DirectedTest&)>;

/// Chooses tests and executes those of which the store has no coverage. Throws UsageError for a cluster, an input or a
/// campaign of which this cannot be done, results::StoreError, diagnosis::SpectrumError.
DirectedTests direct_tests(const Context& context, const runner::Campaign& campaign, const DirectArguments& arguments,
                           const VisitDirected& visit);

}  // namespace smallscope::program
