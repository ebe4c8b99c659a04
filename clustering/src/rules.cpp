// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/rules.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <smallscope/clustering/traces.hpp>
#include <smallscope/oracles/pattern.hpp>
#include <stdexcept>

#include "excerpts.hpp"

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
    std::string source, replacement, starts;
    std::string applied_to(std::string_view text) const {
      return starts.empty() ? pattern.replaced(text, replacement) : pattern.replaced(text, replacement, starts);
    }
  };
  /// The pairs of a rule and a message on which the rule took too long, by their hashes.
  class Failures {
   public:
    void add(std::size_t rule, std::string_view message) {
      const std::lock_guard lock(mutex_);
      pairs_.emplace(rule, std::hash<std::string_view>()(message));
    }
    std::size_t count() const {
      const std::lock_guard lock(mutex_);
      return pairs_.size();
    }
    std::map<std::size_t, std::size_t> by_rule() const {
      const std::lock_guard lock(mutex_);
      std::map<std::size_t, std::size_t> messages;
      for (const auto& [rule, message] : pairs_) ++messages[rule];
      return messages;
    }

   private:
    mutable std::mutex mutex_;
    std::set<std::pair<std::size_t, std::size_t>> pairs_;
  };

  Masks masks;
  std::vector<Replacement> rules;
  Traces traces = Traces::kept;
  bool knows_excerpts = false;
  mutable Failures failures;
};

namespace {

/// The messages, each abstracted by the given function, after what spans messages was put right.
template <class Abstract>
std::vector<std::string> each_abstracted(const std::vector<std::string>& messages, const RuleSet& rules,
                                         Abstract abstract) {
  std::vector<std::string> result = rules.traces() == Traces::reduced ? reduced_traces(messages) : messages;
  if (rules.knows_excerpts()) result = with_whole_excerpts(std::move(result));
  for (std::string& message : result) message = abstract(message);
  return result;
}

}  // namespace

RuleSet::RuleSet() = default;

RuleSet::RuleSet(std::vector<std::string> masks, std::vector<Rule> rules, Traces traces) {
  auto compiled = std::make_shared<Compiled>();
  compiled->masks = Masks(std::move(masks));
  compiled->traces = traces;
  compiled->knows_excerpts = std::ranges::find(rules, excerpt_rule()) != rules.end();
  for (Rule& rule : rules) {
    try {
      compiled->rules.push_back(
          {oracles::Pattern(rule.pattern), rule.pattern, std::move(rule.replacement), std::move(rule.starts)});
    } catch (const std::invalid_argument& error) {
      throw RuleError(fmt::format("message rule `{}`: {}", rule.pattern, error.what()));
    }
  }
  compiled_ = std::move(compiled);
}

std::string RuleSet::abstract(std::string_view message) const {
  std::vector<std::size_t> counts;
  return abstract(message, counts);
}

std::string RuleSet::abstract(std::string_view message, std::vector<std::size_t>& counts) const {
  if (!compiled_) return std::string(message);
  counts.resize(compiled_->rules.size());
  std::string text = compiled_->masks.apply(message);
  for (std::size_t rule = 0; rule < compiled_->rules.size(); ++rule) {
    if (counts[rule] >= most_given_up) continue;
    try {
      text = compiled_->rules[rule].applied_to(text);
    } catch (const std::runtime_error&) {
      compiled_->failures.add(rule, message);
      ++counts[rule];
    }
  }
  return text;
}

std::vector<std::string> RuleSet::abstract(const std::vector<std::string>& messages) const {
  return each_abstracted(messages, *this, [&](const std::string& message) { return abstract(message); });
}

bool RuleSet::knows_excerpts() const { return compiled_ && compiled_->knows_excerpts; }

Traces RuleSet::traces() const { return compiled_ ? compiled_->traces : Traces::kept; }

std::size_t RuleSet::given_up() const { return compiled_ ? compiled_->failures.count() : 0; }

std::vector<std::pair<std::string, std::size_t>> RuleSet::given_up_rules() const {
  std::vector<std::pair<std::string, std::size_t>> rules;
  if (!compiled_) return rules;
  for (const auto& [rule, messages] : compiled_->failures.by_rule())
    rules.emplace_back(compiled_->rules[rule].source, messages);
  return rules;
}

std::string RememberingRules::abstract(const std::string& message) {
  if (const auto found = known_.find(message); found != known_.end()) {
    ++found_;
    return found->second;
  }
  std::string text = rules_.abstract(message, given_up_);
  if (!remembers_) return text;
  bytes_ += message.size() + text.size() + entry_bytes;
  if (bytes_ > remembered_bytes) {
    remembers_ = found_ > known_.size();  // where messages hardly repeat, remembering costs more than it saves
    known_.clear();
    bytes_ = found_ = 0;
  } else {
    known_.emplace(message, text);
  }
  return text;
}

std::vector<std::string> RememberingRules::abstract(const std::vector<std::string>& messages) {
  return each_abstracted(messages, rules_, [&](const std::string& message) { return abstract(message); });
}

}  // namespace smallscope::clustering
