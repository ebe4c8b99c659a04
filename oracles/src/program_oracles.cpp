// SPDX-License-Identifier: Apache-2.0
// The oracles that run a program on the input and on the subject's result.
#include <fmt/format.h>

#include <smallscope/oracles/executing.hpp>

#include "evidence.hpp"
#include "judging.hpp"
#include "steps.hpp"

namespace smallscope::oracles {
namespace {

using subjects::Ending;
using subjects::Input;
using subjects::Observation;

bool succeeded(const Observation& observation) {
  return observation.ending == Ending::completed && observation.exit_status == 0;
}

class CompilesAfter final : public ExecutingJudge {
 public:
  CompilesAfter(Steps compiler, SubjectResult result) : compiler_(std::move(compiler)), result_(std::move(result)) {}

  Judgement judge(const Input& input, const Observation& observation, std::stop_token stop) override {
    const bool has_result = observation.ending == Ending::completed;
    const bool failed = observation.ending == Ending::crashed || observation.ending == Ending::timed_out;
    // An input that is not a program is not a valid test, whatever the subject made of it, so this is checked first.
    if (has_result || failed) {
      const Observation before = compiler_.run(input, stop);
      if (!succeeded(before)) return judgement(Verdict::discarded, complaint(before));
    }
    if (const auto none = without_result(observation)) return *none;
    if (is_absent(observation, result_.name())) return result_is_absent(result_.name());
    const Input changed = with_result(input, observation, result_);
    if (changed == input) return result_is_unchanged();
    const Observation after = compiler_.run(changed, stop);
    return succeeded(after) ? judgement(Verdict::pass) : judgement(Verdict::fail, complaint(after));
  }

 private:
  std::vector<Steps*> commands() override { return {&compiler_}; }

  Steps compiler_;
  SubjectResult result_;
};

class BehaviourPreserved final : public ExecutingJudge {
 public:
  BehaviourPreserved(Steps program, SubjectResult result, Normaliser normalise)
      : program_(std::move(program)), result_(std::move(result)), normalise_(std::move(normalise)) {}

  Judgement judge(const Input& input, const Observation& observation, std::stop_token stop) override {
    if (const auto none = without_result(observation)) return *none;
    if (is_absent(observation, result_.name())) return result_is_absent(result_.name());
    const Input changed = with_result(input, observation, result_);
    if (changed == input) return result_is_unchanged();
    const Observation before = program_.run(input, stop);
    if (before.ending != Ending::completed || before.steps_left > 0) {
      return judgement(Verdict::discarded, complaint(before));
    }
    const Observation after = program_.run(changed, stop);
    if (after.ending != Ending::completed) {
      return judgement(Verdict::fail, {how_it_ended(after) + " after, not before"});
    }
    if (after.steps_left > 0) {
      return judgement(Verdict::fail, {after.program + " fails after, not before", reason_in(complaint(after))});
    }
    return compared(before, after);
  }

 private:
  std::vector<Steps*> commands() override { return {&program_}; }

  /// What the program itself did before and after.
  Judgement compared(const Observation& before, const Observation& after) const {
    std::vector<Message> messages;
    if (before.exit_status != after.exit_status) {
      messages.push_back(fmt::format("exit status {} before, {} after", before.exit_status, after.exit_status));
      const bool failed_after = after.exit_status != 0;
      const std::vector<Message> said = lines((failed_after ? after : before).standard_error);
      if (!said.empty()) messages.push_back(failed_after ? reason_in(said) : "before: " + reason_in(said));
    }
    const std::string was = normalise_(before.standard_output), is = normalise_(after.standard_output);
    if (was != is) {
      const auto [was_line, is_line] = first_difference(was, is);
      messages.push_back(fmt::format("output {} before, {} after", was_line, is_line));
    }
    if (messages.empty()) return judgement(Verdict::pass, said_of_little(before, after));
    Judgement failing = judgement(Verdict::fail, std::move(messages));
    failing.exhibits = {{"standard output before", was}, {"standard output after", is}};
    return failing;
  }

  /// What makes it doubtful that equal behaviour says much.
  static std::vector<Message> said_of_little(const Observation& before, const Observation& after) {
    const bool is_mute = before.exit_status == 0 && before.standard_output.empty() && after.standard_output.empty();
    return is_mute ? std::vector<Message>{"the program printed nothing, before and after"} : std::vector<Message>{};
  }

  Steps program_;
  SubjectResult result_;
  Normaliser normalise_;
};

class RoundTrip final : public ExecutingJudge {
 public:
  RoundTrip(Steps back, SubjectResult result, Normaliser normalise)
      : back_(std::move(back)), result_(std::move(result)), normalise_(std::move(normalise)) {}

  Judgement judge(const Input& input, const Observation& observation, std::stop_token stop) override {
    if (const auto none = without_result(observation)) return *none;
    if (is_absent(observation, result_.name())) return result_is_absent(result_.name());
    const Input there = with_result(input, observation, result_);
    const Observation back = back_.run(there, stop);
    if (!succeeded(back)) {
      std::vector<Message> messages = complaint(back);
      messages.front() = "the way back failed: " + messages.front();
      return judgement(Verdict::fail, std::move(messages));
    }
    // A command that rewrites the file in place may print anything.
    const std::string* rewritten = subjects::find(back.outputs, result_.file);
    const std::string* const sent = subjects::find(there.files, result_.file);
    const bool in_place = rewritten != nullptr && (*rewritten != *sent || back.standard_output.empty());
    const std::string original = normalise_(*subjects::find(input.files, result_.file));
    const std::string result = normalise_(in_place ? *rewritten : back.standard_output);
    if (original == result) return judgement(Verdict::pass);
    const auto [was_line, is_line] = first_difference(original, result);
    return judgement(Verdict::fail, {fmt::format("{} before, {} there and back", was_line, is_line)});
  }

