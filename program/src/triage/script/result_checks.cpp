// SPDX-License-Identifier: Apache-2.0
#include "triage/script/result_checks.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/subjects/text_encoding.hpp>

namespace smallscope::program {

namespace {

using oracles::ResultCheck;

class CheckWriter {
 public:
  CheckWriter(const NamedCheck& check, std::size_t number, const subjects::Execution& execution, std::string rewriting)
      : check_(check.check),
        failed_(check.failed),
        number_(number),
        execution_(execution),
        rewriting_(std::move(rewriting)) {}

  std::string commands(const subjects::Input& input, ShellSteps& steps) const {
    if (is_reported(check_)) return {};
    subjects::Input seen = input;
    if (!check_.result) {
      for (const std::string_view printed : {"standard_output", "standard_error"})
        seen.files.push_back({std::string(printed), ""});
      for (const std::string& name : check_.outputs)
        seen.files.push_back({std::string(oracles::output_folder) + name, ""});
    }
    return fmt::format(
               "\n# What oracle {0} executes, in the directory $1.\ncheck_{0}() (\n  test=$1\n"
               "  cd \"$test\" || exit 125\n",
               number_) +
           steps.text_of(check_.steps, check_.limits, seen,
                         check_.right == ResultCheck::Right::as_before ? "exit 125" : "exit",
                         fmt::format("check_{}.", number_)) +
           ")\n";
  }

  std::string passes(const subjects::Input& input) const {
    if (is_reported(check_)) return passes_as_reported(input);
    if (!check_.result) return passes_beside_outputs();
    switch (check_.right) {
      case ResultCheck::Right::exit_status_0:
        return passes_with_status();
      case ResultCheck::Right::as_before:
        return passes_as_before();
      case ResultCheck::Right::original:
      case ResultCheck::Right::reported_empty:
      case ResultCheck::Right::reported_equal:
        break;
    }
    return passes_as_original();
  }

 private:
  /// The file, for the script, in which the subject left its result.
  std::string result() const {
    const std::string& name = check_.result->name();
    const bool is_left = std::ranges::find(execution_.outputs, name) != execution_.outputs.end();
    return is_left ? fmt::format("\"$test\"/{}", subjects::shell_word(name)) : "\"$test\".output";
  }
  std::string file() const { return subjects::shell_word(check_.result->file); }
  std::string after() const { return fmt::format("\"$work\"/after_{}", number_); }

  /// Makes the directory after() with the result instead of its file. Without a result, an oracle does not apply.
  std::string placed(bool may_be_as_it_was) const {
    std::string text = fmt::format("passes_{}() {{\n", number_);
    if (!may_be_as_it_was) text += "  # What is left as it was is no result.\n";
    text += fmt::format("  [ -f {} ]", result());
    if (!may_be_as_it_was) text += fmt::format(" && ! cmp -s {} \"$folder\"/{}", result(), file());
    return text + fmt::format(" || {}\n  place {} && cp -- {} {}/{} || return 1\n", without_result(), after(), result(),
                              after(), file());
  }
  std::string without_result() const { return failed_ ? "return 1" : "return 0"; }

  std::string passes_with_status() const {
    return placed(false) +
           fmt::format("  check_{0} {1} && return 0\n  echo 'it says:'\n  shown {1} error output\n  return 1\n}}\n",
                       number_, after());
  }

  std::string passes_as_before() const {
    return placed(false) + fmt::format(
                               "  place {1} || return 1\n"
                               "  check_{0} {1}; was=$?\n"
                               "  check_{0} {2}; is=$?\n"
                               "  echo \"before, exit status $was:\"; shown {1} output\n"
                               "  [ $is -ne 125 ] || echo 'there is no program after:'\n"
                               "  [ $is -eq 125 ] || echo \"after, exit status $is:\"\n"
                               "  shown {2} output error\n"
                               "  seen {1} output {3} >{1}.seen; seen {2} output {3} >{2}.seen\n"
                               "  [ $was -lt 125 ] && [ $was -eq $is ] && cmp -s {1}.seen {2}.seen\n}}\n",
                               number_, fmt::format("\"$work\"/before_{}", number_), after(), rewriting_);
  }

