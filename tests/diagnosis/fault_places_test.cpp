// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/fault_places.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace smallscope::diagnosis {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

constexpr const char* header = "campaign,file,function,first_line,last_line\n";

TEST(FaultPlaces, AreReadByCampaign) {
  const FaultPlaces places =
      parse_fault_places(std::string(header) + "one,a.c,f,3,5\ntwo,b.c,,7,7\none,c.c,g,1,2\r\n\n", "places.csv");
  ASSERT_EQ(places.size(), 2u);
  EXPECT_THAT(places.at("one"), ElementsAre(FaultPlace{"a.c", "f", 3, 5}, FaultPlace{"c.c", "g", 1, 2}));
  EXPECT_THAT(places.at("two"), ElementsAre(FaultPlace{"b.c", "", 7, 7}));
}

TEST(FaultPlaces, MistakesHaveLineValueAndRemedy) {
  const auto fails = [](const std::string& text, const std::string& what) {
    EXPECT_THAT([&] { parse_fault_places(text, "places.csv"); }, ThrowsMessage<SpectrumError>(HasSubstr(what)));
  };
  fails("", "places.csv:0: the file is empty");
  fails("a,b\n", "places.csv:1: `a,b` is not the first line of places; write campaign,file,");
  fails(std::string(header) + "one,a.c,f,3\n", "places.csv:2: 4 fields; give five");
  fails(std::string(header) + "one,a.c,f,3,x\n", "`x` is no number of a line");
  fails(std::string(header) + "one,a.c,f,0,1\n", "`0` is no number of a line");
  fails(std::string(header) + "one,a.c,f,5,3\n", "lines 5 to 3");
  EXPECT_THAT([] { read_fault_places("no/such/file"); },
              ThrowsMessage<SpectrumError>(AllOf(HasSubstr("no/such/file"), HasSubstr("cannot be read"))));
}

TEST(FaultPlaces, AreOfElementsWithTheirLinesAndOfFunctionsAroundThem) {
  StoredSpectrum stored{
      .spectrum = Spectrum({{.name = "a.c:2-4", .file = "src/a.c", .line = 2, .function = "f"},
                            {.name = "a.c:6", .file = "src/a.c", .line = 6, .function = "f"},
                            {.name = "b.c:3", .file = "b.c", .line = 3, .function = "f"},
                            {.name = "f", .file = "src/a.c", .function = "f", .kind = ElementKind::function}}),
      .lines = {{2, 3, 4}, {6}, {3}, {}}};
  EXPECT_THAT(faulty_elements(stored, {{"a.c", "f", 4, 5}}), ElementsAre(0, 3));
  EXPECT_THAT(faulty_elements(stored, {{"a.c", "f", 5, 5}}), ElementsAre(3)) << "no block has the line";
  EXPECT_THAT(faulty_elements(stored, {{"c.c", "f", 3, 3}}), IsEmpty());
}

}  // namespace
}  // namespace smallscope::diagnosis
