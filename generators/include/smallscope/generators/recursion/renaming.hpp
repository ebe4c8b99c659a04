// SPDX-License-Identifier: Apache-2.0
// Programs up to renaming of variables: skeletal program enumeration (Zhang, Sun, Su, PLDI 2017).
//
// A skeleton is a program with holes in the places of variables. Two fillings are equivalent if renaming the variables
// of each scope and type among themselves turns one into the other. Of every class exactly one filling is denoted: the
// one in which the variables of a scope are first used in the order of their declaration. One scope and one type give
// the restricted growth strings. skeleton_text.hpp has programs as texts with holes. Generators are immutable and may
// be shared by threads; build a Skeleton on one thread. Example:
//   Skeleton s; const auto file = s.scope(); s.variables(file, "int", {"a", "b"}); s.hole(file, "int"); ...
//   fillings(s)  // lists of variables' numbers, one per hole
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <smallscope/generators/composition/transform.hpp>
#include <string>
#include <vector>

namespace smallscope::generators {

/// Scopes, the variables declared in them, and holes. A hole sees the variables of its type in its scope and in the
/// enclosing scopes.
class Skeleton {
 public:
  struct Variable {
    std::string name, type;
    std::size_t scope;
  };
  struct Hole {
    std::string type;
    std::size_t scope;
  };
  /// A new scope, inside `around` unless it is outermost. Scopes are numbered from 0.
  std::size_t scope(std::optional<std::size_t> around = std::nullopt);
  /// Declares variables; they are numbered from 0 over all scopes and types.
  void variables(std::size_t scope, const std::string& type, const std::vector<std::string>& names);
  /// The next hole in the order of the text.
  void hole(std::size_t scope, const std::string& type);

  const std::vector<std::optional<std::size_t>>& scopes() const { return around_; }  ///< for each, the scope around it
  const std::vector<Variable>& variables() const { return variables_; }
  const std::vector<Hole>& holes() const { return holes_; }

 private:
  void require_scope(std::size_t scope) const;
  std::vector<std::optional<std::size_t>> around_;
  std::vector<Variable> variables_;
  std::vector<Hole> holes_;
};

namespace renaming {
/// The most states that are counted. A state says how many variables of each visible scope are used before a hole.
inline constexpr std::size_t state_limit = std::size_t{1} << 17;

/// The fillings of the holes of one type, in lexicographic order. The options of a hole are the variables that it sees,
/// outermost scopes first: of each scope those that were used before it and the first unused one.
class TypeIndex {
 public:
  TypeIndex(const Skeleton& skeleton, const std::string& type);
  Ordinal size() const { return size_; }
  void at(Ordinal ordinal, std::vector<std::size_t>& filling) const;
  /// Throws GeneratorError if a variable is used before another of its scope that is declared earlier.
  Ordinal rank(const std::vector<std::size_t>& filling) const;
  void first(std::vector<std::size_t>& filling) const { at(0, filling); }
  /// Steps to the next filling; false after the last, which stays. O(holes).
  bool next(std::vector<std::size_t>& filling) const;

 private:
  using Used = std::vector<std::size_t>;  // per scope: how many of its variables are used in earlier holes
  struct HoleView {
    std::size_t number;
    std::vector<std::size_t> scopes;  // those with variables of the type, outermost first
    std::vector<bool> needed;         // per scope: whether this hole or a later one sees it
  };
  Ordinal completions(std::size_t hole, Used used) const;
  Ordinal count(std::size_t hole, Used used);
  Used remembered(std::size_t hole, Used used) const;
  bool step(const HoleView& hole, const Used& used, std::size_t& variable) const;
  std::size_t scope_of(std::size_t variable) const { return scope_of_[variable]; }
  std::size_t position_of(std::size_t variable) const { return position_of_[variable]; }

  std::vector<HoleView> holes_;
  std::vector<std::vector<std::size_t>> variables_;  // per scope, of the type
  std::vector<std::size_t> scope_of_, position_of_;  // per variable
  std::vector<std::map<Used, Ordinal>> counts_;      // per hole: fillings of it and those after it
  std::size_t states_ = 0;
  Ordinal size_ = 0;
};

/// A skeleton with the indices of its types, and what each hole may see.
struct SkeletonIndex {
  explicit SkeletonIndex(Skeleton of);
  Skeleton skeleton;
  std::vector<TypeIndex> types;
  std::vector<Ordinal> strides;                   // strides[t]: the fillings of the types after t
  std::vector<std::vector<std::size_t>> visible;  // per hole: variables, outermost first
};
}  // namespace renaming

/// See fillings().
class Fillings : public Fluent<Fillings> {
 public:
  using value_type = std::vector<std::size_t>;
  static constexpr bool can_discard = false;

  explicit Fillings(Skeleton skeleton) : index_(std::make_shared<const renaming::SkeletonIndex>(std::move(skeleton))) {}
  Ordinal size() const { return index_->strides.front(); }
  std::vector<std::size_t> at(Ordinal ordinal) const;
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    if (first >= last) return true;
    std::vector<std::size_t> filling = at(first);
    for (Ordinal ordinal = first; ordinal < last; ++ordinal) {
      if (!sink(ordinal, std::as_const(filling))) return false;
      next(filling);
    }
    return true;
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const;
  Ordinal read_choices(ChoiceReader& reader) const;
  Structure structure() const { return {"fillings", "", size()}; }
  const Skeleton& skeleton() const { return index_->skeleton; }

 private:
  void next(std::vector<std::size_t>& filling) const;
  std::shared_ptr<const renaming::SkeletonIndex> index_;
};

/// The fillings of a skeleton's holes up to renaming of variables within their scopes and types, each as the list of
/// the variables' numbers. Types are independent: the holes of the last type vary fastest, and within a type the last
/// hole. Not all variables of a scope need be used. Throws GeneratorError if a hole sees no variable of its type, if
/// there are 2^64 fillings or more, or if more than renaming::state_limit states had to be counted. `at` is O(holes x
/// scopes x log states).
inline Fillings fillings(Skeleton skeleton) { return Fillings(std::move(skeleton)); }

/// The lists of `length` numbers in which every new number is one more than the greatest before it, with at most
/// `numbers` different numbers; lexicographic. With k numbers there are S(length, 1) + ... + S(length, k) of them
/// (Stirling numbers). Throws GeneratorError if `numbers` is 0 and `length` is not.
Fillings restricted_growth_strings(std::size_t length, std::size_t numbers);

}  // namespace smallscope::generators
