// SPDX-License-Identifier: Apache-2.0
// Slices by functions: the elements of the functions that tell the failing tests of a cluster from passing ones.
//
// All tests of a space go through much of the code alike. A function of which that is all that the failing tests have
// in common says nothing about them, and is left out. What is left are the cluster's own functions. A fault in a
// function that every test goes through alike is lost by that: docs/single-fault.md has how often. The rule has no
// number that could be tuned. Functions are pure: any thread.
//
// Source: the counterexamples of the SFO paper (single_fault.hpp) were sliced by its model checker (section 6.1), along
// data and control dependences. Only coverage is recorded here, so this is a coarser slice, and a rule of our own.
//
// Example: own_functions(spectrum).elements
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <smallscope/diagnosis/ranking.hpp>

namespace smallscope::diagnosis {

/// Whether a slice leaves anything out, or why it does not.
enum class SliceState : std::uint8_t {
  restricted,         ///< to the cluster's own functions
  nothing_passes,     ///< no passing test covers an element
  nothing_in_common,  ///< the failing tests have no element in common
  nothing_of_its_own  ///< every passing test covers what the failing ones have in common
};
/// "restricted", "nothing-passes", "nothing-in-common", "nothing-of-its-own"
std::string_view name(SliceState state);

/// Which elements are kept. Of a slice that is not restricted, all.
struct FunctionSlice {
  SliceState state = SliceState::restricted;
  std::vector<Word> row;                                ///< a bit for each element that is kept
  std::size_t elements = 0, functions = 0;              ///< kept
  std::size_t other_elements = 0, other_functions = 0;  ///< left out
  std::size_t without_function = 0;                     ///< kept elements of which no function is known
  std::uint64_t failing = 0, passing = 0;               ///< tests by which it was judged: those that cover something
  bool contains(Column element) const;
  friend bool operator==(const FunctionSlice&, const FunctionSlice&) = default;
};

/// Whether an element of the spectrum has a known function. Linear in the elements.
bool has_functions(const Spectrum& spectrum);

/// A function, which is a name in a file, is a cluster's own if it has an element that all failing tests cover and some
/// passing test does not. All elements of such functions are kept. So are elements without a known function, because
/// nothing speaks against them. Tests that cover nothing are left out. With a test as the `only` failing one, it alone
/// is judged against the passing ones. One pass over the distinct rows, and O(elements log elements). Throws
/// SpectrumError if no element has a known function, or `only` does not fail, or covers nothing.
FunctionSlice own_functions(const Spectrum& spectrum, std::optional<std::size_t> only = std::nullopt);

/// The same tests, which now cover only what is kept. Elements keep their numbers. Linear in tests and rows. Throws
/// SpectrumError if the slice is of another number of elements, as all below.
Spectrum sliced(const Spectrum& spectrum, const FunctionSlice& slice);

/// What is kept, in the order of the ranking, then what is left out: a person who finds no fault in the slice goes on
/// with the rest. Linear.
Ranking slice_first(const Ranking& ranking, const FunctionSlice& slice);

}  // namespace smallscope::diagnosis
