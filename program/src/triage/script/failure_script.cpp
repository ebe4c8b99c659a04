// SPDX-License-Identifier: Apache-2.0
#include "triage/script/failure_script.hpp"

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/subjects/command.hpp>
#include <smallscope/subjects/text_encoding.hpp>

#include "triage/script/rewriting.hpp"
#include "triage/script/shell_steps.hpp"

namespace smallscope::program {

namespace {

namespace fs = std::filesystem;
using subjects::Ending;

constexpr std::size_t compared_bytes = 16u << 10;  // of a text; the rest was not recorded
constexpr int status_of_time_out = 124;            // of timeout(1), and of what asks a worker
constexpr std::uintmax_t most_bytes_of_own_files = 1u << 20;

/// Whether the command's program is there to execute another one.
bool executes_another(const subjects::Command& command) {
  static const std::set<std::string_view> known{"sh",      "bash",   "dash",   "zsh",  "ksh",  "env",
                                                "timeout", "python", "perl",   "ruby", "node", "lua",
                                                "php",     "java",   "jython", "pypy", "nice", "xargs"};
  const std::string& program = command.arguments.front();
  return known.contains(std::string_view(program).substr(0, program.find_last_not_of("0123456789.") + 1));
}

class Writer {
 public:
  Writer(const ScriptedSubject& subject, const results::Case& failing, const runner::Ended& ended,
         const NamedChecks& checks)
      : subject_(subject),
        execution_(subject.execution),
        failing_(failing),
        ended_(ended),
        steps_(subject.execution, subject.asked_by, subject.here()) {
    if (ended_.ending != Ending::refused) checks_ = checks;
  }

  FailureScript written(const fs::path& directory) {
    FailureScript script;
    if (!is_abnormal()) {
      keep_compared("standard_output", "standard output", rewriting_of(expected_output()));
      if (expected_error() != nullptr) keep_compared("standard_error", "standard error", &expected_error()->normalise);
      for (const auto& [name, normalise] : compared_outputs())
        if (subjects::find(failing_.observed, name) != nullptr) keep_compared("outputs/" + name, name, normalise);
    }
    for (const subjects::NamedText& file : subject_.recorded) steps_.keep(file.name, file.text);
    if (!message_of_crash().empty()) steps_.keep("message", message_of_crash());
    for (const auto& [name, expected] :
         {std::pair("expected_output", expected_output()), std::pair("expected_error", expected_error())})
      if (expected != nullptr) steps_.keep(name, expected->text);
    const std::string compared = comparison(), executed = commands(),
                      checked = text_of_checks(checks_, execution_, failing_.input, steps_, rewritings_);
    keep_own_files();
    script.files.files = steps_.files();
    script.files.files.push_back({std::string(failure_script_name), preparation() + rewritings_.text() + executed +
                                                                        checked + text_of_refusal() + compared});
    script.inherit = inherited();
    script.reproduction.script = directory / failure_script_name;
    script.reproduction.command = [] { return std::vector<std::string>{"sh", std::string(failure_script_name)}; };
    script.can_say_fixed = is_abnormal() || ended_.expectation || !checks_.empty();
    if (script.can_say_fixed) bisected(script.reproduction);
    return script;
  }

  /// Whether what was observed differs from what is expected in anything that is compared.
  bool is_decisive() const {
    if (is_abnormal() || !ended_.expectation || !checks_.empty()) return true;
    if (differs(expected_output(), "standard output") || differs(expected_error(), "standard error")) return true;
    if (has_steps() && ended_.expectation->is_early && *ended_.expectation->is_early != ended_.is_early) return true;
    return ended_.expectation->exit_status && *ended_.expectation->exit_status != ended_.exit_status;
  }

