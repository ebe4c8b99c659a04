// SPDX-License-Identifier: Apache-2.0
// The differential oracle: several contestants answer the same input, and the majority is right.
#include <fmt/format.h>

#include <algorithm>
#include <smallscope/oracles/executing.hpp>
#include <stdexcept>
#include <tuple>

#include "evidence.hpp"
#include "judging.hpp"
#include "steps.hpp"

namespace smallscope::oracles {
namespace {

using subjects::Ending;
using subjects::Input;
using subjects::Observation;

/// The part of an answer that is compared. Output before a crash or a time-out depends on chance.
struct Answer {
  std::string ending;  ///< "" if it completed
  int exit_status = 0;
  std::string output;
  std::string error;
  /// The last command did not run: a compiler rejects what another compiles. Empty where that cannot be compared.
  std::optional<bool> is_early;
  std::string failure;  ///< failure(), which says why there may be no output; not compared
  friend bool operator==(const Answer& a, const Answer& b) {
    return std::tie(a.ending, a.exit_status, a.output, a.error, a.is_early) ==
           std::tie(b.ending, b.exit_status, b.output, b.error, b.is_early);
  }
};

/// Contestants with equal answers, by their index; 0 is the subject.
struct Party {
  Answer answer;
  std::vector<std::size_t> members;
};

/// What distinguishes `answer` from `other`: how it ended, or else its output; and the reason if it failed.
std::string statement(const Answer& answer, const Answer& other) {
  if (answer.ending != other.ending || answer.exit_status != other.exit_status || answer.is_early != other.is_early) {
    if (!answer.ending.empty()) return answer.ending;
    return answer.failure.empty() ? "exit status 0" : answer.failure;
  }
  const std::string text = answer.output != other.output
                               ? first_difference(answer.output, other.output).first
                               : "on standard error " + first_difference(answer.error, other.error).first;
  return answer.failure.empty() ? text : fmt::format("{} with {}", text, answer.failure);
}

std::vector<Party> parties(const std::vector<Answer>& answers) {
  std::vector<Party> result;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    auto party = std::ranges::find(result, answers[i], &Party::answer);
    if (party == result.end()) party = result.insert(result.end(), {answers[i], {}});
    party->members.push_back(i);
  }
  return result;
}

/// The largest party. Of equally large parties, the first one without the subject, which is in the first party of all.
const Party& majority(const std::vector<Party>& all) {
  const Party* best = &all.front();
  for (const Party& party : all) {
    if (party.members.size() > best->members.size() ||
        (best == &all.front() && party.members.size() == best->members.size())) {
      best = &party;
    }
  }
  return *best;
}

class Differential final : public ExecutingJudge {
 public:
  Differential(const std::vector<Contestant>& others, const DifferentialOptions& options,
               const std::filesystem::path& scratch)
      : options_(options) {
    names_.push_back(options.subject_name);
    for (const Contestant& other : others) {
      names_.push_back(other.name);
      others_.emplace_back(other.steps, options.limits, scratch / fmt::format("contestant-{}", names_.size() - 1));
    }
    if (options.sanitised) sanitised_.emplace(options.sanitised->steps, options.limits, scratch / "sanitised");
  }

  Judgement judge(const Input& input, const Observation& observation, std::stop_token stop) override {
    if (observation.ending == Ending::lost || observation.ending == Ending::cancelled) {
      return *without_result(observation);
    }
    if (observation.ending == Ending::completed) require_streams(observation);
    if (sanitised_) {
      const Observation checked = sanitised_->run(input, stop);
      if (checked.ending != Ending::completed || checked.exit_status != 0 || !checked.standard_error.empty()) {
        return judgement(Verdict::discarded, complaint(checked));
      }
    }
    std::vector<Answer> answers = {answer(observation)};
    bool have_steps = observation.steps > 1;
    for (Steps& other : others_) {
      const Observation said = other.run(input, stop);
      have_steps = have_steps && said.steps > 1;
      answers.push_back(answer(said));
    }
    // An interpreter has one command for what a compiler and its program do in two.
    if (!have_steps)
      for (Answer& each : answers) each.is_early.reset();
    return vote(answers);
  }

 private:
  std::vector<Steps*> commands() override {
    std::vector<Steps*> all;
    for (Steps& other : others_) all.push_back(&other);
    if (sanitised_) all.push_back(&*sanitised_);
    return all;
  }

  Answer answer(const Observation& observation) const {
    Answer result{.is_early = observation.steps_left > 0};
    if (observation.ending != Ending::completed) {
      result.ending = how_it_ended(observation);
      return result;
    }
    if (options_.compare_exit_status) result.exit_status = observation.exit_status;
    if (observation.exit_status != 0) result.failure = failure(observation);
    result.output = options_.normalise(observation.standard_output);
    if (options_.compare_standard_error) result.error = options_.normalise(observation.standard_error);
    return result;
  }

  Judgement vote(const std::vector<Answer>& answers) const {
    std::vector<Message> messages;
    if (const auto of_lines = options_.each_line ? lines_of(answers) : std::nullopt)
      for (const std::vector<Answer>& line : *of_lines) add_dissent(line, messages);
    // Also where lines do not tell answers apart: in how they end.
    if (messages.empty()) add_dissent(answers, messages);
    if (messages.empty()) return judgement(Verdict::pass, said_of_little(answers));
    Judgement failing = judgement(Verdict::fail, std::move(messages));
    failing.exhibits = exhibits(answers);
    failing.expectation = expectation(answers);
    return failing;
  }

