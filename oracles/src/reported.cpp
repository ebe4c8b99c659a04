// SPDX-License-Identifier: Apache-2.0
// Oracles on what a worker reports as outputs.
#include <smallscope/oracles/standard.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "evidence.hpp"
#include "judging.hpp"

namespace smallscope::oracles {

namespace {

using subjects::Ending;
using subjects::Input;
using subjects::Observation;

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

ResultCheck are_equal(const std::string& first, const std::string& second, Normaliser normalise = {},
                      std::string changed = {}) {
  return {.steps = {},
          .right = ResultCheck::Right::reported_equal,
          .normalise = std::move(normalise),
          .outputs = {first, second},
          .changed = std::move(changed)};
}

}  // namespace

OraclePointer reported_compiles(std::string before, std::string after, Evidence evidence, std::string changed) {
  std::string text = description("reported compiles", {before, after}) + in_words(evidence) + describe_changed(changed);
  Reads reads = read_outputs({before, after, changed}, evidence);
  std::optional<ResultCheck> check;
  if (!after.empty())
    check =
        ResultCheck{.steps = {}, .right = ResultCheck::Right::reported_empty, .outputs = {after}, .changed = changed};
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
      std::move(reads), std::move(check)));
}

OraclePointer reported_behaviour(std::string before, std::string after, Normaliser normalise, std::string fragment_mark,
                                 Evidence evidence, std::string changed) {
  std::string text = description("reported behaviour", {before, after, fragment_mark}) + description(normalise) +
                     in_words(evidence) + describe_changed(changed);
  Reads reads = read_outputs({before, after, changed}, evidence);
  std::optional<ResultCheck> check;
  if (fragment_mark.empty()) check = are_equal(before, after, normalise, changed);
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
      std::move(reads), std::move(check)));
}

OraclePointer reported_round_trip(std::string original, std::string there_and_back, Evidence evidence) {
  std::string text = description("reported round trip", {original, there_and_back}) + in_words(evidence);
  Reads reads = read_outputs({there_and_back}, evidence);
  ResultCheck check = are_equal(original, there_and_back);
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
      std::move(reads), std::move(check)));
}

}  // namespace smallscope::oracles
