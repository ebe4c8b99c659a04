// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/learned_rules.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <smallscope/clustering/clusters.hpp>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "message_frame.hpp"

namespace smallscope::clustering {

namespace {

constexpr std::size_t longest_message = 4096;
constexpr std::size_t most_words = 256;
constexpr std::size_t most_rules = 100;
constexpr std::size_t shown_examples = 3;

using Number = std::uint32_t;

/// Messages with one frame, as a table of their words.
class Table {
 public:
  /// The messages are sorted and different.
  explicit Table(std::vector<std::string_view> messages) : messages_(std::move(messages)) {
    std::unordered_map<std::string_view, Number> numbers;
    for (const std::string_view message : messages_)
      for (const Word& word : framed(message).words) {
        const auto [found, added] = numbers.try_emplace(word.text, static_cast<Number>(texts_.size()));
        if (added) texts_.push_back(word.text);
        cells_.push_back(found->second);
      }
    columns_ = cells_.size() / messages_.size();
    seen_.resize(texts_.size());
  }

  std::vector<LearnedRule> learn() {
    std::vector<Number> rows(messages_.size()), columns(columns_);
    for (Number i = 0; i < rows.size(); ++i) rows[i] = i;
    for (Number i = 0; i < columns.size(); ++i) columns[i] = i;
    divide(std::move(rows), std::move(columns));
    return std::move(rules_);
  }

 private:
  std::string_view text(Number row, Number column) const { return texts_[cells_[row * columns_ + column]]; }

  /// What is saved, in bits, if the words of a column are listed once and referred to, instead of being spelled in each
  /// message: positive if they recur. None if there is only one.
  std::optional<double> saved_by_list(const std::vector<Number>& rows, Number column) {
    ++round_;
    std::size_t distinct = 0, spelled = 0, listed = 0;
    for (const Number row : rows) {
      const Number word = cells_[row * columns_ + column];
      spelled += texts_[word].size();
      if (std::exchange(seen_[word], round_) == round_) continue;
      ++distinct;
      listed += texts_[word].size();
    }
    if (distinct == 1) return std::nullopt;
    return 8.0 * static_cast<double>(spelled - listed) -
           static_cast<double>(rows.size()) * std::log2(static_cast<double>(distinct));
  }

  /// Divides the rows by the column whose words recur most, until the words of no column that differs do.
  void divide(std::vector<Number> rows, std::vector<Number> columns) {
    if (rows.size() < 2) return;
    std::vector<Number> differing;
    std::optional<Number> recurring;
    double most_saved = 0;
    for (const Number column : columns) {
      const auto saved = saved_by_list(rows, column);
      if (!saved) continue;
      differing.push_back(column);
      if (*saved <= most_saved) continue;
      most_saved = *saved;
      recurring = column;
    }
    if (!recurring) return fold(rows, differing);
    std::map<Number, std::vector<Number>> parts;
    for (const Number row : rows) parts[cells_[row * columns_ + *recurring]].push_back(row);
    rows = {};
    for (auto& [word, part] : parts) divide(std::move(part), differing);
  }

  void fold(const std::vector<Number>& rows, const std::vector<Number>& differing) {
    if (2 * differing.size() > columns_) return;
    const std::string_view first = messages_[rows.front()];
    const std::vector<Word> words = framed(first).words;
    std::size_t values_size = 0, messages_size = 0;
    std::vector<FreePart> parts;
    for (const Number column : differing) {
      std::vector<std::string_view> values;
      for (const Number row : rows) values_size += values.emplace_back(text(row, column)).size();
      parts.push_back(free_part(column, words[column].quote, values));
    }
    for (const Number row : rows) messages_size += messages_[row].size();
    WholeRule made = rule_for(first, words, parts);
    const std::size_t rule_size = made.rule.pattern.size() + made.rule.replacement.size() + made.text.size();
    if (rule_size + values_size >= messages_size) return;
    LearnedRule& rule = rules_.emplace_back();
    rule.rule = std::move(made.rule);
    rule.text = std::move(made.text);
    rule.messages = rows.size();
    for (std::size_t i = 0; i < std::min(shown_examples, rows.size()); ++i)
      rule.examples.emplace_back(messages_[rows[i]]);
  }

  std::vector<std::string_view> messages_;
  std::vector<std::string_view> texts_;  ///< the different words
  std::vector<Number> cells_;            ///< which of them: a row for each message
  std::size_t columns_ = 0;
  std::vector<Number> seen_;  ///< for each word, the last round in which it was met
  Number round_ = 0;
  std::vector<LearnedRule> rules_;
};

}  // namespace

Learned learned_rules(std::vector<std::string> messages) {
  std::ranges::sort(messages);
  messages.erase(std::unique(messages.begin(), messages.end()), messages.end());
  Learned result{.rules = {}, .messages = messages.size()};
  std::unordered_map<std::string, std::vector<std::string_view>> by_frame;
  std::unordered_set<std::string> decided;
  for (const std::string& message : messages) {
    Framed made = message.size() > longest_message ? Framed() : framed(message);
    if (made.is_learned)
      decided.insert(std::move(made.frame));
    else if (message.size() > longest_message || made.words.size() > most_words)
      ++result.too_long;
    else
      by_frame[std::move(made.frame)].push_back(message);
  }
  for (auto& [frame, same] : by_frame)
    if (same.size() > 1 && !decided.contains(frame))
      std::ranges::move(Table(std::move(same)).learn(), std::back_inserter(result.rules));
  std::ranges::sort(result.rules, [](const LearnedRule& a, const LearnedRule& b) {
    return std::tie(b.messages, a.text, a.rule.pattern) < std::tie(a.messages, b.text, b.rule.pattern);
  });
  if (result.rules.size() > most_rules) {
    result.left_out = result.rules.size() - most_rules;
    result.rules.resize(most_rules);
  }
  return result;
}

Learned learned_rules(const results::Store& store, const RuleSet& rules) {
  std::unordered_set<std::string> messages;
  Clustering clustering({.rules = rules, .most_signatures = every_signature});
  std::size_t seen = 0;
  store.for_each_failure([&](const results::Case& found) {
    if (!oracles::is_failing(found.verdict)) return true;
    const std::uint32_t number = clustering.number_of(found);
    if (number < seen) return true;
    ++seen;
    for (const SignaturePart& part : clustering.signature(number))
      messages.insert(part.messages.begin(), part.messages.end());
    return true;
  });
  std::vector<std::string> all;
  all.reserve(messages.size());
  while (!messages.empty()) all.push_back(std::move(messages.extract(messages.begin()).value()));
  return learned_rules(std::move(all));
}

}  // namespace smallscope::clustering