 private:
  bool is_abnormal() const { return ended_.ending != Ending::completed; }
  using ExpectedText = oracles::Expectation::Text;
  const ExpectedText* expected_text(std::optional<ExpectedText> oracles::Expectation::*text) const {
    return ended_.expectation && *ended_.expectation.*text ? &*(*ended_.expectation.*text) : nullptr;
  }
  const ExpectedText* expected_output() const { return expected_text(&oracles::Expectation::standard_output); }
  const ExpectedText* expected_error() const { return expected_text(&oracles::Expectation::standard_error); }
  /// Null without rewriting.
  using Rewriting = const oracles::Normaliser*;
  static Rewriting rewriting_of(const ExpectedText* expected) {
    return expected == nullptr ? nullptr : &expected->normalise;
  }
  /// What was observed under this name, as it is compared with what is expected.
  std::string observed(std::string_view name, Rewriting rewriting) const {
    const std::string* const found = subjects::find(failing_.observed, name);
    const std::string text = found == nullptr ? "" : *found;
    return (rewriting == nullptr ? text : (*rewriting)(text)).substr(0, compared_bytes);
  }
  bool differs(const ExpectedText* expected, std::string_view name) const {
    return expected != nullptr && expected->text != observed(name, rewriting_of(expected));
  }
  void keep_compared(std::string_view file, std::string_view name, Rewriting rewriting) {
    steps_.keep(file, observed(name, rewriting));
  }
  /// That a file is as a recorded one, for the script.
  std::string same(std::string_view file, std::string_view recorded, Rewriting rewriting = nullptr) {
    const std::string function = rewriting == nullptr ? "cat" : rewritings_.function_for(*rewriting);
    return fmt::format("same {} {}{}", file, ShellSteps::recorded(recorded), function == "cat" ? "" : " " + function);
  }
  /// Whether a command before the last one fails or not, for the script: marks_early makes the file.
  static std::string early(bool is_early) { return is_early ? "[ -e \"$test\".early ]" : "[ ! -e \"$test\".early ]"; }
  static constexpr std::string_view marks_early = "{ status=$?; : >\"$test\".early; exit $status; }";
  bool has_steps() const { return execution_.steps.size() > 1; }
  bool is_crash_of_worker() const {
    return subject_.is_worker() && ended_.ending == Ending::crashed && ended_.signal == 0;
  }
  /// The status by which a shell knows how the subject ended.
  int status() const {
    if (ended_.ending == Ending::timed_out) return status_of_time_out;
    if (is_crash_of_worker()) return status_of_worker_crash;
    return ended_.signal != 0 ? 128 + ended_.signal : ended_.exit_status;
  }
  /// What is said first of a crash that has no signal, with its newline.
  std::string message_of_crash() const {
    if (!is_crash_of_worker()) return {};
    if (ended_.exit_status != 0) return fmt::format("the worker ended with exit status {}\n", ended_.exit_status);
    const std::string* const message = subjects::find(failing_.observed, "message");
    return message == nullptr ? "" : (*message + '\n').substr(0, compared_bytes);
  }
  /// The outputs by which the failure is known again, and how they are rewritten: those that the failing oracles read,
  /// if they read nothing else.
  std::vector<std::pair<std::string, Rewriting>> compared_outputs() const {
    std::vector<std::pair<std::string, Rewriting>> outputs, all;
    for (const std::string& output : execution_.outputs) all.emplace_back(output, nullptr);
    if (!subject_.is_worker()) return all;
    for (const oracles::Judgement& judgement : failing_.judgements) {
      if (judgement.verdict != oracles::Verdict::fail) continue;
      const auto check = std::ranges::find(checks_, judgement.oracle, &NamedCheck::oracle);
      if (check == checks_.end() || !is_reported(check->check)) return all;
      for (const std::string& output : check->check.outputs) outputs.emplace_back(output, &check->check.normalise);
    }
    return outputs;
  }
  /// The variables that commands of the subject and of the checks inherit.
  std::vector<std::string> inherited() const {
    std::set<std::string> names;
    const auto add = [&](const std::vector<subjects::Command>& steps) {
      for (const subjects::Command& step : steps) names.insert(step.inherit.begin(), step.inherit.end());
    };
    add(execution_.steps);
    for (const NamedCheck& check : checks_) add(check.check.steps);
    return {names.begin(), names.end()};
  }
  /// A file of the campaign's own that is copied may need others.
  void keep_own_files() {
    const auto is_own = [](const subjects::NamedText& file) {
      return file.name.starts_with(fmt::format("{}/here/", recorded_folder));
    };
    if (std::ranges::none_of(steps_.files(), is_own)) return;
    std::uintmax_t bytes = 0;
    std::error_code none;
    for (const bool is_above : {false, true}) {  // what is too much from above leaves the others
      const auto counts = [&](const auto& file) { return file.first.starts_with("../") == is_above; };
      for (const auto& file : subject_.own_files | std::views::filter(counts))
        bytes += fs::file_size(file.second, none);
      if (bytes > most_bytes_of_own_files) return;
      for (const auto& [name, path] : subject_.own_files | std::views::filter(counts))
        if (!steps_.is_program_of_subject(path.string()))
          steps_.keep_copy((fs::path(subject_.here()) / name).lexically_normal().string(), path);
    }
  }

