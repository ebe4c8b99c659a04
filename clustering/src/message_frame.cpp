// SPDX-License-Identifier: Apache-2.0
#include "message_frame.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <utility>

namespace smallscope::clustering {

namespace {

constexpr std::string_view learned_beginning = "<any ";
constexpr std::string_view joining = "-./$@+";
// Marks in frames; this byte itself is written with a mark of its own.
constexpr char escape = '\x01';

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex_digit(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || !is_ascii(c); }
bool is_word_character(char c) { return is_letter(c) || is_digit(c); }
bool is_joining(char c) { return joining.find(c) != std::string_view::npos; }

/// "<number>", "<any word>": the length of a placeholder that begins at `at`, or 0. Whatever could stand for a free
/// word is one if it stands between such brackets; so the value of a word never decides whether it is part of one.
std::size_t placeholder_length(std::string_view text, std::size_t at) {
  if (text[at] != '<') return 0;
  std::size_t end = at + 1;
  while (end < text.size() && (is_word_character(text[end]) || is_joining(text[end]) || text[end] == ' ')) ++end;
  const bool closes = end > at + 1 && end < text.size() && text[end] == '>';
  return closes && text[at + 1] != ' ' ? end + 1 - at : 0;
}

/// Where the closing mark is of a quotation that `at` opens; npos if it opens none.
std::size_t closing_mark(std::string_view text, std::size_t at) {
  const char mark = text[at];
  if (mark != '"' && mark != '\'' && mark != '`') return std::string_view::npos;
  const std::size_t end = text.find_first_of(std::string{mark, '\n'}, at + 1);
  return end != std::string_view::npos && text[end] == mark ? end : std::string_view::npos;
}

/// The end of the bare word that begins at `at`; `at` if none does.
std::size_t end_of_word(std::string_view text, std::size_t at) {
  const auto is_word_at = [&](std::size_t i) { return i < text.size() && is_word_character(text[i]); };
  std::size_t end = at;
  if (text[end] == '/' && is_word_at(end + 1)) ++end;
  while (is_word_at(end)) {
    ++end;
    if (end < text.size() && is_joining(text[end]) && is_word_at(end + 1)) ++end;
  }
  return end;
}

bool is_bare_word(std::string_view text) { return !text.empty() && end_of_word(text, 0) == text.size(); }

std::string hexadecimal(char c) { return fmt::format("\\x{:02x}", static_cast<unsigned char>(c)); }

bool is_printable(char c) { return c >= ' ' && c <= '~'; }

/// A text that stands for itself in a pattern or, with other characters that mean something, in a replacement.
std::string literal(std::string_view text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (!is_printable(c)) {
      result += hexadecimal(c);
      continue;
    }
    if (special.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}
std::string in_pattern(std::string_view text) { return literal(text, R"(\.[]{}()*+?|^$)"); }
std::string in_replacement(std::string_view text) { return literal(text, R"(\$)"); }

}  // namespace

Framed framed(std::string_view message) {
  Framed result;
  const auto add = [&](std::string_view text, char quote) {
    result.frame += {escape, quote == 0 ? 'w' : 'q'};
    result.words.push_back({text, quote});
    result.is_learned |= text.starts_with(learned_beginning) && placeholder_length(text, 0) == text.size();
  };
  bool follows_word = false;  // then a mark is an apostrophe
  for (std::size_t at = 0; at < message.size();) {
    const bool is_apart = !std::exchange(follows_word, false);
    const std::size_t close = is_apart ? closing_mark(message, at) : std::string_view::npos;
    if (const std::size_t length = placeholder_length(message, at); length > 0) {
      const std::string_view placeholder = message.substr(at, length);
      follows_word = placeholder.starts_with(learned_beginning);
      if (follows_word)
        add(placeholder, 0);
      else
        result.frame += placeholder;
      at += length;
    } else if (close != std::string_view::npos) {
      result.frame += message[at];
      add(message.substr(at + 1, close - at - 1), message[at]);
      result.frame += message[at];
      at = close + 1;
    } else if (const std::size_t end = end_of_word(message, at); end > at) {
      add(message.substr(at, end - at), 0);
      follows_word = true;
      at = end;
    } else {
      result.frame += message[at];
      if (message[at] == escape) result.frame += escape;
      ++at;
    }
  }
  return result;
}

FreePart free_part(std::size_t word, char quote, std::span<const std::string_view> values) {
  const auto all = [&](auto holds) { return std::ranges::all_of(values, holds); };
  const auto any = [&](auto holds) { return std::ranges::any_of(values, holds); };
  if (all([](std::string_view v) { return !v.empty() && std::ranges::all_of(v, is_digit); }))
    return {word, "[0-9]+", "<any number>"};
  if (all([](std::string_view v) { return std::ranges::all_of(v, is_hex_digit) && std::ranges::any_of(v, is_digit); }))
    return {word, "[0-9A-Fa-f]+", "<any hex>"};
  if (!all(is_bare_word)) return {word, fmt::format("[^{}\\n]*", quote), "<any text>"};
  // Bytes of other alphabets belong to words.
  const std::string run =
      all([](std::string_view v) { return std::ranges::all_of(v, is_ascii); }) ? "\\w+" : R"([^\x00-/:-@\[-^`{-\x7f]+)";
  if (all([](std::string_view v) { return std::ranges::all_of(v, is_word_character); }))
    return {word, run, "<any word>"};
  const bool all_absolute = all([](std::string_view v) { return v.front() == '/'; });
  const bool any_absolute = any([](std::string_view v) { return v.front() == '/'; });
  const bool is_path = any([](std::string_view v) { return v.find('/') != std::string_view::npos; });
  return {word,
          fmt::format("{0}{1}(?:[{2}]{1})*",
                      all_absolute   ? "/"
                      : any_absolute ? "/?"
                                     : "",
                      run, joining),
          is_path ? "<any path>" : "<any word>"};
}

WholeRule rule_for(std::string_view message, std::span<const Word> words, std::span<const FreePart> parts) {
  WholeRule result{.rule = {.pattern = "\\A", .replacement = ""}, .text = ""};
  const auto keep = [&](std::string_view text) {
    result.rule.pattern += in_pattern(text);
    result.rule.replacement += in_replacement(text);
    result.text += text;
  };
  const char* from = message.data();
  for (const FreePart& part : parts) {
    const std::string_view value = words[part.word].text;
    keep({from, static_cast<std::size_t>(value.data() - from)});
    result.rule.pattern += part.pattern;
    result.rule.replacement += part.placeholder;
    result.text += part.placeholder;
    from = value.data() + value.size();
  }
  keep({from, static_cast<std::size_t>(message.data() + message.size() - from)});
  result.rule.pattern += "\\z";
  return result;
}

}  // namespace smallscope::clustering
