// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/presentation.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include <smallscope/report/places_text.hpp>
#include <smallscope/report/text.hpp>

namespace smallscope::report {

namespace {

constexpr std::size_t lines_of_file = 200;
constexpr std::size_t value_width = 200;

bool is_program(const subjects::NamedText& output) { return output.name == "after"; }

/// The first three digits of a number, the rest rounded by `round`.
template <class Round>
std::string significant(double number, Round round) {
  const double unit = number < 1000 ? 1 : std::pow(10.0, std::floor(std::log10(number)) - 2);
  const double cut = round(number / unit) * unit;
  return cut < 1e7 ? grouped(static_cast<generators::Ordinal>(std::llround(cut))) : fmt::format("{:.3g}", cut);
}

}  // namespace

std::string shown(const subjects::Input& input) {
  std::string text;
  for (const subjects::NamedText& file : input.files)
    text += fmt::format("--- {}\n{}", one_line(file.name), block(with_places(input, file), "", lines_of_file));
  if (!text.empty() && !input.parameters.empty()) text += "--- parameters\n";
  for (const subjects::NamedText& parameter : parameters_with_places(input))
    text += fmt::format("{}: {}\n", one_line(parameter.name), one_line(parameter.text, value_width));
  if (!input.standard_input.empty())
    text += fmt::format("--- standard input\n{}", block(input.standard_input, "", lines_of_file));
  return visible(text);
}

std::string shown(const std::vector<oracles::Judgement>& judgements) {
  std::string text;
  for (const oracles::Judgement& judgement : judgements) {
    const std::string who = fmt::format("{} ({})", one_line(judgement.oracle), oracles::name(judgement.verdict));
    if (judgement.messages.empty()) text += who + "\n";
    // Why nothing was judged ends with the remedies.
    const std::size_t width = oracles::is_open(judgement.verdict) ? 2 * value_width : value_width;
    for (const oracles::Message& message : judgement.messages)
      text += fmt::format("{}: {}\n", who, one_line(message, width));
  }
  return visible(text);
}

std::string executed_of_inputs(const results::Account& account, std::string_view noun) {
  if (account.inputs == generators::uncounted)
    return fmt::format("{}{} of an uncounted search", grouped(account.executed), noun);
  return fmt::format("{} of {}{}", grouped(account.executed), grouped(account.inputs), noun);
}

std::string rounded(double number) {
  return significant(number, [](double scaled) { return std::round(scaled); });
}

std::string estimate_text(const generators::Estimate& estimate, std::string_view noun) {
  using Kind = generators::Estimate::Kind;
  if (estimate.kind == Kind::exact)
    return fmt::format("{} {}", grouped(static_cast<generators::Ordinal>(estimate.value)), noun);
  if (estimate.kind == Kind::at_least && estimate.low < 1) return fmt::format("an unknown number of {}", noun);
  const std::string low = significant(estimate.low, [](double scaled) { return std::floor(scaled); });
  if (estimate.kind == Kind::at_least) return fmt::format("at least {} {}", low, noun);
  const std::string high = significant(estimate.high, [](double scaled) { return std::ceil(scaled); });
  return fmt::format("about {} {} (95% interval {} to {})", rounded(estimate.value), noun, low, high);
}

std::string estimate_text(const generators::SearchEstimate& estimate) {
  return fmt::format("{} among {}", estimate_text(estimate.inputs, "inputs"),
                     estimate_text(estimate.paths, "candidates"));
}

std::string message_text(const clustering::Cluster& cluster, std::size_t width) {
  const std::string message = one_line(clustering::to_string(cluster.signature), width);
  if (cluster.signatures < 2) return message;
  // A title of a few of its inputs must not read like one of all.
  const bool is_of_few = cluster.with_signature > 0 && 2 * cluster.with_signature < cluster.failing();
  return fmt::format("{} messages, most often{}: {}", cluster.signatures,
                     is_of_few ? fmt::format(" ({})", grouped(cluster.with_signature)) : "", message);
}

std::string cluster_table(const std::vector<clustering::Cluster>& clusters, Keys keys,
                          const std::vector<std::string>& known_as) {
  std::vector<std::string> header{"cluster", "failing", "first seen", "message (abstract)"};
  std::vector<bool> right{false, true, true, false};
  if (keys == Keys::shown) {
    header.insert(header.begin() + 1, "key");
    right.insert(right.begin() + 1, false);
  }
  if (!known_as.empty()) {
    header.insert(header.end() - 1, "fault");
    right.insert(right.end() - 1, false);
  }
  Table table(std::move(header), std::move(right));
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    const clustering::Cluster& cluster = clusters[i];
    std::vector<std::string> row{cluster.id, grouped(cluster.failing()),
                                 fmt::format("test {}", grouped(cluster.first_test)),
                                 message_text(cluster, value_width)};
    if (keys == Keys::shown) row.insert(row.begin() + 1, cluster.key);
    if (!known_as.empty()) row.insert(row.end() - 1, known_as[i]);
    table.add(std::move(row));
  }
  return table.text(terminal_width(1));
}

