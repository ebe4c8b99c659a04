// SPDX-License-Identifier: Apache-2.0
// How well complete stores with coverage lead to faults whose places in the code are known.
//
// For each campaign, one fault: its failing inputs are those that are to be explained, others that fail are left out.
// Functions are ranked by the views of diagnosis::rank_functions(), and functions, blocks, lines, comparisons and
// return values by every measure; of all tests, and of few near failing ones. Nothing is executed. A study belongs to
// one thread.
//
// Example: LocalisationStudy study; add(study, store, failing, places, choices_of); study.views.front().ranks
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <smallscope/diagnosis/background.hpp>
#include <smallscope/diagnosis/fault_places.hpp>
#include <smallscope/diagnosis/function_ranking.hpp>
#include <smallscope/diagnosis/measure_study.hpp>
#include <smallscope/diagnosis/negated_conditions.hpp>
#include <smallscope/evaluation/failures.hpp>
#include <smallscope/evaluation/left_out.hpp>

namespace smallscope::evaluation {

/// One kind of element with some of the tests: functions by their most suspicious block, blocks, ...
struct LocalisationLevel {
  std::string name;
  std::vector<diagnosis::JudgedSpectrum> judged;  ///< of the faults of which some such element was covered
  std::vector<std::string> campaigns;             ///< of each
};

/// The ranks of the faulty functions in one view, or by the sum of all.
struct ViewRanks {
  std::string name;
  std::vector<std::string> campaigns;
  std::vector<std::vector<double>> ranks;  ///< of each, by diagnosis::all_ties
};

/// What other faults of the same code need: the campaigns of a study are each other's background.
struct LocalisationBackground {
  std::map<diagnosis::CodeElements, diagnosis::Background> of;
};
/// Adds a campaign, as add() does. One whose fault no failing input shows is left out.
void add(LocalisationBackground& background, const results::Store& store, const std::vector<Ordinal>& failing);

/// Inputs of a campaign that fail and show its fault.
struct FailingInputs {
  std::string campaign;
  std::size_t number = 0;
  Ordinal first = 0;
};

struct LocalisationStudy {
  std::vector<FailingInputs> failing;  ///< of the campaigns that are not left out
  std::vector<LocalisationLevel> levels;
  std::vector<ViewRanks> views;
  LeftOutCampaigns left_out;
};

/// Adds a campaign, in which the inputs `failing`, ascending, show the fault with these places. Without `choices_of`,
/// only all tests are studied, and the view of pairs is missing. The campaign itself is no part of its background. If
/// conditions were `negated` for this fault, the ranking with them is studied, too.
/// Throws results::StoreError, diagnosis::SpectrumError.
void add(LocalisationStudy& study, const results::Store& store, const std::vector<Ordinal>& failing,
         const std::vector<diagnosis::FaultPlace>& places, const diagnosis::ChoicesOf& choices_of = {},
         const LocalisationBackground& background = {},
         const std::optional<std::vector<diagnosis::NegatedCondition>>& negated = {});

}  // namespace smallscope::evaluation
