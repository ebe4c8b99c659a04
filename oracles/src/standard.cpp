// SPDX-License-Identifier: Apache-2.0
#include <smallscope/oracles/standard.hpp>

#include <fmt/format.h>
#include <algorithm>

#include <iterator>
#include <smallscope/oracles/executing.hpp>
#include <stdexcept>

#include "evidence.hpp"
#include "judging.hpp"

namespace smallscope::oracles {
namespace {

using subjects::Ending;
using subjects::Input;
using subjects::Observation;

Judgement equal_or_fail(std::string_view found, std::string_view expected, std::string_view what_was_found,
                        std::string_view what_was_expected) {
  if (found == expected) return judgement(Verdict::pass);
  const auto [found_line, expected_line] = first_difference(found, expected);
  return judgement(Verdict::fail,
                   {fmt::format("{}: {}, {}: {}", what_was_found, found_line, what_was_expected, expected_line)});
}

/// The output of one fragment of a merged input.
struct Segment {
  std::string_view mark;  ///< its line: "#3"; "" for the text before the first mark
  std::string text = {};
  bool ended_early = false;
};

std::vector<Segment> segments(std::string_view text, std::string_view mark) {
  std::vector<Segment> all{{""}};
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const std::string_view word = line.substr(0, line.find(' '));
    Segment& last = all.back();
    if (!line.starts_with(mark)) {
      last.text.append(line) += '\n';
    } else if (word == last.mark) {
      last.ended_early = true;
      last.text.append(line.substr(std::min(line.size(), word.size() + 1))) += '\n';
    } else {
      all.push_back({word});
    }
  }
  return all;
}

/// The same for outputs of merged inputs: see reported_behaviour().
Judgement equal_by_fragment_or_fail(std::string_view found, std::string_view expected, std::string_view what_was_found,
                                    std::string_view what_was_expected, std::string_view mark) {
  if (mark.empty()) return equal_or_fail(found, expected, what_was_found, what_was_expected);
  const std::vector<Segment> was = segments(found, mark), is = segments(expected, mark);
  const bool aligned = std::equal(was.begin(), was.end(), is.begin(), is.end(),
                                  [](const Segment& a, const Segment& b) { return a.mark == b.mark; });
  if (!aligned) return equal_or_fail(found, expected, what_was_found, what_was_expected);
  Judgement all = judgement(Verdict::pass);
  for (std::size_t i = 0; i < was.size(); ++i) {
    if (was[i].ended_early) continue;
    Judgement one = equal_or_fail(was[i].text, is[i].text, what_was_found, what_was_expected);
    if (one.verdict == Verdict::pass) continue;
    all.verdict = one.verdict;
    all.messages.insert(all.messages.end(), one.messages.begin(), one.messages.end());
  }
  return all;
}

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

/// The output of this name; null if there is none and none is needed. Throws CannotJudge if one is needed.
const std::string* output_of(const Observation& observation, const std::string& name, Evidence evidence) {
  return evidence == Evidence::required ? require_output(observation, name) : subjects::find(observation.outputs, name);
}

/// Whether the output that holds what the subject made of the input is a file of the input. "" is no output.
bool is_unchanged(const Input& input, const Observation& observation, const std::string& changed, Evidence evidence) {
  if (changed.empty()) return false;
  const std::string* result = output_of(observation, changed, evidence);
  return result != nullptr &&
         std::ranges::any_of(input.files, [&](const subjects::NamedText& file) { return file.text == *result; });
}
std::string describe_changed(const std::string& changed) {
  return changed.empty() ? "" : description("changed", {changed});
}

Reads read_outputs(std::vector<std::string> names, Evidence evidence) {
  std::erase(names, "");
  if (evidence == Evidence::optional) names.clear();
  return {std::move(names)};
}

std::string in_words(Evidence evidence) { return evidence == Evidence::optional ? " optional" : ""; }

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

OraclePointer reported_compiles(std::string before, std::string after, Evidence evidence, std::string changed) {
  std::string text = description("reported compiles", {before, after}) + in_words(evidence) + describe_changed(changed);
  Reads reads = read_outputs({before, after, changed}, evidence);
  return of_any_text(stateless(
      "compiles after", std::move(text),
      [before = std::move(before), after = std::move(after), changed = std::move(changed), evidence](
          const Input& input, const Observation& observation) {
        // A subject that did not run to its end may not have compiled the input either.
        const Evidence of_input = observation.ending == Ending::completed ? evidence : Evidence::optional;
        const std::string* errors = before.empty() ? nullptr : output_of(observation, before, of_input);
        if (errors != nullptr && !errors->empty()) return judgement(Verdict::discarded, lines(*errors));
        if (const auto none = without_result(observation)) return *none;
        if (is_unchanged(input, observation, changed, evidence)) return result_is_unchanged();
        if (after.empty()) return errors == nullptr ? result_is_absent(before) : judgement(Verdict::pass);
        errors = output_of(observation, after, evidence);
        if (errors == nullptr) return result_is_absent(after);
        if (errors->empty()) return judgement(Verdict::pass);
        std::vector<Message> messages = lines(*errors);
        if (messages.empty()) messages.push_back("does not compile, without a message");
        return judgement(Verdict::fail, std::move(messages));
      },
      std::move(reads)));
}

OraclePointer reported_behaviour(std::string before, std::string after, Normaliser normalise, std::string fragment_mark,
                                 Evidence evidence, std::string changed) {
  std::string text = description("reported behaviour", {before, after, fragment_mark}) + description(normalise) +
                     in_words(evidence) + describe_changed(changed);
  Reads reads = read_outputs({before, after, changed}, evidence);
  return of_any_text(stateless(
      "behaviour preserved", std::move(text),
      [before = std::move(before), after = std::move(after), normalise = std::move(normalise),
       mark = std::move(fragment_mark), changed = std::move(changed),
       evidence](const Input& input, const Observation& observation) {
        if (const auto none = without_result(observation)) return *none;
        if (is_unchanged(input, observation, changed, evidence)) return result_is_unchanged();
        const std::string* was = output_of(observation, before, evidence);
        const std::string* is = output_of(observation, after, evidence);
        if (was == nullptr || is == nullptr) return result_is_absent(was == nullptr ? before : after);
        return equal_by_fragment_or_fail(normalise(*was), normalise(*is), before, after, mark);
      },
      std::move(reads)));
}

OraclePointer reported_round_trip(std::string original, std::string there_and_back, Evidence evidence) {
  std::string text = description("reported round trip", {original, there_and_back}) + in_words(evidence);
  Reads reads = read_outputs({there_and_back}, evidence);
  return of_any_text(stateless(
      "round trip", std::move(text),
      [original = std::move(original), there_and_back = std::move(there_and_back), evidence](
          const Input& input, const Observation& observation) {
        if (const auto none = without_result(observation)) return *none;
        const std::string* result = output_of(observation, there_and_back, evidence);
        if (result == nullptr) return result_is_absent(there_and_back);
        const std::string* source = subjects::find(observation.outputs, original);
        if (source == nullptr) source = subjects::find(input.files, original);
        if (source == nullptr)
          throw CannotJudge(
              fmt::format("neither an output nor a file of the input is called {}", subjects::in_quotes(original)));
        return equal_or_fail(*source, *result, original, there_and_back);
      },
      std::move(reads)));
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
