// SPDX-License-Identifier: Apache-2.0
#include "causes/quoted.hpp"

#include <algorithm>
#include <array>

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

}  // namespace

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
