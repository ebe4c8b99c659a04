// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/capability/suite.hpp>

#include <algorithm>
#include <bit>
#include <numeric>

#include <fmt/format.h>

namespace smallscope::diagnosis::capability {

namespace {

std::size_t bits_of(std::span<const Word> row) {
  std::size_t bits = 0;
  for (const Word word : row) bits += static_cast<std::size_t>(std::popcount(word));
  return bits;
}

/// |a and b| / |a or b|; 0 if both are empty: they have nothing in common.
double jaccard(std::span<const Word> a, std::size_t size_of_a, std::span<const Word> b, std::size_t size_of_b) {
  std::size_t both = 0;
  for (std::size_t i = 0; i < a.size(); ++i) both += static_cast<std::size_t>(std::popcount(a[i] & b[i]));
  const std::size_t any = size_of_a + size_of_b - both;
  return any == 0 ? 0 : static_cast<double>(both) / static_cast<double>(any);
}

const Measure& ochiai() {
  static const Measure* const measure = find_measure("ochiai");
  return *measure;
}

}  // namespace

bool Suite::RowLess::operator()(std::span<const Word> a, std::span<const Word> b) const {
  return std::ranges::lexicographical_compare(a, b);
}

Suite::Suite(Column columns, std::span<const Word> failing) : group_of_(columns) {
  if (columns == 0) throw SpectrumError("no elements that a test could cover: give at least one");
  groups_.push_back({.size = columns});
  require_row(failing);
  add(failing, true);
  suspects_ = failing_sizes_[0];
  for (Group& group : groups_) {
    group.is_suspect = group.ef > 0;
    suspect_groups_ += group.is_suspect ? 1 : 0;
  }
}

void Suite::require_row(std::span<const Word> covered) const {
  const std::size_t width = (group_of_.size() + word_bits - 1) / word_bits;
  if (covered.size() != width)
    throw SpectrumError(
        fmt::format("a row of {} words for {} elements: it must have {}", covered.size(), group_of_.size(), width));
  const std::size_t used = group_of_.size() % word_bits;
  if (used != 0 && covered.back() >> used != 0)
    throw SpectrumError(
        fmt::format("a test covers an element beyond the last of {}: clear the bits behind it", group_of_.size()));
}

void Suite::count_in_groups(std::span<const Word> covered, std::vector<std::uint32_t>& counts) const {
  counts.assign(groups_.size(), 0);
  for_each_bit(covered, [&](Column column) { ++counts[group_of_[column]]; });
}

void Suite::add(std::span<const Word> covered, bool is_failing) {
  require_row(covered);
  std::vector<std::uint32_t> counts;
  count_in_groups(covered, counts);
  const std::size_t before = groups_.size();
  std::vector<std::uint32_t> moved_to(before);  // where the covered part of a group goes; its own number: it stays
  for (std::uint32_t number = 0; number < before; ++number) {
    moved_to[number] = number;
    if (counts[number] == 0) continue;
    if (counts[number] < groups_[number].size) {
      moved_to[number] = static_cast<std::uint32_t>(groups_.size());
      groups_[number].size -= counts[number];
      suspect_groups_ += groups_[number].is_suspect ? 1 : 0;
      Group part = groups_[number];
      part.size = counts[number];
      groups_.push_back(part);
    }
    Group& group = groups_[moved_to[number]];
    ++(is_failing ? group.ef : group.ep);
  }
  for_each_bit(covered, [&](Column column) { group_of_[column] = moved_to[group_of_[column]]; });
  const std::size_t size = bits_of(covered);
  ones_ += size;
  ++tests_;
  auto known = times_.find(covered);
  if (known == times_.end()) known = times_.emplace(std::vector<Word>(covered.begin(), covered.end()), 0).first;
  equal_pairs_ += 2 * known->second++;
  if (is_failing) {
    ++failing_;
    failing_rows_.emplace_back(covered.begin(), covered.end());
    failing_sizes_.push_back(size);
  }
  weigh();
}

Counts Suite::counts_of(const Group& group) const {
  const auto passing = static_cast<std::uint32_t>(tests_) - failing_;
  return {group.ef, group.ep, failing_ - group.ef, passing - group.ep};
}

void Suite::weigh() {
  weight_ = unsplit_ = 0;
  for (Group& group : groups_) {
    group.weight = ochiai().value(ochiai().score(counts_of(group)));
    const auto size = static_cast<double>(group.size);
    weight_ += group.weight * size;
    unsplit_ += group.weight * size * (size - 1);
  }
}

Prospect Suite::prospect(std::span<const Word> covered, std::vector<std::uint32_t>& in_group) const {
  require_row(covered);
  count_in_groups(covered, in_group);
  Prospect prospect;
  double cover = 0, apart = 0;
  for (std::size_t number = 0; number < groups_.size(); ++number) {
    const std::size_t part = in_group[number];
    if (part == 0) continue;
    const Group& group = groups_[number];
    const std::size_t rest = group.size - part;
    prospect.covered += part;
    cover += group.weight * static_cast<double>(part);
    if (rest == 0) continue;
    ++prospect.split;
    if (group.is_suspect) prospect.suspect_cut += group.size * std::min(part, rest);
    apart += 2 * group.weight * static_cast<double>(part) * static_cast<double>(rest);
  }
  const auto known = times_.find(covered);
  prospect.repeated = known == times_.end() ? 0 : known->second;
  prospect.likeness = jaccard(failing_rows_[0], failing_sizes_[0], covered, prospect.covered);
  for (std::size_t i = 0; i < failing_rows_.size(); ++i)
    prospect.failing_likeness += jaccard(failing_rows_[i], failing_sizes_[i], covered, prospect.covered);
  prospect.failing_likeness /= static_cast<double>(failing_rows_.size());
  if (weight_ > 0) {
    const auto others = static_cast<double>(std::max<std::size_t>(group_of_.size() - 1, 1));
    prospect.weighted_split = std::clamp(1 - (unsplit_ - apart) / weight_ / others, 0.0, 1.0);  // rounded
    prospect.weighted_cover = cover / static_cast<double>(group_of_.size());
  }
  return prospect;
}

Prospect Suite::prospect(std::span<const Word> covered) const {
  std::vector<std::uint32_t> in_group;
  return prospect(covered, in_group);
}

std::vector<Prospect> Suite::prospects(std::span<const std::span<const Word>> rows) const {
  std::vector<std::uint32_t> in_group;
  std::vector<Prospect> prospects;
  prospects.reserve(rows.size());
  for (const std::span<const Word> row : rows) prospects.push_back(prospect(row, in_group));
  return prospects;
}

std::vector<Counts> Suite::counts() const {
  std::vector<Counts> counts;
  counts.reserve(group_of_.size());
  for (const std::uint32_t group : group_of_) counts.push_back(counts_of(groups_[group]));
  return counts;
}

std::vector<Score> Suite::scores() const {
  std::vector<Score> scores;
  scores.reserve(groups_.size());
  for (const Group& group : groups_) scores.push_back(ochiai().score(counts_of(group)));
  return scores;
}

Ranking Suite::ranking() const {
  const std::vector<Score> scores = this->scores();
  std::vector<std::size_t> groups(groups_.size());
  std::iota(groups.begin(), groups.end(), 0);
  std::ranges::sort(groups, [&](std::size_t a, std::size_t b) { return scores[b] < scores[a]; });
  // Groups with one score are a tie. Elements go to their tie in their own order.
  std::vector<std::size_t> tie_of(groups_.size()), begins{0};
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (i > 0 && scores[groups[i]] < scores[groups[i - 1]]) begins.push_back(begins.back());
    tie_of[groups[i]] = begins.size() - 1;
    begins.back() += groups_[groups[i]].size;  // its end, until all sizes are known
  }
  const std::vector<std::size_t> ends = begins;
  std::rotate(begins.begin(), begins.end() - 1, begins.end());
  begins[0] = 0;
  std::vector<std::size_t> next = begins;
  Ranking ranking{.order = std::vector<Ranked>(group_of_.size()), .position = {}};
  for (Column element = 0; element < columns(); ++element) {
    const std::uint32_t group = group_of_[element];
    const std::size_t tie = tie_of[group], place = next[tie]++;
    ranking.position.push_back(place);
    ranking.order[place] = {element, scores[group], begins[tie] + 1, ends[tie]};
  }
  return ranking;
}

double Suite::worst_rank_of_first(std::span<const Column> faulty) const {
  if (faulty.empty()) throw SpectrumError("no faulty element: a ranking is judged by at least one");
  const std::vector<Score> scores = this->scores();
  std::vector<Column> distinct(faulty.begin(), faulty.end());
  std::ranges::sort(distinct);
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  if (distinct.back() >= columns())
    throw SpectrumError(fmt::format("the faulty element {} is not one of the {} ranked ones: number them from 0",
                                    distinct.back(), columns()));
  Score best = scores[group_of_[distinct[0]]];
  for (const Column element : distinct)
    if (best < scores[group_of_[element]]) best = scores[group_of_[element]];
  std::size_t rank = 1;
  for (std::size_t number = 0; number < groups_.size(); ++number)
    if (!(scores[number] < best)) rank += groups_[number].size;
  for (const Column element : distinct) rank -= scores[group_of_[element]] == best ? 1 : 0;
  return static_cast<double>(rank);
}

}  // namespace smallscope::diagnosis::capability
