// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/planning/planning_instances.hpp>

#include <algorithm>
#include <numeric>

#include <smallscope/evaluation/planning/vending_machine.hpp>

namespace smallscope::evaluation::planning {

using diagnosis::Column;
using diagnosis::Outcome;
using generators::Randomness;

namespace {

constexpr std::size_t graph_functions = 300;
constexpr double edge_probability = 0.013;
constexpr std::size_t vending_tests_first = 7;
constexpr std::size_t fault_counts[] = {10, 15, 20, 25, 30};

/// So many of the values, ascending.
template <class T>
std::vector<T> drawn(std::vector<T> values, std::size_t count, Randomness& random) {
  random.shuffle(values);
  values.resize(std::min(count, values.size()));
  std::ranges::sort(values);
  return values;
}

std::vector<std::size_t> first_tests(const PlanningInstance& instance, std::size_t count, Randomness& random) {
  std::vector<std::size_t> all(instance.tests.size());
  std::iota(all.begin(), all.end(), 0);
  const auto fails = [&](std::size_t test) { return is_failing(instance.tests[test].outcome); };
  if (std::ranges::none_of(all, fails)) return {};
  for (;;) {
    std::vector<std::size_t> first = drawn(all, count, random);
    if (std::ranges::any_of(first, fails)) return first;
  }
}

PlanningInstance graph_instance(const CallGraph& graph, std::size_t faults, const GraphSettings& settings,
                                Randomness& random) {
  PlanningInstance instance;
  for (const std::string& function : graph.functions)
    instance.components.push_back({.name = function, .kind = diagnosis::ElementKind::function});
  std::vector<Column> candidates;
  for (Column function = 0; function < graph.functions.size(); ++function)
    if (!settings.is_entry_healthy || function != graph.entry) candidates.push_back(function);
  instance.faults = drawn(std::move(candidates), faults, random);
  for (std::vector<Column>& covered : shortest_paths(graph, settings.trace)) {
    PlanningInstance::Test test{.cost = static_cast<double>(covered.size())};
    for (const Column fault : instance.faults)
      if (std::ranges::binary_search(covered, fault) && random.fraction() < settings.fault_shows)
        test.outcome = Outcome::fail;
    test.covered = std::move(covered);
    instance.tests.push_back(std::move(test));
  }
  instance.first = first_tests(instance, settings.first, random);
  return instance;
}

PlanningInstance vending_instance(const std::vector<VendingFault>& faults, Randomness& random) {
  PlanningInstance instance;
  for (std::size_t component = 0; component < vending_components; ++component)
    instance.components.push_back({.name = std::string(name(static_cast<VendingComponent>(component))),
                                   .kind = diagnosis::ElementKind::function});
  for (const VendingFault fault : faults) instance.faults.push_back(static_cast<Column>(component_of(fault)));
  std::ranges::sort(instance.faults);
  for (VendingTest& test : tested_vending_machine(faults))
    instance.tests.push_back({.covered = std::move(test.covered), .outcome = test.outcome});
  instance.first = first_tests(instance, vending_tests_first, random);
  return instance;
}

/// All sets of so many faults.
std::vector<std::vector<VendingFault>> activations(std::size_t at_once) {
  std::vector<std::vector<VendingFault>> all;
  for (unsigned set = 0; set < 1u << std::size(all_vending_faults); ++set) {
    std::vector<VendingFault> faults;
    for (const VendingFault fault : all_vending_faults)
      if ((set >> static_cast<unsigned>(fault) & 1u) != 0) faults.push_back(fault);
    if (faults.size() == at_once) all.push_back(std::move(faults));
  }
  return all;
}

/// Instances do not depend on how many there are.
Randomness randomness_of(std::uint64_t seed, std::size_t instance) {
  return Randomness(generators::mixed(seed + generators::golden_gamma) + instance);
}

}  // namespace

std::vector<PlanningInstance> vending_instances(std::size_t times, std::size_t faults_at_once, std::uint64_t seed) {
  std::vector<PlanningInstance> instances;
  for (const std::vector<VendingFault>& faults : activations(faults_at_once))
    for (std::size_t i = 0; i < times; ++i) {
      Randomness random = randomness_of(seed, instances.size());
      instances.push_back(vending_instance(faults, random));
    }
  return instances;
}

std::vector<PlanningInstance> random_graph_instances(std::size_t programs, std::size_t faults,
                                                     const GraphSettings& settings, std::uint64_t seed) {
  std::vector<PlanningInstance> instances;
  while (instances.size() < programs) {
    Randomness random = randomness_of(seed, instances.size());
    for (;;) {  // an entry point that reaches too little of the graph, or no fault, makes no problem
      const CallGraph graph = random_call_graph(graph_functions, edge_probability, random);
      PlanningInstance instance = graph_instance(graph, faults, settings, random);
      if (instance.tests.size() <= settings.first || instance.first.empty()) continue;
      instances.push_back(std::move(instance));
      break;
    }
  }
  return instances;
}

std::vector<PlanningInstance> call_graph_instances(const CallGraph& graph, std::size_t count,
                                                   const GraphSettings& settings, std::uint64_t seed) {
  const CallGraph acyclic = without_cycles(graph);
  std::vector<PlanningInstance> instances;
  while (instances.size() < count) {
    Randomness random = randomness_of(seed, instances.size());
    const std::size_t faults = fault_counts[random.below(std::size(fault_counts))];
    instances.push_back(graph_instance(acyclic, faults, settings, random));
  }
  return instances;
}

}  // namespace smallscope::evaluation::planning
