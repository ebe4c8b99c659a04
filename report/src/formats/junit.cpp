// A store as JUnit XML: a result a cluster.
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

}  // namespace

}  // namespace smallscope::report
