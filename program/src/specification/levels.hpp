// SPDX-License-Identifier: Apache-2.0
// The holes of a text, and of the texts of their values, to any depth.
//
// A level is a text with the holes that are chosen for it: those that it has and no text around it has. So a name means
// the same value everywhere in a text and in the values that are put into it, and a hole that only a value has is
// chosen only where that value is. Private to the loader; build on one thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "alternatives.hpp"
#include "links.hpp"
#include "texts.hpp"

namespace smallscope::program::specification {

/// The holes of one level, in the order of the file.
struct HoleTable {
  std::vector<Hole> holes;
  std::vector<const Value*> values;       ///< where each hole is in the document
  std::vector<std::string> descriptions;  ///< equal exactly for equal values
  std::vector<std::size_t> declared;      ///< the place of each among the declared holes
  std::vector<std::string> inner;         ///< names of declared holes that are not of this level
  std::vector<std::string> names() const;
  std::size_t index(std::string_view name) const;  ///< or npos
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);
};

/// The name of the number of a fragment, in texts that are merged.
inline constexpr std::string_view number_name = "number";

/// Whether a hole depends on others, by its value in the document.
bool is_dependent(const Value& value);

class Levels {
 public:
  /// Reads the names in `choices` (nullptr: no holes) and checks every hole by itself. `grammar` is [inputs.grammar]
  /// (nullptr: none), `files` give the texts of those that holes name, and outlive this. If fragments are `merged`,
  /// texts may have their number. Throws Mistake, also for holes that contain each other.
  Levels(const Value* choices, const Value* grammar, Files& files, HoleSyntax syntax, bool merged);

  const std::vector<std::string>& names() const { return names_; }
  /// The names that texts may have: the holes, and the number of a fragment.
  const std::vector<std::string>& text_names() const { return text_names_; }
  const HoleSyntax& syntax() const { return syntax_; }
  Files& files() const { return files_; }
  const Value* grammar() const { return grammar_; }
  std::size_t hole(std::string_view name) const;  ///< or no_hole
  /// Whether the hole, wherever it is, has a value with this label; false if there is no such hole.
  bool has_value(std::string_view hole, std::string_view label) const;
  /// Whether the hole, of an included file, may stay without a use.
  bool may_be_unused(std::size_t hole) const { return choices_->entries[hole].may_be_unused; }
  /// The holes that values of other holes contain.
  const std::set<std::size_t>& contained() const { return contained_; }

  /// The level of a text that has the holes `own`, inside texts that have `around`; holes on which those of `own`
  /// depend come with them. Throws Mistake.
  /// Beside fragments, they may depend on holes of the frame `outside`; then links count those before the own ones.
  HoleTable level(std::set<std::size_t> own, const Around& around, const HoleTable* outside = nullptr) const;
  /// The level of the files and commands, which have the holes `used`. Throws Mistake.
  HoleTable outermost(const std::set<std::string>& used) const;
  /// The level of a fragment with the holes `used`, inside texts that have those of `frame`, with the values of every
  /// frame. Links count the holes of `frame` before those of the fragment. Throws Mistake.
  HoleTable fragments(const std::set<std::string>& used, const HoleTable& frame) const;
  /// The same in frames with these values of all holes of `frame` to which fragments() links. Links count the holes of
  /// the fragment alone.
  HoleTable fragments_in(const std::set<std::string>& used, const HoleTable& frame,
                         const std::map<std::size_t, std::string>& fixed) const;
  /// Throws Mistake for a hole that is neither one of `chosen` nor contained in a value of one.
  void require_used(const std::vector<std::size_t>& chosen) const;
  /// `texts` refer to the holes `mentioned`. Those that no text around has are chosen with each text.
  Alternatives opened(Alternatives texts, const std::set<std::size_t>& mentioned, const Around& around) const;
  /// The values of an independent hole, for a use of its own, such as an item of a list. Throws Mistake at `use` for
  /// one that depends on others.
  Alternatives values_of(std::size_t hole, const Around& around, const Value& use) const;

 private:
  struct Built {
    std::vector<HoleValues> cases;
    std::string description;
    std::optional<Selector> selector;
  };
  /// What the texts around a fragment have chosen: the holes of `frame` and the number; and the holes of the fragment.
  std::pair<Around, std::set<std::size_t>> inside(const HoleTable& frame, const std::set<std::string>& used) const;
  /// The holes of `chosen` on which something that only values of `hole` contain depends.
  std::set<std::size_t> outer_parents_of(std::size_t hole, const std::set<std::size_t>& chosen,
                                         const std::vector<bool>& inner) const;
  /// The hole, built once for each combination of the values of `parents`, which `chosen` gives.
  Built lifted(std::size_t hole, const std::set<std::size_t>& parents, const Around& around,
               const std::function<const Hole&(std::size_t)>& chosen) const;
  const Built& built(std::size_t hole, const Around& around) const;
  Built build(std::size_t hole, const Around& around) const;
  Built build_dependent(std::size_t hole, const Around& around) const;
  std::vector<std::size_t> parents_of(std::size_t hole) const;
  std::size_t parent_of(std::size_t hole, const Value& name) const;
  std::set<std::size_t> places_of(const std::set<std::string>& used) const;
  void find_contents();
  void require_no_cycle() const;

  const Value* choices_;
  const Value* grammar_;
  Files& files_;
  HoleSyntax syntax_;
  std::vector<std::string> names_, text_names_;
  std::vector<std::set<std::size_t>> contents_;  // of each hole: those that its values contain
  std::vector<std::vector<bool>> reach_;         // the same, what they depend on, and what all these contain
  std::set<std::size_t> contained_;
  mutable std::map<std::pair<std::size_t, Around>, Built> built_;  // by hole, and what it reaches of the texts around
};

}  // namespace smallscope::program::specification
