// SPDX-License-Identifier: Apache-2.0
// Which store a run writes: one that it makes, continues or replaces.
#pragma once

#include <filesystem>
#include <string>

#include <smallscope/results/store.hpp>

#include "run/run_summary.hpp"

namespace smallscope::program {

/// The store that the arguments name, open for writing. Throws UsageError if it may not be made or continued;
/// results::StoreError.
results::Store open_store(const RunArguments& arguments, const results::Manifest& manifest);

/// The directory that has to be made for a store that the user named; empty if it exists.
std::filesystem::path missing_directory(const std::string& store);

/// The store, and, because it may be a slip, that its directory was made with it.
std::string store_text(const std::string& file, const std::filesystem::path& made);

}  // namespace smallscope::program
