// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/choice.hpp>

namespace smallscope::generators {

std::string to_string(const Choices& choices) {
  std::string text;
  for (const Choice& choice : choices) {
    if (!text.empty()) text += ", ";
    text += choice.name;
    text += " = ";
    const bool plain = choice.label.find_first_of(" ,=\n") == std::string::npos && !choice.label.empty();
    if (plain) {
      text += choice.label;
    } else {
      text += '`';
      for (const char c : choice.label) c == '\n' ? text += "\\n" : text += c;
      text += '`';
    }
  }
  return text;
}

void ChoicePath::enter_component(std::size_t number) {
  segments_.push_back({std::to_string(number), Segment::Kind::component});
}

void ChoicePath::enter_item(std::size_t number) {
  segments_.push_back({"[" + std::to_string(number) + "]", Segment::Kind::item});
}

void ChoicePath::enter_name(std::string_view name) {
  // A named node needs no numbers. Their segments stay on the stack, without text, because each is left later.
  for (auto segment = segments_.rbegin(); segment != segments_.rend() && segment->kind == Segment::Kind::component;
       ++segment)
    *segment = {"", Segment::Kind::taken};
  segments_.push_back({std::string(name), Segment::Kind::name});
}

std::string ChoicePath::text() const {
  std::string text;
  for (const Segment& segment : segments_) {
    if (segment.kind == Segment::Kind::taken) continue;
    if (!text.empty() && segment.kind != Segment::Kind::item) text += '/';
    text += segment.text;
  }
  return text;
}

Ordinal ChoiceReader::next(Ordinal alternatives) {
  const std::string expected = path.text();
  if (rest_.empty()) throw GeneratorError("choices: `" + expected + "` is missing");
  const Choice& choice = rest_.front();
  if (choice.name != expected)
    throw GeneratorError("choices: `" + expected + "` is expected where `" + choice.name + "` stands");
  if (choice.index >= alternatives)
    throw GeneratorError("choices: `" + expected + "` is " + std::to_string(choice.index) + ", but it has only " +
                         std::to_string(alternatives) + " alternatives");
  rest_ = rest_.subspan(1);
  return choice.index;
}

void ChoiceReader::finish() const {
  if (!rest_.empty()) throw GeneratorError("choices: `" + rest_.front().name + "` is left over");
}

}  // namespace smallscope::generators
