#include <fmt/format.h>

#include <cstdint>
#include <smallscope/clustering/clusters.hpp>

namespace smallscope::clustering {

namespace {

/// FNV-1a with 64 bits. The values are part of stored keys, so that version 1 must stay as it is.
class KeyHash {
 public:
  /// Each text with its length in front, so that no two lists of texts read the same.
  void add(std::string_view text) {
    add(text.size());
    for (const char byte : text) add_byte(static_cast<unsigned char>(byte));
  }
  void add(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) add_byte(static_cast<unsigned char>(number >> shift));
  }
  std::uint64_t value() const { return value_; }

 private:
  void add_byte(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3u; }
  std::uint64_t value_ = 0xcbf29ce484222325u;
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
