// SPDX-License-Identifier: Apache-2.0
// A store as JUnit XML: one test case per cluster.
#include <ostream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/report/account.hpp>
#include <smallscope/report/known_faults_text.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "formats/cluster_text.hpp"
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
std::string xml_name(const clustering::Cluster& cluster, const std::string& stable_name) {
  std::string name = stable_name;
  for (const clustering::SignaturePart& part : cluster.signature)
    name += (name == stable_name ? " " : ", ") +
            (part.oracle.empty() ? std::string(oracles::name(part.verdict)) : part.oracle);
  return xml(one_line(name));
}

/// A test case that is not about a cluster. Without `element` it has passed.
std::string xml_case(const std::string& campaign, std::string_view name, std::string_view element,
                     const std::vector<std::string>& lines) {
  std::string text = fmt::format("    <testcase classname=\"{}\" name=\"{}\">", campaign, name);
  if (!element.empty())
    text += fmt::format("<{0} message=\"{1}\">{2}</{0}>", element, xml(one_line(lines.front())),
                        xml(fmt::format("{}", fmt::join(lines, "\n"))));
  return text + "</testcase>\n";
}

/// The known faults whose decision no longer holds, a line each.
std::vector<std::string> expired_faults(const KnownClusters& known) {
  std::vector<std::string> lines;
  for (const clustering::FaultState& state : known.comparison.faults) {
    const clustering::Fault& fault = known.faults.all()[state.fault];
    if (state.expired)
      lines.push_back(
          fmt::format("{}: {}; {}", state_text(state, fault.decision), fault.name, remark_text(state, fault.decision)));
  }
  return lines;
}

/// A cluster as a test case: skipped if known faults account for it, otherwise failed.
std::string xml_cluster(const Findings& findings, std::size_t place, const std::string& campaign,
                        const std::string& stable_name) {
  const clustering::Cluster& cluster = findings.clusters[place];
  const Smallest smallest = smallest_of(findings, place);
  const auto record = *findings.store.find_failure(smallest.input.first, smallest.input.second);
  const ClusterText told = cluster_text(findings, place);
  // Some readers show only the content, others only the attribute, and some cut the content: what matters comes first.
  std::string content;
  for (const std::string& line : told.known) content += line + "\n";
  content = is_settled(findings, place) ? content + told.message + "\n" : told.message + "\n" + content;
  content += fmt::format("{}; {} is {}\n", told.failing, smallest.text, short_name(record));
  if (!told.causes.empty()) content += fmt::format("one cluster: {}\n", told.causes);
  content += told.explanation;
  content += fmt::format("{}\nagain: {}\n", one_line(generators::to_string(record.choices)), record.reproduction);
  for (const subjects::NamedText& file : record.input.files)
    content += fmt::format("--- {}\n{}\n", one_line(file.name), file.text);
  const std::string opening =
      is_settled(findings, place)
          ? fmt::format("<skipped message=\"{}\">", xml(told.known.front()))
          : fmt::format("<failure message=\"{}\" type=\"{}\">", xml(told.message), oracles::name(record.verdict));
  return fmt::format("    <testcase classname=\"{}\" name=\"{}\">\n      {}{}</{}>\n    </testcase>\n", campaign,
                     xml_name(cluster, stable_name), opening, xml(content),
                     is_settled(findings, place) ? "skipped" : "failure");
}

}  // namespace

void export_junit(const ExportContents& contents, Output& output) {
  const Findings& findings = contents.findings;
  const results::Store& store = findings.store;
  const results::Account account = store.account();
  const std::string campaign = xml(one_line(store.manifest().campaign));
  // The run itself, so that a campaign without failures is a passed test, and an incomplete run is visible. Whatever
  // keeps the store from showing that the rest is right is an error, so that no reader takes the run for a clean one.
  std::vector<std::string> errors = doubts(store);
  if (account.open > 0)
    errors.insert(errors.begin(),
                  fmt::format("{} input{} could not be judged", grouped(account.open), account.open == 1 ? "" : "s"));
  std::size_t settled = 0;
  for (std::size_t i = 0; i < findings.clusters.size(); ++i) settled += is_settled(findings, i) ? 1 : 0;
  const std::vector<std::string> expired =
      findings.known ? expired_faults(*findings.known) : std::vector<std::string>();
  const std::size_t tests = findings.clusters.size() + (findings.known ? 3 : 2);
  const std::size_t failures = findings.clusters.size() - settled + (expired.empty() ? 0 : 1);
  output << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         << fmt::format(
                "<testsuites tests=\"{0}\" failures=\"{1}\">\n  <testsuite name=\"{2}\" tests=\"{0}\" "
                "failures=\"{1}\" errors=\"{5}\" skipped=\"{3}\" time=\"{4:.3f}\">\n",
                tests, failures, campaign, settled + (account.complete ? 0 : 1), account.seconds,
                errors.empty() ? 0 : 1);
  output << "    <properties>\n";
  for (const auto& [name, count] :
       {std::pair("inputs executed", account.executed), std::pair("inputs judged", account.judged()),
        std::pair("failing", account.failed()), std::pair("refused", account.refused),
        std::pair("no oracle applied", account.not_applicable), std::pair("could not be judged", account.open),
        std::pair("filtered", account.filtered), std::pair("rejected", account.rejected)})
    output << fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, count);
  for (const std::string& line : findings.unjudged)
    output << fmt::format("      <property name=\"not judged\" value=\"{}\"/>\n", xml(line));
  if (findings.known)
    output << fmt::format("      <property name=\"known faults\" value=\"{}\"/>\n",
                          xml(comparison_text(findings.known->comparison)));
  output << "    </properties>\n";
  const std::string executed =
      fmt::format("{} of {} inputs executed", account.executed, generators::size_text(account.inputs));
  output << (account.complete
                 ? fmt::format(
                       "    <testcase classname=\"{}\" name=\"every input executed\"><system-out>{}</system-out>"
                       "</testcase>\n",
                       campaign, executed)
                 : xml_case(campaign, "every input executed", "skipped", {executed}));
  output << xml_case(campaign, "every input has a verdict, every oracle judged", errors.empty() ? "" : "error", errors);
  if (findings.known)
    output << xml_case(campaign, "no decision about a known fault expired", expired.empty() ? "" : "failure", expired);
  const std::vector<std::string> names = stable_names(findings.clusters);
  for (std::size_t i = 0; i < findings.clusters.size(); ++i) output << xml_cluster(findings, i, campaign, names[i]);
  output << "  </testsuite>\n</testsuites>\n";
}

}  // namespace smallscope::report
