// SPDX-License-Identifier: Apache-2.0
// Ambiguity groups: elements that the same tests cover, so that no measure and no diagnosis can tell them apart.
//
// A ranking names a group rather than an arbitrary element of it; hitting sets are computed on groups and expanded. The
// groups come from partition refinement: each row splits every group into what it covers and what it does not. The
// result is exact and does not depend on the order of rows. One thread may refine, or several may read.
//
// Example: ambiguity_groups(spectrum, Rows::failing).groups()[0] are the elements that element 0 is confused with.
#pragma once

#include <vector>

#include <smallscope/diagnosis/spectrum.hpp>

namespace smallscope::diagnosis {

class AmbiguityGroups {
 public:
  /// One group of all elements: nothing is known of them yet.
  explicit AmbiguityGroups(Column columns);

  /// Splits the groups by rows of the width of a Spectrum with these elements, which must stay alive for the call only.
  /// Costs one look at each row and some two operations for each element of a group of several.
  void refine(std::span<const std::span<const Word>> rows);

  std::size_t size() const { return members_.size(); }
  /// The number of the element's group, by the order of groups().
  std::vector<Column> group_of() const;
  /// The elements of each group, ascending; groups by their first element.
  std::vector<std::vector<Column>> groups() const;

 private:
  void refine_by_block(std::span<const std::span<const Word>> rows);

  std::vector<std::vector<Column>> members_;  // each ascending
  std::vector<std::size_t> open_;             // groups of several elements
  std::vector<std::uint32_t> open_in_word_;   // how many of their elements each word of a row has
  std::vector<Word> keys_;                    // of each element: the bits of a block of rows
};

/// The element that stands for a group, of at least one, where people read it: the first, or, if that has no line, the
/// first of its function with one.
Column most_legible(const std::vector<Column>& group, const std::vector<Element>& elements);

/// Which rows tell elements apart.
enum class Rows {
  all,     ///< of every test that counts
  failing  ///< of failing tests: elements of a group are in the same conflicts
};

/// The groups of a spectrum. Some 64-th of an operation for each element of each distinct row, and a pass over them.
AmbiguityGroups ambiguity_groups(const Spectrum& spectrum, Rows rows = Rows::all);

}  // namespace smallscope::diagnosis