std::string case_text(const results::Case& failing, const std::string& again) {
  const std::size_t width = terminal_width(1);
  std::string text;
  const auto after = std::find_if(failing.observed.begin(), failing.observed.end(), is_program);
  if (!failing.input.files.empty() && after != failing.observed.end()) {
    text += side_by_side("before", with_places(failing.input, failing.input.files.front()), "after", after->text,
                         "    ", width);
  } else {
    for (const subjects::NamedText& file : failing.input.files)
      text += fmt::format("    -- {}\n{}", one_line(file.name), block(with_places(failing.input, file), "    "));
    for (const subjects::NamedText& parameter : failing.input.parameters)
      if (failing.input.files.empty())
        text += fmt::format("    {}: {}\n", one_line(parameter.name), one_line(parameter.text, width - 10));
  }
  text += block(shown(failing.judgements), "    wrong: ");
  for (const subjects::NamedText& observed : failing.observed)
    if (!is_program(observed) && observed.name != "message")
      text += fmt::format("    {}: {}\n", one_line(observed.name), one_line(observed.text, width - 10));
  return visible(text + fmt::format("    again: {}\n", again));
}

std::string clearer_text(const clustering::ClearerMember& clearer, std::span<const clustering::Cluster> clusters,
                         const results::Case& record) {
  return fmt::format("all inputs of {} have {}, as this one has; likelier to show this fault alone: {}   {}",
                     clusters[clearer.other].id, one_line(generators::to_string(clearer.shared), value_width),
                     short_name(record), one_line(generators::to_string(record.choices), value_width));
}

std::string representative(const clustering::Cluster& cluster, const results::Case& failing, const std::string& again,
                           const std::vector<std::string>& remarks) {
  std::string text = fmt::format("{}, {} failing; the smallest is {}   {}\n", cluster.id, grouped(cluster.failing()),
                                 short_name(failing), one_line(generators::to_string(failing.choices), value_width));
  for (const std::string& remark : remarks)
    if (!remark.empty()) text += fmt::format("    {}\n", remark);
  return visible(text) + case_text(failing, again);
}

std::string short_name(const results::Case& record) {
  return record.level == 0 ? fmt::format("#{}", record.ordinal) : fmt::format("M{} #{}", record.level, record.ordinal);
}

std::string replay_arguments(const results::Case& record) {
  return record.level == 0 ? std::to_string(record.ordinal)
                           : fmt::format("{} --merge-level {}", record.ordinal, record.level);
}

std::string short_path(const std::string& path) {
  std::error_code failed;
  const std::string relative = std::filesystem::proximate(path, failed).string();
  return failed || relative.empty() || relative.size() >= path.size() ? path : relative;
}

}  // namespace smallscope::report
