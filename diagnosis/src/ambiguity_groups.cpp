// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/ambiguity_groups.hpp>

#include <algorithm>
#include <array>
#include <numeric>

namespace smallscope::diagnosis {

namespace {

/// Exchanges rows and columns of 64 by 64 bits: halves, then quarters, and so on.
void transpose(std::array<Word, word_bits>& bits) {
  Word mask = 0xffffffffu;
  for (std::size_t half = 32; half > 0; half >>= 1, mask ^= mask << half)
    for (std::size_t i = 0; i < word_bits; i = (i + half + 1) & ~half) {
      const Word exchanged = ((bits[i] >> half) ^ bits[i + half]) & mask;
      bits[i] ^= exchanged << half;
      bits[i + half] ^= exchanged;
    }
}

}  // namespace

AmbiguityGroups::AmbiguityGroups(Column columns)
    : open_in_word_((columns + word_bits - 1) / word_bits), keys_(open_in_word_.size() * word_bits) {
  if (columns == 0) return;
  members_.emplace_back(columns);
  std::iota(members_[0].begin(), members_[0].end(), 0);
  if (columns == 1) return;
  open_.push_back(0);
  for (Column column = 0; column < columns; ++column) ++open_in_word_[column / word_bits];
}

void AmbiguityGroups::refine(std::span<const std::span<const Word>> rows) {
  for (std::size_t first = 0; first < rows.size() && !open_.empty(); first += word_bits)
    refine_by_block(rows.subspan(first, std::min<std::size_t>(word_bits, rows.size() - first)));
}

void AmbiguityGroups::refine_by_block(std::span<const std::span<const Word>> rows) {
  for (std::size_t word = 0; word < open_in_word_.size(); ++word) {
    if (open_in_word_[word] == 0) continue;
    std::array<Word, word_bits> bits{};
    for (std::size_t row = 0; row < rows.size(); ++row) bits[row] = rows[row][word];
    transpose(bits);
    std::ranges::copy(bits, keys_.begin() + static_cast<std::ptrdiff_t>(word * word_bits));
  }
  const auto key = [&](Column column) { return keys_[column]; };
  std::vector<std::size_t> open;
  const auto keep = [&](std::size_t group) {
    if (members_[group].size() > 1)
      open.push_back(group);
    else
      --open_in_word_[members_[group][0] / word_bits];
  };
  for (const std::size_t group : open_) {
    std::vector<Column> members = std::move(members_[group]);
    const bool is_split = !std::ranges::all_of(members, [&](Column each) { return key(each) == key(members[0]); });
    if (is_split) std::ranges::stable_sort(members, {}, key);  // stable: members stay ascending
    auto part = members.begin();
    for (bool is_first = true; part != members.end(); is_first = false) {
      const auto end = std::find_if(part, members.end(), [&](Column each) { return key(each) != key(*part); });
      if (is_first) {
        members_[group].assign(part, end);
        keep(group);
      } else {
        members_.emplace_back(part, end);
        keep(members_.size() - 1);
      }
      part = end;
    }
  }
  open_ = std::move(open);
}

std::vector<std::vector<Column>> AmbiguityGroups::groups() const {
  std::vector<std::vector<Column>> groups = members_;
  std::ranges::sort(groups, {}, [](const std::vector<Column>& group) { return group[0]; });
  return groups;
}

std::vector<Column> AmbiguityGroups::group_of() const {
  std::size_t columns = 0;
  for (const auto& members : members_) columns += members.size();
  std::vector<Column> group_of(columns);
  const auto sorted = groups();
  for (std::size_t group = 0; group < sorted.size(); ++group)
    for (const Column column : sorted[group]) group_of[column] = static_cast<Column>(group);
  return group_of;
}

Column most_legible(const std::vector<Column>& group, const std::vector<Element>& elements) {
  const auto is_legible = [&](Column column) {
    return elements[column].line > 0 && elements[column].function == elements[group.front()].function;
  };
  const auto found = std::ranges::find_if(group, is_legible);
  return found == group.end() ? group.front() : *found;
}

AmbiguityGroups ambiguity_groups(const Spectrum& spectrum, Rows rows) {
  AmbiguityGroups groups(spectrum.columns());
  std::vector<std::span<const Word>> block;
  for (std::size_t row = 0; row < spectrum.rows(); ++row) {
    const Weight weight = spectrum.weight(row);
    if (weight.failing == 0 && (rows == Rows::failing || weight.passing == 0)) continue;
    block.push_back(spectrum.row(row));
    if (block.size() < word_bits) continue;
    groups.refine(block);
    block.clear();
  }
  groups.refine(block);
  return groups;
}

}  // namespace smallscope::diagnosis
