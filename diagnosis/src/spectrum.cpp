// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/spectrum.hpp>

#include <algorithm>
#include <bit>
#include <limits>

#include <fmt/format.h>

#include "positional_counts.hpp"

namespace smallscope::diagnosis {

namespace {

constexpr std::size_t chunk_words = std::size_t{1} << 17;  // one megabyte
constexpr std::size_t most_tests = std::numeric_limits<std::uint32_t>::max() - 1;

std::size_t words_for(std::size_t columns) { return std::max<std::size_t>(1, (columns + word_bits - 1) / word_bits); }

/// Multiply and fold, two words at a time. Only speed depends on it: equal hashes are compared.
std::uint64_t hash_of(std::span<const Word> words) {
  __extension__ using Wide = unsigned __int128;
  std::uint64_t hash = 0x9e3779b97f4a7c15u;
  const auto add = [&](Word a, Word b) {
    const Wide product = static_cast<Wide>(a ^ 0xa0761d6478bd642fu) * (b ^ hash);
    hash = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64) ^ std::rotl(hash, 23);
  };
  std::size_t i = 0;
  for (; i + 1 < words.size(); i += 2) add(words[i], words[i + 1]);
  if (i < words.size()) add(words[i], 0xe7037ed1a0b428dbu);
  return hash ^ (hash >> 32);
}

}  // namespace

bool is_failing(Outcome outcome) {
  return outcome == Outcome::fail || outcome == Outcome::crash || outcome == Outcome::hang;
}

std::string_view name(Outcome outcome) {
  static constexpr std::string_view names[] = {"pass", "fail", "crash", "hang", "skip"};
  return names[static_cast<std::size_t>(outcome)];
}

std::string_view name(ElementKind kind) {
  static constexpr std::string_view names[] = {"unknown",  "line",  "block",     "branch",
                                               "function", "value", "predicate", "choice"};
  return names[static_cast<std::size_t>(kind)];
}

Spectrum::Spectrum(std::vector<Element> elements)
    : elements_(std::move(elements)),
      width_(words_for(elements_.size())),
      rows_in_chunk_(std::max<std::size_t>(1, chunk_words / width_)) {
  if (elements_.size() > std::numeric_limits<Column>::max())
    throw SpectrumError(fmt::format("{} elements: at most 2^32 - 1; fold them into lines first", elements_.size()));
}

std::span<const Word> Spectrum::row(std::size_t number) const {
  return {chunks_[number / rows_in_chunk_].data() + number % rows_in_chunk_ * width_, width_};
}

bool Spectrum::covers(std::size_t row_number, Column column) const {
  return (row(row_number)[column / word_bits] >> (column % word_bits) & 1u) != 0;
}

void Spectrum::grow_table() {
  table_.assign(std::max<std::size_t>(64, table_.size() * 2), 0);
  for (std::size_t row = 0; row < hashes_.size(); ++row) {
    std::size_t slot = hashes_[row] & (table_.size() - 1);
    while (table_[slot] != 0) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = static_cast<std::uint32_t>(row + 1);
  }
}

std::uint32_t Spectrum::number_of(std::span<const Word> covered) {
  if (hashes_.size() * 2 >= table_.size()) grow_table();
  const std::uint64_t hash = hash_of(covered);
  std::size_t slot = hash & (table_.size() - 1);
  for (; table_[slot] != 0; slot = (slot + 1) & (table_.size() - 1)) {
    const std::uint32_t known = table_[slot] - 1;
    if (hashes_[known] == hash && std::ranges::equal(row(known), covered)) return known;
  }
  const std::size_t number = hashes_.size();
  if (number % rows_in_chunk_ == 0) {
    chunks_.emplace_back();
    // The first chunk grows as it is needed: most spectra are small.
    if (number > 0) chunks_.back().reserve(rows_in_chunk_ * width_);
  }
  chunks_.back().insert(chunks_.back().end(), covered.begin(), covered.end());
  hashes_.push_back(hash);
  weights_.push_back({});
  table_[slot] = static_cast<std::uint32_t>(number + 1);
  return static_cast<std::uint32_t>(number);
}