 private:
  std::vector<Steps*> commands() override { return {&back_}; }

  Steps back_;
  SubjectResult result_;
  Normaliser normalise_;
};

class External final : public ExecutingJudge {
 public:
  External(Steps steps, std::vector<std::string> outputs) : steps_(std::move(steps)), outputs_(std::move(outputs)) {}

  Judgement judge(const Input& input, const Observation& observation, std::stop_token stop) override {
    if (observation.ending == Ending::lost) return judgement(Verdict::infrastructure, observation.messages);
    Input evidence = input;
    if (!outputs_.empty())
      if (const auto none = without_result(observation)) return *none;
    for (const std::string& name : outputs_) {
      if (name == standard_output) {
        require_streams(observation);
        continue;
      }
      const std::string* const output = require_output(observation, name);
      if (output == nullptr) return result_is_absent(name);
      std::string place = std::string(output_folder) + name;
      if (subjects::find(input.files, place) != nullptr)
        throw CannotJudge(
            fmt::format("the input has a file {} of its own, where the output would be", subjects::in_quotes(place)));
      evidence.files.push_back({std::move(place), *output});
    }
    evidence.files.push_back({"observation.json", subjects::to_json(observation)});
    evidence.files.push_back({"standard_output", observation.standard_output});
    evidence.files.push_back({"standard_error", observation.standard_error});
    const Observation said = steps_.run(evidence, stop);
    if (said.ending != Ending::completed) throw CannotJudge(how_it_ended(said));
    std::vector<Message> messages = lines(said.standard_output);
    const std::vector<Message> error = lines(said.standard_error);
    switch (said.exit_status) {
      case 0:
        return judgement(Verdict::pass);
      case 1:
        if (messages.empty()) messages.push_back(error.empty() ? "fails without a message" : error.back());
        return judgement(Verdict::fail, std::move(messages));
      case 2:
        // Shells, grep and Python's argparse end so if they are called wrongly.
        if (messages.empty() && !error.empty())
          throw CannotJudge(
              fmt::format("exit status 2 (discard) without a reason on standard output, and on standard "
                          "error: {}",
                          error.back()));
        return judgement(Verdict::discarded, std::move(messages));
      default:
        break;
    }
    throw CannotJudge(fmt::format("exit status {}, which is not 0 (pass), 1 (fail) or 2 (discard){}{}",
                                  said.exit_status, error.empty() ? "" : ": ", error.empty() ? "" : error.back()));
  }

 private:
  std::vector<Steps*> commands() override { return {&steps_}; }
  bool is_repeatable() const override { return false; }  // it sees what the subject did

  Steps steps_;
  std::vector<std::string> outputs_;
};

}  // namespace

OraclePointer compiles_after(std::vector<subjects::Command> compiler, SubjectResult result, subjects::Limits limits) {
  std::string text = description("changed programs compile after", compiler, limits) + description(result);
  ResultCheck check{.steps = compiler, .limits = limits, .result = result};
  return of_any_text(std::make_shared<OpeningOracle>(
      "compiles after", std::move(text),
      [compiler = std::move(compiler), result = std::move(result), limits](const std::filesystem::path& scratch) {
        return std::make_unique<CompilesAfter>(Steps(compiler, limits, scratch), result);
      },
      std::move(check)));
}

OraclePointer behaviour_preserved(std::vector<subjects::Command> program, SubjectResult result, Normaliser normalise,
                                  subjects::Limits limits) {
  std::string text = description("behaviour of changed programs preserved", program, limits) + description(result) +
                     description(normalise);
  ResultCheck check{.steps = program,
                    .limits = limits,
                    .result = result,
                    .right = ResultCheck::Right::as_before,
                    .normalise = normalise};
  return of_any_text(std::make_shared<OpeningOracle>(
      "behaviour preserved", std::move(text),
      [program = std::move(program), result = std::move(result), normalise = std::move(normalise),
       limits](const std::filesystem::path& scratch) {
        return std::make_unique<BehaviourPreserved>(Steps(program, limits, scratch), result, normalise);
      },
      std::move(check)));
}

OraclePointer round_trip(std::vector<subjects::Command> back, SubjectResult result, Normaliser normalise,
                         subjects::Limits limits) {
  std::string text = description("round trip", back, limits) + description(result) + description(normalise);
  ResultCheck check{
      .steps = back, .limits = limits, .result = result, .right = ResultCheck::Right::original, .normalise = normalise};
  return of_any_text(std::make_shared<OpeningOracle>(
      "round trip", std::move(text),
      [back = std::move(back), result = std::move(result), normalise = std::move(normalise),
       limits](const std::filesystem::path& scratch) {
        return std::make_unique<RoundTrip>(Steps(back, limits, scratch, {result.file}), result, normalise);
      },
      std::move(check)));
}

OraclePointer external(std::string name, std::vector<subjects::Command> steps, subjects::Limits limits,
                       std::vector<std::string> outputs) {
  std::string text = description("external", steps, limits) + description(" name", {name});
  for (const std::string& output : outputs) text += description(" output", {output});
  std::optional<ResultCheck> check;  // without outputs, it reads observation.json, which only a run has
  if (!outputs.empty()) check = ResultCheck{.steps = steps, .limits = limits, .outputs = outputs};
  return std::make_shared<OpeningOracle>(
      std::move(name), std::move(text),
      [steps = std::move(steps), limits, outputs = std::move(outputs)](const std::filesystem::path& scratch) {
        return std::make_unique<External>(Steps(steps, limits, scratch), outputs);
      },
      std::move(check));
}

}  // namespace smallscope::oracles
