// SPDX-License-Identifier: Apache-2.0
#include "evaluate/learning_tables.hpp"

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

#include "evaluate/evaluation_tables.hpp"

namespace smallscope::program {

using evaluation::LearningStudy;
using evaluation::LearningSummary;

std::string text(const std::vector<LearningStudy>& studies) {
  report::Table table({"campaign", "inputs", "faults", "pairwise", "learning", "ratio", "first failure, ratio"},
                      {false, true, true, true, true, true, true});
  for (const LearningStudy& study : studies)
    table.add({study.space, std::to_string(study.inputs), std::to_string(study.faults),
               fmt::format("{:.1f}", study.pairwise_faults.mean), fmt::format("{:.1f}", study.learning_faults.mean),
               fmt::format("{:.2f}", study.faults_ratio()), fmt::format("{:.2f}", study.failure_ratio())});
  const LearningSummary summary = evaluation::summarise(studies);
  return fmt::format(
      "tests until a labelled fault is first seen\n{}until a fault is seen: geometric mean {:.2f} of pairwise, worst "
      "{:.2f}; to the first failure: {:.2f}, worst {:.2f}\n",
      table.text(120), summary.faults, summary.worst_faults, summary.failure, summary.worst_failure);
}

report::Json to_json(const std::vector<LearningStudy>& studies) {
  const LearningSummary summary = evaluation::summarise(studies);
  report::Json json{{"faults", {{"geometric_mean", summary.faults}, {"worst", summary.worst_faults}}},
                    {"first_failure", {{"geometric_mean", summary.failure}, {"worst", summary.worst_failure}}},
                    {"campaigns", report::Json::array()}};
  for (const LearningStudy& study : studies)
    json["campaigns"].push_back(
        {{"campaign", study.space},
         {"inputs", study.inputs},
         {"faults", study.faults},
         {"pairwise", {{"first_failure", to_json(study.pairwise_failure)}, {"faults", to_json(study.pairwise_faults)}}},
         {"learning",
          {{"first_failure", to_json(study.learning_failure)}, {"faults", to_json(study.learning_faults)}}}});
  return json;
}

}  // namespace smallscope::program
