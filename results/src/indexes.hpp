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

/// The names of the indexes that are looked at.
std::vector<std::string> checked_indexes();

/// How many indexes there are, and tables by their numbers.
std::size_t index_count();
/// "the index cases_by_key", "cases by number"
std::string index_name(std::size_t number);
/// Whether some row is not found, or is there twice. O(n log n) in the rows of its table.
bool is_broken_index(const Connection& connection, std::size_t number);

}  // namespace smallscope::results
