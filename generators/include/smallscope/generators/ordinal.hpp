// SPDX-License-Identifier: Apache-2.0
// Ordinals and the arithmetic that never overflows silently.
//
// An ordinal is the position of an input in its generator's order, 0 <= ordinal < size(). Everything else in smallscope
// is arithmetic on ordinals: orders, passes, shards, resume, replay. The functions may be called from several threads.
#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

namespace smallscope::generators {

using Ordinal = std::uint64_t;

/// The size of a space that has not been counted yet (uncounted_search.hpp). No ordinal reaches it.
inline constexpr Ordinal uncounted = std::numeric_limits<Ordinal>::max();
/// The digits of a size, or "uncounted".
std::string size_text(Ordinal size);

/// Wrong use of the algebra, found at construction. The message gives the values and the remedy.
struct GeneratorError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// a + b, or a GeneratorError that names `what` if the sum does not fit in 64 bits or is `uncounted`.
Ordinal checked_add(Ordinal a, Ordinal b, std::string_view what);
/// a * b, or a GeneratorError that names `what` if the product does not fit in 64 bits or is `uncounted`.
Ordinal checked_multiply(Ordinal a, Ordinal b, std::string_view what);
/// base to the power of exponent, or GeneratorError.
Ordinal checked_power(Ordinal base, Ordinal exponent, std::string_view what);
/// Throws std::out_of_range with both numbers in its message.
[[noreturn]] void throw_out_of_range(Ordinal ordinal, Ordinal size);

inline void require_in_range(Ordinal ordinal, Ordinal size) {
  if (ordinal >= size) [[unlikely]]
    throw_out_of_range(ordinal, size);
}

}  // namespace smallscope::generators
