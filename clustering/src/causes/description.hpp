// SPDX-License-Identifier: Apache-2.0
// How long it takes to say with which values some of the failing inputs fail.
//
// A description is a list of terms that no passing input matches; other failing inputs may match. It is as long as the
// values that its literals mention, or exclude, and so describing two groups together is shorter only if their terms
// have values in common. Each mention takes log2(attributes) + log2(labels) bits. Values that have a piece of their
// labels in common may be mentioned by that piece. The terms are chosen from prime cubes that are found once.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <smallscope/clustering/explanations/explainer.hpp>

#include "causes/labels.hpp"
#include "causes/row_set.hpp"
#include "explanations/cover.hpp"

namespace smallscope::clustering {

/// Prime cubes of failing inputs, from which terms are chosen.
struct PrimeCubes {
  std::vector<Cube> cubes;
  std::vector<RowSet> held;  ///< by cube: the failing inputs that it holds, by index
};
/// Grows cubes from failing inputs, evenly chosen, and from those that no cube holds yet.
PrimeCubes find_prime_cubes(const Explainer& explainer);

/// Numbers for what is known of the failing inputs of each row; empty if that does not count.
using NotesByRow = std::vector<std::set<std::uint32_t>>;

class Description {
 public:
  /// `found` are those of the explainer, `kinds` the kinds of message of its failing inputs. Failing inputs that no
  /// term could tell apart are one row; `telling` are attributes that tell apart as well.
  Description(const Explainer& explainer, const PrimeCubes& found, std::span<const std::uint32_t> kinds,
              std::span<const std::size_t> telling);

  std::size_t rows() const { return rows_; }
  /// The row of a failing input, by its index.
  std::size_t row_of(std::size_t failing) const { return row_of_[failing]; }

  /// What bits() may cost at most, in steps of a nanosecond or less.
  double effort() const;
  /// Bits for the values that terms mention.
  double bits(const RowSet& members) const;
  /// The members in parts: terms that describe members of different parts mention no value in common. Values count if
  /// members have at most a third of those that their choice has; what most inputs have is in most terms. In a tree, a
  /// value is a label and what its place is called in the production above, wherever that is.
  /// Where terms are all that there is to go by, `terms_alone`, what all of them mention joins none; those are one of
  /// which one has most of its members in common with the other; and members that one term describes are one part.
  /// `differences` has how outputs of each row differ, if that counts: then terms that have no difference in common are
  /// not of one part because of what both mention. `messages` has what each row says, if that counts: then terms that
  /// have a message in common are of one part if they mention the same label in several places of a list, too.
  std::vector<RowSet> parts(const RowSet& members, bool terms_alone, const NotesByRow& differences = {},
                            const NotesByRow& messages = {}) const;
  /// What is noted of each of these failing inputs, by row. Empty if nothing is; or if more than 256 notes differ: they
  /// say what the inputs are rather than what is wrong.
  NotesByRow by_row(std::span<const std::uint32_t> notes, std::span<const std::size_t> failing) const;
  /// The rows that match the terms which describe the members.
  RowSet described(const RowSet& members) const;

 private:
  /// A term, and what it is for.
  struct Part {
    std::size_t cube;
    RowSet members;  ///< that no earlier term has
  };
  struct Mention {
    std::size_t attribute;
    bool is_excluded;
    std::size_t value;
    auto operator<=>(const Mention&) const = default;
  };
  std::vector<Part> terms_of(const RowSet& members, double& bits) const;
  bool are_mostly_one(const RowSet& members, const Part& a, const Part& b) const;
  std::set<Mention> mentions(const Part& part) const;
  /// By which parts() knows a mention again; "" if it tells nothing.
  std::string key_of(const Mention& mention) const;
  /// The same wherever in a list of choices the label is, such as the statements of a block; "" in none, and in a tree.
  std::string key_in_list(const Mention& mention) const;
  void find_groups();
  void find_pieces();
  void find_constraints();
  void merge_rows(const Explainer& explainer, const PrimeCubes& found, std::span<const std::uint32_t> kinds,
                  std::span<const std::size_t> telling);
  double bits_of_mention(std::size_t attribute) const;
  double bits_of_values(std::size_t attribute, const RowSet& needed, std::size_t cube) const;
  RowSet values_of(const RowSet& members, std::size_t attribute) const;

  const Population& population_;
  std::vector<Cube> cubes_;
  std::vector<RowSet> rows_of_;                        ///< by cube
  std::vector<std::vector<std::size_t>> constrained_;  ///< by cube: attributes that it constrains
  std::vector<std::vector<std::size_t>> allowed_;      ///< by cube and attribute: the number of values it allows
  /// By cube, and attribute that it constrains: pieces with allowed values only.
  std::vector<std::unordered_map<std::size_t, std::vector<std::uint32_t>>> pieces_in_;
  std::vector<std::shared_ptr<const SharedPieces>> pieces_;  ///< by attribute; of those that terms mention
  std::vector<std::string> tree_of_;                         ///< by attribute: the tree of which it is a node, or ""
  std::vector<std::string> list_of_;                         ///< the same of another group of choices, the widest
  std::vector<std::size_t> row_of_;
  std::size_t rows_ = 0;
  std::vector<Column> columns_;  ///< by attribute; of those that terms mention, and of telling ones
};

}  // namespace smallscope::clustering
