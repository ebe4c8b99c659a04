// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/bug_report.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/report/markdown.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

namespace smallscope::report {

namespace {

std::string observed_text(const results::Case& failing) {
  std::string text;
  const auto& files = failing.input.files;
  const std::string_view language = files.empty() ? "" : language_of(files.front().name);
  for (const subjects::NamedText& observed : failing.observed) {
    text += name_span(observed.name) + ":";
    const auto same = std::ranges::find(files, observed.text, &subjects::NamedText::text);
    if (same != files.end() && !observed.text.empty())
      text += fmt::format(" the same as {}\n\n", code_span(same->name));
    else
      text +=
          fmt::format("\n\n{}\n", code_block(observed.text, observed.name == "after" ? language : std::string_view()));
  }
  return text;
}

std::string choice_items(const generators::Choices& choices) {
  std::string items;
  for (const generators::Choice& choice : choices)
    items +=
        fmt::format("- {}: {}\n", choice.name.empty() ? "choice" : name_span(choice.name), code_span(choice.label));
  return items;
}

std::string choices_text(const results::Case& failing) {
  return failing.choices.empty() ? "" : "What was chosen to make it:\n\n" + choice_items(failing.choices);
}

std::string when_text(const BugReport& report) {
  const results::Account& account = report.account;
  const std::string failing = grouped(report.cluster.members.size());
  std::string text;
  if (account.complete)
    text = fmt::format("The input is one of a space of {}, of which every one was executed. {} fail like this",
                       grouped(account.inputs), failing);
  else
    text = fmt::format("The input is one of a space of which {} were executed. {} of them fail like this",
                       executed_of_inputs(account, " inputs"), failing);
  text += report.explanation.empty() ? ".\n" : ":\n\n" + code_block(report.explanation, "text");
  text += fmt::format(
      "\nThe input is the smallest of them: {} bytes in its files, parameters and standard input.\n"
      "Of several, it is the first in the order of the space. {}.\n",
      grouped(report.size),
      account.complete ? "Nothing smaller in the space fails like this"
                       : "What was not executed may hold a smaller one");
  return text + (report.failing.choices.empty() ? "" : "\n") + choices_text(report.failing);
}

std::string second_text(const SecondInput& second) {
  return fmt::format(
      "## A second input\n\nThe input above has what all inputs of another cluster, {}, have, so it may\n"
      "show their fault, too:\n\n{}\nThis one fails like it, and is likelier to show nothing else.\n\n{}{}\n",
      code_span(second.other), choice_items(second.shared), input_sections(second.failing.input),
      choices_text(second.failing));
}

std::string again_text(const BugReport& report) {
  std::string text = commands_text(report.commands);
  text += script_text(report.script);
  return text +
         fmt::format("With smallscope, and the store that it was found in:\n\n{}", code_block(report.replay, "sh"));
}

}  // namespace

std::string failure_heading(const std::string& campaign, const results::Case& failing) {
  // Abstract messages would say "<number>" where a reader needs the number.
  const std::string message = clustering::to_string(clustering::signature(
      failing.verdict, failing.judgements, {.abstraction = clustering::Abstraction::concrete}, failing.ordinal));
  return fmt::format("# {}: {}\n\n", prose(campaign), code_span(one_line(message, 120)));
}

std::string commands_text(const std::string& commands) {
  if (commands.empty()) return {};
  return fmt::format("What was executed, in a new directory with the files of the input{}:\n\n{}\n",
                     commands.find("DIR/") == std::string::npos ? "" : ", where DIR is this folder",
                     code_block(commands, "sh"));
}

std::string script_text(const ReproducingScript& script) {
  std::string text;
  if (!script.command.empty()) {
    text += fmt::format("In this folder:\n\n{}\nprints\n\n{}\n", code_block(script.command, "sh"),
                        code_block(script.output, "text"));
    if (!script.is_shown)
      text += "and exits with another status than 1, so it does not show the failure.\n\n";
    else
      text += fmt::format(
          "and exits with 1. It exits {}\n\n",
          script.can_say_fixed
              ? "with 0 when the bug is fixed, with 1 when it is there, and with 125 when anything\nelse happens."
              : "with 125 when anything else happens: it does not know what would be right.");
  } else if (script.is_missing) {
    text += "No script could be made that shows the failure without smallscope.\n\n";
  }
  if (!script.bisect.empty() && script.is_shown)
    text += fmt::format(
        "That is what `git bisect` asks for. In a checkout of {} with a good and a bad version, where {}:\n\n{}\n",
        script.subject.empty() ? "the subject" : prose(script.subject), script.bisect_names,
        code_block(script.bisect, "sh"));
  return text;
}

std::string bug_report(const BugReport& report) {
  const results::Case& failing = report.failing;
  std::string text = failure_heading(report.campaign, failing);
  text +=
      fmt::format("Seen with {}.\n\n", report.version.empty() ? "a subject without a version" : prose(report.version));
  text += fmt::format("## What is wrong\n\n{}\n", judgement_items(failing.judgements));
  const std::string input = input_sections(failing.input);
  text += fmt::format("## The input\n\n{}",
                      input.empty() ? "It has no text; what was chosen to make it stands below.\n\n" : input);
  if (!report.note.empty()) text += visible(report.note) + "\n\n";
  if (!failing.observed.empty()) text += fmt::format("## What comes out\n\n{}", observed_text(failing));
  text += fmt::format("## To see it again\n\n{}\n", again_text(report));
  text += fmt::format("## When it happens\n\n{}\n", when_text(report));
  if (report.second) text += second_text(*report.second);
  text += fmt::format("## Where it comes from\n\nCampaign {}, cluster {}, input {}.\n", code_span(report.campaign),
                      code_span(report.cluster.key), short_name(failing));
  return text;
}

}  // namespace smallscope::report
