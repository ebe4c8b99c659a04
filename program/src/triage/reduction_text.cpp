// SPDX-License-Identifier: Apache-2.0
#include "triage/reduction_text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/report/bug_report.hpp>
#include <smallscope/report/markdown.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

namespace smallscope::program {

namespace {

std::size_t lines_of(const std::string& text) {
  const auto newlines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  return newlines + (text.empty() || text.back() == '\n' ? 0 : 1);
}

/// The texts that a reduction changes.
std::vector<subjects::NamedText> texts_of(const subjects::Input& input) {
  std::vector<subjects::NamedText> texts = input.files;
  if (!input.standard_input.empty()) texts.push_back({"standard input", input.standard_input});
  return texts;
}

std::string slipped_text(const ReductionAccount& account) {
  if (account.slipped.empty()) return {};
  std::string text =
      "## What failed differently on the way\n\nThese candidates fail with another key, so each may show another "
      "fault. "
      "The smallest of each:\n\n";
  for (const Slipped& slipped : account.slipped)
    text += fmt::format("- [`slipped/{0}`](slipped/{0}): {1} bytes, {2}{3}\n", slipped.key,
                        runner::text_bytes(slipped.failing.input), report::code_span(slipped.message),
                        slipped.is_known ? "; the store has failures like this, too" : "");
  return text + "\n";
}

/// Which parameters say what was chosen for the input before the reduction. The texts are not made of them any more.
std::string kept_parameters_text(const ReductionAccount& account) {
  std::vector<std::string> names;
  for (const subjects::NamedText& parameter : account.after.input.parameters)
    if (std::ranges::find(account.before.choices, parameter.name, &generators::Choice::name) !=
        account.before.choices.end())
      names.push_back(report::code_span(parameter.name));
  if (names.empty() || account.after.input.files.empty()) return {};
  return fmt::format("As chosen for the input that this one was made of: {}.\n\n", fmt::join(names, ", "));
}

report::Json size_json(const subjects::Input& input) {
  report::Json json = report::Json::object();
  for (const subjects::NamedText& text : texts_of(input))
    json[report::visible(text.name)] = {{"lines", lines_of(text.text)}, {"bytes", text.text.size()}};
  return json;
}

}  // namespace

std::string sizes_text(const ReductionAccount& account) {
  std::string text;
  for (const subjects::NamedText& before : texts_of(account.before.input)) {
    const std::string* after = subjects::find(account.after.input.files, before.name);
    if (after == nullptr) after = &account.after.input.standard_input;
    text += fmt::format("{}: {} to {} lines, {} to {} bytes\n", report::one_line(before.name), lines_of(before.text),
                        lines_of(*after), report::grouped(before.text.size()), report::grouped(after->size()));
  }
  return text;
}

std::string end_text(const ReductionAccount& account) {
  switch (account.stop) {
    case runner::Stop::interrupted:
      return "interrupted: this is the smallest text so far";
    case runner::Stop::budget:
      return "stopped at the end of --budget: this is the smallest text so far";
    case runner::Stop::max_tests:
      return "stopped at --max-tests: this is the smallest text so far";
    default:
      return "no single line and no single token can be removed";
  }
}

report::Json to_json(const ReductionAccount& account) {
  report::Json json{{"campaign", report::text_json(account.origin.campaign)},
                    {"version", report::text_json(account.origin.version)},
                    {"cluster", account.cluster},
                    {"key", account.origin.key},
                    {"ordinal", account.before.ordinal},
                    {"stop", runner::name(account.stop)},
                    {"tests", account.tests},
                    {"seconds", account.seconds},
                    {"cvise", report::text_json(account.cvise)},
                    {"before", size_json(account.before.input)},
                    {"after", size_json(account.after.input)},
                    {"input", report::to_json(account.after.input)},
                    {"judgements", report::to_json(account.after.judgements)},
                    {"slipped", report::Json::array()}};
  for (const Slipped& slipped : account.slipped)
    json["slipped"].push_back({{"key", slipped.key},
                               {"known", slipped.is_known},
                               {"bytes", runner::text_bytes(slipped.failing.input)},
                               {"input", report::to_json(slipped.failing.input)},
                               {"judgements", report::to_json(slipped.failing.judgements)}});
  return json;
}

std::string readme_text(const ReductionAccount& account, const WrittenFailure& written) {
  std::string text = report::failure_heading(account.origin.campaign, account.after);
  text += fmt::format("Seen with {}.\n\n", account.origin.version.empty() ? "a subject without a version"
                                                                          : report::prose(account.origin.version));
  text += fmt::format("## What is wrong\n\n{}\n", report::judgement_items(account.after.judgements));
  text += fmt::format("## The input\n\n{}", report::input_sections(account.after.input));
  text += kept_parameters_text(account);
  if (written.reproduction && !written.reproduction->note.empty())
    text += report::visible(written.reproduction->note) + "\n\n";
  const std::string again = report::commands_text(written.commands) + report::script_text(script_of(written));
  if (!again.empty()) text += "## To see it again\n\n" + again;
  text += fmt::format(
      "## How it was reduced\n\nIt was made of input {} of the campaign, the smallest that fails like this, and is no "
      "input of the campaign itself.\nEvery candidate was executed and judged as the campaign's inputs are, and kept "
      "only if it failed with the same key,\n`{}`. {} candidates were judged. At the end: {}.\n\n",
      report::short_name(account.before), account.origin.key, report::grouped(account.tests), end_text(account));
  if (!account.cvise.empty()) text += account.cvise + ".\n\n";
  return text + report::code_block(sizes_text(account), "text") + "\n" + slipped_text(account);
}

}  // namespace smallscope::program
