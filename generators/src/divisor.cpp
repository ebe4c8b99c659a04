// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/divisor.hpp>

#include <algorithm>
#include <bit>

namespace smallscope::generators {

Divisor::Divisor(Ordinal divisor) {
  divisor = std::max<Ordinal>(divisor, 1);
  const int bits = divisor == 1 ? 0 : 64 - std::countl_zero(divisor - 1);  // the least with 2^bits >= divisor
  multiplier_ = static_cast<Ordinal>((((Wide{1} << bits) - divisor) << 64) / divisor + 1);
  first_shift_ = static_cast<unsigned char>(std::min(bits, 1));
  second_shift_ = static_cast<unsigned char>(std::max(bits - 1, 0));
}

}  // namespace smallscope::generators
