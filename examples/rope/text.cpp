// SPDX-License-Identifier: Apache-2.0
#include "text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>
#include <utility>

namespace rope_campaigns {
namespace {

using smallscope::subjects::Input;
using smallscope::subjects::NamedText;

constexpr std::string_view opening = "«";
constexpr std::string_view closing = "»";

/// Names that fragments call without defining them. Each is included only if it is called, so programs stay small.
struct Helper {
  std::string_view call;
  std::string_view definition;
};
constexpr std::array helpers{
    Helper{"fn(", "def fn(*values, **named):\n    return values[0] if values else 0"},
    Helper{"await_(", "def await_(value):\n    return value"},
    Helper{"yield_(", "def yield_(value):\n    return value"},
    Helper{"return_(", "def return_(value):\n    print(value)"},
    Helper{"except E:", "class E(Exception):\n    pass"},
    Helper{"C(",
           "class C:\n"
           "    def __init__(self, value=7):\n"
           "        self.value = value\n"
           "    def __enter__(self):\n"
           "        return self.value\n"
           "    def __exit__(self, *error):\n"
           "        pass"},
};

bool is_word(char character) { return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_'; }

std::string with_helpers(std::string_view program) {
  std::vector<std::string> texts;
  for (const Helper& helper : helpers)
    if (program.find(helper.call) != std::string_view::npos) texts.emplace_back(helper.definition);
  texts.emplace_back(program);
  return lines(texts) + "\n";
}

std::string mark_of(std::size_t number) { return std::string(fragment_mark) + std::to_string(number); }

/// Removes the mark and returns where it was.
std::size_t take_mark(std::string& text, std::string_view mark) {
  const std::size_t position = text.find(mark);
  if (position != std::string::npos) text.erase(position, mark.size());
  return position;
}

}  // namespace

std::string renamed(std::string_view text, std::string_view name, std::string_view replacement) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end == i) ++end;  // a character between words
    const std::string_view token = text.substr(i, end - i);
    result += token == name ? replacement : token;
    i = end;
  }
  return result;
}

std::string guarded(std::size_t number, std::string_view body) {
  const std::string mark = mark_of(number);
  return lines({"print('" + mark + "')", block("try:", body),
                block("except Exception as error:", "print('" + mark + " raised', type(error).__name__)")});
}

void ignore_behaviour(std::vector<NamedText>& parameters, const std::vector<std::string>& fragments,
                      std::initializer_list<std::string_view> parts) {
  std::string marks;
  for (std::size_t i = 0; i < fragments.size(); ++i) {
    const auto holds = [&](std::string_view part) { return fragments[i].find(part) != std::string::npos; };
    if (std::any_of(parts.begin(), parts.end(), holds)) marks += " " + mark_of(i);
  }
  if (marks.empty()) return;
  // A program of one fragment prints no marks.
  parameters.push_back({"behaviour", fragments.size() == 1 ? "ignored" : "ignored of" + marks});
}

std::string numbered(std::string_view name, std::size_t number, std::size_t fragments) {
  return std::string(name) + (fragments > 1 ? std::to_string(number) : "");
}

std::string selected(std::string_view text) { return std::string(opening) + std::string(text) + std::string(closing); }

smallscope::generators::Elements<std::string> fragments(std::vector<std::string> texts) {
  std::vector<std::string> labels;
  labels.reserve(texts.size());
  for (const std::string& text : texts) labels.push_back(replaced(text, "\n", "\\n"));
  return smallscope::generators::Elements<std::string>(std::move(texts), std::move(labels));
}

Input request(std::string_view marked, std::vector<NamedText> parameters) {
  std::string program = with_helpers(marked);
  const std::size_t start = take_mark(program, opening);
  const std::size_t end = take_mark(program, closing);
  if (start == std::string::npos) throw std::logic_error("a program without a mark: " + std::string(marked));
  if (end == std::string::npos) {
    parameters.push_back({"offset", std::to_string(start)});
  } else {
    parameters.push_back({"start", std::to_string(start)});
    parameters.push_back({"end", std::to_string(end)});
  }
  return {.files = {{"input.py", std::move(program)}}, .parameters = std::move(parameters), .standard_input = {}};
}

}  // namespace rope_campaigns
