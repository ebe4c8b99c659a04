// SPDX-License-Identifier: Apache-2.0
// Problems for planners of tests: what each test of a program with known faults covers, and how it ends.
//
// They are those of "Using Model-Based Diagnosis to Improve Software Testing" (AAAI 2014), on a vending machine and on
// call graphs. planning_study.hpp runs planners on them. Pure functions of their seeds: any thread.
//
// Example: random_graph_instances(100, 10, {}, 1)[0].tests
#pragma once

#include <cstdint>
#include <vector>

#include <smallscope/evaluation/planning/call_graph.hpp>

namespace smallscope::evaluation::planning {

struct PlanningInstance {
  struct Test {
    std::vector<diagnosis::Column> covered;
    diagnosis::Outcome outcome = diagnosis::Outcome::pass;
    double cost = 1;
    friend bool operator==(const Test&, const Test&) = default;
  };
  std::vector<diagnosis::Element> components;
  std::vector<Test> tests;
  std::vector<diagnosis::Column> faults;  ///< ascending
  std::vector<std::size_t> first;         ///< positions of the tests that were executed before planning, ascending
};

/// What the paper leaves open of its call graphs.
struct GraphSettings {
  PathTrace trace = PathTrace::path;
  /// How often a fault makes a test fail that covers it. Drawn for each fault and test, then fixed.
  double fault_shows = 1;
  /// No fault is in the entry point: every test covers it.
  bool is_entry_healthy = true;
  std::size_t first = 15;
};

/// Each of the four faults, or each pair of them, so many times: 7 of the 15 tests first, which differ. The tests first
/// are drawn again until one of them fails. A test costs 1.
std::vector<PlanningInstance> vending_instances(std::size_t times, std::size_t faults_at_once, std::uint64_t seed);

/// So many programs, each from a random graph of its own: 300 functions, a call from each to each other with
/// probability 1.3%. A test costs the length of its trace.
std::vector<PlanningInstance> random_graph_instances(std::size_t programs, std::size_t faults,
                                                     const GraphSettings& settings, std::uint64_t seed);

/// So many instances of one graph, which loses its cycles: with 10, 15, 20, 25 or 30 faults.
std::vector<PlanningInstance> call_graph_instances(const CallGraph& graph, std::size_t instances,
                                                   const GraphSettings& settings, std::uint64_t seed);

}  // namespace smallscope::evaluation::planning