  /// The answer of the majority, unless the subject is in it.
  std::optional<Expectation> expectation(const std::vector<Answer>& answers) const {
    const std::vector<Party> all = parties(answers);
    const Party& right = majority(all);
    if (right.members.front() == 0 || !right.answer.ending.empty()) return std::nullopt;
    Expectation expected{.standard_output = {{right.answer.output, options_.normalise}}};
    if (options_.compare_exit_status) expected.exit_status = right.answer.exit_status;
    if (options_.compare_standard_error) expected.standard_error = {{right.answer.error, options_.normalise}};
    expected.is_early = right.answer.is_early;
    return expected;
  }

  /// What the others said, those with equal answers once; as it was compared, since chance may be in the rest.
  std::vector<subjects::NamedText> exhibits(const std::vector<Answer>& answers) const {
    std::vector<subjects::NamedText> texts;
    for (const Party& party : parties(answers)) {
      if (party.members.front() == 0) continue;
      std::vector<std::string_view> names;
      for (const std::size_t member : party.members) names.push_back(names_[member]);
      const auto show = [&](std::string_view what, std::string text) {
        if (!text.empty()) texts.push_back({fmt::format("{} of {}", what, fmt::join(names, ", ")), std::move(text)});
      };
      const Answer& said = party.answer;
      show("standard output", said.output);
      show("standard error", said.error);
      const bool is_mute = said.output.empty() && said.error.empty() && said.ending.empty();
      show("ending", is_mute && said.failure.empty() ? "exit status 0, no output" : said.ending + said.failure);
    }
    return texts;
  }

  /// What makes it doubtful that equal answers say much: each program failed, or printed nothing.
  static std::vector<Message> said_of_little(const std::vector<Answer>& answers) {
    if (std::ranges::all_of(answers, [](const Answer& each) { return !each.failure.empty() || !each.ending.empty(); }))
      return {"every program failed"};
    if (std::ranges::all_of(answers, [](const Answer& each) { return each.output.empty() && each.error.empty(); }))
      return {"no program printed anything"};
    return {};
  }

  /// The answers to each line; empty unless all ended alike, with equally many lines.
  static std::optional<std::vector<std::vector<Answer>>> lines_of(const std::vector<Answer>& answers) {
    std::vector<std::vector<Answer>> of_lines;
    for (const Answer& answer : answers) {
      const std::vector<Message> said = lines(answer.output);
      if (&answer == &answers.front()) of_lines.resize(said.size());
      const Answer& first = answers.front();
      if (said.size() != of_lines.size() ||
          std::tie(answer.ending, answer.exit_status, answer.error, answer.is_early) !=
              std::tie(first.ending, first.exit_status, first.error, first.is_early))
        return std::nullopt;
      for (std::size_t line = 0; line < said.size(); ++line) {
        Answer& one = of_lines[line].emplace_back(answer);
        one.output = said[line];
      }
    }
    return of_lines;
  }

  /// One message for each answer that is not that of the majority.
  void add_dissent(const std::vector<Answer>& answers, std::vector<Message>& messages) const {
    const std::vector<Party> all = parties(answers);
    if (all.size() == 1) return;
    const Party& right = majority(all);
    std::vector<std::string> names;
    for (const std::size_t member : right.members) names.push_back(names_[member]);
    const std::string others = fmt::format("{} {}", fmt::join(names, ", "), names.size() == 1 ? "says" : "say");
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (answers[i] == right.answer) continue;
      messages.push_back(fmt::format("{} says {}, {} {}", names_[i], statement(answers[i], right.answer), others,
                                     statement(right.answer, answers[i])));
    }
  }

  DifferentialOptions options_;
  std::vector<std::string> names_;  // the subject first
  std::vector<Steps> others_;
  std::optional<Steps> sanitised_;
};

std::string description_of(const std::vector<Contestant>& others, const DifferentialOptions& options) {
  std::string text = "differential";
  const auto add = [&](std::string_view role, const Contestant& contestant) {
    text += description(role, {contestant.name, description("", contestant.steps, options.limits)});
  };
  for (const Contestant& other : others) add(" contestant", other);
  if (options.sanitised) add(" sanitised", *options.sanitised);
  text += description(" subject", {options.subject_name});
  text += fmt::format(" exit status {} standard error {}", options.compare_exit_status, options.compare_standard_error);
  if (options.each_line) text += " each line";
  return text + description(options.normalise);
}

}  // namespace

OraclePointer differential(std::vector<Contestant> others, DifferentialOptions options) {
  if (others.empty()) throw std::invalid_argument("differential: no other contestant is given; name at least one");
  std::string text = description_of(others, options);
  return of_any_text(std::make_shared<OpeningOracle>(
      "differential", std::move(text),
      [others = std::move(others), options = std::move(options)](const std::filesystem::path& scratch) {
        return std::make_unique<Differential>(others, options, scratch);
      }));
}

}  // namespace smallscope::oracles
