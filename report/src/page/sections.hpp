// SPDX-License-Identifier: Apache-2.0
// The parts of the page that are text from the start, in their order: they are read without a script, and printed.
#pragma once

#include <vector>

#include <smallscope/report/page/page.hpp>

#include "page/failures.hpp"
#include "page/html.hpp"
#include "page/shown_cluster.hpp"

namespace smallscope::report::page {

/// What the store says as a whole: failing inputs, clusters, whether every input has a verdict, doubts.
Markup heading(const PageContents& contents);
/// What ran, what each oracle said, and why inputs were not judged.
Markup account_section(const PageContents& contents);
/// A table of clusters, then each of them with its explanation and its smallest input.
Markup cluster_section(const PageContents& contents, const std::vector<ShownCluster>& clusters);
/// When the inputs of the only cluster fail, and its smallest one: what the cluster section says of it but the code.
Markup explained_section(const PageContents& contents, const std::vector<ShownCluster>& clusters);
/// Where in the code the fault of a cluster may be: functions, and the source of the first ones. There are suspects.
Markup code_text(const PageContents& contents, std::size_t place, const std::string& id);
/// The same below a line that opens it. Empty if the page knows nothing of it.
Markup code_part(const PageContents& contents, std::size_t place, const std::string& id);
/// The witnesses of each cluster, packed, for its part of the cluster section.
Markup witness_elements(const PageContents& contents);
/// When in the run each cluster was first seen, and how many inputs had failed.
Markup run_section(const std::vector<ShownCluster>& clusters, const Failures& failures,
                   const results::Account& account);

}  // namespace smallscope::report::page
