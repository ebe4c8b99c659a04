// SPDX-License-Identifier: Apache-2.0
#include "judging.hpp"

#include <smallscope/oracles/result_check.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <smallscope/oracles/pattern.hpp>

namespace smallscope::oracles {
namespace {

using subjects::Ending;

constexpr std::string_view white_space = " \t\r\n\v\f";

/// Removes the first line of `text`; false if there is none.
bool take_line(std::string_view& text, std::string_view& line) {
  if (text.empty()) return false;
  const std::size_t end = text.find('\n');
  line = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  return true;
}

/// Whether a program reports an error in this line: "p.c:3: error: ...", "error[E0308]: ...", "ValueError: ...". Lines
/// that are indented belong to a report, and quote what may say anything.
bool names_an_error(std::string_view line) {
  static const Pattern error(R"(((?<![a-z])error|Error)(\[[^\]]{1,40}\])?:)");
  return white_space.find(line.front()) == std::string_view::npos && error.occurs_in(line);
}

/// The text with absolute paths shortened to file names: where programs are installed differs between machines.
std::string without_directories(std::string_view text) {
  constexpr std::string_view ends_path = " \t:;,\"'`()<>[]";
  std::string result;
  while (!text.empty()) {
    const bool begins =
        text.front() == '/' && (result.empty() || ends_path.find(result.back()) != std::string_view::npos);
    const std::string_view path = begins ? text.substr(0, text.find_first_of(ends_path)) : text.substr(0, 1);
    const std::size_t slash = path.size() > 1 ? path.find_last_of('/') : std::string_view::npos;
    result += path.substr(slash == std::string_view::npos ? 0 : slash + 1);
    text.remove_prefix(path.size());
  }
  return result;
}

}  // namespace

std::optional<Judgement> without_result(const subjects::Observation& observation,
                                        const std::optional<Judgement>& otherwise) {
  switch (observation.ending) {
    case Ending::completed:
      return std::nullopt;
    case Ending::lost:
      return judgement(Verdict::infrastructure, observation.messages);
    case Ending::refused:
    case Ending::cancelled:
      break;
    case Ending::crashed:
    case Ending::timed_out:
      if (otherwise) return otherwise;
  }
  return does_not_apply(without_result_text(observation.ending));
}

std::string how_it_ended(const subjects::Observation& observation) {
  if (!observation.messages.empty()) return observation.messages.front();
  if (observation.signal != 0) return "killed by " + subjects::signal_name(observation.signal);
  return std::string(subjects::name(observation.ending));
}

const Message& reason_in(const std::vector<Message>& said) {
  const auto error = std::ranges::find_if(said, names_an_error);
  return error == said.end() ? said.front() : *error;
}

std::string failure(const subjects::Observation& observation) {
  const std::vector<Message> said = lines(observation.standard_error);
  return fmt::format("exit status {}{}", observation.exit_status,
                     said.empty() ? place_of_early_end(observation)
                                  : ": " + subjects::in_quotes(without_directories(reason_in(said))));
}

std::string place_of_early_end(const subjects::Observation& observation) {
  return observation.steps_left > 0 ? " in " + observation.program : "";
}

std::vector<Message> said_of_early_end(const subjects::Observation& observation) {
  if (observation.steps_left == 0) return {};
  return {fmt::format("{} failed, so that the command behind it did not run", observation.program)};
}

std::pair<std::string, std::string> first_difference(std::string_view left, std::string_view right) {
  const std::string_view whole_left = left, whole_right = right;
  std::string_view left_line, right_line;
  for (;;) {
    const bool has_left = take_line(left, left_line), has_right = take_line(right, right_line);
    if (!has_left && !has_right) break;
    if (has_left != has_right || left_line != right_line) {
      return {has_left ? subjects::in_quotes(left_line) : "(nothing)",
              has_right ? subjects::in_quotes(right_line) : "(nothing)"};
    }
  }
  // Equal, or different only in the final newline.
  const auto ending = [](std::string_view text) {
    return text.ends_with('\n') ? "a newline at the end" : "no newline at the end";
  };
  return {ending(whole_left), ending(whole_right)};
}

Judgement equal_or_fail(std::string_view found, std::string_view expected, std::string_view what_was_found,
                        std::string_view what_was_expected) {
  if (found == expected) return judgement(Verdict::pass);
  const auto [found_line, expected_line] = first_difference(found, expected);
  return judgement(Verdict::fail,
                   {fmt::format("{}: {}, {}: {}", what_was_found, found_line, what_was_expected, expected_line)});
}

std::string description(std::string_view kind, std::initializer_list<std::string_view> values) {
  std::string text(kind);
  for (const std::string_view value : values) text += fmt::format(" {}:{}", value.size(), value);
  return text;
}

std::string description(const Normaliser& normaliser) {
  std::string text;
  for (const Rewrite& rule : normaliser.rules()) text += description(" rewrite", {rule.pattern, rule.replacement});
  return text;
}

std::optional<ResultCheck> Wrapped::result_check() const { return oracle_->result_check(); }

}  // namespace smallscope::oracles
