// SPDX-License-Identifier: Apache-2.0
// FNV-1a with 128 bits (Fowler, Noll and Vo): for certificates and checksums, which need not resist forgery.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <cstring>
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
  /// Eight bytes in one step. It is another hash than that of the bytes one by one, and much faster.
  void add_word(std::uint64_t word) { value_ = (value_ ^ word) * prime; }
  /// The same of bytes, filled up with zeros: equal only for texts of equal lengths.
  void add_words(std::string_view bytes) {
    std::uint64_t word = 0;
    for (; bytes.size() >= sizeof word; bytes.remove_prefix(sizeof word)) {
      std::memcpy(&word, bytes.data(), sizeof word);
      add_word(in_file_order(word));
    }
    word = 0;
    std::memcpy(&word, bytes.data(), bytes.size());
    if (!bytes.empty()) add_word(in_file_order(word));
  }
  /// 64 bits, each of which depends on all bytes: for sums, in which differences of neighbouring texts must not cancel.
  std::uint64_t mixed() const {
    std::uint64_t word =
        static_cast<std::uint64_t>(value_ >> 64) * 0x9E3779B97F4A7C15 ^ static_cast<std::uint64_t>(value_);
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9;  // the constants of SplitMix64
    word = (word ^ word >> 27) * 0x94D049BB133111EB;
    return word ^ word >> 31;
  }
  /// 32 hexadecimal digits.
  std::string text() const {
    return fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(value_ >> 64), static_cast<std::uint64_t>(value_));
  }

 private:
  /// The same number on every machine, because a file may go to another one.
  static std::uint64_t in_file_order(std::uint64_t word) {
    return std::endian::native == std::endian::little ? word : __builtin_bswap64(word);
  }
  __extension__ using Word = unsigned __int128;
  static constexpr Word prime = (Word{1} << 88) + 0x13B;
  Word value_ = Word{0x6C62272E07BB0142} << 64 | 0x62B821756295C58D;
};

}  // namespace smallscope::results
