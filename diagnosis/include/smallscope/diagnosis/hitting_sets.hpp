// SPDX-License-Identifier: Apache-2.0
// Minimal hitting sets: sets of elements of which every conflict has one, and of which none can be left out.
//
// Each failing test is a conflict: one of the elements that it covers is at fault. So the minimal hitting sets of the
// conflicts are the candidates for diagnoses (barinel.hpp). All of them are enumerated, by the algorithm MMCS of
// Murakami and Uno (2014) on bit sets, or as many as the bounds allow; the answer says which. Pure functions: any
// thread.
//
// Example: minimal_hitting_sets(conflicts_of(spectrum), {.cardinality = 2}).sets
#pragma once

#include <chrono>
#include <functional>
#include <limits>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include <smallscope/diagnosis/spectrum.hpp>

namespace smallscope::diagnosis {

/// Elements, ascending.
using ElementSet = std::vector<Column>;

/// Within the bounds on cardinality, number and steps, the result is the same in every run. The bounds on time and by
/// the token cut it anywhere.
struct EnumerationBounds {
  std::size_t cardinality = std::numeric_limits<std::size_t>::max();
  std::size_t number = std::numeric_limits<std::size_t>::max();
  std::uint64_t steps = std::numeric_limits<std::uint64_t>::max();  ///< of the search; counted in units of 1,024
  std::chrono::nanoseconds time = std::chrono::nanoseconds::max();
  std::stop_token stop = {};
};

/// Whether there are more sets than were enumerated.
enum class Enumeration {
  complete,
  cut_by_cardinality,  ///< all sets within the bound were enumerated; there may be larger ones
  cut_by_number,       ///< there is at least one more
  cut_by_steps,
  cut_by_time,
  stopped  ///< by the token or by the sink
};
/// "complete", "cut by cardinality", "cut by number", "cut by steps", "cut by time", "stopped"
std::string_view name(Enumeration enumeration);

/// The distinct conflicts of the failing tests. A failing test that covers nothing gives none: no element explains it.
std::vector<ElementSet> conflicts_of(const Spectrum& spectrum);

/// Calls sink(set) for each minimal hitting set, elements ascending, in an order that depends on the conflicts only.
/// The sink returns whether to go on. Without conflicts, the empty set is the only one; with an empty conflict there is
/// none. Elements in the same conflicts are enumerated as one and expanded. The time between two sets is not bounded by
/// a polynomial, but seldom exceeds some microseconds. Memory: linear in the conflicts and in the size of a set.
Enumeration for_each_minimal_hitting_set(std::span<const ElementSet> conflicts, const EnumerationBounds& bounds,
                                         const std::function<bool(std::span<const Column>)>& sink);

struct HittingSets {
  std::vector<ElementSet> sets;  ///< smallest first, then in lexicographic order
  Enumeration enumeration = Enumeration::complete;
};
HittingSets minimal_hitting_sets(std::span<const ElementSet> conflicts, const EnumerationBounds& bounds = {});

}  // namespace smallscope::diagnosis
