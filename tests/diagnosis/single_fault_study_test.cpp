// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/single_fault_study.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <smallscope/diagnosis/measure_study.hpp>

#include "drawn.hpp"
#include "shared_data.hpp"

namespace smallscope::diagnosis {
namespace {

using ::testing::ElementsAre;

constexpr auto average = static_cast<std::size_t>(Ties::average), code = static_cast<std::size_t>(Ties::code);

const StudiedSuite& suite(const SingleFaultStudy& study, const std::string& name) {
  const auto found = std::ranges::find(study.suites, name, &StudiedSuite::name);
  if (found == study.suites.end()) throw std::out_of_range(name);
  return *found;
}

TEST(SingleFaultStudy, IsThePapersComparison) {
  // The fault is element 2. One failing test: four candidates; two: three; a companion separates it from the others.
  const Spectrum spectrum = pictured({"1111 0 F", "1110 1 F", "1110 0 F", "1100 0 P", "1100 0 P", "0000 1 P"});
  SingleFaultStudy study;
  add(study, spectrum, {2}, {}, {});
  std::vector<std::string> names;
  for (const StudiedSuite& each : study.suites) names.push_back(each.name);
  EXPECT_THAT(
      names, ElementsAre("one failing test", "sfo, first", "sfo, greedy", "sfo, fewest", "sfo, first, with random",
                         "sfo, first, with nearest-coverage", "sfo, first, with split", "all, equal rows once", "all"));
  EXPECT_THAT(suite(study, "one failing test").failing, ElementsAre(1));
  EXPECT_THAT(suite(study, "one failing test").effort[average], ElementsAre(1.5));
  EXPECT_THAT(suite(study, "one failing test").effort[code], ElementsAre(2));
  EXPECT_THAT(suite(study, "sfo, first").failing, ElementsAre(2));
  EXPECT_THAT(suite(study, "sfo, first").effort[average], ElementsAre(1));
  EXPECT_THAT(suite(study, "sfo, first, with split").passing, ElementsAre(1));
  EXPECT_THAT(suite(study, "sfo, first, with split").effort[average], ElementsAre(0));
  EXPECT_THAT(suite(study, "all, equal rows once").passing, ElementsAre(2));
  EXPECT_THAT(suite(study, "all").passing, ElementsAre(3));
  EXPECT_THAT(suite(study, "all").within_five[code], ElementsAre(1));
  EXPECT_THAT(study.common, ElementsAre(3));
  EXPECT_EQ(study.in_common, 1u);
  add(study, spectrum, {3}, {}, {.starts = 4});
  EXPECT_EQ(study.in_common, 1u) << "not every failing test covers element 3";
  EXPECT_EQ(suite(study, "all").seconds.size(), 5u);
}

TEST(SingleFaultStudy, ChoicesAddASuiteInItsPlace) {
  const Spectrum spectrum = pictured({"11 F", "10 P"});
  SingleFaultStudy study;
  add(study, spectrum, {1}, {}, {});
  add(study, spectrum, {1}, [](Ordinal) { return generators::Choices{}; }, {});
  EXPECT_EQ(study.suites[5].name, "sfo, first, with nearest-choices");
  EXPECT_EQ(study.suites[5].failing.size(), 1u);
  EXPECT_EQ(study.suites[6].failing.size(), 2u);
}

/// Elements 0 to 2 are f, which the failing tests share with the second passing one; 3 is g, 4 is main.
Spectrum with_functions() {
  const Spectrum plain = pictured({"1110 1 F", "1100 1 F", "0000 1 P", "0111 1 P"});
  std::vector<Element> elements = plain.elements();
  const char* const functions[] = {"f", "f", "f", "g", "main"};
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i].function = functions[i];
  Spectrum spectrum(std::move(elements));
  for (std::size_t test = 0; test < plain.tests(); ++test)
    spectrum.add(test, plain.test(test).outcome, plain.row(plain.test(test).row));
  return spectrum;
}

TEST(SingleFaultStudy, SlicesAddSuitesOfFaultsWithFunctions) {
  SingleFaultStudy study;
  add(study, pictured({"11 F", "10 P"}), {1}, {}, {});
  EXPECT_EQ(study.without_functions, 1u);
  EXPECT_EQ(study.suites.size(), 9u);
  add(study, with_functions(), {1}, [](Ordinal) { return generators::Choices{}; }, {});
  add(study, with_functions(), {4}, {}, {});
  std::vector<std::string> names;
  for (const StudiedSuite& each : study.suites) names.push_back(each.name);
  EXPECT_THAT(names, ElementsAre("one failing test", "sfo, first", "sfo, greedy", "sfo, fewest",
                                 "sfo, first, with random", "sfo, first, with nearest-choices",
                                 "sfo, first, with nearest-coverage", "sfo, first, with split",
                                 "one failing test, sliced", "sfo, first, sliced", "sfo, first, with split, sliced",
                                 "the same, sliced by these tests", "all, sliced", "all, equal rows once", "all"));
  for (const char* const name : {"one failing test, sliced", "sfo, first, sliced", "all, sliced"}) {
    const StudiedSlices& slices = suite(study, name).slices;
    EXPECT_THAT(slices.elements, ElementsAre(3, 3)) << name;
    EXPECT_THAT(slices.functions, ElementsAre(1, 1)) << name;
    EXPECT_THAT(slices.other_elements, ElementsAre(2, 2)) << name;
    EXPECT_THAT(slices.other_functions, ElementsAre(2, 2)) << name;
    EXPECT_THAT(slices.restricted, ElementsAre(1, 1)) << name;
    EXPECT_THAT(slices.keeps_fault, ElementsAre(1, 0)) << name << ": every test goes through main";
  }
  EXPECT_THAT(suite(study, "all").slices.elements, ElementsAre());
  // Of the four elements that the first test covers, three are in the slice; a lost fault costs these three.
  EXPECT_THAT(suite(study, "one failing test").effort[average], ElementsAre(0.5, 1.5, 1.5));
  EXPECT_THAT(suite(study, "one failing test, sliced").effort[average], ElementsAre(1, 3));
  EXPECT_THAT(suite(study, "sfo, first, sliced").effort[average], ElementsAre(0.5, 3));
  EXPECT_THAT(suite(study, "sfo, first, with split, sliced").passing, ElementsAre(1, 1));
}

TEST(SingleFaultStudy, RefusesASpectrumThatSaysNothing) {
  SingleFaultStudy study;
  EXPECT_THROW(add(study, pictured({"00 F", "11 P"}), {0}, {}, {}), SpectrumError);
  EXPECT_THROW(add(study, pictured({"10 F"}), {}, {}, {}), SpectrumError);
}

TEST(SingleFaultStudy, NearlyAllFaultsOfTheSiemensProgramsAreCommonAndFewCompanionsReachTheFullSuite) {
  if (shared_data().empty()) GTEST_SKIP() << "NOT TESTED: the Siemens spectra are not here";
  SingleFaultStudy study;
  for (const char* const program : {"tcas", "totinfo", "schedule", "printtokens"}) {
    const auto recorded = read_spectra(shared_data() / "siemens" / (std::string(program) + ".spectra.txt.gz"));
    for (const RecordedSpectrum* const each : judging_spectra(recorded).spectra)
      add(study, each->spectrum, faulty_elements(*each), {}, {});
  }
  EXPECT_EQ(study.common.size(), 78u);
  EXPECT_GE(study.in_common, 76u);
  const auto effort = [&](const std::string& name) { return mean(suite(study, name).effort[average]); };
  EXPECT_LT(effort("sfo, first"), effort("one failing test"));
  EXPECT_LT(effort("sfo, first, with split"), effort("sfo, first"));
  EXPECT_LT(effort("sfo, first, with split"), 1.05 * effort("all, equal rows once"));
  EXPECT_LT(mean(suite(study, "sfo, first, with split").passing), 10);
}

}  // namespace
}  // namespace smallscope::diagnosis
