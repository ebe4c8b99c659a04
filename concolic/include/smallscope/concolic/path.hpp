// SPDX-License-Identifier: Apache-2.0
// The way that one run took: its conditions on the inputs, in the order in which they were evaluated, with outcomes.
//
// The path constraint of concolic testing, as it was and not as a set: a condition in a loop is there once for each
// time. Beside it, what the run covered. Recorded by a Recorder (recorder.hpp). Values; pure functions: any thread.
//
// Source: Artzi, Dolby, Tip and Pistoia, "Directed Test Generation for Effective Fault Localization", ISSTA 2010.
// Example: similarity(steps(path), steps(failing), PathForm::subset)
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <source_location>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/concolic/expressions.hpp>

namespace smallscope::concolic {

/// Where an operator stands in the source.
struct Place {
  std::string_view file = {};  ///< as the compiler was given it; lives as long as the program
  std::uint32_t line = 0, column = 0;
  std::string_view function = {};  ///< with its type; not compared, because each instance of a template has another
  Place() = default;
  explicit Place(const std::source_location& at)
      : file(at.file_name()), line(at.line()), column(at.column()), function(at.function_name()) {}
  friend bool operator==(const Place& a, const Place& b) { return (a <=> b) == 0; }
  friend std::strong_ordering operator<=>(const Place& a, const Place& b) {
    if (const auto files = a.file <=> b.file; files != 0) return files;
    if (const auto lines = a.line <=> b.line; lines != 0) return lines;
    return a.column <=> b.column;
  }
  /// "triangle" of "Int triangle(Int, Int, Int) [with Int = ...]".
  std::string function_name() const;
};

/// Who evaluated a condition.
enum class Role : std::uint8_t {
  subject,  ///< the code under test
  oracle    ///< what judges it (recorder.hpp)
};

/// A condition that was evaluated.
struct Branch {
  Node condition = plain;  ///< that held, or not, in the run
  bool holds = true;       ///< whether it did
  bool is_choice = false;  ///< value_of(): the condition is that the value is `outcome`, and it holds
  Role role = Role::subject;
  std::int64_t outcome = 0;  ///< 1 or 0; of a choice, the value
  Place place;
};

/// What a run covered: a statement, or an outcome of a condition there.
struct Covered {
  enum class Kind : std::uint8_t {
    statement,  ///< some operator of this line; the column is 0
    outcome,    ///< of a comparison
    choice      ///< a value of value_of()
  };
  Kind kind = Kind::statement;
  std::int64_t outcome = 0;
  Place place;
  friend bool operator==(const Covered&, const Covered&) = default;
  friend std::strong_ordering operator<=>(const Covered& a, const Covered& b) {
    if (const auto places = a.place <=> b.place; places != 0) return places;
    if (const auto kinds = a.kind <=> b.kind; kinds != 0) return kinds;
    return a.outcome <=> b.outcome;
  }
};

struct Path {
  std::shared_ptr<const Expressions> expressions;
  std::vector<Branch> branches;
};

/// A condition as it is compared between runs: its place, and the outcome there.
struct Step {
  Place place;
  std::int64_t outcome = 0;
  friend bool operator==(const Step&, const Step&) = default;
};
/// Of the conditions of the subject, in order.
std::vector<Step> steps(std::span<const Branch> branches);

/// What is counted of the conditions that evaluate alike in two runs (section 4.1 of the paper).
enum class PathForm {
  subset,      ///< all of them; the n-th evaluation at a place is compared with the n-th there
  subsequence  ///< the longest run of them that is in both
};
inline constexpr PathForm all_path_forms[] = {PathForm::subset, PathForm::subsequence};
/// "subset", "subsequence"
std::string_view name(PathForm form);

/// The share of those, from 0 to 1; 1 if neither evaluates any. Of a subset: of the conditions that either evaluates;
/// of a subsequence: of the longer of both. O(n log n); of a subsequence O(n m). The paper's example: 5/6 and 3/6.
double similarity(std::span<const Step> a, std::span<const Step> b, PathForm form);

}  // namespace smallscope::concolic
