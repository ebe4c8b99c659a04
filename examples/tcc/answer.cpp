// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <smallscope/subjects/command.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace tcc {
namespace {

namespace oracles = smallscope::oracles;
namespace subjects = smallscope::subjects;

constexpr std::string_view rejected = "the program is rejected: ";

std::optional<std::int64_t> number(std::string_view text) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

const std::string& parameter(const subjects::Input& input, const std::string& name) {
  const std::string* text = subjects::find(input.parameters, name);
  if (text == nullptr) throw std::invalid_argument("the input has no parameter " + name);
  return *text;
}

/// One test of an input: the parameters whose names end in its number, or all of them.
class Question {
 public:
  /// `suffix` is "" for the only test, otherwise " " and its number.
  Question(const subjects::Input& input, std::string suffix) : input_(input), suffix_(std::move(suffix)) {}

  std::int64_t expected() const { return *number(parameter(input_, "expected" + suffix_)); }
  const std::string& construct() const { return parameter(input_, "construct" + suffix_); }

  /// The first mistake that would give the answer `observed`; or "".
  std::string mistake(std::int64_t observed) const {
    std::string found;
    for_each("mistake", [&](std::istringstream& stream) {
      std::int64_t value = 0;
      std::string description;
      stream >> value >> std::ws;
      std::getline(stream, description);
      if (found.empty() && value == observed) found = description;
    });
    return found;
  }

  /// The parts that the wrong bits belong to. Without lanes, the lowest wrong bit: a lost conversion leaves the bits
  /// below it right.
  std::string wrong_part(std::int64_t observed) const {
    const std::uint64_t wrong = static_cast<std::uint64_t>(expected()) ^ static_cast<std::uint64_t>(observed);
    std::set<std::string> parts;
    bool has_lanes = false;
    for_each("lane", [&](std::istringstream& stream) {
      has_lanes = true;
      int shift = 0, bits = 0;
      std::string holds;
      stream >> shift >> bits >> std::ws;
      std::getline(stream, holds);
      const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
      if ((wrong >> shift & mask) != 0) parts.insert(holds);
    });
    if (!has_lanes) return "from bit " + std::to_string(std::countr_zero(wrong)) + " up";
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
    return "in " + text;
  }

  /// What is wrong with an answer; nothing if it is as expected.
  std::vector<oracles::Message> objections(std::int64_t observed) const {
    if (observed == expected()) return {};
    std::vector<oracles::Message> all{"returns " + std::to_string(observed) + " instead of " +
                                      std::to_string(expected())};
    const std::string guess = mistake(observed);
    if (!guess.empty())
      all.push_back("as if " + guess);
    else
      all.push_back(construct() + ": wrong " + wrong_part(observed));
    return all;
  }

