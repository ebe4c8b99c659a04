// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <limits>
#include <map>
#include <set>
#include <smallscope/generators/composition/encoding.hpp>
#include <vector>

namespace smallscope::generators {
namespace {

struct Coordinates {
  int x;
  std::string name;
};
struct Nested {
  Coordinates point;
  std::vector<Coordinates> points;
  std::array<int, 3> numbers;
};
struct Empty {};
struct Eight {
  char a, b, c, d, e, f, g, h;
};
struct Parity {  // equal when both are odd or both are even
  int number;
  friend void encode(Encoding& to, const Parity& value) { to.add(value.number % 2); }
};

template <class T>
std::string encoded(const T& value) {
  Encoding encoding;
  encoding.add(value);
  return std::string(encoding.bytes());
}

TEST(Encoding, TellsValuesApart) {
  EXPECT_EQ(encoded(3), encoded(3));
  EXPECT_NE(encoded(3), encoded(4));
  EXPECT_NE(encoded(0.0), encoded(-0.0)) << "two inputs, although they compare equal";
  EXPECT_NE(encoded(1.5L), encoded(2.5L));
  EXPECT_EQ(encoded(std::string("ab")), encoded("ab"));
  EXPECT_NE(encoded(std::vector<bool>{true, false}), encoded(std::vector<bool>{true, true}));
  EXPECT_NE(encoded(std::optional<int>()), encoded(std::optional<int>(0)));
  EXPECT_NE(encoded(std::variant<int, unsigned>(1)), encoded(std::variant<int, unsigned>(1u)));
  EXPECT_EQ(encoded(std::make_shared<int>(5)), encoded(std::make_shared<int>(5)));
  EXPECT_NE(encoded(std::make_shared<int>(5)), encoded(std::shared_ptr<int>()));
  EXPECT_NE(encoded(std::map<int, char>{{1, 'a'}}), encoded(std::map<int, char>{{1, 'b'}}));
}

TEST(Encoding, PartsAreNotMistakenForOneAnother) {
  using Words = std::vector<std::string>;
  std::set<std::string> all{encoded(Words{"ab", "c"}), encoded(Words{"a", "bc"}), encoded(Words{"abc"}),
                            encoded(Words{"abc", ""})};
  EXPECT_EQ(all.size(), 4u);
  EXPECT_NE(encoded(std::pair(std::string("a"), std::string())), encoded(std::pair(std::string(), std::string("a"))));
}

TEST(Encoding, LooksIntoAggregates) {
  EXPECT_EQ(encoded(Coordinates{1, "a"}), encoded(Coordinates{1, "a"}));
  EXPECT_NE(encoded(Coordinates{1, "a"}), encoded(Coordinates{1, "b"}));
  const Nested nested{{1, "a"}, {{2, "b"}}, {1, 2, 3}};
  Nested other = nested;
  EXPECT_EQ(encoded(nested), encoded(other));
  other.points[0].name = "c";
  EXPECT_NE(encoded(nested), encoded(other));
  other = nested;
  other.numbers[2] = 4;
  EXPECT_NE(encoded(nested), encoded(other));
  EXPECT_EQ(encoded(Eight{1, 2, 3, 4, 5, 6, 7, 8}), std::string("\1\2\3\4\5\6\7\10"));
  EXPECT_EQ(encoded(Empty{}), "");
}

TEST(Encoding, AnOverloadDecides) {
  EXPECT_EQ(encoded(Parity{1}), encoded(Parity{3}));
  EXPECT_NE(encoded(std::vector<Parity>{{1}}), encoded(std::vector<Parity>{{2}}));
}

TEST(Hash128, IsMurmurHash3) {
  // The reference implementation's MurmurHash3_x64_128 with seed 0.
  EXPECT_EQ(hash128(""), (Hash128{0, 0}));
  EXPECT_EQ(hash128("The quick brown fox jumps over the lazy dog"), (Hash128{0x7a433ca9c49a9347, 0xe34bbc7bbc071b6c}));
}

TEST(Hash128, DependsOnEveryByte) {
  std::set<Hash128> hashes;
  for (std::size_t length = 0; length <= 40; ++length) {
    const std::string text(length, 'x');
    hashes.insert(hash128(text));
    for (std::size_t i = 0; i < length; ++i) {
      std::string changed = text;
      changed[i] = 'y';
      hashes.insert(hash128(changed));
    }
  }
  EXPECT_EQ(hashes.size(), 41u + 40u * 41 / 2);
}

}  // namespace
}  // namespace smallscope::generators
