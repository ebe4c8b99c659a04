// SPDX-License-Identifier: Apache-2.0
// The cost of clustering some 10^5 failures of a space of 10^7 inputs by causes, beside reading their attributes once.
//
// Three kinds of failures: ten values of a choice with which nine of ten inputs fail, each with a hundred kinds of
// messages; thirty conjunctions of choices (planted_failures.hpp), each with a hundred kinds of messages; and failures
// and messages at random, where there is nothing to find.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>

#include <smallscope/clustering/causes/causes.hpp>

#include "planted_failures.hpp"
#include "row.hpp"

namespace smallscope_benchmarks {
namespace {

constexpr std::uint32_t kinds_of_a_group = 100;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Failing inputs with the kind of message of each.
using Failures = std::map<Ordinal, std::uint32_t>;

void cluster(const std::string& name, clustering::Population population, const Failures& failures) {
  std::vector<Ordinal> ordinals;
  std::vector<std::uint32_t> kinds;
  for (const auto& [ordinal, kind] : failures) ordinals.push_back(ordinal), kinds.push_back(kind);
  auto start = std::chrono::steady_clock::now();
  const clustering::Explainer explainer(std::move(population), std::move(ordinals), {});
  const double floor = seconds_since(start);
  start = std::chrono::steady_clock::now();
  const clustering::Causes causes = clustering::find_causes(explainer, kinds, std::vector<std::uint32_t>(kinds.size()));
  const double ours = seconds_since(start);
  print_row(fmt::format("causes: {} failures of 10^7, {}: {} clusters", kinds.size(), name, causes.groups.size()),
            fmt::format("{:.2g} s", floor), fmt::format("{:.3g} s", ours), ours, 10, "seconds");
}

void values() {
  constexpr Ordinal rest = 10'000;
  Failures failures;
  std::mt19937_64 random(1);
  for (std::uint32_t value = 0; value < 10; ++value)
    for (Ordinal i = 0; i < rest; ++i)
      if (random() % 10 != 0)
        failures.emplace(value * 100 * rest + i, value * kinds_of_a_group + random() % kinds_of_a_group);
  cluster(
      "ten values with 1,000 kinds of messages",
      {{1000, 100, 100},
       [](Ordinal ordinal) {
         const Ordinal levels[] = {ordinal / rest, ordinal / 100 % 100, ordinal % 100};
         generators::Choices choices;
         for (std::size_t i = 0; i < 3; ++i)
           choices.push_back({std::string(1, static_cast<char>('a' + i)), levels[i], fmt::format("v{}", levels[i])});
         return choices;
       }},
      failures);
}

void conjunctions() {
  clustering::Population population = tens({10, 10, 10, 10, 10, 10, 10});
  Failures failures;
  std::mt19937_64 random(1);
  const std::vector<std::vector<Ordinal>> members = plant(population);
  for (std::uint32_t group = 0; group < members.size(); ++group)
    for (const Ordinal ordinal : members[group])
      failures.emplace(ordinal, group * kinds_of_a_group + random() % kinds_of_a_group);
  cluster("thirty conjunctions with 3,000 kinds of messages", std::move(population), failures);
}

void noise() {
  clustering::Population population = tens({10, 10, 10, 10, 10, 10, 10});
  Failures failures;
  std::mt19937_64 random(1);
  while (failures.size() < 100'000) failures.emplace(random() % population.size(), random() % 30);
  cluster("at random, 30 kinds of messages", std::move(population), failures);
}

}  // namespace
}  // namespace smallscope_benchmarks

int main() {
  using namespace smallscope_benchmarks;
  values();
  conjunctions();
  noise();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double mib = static_cast<double>(usage.ru_maxrss) / 1024;
  print_row("causes: peak memory of all", "", fmt::format("{:.0f} MiB", mib), mib, 1024, "MiB");
}
