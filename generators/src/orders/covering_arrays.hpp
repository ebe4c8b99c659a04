// SPDX-License-Identifier: Apache-2.0
// Covering arrays by algebra for columns with the same number of levels: starting points for covering_rows(). Pure
// functions, for any thread.
#pragma once

#include <smallscope/generators/mixed_radix.hpp>
#include <vector>

namespace smallscope::generators {

/// Rows over columns that all have the same number of levels.
struct UniformArray {
  std::size_t columns = 0;
  std::vector<LevelRow> rows;
};

/// Whether q is a power of a prime and at most 2^8, so that the field of q elements is available here.
bool is_field_size(Ordinal q);

/// The polynomials of degree below `strength` over the field of q elements, at each point and at infinity (Bush 1952):
/// q^strength rows over q + 1 columns; one more column if q is even and the strength is 3. Requires is_field_size(q).
UniformArray orthogonal_array(Ordinal q, std::size_t strength);

/// Strength 2: from N rows over k columns, N + q^2 - q rows over k q + 1 columns (Stevens and Mendelsohn 1999). `array`
/// has q levels and strength 2.
UniformArray product_array(const UniformArray& array, Ordinal q);

/// The fewest rows of strength 2 over `columns` columns of two levels (Kleitman and Spencer 1973).
UniformArray binary_array(std::size_t columns);

}  // namespace smallscope::generators
