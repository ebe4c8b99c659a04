// SPDX-License-Identifier: Apache-2.0
// Campaigns written as TOML specifications: a template with named holes, alternatives for each hole, a subject,
// oracles.
//
// docs/specifications.md describes the format. Functions without state, for any thread.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <smallscope/runner/campaign.hpp>

namespace smallscope::program {

/// A mistake in a specification: "FILE:LINE: message", with the key and the remedy.
struct SpecificationError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads the specification. Throws SpecificationError for every mistake in it, including a file that cannot be read.
runner::Campaign load_specification(const std::filesystem::path& file);

/// The campaign of a specification that a store keeps (results::Manifest::specification), to be read: its space,
/// attributes and message rules. No file is read, and the campaign cannot be executed. Throws SpecificationError, and
/// std::out_of_range without texts.
runner::Campaign kept_specification(const std::vector<std::pair<std::string, std::string>>& texts);

}  // namespace smallscope::program
