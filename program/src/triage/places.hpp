// SPDX-License-Identifier: Apache-2.0
// Lines of source files to which other tools attach clusters.
//
// A failing input has no line of its own: a generator made it. Its cluster is attached to where a person can read what
// it is about: the line of the specification that declares the choice that explains it; the line where a campaign
// program names the campaign; without the campaign, the specification that the store names, or the store.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include <smallscope/report/formats.hpp>

#include "triage/stored_findings.hpp"

namespace smallscope::program {

/// Of the campaign. Files below `root` are relative to it, others absolute.
report::Place campaign_place(const results::Store& store, const std::optional<runner::Campaign>& campaign,
                             const std::filesystem::path& root);
/// Of each cluster.
std::vector<report::Place> places_of(const results::Store& store, const std::optional<runner::Campaign>& campaign,
                                     const StoredFindings& findings, const std::filesystem::path& root);

}  // namespace smallscope::program
