// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <smallscope/generators/hash.hpp>

namespace smallscope::generators {
namespace {

// Published values: splitmix64 seeded with 1234567, and the test vectors of FNV.
TEST(Hash, MixesAsSplitmix64Does) {
  std::uint64_t state = 1234567;
  EXPECT_EQ(mixed(state += golden_gamma), 6457827717110365317u);
  EXPECT_EQ(mixed(state += golden_gamma), 3203168211198807973u);
  EXPECT_EQ(mixed(state += golden_gamma), 9817491932198370423u);
}

TEST(Hash, IsFnv1aOfItsBytes) {
  const auto hash = [](std::string_view text) {
    Fnv1a fnv;
    fnv.add(text);
    return fnv.value();
  };
  EXPECT_EQ(hash(""), 0xcbf29ce484222325u);
  EXPECT_EQ(hash("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(hash("foobar"), 0x85944171f73967e8u);
}

}  // namespace
}  // namespace smallscope::generators
