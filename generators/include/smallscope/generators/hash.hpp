// SPDX-License-Identifier: Apache-2.0
// Two published hashes on which reproducible results depend: seeded choices, fingerprints, keys. Their results never
// change.
//
// Values and functions, for any thread. Example: mixed(seed + ordinal) is a number that looks random.
#pragma once

#include <cstdint>
#include <string_view>

namespace smallscope::generators {

/// The increment of splitmix64: 2^64 divided by the golden ratio.
inline constexpr std::uint64_t golden_gamma = 0x9e3779b97f4a7c15u;

/// The finaliser of splitmix64 (Steele, Lea and Flood, OOPSLA 2014): a bijection in which every output bit depends on
/// every input bit.
constexpr std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// FNV-1a with 64 bits (Fowler, Noll and Vo).
class Fnv1a {
 public:
  constexpr void add(std::string_view bytes) {
    for (const char byte : bytes) add_byte(static_cast<unsigned char>(byte));
  }
  constexpr void add_byte(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3u; }
  constexpr std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

}  // namespace smallscope::generators
