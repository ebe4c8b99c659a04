// SPDX-License-Identifier: Apache-2.0
// The combinations of the holes' values, including holes that depend on others, as one generator.
//
// The algebra's bind() would denote the same set. But the nesting must follow the order of the file, even if an
// independent hole comes between two dependent ones, and choices must carry the names of holes and not positions. Each
// hole depends on at most one other, so dependencies form a forest, and the number of ways to complete a prefix is a
// product of counts per hole. Therefore ordinals need prefix sums only per hole, never over combinations.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <smallscope/generators/any.hpp>
#include <string>
#include <vector>

namespace smallscope::program::specification {

/// The content of a hole. Cases and exclusions refer to a value by its label, which is its text by default.
struct HoleValue {
  std::string text;
  std::optional<std::string> own_label = std::nullopt;
  const std::string& label() const { return own_label ? *own_label : text; }
};
/// A value for every hole, in the order of the holes.
using Combination = std::vector<HoleValue>;
using HoleValues = generators::AnyGenerator<HoleValue>;

struct Hole {
  std::string name;
  std::vector<HoleValues> cases;      ///< an independent hole has one
  std::optional<std::size_t> parent;  ///< an earlier hole, whose value decides the case
  /// branches[c][v]: the index of the case in `cases` that applies if the parent is in its case c and has its value v.
  std::vector<std::vector<std::uint32_t>> branches;
};

class Combinations : public generators::Fluent<Combinations> {
 public:
  using value_type = Combination;
  using Ordinal = generators::Ordinal;
  static constexpr bool can_discard = true;  // as AnyGenerator says

  /// `digest` distinguishes spaces of the same shape with different values; it is part of the structure. Throws
  /// GeneratorError if the size overflows, or if a hole on which others depend has more than bind_limit values.
  Combinations(std::vector<Hole> holes, std::string digest);
  Ordinal size() const { return content_->size; }
  std::optional<Combination> at(Ordinal ordinal) const;
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    if (first >= last) return true;
    Combination values(content_->holes.size());
    std::vector<std::uint32_t> cases(content_->holes.size(), 0);
    const generators::SinkReference<Combination> reference(sink);
    return walk_from({0, size(), first, last, 0}, cases, values, reference);
  }
  void write_choices(Ordinal ordinal, generators::ChoiceWriter& writer) const;
  Ordinal read_choices(generators::ChoiceReader& reader) const;
  generators::Structure structure() const;

 private:
  /// One case of a hole: the number of completions of the hole and of the holes that depend on it.
  struct Weights {
    Ordinal total = 0;
    std::vector<Ordinal> offsets;  // offsets[v]: completions before value v; empty if no hole depends on it
    Ordinal before(Ordinal value) const { return offsets.empty() ? value : offsets[value]; }
    Ordinal after(Ordinal value) const {
      if (offsets.empty()) return value + 1;
      return value + 1 < offsets.size() ? offsets[value + 1] : total;
    }
    Ordinal value_at(Ordinal offset) const;
  };
  struct Content {
    std::vector<Hole> holes;
    std::vector<std::vector<std::size_t>> children;
    std::vector<std::vector<Weights>> weights;  // of hole, of case
    std::string digest;
    Ordinal size = 1;
  };
  /// The current position of a walk in the nesting: hole, completions from it on, and the part of them to visit.
  struct Level {
    std::size_t hole;
    Ordinal completions, first, last, base;
  };
  bool walk_from(const Level& level, std::vector<std::uint32_t>& cases, Combination& values,
                 const generators::SinkReference<Combination>& sink) const;
  /// Calls visit(hole, case, value) for the values of `ordinal`, outermost first.
  template <class Visit>
  void decode(Ordinal ordinal, Visit&& visit) const;
  void choose(std::size_t hole, Ordinal value, std::vector<std::uint32_t>& cases) const;
  std::vector<Weights> weights_of(std::size_t hole) const;
  /// Its name and those of the holes that depend on it.
  std::string names_from(std::size_t hole) const;

  std::shared_ptr<Content> content_;  // constant after construction
};

}  // namespace smallscope::program::specification
