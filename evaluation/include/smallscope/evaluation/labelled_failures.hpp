// SPDX-License-Identifier: Apache-2.0
// Failures by labelled fault: what the studies count to find out how many faults were found, and how early.
//
// Reads a complete store and the faults that a person labelled (clustering::Faults). Values and a function without
// state: any thread may use them.
#pragma once

#include <smallscope/clustering/faults.hpp>
#include <smallscope/evaluation/failures.hpp>
#include <string>
#include <vector>

namespace smallscope::evaluation {

/// The failing inputs of level 0 by labelled fault, in the order of the file; faults that no input shows are left out.
struct LabelledFailures {
  FailureTable faults;              ///< an input may be in several groups
  std::vector<Ordinal> unlabelled;  ///< failing inputs that show no known fault, ascending
  std::vector<std::string> unseen;  ///< faults of the campaign that no failing input shows
};
/// Throws EvaluationError for a store in which an input of level 0 has no verdict. O(cases x faults) searches.
LabelledFailures labelled_failures(const results::Store& store, const clustering::Faults& faults,
                                   const clustering::Options& options);

}  // namespace smallscope::evaluation
