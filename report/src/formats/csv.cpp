// SPDX-License-Identifier: Apache-2.0
// A store as CSV: one row per case, one column per choice.
#include <algorithm>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <span>

#include <fmt/format.h>

#include <smallscope/report/explanation_text.hpp>
#include <smallscope/report/text.hpp>

#include "formats/formats.hpp"

namespace smallscope::report {

namespace {

std::string csv_field(std::string_view text) {
  const std::string shown = visible(text);
  if (shown.find_first_of(",\"\n") == std::string::npos) return shown;
  std::string quoted = "\"";
  for (const char c : shown) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

/// The names of the choices of all cases, in the order of their first appearance.
std::vector<std::string> csv_choices(const results::Store& store) {
  std::vector<std::string> names;
  std::set<std::string> known;
  store.for_each_failure([&](const results::Case& record) {
    for (const generators::Choice& choice : record.choices)
      if (known.insert(choice.name).second) names.push_back(choice.name);
    return true;
  });
  return names;
}

/// The label of the choice with this name; if there are several, all labels.
std::string csv_label(const generators::Choices& choices, const std::string& name) {
  std::string labels;
  for (const generators::Choice& choice : choices)
    if (choice.name == name) labels += (labels.empty() ? "" : "; ") + choice.label;
  return labels;
}

using CsvInput = std::pair<int, results::Ordinal>;

/// The cluster of every member.
class CsvPlaces {
 public:
  explicit CsvPlaces(std::span<const clustering::Cluster> clusters) {
    for (std::size_t i = 0; i < clusters.size(); ++i)
      for (const CsvInput& member : clusters[i].members) places_.emplace_back(member, i);
    std::ranges::sort(places_);
  }
  std::optional<std::size_t> of(const CsvInput& input) const {
    const auto place = std::ranges::lower_bound(places_, input, {}, &std::pair<CsvInput, std::size_t>::first);
    return place == places_.end() || place->first != input ? std::nullopt : std::optional(place->second);
  }

 private:
  std::vector<std::pair<CsvInput, std::size_t>> places_;  // ascending; a map would take thrice the memory
};
/// The columns of a member's cluster: its id, its key and its explanation.
std::string csv_cluster(const Findings& findings, std::size_t place) {
  const clustering::Explanation* explanation = explanation_of(findings, place);
  return fmt::format("{},{},{}", findings.clusters[place].id, findings.clusters[place].key,
                     explanation == nullptr ? "" : csv_field(cluster_condition(*explanation)));
}

/// How one failing input is known.
struct CsvKnown {
  std::string state;   ///< "new", "grown", "known", "ignored", "expired"
  std::string faults;  ///< that it belongs to
};
std::map<CsvInput, CsvKnown> csv_known(const KnownClusters& known) {
  std::map<CsvInput, CsvKnown> inputs;
  const auto add = [&](const clustering::FailingInput& input, std::string_view state, std::string_view fault) {
    CsvKnown& entry = inputs[{input.level, input.ordinal}];
    // As for clusters: one expired decision is enough for somebody to decide again.
    if (entry.state.empty() || state == "expired") entry.state = state;
    entry.faults.append(entry.faults.empty() ? "" : "; ").append(fault);
  };
  for (const clustering::FaultState& state : known.comparison.faults) {
    const clustering::Fault& fault = known.faults.all()[state.fault];
    const bool is_ignored = fault.decision.kind == clustering::Decision::Kind::ignore;
    for (const auto& input : state.inside)
      add(input, state.expired ? "expired" : is_ignored ? "ignored" : "known", fault.name);
    for (const auto& input : state.grown) add(input, "grown", fault.name);
  }
  for (const auto& input : known.comparison.unknown) add(input, "new", "");
  return inputs;
}

}  // namespace

void export_csv(const ExportContents& contents, Output& output) {
  const Findings& findings = contents.findings;
  const results::Store& store = findings.store;
  const CsvPlaces places(findings.clusters);
  std::vector<std::string> columns;
  for (std::size_t i = 0; i < findings.clusters.size(); ++i) columns.push_back(csv_cluster(findings, i));
  std::map<CsvInput, CsvKnown> known;
  if (findings.known) known = csv_known(*findings.known);
  const std::vector<std::string> choices = csv_choices(store);
  output << "level,ordinal,test,verdict,cluster,key,explanation," << (findings.known ? "state,fault," : "")
         << "oracles,messages,seconds,reproduction";
  for (const std::string& name : choices) output << "," << csv_field("choice:" + name);
  output << "\n";
  store.for_each_failure([&](const results::Case& record) {
    std::string names, messages;
    for (const oracles::Judgement& judgement : record.judgements) {
      names += (names.empty() ? "" : "; ") + judgement.oracle;
      for (const oracles::Message& message : judgement.messages) messages += (messages.empty() ? "" : "\n") + message;
    }
    const CsvInput input{record.level, record.ordinal};
    const std::optional<std::size_t> place = places.of(input);
    output << fmt::format("{},{},{},{},{},", record.level, record.ordinal, record.test, oracles::name(record.verdict),
                          place ? columns[*place] : ",,");
    if (findings.known) output << fmt::format("{},{},", known[input].state, csv_field(known[input].faults));
    output << fmt::format("{},{},{:.6f},{}", csv_field(names), csv_field(messages), record.seconds,
                          csv_field(record.reproduction));
    for (const std::string& name : choices) output << "," << csv_field(csv_label(record.choices, name));
    output << "\n";
    return static_cast<bool>(output);
  });
}

}  // namespace smallscope::report
