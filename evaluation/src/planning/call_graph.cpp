// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/planning/call_graph.hpp>

#include <algorithm>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "planning/byacc_calls.hpp"

namespace smallscope::evaluation::planning {

using diagnosis::Column;
using diagnosis::SpectrumError;

namespace {

constexpr Column none = static_cast<Column>(-1);

/// Where the shortest path to a function comes from.
struct Arrival {
  Column caller = none;
  std::size_t group = 0, position = 0;  // of the call
  bool is_reached = false;
};

std::vector<Arrival> arrivals(const CallGraph& graph) {
  std::vector<Arrival> of(graph.functions.size());
  of[graph.entry].is_reached = true;
  std::vector<Column> queue{graph.entry};
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const Column caller = queue[next];
    for (std::size_t group = 0; group < graph.callees[caller].size(); ++group)
      for (std::size_t position = 0; position < graph.callees[caller][group].size(); ++position) {
        const Column callee = graph.callees[caller][group][position];
        if (of[callee].is_reached) continue;
        of[callee] = {caller, group, position, true};
        queue.push_back(callee);
      }
  }
  return of;
}

/// Takes out calls of functions whose execution has not ended. The stack is explicit: graphs may be deep.
void remove_back_calls(CallGraph& graph) {
  enum class State { unseen, open, done };
  std::vector<State> states(graph.functions.size(), State::unseen);
  struct Frame {
    Column function;
    std::size_t group = 0, position = 0;
  };
  std::vector<Frame> stack{{graph.entry}};
  states[graph.entry] = State::open;
  while (!stack.empty()) {
    Frame& frame = stack.back();
    auto& groups = graph.callees[frame.function];
    if (frame.group == groups.size()) {
      states[frame.function] = State::done;
      stack.pop_back();
    } else if (frame.position == groups[frame.group].size()) {
      ++frame.group;
      frame.position = 0;
    } else if (const Column callee = groups[frame.group][frame.position]; states[callee] == State::open) {
      groups[frame.group].erase(groups[frame.group].begin() + static_cast<std::ptrdiff_t>(frame.position));
    } else {
      ++frame.position;
      if (states[callee] == State::done) continue;
      states[callee] = State::open;
      stack.push_back({callee});
    }
  }
}

}  // namespace

CallGraph random_call_graph(std::size_t functions, double edge_probability, generators::Randomness& random) {
  CallGraph graph;
  graph.callees.resize(functions);
  for (std::size_t function = 0; function < functions; ++function) {
    graph.functions.push_back(fmt::format("f{}", function));
    std::vector<Column> callees;
    for (std::size_t callee = 0; callee < functions; ++callee)
      if (callee != function && random.fraction() < edge_probability) callees.push_back(static_cast<Column>(callee));
    random.shuffle(callees);
    auto& groups = graph.callees[function];
    groups.resize(1 + random.below(4));
    for (const Column callee : callees) groups[random.below(groups.size())].push_back(callee);
  }
  graph.entry = static_cast<Column>(random.below(functions));
  return graph;
}

CallGraph parse_call_graph(std::string_view text) {
  CallGraph graph;
  std::map<std::string, Column, std::less<>> numbers;
  const auto number_of = [&](const std::string& name) {
    const auto [at, is_new] = numbers.try_emplace(name, static_cast<Column>(graph.functions.size()));
    if (is_new) {
      graph.functions.push_back(name);
      graph.callees.emplace_back();
    }
    return at->second;
  };
  std::istringstream lines{std::string(text)};
  std::size_t line_number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++line_number;
    if (line.empty() || line[0] == '#') continue;
    const std::size_t colon = line.find(':');
    if (colon == 0 || colon == std::string::npos)
      throw SpectrumError(fmt::format("line {}: '{}': write `caller: callee callee`", line_number, line));
    const Column caller = number_of(line.substr(0, colon));
    std::istringstream names(line.substr(colon + 1));
    std::vector<Column> callees;
    for (std::string name; names >> name;) callees.push_back(number_of(name));
    graph.callees[caller].push_back(std::move(callees));
  }
  if (graph.functions.empty()) throw SpectrumError("a call graph without functions: write `caller: callee callee`");
  return graph;
}

CallGraph byacc_calls() { return parse_call_graph(byacc_calls_text); }

CallGraph without_cycles(CallGraph graph) {
  remove_back_calls(graph);
  return graph;
}

std::vector<std::vector<Column>> shortest_paths(const CallGraph& graph, PathTrace trace) {
  const std::vector<Arrival> of = arrivals(graph);
  std::vector<std::vector<Column>> paths;
  for (Column target = 0; target < graph.functions.size(); ++target) {
    if (!of[target].is_reached) continue;
    std::vector<Column> covered;
    for (Column at = target; at != none; at = of[at].caller) {
      covered.push_back(at);
      if (trace == PathTrace::path || of[at].caller == none) continue;
      const std::vector<Column>& group = graph.callees[of[at].caller][of[at].group];
      covered.insert(covered.end(), group.begin(), group.begin() + static_cast<std::ptrdiff_t>(of[at].position));
    }
    std::ranges::sort(covered);
    covered.erase(std::unique(covered.begin(), covered.end()), covered.end());
    paths.push_back(std::move(covered));
  }
  return paths;
}

}  // namespace smallscope::evaluation::planning
