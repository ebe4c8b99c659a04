// SPDX-License-Identifier: Apache-2.0
// The combinations of the holes' values, including holes that depend on others, as one generator.
//
// The algebra's bind() would denote the same set. But the nesting must follow the order of the file, even if an
// independent hole comes between two dependent ones, and choices must carry the names of holes and not positions.
// Holes that depend on each other form a group. The values of a group are the paths of a deterministic automaton,
// whose states know what the values before them mean for the holes after them. So the ways to complete a prefix are a
// product of one count per group, and ordinals need prefix sums only per state, never over combinations.
//
// Private to the loader; immutable, may be shared by threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hole_values.hpp"

namespace smallscope::program::specification {

/// Which case of a hole applies, by the values of earlier holes. Each alternative of these belongs to a class; the
/// classes together decide.
struct Links {
  std::vector<std::size_t> parents = {};  ///< earlier holes, in ascending order; none: the hole has one case
  /// classes[p][c][a]: the class of alternative a of case c of parent p.
  std::vector<std::vector<std::vector<std::uint32_t>>> classes = {};
  std::vector<std::uint32_t> class_counts = {};  ///< of each parent
  /// The case for each combination of classes, those of the last parent varying fastest.
  std::vector<std::uint32_t> cases = {};
};

struct Hole {
  std::string name;   ///< enters the names of choices; may be empty
  std::size_t place;  ///< in the Combination
  std::vector<HoleValues> cases;
  Links links = {};
};

/// Whether an alternative of some case of the hole has the label; and labels for messages. Linear.
bool has_label(const Hole& hole, std::string_view label);
std::vector<std::string> labels_of(const Hole& hole, std::size_t most = 64);

class Combinations : public generators::Fluent<Combinations> {
 public:
  using value_type = Combination;
  using Ordinal = generators::Ordinal;
  static constexpr bool can_discard = true;  // as AnyGenerator says

  /// A Combination has `width` places. `digest` distinguishes spaces of the same shape with different values; it is
  /// part of the structure. Throws GeneratorError if the size overflows, if a hole on which others depend has more than
  /// bind_limit alternatives, or if a group has more than `most_states` states and alternatives.
  Combinations(std::vector<Hole> holes, std::size_t width, std::string digest);
  static constexpr std::size_t most_states = std::size_t{1} << 25;

  Ordinal size() const { return content_->size; }
  std::optional<Combination> at(Ordinal ordinal) const;
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    if (first >= last) return true;
    Combination values(content_->width);
    std::vector<std::uint32_t> states = content_->first_states;
    const generators::SinkReference<Combination> reference(sink);
    return walk_from({0, size(), first, last, 0}, states, values, reference);
  }
  void write_choices(Ordinal ordinal, generators::ChoiceWriter& writer) const;
  Ordinal read_choices(generators::ChoiceReader& reader) const;
  generators::Structure structure() const;

 private:
  /// Where a group stands before one of its holes.
  struct State {
    std::uint32_t of_case = 0;  ///< of the hole
    Ordinal total = 1;          ///< completions of the hole and of those after it in the group
    /// offsets[a]: completions before alternative a; empty if no hole depends on it, so that all values weigh the same.
    std::vector<Ordinal> offsets;
    std::vector<std::uint32_t> next;  ///< by alternative; a single one if all are the same
  };
  /// A value in a state: its completions begin at `before` and are `weight`.
  struct Place {
    Ordinal value, before, weight;
    std::uint32_t next;
  };
  struct Content {
    std::vector<Hole> holes;
    std::size_t width = 0;
    std::vector<std::vector<std::size_t>> groups;  // holes, ascending
    std::vector<std::size_t> group_of;             // of each hole
    std::vector<State> states;
    std::vector<std::uint32_t> first_states;  // of each group
    std::string digest;
    Ordinal size = 1;
  };
  friend class GroupStates;
  /// The current position of a walk in the nesting: hole, completions from it on, and the part of them to visit.
  struct Level {
    std::size_t hole;
    Ordinal completions, first, last, base;
  };
  Place place_of(const State& state, const HoleValues& values, Ordinal value) const;
  static Ordinal value_at(const State& state, const HoleValues& values, Ordinal completion, Ordinal uniform);
  bool walk_from(const Level& level, std::vector<std::uint32_t>& states, Combination& values,
                 const generators::SinkReference<Combination>& sink) const;
  /// Calls visit(hole, values, value) for the values of `ordinal`, outermost first.
  template <class Visit>
  void decode(Ordinal ordinal, Visit&& visit) const;
  const HoleValues& values_of(std::size_t hole, const State& state) const {
    return content_->holes[hole].cases[state.of_case];
  }

  std::shared_ptr<Content> content_;  // constant after construction
};

}  // namespace smallscope::program::specification
