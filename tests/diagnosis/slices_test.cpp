// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/slices.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include <smallscope/diagnosis/single_fault.hpp>

#include "drawn.hpp"

namespace smallscope::diagnosis {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;
using Tests = std::vector<std::size_t>;

/// The same tests, with elements in these functions of a.c.
Spectrum in_functions(const Spectrum& spectrum, const std::vector<std::string>& functions) {
  std::vector<Element> elements = spectrum.elements();
  for (std::size_t i = 0; i < elements.size(); ++i) {
    elements[i].file = "a.c";
    elements[i].function = functions[i];
  }
  Spectrum result(std::move(elements));
  for (std::size_t test = 0; test < spectrum.tests(); ++test) {
    const CoveredTest each = spectrum.test(test);
    result.add(each.ordinal, each.outcome, spectrum.row(each.row));
  }
  return result;
}

/// With functions in an order of their own; elements of "" have none. Rows of nothing are among them.
Spectrum drawn_in_functions(std::uint32_t seed) {
  std::mt19937 random(seed);
  const Column columns = 1 + seed % 70;
  Spectrum spectrum = drawn(seed, columns, 1 + seed % 12, 12, seed % 4 == 0 ? 0.1 : 0.85);
  std::vector<std::string> functions;
  for (Column column = 0; column < columns; ++column) {
    const std::uint32_t number = random() % 6;
    functions.push_back(number == 0 && column > 0 ? "" : "f" + std::to_string(number));
  }
  return in_functions(spectrum, functions);
}

bool covers(const Spectrum& spectrum, std::size_t test, Column column) {
  return spectrum.covers(spectrum.test(test).row, column);
}

/// Those that end so and cover something.
Tests tests_of(const Spectrum& spectrum, bool failing) {
  Tests tests;
  for (std::size_t test = 0; test < spectrum.tests(); ++test) {
    const Outcome outcome = spectrum.test(test).outcome;
    const bool is_wanted = failing ? is_failing(outcome) : outcome == Outcome::pass;
    bool is_empty = true;
    for (Column column = 0; column < spectrum.columns(); ++column)
      is_empty = is_empty && !covers(spectrum, test, column);
    if (is_wanted && !is_empty) tests.push_back(test);
  }
  return tests;
}

/// Word by word the rule of own_functions(): which functions are the cluster's own.
std::set<std::string> own_by_definition(const Spectrum& spectrum, const Tests& failing) {
  std::set<std::string> own;
  const Tests passing = tests_of(spectrum, false);
  for (Column column = 0; column < spectrum.columns(); ++column) {
    const bool all_failing = !failing.empty() && std::ranges::all_of(failing, [&](std::size_t test) {
      return covers(spectrum, test, column);
    });
    const bool some_passing_not =
        std::ranges::any_of(passing, [&](std::size_t test) { return !covers(spectrum, test, column); });
    const std::string& function = spectrum.elements()[column].function;
    if (all_failing && some_passing_not && !function.empty()) own.insert(function);
  }
  return own;
}

void expect_the_definition(const Spectrum& spectrum, const FunctionSlice& slice, const Tests& failing) {
  const std::set<std::string> own = own_by_definition(spectrum, failing);
  EXPECT_EQ(slice.state == SliceState::restricted, !own.empty());
  EXPECT_EQ(slice.failing, failing.size());
  EXPECT_EQ(slice.passing, tests_of(spectrum, false).size());
  std::set<std::string> all, kept;
  std::size_t elements = 0, without = 0;
  for (Column column = 0; column < spectrum.columns(); ++column) {
    const std::string& function = spectrum.elements()[column].function;
    const bool is_kept = own.empty() || function.empty() || own.contains(function);
    EXPECT_EQ(slice.contains(column), is_kept);
    elements += is_kept ? 1 : 0;
    without += function.empty() ? 1 : 0;
    if (function.empty()) continue;
    all.insert(function);
    if (is_kept) kept.insert(function);
  }
  EXPECT_FALSE(slice.contains(spectrum.columns()));
  EXPECT_EQ(slice.elements, elements);
  EXPECT_EQ(slice.other_elements, spectrum.columns() - elements);
  EXPECT_EQ(slice.functions, kept.size());
  EXPECT_EQ(slice.other_functions, all.size() - kept.size());
  EXPECT_EQ(slice.without_function, without);
}

TEST(Slices, KeepTheFunctionsThatTheDefinitionNames) {
  std::map<SliceState, int> states;
  std::size_t smaller = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    const Spectrum spectrum = drawn_in_functions(seed);
    const FunctionSlice slice = own_functions(spectrum);
    const Tests failing = tests_of(spectrum, true);
    expect_the_definition(spectrum, slice, failing);
    ++states[slice.state];
    smaller += slice.other_elements > 0 ? 1 : 0;
    for (const std::size_t only : failing) {
      const FunctionSlice by_one = own_functions(spectrum, only);
      expect_the_definition(spectrum, by_one, {only});
      // What one failing test covers is no less than what all have in common.
      if (slice.state != SliceState::restricted) continue;
      for (Column column = 0; column < spectrum.columns(); ++column)
        EXPECT_TRUE(!slice.contains(column) || by_one.contains(column));
    }
  }
  EXPECT_EQ(states.size(), 4u) << "the drawn spectra have each way to end";
  EXPECT_GT(smaller, 50u);
}

