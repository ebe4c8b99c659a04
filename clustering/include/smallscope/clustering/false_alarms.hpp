// SPDX-License-Identifier: Apache-2.0
// Failures that are probably none: the outputs that their messages quote are equal but for addresses, which are others
// in each execution.
//
// Functions without state, for any thread. Example: if (const auto found = false_alarms(store)) warn(found->address);
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <smallscope/results/store.hpp>

namespace smallscope::clustering {

/// The first address by which the texts differ that a message quotes, if these, at least two, are equal without
/// addresses: `before: "<T 0x7f12a0>", after: "<T 0x7f34b0>"`. An address is a hexadecimal number of at least four
/// digits behind "0x", or of at least five behind the "@" that Java prints after a name ("Thing@1b6d3586"). Linear.
std::optional<std::string> differing_address(std::string_view message);

struct FalseAlarms {
  std::size_t failures = 0;                  ///< of those that were looked at
  std::pair<int, results::Ordinal> example;  ///< the first: level, ordinal
  std::string address;                       ///< one by which its outputs differ
};
/// Of the first 10,000 failures of the store, those of which every message with the verdict "fail" is so.
std::optional<FalseAlarms> false_alarms(const results::Store& store);

}  // namespace smallscope::clustering
