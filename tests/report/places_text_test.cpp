// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <smallscope/report/places_text.hpp>

namespace smallscope::report {
namespace {

subjects::Input input_with(std::vector<std::tuple<std::string, std::string, int, int>> places) {
  subjects::Input input{.files = {{"a.c", "int x;\n\ty = ä + x;\nend"}, {"b.c", "other"}}, .parameters = {}};
  for (const auto& [name, file, line, column] : places)
    for (const auto& [way, value] : {std::pair("line0", line), std::pair("column0", column)})
      input.parameters.push_back({name + "." + way, std::to_string(value)});
  for (const auto& [name, file, line, column] : places) input.parameters.push_back({name + ".file", file});
  return input;
}

std::string text(const subjects::Input& input) { return with_places(input, input.files.front()); }

TEST(PlacesText, PointsToEachPlaceInAsFewLinesAsThereIsRoomFor) {
  EXPECT_EQ(text(input_with({{"cursor", "a.c", 0, 4}})), "int x;\n    ^cursor\n\ty = ä + x;\nend\n");
  EXPECT_EQ(text(input_with({{"begin", "a.c", 1, 1}, {"end", "a.c", 1, 9}})),
            "int x;\n\ty = ä + x;\n\t^begin  ^end\nend\n");
  EXPECT_EQ(text(input_with({{"begin", "a.c", 1, 5}, {"end", "a.c", 1, 6}})),
            "int x;\n\ty = ä + x;\n\t    ^begin\n\t     ^end\nend\n");
  EXPECT_EQ(text(input_with({{"begin", "a.c", 2, 3}, {"end", "a.c", 2, 3}})),
            "int x;\n\ty = ä + x;\nend\n   ^begin, end\n");
}

TEST(PlacesText, LeavesOtherTextsAsTheyAre) {
  const std::string as_it_is = "int x;\n\ty = ä + x;\nend";
  EXPECT_EQ(text(input_with({})), as_it_is);
  EXPECT_EQ(text(input_with({{"cursor", "b.c", 0, 1}})), as_it_is) << "in another file";
  subjects::Input input = input_with({{"cursor", "a.c", 0, 4}});
  input.parameters[0].text = "4x";
  EXPECT_EQ(text(input), as_it_is) << "not a number";
  input.parameters.pop_back();
  EXPECT_EQ(text(input), as_it_is) << "not a place";
  EXPECT_EQ(text(input_with({{"cursor", "a.c", 9, 0}})), as_it_is + "\n") << "below the text";
}

TEST(ParametersWithPlaces, SayOnceWhereAPlaceIs) {
  const auto shown = [](const subjects::Input& input) {
    std::vector<std::string> lines;
    for (const subjects::NamedText& parameter : parameters_with_places(input))
      lines.push_back(parameter.name + ": " + parameter.text);
    return lines;
  };
  subjects::Input input = input_with({{"begin", "a.c", 1, 5}, {"end", "b.c", 0, 0}});
  input.parameters.insert(input.parameters.begin(), {{"begin", "«"}, {"begin.offset", "12"}, {"begin.kind", "word"}});
  input.parameters.push_back({"other.line0", "3"});
  EXPECT_THAT(shown(input), testing::ElementsAre("begin: «", "begin: line 2, column 6 of a.c", "begin.kind: word",
                                                 "end: line 1, column 1 of b.c", "other.line0: 3"));
  for (subjects::NamedText& parameter : input.parameters)
    if (parameter.name == "end.column0") parameter.text = "x";
  EXPECT_THAT(shown(input), testing::IsSupersetOf({"end.column0: x", "end.file: b.c"})) << "not a place";
}

}  // namespace
}  // namespace smallscope::report
