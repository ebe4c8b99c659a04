// SPDX-License-Identifier: Apache-2.0
// A store as Markdown for an issue, a comment or the summary of a job: a list of the clusters, then each with its
// smallest input, as far as the limit goes.
#include <ostream>

#include <fmt/format.h>

#include <smallscope/report/account.hpp>
#include <smallscope/report/known_faults_text.hpp>
#include <smallscope/report/markdown.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "formats/cluster_text.hpp"
#include "formats/formats.hpp"

namespace smallscope::report {

namespace {

constexpr std::size_t room_for_what_is_left_out = 400;
constexpr std::size_t item_width = 200;

/// The text as far as a limit goes.
class Bounded {
 public:
  explicit Bounded(std::size_t limit) : limit_(limit) {}
  bool add(const std::string& text) {
    if (text_.size() + text.size() + room_for_what_is_left_out > limit_) return false;
    text_ += text;
    return true;
  }
  const std::string& text() const { return text_; }

 private:
  std::size_t limit_;
  std::string text_;
};

std::string markdown_head(const ExportContents& contents) {
  const results::Store& store = contents.findings.store;
  const results::Account account = store.account();
  std::string counts = counts_text(account, contents.findings.clusters.size() + contents.left_out);
  for (std::size_t at = 0; (at = counts.find("   ", at)) != std::string::npos;) counts.replace(at, 3, ", ");
  return fmt::format("# {}\n\n{} executed. {}.\n", code_span(one_line(store.manifest().campaign, item_width)),
                     executed_of_inputs(account, " inputs"), counts);
}

/// What keeps the store from showing that the rest is right, and what is known; a paragraph each.
std::vector<std::string> markdown_remarks(const ExportContents& contents) {
  const Findings& findings = contents.findings;
  const results::Account account = findings.store.account();
  std::vector<std::string> remarks;
  for (const std::string& warning : warnings(findings.store))
    remarks.push_back(fmt::format("\n{}\n", code_span(warning)));
  for (const std::string& line : findings.unjudged)
    remarks.push_back(fmt::format("\nNot judged: {}.\n", code_span(line)));
  if (account.open > 0)
    remarks.push_back(fmt::format("\n{} of the inputs could not be judged.\n", grouped(account.open)));
  if (!account.complete) remarks.emplace_back("\nThe run is not complete.\n");
  if (!findings.unexplained.empty())
    remarks.push_back(fmt::format("\nNo explanations: {}\n", code_span(findings.unexplained)));
  if (findings.known) remarks.push_back(fmt::format("\n{}.\n", comparison_text(findings.known->comparison)));
  if (contents.left_out > 0)
    remarks.push_back(fmt::format("\nKnown faults account for {} further cluster{}, left out here.\n",
                                  grouped(contents.left_out), contents.left_out == 1 ? "" : "s"));
  return remarks;
}

std::string markdown_item(const Findings& findings, std::size_t place, const ClusterText& told) {
  std::string text = fmt::format("- **{}** {}: {}\n", findings.clusters[place].id, told.failing,
                                 code_span(one_line(told.message, item_width)));
  for (const std::string& line : told.known) text += fmt::format("  - {}\n", code_span(one_line(line, item_width)));
  if (!told.condition.empty()) text += fmt::format("  - {}\n", code_span(one_line(told.condition, item_width)));
  return text;
}

std::string markdown_section(const Findings& findings, std::size_t place, const ClusterText& told, bool with_input) {
  const clustering::Cluster& cluster = findings.clusters[place];
  const Smallest smallest = smallest_of(findings, place);
  const auto record = *findings.store.find_failure(smallest.input.first, smallest.input.second);
  std::string text =
      fmt::format("\n## {}\n\n{}\n{}, {}; {} is {}:\n\n{}", cluster.id, judgement_items(record.judgements),
                  code_span(cluster.key), told.failing, smallest.text, code_span(short_name(record)),
                  record.choices.empty() ? "" : code_block(one_line(generators::to_string(record.choices))) + "\n");
  if (!told.causes.empty()) text += fmt::format("One cluster: {}\n\n", code_span(told.causes));
  if (!told.explanation.empty()) text += code_block(told.explanation) + "\n";
  if (with_input) text += input_sections(record.input);
  return text + "Again:\n\n" + code_block(fmt::format("{} {}", findings.replay, replay_arguments(record)), "sh");
}

}  // namespace

void export_markdown(const ExportContents& contents, Output& output) {
  const Findings& findings = contents.findings;
  std::vector<ClusterText> told;
  for (std::size_t i = 0; i < findings.clusters.size(); ++i) told.push_back(cluster_text(findings, i));
  Bounded whole(contents.limit);
  whole.add(markdown_head(contents));
  std::size_t remarks = 0, listed = 0, shown = 0, without_input = 0;
  for (const std::string& remark : markdown_remarks(contents)) remarks += whole.add(remark) ? 0 : 1;
  if (!told.empty()) whole.add("\n");
  while (listed < told.size() && whole.add(markdown_item(findings, listed, told[listed]))) ++listed;
  for (; shown < listed; ++shown) {
    if (whole.add(markdown_section(findings, shown, told[shown], true))) continue;
    if (!whole.add(markdown_section(findings, shown, told[shown], false))) break;
    ++without_input;
  }
  output << whole.text();
  std::string left_out;
  const auto add = [&](std::size_t count, std::string_view what) {
    if (count > 0) left_out += fmt::format("{}{} {}", left_out.empty() ? "" : ", ", grouped(count), what);
  };
  add(remarks, "remarks");
  add(told.size() - listed, "further clusters");
  add(listed - shown, "clusters in detail");
  add(without_input, "inputs");
  if (!left_out.empty())
    output << fmt::format("\nLeft out, for the limit of {} bytes: {}.\n", grouped(contents.limit), left_out);
}

}  // namespace smallscope::report
