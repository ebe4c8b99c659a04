// SPDX-License-Identifier: Apache-2.0
// A store as CSV: one row per case, one column per choice.
#include <map>
#include <ostream>
#include <set>

#include <fmt/format.h>

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

/// The cluster of every member, for one column.
std::map<std::pair<int, results::Ordinal>, const clustering::Cluster*> ids_of(
    const std::vector<clustering::Cluster>& clusters) {
  std::map<std::pair<int, results::Ordinal>, const clustering::Cluster*> ids;
  for (const clustering::Cluster& cluster : clusters)
    for (const auto& member : cluster.members) ids.emplace(member, &cluster);
  return ids;
}

}  // namespace

void export_csv(const results::Store& store, const std::vector<clustering::Cluster>& clusters, Output& output) {
  const auto ids = ids_of(clusters);
  const std::vector<std::string> choices = csv_choices(store);
  output << "level,ordinal,test,verdict,cluster,key,oracles,messages,seconds,reproduction";
  for (const std::string& name : choices) output << "," << csv_field("choice:" + name);
  output << "\n";
  store.for_each_failure([&](const results::Case& record) {
    std::string names, messages;
    for (const oracles::Judgement& judgement : record.judgements) {
      names += (names.empty() ? "" : "; ") + judgement.oracle;
      for (const oracles::Message& message : judgement.messages) messages += (messages.empty() ? "" : "\n") + message;
    }
    const auto id = ids.find({record.level, record.ordinal});
    const bool clustered = id != ids.end();
    output << fmt::format("{},{},{},{},{},{},{},{},{:.6f},{}", record.level, record.ordinal, record.test,
                          oracles::name(record.verdict), clustered ? id->second->id : "",
                          clustered ? id->second->key : "", csv_field(names), csv_field(messages), record.seconds,
                          csv_field(record.reproduction));
    for (const std::string& name : choices) output << "," << csv_field(csv_label(record.choices, name));
    output << "\n";
    return static_cast<bool>(output);
  });
}

}  // namespace smallscope::report
