// SPDX-License-Identifier: Apache-2.0
// What `diagnose` says about a spectrum: a ranking with intervals and groups, and diagnoses with their probabilities.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <smallscope/diagnosis/ambiguity_groups.hpp>
#include <smallscope/diagnosis/barinel.hpp>
#include <smallscope/diagnosis/flitsr.hpp>
#include <smallscope/diagnosis/formats.hpp>
#include <smallscope/diagnosis/function_ranking.hpp>
#include <smallscope/diagnosis/ranking.hpp>

#include <smallscope/report/json.hpp>

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

/// "tccgen.c:3574 < (gen_cast)", on one line.
std::string shown(const diagnosis::Element& element);
report::Json to_json(const diagnosis::Element& element);

/// At most `top` elements and diagnoses. Text of files is on one line each.
std::string text(const Diagnosed& diagnosed, std::size_t top);
report::Json to_json(const Diagnosed& diagnosed, std::size_t top);

}  // namespace smallscope::program
