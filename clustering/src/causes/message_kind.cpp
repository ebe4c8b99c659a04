// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/causes/message_kind.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "causes/quoted.hpp"
#include "excerpts.hpp"

namespace smallscope::clustering {

namespace {

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

/// "does not compile" of "does not compile: unexpected indent": words before a colon and a blank; "" if there are none.
std::string_view head_of(std::string_view text) {
  const std::string_view head = text.substr(0, std::min(text.find(": "), text.size()));
  const auto is_of_a_word = [](char c) { return c == ' ' || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'); };
  const bool has_words = head.size() > 1 && head.front() != ' ' && head.size() + 2 < text.size();
  return has_words && std::ranges::all_of(head, is_of_a_word) ? head : std::string_view();
}

/// What the messages say: not the lines of the input that a compiler repeats, and the lines of a hunk as one.
std::vector<std::string> what_is_said(const std::vector<std::string>& messages) {
  return without_excerpts(with_quoted_hunks(messages));
}

/// The message without what was printed.
std::string frame_of(const Pieces& pieces) { return fmt::format("{}", fmt::join(pieces.between, "\x1e")); }

/// Printed texts that say what went wrong, as message_kinds() describes them.
class ErrorTexts {
 public:
  void add(const Signature& signature) {
    for (const SignaturePart& part : signature)
      for (const std::string& message : what_is_said(part.messages)) {
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

/// Whether a program that is wrong printed this, and what others say is behind it: "a says X, b, c say Y".
bool is_right_answer_next(const Pieces& pieces, std::size_t printed) {
  const std::string_view behind = pieces.between[printed + 1];
  return printed == 0 && pieces.between.front().ends_with(" says ") && behind.starts_with(", ") &&
         (behind.ends_with(" says ") || behind.ends_with(" say "));
}

std::string kind_with(const ErrorTexts& errors, const Signature& signature, RightAnswers right_answers) {
  Signature kind = signature;
  for (SignaturePart& part : kind) {
    part.messages = what_is_said(part.messages);
    for (std::string& message : part.messages) {
      const Pieces pieces = pieces_of(message);
      const std::string frame = frame_of(pieces);
      message = pieces.between.front();
      for (std::size_t i = 0; i < pieces.printed.size(); ++i) {
        const std::set<std::string> raised = errors_in(pieces.printed[i]);
        message += errors.contains(frame, i, pieces.printed[i]) ? fmt::format("\"{}\"", pieces.printed[i])
                                                                : output_with(raised);
        if (right_answers == RightAnswers::left_out_beside_errors && !raised.empty() && is_right_answer_next(pieces, i))
          break;
        message += pieces.between[i + 1];
      }
    }
    // How often something is said, and in which order, depends on the program.
    std::ranges::sort(part.messages);
    const auto repeated = std::ranges::unique(part.messages);
    part.messages.erase(repeated.begin(), repeated.end());
  }
  return to_string(kind);
}

}  // namespace

std::string message_kind(const Signature& signature, RightAnswers right_answers) {
  return kind_with({}, signature, right_answers);
}

std::vector<std::string> message_kinds(const std::vector<const Signature*>& signatures, RightAnswers right_answers) {
  ErrorTexts errors;
  for (const Signature* const signature : signatures) errors.add(*signature);
  std::vector<std::string> kinds;
  for (const Signature* const signature : signatures) kinds.push_back(kind_with(errors, *signature, right_answers));
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
