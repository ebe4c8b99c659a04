// SPDX-License-Identifier: Apache-2.0
#include "causes/quoted.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace smallscope::clustering {

namespace {

/// How an output says that an exception ended the program.
constexpr std::array<std::string_view, 5> thrown{"raised ", "threw ", "throws ", "uncaught ", "panicked "};

/// Where quoted texts may end: behind a quotation mark that nothing but punctuation, an exit status or the end follows.
/// Linear, because a message may be as long as what a subject printed.
class EndsOfQuoted {
 public:
  explicit EndsOfQuoted(std::string_view text) {
    auto marks = std::ranges::count(text, '"');
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '"') continue;
      --marks;
      const std::string_view rest = text.substr(i + 1);
      if (!rest.empty() && std::string_view(",;:.)]|").find(rest.front()) == std::string_view::npos &&
          !rest.starts_with(" |") && !rest.starts_with(" with exit status "))
        continue;
      all_.push_back(i + 1);
      if (marks % 2 == 0) even_.push_back(i + 1);
    }
  }
  /// The first behind `from` that leaves an even number of marks, because what is quoted may have marks of its own;
  /// otherwise the first; or npos.
  std::size_t behind(std::size_t from) const {
    for (const std::vector<std::size_t>* ends : {&even_, &all_})
      if (const auto end = std::ranges::upper_bound(*ends, from); end != ends->end()) return *end;
    return std::string_view::npos;
  }

 private:
  std::vector<std::size_t> even_, all_;  // ascending
};

/// Behind the backtick that ends what begins at `from`, if it is what a program printed: with a quotation mark, because
/// of which it is not in such marks (subjects::in_quotes). Others stand around names.
std::size_t end_of_backticks(std::string_view text, std::size_t from) {
  const std::size_t end = text.find('`', from);
  return end != text.npos && text.substr(from, end - from).find('"') != text.npos ? end + 1 : text.npos;
}

/// Without a colon and the number of an exit status before it; empty if it does not end so.
std::string_view without_status(std::string_view before) {
  if (!before.ends_with(": ")) return {};
  before.remove_suffix(2);
  return before.substr(0, std::min(before.rfind(' '), before.size()));
}

/// Removes one of these beginnings; whether there was one.
bool take(std::string_view& text, std::initializer_list<std::string_view> beginnings) {
  for (const std::string_view beginning : beginnings)
    if (text.starts_with(beginning)) {
      text.remove_prefix(beginning.size());
      return true;
    }
  return false;
}

/// Removes the numbers of lines, "2" or "2,3", that message rules may have replaced; whether there were any.
bool take_lines(std::string_view& text) {
  const std::size_t before = text.size();
  while (take(text, {"<lines>", "<number>", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ","})) continue;
  return text.size() < before;
}

/// Whether a line begins a hunk: "2,3c2", or "@@ -1,3 +1,4 @@".
bool begins_hunk(std::string_view line) {
  if (line.starts_with("@@ ")) return line.find(" @@", 3) != line.npos;
  return take_lines(line) && take(line, {"a", "c", "d"}) && take_lines(line) && line.empty();
}

/// The lines of a hunk's two outputs.
class Hunk {
 public:
  explicit Hunk(std::string_view first_line) : is_unified_(first_line.starts_with("@@")) {}
  /// Whether the line belongs to the hunk, to which it is added.
  bool add(std::string_view line) {
    if (begins_hunk(line)) return false;
    const bool is_of_first = is_unified_ ? take(line, {"-"}) : take(line, {"< ", "<"});
    if (is_of_first || (is_unified_ ? take(line, {"+"}) : take(line, {"> ", ">"}))) {
      append(line, outputs_[is_of_first ? 0 : 1]);
      return true;
    }
    return line.starts_with(is_unified_ ? " " : "---") || line.starts_with("\\ No newline");
  }
  std::string message() const { return "outputs differ: \"" + outputs_[0] + "\", \"" + outputs_[1] + '"'; }

 private:
  static void append(std::string_view line, std::string& output) {
    if (!output.empty()) output += '\n';
    for (const char c : line) output += c == '"' ? '\'' : c;  // a quotation mark would end the quotation
  }
  bool is_unified_;
  std::array<std::string, 2> outputs_;
};

}  // namespace

std::vector<std::string> with_quoted_hunks(const std::vector<std::string>& messages) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < messages.size();) {
    if (!begins_hunk(messages[i])) {
      result.push_back(messages[i++]);
      continue;
    }
    Hunk hunk(messages[i++]);
    while (i < messages.size() && hunk.add(messages[i])) ++i;
    result.push_back(hunk.message());
  }
  return result;
}

bool announces_refusal(std::string_view before) {
  before = without_status(before);
  for (const std::string_view verb : {" says exit status", " say exit status"})
    if (before.ends_with(verb)) return before.substr(0, before.size() - verb.size()).find(" says ") != before.npos;
  return false;
}

bool announces_errors(std::string_view before) { return without_status(before).ends_with(" exit status"); }

Pieces pieces_of(std::string_view message) {
  const EndsOfQuoted ends(message);
  Pieces pieces;
  std::string before;  // without what was printed
  const auto keep = [&](std::string_view kept) {
    pieces.between.back() += kept;
    before += kept;
  };
  for (std::size_t i = 0; i < message.size();) {
    const bool opens = i == 0 || std::string_view(" ([=:").find(message[i - 1]) != std::string_view::npos;
    const std::size_t end = !opens              ? std::string_view::npos
                            : message[i] == '"' ? ends.behind(i + 1)
                            : message[i] == '`' ? end_of_backticks(message, i + 1)
                                                : std::string_view::npos;
    if (end == std::string_view::npos) {
      keep(message.substr(i++, 1));
      continue;
    }
    const std::string_view quoted = message.substr(i + 1, end - i - 2);
    const bool is_thrown = std::ranges::any_of(thrown, [&](std::string_view word) { return quoted.starts_with(word); });
    if (is_thrown || announces_refusal(before)) {
      keep(message.substr(i, end - i));
    } else {
      pieces.printed.emplace_back(quoted);
      pieces.between.emplace_back();
    }
    i = end;
  }
  return pieces;
}

}  // namespace smallscope::clustering
