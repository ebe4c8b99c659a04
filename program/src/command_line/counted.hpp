// SPDX-License-Identifier: Apache-2.0
// "1 element", "2,485 elements". A pure function.
#pragma once

#include <cstdint>
#include <string>

#include <smallscope/report/text.hpp>

namespace smallscope::program {

/// `what` is a noun whose plural ends with an s.
inline std::string counted(std::uint64_t number, const std::string& what) {
  return report::grouped(number) + " " + what + (number == 1 ? "" : "s");
}

}  // namespace smallscope::program