TEST(Slices, SayWhyTheyDoNotRestrict) {
  const auto state = [](const std::vector<std::string>& tests) {
    return own_functions(in_functions(pictured(tests), {"f", "g"})).state;
  };
  EXPECT_EQ(state({"11 F", "01 P"}), SliceState::restricted);
  EXPECT_EQ(state({"11 F", "11 P"}), SliceState::nothing_of_its_own);
  EXPECT_EQ(state({"11 F", "00 P", "01 S"}), SliceState::nothing_passes) << "a test that covers nothing says nothing";
  EXPECT_EQ(state({"10 F", "01 C", "11 P"}), SliceState::nothing_in_common);
  EXPECT_EQ(state({"01 P", "00 F"}), SliceState::nothing_in_common);
  EXPECT_EQ(name(SliceState::nothing_of_its_own), "nothing-of-its-own");
}

TEST(Slices, FunctionsOfOneNameInTwoFilesAreTwo) {
  Spectrum spectrum({{.name = "1", .file = "a.c", .function = "f"}, {.name = "2", .file = "b.c", .function = "f"}});
  spectrum.add(0, Outcome::fail, Columns{0, 1});
  spectrum.add(1, Outcome::pass, Columns{1});
  const FunctionSlice slice = own_functions(spectrum);
  EXPECT_EQ(slice.functions, 1u);
  EXPECT_EQ(slice.other_functions, 1u);
  EXPECT_TRUE(slice.contains(0));
  EXPECT_FALSE(slice.contains(1));
}

TEST(Slices, RefuseWhatCannotBeSliced) {
  const Spectrum plain = pictured({"11 F", "01 P"});
  EXPECT_FALSE(has_functions(plain));
  EXPECT_THAT([&] { (void)own_functions(plain); },
              ThrowsMessage<SpectrumError>(HasSubstr("no function is known of the 2 elements")));
  const Spectrum spectrum = in_functions(pictured({"11 F", "01 P", "00 F"}), {"f", ""});
  EXPECT_TRUE(has_functions(spectrum));
  EXPECT_THROW((void)own_functions(spectrum, 1), SpectrumError) << "passes";
  EXPECT_THROW((void)own_functions(spectrum, 2), SpectrumError) << "covers nothing";
  EXPECT_THROW((void)own_functions(spectrum, 3), SpectrumError) << "there is none";
  const FunctionSlice slice = own_functions(spectrum);
  EXPECT_THROW((void)sliced(pictured({"111 F"}), slice), SpectrumError);
  EXPECT_THROW((void)slice_first(rank_by(pictured({"111 F"}), Tests{0}), slice), SpectrumError);
}

TEST(Slices, OfASpectrumCoverWhatIsKept) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const Spectrum spectrum = drawn_in_functions(seed);
    const FunctionSlice slice = own_functions(spectrum);
    const Spectrum narrow = sliced(spectrum, slice);
    EXPECT_EQ(narrow.elements(), spectrum.elements());
    ASSERT_EQ(narrow.tests(), spectrum.tests());
    for (std::size_t test = 0; test < spectrum.tests(); ++test) {
      EXPECT_EQ(narrow.test(test).ordinal, spectrum.test(test).ordinal);
      EXPECT_EQ(narrow.test(test).outcome, spectrum.test(test).outcome);
      for (Column column = 0; column < spectrum.columns(); ++column)
        EXPECT_EQ(covers(narrow, test, column), covers(spectrum, test, column) && slice.contains(column));
    }
  }
}

