// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/capability/model_file.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace smallscope::diagnosis::capability {
namespace {

using testing::HasSubstr;

LearnedCriterion drawn_criterion(Embedding embedding, FeatureScale scale, std::uint64_t seed) {
  generators::Randomness random(seed);
  return {scale, Network(embedding, random)};
}

std::string refusal(const std::string& text) {
  try {
    parse_learned(text, "f");
  } catch (const FormatError& error) {
    return error.what();
  }
  return "accepted";
}

std::string changed(std::string text, const std::string& what, const std::string& into) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), into);
}

TEST(ModelFile, GivesBackWhatWasWritten) {
  for (const Embedding embedding : {Embedding::learned, Embedding::none})
    for (const FeatureScale scale : all_feature_scales) {
      LearnedCriterion criterion = drawn_criterion(embedding, scale, 1);
      criterion.network.parameters()[0] = -1e-310;
      criterion.network.parameters()[1] = 1e300;
      EXPECT_EQ(parse_learned(learned_text(criterion), "f"), criterion);
    }
  const auto file = std::filesystem::temp_directory_path() / "smallscope-model-file-test.txt";
  const LearnedCriterion criterion = drawn_criterion(Embedding::learned, FeatureScale::paper, 2);
  std::ofstream(file) << learned_text(criterion);
  EXPECT_EQ(read_learned(file), criterion);
  std::filesystem::remove(file);
  EXPECT_THROW(read_learned(file), FormatError);
}

TEST(ModelFile, RefusesWhatIsNoCriterion) {
  const std::string text = learned_text(drawn_criterion(Embedding::none, FeatureScale::paper, 1));
  EXPECT_EQ(refusal(text), "accepted");
  EXPECT_THAT(refusal(""), HasSubstr("f:1: the file ends"));
  EXPECT_THAT(refusal("elements\n"), HasSubstr("f:1: 'elements' stands where a line 'smallscope-capability'"));
  EXPECT_THAT(refusal(changed(text, "capability 1", "capability 2")), HasSubstr("f:1: '2' is another version"));
  EXPECT_THAT(refusal(changed(text, "features paper", "features \x1b[1m")), HasSubstr("f:2: "));
  EXPECT_THAT(refusal(changed(text, "embedding none", "embedding learned")), HasSubstr("f:4: '657' is another number"));
  EXPECT_THAT(refusal(changed(text, "parameters 657", "parameters 99999999999999999999")), HasSubstr("f:4: "));
  const std::string head = text.substr(0, text.find("657\n") + 4);
  for (const char* const number : {"nan", "inf", "1e999", "1,5", "1 2", "", "0x1p3"})
    EXPECT_THAT(refusal(head + number + "\n"), HasSubstr("f:5: ")) << number;
  EXPECT_THAT(refusal(head + "1\n2\n"), HasSubstr("f:7: the file ends where a parameter must follow"));
  EXPECT_THAT(refusal(changed(text, "end\n", "1\nend\n")), HasSubstr("stands where 'end' must"));
  EXPECT_THAT(refusal(text + "more\n"), HasSubstr("'more' follows the line 'end'"));
}

}  // namespace
}  // namespace smallscope::diagnosis::capability
