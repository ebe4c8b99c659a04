// SPDX-License-Identifier: Apache-2.0
// How well stores with coverage lead to known faults, as tables for people and as JSON.
#pragma once

#include <string>
#include <vector>

#include <smallscope/diagnosis/fault_places.hpp>
#include <smallscope/diagnosis/function_ranking.hpp>
#include <smallscope/diagnosis/measure_study.hpp>
#include <smallscope/diagnosis/neighbours.hpp>

#include <smallscope/report/json.hpp>

namespace smallscope::program {

/// Of one kind of element and some tests: functions by their most suspicious block, blocks, ...
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

struct LocalisationStudy {
  std::vector<LocalisationLevel> levels;
  std::vector<ViewRanks> views;
  std::vector<std::string> without_place;    ///< campaigns whose fault has no known place
  std::vector<std::string> without_failure;  ///< campaigns in which nothing fails that shows their fault
};

/// Adds the spectra of a campaign, in which the inputs fail that show the fault with these places: of all tests, and,
/// if choices are known, of the failing ones with their neighbours, and of one with the 20 nearest.
void add(LocalisationStudy& study, const results::Store& store, const std::vector<results::Ordinal>& failing,
         const std::vector<diagnosis::FaultPlace>& places, const diagnosis::ChoicesOf& choices_of);

std::string text(const LocalisationStudy& study, diagnosis::Ties ties);
report::Json to_json(const LocalisationStudy& study);

}  // namespace smallscope::program
