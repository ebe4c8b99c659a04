// SPDX-License-Identifier: Apache-2.0
// run --shard i/n: how a part of a campaign is written, and what its store is called.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <smallscope/runner/run.hpp>

namespace smallscope::program {

/// The shard that "2/7" means, or none for an empty text. Throws UsageError.
std::optional<runner::Shard> shard_of(const std::string& text);

/// "2-of-7"
std::string name_of(const runner::Shard& shard);

/// The store of a shard, beside that of the whole: "runs/c.2-of-7.sqlite" for "runs/c.sqlite".
std::filesystem::path store_of_shard(std::filesystem::path whole, const runner::Shard& shard);

}  // namespace smallscope::program
