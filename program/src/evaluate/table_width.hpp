// SPDX-License-Identifier: Apache-2.0
// How wide the tables of studies may be.
#pragma once

#include <cstddef>

namespace smallscope::program {

inline constexpr std::size_t table_width = 160;  ///< for documents and terminals alike: the last column is a number

}  // namespace smallscope::program
