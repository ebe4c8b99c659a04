// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/search/decisions.hpp>

#include <gmock/gmock.h>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::HasSubstr;

class Alternatives final : public Question {
 public:
  explicit Alternatives(Digit count, std::string name = "") : count_(count), name_(std::move(name)) {}
  Digit alternatives() const override { return count_; }
  std::string name() const override { return name_; }
  std::string label(Digit digit) const override { return "#" + std::to_string(digit); }

 private:
  Digit count_;
  std::string name_;
};

TEST(Decisions, AreTextAndBack) {
  EXPECT_EQ(to_string(Decisions{0, 12, 3}), "0.12.3");
  EXPECT_EQ(to_string(Decisions{}), "");
  for (const Decisions& decisions : {Decisions{}, Decisions{7}, Decisions{0, 4294967295, 1}})
    EXPECT_EQ(parse_decisions(to_string(decisions)), decisions);
  for (const char* wrong : {"1.", ".1", "1..2", "a", "1.-2", "4294967296", "1 2"})
    EXPECT_THAT(error_of([wrong] { parse_decisions(wrong); }), HasSubstr("write them as 0.2.1")) << wrong;
}

TEST(Decisions, BeginWithTheirPrefixes) {
  EXPECT_TRUE(begins_with(Decisions{1, 2, 3}, Decisions{1, 2}));
  EXPECT_TRUE(begins_with(Decisions{1}, Decisions{}));
  EXPECT_FALSE(begins_with(Decisions{1, 2}, Decisions{2}));
  EXPECT_FALSE(begins_with(Decisions{1}, Decisions{1, 0}));
}

TEST(ScriptGuide, FollowsAndThenTakesTheFirst) {
  const Decisions script{2, 1};
  ScriptGuide guide(script);
  EXPECT_EQ(guide.decide(Alternatives(3)), 2u);
  EXPECT_THAT(error_of([&] { guide.finish(); }), HasSubstr("the path ends after 1 decisions of 2.1"));
  EXPECT_EQ(guide.decide(Alternatives(2)), 1u);
  EXPECT_EQ(guide.decide(Alternatives(2)), 0u);
  guide.finish();
  ScriptGuide other(script);
  EXPECT_THAT(error_of([&] { other.decide(Alternatives(2)); }),
              HasSubstr("decision 0 of 2.1 has only 2 alternatives; these decisions belong to another search"));
}

TEST(RandomGuide, IsUniformAndRepeatable) {
  std::vector<int> seen(6);
  RandomGuide guide(5), again(5), other(6);
  bool differs = false;
  for (int i = 0; i < 6000; ++i) {
    const Digit digit = guide.decide(Alternatives(6));
    ASSERT_LT(digit, 6u);
    EXPECT_EQ(again.decide(Alternatives(6)), digit);
    differs |= other.decide(Alternatives(6)) != digit;
    ++seen[digit];
  }
  EXPECT_TRUE(differs);
  for (const int count : seen) EXPECT_NEAR(count, 1000, 150);  // five standard deviations
}

TEST(Guides, WriteChoicesAndReadThemBack) {
  const std::vector<Alternatives> questions{Alternatives(3, "size"), Alternatives(2), Alternatives(1, "only"),
                                            Alternatives(4, "size")};
  const Decisions script{2, 1, 0, 3};
  ChoiceWriter writer;
  WritingGuide writing(script, writer);
  for (const Alternatives& question : questions) writing.decide(question);
  const Choices choices = writer.take();
  EXPECT_EQ(choices, (Choices{{"size", 2, "#2"}, {"1", 1, "#1"}, {"size[1]", 3, "#3"}}));

  ChoiceReader reader(choices);
  ReadingGuide reading(reader);
  Decisions read;
  for (const Alternatives& question : questions) read.push_back(reading.decide(question));
  EXPECT_EQ(read, script);
  reader.finish();
}

}  // namespace
}  // namespace smallscope::generators
