// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/recursion/skeleton_text.hpp>

#include <algorithm>
#include <sstream>

namespace smallscope::generators {

namespace {
[[noreturn]] void throw_at(std::string_view text, std::size_t place, const std::string& what) {
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place), '\n');
  throw GeneratorError("skeleton, line " + std::to_string(line) + ": " + what);
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}
}  // namespace

SkeletonText::SkeletonText(std::string_view text, const HoleMarks& marks) {
  if (marks.open.empty() || marks.close.empty())
    throw GeneratorError("skeleton: the marks are empty; give both an opening and a closing one");
  std::vector<std::size_t> open;  // the scopes that enclose the current position
  pieces_.emplace_back();
  std::size_t place = 0;
  for (std::size_t mark; (mark = text.find(marks.open, place)) != std::string_view::npos;) {
    pieces_.back() += text.substr(place, mark - place);
    const std::size_t begin = mark + marks.open.size(), end = text.find(marks.close, begin);
    if (end == std::string_view::npos)
      throw_at(text, mark, "`" + marks.open + "` is not closed; add `" + marks.close + "`");
    place = end + marks.close.size();

    const std::string content(text.substr(begin, end - begin));
    const std::vector<std::string> words = words_of(content);
    if (words.size() == 1 && std::find(marks.others.begin(), marks.others.end(), words[0]) != marks.others.end()) {
      pieces_.back() += text.substr(mark, place - mark);
      continue;
    }
    if (words.empty()) throw_at(text, mark, "the mark is empty; it takes a type, `scope ...` or `end`");
    if (words[0] == "scope") {
      open.push_back(skeleton_.scope(open.empty() ? std::nullopt : std::optional(open.back())));
      std::istringstream declarations(content.substr(content.find("scope") + 5));
      for (std::string declaration; std::getline(declarations, declaration, ';');) {
        const std::vector<std::string> names = words_of(declaration);
        if (!names.empty()) skeleton_.variables(open.back(), names[0], {names.begin() + 1, names.end()});
      }
    } else if (words.size() > 1) {
      throw_at(text, mark, "`" + content + "` is neither a type, which is one word, nor `scope TYPE NAME...`");
    } else if (open.empty()) {
      throw_at(text, mark, "`" + words[0] + "` stands outside all scopes; open one by `scope TYPE NAME...`");
    } else if (words[0] == "end") {
      open.pop_back();
    } else {
      skeleton_.hole(open.back(), words[0]);
      pieces_.emplace_back();
    }
  }
  pieces_.back() += text.substr(place);
  if (!open.empty()) throw_at(text, text.size(), "a scope is not closed; close it by `end`");
}

std::string SkeletonText::operator()(const std::vector<std::size_t>& filling) const {
  std::string text;
  for (std::size_t hole = 0; hole < filling.size(); ++hole) {
    text += pieces_[hole];
    text += skeleton_.variables()[filling[hole]].name;
  }
  return text += pieces_.back();
}

}  // namespace smallscope::generators
