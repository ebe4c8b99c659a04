// SPDX-License-Identifier: Apache-2.0
// How suspicious the code is of other faults: what the failing inputs of many faults need is a scaffold, not the fault.
//
// Generated programs share a scaffold, and all that fails passes through the same parts of the code under test: the
// check that prints an answer, the parsing of declarations. These parts rank high for every fault. An element says more
// about one fault the more its score exceeds the mean of its scores for others of the same code. docs/real-faults.md
// has what this gains. Scores are by ochiai, which is between 0 and 1 whatever the number of tests. A value; any thread
// may read it.
//
// Example: Background background; background.add("t02", suspicion_of(other));
//          rank_functions(spectrum, choices_of, background.of(stored.keys))
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <smallscope/diagnosis/stored_spectrum.hpp>

namespace smallscope::diagnosis {

/// The scores of the elements of one fault, by their keys (CodeColumns::keys()).
using Suspicion = std::unordered_map<std::string, double>;
/// Linear in the elements and the words of the distinct rows.
Suspicion suspicion_of(const StoredSpectrum& stored);

class Background {
 public:
  /// `fault` names it. The order in which faults are added does not change what is said.
  void add(std::string fault, Suspicion suspicion);
  /// Those that are not called `without`.
  std::size_t faults(std::string_view without = {}) const;
  /// The mean score of each of these elements for the faults that are not called `without`; an element that none of
  /// their tests covers has 0. Empty if there is no such fault. O(elements x faults).
  std::vector<double> of(const std::vector<std::string>& keys, std::string_view without = {}) const;

 private:
  std::vector<std::pair<std::string, Suspicion>> faults_;  ///< by name
};

}  // namespace smallscope::diagnosis
