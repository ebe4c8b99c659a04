// SPDX-License-Identifier: Apache-2.0
#include "triage/command_script.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/subjects/command.hpp>
#include <smallscope/subjects/text_encoding.hpp>

namespace smallscope::program {

namespace {

namespace fs = std::filesystem;
using subjects::Ending;

constexpr std::size_t compared_bytes = 16u << 10;             // of a text; the rest was not recorded
constexpr int status_of_time_out = 124;                       // of timeout(1)
constexpr std::string_view test_directory = "/\x1ftest\x1f";  // stands for $test until words are quoted

/// The word for the script: $test where the test's directory stands, all else quoted.
std::string in_test_directory(std::string_view text) {
  if (text.empty()) return "''";
  std::string word;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t place = std::min(text.find(test_directory, at), text.size());
    if (place > at) word += subjects::shell_word(text.substr(at, place - at));
    if (place < text.size()) word += "\"$test\"";
    at = place + test_directory.size();
  }
  return word;
}

/// The file of the campaign's own that the word ends with, such as "run.sh" in "--with=HERE/run.sh".
std::optional<std::string> file_at_the_end(std::string_view text, const std::string& here) {
  const std::size_t place = here.empty() ? std::string_view::npos : text.find(here + "/");
  if (place == std::string_view::npos) return std::nullopt;
  std::string file(text.substr(place + here.size() + 1));
  std::error_code none;
  const bool is_below = fs::path(file).lexically_normal() == file && !file.starts_with("..");
  if (!is_below || !fs::is_regular_file(fs::path(here) / file, none)) return std::nullopt;
  return file;
}

/// "recorded/NAME", for the script.
std::string recorded(std::string_view name) { return fmt::format("\"$folder\"/{}/{}", recorded_folder, name); }

std::string standard_input_of(const subjects::Command& command, const subjects::Placement& placement) {
  return command.standard_input ? subjects::expand(*command.standard_input, placement)
                                : placement.input->standard_input;
}

/// `of` is "" for the subject's steps.
std::string name_of_standard_input(std::size_t step, std::string_view of = "") {
  return fmt::format("standard_input.{}{}", of, step + 1);
}

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
  Writer(const subjects::Execution& execution, const results::Case& failing, const runner::Ended& ended,
         const NamedChecks& checks)
      : execution_(execution), failing_(failing), ended_(ended) {
    if (!is_abnormal()) checks_ = checks;
  }

  CommandScript written(const fs::path& directory) {
    CommandScript script;
    if (!is_abnormal()) {
      keep("standard_output", text_named(failing_.observed, "standard output"));
      for (const std::string& name : execution_.outputs)
        if (subjects::find(failing_.observed, name) != nullptr)
          keep("outputs/" + name, text_named(failing_.observed, name));
    }
    if (const auto* expected = expected_output()) keep("expected_output", *expected);
    const std::string text = preparation() + commands() + text_of_checks() + text_of_refusal() + comparison();
    files_.push_back({std::string(command_script_name), text});
    script.files.files = files_;
    script.reproduction.script = directory / command_script_name;
    script.reproduction.command = [] { return std::vector<std::string>{"sh", std::string(command_script_name)}; };
    script.can_say_fixed = is_abnormal() || ended_.expectation || !checks_.empty();
    if (script.can_say_fixed) bisected(script.reproduction);
    return script;
  }

  /// Whether what was observed differs from what is expected in anything that is compared.
  bool is_decisive() const {
    if (is_abnormal() || !ended_.expectation || !checks_.empty()) return true;
    const auto* output = expected_output();
    if (output != nullptr && *output != text_named(failing_.observed, "standard output")) return true;
    if (has_steps() && ended_.expectation->is_early && *ended_.expectation->is_early != ended_.is_early) return true;
    return ended_.expectation->exit_status && *ended_.expectation->exit_status != ended_.exit_status;
  }

