// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <smallscope/subjects/text_encoding.hpp>

namespace smallscope::subjects {
namespace {

using namespace std::string_literals;

TEST(Utf8, LengthsOfSequences) {
  EXPECT_EQ(utf8_length("a\xff"), 1u);
  EXPECT_EQ(utf8_length("\xc3\xa9t"), 2u);
  EXPECT_EQ(utf8_length("\xe2\x80\xae"), 3u);
  EXPECT_EQ(utf8_length("\xf0\x9f\x98\x80"), 4u);
  EXPECT_EQ(utf8_length(std::string_view("\0", 1)), 1u);
}

TEST(Utf8, WhatIsNone) {
  for (const std::string& text : {""s, "\x80"s, "\xff"s, "\xc0\xaf"s, "\xe0\x80\xaf"s, "\xed\xa0\x80"s,
                                  "\xf4\x90\x80\x80"s, "\xe2\x80"s, "\xf0\x9f\x98"s, "\xc3("s})
    EXPECT_EQ(utf8_length(text), 0u) << testing::PrintToString(text);
}

TEST(Utf8, TextsAreLookedAtWhole) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8("eight bytes and more, \xc3\xa9 too"));
  for (std::size_t place = 0; place < 20; ++place) {
    std::string text(20, 'x');
    text[place] = '\xff';
    EXPECT_FALSE(is_utf8(text)) << place;
  }
}

TEST(Base64, AllBytesComeBack) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  for (std::size_t length = 0; length <= bytes.size(); ++length) {
    const std::string part = bytes.substr(bytes.size() - length);
    EXPECT_EQ(decode_base64(base64(part)), part);
  }
  // RFC 4648, section 10.
  EXPECT_EQ(base64("foob"), "Zm9vYg==");
  EXPECT_EQ(base64("fooba"), "Zm9vYmE=");
  for (const char* const wrong : {"Zg=", "Zg*=", "Z", "====="}) EXPECT_EQ(decode_base64(wrong), std::nullopt) << wrong;
}

}  // namespace
}  // namespace smallscope::subjects
