// SPDX-License-Identifier: Apache-2.0
// The unit test of docs/writing-campaigns.md: run-length encoding, with a fault that only texts with digits show.
#include <string>

#include <smallscope/generators.hpp>
#include <smallscope/gtest.hpp>

namespace gen = smallscope::generators;

/// "aaab" becomes "3ab". The fault: a digit of the text is later read as a length.
std::string encode(const std::string& text) {
  std::string code;
  for (std::size_t first = 0; first < text.size();) {
    const std::size_t end = std::min(text.find_first_not_of(text[first], first), text.size());
    if (end - first > 1) code += std::to_string(end - first);
    code += text[first];
    first = end;
  }
  return code;
}

std::string decode(const std::string& code) {
  std::string text;
  for (std::size_t at = 0; at < code.size(); ++at) {
    const bool counted = code[at] >= '2' && code[at] <= '9' && at + 1 < code.size();
    const int count = counted ? code[at++] - '0' : 1;
    text.append(static_cast<std::size_t>(count), code[at]);
  }
  return text;
}

TEST(RunLength, DecodesWhatItEncoded) {
  const auto texts = gen::strings("ab3", 0, 6).named("text");
  EXPECT_EXHAUSTIVE(texts, [](const std::string& text) { EXPECT_EQ(decode(encode(text)), text); });
}

TEST(RunLength, NeverGrows) {
  const auto texts = gen::strings("ab3", 0, 6).named("text");
  EXPECT_EXHAUSTIVE(texts, [](const std::string& text) { return encode(text).size() <= text.size(); });
}
