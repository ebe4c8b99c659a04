// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/composition/encoding.hpp>

#include <bit>

namespace smallscope::generators {

namespace {
constexpr std::uint64_t c1 = 0x87c37b91114253d5, c2 = 0x4cf5ad432745937f;

std::uint64_t scramble_low(std::uint64_t word) { return std::rotl(word * c1, 31) * c2; }
std::uint64_t scramble_high(std::uint64_t word) { return std::rotl(word * c2, 33) * c1; }

std::uint64_t avalanche(std::uint64_t word) {
  word = (word ^ (word >> 33)) * 0xff51afd7ed558ccd;
  word = (word ^ (word >> 33)) * 0xc4ceb9fe1a85ec53;
  return word ^ (word >> 33);
}
}  // namespace

Hash128 hash128(std::string_view bytes) {
  std::uint64_t low = 0, high = 0;
  std::array<std::uint64_t, 2> words;
  std::size_t place = 0;
  for (; place + sizeof words <= bytes.size(); place += sizeof words) {
    std::memcpy(words.data(), bytes.data() + place, sizeof words);
    low = (std::rotl(low ^ scramble_low(words[0]), 27) + high) * 5 + 0x52dce729;
    high = (std::rotl(high ^ scramble_high(words[1]), 31) + low) * 5 + 0x38495ab5;
  }
  words = {};
  if (place < bytes.size()) std::memcpy(words.data(), bytes.data() + place, bytes.size() - place);
  low ^= scramble_low(words[0]) ^ bytes.size();
  high ^= scramble_high(words[1]) ^ bytes.size();
  low += high;
  high += low;
  low = avalanche(low);
  high = avalanche(high);
  low += high;
  return {high + low, low};
}

}  // namespace smallscope::generators