void Spectrum::add(Ordinal ordinal, Outcome outcome, std::span<const Word> covered) {
  if (covered.size() != width_)
    throw SpectrumError(
        fmt::format("a row of {} words for {} elements: it must have {}", covered.size(), elements_.size(), width_));
  const std::size_t used = elements_.size() - std::min<std::size_t>(elements_.size(), (width_ - 1) * word_bits);
  if (used < word_bits && covered.back() >> used != 0)
    throw SpectrumError(fmt::format("test #{} covers an element beyond the last of {}: clear the bits behind it",
                                    ordinal, elements_.size()));
  if (tests() >= most_tests)
    throw SpectrumError(fmt::format("more than {} tests: divide them into several spectra", most_tests));
  const std::uint32_t row = number_of(covered);
  row_of_.push_back(row);
  ordinals_.push_back(ordinal);
  outcomes_.push_back(outcome);
  count(outcome, row);
}

void Spectrum::count(Outcome outcome, std::uint32_t row) {
  if (is_failing(outcome)) {
    ++weights_[row].failing;
    ++failing_;
  } else if (outcome == Outcome::pass) {
    ++weights_[row].passing;
    ++passing_;
  }
}

void Spectrum::relabel(const std::function<Outcome(const CoveredTest&)>& outcome_of) {
  std::vector<Outcome> outcomes;
  outcomes.reserve(tests());
  for (std::size_t number = 0; number < tests(); ++number) outcomes.push_back(outcome_of(test(number)));
  outcomes_ = std::move(outcomes);
  std::ranges::fill(weights_, Weight{});
  failing_ = passing_ = 0;
  for (std::size_t number = 0; number < tests(); ++number) count(outcomes_[number], row_of_[number]);
}

void Spectrum::add(Ordinal ordinal, Outcome outcome, std::span<const Column> covered) {
  add(ordinal, outcome, std::span<const Word>(row_of(covered, columns())));
}

std::vector<Counts> Spectrum::counts() const {
  // A row of weight 5 counts in the passes for 1 and for 4: rows are added whole, never bit by bit.
  const auto sums = [&](std::uint32_t Weight::*weight) {
    std::vector<std::uint32_t> sum(width_ * word_bits);
    std::uint32_t bits = 0;
    for (const Weight& each : weights_) bits |= each.*weight;
    for (std::uint32_t times = 1; times != 0 && times <= bits; times <<= 1) {
      if ((bits & times) == 0) continue;
      std::vector<const Word*> taken;
      for (std::size_t i = 0; i < weights_.size(); ++i)
        if ((weights_[i].*weight & times) != 0) taken.push_back(row(i).data());
      add_positional_counts(taken, width_, times, sum);
    }
    return sum;
  };
  const std::vector<std::uint32_t> failed = sums(&Weight::failing), passed = sums(&Weight::passing);
  std::vector<Counts> counts(elements_.size());
  for (std::size_t i = 0; i < counts.size(); ++i)
    counts[i] = {failed[i], passed[i], failing_ - failed[i], passing_ - passed[i]};
  return counts;
}

bool operator==(const Spectrum& a, const Spectrum& b) {
  if (a.elements_ != b.elements_ || a.ordinals_ != b.ordinals_ || a.outcomes_ != b.outcomes_) return false;
  if (a.row_of_ != b.row_of_ || a.rows() != b.rows()) return false;
  for (std::size_t row = 0; row < a.rows(); ++row)
    if (!std::ranges::equal(a.row(row), b.row(row))) return false;
  return true;
}

std::vector<Word> row_of(std::span<const Column> covered, Column columns) {
  std::vector<Word> words(words_for(columns));
  for (const Column column : covered) {
    if (column >= columns)
      throw SpectrumError(
          fmt::format("element {} is covered, but there are only {}: number them from 0", column, columns));
    words[column / word_bits] |= Word{1} << (column % word_bits);
  }
  return words;
}

}  // namespace smallscope::diagnosis
