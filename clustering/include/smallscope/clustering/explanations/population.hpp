// SPDX-License-Identifier: Apache-2.0
// All inputs of a space by their attributes, without a list of them: what explanations count in.
//
// An attribute is a named choice, is declared by the campaign, or is derived from several. A space is a product of
// independent factors, so a table for each factor holds what its levels determine, and the number of inputs with given
// attributes is a product of counts. Immutable; may be shared by threads. Example: Population({2, 3}, choices).size().
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include <smallscope/clustering/explanations/attributes.hpp>
#include <smallscope/clustering/explanations/column.hpp>
#include <smallscope/generators/choice.hpp>
#include <smallscope/generators/declared_attribute.hpp>
#include <smallscope/generators/mixed_radix.hpp>

namespace smallscope::clustering {

using generators::Ordinal;

/// A space that cannot be explained. The message says why.
struct ExplanationError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An attribute that is a function of others; its labels are statements.
struct DerivedAttribute {
  std::string name;
  std::vector<std::string> labels;
  std::vector<std::size_t> from;                              ///< the attributes that it reads, ascending
  std::function<Value(std::span<const Value> values)> value;  ///< of the values of `from`
  /// What its values say, for those who write a relation down: of equality "differs", "equal"; of order "less",
  /// "equal", "more"; of some_item "no", "some".
  enum class Kind { other, equality, order, some_item } kind = Kind::other;
  std::vector<std::string> of = {};  ///< the two choices; or the list and the label of an item
};

/// What one factor, or several together, determine: a row for each of their levels.
struct PopulationTable {
  std::vector<std::size_t> factors;  ///< a row is the mixed-radix number of their levels
  std::size_t rows = 0;
  std::vector<std::size_t> attributes;
  std::vector<Column> columns;  ///< by place in `attributes`
};

class Population {
 public:
  using ChoicesOf = std::function<generators::Choices(Ordinal)>;
  /// The greatest number of rows of one table.
  static constexpr Ordinal most_rows = 20'000'000;

  /// The greatest number of choices, of 8 bytes, that the levels of a factor make: in a grammar, the nodes of all
  /// words.
  static constexpr Ordinal most_values = 200'000'000;

  /// Asks for the choices of one input for each level of each factor (see generators::factors), not of all inputs.
  /// Throws ExplanationError for an empty space, and for one with a factor of more than `most_rows` levels, or whose
  /// levels make more choices than `values`. O(n log n) for n choices made.
  Population(const std::vector<Ordinal>& factors, const ChoicesOf& choices, Ordinal values = most_values);

  /// Only these inputs, ascending, of a space of `size` that is too large to count in. A single table has a row for
  /// each of them. Throws ExplanationError as the constructor.
  static Population of_listed(std::vector<Ordinal> inputs, Ordinal size, const ChoicesOf& choices);

  /// Inputs in it.
  Ordinal size() const { return radix_.size(); }
  /// Inputs of the space that are not in it, because it has only some that are listed.
  Ordinal not_listed() const { return not_listed_; }
  const Attributes& attributes() const { return attributes_; }
  /// The choices that every input makes alike. They tell nothing apart, so they are no attributes.
  const std::vector<Attribute>& constants() const { return constants_; }
  const std::vector<PopulationTable>& tables() const { return tables_; }
  /// The table that determines the attribute.
  std::size_t table_of(std::size_t attribute) const { return table_of_[attribute]; }
  /// The values of the attribute in that table.
  const Column& column_of(std::size_t attribute) const {
    return tables_[table_of_[attribute]].columns[place_of_[attribute]];
  }

  /// Replaces `rows` by the row of the input in each table. O(factors), of listed inputs O(log n). Throws
  /// std::out_of_range for an input that is not listed.
  void rows(Ordinal ordinal, std::vector<std::size_t>& rows) const;
  /// The inverse.
  Ordinal ordinal(std::span<const std::size_t> rows) const;
  /// Replaces `values` by those of the attributes. O(attributes), each as Column's [].
  void values(Ordinal ordinal, std::vector<Value>& values) const;
  /// The value of one attribute of the input in `rows`. As Column's [].
  Value value(std::size_t attribute, std::span<const std::size_t> rows) const {
    return column_of(attribute)[rows[table_of_[attribute]]];
  }

