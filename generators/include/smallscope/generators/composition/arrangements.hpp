// SPDX-License-Identifier: Apache-2.0
// Arrangements of given values: subsets of a bounded size, and permutations.
//
// Generators are immutable and may be shared by threads.
#pragma once

#include <memory>
#include <vector>

#include <smallscope/generators/composition/atoms.hpp>

namespace smallscope::generators {

/// Ranks of subsets and permutations of {0, ..., n-1}, on positions only; the templates below insert the values.
namespace arrangement {
/// Binomial coefficients up to n, computed once; GeneratorError on overflow.
class SubsetIndex {
 public:
  SubsetIndex(std::size_t n, std::size_t least, std::size_t greatest);
  Ordinal size() const { return offsets_.back(); }
  std::size_t elements() const { return n_; }
  /// The members, ascending, of the subset with this ordinal: by size, then lexicographically.
  void at(Ordinal ordinal, std::vector<std::size_t>& members) const;
  Ordinal rank(const std::vector<std::size_t>& members) const;
  /// Steps to the next subset; false after the last.
  bool next(std::vector<std::size_t>& members) const;

 private:
  Ordinal binomial(std::size_t n, std::size_t k) const;
  std::size_t n_, least_, greatest_;
  std::vector<Ordinal> binomials_;
  std::vector<Ordinal> offsets_;
};
/// n!, or GeneratorError.
Ordinal permutation_count(std::size_t n);
/// The permutation with this ordinal in lexicographic order.
void permutation_at(Ordinal ordinal, std::size_t n, std::vector<std::size_t>& permutation);
}  // namespace arrangement

template <class T>
class Subsets : public Fluent<Subsets<T>> {
 public:
  using value_type = std::vector<T>;
  static constexpr bool can_discard = false;

  Subsets(const std::vector<T>& values, std::size_t least, std::size_t greatest)
      : content_(std::make_shared<const Content>(
            Content{values, arrangement::SubsetIndex(values.size(), least, greatest)})) {}
  Ordinal size() const { return content_->index.size(); }
  std::vector<T> at(Ordinal ordinal) const {
    require_in_range(ordinal, size());
    std::vector<std::size_t> members;
    std::vector<T> subset;
    content_->index.at(ordinal, members);
    fill(members, subset);
    return subset;
  }
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    if (first >= last) return true;
    std::vector<std::size_t> members;
    std::vector<T> subset;
    content_->index.at(first, members);
    for (Ordinal ordinal = first; ordinal < last; ++ordinal, content_->index.next(members)) {
      fill(members, subset);
      if (!sink(ordinal, std::as_const(subset))) return false;
    }
    return true;
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const {
    std::vector<std::size_t> members;
    content_->index.at(ordinal, members);
    for (std::size_t position = 0, taken = 0; position < content_->values.size(); ++position) {
      const bool in = taken < members.size() && members[taken] == position;
      taken += in;
      const NameScope scope(writer.path, label_of(content_->values[position], position));
      writer.add(in, in ? "in" : "out");
    }
  }
  Ordinal read_choices(ChoiceReader& reader) const {
    std::vector<std::size_t> members;
    for (std::size_t position = 0; position < content_->values.size(); ++position) {
      const NameScope scope(reader.path, label_of(content_->values[position], position));
      if (reader.next(2) == 1) members.push_back(position);
    }
    return content_->index.rank(members);
  }
  Structure structure() const { return {"subsets", "", size()}; }

 private:
  struct Content {
    std::vector<T> values;
    arrangement::SubsetIndex index;
  };
  void fill(const std::vector<std::size_t>& members, std::vector<T>& subset) const {
    subset.resize(members.size());
    for (std::size_t i = 0; i < members.size(); ++i) subset[i] = content_->values[members[i]];
  }
  std::shared_ptr<const Content> content_;
};

template <class T>
class Permutations : public Fluent<Permutations<T>> {
 public:
  using value_type = std::vector<T>;
  static constexpr bool can_discard = false;

  explicit Permutations(std::vector<T> values)
      : size_(arrangement::permutation_count(values.size())),
        values_(std::make_shared<const std::vector<T>>(std::move(values))) {}
  Ordinal size() const { return size_; }
  std::vector<T> at(Ordinal ordinal) const {
    require_in_range(ordinal, size_);
    std::vector<std::size_t> positions;
    arrangement::permutation_at(ordinal, values_->size(), positions);
    std::vector<T> permuted;
    fill(positions, permuted);
    return permuted;
  }
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    if (first >= last) return true;
    std::vector<std::size_t> positions;
    std::vector<T> permuted;
    arrangement::permutation_at(first, values_->size(), positions);
    for (Ordinal ordinal = first; ordinal < last; ++ordinal) {
      fill(positions, permuted);
      if (!sink(ordinal, std::as_const(permuted))) return false;
      std::next_permutation(positions.begin(), positions.end());
    }
    return true;
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const {
    // Place i takes the remaining value with the number of digit i (the Lehmer code).
    std::vector<std::size_t> positions;
    arrangement::permutation_at(ordinal, values_->size(), positions);
    for (std::size_t place = 0; place + 1 < positions.size(); ++place) {
      Ordinal digit = 0;
      for (std::size_t later = place + 1; later < positions.size(); ++later)
        digit += positions[later] < positions[place];
      const ItemScope scope(writer.path, place);
      writer.add(digit, label_of((*values_)[positions[place]], positions[place]));
    }
  }
  Ordinal read_choices(ChoiceReader& reader) const {
    Ordinal ordinal = 0;
    for (std::size_t place = 0; place + 1 < values_->size(); ++place) {
      const Ordinal left = values_->size() - place;
      const ItemScope scope(reader.path, place);
      ordinal = ordinal * left + reader.next(left);
    }
    return ordinal;
  }
  Structure structure() const { return {"permutations", "", size_}; }

 private:
  void fill(const std::vector<std::size_t>& positions, std::vector<T>& permuted) const {
    permuted.resize(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) permuted[i] = (*values_)[positions[i]];
  }
  Ordinal size_;
  std::shared_ptr<const std::vector<T>> values_;
};

/// The subsets of `values` with `least` to `greatest` members, as lists in the order of `values`: smaller ones first,
/// then lexicographically by position. A `greatest` beyond the number of values means all. Inverted bounds throw
/// GeneratorError.
template <class T>
auto subsets(std::vector<T> values, std::size_t least = 0, std::size_t greatest = static_cast<std::size_t>(-1)) {
  return Subsets<T>(std::move(values), least, greatest);
}
/// The permutations of `values` (at most 20 of them), in lexicographic order of positions.
template <class T>
auto permutations(std::vector<T> values) {
  return Permutations<T>(std::move(values));
}

}  // namespace smallscope::generators
