// A store as CSV: a row a case.
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>

#include <fmt/format.h>

#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"

namespace smallscope::report {

namespace {

std::string csv_field(std::string_view text) {
  std::string valid = valid_utf8(text);
  if (valid.find_first_of(",\"\r\n") == std::string::npos) return valid;
  std::string quoted = "\"";
  for (const char c : valid) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

/// The cluster of every member, for one column.
std::map<std::pair<int, results::Ordinal>, std::string> ids_of(const std::vector<clustering::Cluster>& clusters) {
  std::map<std::pair<int, results::Ordinal>, std::string> ids;
  for (const clustering::Cluster& cluster : clusters)
    for (const auto& member : cluster.members) ids.emplace(member, cluster.id);
  return ids;
}

void export_csv(const results::Store& store, const std::vector<clustering::Cluster>& clusters, Output& output) {
  const auto ids = ids_of(clusters);
  output << "level,ordinal,test,verdict,cluster,oracles,messages,seconds,choices,reproduction\n";
  store.for_each_failure([&](const results::Case& record) {
    std::string names, messages;
    for (const oracles::Judgement& judgement : record.judgements) {
      names += (names.empty() ? "" : "; ") + judgement.oracle;
      for (const oracles::Message& message : judgement.messages) messages += (messages.empty() ? "" : "\n") + message;
    }
    const auto id = ids.find({record.level, record.ordinal});
    output << fmt::format("{},{},{},{},{},{},{},{:.6f},{},{}\n", record.level, record.ordinal, record.test,
                          oracles::name(record.verdict), id == ids.end() ? "" : id->second, csv_field(names),
                          csv_field(messages), record.seconds, csv_field(generators::to_string(record.choices)),
                          csv_field(record.reproduction));
    return static_cast<bool>(output);
  });
}

}  // namespace

}  // namespace smallscope::report