  /// The inputs in these rows of the tables, ascending, as a population of its own: its ordinals count them, and its
  /// attributes keep labels that no input of it has. O(values held).
  Population with_rows(std::span<const std::vector<std::size_t>> rows) const;

  /// The rows of the table that would have to hold the attributes that `derived` reads, besides its own.
  Ordinal rows_with(const DerivedAttribute& derived) const;
  /// The values of the attribute on those rows, without a joined table. As derived_column().
  Column column(const DerivedAttribute& derived) const;
  /// The same population with a further attribute, the last. Joins the tables that it reads: O(rows_with()). Throws
  /// ExplanationError if these are more than `most_rows`.
  Population with(const DerivedAttribute& derived) const;

  /// Declared attributes make no larger tables than this.
  static constexpr Ordinal most_rows_of_declared = Ordinal{1} << 20;
  /// The same population with a declared attribute, the last. `choices` are those of the constructor; the attribute is
  /// computed once for every combination of the values that it reads, also where the generator discards all inputs
  /// with it. One that is the same for all inputs says nothing, and is not added; one that needs too large a table is
  /// not added either, and left_out() then says so. O(rows of the joined table). Throws ExplanationError if its name is
  /// taken, if it reads a choice that no input makes, and if it cannot be computed.
  Population with(const generators::DeclaredAttribute& declared, const ChoicesOf& choices) const;
  /// The same population with a further attribute for each tree and each label that several of its nodes can have:
  /// whether some node has it. A tree is what a recursive choice makes: names in it end alike at different depths. One
  /// with more such labels than nodes is left out, and so is one that several tables determine. O(rows x nodes x
  /// labels).
  Population with_contents_of_trees() const;
  /// The same population with further attributes: whether some node in one place of a tree has a label ("regexp//term
  /// term[0]"), or some node below another ("regexp//( sequence )[0]//*"). Added are those that tell which inputs fail,
  /// because more than half of the judged ones with them do, and of which no label anywhere in the tree, and none added
  /// before, says nearly as much; at most `most_telling`, those that save most bits first. `unjudged` and `undecided`
  /// neither fail nor pass. O(rows x nodes x segments of a name); nothing is added to a tree where that exceeds 10^9.
  Population with_telling_contents(std::span<const Ordinal> failing, std::span<const Ordinal> unjudged,
                                   std::span<const Ordinal> undecided) const;
  static constexpr std::size_t most_telling = 32;
  /// Which declared attributes were not added, and why; for people.
  const std::vector<std::string>& left_out() const { return left_out_; }

 private:
  explicit Population(generators::MixedRadix radix) : radix_(std::move(radix)) {}
  std::vector<std::size_t> tables_of(const std::vector<std::size_t>& attributes) const;
  Ordinal rows_of(const std::vector<std::size_t>& tables) const;
  /// With these tables as one, the last.
  Population joined(const std::vector<std::size_t>& tables) const;
  /// Makes table_of_ and place_of_ anew.
  void find_places();
  /// Adds an attribute, the last, that the table determines.
  void append(std::size_t table, Attribute attribute, Column column);
  /// Of the choices that a declared attribute reads, those that are attributes: the others never change.
  std::vector<std::size_t> read_by(const generators::DeclaredAttribute& declared, const ChoicesOf& choices) const;

  generators::MixedRadix radix_;
  std::shared_ptr<const std::vector<Ordinal>> listed_;  ///< by row; null if the population has all inputs of the space
  Ordinal not_listed_ = 0;
  Attributes attributes_;
  std::vector<Attribute> constants_;
  std::vector<PopulationTable> tables_;
  std::vector<std::size_t> table_of_, place_of_;  ///< by attribute: its table, and where it is there
  std::vector<std::string> left_out_;
};

/// Knows whether attributes say what choices say. The population must outlive it.
class DescribedChoices {
 public:
  /// O(values held by the population).
  explicit DescribedChoices(const Population& population);
  /// Whether the attributes of the input, except computed ones, say what these choices say. O(n log n) for n choices.
  bool describe(Ordinal ordinal, const generators::Choices& choices) const;

 private:
  const Population& population_;
  std::unordered_map<std::string, std::size_t> by_name_;
  std::vector<std::vector<std::uint32_t>> present_;  ///< by table and row: attributes that are not absent there
};

}  // namespace smallscope::clustering
