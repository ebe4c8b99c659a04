// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/known_faults/toml_nesting.hpp>

#include <gtest/gtest.h>

#include <string>

namespace smallscope::clustering {
namespace {

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(TomlNesting, CountsDotsAndBrackets) {
  EXPECT_EQ(too_deep_line("a.b.c = 1", 2), std::nullopt);
  EXPECT_EQ(too_deep_line("a.b.c.d = 1", 2), 1u);
  EXPECT_EQ(too_deep_line("x = 1\n[a.b.c.d]\n", 3), 2u);
  EXPECT_EQ(too_deep_line("x = 1\ny = [[\n{ a.b = 1 }]]", 3), 3u);
  EXPECT_EQ(too_deep_line("a.b = { c.d = { e = 1 } }", 3), 1u);
  EXPECT_EQ(too_deep_line("a.b = { c.d = { e = 1 } }", 4), std::nullopt);
}

TEST(TomlNesting, DoesNotCountWhatStandsSideBySide) {
  EXPECT_EQ(too_deep_line(repeated("a.b = 1.5\n", 1000), 2), std::nullopt);
  EXPECT_EQ(too_deep_line("x = [" + repeated("1.5, { a.b = 2 }, [1],\n", 1000) + "]", 3), std::nullopt);
  EXPECT_EQ(too_deep_line(repeated("[[fault]]\n[a.b]\n", 1000), 2), std::nullopt);
}

TEST(TomlNesting, DoesNotReadTextsAndComments) {
  const std::string dots(1000, '.');
  for (const std::string& text :
       {"'" + dots + "'", "\"" + dots + "\\\"" + dots + "\"", "'''" + dots + "\n'" + dots + "'''",
        "\"\"\"" + dots + "\n\\\"\"" + dots + "\"\"\"", "1 # " + dots})
    EXPECT_EQ(too_deep_line("x = " + text + "\n", 2), std::nullopt) << text;
  EXPECT_EQ(too_deep_line("x = '''\n\n'''\na" + dots, 2), 4u);
}

TEST(TomlNesting, StandsAnyText) {
  EXPECT_EQ(too_deep_line("", 1), std::nullopt);
  EXPECT_EQ(too_deep_line("]]}}\n'", 1), std::nullopt);
  EXPECT_EQ(too_deep_line("x = \"" + std::string(9, '\\'), 1), std::nullopt);
  EXPECT_EQ(too_deep_line(std::string(100'000, '[')), 1u);
}

}  // namespace
}  // namespace smallscope::clustering