  std::string passes_as_original() const {
    return placed(true) + fmt::format(
                              "  check_{0} {1} || {{ echo 'the way back fails:'; shown {1} error output; return 1; }}\n"
                              "  # A command that rewrites the file in place may print anything.\n"
                              "  back={1}/{2}\n"
                              "  if cmp -s {3} \"$back\" && [ -s {1}.output ]; then back={1}.output; fi\n"
                              "  without {1} \"$back\" | {4} >{1}.back; {4} <\"$folder\"/{2} >{1}.was\n"
                              "  echo 'there and back:'; visible <{1}.back | head -n 40\n"
                              "  cmp -s {1}.was {1}.back\n}}\n",
                              number_, after(), file(), result(), rewriting_);
  }

  /// Of a check whose commands find the subject's outputs beside the input.
  std::string passes_beside_outputs() const {
    const std::string judge = fmt::format("\"$work\"/judge_{}", number_);
    std::string text = fmt::format(
        "passes_{0}() {{\n  place {1} && cp -- \"$test\".output {1}/standard_output &&\n"
        "    cp -- \"$test\".error {1}/standard_error || return 1\n",
        number_, judge);
    for (const std::string& name : check_.outputs) {
      if (name == oracles::standard_output) continue;
      const std::string place = subjects::shell_word(std::string(oracles::output_folder) + name);
      text += fmt::format("  mkdir -p -- \"$(dirname {0}/{1})\" && cp -- \"$test\"/{2} {0}/{1} || return 1\n", judge,
                          place, subjects::shell_word(name));
    }
    return text + fmt::format("  check_{0} {1} && return 0\n  echo 'it says:'\n  shown {1} output\n  return 1\n}}\n",
                              number_, judge);
  }

  /// Where an output is, for the script.
  static std::string output(std::string_view name) { return fmt::format("\"$test\"/{}", subjects::shell_word(name)); }

  /// Of what the subject reports. Where it reports nothing, an oracle does not apply.
  std::string passes_as_reported(const subjects::Input& input) const {
    const std::string otherwise = without_result();
    std::string text = fmt::format("\npasses_{}() {{\n", number_);
    if (!check_.changed.empty()) {
      text += fmt::format("  # What is left as it was is no result.\n  [ -f {} ] || {}\n", output(check_.changed),
                          otherwise);
      for (const subjects::NamedText& file : input.files)
        text += fmt::format("  ! cmp -s {} \"$folder\"/{} || {}\n", output(check_.changed),
                            subjects::shell_word(file.name), otherwise);
    }
    text += fmt::format("  is={}\n", output(check_.outputs.back()));
    if (check_.right == ResultCheck::Right::reported_empty)
      return text + fmt::format(
                        "  [ -f \"$is\" ] || {}\n"
                        "  without \"$test\" \"$is\" | visible | head -n 40\n"
                        "  [ ! -s \"$is\" ]\n}}\n",
                        otherwise);
    const std::string& first = check_.outputs.front();
    text += fmt::format("  was={}\n", output(first));
    if (subjects::find(input.files, first) != nullptr)
      text += fmt::format("  [ -f \"$was\" ] || was=\"$folder\"/{}\n", subjects::shell_word(first));
    text += fmt::format("  [ -f \"$was\" ] && [ -f \"$is\" ] || {}\n", otherwise);
    for (const auto& [variable, name] : {std::pair("was", &first), std::pair("is", &check_.outputs.back())})
      text += fmt::format(
          "  echo {0}\n  without \"$test\" \"${1}\" | {2} >\"$work\"/{1}.{3}\n"
          "  visible <\"$work\"/{1}.{3} | head -n 40\n",
          subjects::shell_word(*name + ':'), variable, rewriting_, number_);
    return text + fmt::format("  cmp -s \"$work\"/was.{0} \"$work\"/is.{0}\n}}\n", number_);
  }

  const ResultCheck& check_;
  bool failed_;
  std::size_t number_;
  const subjects::Execution& execution_;
  std::string rewriting_;  ///< a function of the script
};

}  // namespace

bool is_reported(const ResultCheck& check) {
  return check.right == ResultCheck::Right::reported_empty || check.right == ResultCheck::Right::reported_equal;
}

std::string text_of_checks(const NamedChecks& checks, const subjects::Execution& execution,
                           const subjects::Input& input, ShellSteps& steps, Rewritings& rewritings) {
  std::string text;
  for (std::size_t i = 0; i < checks.size(); ++i) {
    const CheckWriter writer(checks[i], i + 1, execution, rewritings.function_for(checks[i].check.normalise));
    text += writer.commands(input, steps) + writer.passes(input);
  }
  return text;
}

}  // namespace smallscope::program