  std::string preparation() const {
    std::string text =
        "#!/bin/sh\n"
        "# Does the failure still look as it was recorded? Exit status 0: fixed; 1: this bug; 125: anything else.\n"
        "folder=$(cd \"$(dirname \"$0\")\" && pwd) && work=$(mktemp -d) || exit 125\n"
        "trap 'rm -rf \"$work\"' EXIT\n"
        "[ -z \"$BUILT\" ] || BUILT=$(cd \"$BUILT\" && pwd) || exit 125\n"
        "# Makes a directory with the files of the input.\n"
        "place() (\n"
        "  mkdir -- \"$1\" && cd \"$1\" || exit\n";
    for (const subjects::NamedText& file : failing_.input.files) {
      if (const std::string parent = fs::path(file.name).parent_path().string(); !parent.empty())
        text += fmt::format("  mkdir -p -- {} || exit\n", subjects::shell_word(parent));
      const std::string name = subjects::shell_word(file.name);
      text += fmt::format("  cp -- \"$folder\"/{0} {0} || exit\n", name);
    }
    return text +
           ")\n"
           "test=$work/test\n" +
           (subject_.is_worker() ? "command -v python3 >/dev/null || { echo 'python3 is missing'; exit 125; }\n"
                                   "# The worker gets the files in its request.\n"
                                   "mkdir \"$test\" && cd \"$test\" || exit 125\n"
                                 : "place \"$test\" && cd \"$test\" || exit 125\n");
  }

  /// A function that executes the steps up to the first that fails.
  std::string commands() {
    return "\nlimited() {\n  seconds=$1\n  shift\n"
           "  if command -v timeout >/dev/null; then timeout \"$seconds\" \"$@\"; else \"$@\"; fi\n}\n"
           "# BUILT is the directory of the program that is tried, if it is not the one on PATH.\n"
           "execute() (\n  PATH=${BUILT:+$BUILT:}$PATH\n" +
           steps_.text_of(execution_.steps, execution_.limits, failing_.input, marks_early, "") +
           ")\nexecute\nstatus=$?\n";
  }

  bool is_refused() const { return ended_.ending == Ending::refused && execution_.refusal; }
  /// Whether a refusal mends another failure. An exit status alone may be that of a program that cannot be used at all.
  bool may_be_mended_by_refusal() const {
    return !is_refused() && execution_.refusal && !execution_.refusal->texts.empty();
  }

  /// A function that says whether the subject declined the input; nothing if that says nothing.
  std::string text_of_refusal() const {
    if (!execution_.refusal || !(is_refused() || may_be_mended_by_refusal())) return "";
    const auto& [statuses, texts] = *execution_.refusal;
    std::string text = "\n# Whether the subject declined the input.\nrefuses() {\n";
    text += statuses.empty()
                ? fmt::format("  [ $status -ne 0 ] && [ $status -lt 126 ] && [ $status -ne {} ]", status_of_time_out)
                : fmt::format("  case $status in {}) ;; *) return 1 ;; esac", fmt::join(statuses, " | "));
    if (!texts.empty()) {
      text += statuses.empty() ? " || return 1\n  grep -q -F" : "\n  grep -q -F";
      for (const std::string& one : texts) text += " -e " + subjects::shell_word(one);
      text += " -- \"$test\".error \"$test\".output";
    }
    return text + "\n}\n";
  }

