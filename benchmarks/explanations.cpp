// SPDX-License-Identifier: Apache-2.0
// The cost of explaining 10^5 failures of a space of 10^7 inputs, in thirty groups, beside one walk over the space.
//
// planted_failures.hpp says what is planted. The floor is what any method that looks at every input must do: read the
// attributes of each of them once. Then three groups of failures among the words of a grammar, which make 10,700
// different choices; the floor is to read what each word chooses.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include <smallscope/clustering/explanations/explainer.hpp>
#include <smallscope/generators.hpp>

#include "planted_failures.hpp"
#include "row.hpp"

namespace smallscope_benchmarks {
namespace {

using clustering::Value;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
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

generators::Recursive<std::string> expressions() {
  return generators::grammar(
             {{"expression", {"equality", "equality ? expression : expression"}},
              {"equality", {"sum", "sum == sum", "sum == sum == sum"}},
              {"sum", {"product", "product + product", "product - product", "product - product - product"}},
              {"product", {"unary", "unary * unary"}},
              {"unary", {"0", "1", "4", "x", "- unary", "! unary", "( expression )"}}})
      .weighing({{")", 0}, {":", 0}})
      .words(generators::size_between(1, 7), "");
}

/// The group of a word: a chain of subtractions, a chain of comparisons, `x` in brackets; or none.
std::optional<std::size_t> group_of(const generators::Choices& choices) {
  const auto some = [&](auto&& holds) { return std::ranges::any_of(choices, holds); };
  if (some([](const generators::Choice& choice) { return choice.label == "product - product - product"; })) return 0;
  if (some([](const generators::Choice& choice) { return choice.label == "sum == sum == sum"; })) return 1;
  if (some([](const generators::Choice& choice) {
        return choice.label == "x" && choice.name.find("( expression )[0]/") != std::string::npos;
      }))
    return 2;
  return std::nullopt;
}

void explain_words() {
  const auto words = expressions();
  const auto choices_of = [&](Ordinal ordinal) { return generators::choices(words, ordinal); };
  std::vector<std::vector<Ordinal>> members(3);
  std::vector<Ordinal> failing;
  auto start = std::chrono::steady_clock::now();
  for (Ordinal ordinal = 0; ordinal < words.size(); ++ordinal)
    if (const auto group = group_of(choices_of(ordinal))) {
      members[*group].push_back(ordinal);
      failing.push_back(ordinal);
    }
  const double floor = seconds_since(start);
  start = std::chrono::steady_clock::now();
  clustering::Population population =
      clustering::Population(generators::factors(words.structure()), choices_of).with_contents_of_trees();
  population = population.with_telling_contents(failing, {}, {});
  const std::size_t attributes = population.attributes().size();
  const clustering::Explainer explainer(std::move(population), failing, {});
  std::size_t terms = 0;
  for (const clustering::Explanation& explanation : explainer.explain_each(members, 2))
    terms += explanation.terms.size();
  const double ours = seconds_since(start);
  print_row(fmt::format("explanations: {} failures of {} words of a grammar, {} attributes, {} terms", failing.size(),
                        words.size(), attributes, terms),
            fmt::format("{:.3g} s", floor), fmt::format("{:.3g} s", ours), ours, 30, "seconds");
}

}  // namespace
}  // namespace smallscope_benchmarks

int main() {
  using namespace smallscope_benchmarks;
  explain("a product", {10, 10, 10, 10, 10, 10, 10});
  explain("linked choices, tables of 10^3 and 10^4", {1000, 10'000});
  explain_words();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double mib = static_cast<double>(usage.ru_maxrss) / 1024;
  print_row("explanations: peak memory of all", "", fmt::format("{:.0f} MiB", mib), mib, 1024, "MiB");
}
