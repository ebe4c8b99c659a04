// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/search/decisions.hpp>

#include <algorithm>
#include <charconv>
#include <exception>

namespace smallscope::generators {

std::string to_string(const Decisions& decisions) {
  std::string text;
  for (const Digit digit : decisions) text += (text.empty() ? "" : ".") + std::to_string(digit);
  return text;
}

Decisions parse_decisions(std::string_view text) {
  Decisions decisions;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    Digit digit = 0;
    const auto [rest, error] = std::from_chars(at, end, digit);
    const bool good = error == std::errc() && (rest == end || (*rest == '.' && rest + 1 != end));
    if (!good)
      throw GeneratorError("decisions: `" + std::string(text) + "` is not a list of digits; write them as 0.2.1");
    decisions.push_back(digit);
    at = rest == end ? end : rest + 1;
  }
  return decisions;
}

bool begins_with(std::span<const Digit> decisions, std::span<const Digit> prefix) {
  return decisions.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), decisions.begin());
}

Digit ScriptGuide::decide(const Question& question) {
  if (next_ == script_.size()) return 0;
  const Digit digit = script_[next_];
  if (digit >= question.alternatives())
    throw GeneratorError("search: decision " + std::to_string(next_) + " of " +
                         to_string(Decisions(script_.begin(), script_.end())) + " has only " +
                         std::to_string(question.alternatives()) +
                         " alternatives; these decisions belong to another search");
  ++next_;
  return digit;
}

void ScriptGuide::finish() const {
  if (next_ != script_.size())
    throw GeneratorError("search: the path ends after " + std::to_string(next_) + " decisions of " +
                         to_string(Decisions(script_.begin(), script_.end())) +
                         "; these decisions belong to another search");
}

Digit RandomGuide::decide(const Question& question) {
  // The high half of a product: its bias is below alternatives / 2^32.
  return static_cast<Digit>(((random_.next() >> 32) * question.alternatives()) >> 32);
}

void DecisionNames::enter(ChoicePath& path, const std::string& name) {
  const std::size_t number = decisions_++;
  if (name.empty()) {
    path.enter_component(number);
    return;
  }
  const std::size_t use = uses_[name]++;
  path.enter_name(use == 0 ? name : name + "[" + std::to_string(use) + "]");
}

Digit WritingGuide::decide(const Question& question) {
  const Digit digit = ScriptGuide::decide(question);
  names_.enter(writer_.path, question.name());
  if (question.alternatives() > 1) writer_.add(digit, question.label(digit));
  writer_.path.leave();
  return digit;
}

Digit ReadingGuide::decide(const Question& question) {
  names_.enter(reader_.path, question.name());
  const Digit digit = question.alternatives() > 1 ? static_cast<Digit>(reader_.next(question.alternatives())) : 0;
  reader_.path.leave();
  return digit;
}

void throw_path_error(const Choices& choices) {
  constexpr std::size_t most_shown = 50;
  const Choices shown(choices.begin(),
                      choices.begin() + static_cast<std::ptrdiff_t>(std::min(choices.size(), most_shown)));
  std::string path = choices.empty() ? "its first path" : "the path " + to_string(shown);
  if (choices.size() > most_shown) path += " and " + std::to_string(choices.size() - most_shown) + " more choices";
  std::string thrown = "an exception that is not a std::exception";
  try {
    throw;
  } catch (const GeneratorError&) {
    throw;
  } catch (const std::exception& problem) {
    thrown = problem.what();
  } catch (...) {
  }
  std::throw_with_nested(PathError("search: on " + path + " the search's own function threw: " + thrown));
}

}  // namespace smallscope::generators
