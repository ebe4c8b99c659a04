// SPDX-License-Identifier: Apache-2.0
#include <smallscope/oracles/standard.hpp>

#include <fmt/format.h>
#include <algorithm>

#include <iterator>
#include <smallscope/oracles/result_check.hpp>
#include <stdexcept>

#include "evidence.hpp"
#include "judging.hpp"

namespace smallscope::oracles {
namespace {

using subjects::Ending;
using subjects::Input;
using subjects::Observation;

/// `text` with the parameter NAME for each {NAME}; {{ and }} are braces; other braces stand for themselves.
std::string with_parameters(std::string_view text, const Input& input) {
  std::string result;
  while (!text.empty()) {
    const std::size_t brace = text.find_first_of("{}");
    result.append(text.substr(0, brace));
    if (brace == std::string_view::npos) break;
    text.remove_prefix(brace);
    std::size_t used = 1;
    if (text.size() >= 2 && text[1] == text[0]) {
      result += text[0];
      used = 2;
    } else {
      const std::size_t end = text[0] == '{' ? text.find('}') : std::string_view::npos;
      const std::string* parameter =
          end == std::string_view::npos ? nullptr : subjects::find(input.parameters, text.substr(1, end - 1));
      if (parameter != nullptr) {
        result += *parameter;
        used = end + 1;
      } else {
        result += text[0];
      }
    }
    text.remove_prefix(used);
  }
  return result;
}

/// Whether `text` is exactly "{NAME}".
bool is_one_placeholder(std::string_view text) {
  return text.size() > 2 && text.front() == '{' && text.find('}') == text.size() - 1 && text[1] != '{';
}

class Occasional final : public Wrapped {
 public:
  explicit Occasional(OraclePointer oracle) : Wrapped(std::move(oracle)) {}
  bool is_occasional() const override { return true; }
};

class OfAnyText final : public Wrapped {
 public:
  explicit OfAnyText(OraclePointer oracle) : Wrapped(std::move(oracle)) {}
  bool judges_any_text() const override { return true; }
};

class Renamed final : public Wrapped {
 public:
  Renamed(std::string name, OraclePointer oracle) : Wrapped(std::move(oracle)), name_(std::move(name)) {}
  const std::string& name() const override { return name_; }
  std::string describe() const override { return description("renamed", {name_}) + " " + wrapped().describe(); }

 private:
  std::string name_;
};

class Restricted final : public Wrapped {
 public:
  Restricted(const std::string& qualifier, Condition condition, OraclePointer oracle)
      : Wrapped(std::move(oracle)),
        name_(qualifier.empty() ? wrapped().name() : wrapped().name() + ", " + qualifier),
        condition_(std::move(condition)) {}
  const std::string& name() const override { return name_; }
  std::unique_ptr<Judge> open(const std::filesystem::path& scratch) const override {
    return std::make_unique<Restriction>(condition_, wrapped().open(scratch));
  }
  std::string describe() const override { return description("restricted", {name_}) + " " + wrapped().describe(); }
  std::optional<ResultCheck> result_check() const override { return std::nullopt; }  // the condition judges, too

 private:
  class Restriction final : public Judge {
   public:
    Restriction(Condition condition, std::unique_ptr<Judge> judge)
        : condition_(std::move(condition)), judge_(std::move(judge)) {}
    Judgement judge(const Input& input, const Observation& observation, std::stop_token stop) override {
      if (!condition_(input, observation)) return does_not_apply("its condition does not hold");
      return judge_->judge(input, observation, std::move(stop));
    }
    void set_patience(unsigned factor) override { judge_->set_patience(factor); }
    bool take_time_out() override { return judge_->take_time_out(); }
    ExecutingJudge* executing() override { return judge_->executing(); }

   private:
    Condition condition_;
    std::unique_ptr<Judge> judge_;
  };