 private:
  bool is_abnormal() const { return ended_.ending != Ending::completed; }
  const std::string* expected_output() const {
    return ended_.expectation && ended_.expectation->standard_output ? &*ended_.expectation->standard_output : nullptr;
  }
  static std::string text_named(const std::vector<subjects::NamedText>& texts, std::string_view name) {
    const std::string* const text = subjects::find(texts, name);
    return text == nullptr ? "" : text->substr(0, compared_bytes);
  }
  /// Whether a command before the last one fails or not, for the script: marks_early makes the file.
  static std::string early(bool is_early) { return is_early ? "[ -e \"$test\".early ]" : "[ ! -e \"$test\".early ]"; }
  static constexpr std::string_view marks_early = "{ status=$?; : >\"$test\".early; exit $status; }";
  bool has_steps() const { return execution_.steps.size() > 1; }
  /// The status by which a shell knows how the subject ended.
  int status() const {
    if (ended_.ending == Ending::timed_out) return status_of_time_out;
    return ended_.signal != 0 ? 128 + ended_.signal : ended_.exit_status;
  }
  void keep(std::string_view name, std::string text) {
    const std::string file = fmt::format("{}/{}", recorded_folder, name);
    if (subjects::find(files_, file) == nullptr) files_.push_back({file, std::move(text)});
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
           "test=$work/test\n"
           "place \"$test\" && cd \"$test\" || exit 125\n";
  }

  /// A word of a command. The test's directory is a variable; a file of the campaign's own is copied into the folder.
  std::string word_of(std::string_view text, const std::string& here) {
    const auto file = file_at_the_end(text, here);
    if (!file) return in_test_directory(text);
    std::ifstream stream(fs::path(here) / *file, std::ios::binary);
    keep("here/" + *file, {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()});
    const std::string_view before = text.substr(0, text.size() - file->size() - here.size() - 1);
    return (before.empty() ? "" : in_test_directory(before)) + recorded("here/" + subjects::shell_word(*file));
  }

  /// A function that executes the steps up to the first that fails.
  std::string commands() {
    return "\nlimited() {\n  seconds=$1\n  shift\n"
           "  if command -v timeout >/dev/null; then timeout \"$seconds\" \"$@\"; else \"$@\"; fi\n}\n"
           "# BUILT is the directory of the program that is tried, if it is not the one on PATH.\n"
           "execute() (\n  PATH=${BUILT:+$BUILT:}$PATH\n" +
           text_of(execution_.steps, execution_.limits, failing_.input, marks_early, "") + ")\nexecute\nstatus=$?\n";
  }

  /// A copy of such a program would show the bug for ever.
  bool is_program_of_subject(const std::string& program) const {
    return std::ranges::any_of(execution_.steps, [&](const auto& step) { return step.arguments.front() == program; });
  }

  /// The steps in the directory $test, with what they print beside it. `otherwise` is for a step before the last that
  /// fails, `of` for name_of_standard_input().
  std::string text_of(const std::vector<subjects::Command>& steps, const subjects::Limits& limits,
                      const subjects::Input& input, std::string_view otherwise, std::string_view of) {
    const subjects::Placement placement{fs::path(test_directory), &input};
    std::string text;
    for (std::size_t step = 0; step < steps.size(); ++step) {
      const subjects::Command& command = steps[step];
      const std::string here = subjects::expand(command.here, placement);
      std::string line = fmt::format("limited {:g}", std::chrono::duration<double>(limits.time).count());
      if (!command.environment.empty()) line += " env";
      for (const subjects::NamedText& variable : command.environment)
        line += " " + word_of(variable.name + "=" + subjects::expand(variable.text, placement), here);
      for (const std::string& argument : command.arguments) {
        const std::string word = subjects::expand(argument, placement);
        const bool stays = &argument == &command.arguments.front() && is_program_of_subject(argument);
        line += " " + (stays ? in_test_directory(word) : word_of(word, here));
      }
      const std::string given = standard_input_of(command, placement);
      std::string source = "/dev/null";
      if (!given.empty()) {
        const std::string name = name_of_standard_input(step, of);
        keep(name, given);
        source = recorded(name);
      }
      text += fmt::format("  {} <{} >\"$test\".output 2>\"$test\".error || {}\n", line, source,
                          step + 1 < steps.size() ? otherwise : "exit");
    }
    return text;
  }

  /// The file, for the script, in which the subject left its result.
  std::string file_of(const oracles::SubjectResult& result) const {
    const bool is_left = std::ranges::find(execution_.outputs, result.name()) != execution_.outputs.end();
    return is_left ? fmt::format("\"$test\"/{}", subjects::shell_word(result.name())) : "\"$test\".output";
  }

