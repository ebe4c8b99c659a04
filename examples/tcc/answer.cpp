#include "answer.hpp"

#include <bit>
#include <charconv>
#include <chrono>
#include <cstdint>
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

std::optional<std::int64_t> number(std::string_view text) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

const std::string& parameter(const subjects::Input& input, std::string_view name) {
  const std::string* text = subjects::find(input.parameters, name);
  if (text == nullptr) throw std::invalid_argument("the input has no parameter " + std::string(name));
  return *text;
}

/// The first mistake under which `observed` would be the answer; or "".
std::string mistake(const subjects::Input& input, std::int64_t observed) {
  for (const auto& [name, text] : input.parameters) {
    if (!name.starts_with("mistake ")) continue;
    std::istringstream stream(text);
    std::int64_t value = 0;
    std::string description;
    stream >> value >> std::ws;
    std::getline(stream, description);
    if (value == observed) return description;
  }
  return {};
}

/// What the wrong bits hold; without lanes, the lowest wrong bit: a lost conversion leaves those below it
/// right.
std::string wrong_part(const subjects::Input& input, std::int64_t expected, std::int64_t observed) {
  const std::uint64_t wrong = static_cast<std::uint64_t>(expected) ^ static_cast<std::uint64_t>(observed);
  std::set<std::string> parts;
  bool has_lanes = false;
  for (const auto& [name, text] : input.parameters) {
    if (!name.starts_with("lane ")) continue;
    has_lanes = true;
    std::istringstream stream(text);
    int shift = 0, bits = 0;
    std::string holds;
    stream >> shift >> bits >> std::ws;
    std::getline(stream, holds);
    const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    if ((wrong >> shift & mask) != 0) parts.insert(holds);
  }
  if (!has_lanes) return "from bit " + std::to_string(std::countr_zero(wrong)) + " up";
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return "in " + text;
}

std::vector<oracles::Message> lines(const std::string& text) {
  std::vector<oracles::Message> all;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (!line.empty()) all.push_back(line);
  return all;
}

/// What is wrong with the observation; nothing when it is as expected.
std::vector<oracles::Message> objections(const subjects::Input& input,
                                         const subjects::Observation& observation) {
  const std::int64_t expected = *number(parameter(input, "expected"));
  // A worker reports an exit status other than 0 as an output.
  if (observation.exit_status != 0 || subjects::find(observation.outputs, "exit status") != nullptr) {
    std::vector<oracles::Message> all = lines(observation.standard_error);
    all.insert(all.begin(), "the program is rejected: " + parameter(input, "construct"));
    return all;
  }
  const auto observed = number(observation.standard_output);
  if (!observed) return {"prints no number", observation.standard_output.substr(0, 80)};
  if (*observed == expected) return {};
  std::vector<oracles::Message> all{"returns " + std::to_string(*observed) + " instead of " +
                                    std::to_string(expected)};
  const std::string guess = mistake(input, *observed);
  if (!guess.empty())
    all.push_back("as if " + guess);
  else
    all.push_back(parameter(input, "construct") + ": wrong " + wrong_part(input, expected, *observed));
  return all;
}

class AnswerJudge final : public oracles::Judge {
 public:
  explicit AnswerJudge(const std::filesystem::path& scratch) : gcc_(reference()->open(scratch)) {}

  oracles::Judgement judge(const subjects::Input& input, const subjects::Observation& observation,
                           std::stop_token stop) override {
    oracles::Judgement judgement;
    if (observation.ending != subjects::Ending::completed)
      return judgement;  // no_crash() and no_time_out() judge
    judgement.messages = objections(input, observation);
    if (judgement.messages.empty()) return judgement;
    judgement.verdict = oracles::Verdict::fail;
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

 private:
  std::string name_ = "expected answer";
};

}  // namespace

oracles::OraclePointer answer() { return std::make_shared<Answer>(); }

}  // namespace tcc
