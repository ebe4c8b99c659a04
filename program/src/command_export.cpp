// export: a store for other tools. One record a case in JSON and CSV, one result a cluster in JUnit.
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>

#include <fmt/format.h>

#include "commands.hpp"
#include "json.hpp"
#include "presentation.hpp"
#include "text.hpp"

namespace smallscope::program {

namespace {

using Output = std::ostream;

void export_json(const results::Store& store, const std::vector<clustering::Cluster>& clusters, Output& output) {
  Json head = account_json(store);
  const results::Manifest& manifest = store.manifest();
  head["manifest"] = {{"description", manifest.description},
                      {"structure", manifest.structure},
                      {"fingerprint",
                       {{"population", manifest.fingerprint.population},
                        {"subject", manifest.fingerprint.subject},
                        {"oracles", manifest.fingerprint.oracles}}}};
  head["certificate"] = store.certificate();
  head["passes"] = Json::array();
  for (const results::Pass& pass : store.passes())
    head["passes"].push_back({{"level", pass.level},
                              {"order", pass.order.name},
                              {"jump_limit", pass.order.jump_limit},
                              {"seed", pass.order.seed},
                              {"strength", pass.order.strength},
                              {"factors", pass.order.factors},
                              {"repeat", pass.repeat},
                              {"begin", pass.begin},
                              {"end", pass.end},
                              {"done", pass.done},
                              {"executed", pass.executed}});
  const results::Discards discards = store.discards(0);
  head["filtered_ranges"] = discards.filtered;
  head["rejected_ordinals"] = discards.rejected;
  head["clusters"] = Json::array();
  for (const clustering::Cluster& cluster : clusters) head["clusters"].push_back(to_json(cluster));
  // Cases are streamed: there may be more of them than fit in memory.
  std::string opening = text(head);
  opening.erase(opening.rfind('}'));
  while (opening.back() == '\n') opening.pop_back();
  output << opening;
  const auto stream_list = [&](std::string_view name, auto&& for_each) {
    output << fmt::format(",\n  \"{}\": [", name);
    bool first = true;
    for_each([&](const auto& record) {
      output << (first ? "\n" : ",\n") << "    "
             << to_json(record).dump(-1, ' ', false, Json::error_handler_t::replace);
      first = false;
      return static_cast<bool>(output);
    });
    output << "\n  ]";
  };
  stream_list("cases", [&](const auto& visit) { store.for_each_failure(visit); });
  stream_list("unmergings", [&](const auto& visit) { store.for_each_unmerging(visit); });
  output << "\n}\n";
}

/// The text with bytes that are not UTF-8 replaced, as the JSON writer does.
std::string valid_utf8(std::string_view text) {
  return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

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

/// Text for XML 1.0: markup escaped, characters that it forbids replaced.
std::string xml(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else if (byte < 0x20 && c != '\n' && c != '\t')
      result += '?';
    else
      result += c;
  }
  result = valid_utf8(result);
  for (const char* const forbidden : {"\xef\xbf\xbe", "\xef\xbf\xbf"})  // U+FFFE and U+FFFF
    for (std::size_t at = 0; (at = result.find(forbidden, at)) != std::string::npos;) result.replace(at, 3, 1, '?');
  return result;
}

void export_junit(const results::Store& store, const std::vector<clustering::Cluster>& clusters, Output& output) {
  const results::Account account = store.account();
  const std::string campaign = xml(store.manifest().campaign);
  const std::size_t tests = clusters.size() + 1;
  output << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         << fmt::format(
                "<testsuites tests=\"{0}\" failures=\"{1}\">\n  <testsuite name=\"{2}\" tests=\"{0}\" "
                "failures=\"{1}\" errors=\"0\" skipped=\"{3}\" time=\"{4:.3f}\">\n",
                tests, clusters.size(), campaign, account.complete ? 0 : 1, account.seconds);
  // The run itself, so that a clean campaign is a passed test and an incomplete one is visible.
  output << fmt::format("    <testcase classname=\"{}\" name=\"{} of {} inputs executed\"", campaign, account.executed,
                        generators::size_text(account.inputs));
  output << (account.complete ? "/>\n" : "><skipped message=\"the run is not complete\"/></testcase>\n");
  for (const clustering::Cluster& cluster : clusters) {
    const auto record = *store.find_failure(cluster.representative.first, cluster.representative.second);
    const std::string message = xml(clustering::to_string(cluster.signature));
    output << fmt::format("    <testcase classname=\"{}\" name=\"{}\">\n      <failure message=\"{}\" type=\"{}\">",
                          campaign, cluster.id, message, oracles::name(record.verdict));
    output << xml(fmt::format("{} failing inputs; the smallest is {}\n{}\nagain: {}\n", cluster.members.size(),
                              short_name(record), generators::to_string(record.choices), record.reproduction));
    for (const subjects::NamedText& file : record.input.files)
      output << xml(fmt::format("--- {}\n{}\n", file.name, file.text));
    output << "</failure>\n    </testcase>\n";
  }
  output << "  </testsuite>\n</testsuites>\n";
}

int export_store(const std::string& file, const std::string& format, const std::string& target) {
  const results::Store store = inspect_store(file);
  clustering::Options options;
  options.rules = clustering::rules_of(store.manifest());
  const auto clusters = clustering::cluster(store, options);
  std::ofstream opened;
  if (!target.empty()) {
    opened.open(target, std::ios::binary);
    if (!opened)
      throw results::StoreError(
          fmt::format("cannot write {}: {}; name a file that can be written", target, std::strerror(errno)));
  }
  Output& output = target.empty() ? std::cout : opened;
  if (format == "json") export_json(store, clusters, output);
  if (format == "csv") export_csv(store, clusters, output);
  if (format == "junit") export_junit(store, clusters, output);
  errno = 0;
  output.flush();
  if (!output)
    throw results::StoreError(fmt::format("{} cannot be written{}{}", target.empty() ? "standard output" : target,
                                          errno != 0 ? ": " : "", errno != 0 ? std::strerror(errno) : ""));
  return nothing_failed;
}

}  // namespace

void add_export(CLI::App& app, const Context&, Action& action) {
  auto* command = app.add_subcommand("export", "Write a store for other tools");
  auto store = std::make_shared<std::string>();
  auto format = std::make_shared<std::string>("json");
  auto target = std::make_shared<std::string>();
  command->add_option("store", *store, "Result store")->required();
  command->add_option("--format", *format, "json (everything), csv (a row a case) or junit (a result a cluster)")
      ->check(CLI::IsMember({"json", "csv", "junit"}))
      ->capture_default_str();
  command->add_option("-o,--output", *target, "File to write (default: standard output)");
  command->callback([=, &action] { action = [=] { return export_store(*store, *format, *target); }; });
}

}  // namespace smallscope::program
