// SPDX-License-Identifier: Apache-2.0
// FNV-1a with 128 bits (Fowler, Noll and Vo): for certificates, which need not resist forgery.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace smallscope::results {

class Fnv1a128 {
 public:
  void add(std::string_view bytes) {
    Word value = value_;
    for (const char byte : bytes) value = (value ^ static_cast<unsigned char>(byte)) * prime;
    value_ = value;
  }
  /// 32 hexadecimal digits.
  std::string text() const {
    return fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(value_ >> 64), static_cast<std::uint64_t>(value_));
  }

 private:
  __extension__ using Word = unsigned __int128;
  static constexpr Word prime = (Word{1} << 88) + 0x13B;
  Word value_ = Word{0x6C62272E07BB0142} << 64 | 0x62B821756295C58D;
};

}  // namespace smallscope::results
