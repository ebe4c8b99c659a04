// SPDX-License-Identifier: Apache-2.0
#include "triage/script/rewriting.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include <smallscope/subjects/observation.hpp>
#include <smallscope/subjects/text_encoding.hpp>

namespace smallscope::program {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_in(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

/// Whether both read the escaped character alike: `\<` is the start of a word only for Boost.Regex, and so on.
bool is_same_escape(char c) { return is_letter(c) ? is_in(c, "aAbBdDefgknrsStwWxz") : !is_in(c, "<>`'0") && c != '\0'; }

/// Whether both read the group alike that begins so: switches may change what a dot is, and what a comment.
bool is_same_group(std::string_view begin) {
  constexpr std::string_view starts[] = {"(?:", "(?=", "(?!", "(?<", "(?>", "(?i)", "(?i:", "(?|"};
  return !begin.starts_with("(?") ||
         std::ranges::any_of(starts, [&](std::string_view start) { return begin.starts_with(start); });
}

/// The expression as Perl has it; nothing if that is not known. For Boost.Regex lines end with \n, \r, \f and the pair
/// \r\n, and one begins behind the last of them, too.
std::optional<std::string> in_perl(std::string_view expression) {
  std::string text;
  for (std::size_t at = 0; at < expression.size(); ++at) {
    const char c = expression[at];
    if (c == '\0' || !is_same_group(expression.substr(at))) return std::nullopt;
    if (c == '\\') {
      if (++at == expression.size() || !is_same_escape(expression[at])) return std::nullopt;
      (text += c) += expression[at];
    } else if (c == '[') {
      const std::size_t end = oracles::end_of_set(expression, at);
      const std::string_view set = expression.substr(at, end + 1 - at);
      // [.hyphen.] and [=e=] are not in Perl.
      if (is_in('\0', set) || set.find("[.", 1) != set.npos || set.find("[=", 1) != set.npos) return std::nullopt;
      text += set;
      at = end;
    } else if (c == '.') {
      text += "[^\\n\\r\\f]";
    } else if (c == '^') {
      text += "(?:\\A|(?<=[\\n\\f])|(?<=\\r)(?!\\n))";
    } else if (c == '$') {
      text += "(?:\\z|(?=[\\r\\f])|(?<!\\r)(?=\\n))";
    } else {
      text += c;
    }
  }
  return text;
}

/// The pieces of a replacement, for the program below: "=TEXT", or "#N" for what group N matched. Nothing if it has
/// others.
std::optional<std::vector<std::string>> pieces_of(std::string_view replacement) {
  std::vector<std::string> pieces;
  const auto add_text = [&](char c) {
    if (pieces.empty() || pieces.back().front() != '=') pieces.emplace_back("=");
    pieces.back() += c;
  };
  const auto add_group = [&](std::string_view number) { pieces.push_back(fmt::format("#{}", number)); };
  for (std::size_t at = 0; at < replacement.size(); ++at) {
    const char c = replacement[at], next = at + 1 < replacement.size() ? replacement[at + 1] : '\0';
    if (c == '\0') return std::nullopt;
    if (c != '$' && c != '\\') {
      add_text(c);
      continue;
    }
    if (next == '\0') return std::nullopt;
    ++at;
    if (next == c) {
      add_text(c);
    } else if (c == '$' && next == '&') {
      add_group("0");
    } else if (is_digit(next)) {
      // Escaped, one digit is a group, and 0 begins a number.
      if (c == '\\' && next == '0') return std::nullopt;
      const std::size_t end =
          c == '\\' ? at + 1 : std::min(replacement.find_first_not_of("0123456789", at), replacement.size());
      add_group(replacement.substr(at, end - at));
      at = end - 1;
    } else if (c == '\\' && next == 'n') {
      add_text('\n');
    } else if (c == '\\' && next == 't') {
      add_text('\t');
    } else if (c == '\\' && !is_letter(next)) {
      add_text(next);
    } else {
      return std::nullopt;
    }
  }
  return pieces;
}

// The arguments of each rule: the pattern, the number of pieces, and these.
constexpr std::string_view program = R"(
# Rewrites what is not compared, by rules of a pattern and the pieces of its replacement.
rewritten() {
  perl -e '
    binmode STDIN; binmode STDOUT; undef $/;
    my $text = <STDIN>; $text = "" unless defined $text;
    while (@ARGV) {
      my ($pattern, $count) = splice @ARGV, 0, 2;
      my @pieces = splice @ARGV, 0, $count;
      my ($regex, $before) = (qr/$pattern/, $text);
      $text =~ s{$regex}{
        my @groups = map { defined $-[$_] ? substr $before, $-[$_], $+[$_] - $-[$_] : "" } 0 .. $#-;
        join "", map { my $rest = substr $_, 1; ord == ord "=" ? $rest : $groups[$rest] // "" } @pieces
      }ge
    }
    print $text' -- "$@"
}
)";

}  // namespace

std::string Rewritings::function_for(const oracles::Normaliser& normalise) {
  if (normalise.rules().empty()) return "cat";
  std::string arguments;
  for (const auto& [pattern, replacement] : normalise.rules()) {
    const auto regex = in_perl(pattern);
    const auto pieces = pieces_of(replacement);
    if (!regex || !pieces)
      throw std::invalid_argument(fmt::format("Perl would read the rule {} to {} of `normalise` differently",
                                              subjects::in_quotes(pattern), subjects::in_quotes(replacement)));
    arguments += fmt::format(" {} {}", subjects::shell_word(*regex), pieces->size());
    for (const std::string& piece : *pieces) arguments += " " + subjects::shell_word(piece);
  }
  auto found = std::ranges::find(arguments_, arguments);
  if (found == arguments_.end()) found = arguments_.insert(found, std::move(arguments));
  return fmt::format("rewritten_{}", found - arguments_.begin() + 1);
}

std::string Rewritings::text() const {
  if (arguments_.empty()) return "";
  std::string text(program);
  for (std::size_t i = 0; i < arguments_.size(); ++i)
    text += fmt::format(
        "rewritten_{0}() {{ rewritten{1}; }}\n"
        "rewritten_{0} </dev/null >/dev/null || {{\n"
        "  echo 'perl is needed, which rewrites what is not compared' >&2; exit 125\n}}\n",
        i + 1, arguments_[i]);
  return text;
}

}  // namespace smallscope::program
