// SPDX-License-Identifier: Apache-2.0
#include "shell_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

namespace smallscope::program::specification {
namespace {

template <std::size_t size>
bool is_one_of(std::string_view word, const std::array<std::string_view, size>& words) {
  return std::ranges::find(words, word) != words.end();
}

/// Behind these, a shell expects a program.
constexpr std::array<std::string_view, 13> before_programs{"if",   "then", "elif", "else",    "while", "until", "do",
                                                           "time", "!",    "{",    "command", "exec",  "env"};

bool is_assignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0 || std::isdigit(static_cast<unsigned char>(word.front())) != 0)
    return false;
  return std::ranges::all_of(word.substr(0, equals), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

class Reader {
 public:
  explicit Reader(std::string_view line) : rest_(line) {}

  std::vector<std::string> programs() {
    while (!rest_.empty()) {
      const char c = rest_.front();
      if (c == '#' && !has_word_)
        rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
      else if (c == '(' || c == ')' || c == '`')
        parenthesis(c);
      else if (std::string_view(";&|\n").find(c) != std::string_view::npos)
        end_of_command();
      else if (std::string_view(" \t<>").find(c) != std::string_view::npos)
        blank_or_redirection(c);
      else
        character(c);
    }
    end_word();
    return std::move(programs_);
  }

 private:
  void end_of_command() {
    end_word();
    rest_.remove_prefix(1);
    is_expected_ = true;
    is_file_ = false;
  }

  /// Commands within a command, and those whose output is substituted; a backquote both opens and closes.
  void parenthesis(char c) {
    const bool closes = c == ')' || (c == '`' && !outer_.empty() && outer_.back().opened_by == '`');
    if (!closes) {
      outer_.push_back({.opened_by = is_substitution_ ? '$' : c, .is_expected = is_expected_, .word = word_});
      is_substitution_ = false;
      drop_word();
    }
    end_of_command();
    if (!closes || outer_.empty()) return;
    const Outer outer = outer_.back();
    outer_.pop_back();
    is_expected_ = outer.is_expected && outer.opened_by != '(';
    if (outer.opened_by == '(') return;
    start_word();  // which goes on
    word_ = outer.word;
    is_known_ = false;
  }

  void blank_or_redirection(char c) {
    const bool is_descriptor = (c == '<' || c == '>') &&
                               std::ranges::all_of(word_, [](unsigned char digit) { return std::isdigit(digit) != 0; });
    if (!is_descriptor) end_word();  // not the 2 of 2>file
    drop_word();
    rest_.remove_prefix(1);
    if (c != '<' && c != '>') return;
    is_file_ = true;
    if (rest_.starts_with('&')) rest_.remove_prefix(1);  // as in 2>&1
  }

  void start_word() { has_word_ = true; }

  void drop_word() {
    word_.clear();
    has_word_ = false;
    is_known_ = true;
  }

  void character(char c) {
    start_word();
    rest_.remove_prefix(1);
    switch (c) {
      case '\'': {
        const std::size_t end = std::min(rest_.find('\''), rest_.size());
        word_ += rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        return;
      }
      case '"':
        quoted();
        return;
      case '\\':
        if (rest_.empty()) return;
        word_ += rest_.front();
        rest_.remove_prefix(1);
        return;
      case '$':
        is_known_ = false;
        is_substitution_ = rest_.starts_with('(');
        return;
      default:
        if (c == '\0' || c == '*' || c == '?' || c == '[') is_known_ = false;
        word_ += c;
    }
  }

  /// What stands in double quotes is a part of a word, blanks and separators included.
  void quoted() {
    while (!rest_.empty() && rest_.front() != '"') {
      if (rest_.front() == '$' || rest_.front() == '`' || rest_.front() == '\0') is_known_ = false;
      if (rest_.front() == '\\' && rest_.size() > 1) rest_.remove_prefix(1);
      word_ += rest_.front();
      rest_.remove_prefix(1);
    }
    if (!rest_.empty()) rest_.remove_prefix(1);
  }

  void end_word() {
    if (!has_word_) return;
    if (is_file_) {
      is_file_ = false;
    } else if (is_expected_ && !is_assignment(word_)) {
      is_expected_ = is_known_ && is_one_of(word_, before_programs);
      if (is_known_ && !is_expected_) programs_.push_back(word_);
    }
    drop_word();
  }

  /// What a parenthesis interrupts.
  struct Outer {
    char opened_by = '(';  ///< `$` of "$("
    bool is_expected = true;
    std::string word = {};
  };

  std::string_view rest_;
  std::vector<std::string> programs_;
  std::string word_;              ///< that is being read
  bool has_word_ = false;         ///< it may be empty, as ""
  bool is_known_ = true;          ///< nothing is substituted in it
  bool is_expected_ = true;       ///< a program may follow
  bool is_file_ = false;          ///< the word is that of a redirection
  bool is_substitution_ = false;  ///< "$" was read, and "(" follows
  std::vector<Outer> outer_;
};

}  // namespace

std::string_view shell_line_of(const std::vector<std::string>& command) {
  constexpr std::array<std::string_view, 6> shells{"sh", "bash", "dash", "ksh", "zsh", "ash"};
  if (command.empty() || !is_one_of(std::filesystem::path(command.front()).filename().string(), shells)) return {};
  for (std::size_t at = 1; at + 1 < command.size() && command[at].starts_with('-'); ++at)
    if (!command[at].starts_with("--") && command[at].find('c') != std::string::npos) return command[at + 1];
  return {};
}

std::vector<std::string> programs_of_line(std::string_view line) { return Reader(line).programs(); }

}  // namespace smallscope::program::specification
