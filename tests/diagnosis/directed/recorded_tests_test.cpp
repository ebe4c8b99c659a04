// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/directed/recorded_tests.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/concolic/program.hpp>

namespace smallscope::diagnosis::directed {
namespace {

using concolic::Covered;
using testing::ElementsAre;

Covered covered(std::uint32_t line, Covered::Kind kind = Covered::Kind::statement, std::int64_t outcome = 0) {
  Covered made{.kind = kind, .outcome = outcome, .place = {}};
  made.place.file = "folder/code.hpp";
  made.place.line = line;
  made.place.column = kind == Covered::Kind::statement ? 0 : 7;
  made.place.function = "Int scope::kind(Int, Int) [with Int = long]";
  return made;
}

TEST(RecordedTests, ElementsAreNamedByWhereTheyAre) {
  EXPECT_EQ(element_of(covered(12)).name, "code.hpp:12 (kind)");
  EXPECT_EQ(element_of(covered(12, Covered::Kind::outcome, 1)).name, "code.hpp:12:7 true (kind)");
  EXPECT_EQ(element_of(covered(12, Covered::Kind::outcome, 0)).name, "code.hpp:12:7 false (kind)");
  EXPECT_EQ(element_of(covered(9, Covered::Kind::choice, -4)).name, "code.hpp:9:7 = -4 (kind)");
  EXPECT_EQ(element_of(covered(9)).line, 9u);
  EXPECT_EQ(element_of(covered(9)).function, "scope::kind");
}

TEST(RecordedTests, ASpectrumIsInTheOrderOfTheCode) {
  RecordedTests tests;
  tests.add(8, Outcome::fail, {covered(30), covered(20)});
  tests.add(3, Outcome::pass, {covered(20), covered(10, Covered::Kind::outcome, 1)});
  tests.add(5, Outcome::skip, {covered(10, Covered::Kind::outcome, 0)});
  const Spectrum spectrum = tests.spectrum();
  ASSERT_EQ(spectrum.columns(), 4u);
  EXPECT_THAT((std::vector<std::uint32_t>{spectrum.elements()[0].line, spectrum.elements()[2].line,
                                          spectrum.elements()[3].line}),
              ElementsAre(10, 20, 30));
  const auto counts = spectrum.counts();
  EXPECT_EQ(counts[1], (Counts{.ef = 0, .ep = 1, .nf = 1, .np = 0})) << "10 true";
  EXPECT_EQ(counts[2], (Counts{.ef = 1, .ep = 1, .nf = 0, .np = 0})) << "20";
  EXPECT_EQ(counts[3], (Counts{.ef = 1, .ep = 0, .nf = 0, .np = 1})) << "30";
  EXPECT_EQ(spectrum.test(0).ordinal, 8u);
  EXPECT_THAT(tests.elements_at({covered(10).place}), ElementsAre(0, 1));
  EXPECT_THAT(tests.elements_at({covered(11).place}), ElementsAre());
}

TEST(RecordedTests, RowsKeepTheirNumbers) {
  RecordedTests tests;
  EXPECT_THAT(tests.row({covered(30), covered(40, Covered::Kind::outcome, 1)}), ElementsAre(0b11));
  EXPECT_THAT(tests.row({covered(20), covered(40, Covered::Kind::outcome, 0)}), ElementsAre(0b1100));
  EXPECT_THAT(tests.row({covered(30)}), ElementsAre(0b1));
  EXPECT_THAT(tests.conditions(), ElementsAre(ElementsAre(3, 1))) << "the outcomes of 40: false, then true";
}

}  // namespace
}  // namespace smallscope::diagnosis::directed
