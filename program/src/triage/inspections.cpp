// SPDX-License-Identifier: Apache-2.0
#include "triage/inspections.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

namespace smallscope::program {

namespace {

using clustering::Inspection;

constexpr std::size_t widest_line = 2'000;  // where there is no terminal: choices are read to their ends

results::Case case_of(const results::Store& store, const std::pair<int, results::Ordinal>& input) {
  return *store.find_failure(input.first, input.second);
}

std::string why(const results::Store& store, std::span<const clustering::Cluster> clusters, const Inspection& shown) {
  if (shown.represents) return "the smallest of " + clusters[shown.cluster].id;
  return fmt::format("{}{}{} choice{} away from {}", shown.other_kind ? "another message, " : "",
                     shown.other_term ? "another condition, " : "", shown.differing, shown.differing == 1 ? "" : "s",
                     report::short_name(case_of(store, shown.nearest)));
}

}  // namespace

std::string inspection_text(const results::Store& store, std::span<const clustering::Cluster> clusters,
                            std::span<const Inspection> inspections, const std::string& replay, bool each) {
  report::Table table({"", "cluster", "input", "why", "choices"}, {true, false, true});
  for (std::size_t i = 0; i < inspections.size(); ++i) {
    const results::Case failing = case_of(store, inspections[i].input);
    table.add({std::to_string(i + 1), clusters[inspections[i].cluster].id, report::short_name(failing),
               why(store, clusters, inspections[i]), report::one_line(generators::to_string(failing.choices))});
  }
  std::string text =
      clusters.size() == 1
          ? fmt::format("{} input{} of {}: the smallest, then what is least like those above\n", inspections.size(),
                        inspections.size() == 1 ? "" : "s", clusters.front().id)
          : fmt::format("{} of {} clusters in {} inputs: the smallest of each, then what is least like those above\n",
                        std::min(clusters.size(), inspections.size()), clusters.size(), inspections.size());
  text += table.text(isatty(1) == 1 ? report::terminal_width(1) : widest_line);
  for (std::size_t i = 0; each && i < inspections.size(); ++i) {
    const results::Case failing = case_of(store, inspections[i].input);
    text += fmt::format("\n{}. {} of {}   {}\n{}", i + 1, report::short_name(failing),
                        clusters[inspections[i].cluster].id, report::one_line(generators::to_string(failing.choices)),
                        report::case_text(failing, fmt::format("{} {}", replay, report::replay_arguments(failing))));
  }
  if (!each && !inspections.empty())
    text += fmt::format("next: {} {}\n", replay, report::replay_arguments(case_of(store, inspections.front().input)));
  return text;
}

report::Json inspection_json(const results::Store& store, std::span<const clustering::Cluster> clusters,
                             std::span<const Inspection> inspections) {
  report::Json json = report::Json::array();
  for (const Inspection& shown : inspections) {
    const auto input = [](const std::pair<int, results::Ordinal>& of) {
      return report::Json{{"level", of.first}, {"ordinal", of.second}};
    };
    json.push_back({{"cluster", clusters[shown.cluster].id},
                    {"key", clusters[shown.cluster].key},
                    {"input", input(shown.input)},
                    {"represents", shown.represents},
                    {"nearest", input(shown.nearest)},
                    {"differing", shown.differing},
                    {"other_kind", shown.other_kind},
                    {"other_condition", shown.other_term},
                    {"choices", report::text_json(generators::to_string(case_of(store, shown.input).choices))}});
  }
  return json;
}

}  // namespace smallscope::program
