// SPDX-License-Identifier: Apache-2.0
// diagnose --loop: executes the inputs of a campaign that lead from one failing input to the faulty place.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <smallscope/diagnosis/loop/loop.hpp>

#include "diagnosis/cluster_tests.hpp"
#include "diagnosis/grouped_diagnoses.hpp"
#include "diagnosis/stored_diagnosis.hpp"

namespace smallscope::program {

struct LoopArguments {
  bool is_wanted = false;
  std::string store, from;
  std::string cluster;                    ///< the first one unless given
  std::optional<results::Ordinal> input;  ///< that fails; the smallest of the cluster unless given
  diagnosis::loop::LoopOptions loop;
  std::vector<std::string> sources;
  std::string page;  ///< HTML file; "": none
  std::size_t top = 10;
  bool json = false;
  ExecutionArguments execution;
};

struct LoopedTest {
  diagnosis::loop::Step step;
  std::size_t distance = 0;  ///< choices in which it differs from the failing input
  bool was_known = false;    ///< the store had its coverage before, so it was not executed
};

/// What the loop came to.
struct LoopedTests {
  ClusterSpectrum cluster;        ///< its spectrum is that of the tests alone
  results::Ordinal failing = 0;   ///< the input from which it started
  std::vector<LoopedTest> tests;  ///< the failing input first
  SkippedTests skipped;
  diagnosis::loop::Stop stop = diagnosis::loop::Stop::not_yet;
  runner::Stop run = runner::Stop::finished;  ///< of the last execution
  std::optional<GroupedDiagnoses> diagnoses;  ///< if it came to planning
};

/// Visits each test when it is known what it did.
using VisitLooped = std::function<void(const LoopedTests&, const LoopedTest&)>;

/// Runs the loop; executes the inputs of which the store has no coverage. Throws UsageError for a cluster, an input or
/// a campaign of which this cannot be done, results::StoreError, diagnosis::SpectrumError.
LoopedTests looped_tests(const Context& context, const runner::Campaign& campaign, const LoopArguments& arguments,
                         const VisitLooped& visit);

}  // namespace smallscope::program
