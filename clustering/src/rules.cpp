// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/rules.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <smallscope/oracles/pattern.hpp>
#include <stdexcept>

namespace smallscope::clustering {

namespace {

constexpr std::size_t remembered_bytes = 4u << 20;
constexpr std::size_t entry_bytes = 128;  // of a cached message, besides its two texts

bool is_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) || byte == '_' || byte >= 0x80;
}

/// Whether a character outside ASCII is punctuation: compilers put typographic quotation marks around names.
bool is_punctuation(std::string_view character) {
  return character.starts_with("\xC2") || character.starts_with("\xE2\x80") || character.starts_with("\xE2\x81") ||
         character.starts_with("\xE3\x80");
}

bool starts_with_word(std::string_view text) { return !text.empty() && is_word(text.front()) && !is_punctuation(text); }

bool ends_with_word(std::string_view text) {
  if (text.empty()) return false;
  std::size_t last = text.size() - 1;
  while (last > 0 && (static_cast<unsigned char>(text[last]) & 0xC0) == 0x80) --last;
  return starts_with_word(text.substr(last));
}

/// Replaces identifiers in one pass over a message, so no text is replaced twice.
class Masks {
 public:
  Masks() = default;
  explicit Masks(std::vector<std::string> masks) {
    std::erase(masks, "");
    std::sort(masks.begin(), masks.end(),
              [](const auto& a, const auto& b) { return a.size() != b.size() ? a.size() > b.size() : a < b; });
    masks.erase(std::unique(masks.begin(), masks.end()), masks.end());
    for (std::string& mask : masks) by_first_[static_cast<unsigned char>(mask.front())].push_back(std::move(mask));
  }

  std::string apply(std::string_view message) const {
    std::string result;
    result.reserve(message.size());
    for (std::size_t at = 0; at < message.size();) {
      const std::size_t length = match(message, at);
      if (length > 0) {
        result += "<name>";
        at += length;
      } else {
        result += message[at++];
      }
    }
    return result;
  }

 private:
  /// The length of the longest mask that is a whole word at `at`, or 0.
  std::size_t match(std::string_view message, std::size_t at) const {
    for (const std::string& mask : by_first_[static_cast<unsigned char>(message[at])]) {
      if (message.compare(at, mask.size(), mask) != 0) continue;
      const std::size_t end = at + mask.size();
      const bool starts = !starts_with_word(mask) || !ends_with_word(message.substr(0, at));
      const bool ends = !ends_with_word(mask) || !starts_with_word(message.substr(end));
      if (starts && ends) return mask.size();
    }
    return 0;
  }
  std::array<std::vector<std::string>, 256> by_first_;  ///< longest first
};

}  // namespace

struct RuleSet::Compiled {
  struct Replacement {
    oracles::Pattern pattern;
    std::string replacement;
  };
  Masks masks;
  std::vector<Replacement> rules;
};

RuleSet::RuleSet() = default;

RuleSet::RuleSet(std::vector<std::string> masks, std::vector<Rule> rules) {
  auto compiled = std::make_shared<Compiled>();
  compiled->masks = Masks(std::move(masks));
  for (Rule& rule : rules) {
    try {
      compiled->rules.push_back({oracles::Pattern(rule.pattern), std::move(rule.replacement)});
    } catch (const std::invalid_argument& error) {
      throw RuleError(fmt::format("message rule `{}`: {}", rule.pattern, error.what()));
    }
  }
  compiled_ = std::move(compiled);
}

std::string RuleSet::abstract(std::string_view message) const {
  if (!compiled_) return std::string(message);
  std::string text = compiled_->masks.apply(message);
  for (const auto& [pattern, replacement] : compiled_->rules) {
    try {
      text = pattern.replaced(text, replacement);
    } catch (const std::runtime_error&) {
      // The pattern takes too long on this message, so this rule leaves the message unchanged.
    }
  }
  return text;
}

std::string RememberingRules::abstract(const std::string& message) {
  if (const auto found = known_.find(message); found != known_.end()) return found->second;
  std::string text = rules_.abstract(message);
  bytes_ += message.size() + text.size() + entry_bytes;
  if (bytes_ > remembered_bytes) {
    known_.clear();
    bytes_ = 0;
  } else {
    known_.emplace(message, text);
  }
  return text;
}

}  // namespace smallscope::clustering
