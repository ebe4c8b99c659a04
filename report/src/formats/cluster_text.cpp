// SPDX-License-Identifier: Apache-2.0
#include "formats/cluster_text.hpp"

#include <fmt/format.h>

#include <smallscope/report/explanation_text.hpp>
#include <smallscope/report/known_faults_text.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

namespace smallscope::report {

ClusterText cluster_text(const Findings& findings, std::size_t cluster) {
  const clustering::Cluster& shown = findings.clusters[cluster];
  const std::size_t members = shown.members.size();
  ClusterText text{.message = message_text(shown, std::string::npos),
                   .failing = fmt::format("{} failing input{}", grouped(members), members == 1 ? "" : "s"),
                   .causes = one_line(causes_of(findings, cluster), 300)};
  if (findings.known)
    text.known = cluster_state_lines(findings.known->states[cluster], members, findings.known->faults,
                                     findings.known->comparison);
  if (const clustering::Explanation* explanation = explanation_of(findings, cluster)) {
    text.explanation = explanation_block(*explanation);
    text.condition = cluster_condition(*explanation);
  }
  return text;
}

}  // namespace smallscope::report
