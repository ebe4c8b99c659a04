// SPDX-License-Identifier: Apache-2.0
// A store as JUnit XML: one test case per cluster.
#include <ostream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/report/account.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "formats/formats.hpp"

namespace smallscope::report {

namespace {

/// Text for XML 1.0: markup escaped, and forbidden characters made visible.
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

/// The name of a cluster in every report: its key, then the oracles for people. Tools recognise a test by its name, so
/// it contains nothing that changes between runs.
std::string xml_name(const clustering::Cluster& cluster) {
  std::string name = cluster.key;
  for (const clustering::SignaturePart& part : cluster.signature)
    name += (name == cluster.key ? " " : ", ") +
            (part.oracle.empty() ? std::string(oracles::name(part.verdict)) : part.oracle);
  return xml(one_line(name));
}

}  // namespace

void export_junit(const results::Store& store, const std::vector<clustering::Cluster>& clusters, Output& output) {
  const results::Account account = store.account();
  const std::string campaign = xml(store.manifest().campaign);
  // Whatever keeps the store from showing that the rest is right is an error, so that no reader takes the run for a
  // clean one.
  std::vector<std::string> errors = doubts(store);
  if (account.open > 0)
    errors.insert(errors.begin(),
                  fmt::format("{} input{} could not be judged", grouped(account.open), account.open == 1 ? "" : "s"));
  const std::size_t tests = clusters.size() + 2;
  output << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         << fmt::format(
                "<testsuites tests=\"{0}\" failures=\"{1}\">\n  <testsuite name=\"{2}\" tests=\"{0}\" "
                "failures=\"{1}\" errors=\"{5}\" skipped=\"{3}\" time=\"{4:.3f}\">\n",
                tests, clusters.size(), campaign, account.complete ? 0 : 1, account.seconds, errors.empty() ? 0 : 1);
  output << "    <properties>\n";
  for (const auto& [name, count] :
       {std::pair("inputs executed", account.executed), std::pair("inputs judged", account.judged()),
        std::pair("failing", account.failed()), std::pair("refused", account.refused),
        std::pair("no oracle applied", account.not_applicable), std::pair("could not be judged", account.open),
        std::pair("filtered", account.filtered), std::pair("rejected", account.rejected)})
    output << fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, count);
  output << "    </properties>\n";
  // The run itself, so that a campaign without failures is a passed test, and an incomplete run is visible.
  const std::string executed =
      fmt::format("{} of {} inputs executed", account.executed, generators::size_text(account.inputs));
  output << fmt::format("    <testcase classname=\"{}\" name=\"every input executed\">", campaign);
  output << (account.complete ? fmt::format("<system-out>{}</system-out>", executed)
                              : fmt::format("<skipped message=\"{0}\">{0}</skipped>", executed))
         << "</testcase>\n";
  output << fmt::format("    <testcase classname=\"{}\" name=\"every input and oracle judged\">", campaign);
  if (!errors.empty()) {
    const std::string text = xml(fmt::format("{}", fmt::join(errors, "\n")));
    output << fmt::format("<error message=\"{}\">{}</error>", xml(one_line(errors.front())), text);
  }
  output << "</testcase>\n";
  for (const clustering::Cluster& cluster : clusters) {
    const auto record = *store.find_failure(cluster.representative.first, cluster.representative.second);
    const std::string message = clustering::to_string(cluster.signature);
    output << fmt::format("    <testcase classname=\"{}\" name=\"{}\">\n      <failure message=\"{}\" type=\"{}\">",
                          campaign, xml_name(cluster), xml(one_line(message)), oracles::name(record.verdict));
    // Some readers show only the content, others cut it: the message comes first.
    output << xml(fmt::format("{}\n{} failing input{}; the smallest is {}\n{}\nagain: {}\n", message,
                              cluster.members.size(), cluster.members.size() == 1 ? "" : "s", short_name(record),
                              generators::to_string(record.choices), record.reproduction));
    for (const subjects::NamedText& file : record.input.files)
      output << xml(fmt::format("--- {}\n{}\n", file.name, file.text));
    output << "</failure>\n    </testcase>\n";
  }
  output << "  </testsuite>\n</testsuites>\n";
}

}  // namespace smallscope::report