TEST(Slices, OfARankingComeFirstAndKeepItsOrder) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const Spectrum spectrum = drawn_in_functions(seed);
    const FunctionSlice slice = own_functions(spectrum);
    const Ranking whole = rank(spectrum.counts(), *find_measure("ochiai")), parts = slice_first(whole, slice);
    const auto rank_of = [&](Column element) { return whole.order[whole.position[element]].first; };
    ASSERT_EQ(parts.order.size(), spectrum.columns());
    for (Column element = 0; element < spectrum.columns(); ++element) {
      std::size_t before = 0, tied = 0;
      for (Column other = 0; other < spectrum.columns(); ++other) {
        const bool is_same_part = slice.contains(other) == slice.contains(element);
        before += is_same_part ? rank_of(other) < rank_of(element) : slice.contains(other);
        tied += is_same_part && rank_of(other) == rank_of(element) ? 1 : 0;
      }
      const Ranked& ranked = parts.order[parts.position[element]];
      EXPECT_EQ(ranked.element, element);
      EXPECT_EQ(ranked.first, before + 1);
      EXPECT_EQ(ranked.last, before + tied);
      EXPECT_EQ(ranked.score, whole.order[whole.position[element]].score);
    }
  }
}

TEST(Slices, LeaveTheFirstOfARankingByAllTestsWhereTheyAre) {
  // So a slice is of use with few tests; what all tests say of candidates, it does not change.
  std::size_t telling = 0;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const Spectrum spectrum = drawn_in_functions(seed);
    if (tests_of(spectrum, true).size() != spectrum.failing()) continue;
    const auto counts = spectrum.counts();
    const Ranking whole = rank(counts, *find_measure("naish-op")), parts = slice_first(whole, own_functions(spectrum));
    const std::size_t passing = tests_of(spectrum, false).size();
    for (Column element = 0; element < spectrum.columns(); ++element) {
      if (counts[element].ef == 0 || counts[element].nf > 0 || counts[element].ep >= passing) continue;
      ++telling;
      const Ranked& before = whole.order[whole.position[element]];
      const Ranked& after = parts.order[parts.position[element]];
      EXPECT_EQ(std::pair(before.first, before.last), std::pair(after.first, after.last)) << seed;
    }
  }
  EXPECT_GT(telling, 100u);
}

TEST(Slices, OfASingleFaultHaveTestsOfTheirOwn) {
  // Without a slice, the second failing test is a witness, for it lacks element 4, which only main has.
  const Spectrum spectrum =
      in_functions(pictured({"1110 1 F", "1111 0 F", "1010 1 P", "0001 1 P"}), {"f", "f", "f", "other", "main"});
  EXPECT_THAT(single_fault(spectrum).witnesses.tests, ElementsAre(0, 1));
  EXPECT_FALSE(single_fault(spectrum).slice);
  const SingleFault found = single_fault(spectrum, {.is_sliced = true});
  EXPECT_THAT(found.witnesses.tests, ElementsAre(0));
  EXPECT_THAT(found.common, ElementsAre(0, 1, 2));
  EXPECT_THAT(found.companions, ElementsAre(2));
  EXPECT_EQ(found.slice->elements, 3u);
  EXPECT_EQ(found.ranking.order[0].element, 1u);
  EXPECT_EQ(found.ranking.order[0].last, 1u);
  EXPECT_EQ(found.ranking.order[3].element, 4u) << "what is left out comes last";
}

TEST(Slices, OfASingleFaultHaveInCommonWhatAllFailingTestsHaveThere) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const Spectrum spectrum = drawn_in_functions(seed);
    const SingleFault whole = single_fault(spectrum), found = single_fault(spectrum, {.is_sliced = true});
    ASSERT_TRUE(found.slice);
    if (found.certificate.failing == found.certificate.unexplained) continue;
    ElementSet kept = whole.common;
    std::erase_if(kept, [&](Column element) { return !found.slice->contains(element); });
    EXPECT_EQ(found.common, kept) << seed;
    EXPECT_EQ(found.certificate, whole.certificate) << "a failing test has something of each own function";
    EXPECT_LE(found.witnesses.tests.size(), whole.witnesses.tests.size());
    for (Column element = 0; element < spectrum.columns(); ++element) {
      const bool is_common =
          std::ranges::all_of(found.witnesses.tests, [&](std::size_t test) { return covers(spectrum, test, element); });
      if (!found.slice->contains(element)) continue;
      EXPECT_EQ(is_common, std::ranges::binary_search(kept, element)) << seed;
    }
  }
}

}  // namespace
}  // namespace smallscope::diagnosis
