// SPDX-License-Identifier: Apache-2.0
// The page of 10^5 failures of a space of 10^7 inputs (planted_failures.hpp): its size, and the time and memory that it
// takes to write it, beside one reading of the store.
//
// Every failure has a program of some thirty lines before and after, and a message of its own, so neither programs nor
// messages repeat. The clusters are explained before. With an argument, the page stays there, and nothing is printed:
// for page_in_browser.py.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

#include <smallscope/clustering/explanations/stored.hpp>
#include <smallscope/report/page/page.hpp>

#include "planted_failures.hpp"
#include "row.hpp"
#include "scratch_file.hpp"

namespace smallscope_benchmarks {
namespace {

namespace oracles = smallscope::oracles;
namespace report = smallscope::report;
namespace results = smallscope::results;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string program_of(Ordinal ordinal, bool after) {
  std::string text = "int printf(const char *, ...);\n";
  for (const generators::Choice& choice : choices_of_tens(ordinal)) {
    const std::string name = fmt::format("{}_{}", choice.name, choice.label);
    text +=
        fmt::format("static int {0}(int value) {{\n  int result = value * {1};\n  result += {2};\n  return {3};\n}}\n",
                    name, choice.index + 2, ordinal % 1009, after ? "result + value" : "result");
  }
  return text + fmt::format("int main(void) {{\n  printf(\"%d\\n\", a_{}({}));\n  return 0;\n}}\n", ordinal / 1'000'000,
                            ordinal);
}

smallscope::subjects::Input input_of(Ordinal ordinal) { return {.files = {{"test.c", program_of(ordinal, false)}}}; }

results::Case failing(Ordinal ordinal, std::size_t group, Ordinal test) {
  results::Case record{.ordinal = ordinal, .test = test};
  record.judgements = {{"behaviour preserved",
                        oracles::Verdict::fail,
                        {fmt::format("{}: expected {}, printed {}", std::string(1, static_cast<char>('A' + group)),
                                     ordinal * 7919 % 100'003, ordinal * 104'729 % 99'991)}}};
  record.choices = choices_of_tens(ordinal);
  record.input = input_of(ordinal);
  record.observed = {{"after", program_of(ordinal, true)},
                     {"behaviour before", fmt::format("{}\n", ordinal * 7919 % 100'003)},
                     {"behaviour after", fmt::format("{}\n", ordinal * 104'729 % 99'991)}};
  return record;
}

/// A complete store; returns the failing inputs, ascending.
std::vector<Ordinal> fill(const std::filesystem::path& file, const std::vector<std::vector<Ordinal>>& groups) {
  std::vector<std::pair<Ordinal, std::size_t>> failures;
  for (std::size_t group = 0; group < groups.size(); ++group)
    for (const Ordinal ordinal : groups[group]) failures.emplace_back(ordinal, group);
  std::ranges::sort(failures);
  constexpr Ordinal inputs = 10'000'000;
  const results::Manifest manifest{.campaign = "benchmark", .inputs = inputs, .structure = "seven tens"};
  results::Store store = results::Store::create(file, manifest);
  const results::Pass pass = store.add_pass({.order = {.name = "dense"}, .end = inputs, .size = inputs});
  std::size_t next = 0;
  for (Ordinal begin = 0; begin < inputs; begin += 100'000) {
    const Ordinal done = begin + 100'000;
    results::Batch batch{.pass = pass.id, .begin = begin, .done = done, .executed = done - begin};
    for (; next < failures.size() && failures[next].first < done; ++next)
      batch.cases.push_back(failing(failures[next].first, failures[next].second, failures[next].first + 1));
    store.commit(batch);
  }
  std::vector<Ordinal> ordinals;
  for (const auto& [ordinal, group] : failures) ordinals.push_back(ordinal);
  return ordinals;
}

void measure(const std::filesystem::path& page, bool prints) {
  const ScratchFile file("page.sqlite");
  const clustering::Explainer explainer = [&] {
    clustering::Population population = tens({10, 10, 10, 10, 10, 10, 10});
    const std::vector<Ordinal> ordinals = fill(file.path(), plant(population));
    return clustering::Explainer(std::move(population), ordinals, {});
  }();
  const results::Store store = results::Store::inspect(file.path());
  auto start = std::chrono::steady_clock::now();
  std::size_t failures = 0;
  store.for_each_failure([&](const results::Case&) { return ++failures > 0; });
  const double floor = seconds_since(start);
  const auto clusters = clustering::cluster(store, {.rules = clustering::rules_of(store.manifest())});
  std::vector<std::vector<Ordinal>> groups;
  for (const clustering::Cluster& cluster : clusters) groups.push_back(clustering::explained_members(cluster));
  const std::vector<clustering::Explanation> explanations = explainer.explain_each(groups, 2);
  start = std::chrono::steady_clock::now();
  std::ofstream output(page);
  report::write_page({.findings = {.store = store,
                                   .clusters = clusters,
                                   .explanations = explanations,
                                   .explainer = &explainer,
                                   .replay = "benchmark replay s.sqlite"},
                      .render = [](Ordinal ordinal) { return input_of(ordinal); },
                      .choices = choices_of_tens},
                     output);
  output.close();
  const double ours = seconds_since(start);
  if (!prints) return;
  const double megabytes = static_cast<double>(std::filesystem::file_size(page)) / 1e6;
  print_row(fmt::format("page: of {} failures in {} clusters", failures, clusters.size()),
            fmt::format("{:.3g} s", floor), fmt::format("{:.3g} s", ours), ours, 30, "seconds");
  print_row("page: its size", "", fmt::format("{:.3g} MB", megabytes), megabytes, 10, "MB");
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double mib = static_cast<double>(usage.ru_maxrss) / 1024;
  print_row("page: peak memory", "", fmt::format("{:.0f} MiB", mib), mib, 1024, "MiB");
}

}  // namespace
}  // namespace smallscope_benchmarks

int main(int argc, char** argv) {
  using namespace smallscope_benchmarks;
  const ScratchFile page("page.html");
  measure(argc > 1 ? std::filesystem::path(argv[1]) : page.path(), argc <= 1);
}
