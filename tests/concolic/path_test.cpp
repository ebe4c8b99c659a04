// SPDX-License-Identifier: Apache-2.0
#include <smallscope/concolic/path.hpp>

#include <gtest/gtest.h>

namespace smallscope::concolic {
namespace {

/// A step for each character: its place is the letter, its outcome whether it is upper case.
std::vector<Step> steps_of(std::string_view text) {
  std::vector<Step> steps;
  for (const char each : text) {
    Place place;
    place.line = static_cast<std::uint32_t>(std::tolower(each));
    steps.push_back({place, std::isupper(each) != 0 ? 1 : 0});
  }
  return steps;
}

double similar(std::string_view a, std::string_view b, PathForm form) {
  return similarity(steps_of(a), steps_of(b), form);
}

TEST(Similarity, IsThatOfThePaper) {
  EXPECT_DOUBLE_EQ(similar("abcdef", "abCdef", PathForm::subset), 5.0 / 6);
  EXPECT_DOUBLE_EQ(similar("abcdef", "abCdef", PathForm::subsequence), 3.0 / 6);
}

TEST(Similarity, ComparesEachTimeThatAPlaceIsEvaluated) {
  EXPECT_DOUBLE_EQ(similar("aaA", "aA", PathForm::subset), 1.0 / 3);
  EXPECT_DOUBLE_EQ(similar("aaA", "aA", PathForm::subsequence), 2.0 / 3);
  EXPECT_DOUBLE_EQ(similar("abc", "xyz", PathForm::subset), 0);
  EXPECT_DOUBLE_EQ(similar("abc", "", PathForm::subsequence), 0);
}

TEST(Similarity, IsSymmetricAndOneForEqualPaths) {
  const std::vector<std::string> all{"", "a", "A", "aA", "AbaB", "abab", "ABCabc", "bA"};
  for (const PathForm form : all_path_forms)
    for (const std::string& a : all)
      for (const std::string& b : all) {
        EXPECT_DOUBLE_EQ(similar(a, b, form), similar(b, a, form)) << a << " " << b;
        EXPECT_EQ(similar(a, b, form) == 1, a == b) << a << " " << b;
      }
}

TEST(Place, NamesTheFunctionWithoutItsType) {
  Place place;
  place.function = "Int smallscope::triangle(Int, Int) [with Int = long int]";
  EXPECT_EQ(place.function_name(), "smallscope::triangle");
  EXPECT_EQ(Place(std::source_location::current()).function_name().find('('), std::string::npos);
}

}  // namespace
}  // namespace smallscope::concolic
