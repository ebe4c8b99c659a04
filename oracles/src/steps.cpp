// SPDX-License-Identifier: Apache-2.0
#include "steps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "judging.hpp"

namespace smallscope::oracles {

using subjects::Ending;

namespace {

/// All texts of a command that may have placeholders.
std::string texts_of(const subjects::Command& step) {
  std::string texts;
  for (const std::string& argument : step.arguments) texts += argument + '\n';
  for (const subjects::NamedText& variable : step.environment) texts += variable.text + '\n';
  return texts + step.standard_input.value_or("");
}

}  // namespace

Steps::Steps(std::vector<subjects::Command> steps, subjects::Limits limits, const std::filesystem::path& scratch,
             std::vector<std::string> outputs_from)
    : description_(description("", steps, limits)) {
  for (const subjects::Command& step : steps) texts_ += texts_of(step) + '\n';
  for (const std::string& output : outputs_from) description_ += description(" output", {output});
  std::filesystem::create_directories(scratch);
  session_ = subjects::commands(std::move(steps), limits, std::move(outputs_from))->open(scratch);
}

/// Equal for inputs on which the commands are the same and find the same files. Each text has its size before it, so
/// that different inputs have different keys.
std::string Steps::key_of(const subjects::Input& input) const {
  std::string key;
  const auto add = [&](const std::string& text) { key += fmt::format("{}:{}", text.size(), text); };
  add(description_);
  add(input.standard_input);
  for (const auto* texts : {&input.files, &input.parameters}) {
    key += '[';
    for (const subjects::NamedText& text : *texts) {
      if (texts == &input.parameters && texts_.find('{' + text.name + '}') == texts_.npos) continue;
      add(text.name);
      add(text.text);
    }
  }
  return key;
}

subjects::Observation Steps::run(const subjects::Input& input, const std::stop_token& stop) {
  const std::string key = answers_ == nullptr ? std::string() : key_of(input);
  if (answers_ != nullptr)
    if (auto answer = answers_->find(key)) return *std::move(answer);
  subjects::Observation observation = session_->observe(input, stop);
  timed_out_ = timed_out_ || observation.ending == Ending::timed_out;
  if (observation.ending == Ending::lost) throw CannotJudge("a command of the oracle: " + how_it_ended(observation));
  if (observation.ending == Ending::cancelled) throw CannotJudge("the judgement was cancelled");
  if (answers_ != nullptr && observation.ending != Ending::timed_out) answers_->keep(key, observation);
  return observation;
}

void ExecutingJudge::set_patience(unsigned factor) {
  for (Steps* const each : commands()) each->set_patience(factor);
}

void ExecutingJudge::remember(const std::shared_ptr<Answers>& answers) {
  for (Steps* const each : commands()) each->remember(answers);
}

bool ExecutingJudge::take_time_out() {
  bool any = false;
  for (Steps* const each : commands()) any = each->take_time_out() || any;
  return any;
}

std::string description(std::string_view kind, const std::vector<subjects::Command>& steps,
                        const subjects::Limits& limits) {
  std::string text(kind);
  for (const subjects::Command& step : steps) text += description("", {subjects::describe(step)});
  return text + description(" limits", {subjects::describe(limits)});
}

subjects::Input with_result(const subjects::Input& input, const subjects::Observation& observation,
                            const SubjectResult& result) {
  subjects::Input changed = input;
  const auto place = std::ranges::find(changed.files, result.file, &subjects::NamedText::name);
  if (place == changed.files.end()) {
    throw CannotJudge(
        fmt::format("the input has no file {} for the subject's result", subjects::in_quotes(result.file)));
  }
  const std::string* output = subjects::find(observation.outputs, result.name());
  if (output == nullptr) {
    const bool printed = observation.streams && (result.output.empty() || result.output == standard_output);
    if (!printed) miss_output(observation, result.name());
    if (result.output.empty() && observation.standard_output.empty() && !place->text.empty()) {
      if (observation.exit_status != 0)
        throw NoResultOfFailure(
            fmt::format("the subject has left no result; {}; it ended with {}; list the file that it "
                        "writes, if any, in `outputs`; {}",
                        if_it_refuses(observation), failure(observation), if_it_failed));
      throw CannotJudge(fmt::format(
          "the subject has left no result: it printed nothing, and there is no output {}; let a worker report it, or "
          "list the file that a command writes in `outputs`; name it with `result` if it is called otherwise "
          "(`result = \"{}\"` if what is printed may be empty)",
          subjects::in_quotes(result.file), standard_output));
    }
    output = &observation.standard_output;
  }
  place->text = *output;
  return changed;
}

std::string description(const SubjectResult& result) {
  // An output that is not named adds nothing: stores of before stay valid.
  return description(" file", {result.file}) +
         (result.output.empty() ? std::string() : description(" output", {result.output}));
}

std::vector<Message> complaint(const subjects::Observation& observation) {
  // Output before a crash may have been cut anywhere.
  if (observation.ending != Ending::completed) return {how_it_ended(observation)};
  return subjects::reasons(observation);
}

}  // namespace smallscope::oracles
