// SPDX-License-Identifier: Apache-2.0
// The cost of explaining 10^5 failures of a space of 10^7 inputs, in thirty groups, beside one walk over the space.
//
// Every group fails for one conjunction of choices, planted at random. One failure in a hundred shows another group
// instead, and a thousand are scattered. The floor is what any method that looks at every input must do: read the
// attributes of each of them once.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <random>

#include <smallscope/clustering/explanations/explainer.hpp>

#include "row.hpp"

namespace smallscope_benchmarks {
namespace {

namespace clustering = smallscope::clustering;
namespace gen = smallscope::generators;
using clustering::Ordinal;
using clustering::Value;

constexpr std::size_t groups = 30;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Seven choices of ten alternatives. `factors` says which of them are independent.
clustering::Population tens(const std::vector<Ordinal>& factors) {
  return {factors, [](Ordinal ordinal) {
            gen::Choices choices(7);
            for (std::size_t i = 7; i-- > 0; ordinal /= 10)
              choices[i] = {std::string(1, static_cast<char>('a' + i)), ordinal % 10, std::to_string(ordinal % 10)};
            return choices;
          }};
}

/// The failing inputs of each group, some 10^5 in all.
std::vector<std::vector<Ordinal>> plant(const clustering::Population& population) {
  std::mt19937_64 random(1);
  std::map<Ordinal, std::size_t> group_of;
  std::vector<Value> values;
  for (std::size_t group = 0; group < groups; ++group) {
    // Two choices of one value each leave 10^5 inputs; one of three values and one of one value keep 3,000 of them.
    const std::size_t first = random() % 7, second = (first + 1 + random() % 6) % 7;
    const Value one = random() % 10, two = random() % 10, digit = random() % 10;
    for (Ordinal i = 0; i < 100'000; ++i) {
      Ordinal rest = i, ordinal = 0;
      for (std::size_t place = 0; place < 7; ++place) {
        Ordinal level = place == first ? one : place == second ? two : rest % 10;
        if (place != first && place != second) rest /= 10;
        ordinal = ordinal * 10 + level;
      }
      population.values(ordinal, values);
      std::size_t free = 0;
      while (free == first || free == second) ++free;
      if (values[free] != digit && values[free] != (digit + 3) % 10 && values[free] != (digit + 7) % 10) continue;
      std::size_t next = free + 1;
      while (next == first || next == second) ++next;
      if (values[next] != digit) continue;
      group_of.try_emplace(ordinal, group);
    }
  }
  for (int i = 0; i < 1000; ++i) group_of.try_emplace(random() % population.size(), random() % groups);
  std::vector<std::vector<Ordinal>> members(groups);
  for (const auto& [ordinal, group] : group_of)
    members[random() % 100 == 0 ? random() % groups : group].push_back(ordinal);
  return members;
}

/// Reads the attributes of every input, and counts those with one value: nothing can be left out by the compiler.
double walk(const clustering::Population& population) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<Value> values;
  Ordinal zeros = 0;
  for (Ordinal ordinal = 0; ordinal < population.size(); ++ordinal) {
    population.values(ordinal, values);
    zeros += static_cast<Ordinal>(std::ranges::count(values, Value{0}));
  }
  if (zeros == 0) std::abort();
  return seconds_since(start);
}

void explain(const std::string& name, const std::vector<Ordinal>& factors) {
  auto start = std::chrono::steady_clock::now();
  clustering::Population population = tens(factors);
  const double reading = seconds_since(start);
  const double floor = walk(population);
  const std::vector<std::vector<Ordinal>> members = plant(population);
  std::vector<Ordinal> failing;
  for (const auto& group : members) failing.insert(failing.end(), group.begin(), group.end());
  std::ranges::sort(failing);
  start = std::chrono::steady_clock::now();
  const clustering::Explainer explainer(std::move(population), failing, {});
  std::size_t terms = 0;
  for (const clustering::Explanation& explanation : explainer.explain_each(members, 2))
    terms += explanation.terms.size();
  const double ours = seconds_since(start) + reading;
  print_row(fmt::format("explanations: {} failures of 10^7, {}, {} terms", failing.size(), name, terms),
            fmt::format("{:.3g} s", floor), fmt::format("{:.3g} s", ours), ours, 30, "seconds");
}

}  // namespace
}  // namespace smallscope_benchmarks

int main() {
  using namespace smallscope_benchmarks;
  explain("a product", {10, 10, 10, 10, 10, 10, 10});
  explain("linked choices, tables of 10^3 and 10^4", {1000, 10'000});
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double mib = static_cast<double>(usage.ru_maxrss) / 1024;
  print_row("explanations: peak memory of both", "", fmt::format("{:.0f} MiB", mib), mib, 1024, "MiB");
}
