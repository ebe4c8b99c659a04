// SPDX-License-Identifier: Apache-2.0
// Answers of a person: single keys on a terminal, lines elsewhere.
//
// The terminal is in its own mode whenever a line is typed, and in one without echo and line editing only while a key
// is waited for. It gets its mode back however the program ends, except by SIGKILL.
#pragma once

#include <termios.h>

#include <optional>
#include <string>

namespace smallscope::program {

class Dialogue {
 public:
  Dialogue();
  ~Dialogue();
  Dialogue(const Dialogue&) = delete;
  Dialogue& operator=(const Dialogue&) = delete;

  /// Whether answers are single keys.
  bool has_keys() const { return has_keys_; }

  struct Answer {
    char key = ' ';    ///< a space for an empty line
    std::string text;  ///< the rest of the line; with keys, empty
  };
  /// Waits for the next answer; empty at the end of the input, and for ^C and ^D. `again` is called when the program
  /// continues after ^Z.
  template <class Again>
  std::optional<Answer> answer(Again again) {
    while (true) {
      const std::optional<char> key = next_key();
      if (key != continued) return key ? std::optional(answer_of(*key)) : std::nullopt;
      again();
    }
  }
  /// Waits for a line, on a terminal with its line editing; empty at the end of the input.
  std::optional<std::string> line();

 private:
  static constexpr char continued = 26;
  /// A key, or the first character of a line.
  std::optional<char> next_key();
  Answer answer_of(char first);
  std::optional<char> next_byte();
  void skip_sequence();

  bool has_keys_ = false;
  std::string read_;  ///< read but not used
};

}  // namespace smallscope::program
