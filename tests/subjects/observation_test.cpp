// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <smallscope/subjects/observation.hpp>

namespace smallscope::subjects {
namespace {

TEST(Observation, FindsTextsByName) {
  const std::vector<NamedText> texts = {{"a", "1"}, {"b", "2"}, {"b", "3"}};
  ASSERT_NE(find(texts, "b"), nullptr);
  EXPECT_EQ(*find(texts, "b"), "2");
  EXPECT_EQ(find(texts, "c"), nullptr);
}

TEST(Observation, EndingsHaveStableNames) {
  EXPECT_EQ(name(Ending::completed), "completed");
  EXPECT_EQ(name(Ending::refused), "refused");
  EXPECT_EQ(name(Ending::crashed), "crashed");
  EXPECT_EQ(name(Ending::timed_out), "timed out");
  EXPECT_EQ(name(Ending::lost), "lost");
  EXPECT_EQ(name(Ending::cancelled), "cancelled");
}

TEST(Observation, IsWrittenAsJsonWithTextsThatAreNotUtf8InBase64) {
  Observation observation;
  observation.ending = Ending::timed_out;
  observation.exit_status = 3;
  observation.outputs = {{"after", "say \"hé\"\n\x01"}, {"raw", "\xff\xfe"}};
  observation.messages = {"back\\slash", "\xed\xa0\x80"};
  EXPECT_EQ(to_json(observation),
            R"({"ending":"timed out","exit_status":3,"signal":0,"output_truncated":false,"streams":true,)"
            R"("outputs":{"after":"say \"hé\"\n\u0001","raw":{"base64":"//4="}},"absent":[],)"
            R"("messages":["back\\slash",{"base64":"7aCA"}]})");
}

TEST(Observation, QuotationsAreBoundedAndOnOneLine) {
  EXPECT_EQ(in_quotes("a\nb\x01é\xff"), "\"a\\nb\\x01é\\xff\"");
  EXPECT_EQ(in_quotes(std::string(300, 'x')), "\"" + std::string(200, 'x') + "\"...");
  EXPECT_EQ(in_quotes("print `ls`"), "\"print `ls`\"");
  EXPECT_EQ(in_quotes(R"(["a,",",`"])"), R"(`["a,",",\x60"]`)");
  EXPECT_EQ(in_quotes("\"" + std::string(300, '`')).size(), 1 + 1 + 199 * 4 + 4u);
  EXPECT_EQ(in_quotes(std::string(200, 'x') + "\""), "\"" + std::string(200, 'x') + "\"...");
  EXPECT_EQ(signal_name(11), "SIGSEGV");
}

}  // namespace
}  // namespace smallscope::subjects
