// SPDX-License-Identifier: Apache-2.0
// Call graphs as subjects for the planning of tests: functions, what they call, and the shortest paths as tests.
//
// As in "Using Model-Based Diagnosis to Improve Software Testing" (AAAI 2014), a test is a shortest path from the entry
// point to a function. Graphs are drawn at random, or read from a text such as that of a real program which comes with
// this module. planning_study.hpp plans tests of them. Pure functions of values: any thread.
//
// Example: shortest_paths(without_cycles(byacc_calls()), PathTrace::path)
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <smallscope/diagnosis/spectrum.hpp>
#include <smallscope/generators/randomness.hpp>

namespace smallscope::evaluation::planning {

struct CallGraph {
  std::vector<std::string> functions;
  /// Of each function, in the order of execution. Those of one group are called under one condition.
  std::vector<std::vector<std::vector<diagnosis::Column>>> callees;
  diagnosis::Column entry = 0;
};

/// A function calls each other one with the same probability. Its callees are divided at random into one to four
/// groups, and one function is the entry point.
CallGraph random_call_graph(std::size_t functions, double edge_probability, generators::Randomness& random);

/// Lines `caller: callee callee`, the entry point first; each caller's callees are one group. Lines that begin with #
/// are comments. Throws SpectrumError for another line, with its number.
CallGraph parse_call_graph(std::string_view text);

/// The functions of Berkeley Yacc that its main reaches, from the text that scripts/call-graph has made.
CallGraph byacc_calls();

/// The graph without calls that lead back to a function that is being executed, for execution in depth from the entry.
CallGraph without_cycles(CallGraph graph);

/// What a test covers besides the functions of its path.
enum class PathTrace {
  path,   ///< nothing
  groups  ///< those that are called before the next function of the path, under the same condition
};

/// For each function that can be reached, in the order of their numbers, the functions that a test of it covers,
/// ascending. Of several shortest paths, the first one in the order of execution.
std::vector<std::vector<diagnosis::Column>> shortest_paths(const CallGraph& graph, PathTrace trace);

}  // namespace smallscope::evaluation::planning
