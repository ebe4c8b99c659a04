// SPDX-License-Identifier: Apache-2.0
// What planners of tests cost and how often they end wrong, beside the figures of the paper, as a table and as JSON.
#pragma once

#include <string>
#include <vector>

#include <smallscope/evaluation/planning/planning_study.hpp>

#include <smallscope/report/json.hpp>

namespace smallscope::program {

/// A study with the paper's figures for it.
struct PublishedPlanning {
  /// "vending machine, 1 fault": names the study, and the paper's figures.
  std::string name;
  evaluation::planning::PlanningStudy study;
};

std::string text(const std::vector<PublishedPlanning>& studies);
report::Json to_json(const std::vector<PublishedPlanning>& studies);

}  // namespace smallscope::program
