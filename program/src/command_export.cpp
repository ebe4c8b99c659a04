// export: a store for other tools. One record a case in JSON and CSV, one result a cluster in JUnit.
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <set>

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
  head["manifest"] = {{"description", text_json(manifest.description)},
                      {"structure", text_json(manifest.structure)},
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

std::string csv_field(std::string_view text) {
  const std::string shown = visible(text);
  if (shown.find_first_of(",\"\n") == std::string::npos) return shown;
  std::string quoted = "\"";
  for (const char c : shown) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

/// The names of the choices of all cases, in the order in which they appear first.
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

/// The label of the choice of this name; of several, all.
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

/// Text for XML 1.0: markup escaped, and what it forbids made visible.
std::string xml(std::string_view text) {
  std::string result;
  for (const char c : visible(text)) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  for (const auto& [forbidden, shown] : {std::pair{"\xef\xbf\xbe", "\\ufffe"}, std::pair{"\xef\xbf\xbf", "\\uffff"}})
    for (std::size_t at = 0; (at = result.find(forbidden, at)) != std::string::npos;) result.replace(at, 3, shown);
  return result;
}

/// What a cluster is called in every report: its key, then the oracles for people. Tools know a test again by its name,
/// so that nothing stands here that changes between runs.
std::string xml_name(const clustering::Cluster& cluster) {
  std::string name = cluster.key;
  for (const clustering::SignaturePart& part : cluster.signature)
    name += (name == cluster.key ? " " : ", ") +
            (part.oracle.empty() ? std::string(oracles::name(part.verdict)) : part.oracle);
  return xml(one_line(name));
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
  const std::string executed =
      fmt::format("{} of {} inputs executed", account.executed, generators::size_text(account.inputs));
  output << fmt::format("    <testcase classname=\"{}\" name=\"every input executed\">", campaign);
  output << (account.complete ? fmt::format("<system-out>{}</system-out>", executed)
                              : fmt::format("<skipped message=\"{0}\">{0}</skipped>", executed))
         << "</testcase>\n";
  for (const clustering::Cluster& cluster : clusters) {
    const auto record = *store.find_failure(cluster.representative.first, cluster.representative.second);
    const std::string message = clustering::to_string(cluster.signature);
    output << fmt::format("    <testcase classname=\"{}\" name=\"{}\">\n      <failure message=\"{}\" type=\"{}\">",
                          campaign, xml_name(cluster), xml(one_line(message)), oracles::name(record.verdict));
    // Some readers show the content only, others cut it: the message comes first.
    output << xml(fmt::format("{}\n{} failing input{}; the smallest is {}\n{}\nagain: {}\n", message,
                              cluster.members.size(), cluster.members.size() == 1 ? "" : "s", short_name(record),
                              generators::to_string(record.choices), record.reproduction));
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
  auto* command = app.add_subcommand("export", "Convert a store for other tools");
  auto store = std::make_shared<std::string>();
  auto format = std::make_shared<std::string>("json");
  auto target = std::make_shared<std::string>();
  command->add_option("store", *store, "Result store")->required();
  command
      ->add_option("--format", *format,
                   "json (everything), csv (one row per case) or junit (one test case per cluster)")
      ->check(CLI::IsMember({"json", "csv", "junit"}))
      ->capture_default_str();
  command->add_option("-o,--output", *target, "File to write (default: standard output)");
  command->callback([=, &action] { action = [=] { return export_store(*store, *format, *target); }; });
}

}  // namespace smallscope::program