  std::string comparison() {
    // A directory has another name each time.
    std::string text = fmt::format(
        "\n# A file without the name of the directory $1; what a command printed there, for people.\n"
        "without() {{ sed -e \"s|$1/||g\" -e \"s|$1|.|g\" <\"$2\"; }}\n"
        "# For a terminal, with an end of line at the end.\n"
        "visible() {{ cat -v | grep ''; }}\n"
        "seen() {{ without \"$1\" \"$1.$2\" | ${{3:-cat}} | head -c {0}; }}\n"
        "shown() {{\n  for stream in \"$2\" $3; do seen \"$1\" \"$stream\"; done | visible | head -n 40\n}}\n"
        "same() {{ without \"$test\" \"$1\" | ${{3:-cat}} | head -c {0} | cmp -s - \"$2\"; }}\n",
        compared_bytes);
    const std::string output = "\"$test\".output", error = "\"$test\".error";
    std::string actual = is_refused() ? "refuses" : fmt::format("[ $status -eq {} ]", status());
    if (has_steps()) actual += " && " + early(ended_.is_early);
    if (const std::string message = message_of_crash(); !message.empty())
      actual += fmt::format(" && without \"$test\" {} | head -c {} | cmp -s - {}", error, message.size(),
                            ShellSteps::recorded("message"));
    if (!is_abnormal()) {
      actual += " && " + same(output, "standard_output", rewriting_of(expected_output()));
      if (expected_error() != nullptr) actual += " && " + same(error, "standard_error", &expected_error()->normalise);
      for (const auto& [name, rewriting] : compared_outputs()) {
        const std::string file = fmt::format("\"$test\"/{}", subjects::shell_word(name));
        actual += subjects::find(failing_.observed, name) == nullptr
                      ? fmt::format(" && [ ! -s {} ]", file)
                      : " && " + same(file, "outputs/" + subjects::shell_word(name), rewriting);
      }
    }
    std::string expected, says;
    if (ended_.expectation) {
      if (const auto wanted = ended_.expectation->exit_status) {
        expected += fmt::format("[ $status -eq {} ]", *wanted);
        says += fmt::format(", exit status {}", *wanted);
      }
      if (has_steps() && ended_.expectation->is_early)
        expected += (expected.empty() ? "" : " && ") + early(*ended_.expectation->is_early);
      const auto expect = [&](const ExpectedText* wanted, std::string_view file, std::string_view name) {
        if (wanted != nullptr) expected += (expected.empty() ? "" : " && ") + same(file, name, rewriting_of(wanted));
      };
      expect(expected_output(), output, "expected_output");
      expect(expected_error(), error, "expected_error");
    } else if (is_refused()) {
      expected = "[ $status -eq 0 ] && ! refuses";
      says = ", no refusal";
    } else if (is_abnormal()) {
      expected = fmt::format("[ $status -lt 126 ] && [ $status -ne {} ]", status_of_time_out);
      // What crashed did not run at all if a command before it fails.
      if (has_steps() && !ended_.is_early) expected += " && " + early(false);
      says = ended_.ending == Ending::timed_out ? ", an end in time" : ", no crash";
    }
    if (!expected.empty()) {
      text += fmt::format("echo 'expected{}:'\n", says);
      for (const auto& [name, expected_text] :
           {std::pair("expected_output", expected_output()), std::pair("expected_error", expected_error())})
        if (expected_text != nullptr) text += fmt::format("visible <{}\n", ShellSteps::recorded(name));
    }
    text +=
        "echo \"actual, exit status $status:\"\nseen \"$test\" output | visible\nseen \"$test\" error | visible | "
        "head -n 20\n";
    for (std::size_t i = 0; i < checks_.size(); ++i) {
      if (expected.empty()) expected = fmt::format("[ $status -eq {} ]", status());
      text += fmt::format("echo {1}\npasses_{0} && passed_{0}=yes || passed_{0}=no\n", i + 1,
                          subjects::shell_word(checks_[i].oracle + ':'));
      expected += fmt::format(" && [ $passed_{} = yes ]", i + 1);
    }
    if (!expected.empty()) text += fmt::format("if {}; then echo 'fixed'; exit 0; fi\n", expected);
    if (may_be_mended_by_refusal()) text += "if refuses; then echo 'fixed: it refuses this input'; exit 0; fi\n";
    return text + fmt::format("if {}; then echo 'this bug'; exit 1; fi\necho 'something else'\nexit 125\n", actual);
  }

  /// A program that is found on PATH can be that of a checkout. What a shell or an interpreter executes is not known.
  void bisected(runner::Reproduction& reproduction) const {
    if (subject_.is_worker()) {
      reproduction.bisect = fmt::format(
          "git bisect run sh -c 'BUILD >/dev/null 2>&1 || exit 125; env VARIABLES sh DIR/{}'", failure_script_name);
      const std::vector<std::string> names = inherited();
      reproduction.bisect_names = fmt::format(
          "DIR is this folder, BUILD is what builds it there, if anything does, and VARIABLES are those by which the "
          "worker finds it there, such as {}",
          names.empty() ? "PYTHONPATH=$PWD" : fmt::format("{}", fmt::join(names, ", ")));
      return;
    }
    const std::string& program = execution_.steps.front().arguments.front();
    const bool is_found = program.find_first_of("/{") == std::string::npos;
    if (!is_found || std::ranges::any_of(execution_.steps, executes_another)) return;
    reproduction.subject = program;
    reproduction.bisect = fmt::format("git bisect run sh -c 'BUILD >/dev/null 2>&1 || exit 125; BUILT=$PWD sh DIR/{}'",
                                      failure_script_name);
    reproduction.bisect_names = "DIR is this folder and BUILD is what builds the program there";
  }

  const ScriptedSubject& subject_;
  const subjects::Execution& execution_;
  const results::Case& failing_;
  const runner::Ended& ended_;
  NamedChecks checks_;
  ShellSteps steps_;
  Rewritings rewritings_;
};

}  // namespace

std::optional<FailureScript> failure_script(const ScriptedSubject& subject, const results::Case& failing,
                                            const runner::Ended& ended, const NamedChecks& checks,
                                            const fs::path& directory) {
  Writer writer(subject, failing, ended, checks);
  if (!writer.is_decisive()) return std::nullopt;
  return writer.written(directory);
}

}  // namespace smallscope::program
