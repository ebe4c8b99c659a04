// SPDX-License-Identifier: Apache-2.0
// Places in inputs that are marked in templates and values: what the subject is told of them, and what files have left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "specification_bench.hpp"

namespace smallscope::program {
namespace {

using generators::Ordinal;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Pair;

std::map<std::string, std::string> parameters_of(const runner::Campaign& campaign, Ordinal ordinal) {
  std::map<std::string, std::string> parameters;
  const subjects::Input input = campaign.space->render(ordinal).value();
  for (const subjects::NamedText& parameter : input.parameters) parameters.emplace(parameter.name, parameter.text);
  return parameters;
}

TEST(SpecificationMarks, SayWhereTheyWereAndAreInNoFile) {
  const auto campaign = loaded(with_choices(
      "{{line}}ä {{word}};", "line = [\"\", \"one\\ntwo\"]\nword = [\"^x\", \"y^\"]", "marks = { cursor = \"^\" }"));
  EXPECT_THAT(texts_of(campaign), ElementsAre("ä x;", "ä y;", "one\ntwoä x;", "one\ntwoä y;"));
  EXPECT_THAT(parameters_of(campaign, 0),
              AllOf(Contains(Pair("cursor.offset", "3")), Contains(Pair("cursor.characters", "2")),
                    Contains(Pair("cursor.line", "1")), Contains(Pair("cursor.line0", "0")),
                    Contains(Pair("cursor.column", "3")), Contains(Pair("cursor.column0", "2")),
                    Contains(Pair("cursor.file", "input.txt")), Contains(Pair("word", "^x"))));
  EXPECT_THAT(parameters_of(campaign, 3),
              AllOf(Contains(Pair("cursor.offset", "11")), Contains(Pair("cursor.characters", "10")),
                    Contains(Pair("cursor.line", "2")), Contains(Pair("cursor.column", "7"))));
}

TEST(SpecificationMarks, AreTakenOutOneBesideTheOther) {
  const auto campaign = loaded(
      with_choices("{{a}}", "a = [\"x<<y>>z\", \"<<>>\", \"x<<y\"]", "marks = { begin = \"<<\", end = \">>\" }"));
  EXPECT_THAT(texts_of(campaign), ElementsAre("xyz", "", "-")) << "where a mark is missing there is no input";
  EXPECT_THAT(parameters_of(campaign, 0),
              AllOf(Contains(Pair("begin.offset", "1")), Contains(Pair("end.offset", "2"))));
  EXPECT_THAT(parameters_of(campaign, 1),
              AllOf(Contains(Pair("begin.offset", "0")), Contains(Pair("end.offset", "0"))));
}

TEST(SpecificationMarks, SayWhyAnInputIsNone) {
  const auto campaign = loaded(with_choices("{{a}}", "a = [\"x<<y>>z\", \"x<<y\", \"xy\", \"<<x<<y>>\"]",
                                            "marks = { begin = \"<<\", end = \">>\" }"));
  EXPECT_EQ(campaign.why_filtered(0), "");
  EXPECT_EQ(campaign.why_filtered(1), "the mark `end` (>>) is in no file");
  EXPECT_EQ(campaign.why_filtered(2), "the mark `begin` (<<) is in no file");
  EXPECT_EQ(campaign.why_filtered(3), "the mark `begin` (<<) is there more than once");
  const auto counted = loaded(with_choices("{{a}}", "a = [\"^x ^y\", \"^x\"]\nat = [\"1\", \"2\", \"last\"]",
                                           "marks = { cursor = { text = \"^\", occurrence = \"at\" } }"));
  EXPECT_EQ(counted.why_filtered(1), "");
  EXPECT_EQ(counted.why_filtered(4), "") << "there is no second one, which is what the hole is for";
  EXPECT_EQ(counted.why_filtered(2), "which mark `cursor` counts is no number from 1 on");
  EXPECT_FALSE(loaded(with_choices("{{a}}", "a = [\"x\"]")).why_filtered) << "it has no marks";
}

TEST(SpecificationMarks, AHoleSaysWhichOfSeveralCounts) {
  const std::string choices = "a = [\"^x ^y ^z\", \"^x\", \"y\"]\nat = { range = [0, 3] }";
  const auto campaign =
      loaded(with_choices("{{a}}", choices, "marks = { cursor = { text = \"^\", occurrence = \"at\" } }"));
  std::vector<std::string> expected;  // by loops
  for (const std::vector<std::string>& places : {std::vector<std::string>{"0", "2", "4"}, {"0"}, {}})
    for (std::size_t at = 0; at <= 3; ++at)
      expected.push_back(at >= 1 && at <= places.size() ? places[at - 1] : "none");
  std::vector<std::string> found;
  for (Ordinal ordinal = 0; ordinal < campaign.space->size(); ++ordinal)
    found.push_back(campaign.space->render(ordinal) ? parameters_of(campaign, ordinal)["cursor.offset"] : "none");
  EXPECT_EQ(found, expected);
  const auto alone = loaded(with_choices("{{a}}{{at}}", choices, "marks = { cursor = \"^\" }"));
  EXPECT_THAT(texts_of(alone), ElementsAre("-", "-", "-", "-", "x0", "x1", "x2", "x3", "-", "-", "-", "-"))
      << "without a hole, the mark must be there once";
}

TEST(SpecificationMarks, MayStandInAnyOfSeveralFiles) {
  const auto campaign = loaded(R"(
name = "test"
[inputs]
marks = { cursor = "^" }
files = [{ name = "a", template = "{{a}}" }, { name = "b", template = "xx{{b}}" }]
[inputs.choices]
a = ["", "^"]
b = ["", "^"]
[subject]
run = ["echo", "{cursor.file}:{cursor.line}:{cursor.column}"]
)" + judged);
  EXPECT_THAT(texts_of(campaign), ElementsAre("-", "", "", "-"));
  EXPECT_THAT(parameters_of(campaign, 1),
              AllOf(Contains(Pair("cursor.file", "b")), Contains(Pair("cursor.column", "3"))));
  EXPECT_THAT(parameters_of(campaign, 2),
              AllOf(Contains(Pair("cursor.file", "a")), Contains(Pair("cursor.column", "1"))));
}

TEST(SpecificationMarks, FollowWhatIsTakenOutBeforeThem) {
  const auto campaign =
      loaded(with_choices("one\\nä {{a}}", "a = [\"^x\"]", "marks = { cursor = \"^\" }") + "[reduce]\n");
  ASSERT_TRUE(campaign.texts);
  EXPECT_THAT(campaign.texts->positions, ElementsAre("cursor.characters"));
  subjects::Input input = *campaign.space->render(0);
  input.files.front().text = "u\nvä\nx";
  for (subjects::NamedText& parameter : input.parameters)
    if (parameter.name == "cursor.characters") parameter.text = "5";
  campaign.texts->follow(input);
  std::map<std::string, std::string> parameters;
  for (const subjects::NamedText& parameter : input.parameters) parameters.emplace(parameter.name, parameter.text);
  EXPECT_THAT(parameters, AllOf(Contains(Pair("cursor.offset", "6")), Contains(Pair("cursor.line", "3")),
                                Contains(Pair("cursor.column", "1")), Contains(Pair("cursor.characters", "5"))));
  subjects::Input older{{{"input.txt", "x"}}, {{"cursor.characters", "none"}}, ""};
  campaign.texts->follow(older);
  older.parameters.clear();
  EXPECT_NO_THROW(campaign.texts->follow(older)) << "its store is older than the mark";
}

}  // namespace
}  // namespace smallscope::program
