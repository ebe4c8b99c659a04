// SPDX-License-Identifier: Apache-2.0
// Whether each row of a store is found by its number and by every index.
//
// Checksums are of rows as a scan reads them. A flipped bit in an index, or between the pages of a table, leaves the
// rows as they are, and hides some of them from those who look for one.
#pragma once

#include <string>
#include <vector>

#include "sqlite.hpp"

namespace smallscope::results {

/// The names of the indexes that broken_indexes() looks at.
std::vector<std::string> checked_indexes();

/// The indexes, and tables by their numbers, in which some row is not found, or is there twice: "the index
/// cases_by_key". O(n log n) in the rows.
std::vector<std::string> broken_indexes(const Connection& connection);

}  // namespace smallscope::results
