// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdint>
#include <smallscope/clustering/clusters.hpp>
#include <smallscope/generators/hash.hpp>

namespace smallscope::clustering {

namespace {

/// The values are part of stored keys, so version 1 must never change.
class KeyHash {
 public:
  /// Each text is preceded by its length, so different lists of texts never read the same.
  void add(std::string_view text) {
    add(text.size());
    hash_.add(text);
  }
  void add(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) hash_.add_byte(static_cast<unsigned char>(number >> shift));
  }
  std::uint64_t value() const { return hash_.value(); }

 private:
  generators::Fnv1a hash_;
};

}  // namespace

std::string key(const Signature& signature) {
  KeyHash hash;
  for (const SignaturePart& part : signature) {
    hash.add(part.oracle);
    hash.add(oracles::name(part.verdict));
    hash.add(part.messages.size());
    for (const std::string& message : part.messages) hash.add(message);
  }
  return fmt::format("v1-{:016x}", hash.value());
}

}  // namespace smallscope::clustering