  /// For each check a function of its commands, in the directory $1, and one that says whether it passes.
  std::string text_of_checks() {
    std::string text;
    for (std::size_t i = 0; i < checks_.size(); ++i) {
      const oracles::ResultCheck& check = checks_[i].second;
      const std::size_t number = i + 1;
      subjects::Input seen = failing_.input;
      if (!check.result) {
        for (const std::string_view printed : {"standard_output", "standard_error"})
          seen.files.push_back({std::string(printed), ""});
        for (const std::string& name : check.outputs)
          seen.files.push_back({std::string(oracles::output_folder) + name, ""});
      }
      text += fmt::format(
                  "\n# What oracle {0} executes, in the directory $1.\ncheck_{0}() (\n  test=$1\n"
                  "  cd \"$test\" || exit 125\n",
                  number) +
              text_of(check.steps, check.limits, seen, check.behaves_alike ? "exit 125" : "exit",
                      fmt::format("check_{}.", number)) +
              ")\n" + (check.result ? passes_with_result(check, number) : passes_beside_outputs(check, number));
    }
    return text;
  }

  /// Of a result that the check's commands see instead of the file that it was made of.
  std::string passes_with_result(const oracles::ResultCheck& check, std::size_t number) const {
    const std::string result = file_of(*check.result), file = subjects::shell_word(check.result->file);
    const std::string after = fmt::format("\"$work\"/after_{}", number),
                      before = fmt::format("\"$work\"/before_{}", number);
    std::string text = fmt::format(
        "passes_{0}() {{\n"
        "  # What is left as it was is no result.\n"
        "  [ -f {1} ] && ! cmp -s {1} \"$folder\"/{2} && place {3} && cp -- {1} {3}/{2} || return 1\n",
        number, result, file, after);
    if (!check.behaves_alike)
      return text +
             fmt::format("  check_{0} {1} && return 0\n  echo 'it says:'\n  shown {1} error output\n  return 1\n}}\n",
                         number, after);
    return text + fmt::format(
                      "  place {1} || return 1\n"
                      "  check_{0} {1}; was=$?\n"
                      "  check_{0} {2}; is=$?\n"
                      "  echo \"before, exit status $was:\"; shown {1} output\n"
                      "  [ $is -ne 125 ] || echo 'there is no program after:'\n"
                      "  [ $is -eq 125 ] || echo \"after, exit status $is:\"\n"
                      "  shown {2} output error\n"
                      "  seen {1} output >{1}.seen; seen {2} output >{2}.seen\n"
                      "  [ $was -lt 125 ] && [ $was -eq $is ] && cmp -s {1}.seen {2}.seen\n}}\n",
                      number, before, after);
  }

