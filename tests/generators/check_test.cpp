// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <smallscope/generators/check.hpp>
#include <smallscope/generators/composition/product.hpp>
#include <smallscope/generators/composition/sequences.hpp>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

enum class Fault {
  none,
  walk_value,
  walk_order,
  walk_gap,
  walk_stops,
  unstoppable,
  impure,
  rank,
  foreign_choices,
  size,
  range
};

/// 0, 1, ..., 99, with one fault.
struct Faulty : Fluent<Faulty> {
  using value_type = int;
  static constexpr bool can_discard = false;
  Fault fault;
  explicit Faulty(Fault chosen) : fault(chosen) {}

  Ordinal size() const { return 100; }
  int at(Ordinal ordinal) const {
    if (fault != Fault::range) require_in_range(ordinal, size());
    if (fault == Fault::impure && ordinal == 70) return calls++;
    return static_cast<int>(ordinal);
  }
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    for (Ordinal ordinal = first; ordinal < last; ++ordinal) {
      if (fault == Fault::walk_gap && ordinal == 30) continue;
      if (fault == Fault::walk_stops && ordinal == 99) return false;
      const Ordinal told = fault == Fault::walk_order && ordinal == 50 ? 49 : ordinal;
      const int value = fault == Fault::walk_value && ordinal > first + 20 ? 7 : static_cast<int>(ordinal);
      if (!sink(told, value) && fault != Fault::unstoppable) return false;
    }
    return true;
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const {
    writer.add(fault == Fault::rank && ordinal == 20 ? 21 : fault == Fault::foreign_choices ? 100 : ordinal, "");
  }
  Ordinal read_choices(ChoiceReader& reader) const { return reader.next(100); }
  Structure structure() const { return {"faulty", "", fault == Fault::size ? 99u : 100u}; }

  mutable int calls = 0;
};

std::string problems_of(Fault fault) {
  const CheckReport report = check(Faulty(fault));
  EXPECT_EQ(report.lawful(), fault == Fault::none);
  return to_string(report);
}

TEST(Check, FindsEveryBrokenLaw) {
  EXPECT_THAT(problems_of(Fault::none), HasSubstr("laws       hold"));
  EXPECT_THAT(problems_of(Fault::walk_value),
              AllOf(HasSubstr("laws       broken"),
                    HasSubstr("ordinal 21: the walk over [0, 100) gives another value than at()")));
  EXPECT_THAT(problems_of(Fault::walk_order), HasSubstr("ordinal 49: the walk over [0, 100) visits it out of order"));
  EXPECT_THAT(problems_of(Fault::walk_gap), AllOf(HasSubstr("ordinal 30: at() has a value, the walk has none"),
                                                  HasSubstr("the type says that it discards nothing")));
  EXPECT_THAT(problems_of(Fault::walk_stops), HasSubstr("the walk stopped although its sink did not stop it"));
  EXPECT_THAT(problems_of(Fault::unstoppable), HasSubstr("the walk does not stop when its sink returns false"));
  EXPECT_THAT(problems_of(Fault::impure), HasSubstr("ordinal 70: at() gives another value the second time"));
  EXPECT_THAT(problems_of(Fault::rank), HasSubstr("ordinal 20: its choices lead to ordinal 21"));
  EXPECT_THAT(problems_of(Fault::foreign_choices), HasSubstr("ordinal 0: its choices are not accepted: choices: "));
  EXPECT_THAT(problems_of(Fault::size), HasSubstr("structure() tells another size"));
  EXPECT_THAT(problems_of(Fault::range), HasSubstr("at(size()) does not throw"));
}

TEST(Check, CountsDiscardsAndDuplicates) {
  const auto remainders = range(0, 99).filter([](int n) { return n >= 10; }).map([](int n) { return n % 30; });
  const CheckReport report = check(remainders);
  EXPECT_TRUE(report.complete());
  EXPECT_EQ(report.discarded, 10u);
  EXPECT_EQ(report.inputs(), 90u);
  EXPECT_EQ(report.repeated, 60u);
  EXPECT_DOUBLE_EQ(report.duplicate_rate(), 60.0 / 90);
  EXPECT_THAT(report.repetitions,
              ElementsAre(Pair(10u, 40u), Pair(11u, 41u), Pair(12u, 42u), Pair(13u, 43u), Pair(14u, 44u)));
  EXPECT_EQ(to_string(report),
            "visited    100 of 100 ordinals, 10 discarded\n"
            "laws       hold\n"
            "duplicates 60 (66.7% of the inputs)\n"
            "           #40 repeats #10\n           #41 repeats #11\n           #42 repeats #12\n"
            "           #43 repeats #13\n           #44 repeats #14\n");
}

TEST(Check, OfAnEmptySpaceIsLawful) {
  const CheckReport report = check(elements(std::vector<int>{}));
  EXPECT_TRUE(report.lawful());
  EXPECT_EQ(report.duplicate_rate(), 0);
}

TEST(Check, VisitsRangesOfALargeSpaceAndSaysSo) {
  const CheckOptions few{.visits = 1000, .parts = 10};
  const auto large = range<std::uint64_t>(0, ~std::uint64_t{0} - 2);
  const CheckReport report = check(large, few);
  EXPECT_TRUE(report.lawful()) << to_string(report);
  EXPECT_EQ(report.visited, 1000u);
  EXPECT_FALSE(report.complete());
  EXPECT_THAT(to_string(report), HasSubstr("visited    1000 of 18446744073709551614 ordinals"));
  EXPECT_THAT(to_string(report), HasSubstr("duplicates 0, among the visited only"));
}

TEST(Check, VisitedRangesAreDisjointAndReachBothEnds) {
  for (const Ordinal size : {101u, 1000u, 123'457u}) {
    const auto ranges = visited_ranges(size, {.visits = 100, .parts = 7, .seed = 3});
    ASSERT_EQ(ranges.size(), 7u);
    EXPECT_EQ(ranges.front().first, 0u);
    EXPECT_EQ(ranges.back().second, size);
    Ordinal visited = 0;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      visited += ranges[i].second - ranges[i].first;
      if (i > 0) {
        EXPECT_LE(ranges[i - 1].second, ranges[i].first);
      }
    }
    EXPECT_LE(visited, 100u);
    EXPECT_GE(visited, 7u * (100 / 7));
  }
  EXPECT_THAT(visited_ranges(100, {.visits = 100}), ElementsAre(Pair(0u, 100u)));
}

}  // namespace
}  // namespace smallscope::generators
