// SPDX-License-Identifier: Apache-2.0
// What `diagnose`, `direct` and the loop find out about a spectrum, for its text and its JSON.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <smallscope/diagnosis/ambiguity_groups.hpp>
#include <smallscope/diagnosis/barinel.hpp>
#include <smallscope/diagnosis/flitsr.hpp>
#include <smallscope/diagnosis/formats.hpp>
#include <smallscope/diagnosis/function_ranking.hpp>
#include <smallscope/diagnosis/ranking.hpp>

#include "diagnosis/single_fault_text.hpp"

namespace smallscope::program {

struct Diagnosed {
  diagnosis::RecordedSpectrum recorded;
  const diagnosis::Measure* measure = nullptr;
  diagnosis::Ties ties = diagnosis::Ties::average;
  diagnosis::Ranking ranking;
  std::vector<std::vector<diagnosis::Column>> groups;
  std::vector<diagnosis::Column> group_of;
  std::optional<diagnosis::Diagnoses> diagnoses;
  std::size_t most_elements = 0;                 ///< of a diagnosis
  std::optional<diagnosis::Flitsr> flitsr = {};  ///< of every round
  std::optional<ReportedSingleFault> single_fault = {};
  std::optional<diagnosis::FunctionRanking> functions = {};
  std::size_t background = 0;  ///< clusters of other stores, which the view of code is less the scores for
  /// The source of an element, in one line; null: not shown.
  std::function<std::string(const diagnosis::Element&)> source = {};
};

/// Whether it is known that the element is at fault.
bool is_faulty(const Diagnosed& diagnosed, diagnosis::Column column);
/// How many elements the ranking of a single fault is about: none that a slice leaves out.
std::size_t ranked_of(const diagnosis::SingleFault& found);

}  // namespace smallscope::program
