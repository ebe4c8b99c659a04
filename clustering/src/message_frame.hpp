// SPDX-License-Identifier: Apache-2.0
// The words of a message and the frame around them, and the rule that keeps the frame and some of the words.
//
// A word is a run of letters, digits and underscores, joined by single characters of paths (src/a.c, x86-64), or what
// stands between quotation marks of a line, empty or not. Words between angle brackets belong to the frame, because
// rules write so (<number>). Functions without state.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/clustering/rules.hpp>

namespace smallscope::clustering {

struct Word {
  std::string_view text;  ///< a part of the message
  char quote = 0;         ///< the mark around it, or 0
};

struct Framed {
  std::string frame;  ///< equal for messages that differ in their words only
  std::vector<Word> words;
  bool is_learned = false;  ///< a learned rule has written it, or it says so; its free parts count as words
};

Framed framed(std::string_view message);

/// What takes the place of a word, and what it matches.
struct FreePart {
  std::size_t word = 0;  ///< which one
  std::string pattern;
  std::string placeholder;  ///< "<any number>"
};

/// The narrowest kind of word that all these are. `quote` is the mark around them, or 0.
FreePart free_part(std::size_t word, char quote, std::span<const std::string_view> values);

struct WholeRule {
  Rule rule;
  std::string text;  ///< the message with placeholders
};
/// The rule for messages that equal this one outside of the free parts, which ascend.
WholeRule rule_for(std::string_view message, std::span<const Word> words, std::span<const FreePart> parts);

}  // namespace smallscope::clustering
