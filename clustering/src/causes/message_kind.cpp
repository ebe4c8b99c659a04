// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/causes/message_kind.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

bool is_name(char character) {
  const auto byte = static_cast<unsigned char>(character);
  return character == '_' || (byte >= '0' && byte <= '9') || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z');
}

/// The names of exceptions in what was printed: "TypeError", "IOException".
std::set<std::string> errors_in(std::string_view text) {
  std::set<std::string> errors;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_name(text[end])) ++end;
    const std::string_view name = text.substr(i, end - i);
    if (name.ends_with("Error") || name.ends_with("Exception")) errors.emplace(name);
    i = end + 1;
  }
  return errors;
}
std::string output_with(const std::set<std::string>& errors) {
  return errors.empty() ? "<output>" : fmt::format("<output with {}>", fmt::join(errors, ", "));
}

/// Whether a quotation that follows says why the programs that are right refuse the input: they come last, behind
/// "a says exit status 0, ".
bool announces_refusal(std::string_view before) {
  if (!before.ends_with(": ")) return false;
  before.remove_suffix(2);
  before = before.substr(0, before.rfind(' '));  // without the number of the exit status
  for (const std::string_view verb : {" says exit status", " say exit status"})
    if (before.ends_with(verb)) return before.substr(0, before.size() - verb.size()).find(" says ") != before.npos;
  return false;
}

/// A message in pieces: between[0] printed[0] between[1] printed[1] ... between[n].
struct Pieces {
  std::vector<std::string> between{1};
  std::vector<std::string> printed;  ///< quoted texts; those that a kind keeps in any case are in `between`
};

Pieces pieces_of(std::string_view text) {
  const EndsOfQuoted ends(text);
  Pieces pieces;
  std::string before;  // without what was printed
  const auto keep = [&](std::string_view kept) {
    pieces.between.back() += kept;
    before += kept;
  };
  for (std::size_t i = 0; i < text.size();) {
    const bool opens = i == 0 || std::string_view(" ([=:").find(text[i - 1]) != std::string_view::npos;
    const std::size_t end = !opens           ? std::string_view::npos
                            : text[i] == '"' ? ends.behind(i + 1)
                            : text[i] == '`' ? end_of_backticks(text, i + 1)
                                             : std::string_view::npos;
    if (end == std::string_view::npos) {
      keep(text.substr(i++, 1));
      continue;
    }
    const std::string_view quoted = text.substr(i + 1, end - i - 2);
    const bool is_thrown = std::ranges::any_of(thrown, [&](std::string_view word) { return quoted.starts_with(word); });
    if (is_thrown || announces_refusal(before)) {
      keep(text.substr(i, end - i));
    } else {
      pieces.printed.emplace_back(quoted);
      pieces.between.emplace_back();
    }
    i = end;
  }
  return pieces;
}

/// "does not compile" of "does not compile: unexpected indent": words before a colon and a blank; "" if there are none.
std::string_view head_of(std::string_view text) {
  const std::string_view head = text.substr(0, std::min(text.find(": "), text.size()));
  const auto is_of_a_word = [](char c) { return c == ' ' || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'); };
  const bool has_words = head.size() > 1 && head.front() != ' ' && head.size() + 2 < text.size();
  return has_words && std::ranges::all_of(head, is_of_a_word) ? head : std::string_view();
}

/// The message without what was printed.
std::string frame_of(const Pieces& pieces) { return fmt::format("{}", fmt::join(pieces.between, "\x1e")); }

/// Printed texts that say what went wrong, as message_kinds() describes them.
class ErrorTexts {
 public:
  void add(const Signature& signature) {
    for (const SignaturePart& part : signature)
      for (const std::string& message : part.messages) {
        const Pieces pieces = pieces_of(message);
        const std::string frame = frame_of(pieces);
        for (std::size_t i = 0; i < pieces.printed.size(); ++i) {
          const std::string_view head = head_of(pieces.printed[i]);
          if (head.empty()) continue;
          places_of_head_[{frame, std::string(head)}].insert(i);
          std::set<std::string>& beside = beside_[{frame, i, pieces.printed[i]}];
          if (beside.size() >= least_beside) continue;
          std::vector<std::string> others = pieces.printed;
          others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
          beside.insert(fmt::format("{}", fmt::join(others, "\x1f")));
        }
      }
  }
  /// Whether the text is one, where it is the one of this number in a message with this frame.
  bool contains(const std::string& frame, std::size_t number, const std::string& text) const {
    const auto found = beside_.find({frame, number, text});
    if (found == beside_.end() || found->second.size() < least_beside) return false;
    return places_of_head_.at({frame, std::string(head_of(text))}).size() == 1;
  }

 private:
  static constexpr std::size_t least_beside = 3;
  std::map<std::tuple<std::string, std::size_t, std::string>, std::set<std::string>> beside_;  ///< some of them
  std::map<std::pair<std::string, std::string>, std::set<std::size_t>> places_of_head_;        ///< by frame and head
};

std::string kind_with(const ErrorTexts& errors, const Signature& signature) {
  Signature kind = signature;
  for (SignaturePart& part : kind) {
    for (std::string& message : part.messages) {
      const Pieces pieces = pieces_of(message);
      const std::string frame = frame_of(pieces);
      message = pieces.between.front();
      for (std::size_t i = 0; i < pieces.printed.size(); ++i)
        message += (errors.contains(frame, i, pieces.printed[i]) ? fmt::format("\"{}\"", pieces.printed[i])
                                                                 : output_with(errors_in(pieces.printed[i]))) +
                   pieces.between[i + 1];
    }
    // How often something is said, and in which order, depends on the program.
    std::ranges::sort(part.messages);
    const auto repeated = std::ranges::unique(part.messages);
    part.messages.erase(repeated.begin(), repeated.end());
  }
  return to_string(kind);
}

}  // namespace

std::string message_kind(const Signature& signature) { return kind_with({}, signature); }

std::vector<std::string> message_kinds(const std::vector<const Signature*>& signatures) {
  ErrorTexts errors;
  for (const Signature* const signature : signatures) errors.add(*signature);
  std::vector<std::string> kinds;
  for (const Signature* const signature : signatures) kinds.push_back(kind_with(errors, *signature));
  return kinds;
}

bool says_only_outputs(std::string_view kind) {
  // A text that is kept says more, and so does the name of an exception.
  return kind.find("<output>") != kind.npos && kind.find_first_of("\"`") == kind.npos &&
         kind.find("<output with ") == kind.npos;
}

bool is_refusal(std::string_view kind) {
  for (const std::string_view opening : {": \"", ": `"})
    for (std::size_t mark = kind.find(opening); mark != kind.npos; mark = kind.find(opening, mark + 1))
      if (announces_refusal(kind.substr(0, mark + 2))) return true;
  return false;
}

}  // namespace smallscope::clustering