  /// Of a check whose commands find the subject's outputs beside the input.
  std::string passes_beside_outputs(const oracles::ResultCheck& check, std::size_t number) const {
    const std::string judge = fmt::format("\"$work\"/judge_{}", number);
    std::string text = fmt::format(
        "passes_{0}() {{\n  place {1} && cp -- \"$test\".output {1}/standard_output &&\n"
        "    cp -- \"$test\".error {1}/standard_error || return 1\n",
        number, judge);
    for (const std::string& name : check.outputs) {
      if (name == oracles::standard_output) continue;
      const std::string place = subjects::shell_word(std::string(oracles::output_folder) + name);
      text += fmt::format("  mkdir -p -- \"$(dirname {0}/{1})\" && cp -- \"$test\"/{2} {0}/{1} || return 1\n", judge,
                          place, subjects::shell_word(name));
    }
    return text + fmt::format("  check_{0} {1} && return 0\n  echo 'it says:'\n  shown {1} output\n  return 1\n}}\n",
                              number, judge);
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

  std::string comparison() const {
    // A directory has another name each time.
    std::string text = fmt::format(
        "\n# A file without the name of the directory $1; what a command printed there, for people.\n"
        "without() {{ sed -e \"s|$1/||g\" -e \"s|$1|.|g\" <\"$2\" | head -c {}; }}\n"
        "seen() {{ without \"$1\" \"$1.$2\"; }}\n"
        "shown() {{\n  for stream in \"$2\" $3; do seen \"$1\" \"$stream\"; done | cat -v | head -n 40\n}}\n"
        "same() {{ without \"$test\" \"$1\" | cmp -s - \"$2\"; }}\n",
        compared_bytes);
    const std::string output = "\"$test\".output";
    std::string actual = is_refused() ? "refuses" : fmt::format("[ $status -eq {} ]", status());
    if (has_steps()) actual += " && " + early(ended_.is_early);
    if (!is_abnormal()) {
      actual += fmt::format(" && same {} {}", output, recorded("standard_output"));
      for (const std::string& name : execution_.outputs) {
        const std::string file = fmt::format("\"$test\"/{}", subjects::shell_word(name));
        actual += subjects::find(failing_.observed, name) == nullptr
                      ? fmt::format(" && [ ! -s {} ]", file)
                      : fmt::format(" && same {} {}", file, recorded("outputs/" + subjects::shell_word(name)));
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
      if (expected_output() != nullptr)
        expected += fmt::format("{}same {} {}", expected.empty() ? "" : " && ", output, recorded("expected_output"));
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
      if (expected_output() != nullptr) text += fmt::format("cat -v {}\n", recorded("expected_output"));
    }
    text +=
        "echo \"actual, exit status $status:\"\nseen \"$test\" output | cat -v\nseen \"$test\" error | cat -v | head "
        "-n 20\n";
    for (std::size_t i = 0; i < checks_.size(); ++i) {
      if (expected.empty()) expected = fmt::format("[ $status -eq {} ]", status());
      text += fmt::format("echo {1}\npasses_{0} && passed_{0}=yes || passed_{0}=no\n", i + 1,
                          subjects::shell_word(checks_[i].first + ':'));
      expected += fmt::format(" && [ $passed_{} = yes ]", i + 1);
    }
    if (!expected.empty()) text += fmt::format("if {}; then echo 'fixed'; exit 0; fi\n", expected);
    if (may_be_mended_by_refusal()) text += "if refuses; then echo 'fixed: it refuses this input'; exit 0; fi\n";
    return text + fmt::format("if {}; then echo 'this bug'; exit 1; fi\necho 'something else'\nexit 125\n", actual);
  }

  /// A program that is found on PATH can be that of a checkout. What a shell or an interpreter executes is not known.
  void bisected(runner::Reproduction& reproduction) const {
    const std::string& program = execution_.steps.front().arguments.front();
    const bool is_found = program.find_first_of("/{") == std::string::npos;
    if (!is_found || std::ranges::any_of(execution_.steps, executes_another)) return;
    reproduction.subject = program;
    reproduction.bisect = fmt::format("git bisect run sh -c 'BUILD >/dev/null 2>&1 || exit 125; BUILT=$PWD sh DIR/{}'",
                                      command_script_name);
    reproduction.bisect_names = "DIR is this folder and BUILD is what builds the program there";
  }

  const subjects::Execution& execution_;
  const results::Case& failing_;
  const runner::Ended& ended_;
  NamedChecks checks_;
  std::vector<subjects::NamedText> files_;
};

}  // namespace

std::string command_lines(const subjects::Execution& execution, const subjects::Input& input,
                          std::string_view recorded_in) {
  const subjects::Placement placement{".", &input};
  std::string text;
  for (std::size_t step = 0; step < execution.steps.size(); ++step) {
    const subjects::Command& command = execution.steps[step];
    const std::string here = subjects::expand(command.here, placement);
    const auto typed = [&](std::string_view word) {
      std::string expanded = subjects::expand(word, placement);
      const bool is_copied = !recorded_in.empty() && file_at_the_end(expanded, here);
      if (is_copied) expanded.replace(expanded.find(here), here.size(), fmt::format("{}/here", recorded_in));
      return subjects::shell_word(expanded);
    };
    std::vector<std::string> words;
    for (const subjects::NamedText& variable : command.environment)
      words.push_back(variable.name + "=" + typed(variable.text));
    for (const std::string& argument : command.arguments)
      words.push_back(&argument == &command.arguments.front()
                          ? subjects::shell_word(subjects::expand(argument, placement))
                          : typed(argument));
    const std::string given = standard_input_of(command, placement);
    if (!given.empty() && !recorded_in.empty())
      words.push_back(fmt::format("<{}/{}", recorded_in, name_of_standard_input(step)));
    text += fmt::format(
        "{}{}\n",
        given.empty() || !recorded_in.empty() ? "" : fmt::format("printf %s {} | ", subjects::shell_word(given)),
        fmt::join(words, " "));
  }
  return text;
}

std::optional<CommandScript> command_script(const subjects::Execution& execution, const results::Case& failing,
                                            const runner::Ended& ended, const NamedChecks& checks,
                                            const fs::path& directory) {
  Writer writer(execution, failing, ended, checks);
  if (!writer.is_decisive()) return std::nullopt;
  return writer.written(directory);
}

}  // namespace smallscope::program
