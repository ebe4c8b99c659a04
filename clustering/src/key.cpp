// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
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

void add(KeyHash& hash, const Signature& signature) {
  for (const SignaturePart& part : signature) {
    hash.add(part.oracle);
    hash.add(oracles::name(part.verdict));
    hash.add(part.messages.size());
    for (const std::string& message : part.messages) hash.add(message);
  }
}

}  // namespace

std::string key(const Signature& signature) {
  KeyHash hash;
  add(hash, signature);
  return fmt::format("v1-{:016x}", hash.value());
}

std::string key(std::span<const Signature> signatures, std::span<const std::string> causes) {
  if (signatures.size() == 1 && causes.empty()) return key(signatures.front());
  KeyHash hash;
  std::vector<std::string> keys;
  for (const Signature& signature : signatures) keys.push_back(key(signature));
  std::ranges::sort(keys);
  for (const std::string& one : keys) hash.add(one);
  std::vector<std::string> sorted(causes.begin(), causes.end());
  std::ranges::sort(sorted);
  for (const std::string& cause : sorted) hash.add(cause);
  return fmt::format("v2-{:016x}", hash.value());
}

}  // namespace smallscope::clustering