  std::string name_;
  Condition condition_;
};

}  // namespace

OraclePointer predicate(std::string name, Objections objections) {
  if (!objections) throw std::invalid_argument("predicate: the callable is empty");
  std::string text = description("predicate", {name});
  return stateless(std::move(name), std::move(text),
                   [objections = std::move(objections)](const Input& input, const Observation& observation) {
                     std::vector<Message> messages = objections(input, observation);
                     const Verdict verdict = messages.empty() ? Verdict::pass : Verdict::fail;
                     return judgement(verdict, std::move(messages));
                   });
}

OraclePointer no_crash() {
  return of_any_text(stateless("no crash", "no crash", [](const Input&, const Observation& observation) {
    if (observation.ending == Ending::lost) return judgement(Verdict::infrastructure, observation.messages);
    if (observation.ending != Ending::crashed) return judgement(Verdict::pass);
    if (!observation.messages.empty()) return judgement(Verdict::crashed, observation.messages);
    return judgement(Verdict::crashed, {how_it_ended(observation)});
  }));
}

OraclePointer no_time_out() {
  return of_any_text(stateless("no time-out", "no time-out", [](const Input&, const Observation& observation) {
    if (observation.ending == Ending::lost) return judgement(Verdict::not_applicable);
    if (observation.ending != Ending::timed_out) return judgement(Verdict::pass);
    if (observation.messages.empty()) return judgement(Verdict::timed_out, {"no answer within the time limit"});
    return judgement(Verdict::timed_out, observation.messages);
  }));
}

OraclePointer exit_status(int expected) {
  return stateless(
      "exit status", description("exit status", {std::to_string(expected)}),
      [expected](const Input&, const Observation& observation) {
        const Judgement abnormal = judgement(
            Verdict::fail, {fmt::format("{} instead of exit status {}", how_it_ended(observation), expected)});
        if (const auto none = without_result(observation, abnormal)) return *none;
        if (observation.exit_status == expected) return judgement(Verdict::pass, said_of_early_end(observation));
        const std::vector<Message> said = lines(observation.standard_error);
        Judgement failing = judgement(
            Verdict::fail, {fmt::format("exit status {} instead of {}{}", observation.exit_status, expected,
                                        said.empty() ? place_of_early_end(observation) : ": " + reason_in(said))});
        failing.expectation = Expectation{.exit_status = expected};
        return failing;
      },
      Reads{.exit_status = true});
}

OraclePointer expected_output(std::string expected, Normaliser normalise) {
  std::string text = description("expected output", {expected}) + description(normalise);
  return stateless(
      "expected output", std::move(text),
      [expected = std::move(expected), normalise = std::move(normalise)](const Input& input,
                                                                         const Observation& observation) {
        const Judgement abnormal =
            judgement(Verdict::fail, {fmt::format("{} instead of an output", how_it_ended(observation))});
        if (const auto none = without_result(observation, abnormal)) return *none;
        require_streams(observation);
        if (is_one_placeholder(expected)) {
          const std::string_view name = std::string_view(expected).substr(1, expected.size() - 2);
          if (subjects::find(input.parameters, name) == nullptr) {
            return judgement(Verdict::oracle_error,
                             {fmt::format("the input has no parameter {} that would hold the expected output", name)});
          }
        }
        std::string right = with_parameters(expected, input);
        Judgement compared = equal_or_fail(normalise(observation.standard_output), right, "output", "expected");
        if (compared.verdict == Verdict::fail)
          compared.expectation = Expectation{.standard_output = {{std::move(right), normalise}}};
        if (compared.verdict == Verdict::fail && observation.exit_status != 0)
          compared.messages.insert(compared.messages.begin(), failure(observation));
        if (compared.verdict == Verdict::pass) compared.messages = said_of_early_end(observation);
        return compared;
      });
}

OraclePointer renamed(std::string name, OraclePointer oracle) {
  if (!oracle) throw std::invalid_argument("renamed: the oracle is empty");
  return std::make_shared<Renamed>(std::move(name), std::move(oracle));
}

OraclePointer of_any_text(OraclePointer oracle) {
  if (!oracle) throw std::invalid_argument("of_any_text: the oracle is empty");
  return std::make_shared<OfAnyText>(std::move(oracle));
}

OraclePointer occasional(OraclePointer oracle) {
  if (!oracle) throw std::invalid_argument("occasional: the oracle is empty");
  return std::make_shared<Occasional>(std::move(oracle));
}

OraclePointer restricted(const std::string& qualifier, Condition condition, OraclePointer oracle) {
  if (!oracle) throw std::invalid_argument("restricted: the oracle is empty");
  if (!condition) throw std::invalid_argument("restricted: the condition is empty");
  return std::make_shared<Restricted>(qualifier, std::move(condition), std::move(oracle));
}

}  // namespace smallscope::oracles