 private:
  template <class Visit>
  void for_each(std::string_view kind, Visit&& visit) const {
    const std::string beginning = std::string(kind) + suffix_ + " ";
    for (const auto& [name, text] : input_.parameters) {
      if (!name.starts_with(beginning)) continue;
      std::istringstream stream(text);
      visit(stream);
    }
  }
  const subjects::Input& input_;
  std::string suffix_;
};

std::vector<oracles::Message> lines(const std::string& text) {
  std::vector<oracles::Message> all;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (!line.empty()) all.push_back(line);
  return all;
}

/// The number in a message that begins with test7.c:1; or "".
std::string blamed_test(std::string_view message) {
  constexpr std::string_view beginning = "test";
  if (!message.starts_with(beginning)) return {};
  message.remove_prefix(beginning.size());
  const std::size_t end = message.find_first_not_of("0123456789");
  return end != message.npos && message.substr(end).starts_with(".c:") ? std::string(message.substr(0, end)) : "";
}

/// What the compiler rejects: the construct of the only test, or of the test that its messages are about.
std::string rejected_construct(const subjects::Input& input, bool is_alone,
                               const std::vector<oracles::Message>& words) {
  if (is_alone) return parameter(input, "construct");
  for (const oracles::Message& message : words)
    if (const std::string test = blamed_test(message); !test.empty()) return parameter(input, "construct " + test);
  return "one of many tests";
}

/// What is wrong with the answers of several tests in one program.
std::vector<oracles::Message> objections_to_all(const subjects::Input& input, const std::string& numbers,
                                                const std::string& output) {
  std::map<std::string, std::int64_t> answers;
  std::istringstream printed(output);
  std::string test;
  for (std::int64_t value = 0; printed >> test >> value;) answers[test] = value;
  std::vector<oracles::Message> all;
  std::istringstream stream(numbers);
  while (stream >> test) {
    const auto answer = answers.find(test);
    const auto more = answer == answers.end() ? std::vector<oracles::Message>{"prints no number"}
                                              : Question(input, " " + test).objections(answer->second);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

/// What is wrong with the observation; nothing if it is as expected.
std::vector<oracles::Message> objections(const subjects::Input& input, const subjects::Observation& observation) {
  const std::string* together = subjects::find(input.parameters, "tests");
  // A worker reports an exit status other than 0 as an output.
  if (observation.exit_status != 0 || subjects::find(observation.outputs, "exit status") != nullptr) {
    std::vector<oracles::Message> all = lines(observation.standard_error);
    all.insert(all.begin(), std::string(rejected) + rejected_construct(input, together == nullptr, all));
    return all;
  }
  if (together != nullptr) return objections_to_all(input, *together, observation.standard_output);
  const auto observed = number(observation.standard_output);
  if (!observed) return {"prints no number", observation.standard_output.substr(0, 80)};
  return Question(input, "").objections(*observed);
}

class AnswerJudge final : public oracles::Judge {
 public:
  explicit AnswerJudge(const std::filesystem::path& scratch) : gcc_(reference()->open(scratch)) {}

  oracles::Judgement judge(const subjects::Input& input, const subjects::Observation& observation,
                           std::stop_token stop) override {
    oracles::Judgement judgement;
    if (observation.ending != subjects::Ending::completed) return judgement;  // no_crash() and no_time_out() judge
    judgement.messages = objections(input, observation);
    if (judgement.messages.empty()) return judgement;
    judgement.verdict = oracles::Verdict::fail;
    // Merged tests are taken apart, and each finding is confirmed alone.
    if (subjects::find(input.parameters, "tests") != nullptr) return judgement;
    const subjects::Observation confirmation = gcc_->observe(input, stop);
    if (confirmation.ending == subjects::Ending::cancelled) return judgement;
    if (confirmation.exit_status != 0 || confirmation.ending != subjects::Ending::completed ||
        number(confirmation.standard_output) != number(parameter(input, "expected"))) {
      judgement.verdict = oracles::Verdict::oracle_error;
      judgement.messages = {"gcc does not confirm the expected answer " + parameter(input, "expected"),
                            "gcc's program " + std::string(subjects::name(confirmation.ending)) + ": " +
                                confirmation.standard_output + confirmation.standard_error};
    }
    return judgement;
  }

 private:
  static std::unique_ptr<subjects::Subject> reference() {
    subjects::Command compile, run;
    compile.arguments = {"gcc", "-O0", "-w", "-o", "test", "test.c"};
    run.arguments = {"./test"};
    return subjects::commands({compile, run}, {.time = std::chrono::seconds(60)});
  }
  std::unique_ptr<subjects::Session> gcc_;
};

class Answer final : public oracles::Oracle {
 public:
  const std::string& name() const override { return name_; }
  std::unique_ptr<oracles::Judge> open(const std::filesystem::path& scratch) const override {
    return std::make_unique<AnswerJudge>(scratch);
  }
  std::string describe() const override { return "the expected answer, confirmed by gcc -O0"; }
  bool judges_any_text() const override { return true; }  // because gcc confirms each failure

 private:
  std::string name_ = "expected answer";
};

}  // namespace

oracles::OraclePointer answer() { return std::make_shared<Answer>(); }

std::vector<std::uint64_t> blamed_tests(const std::vector<oracles::Judgement>& judgements) {
  std::vector<std::uint64_t> blamed;
  for (const oracles::Judgement& judgement : judgements)
    for (const oracles::Message& message : judgement.messages)
      if (const auto test = number(blamed_test(message))) blamed.push_back(static_cast<std::uint64_t>(*test));
  return blamed;
}

bool blames_main(const std::vector<oracles::Judgement>& judgements) {
  return std::any_of(judgements.begin(), judgements.end(), [](const oracles::Judgement& judgement) {
    return std::any_of(judgement.messages.begin(), judgement.messages.end(),
                       [](const oracles::Message& message) { return message.starts_with("main.c:"); });
  });
}

}  // namespace tcc
