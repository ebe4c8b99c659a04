// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/merging/merge.hpp>

#include <smallscope/generators.hpp>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

/// Texts, merged by joining them: "b+c".
auto letters(Merging merging = {}, std::vector<std::string> values = {"a", "b", "c", "d", "e"}) {
  return merged(
      elements(std::move(values)),
      [](const std::vector<Fragment<std::string>>& fragments) {
        std::string text;
        for (const auto& [number, value] : fragments)
          text += (text.empty() ? "" : "+") + value + std::to_string(number);
        return text;
      },
      std::move(merging));
}

/// What every description with merged nodes has to keep, on every level.
template <class G>
void expect_merging_laws(const G& generator) {
  for (int level = 0; level <= generator.merge_levels() + 1; ++level) {
    SCOPED_TRACE("level " + std::to_string(level));
    const G merged = at_level(generator, level);
    expect_laws(merged);
    EXPECT_EQ(merged.base_size(), generator.size());
    // The constituents of all inputs are the inputs of level 0, each once.
    std::vector<int> times(generator.size(), 0);
    for (Ordinal ordinal = 0; ordinal < merged.size(); ++ordinal) {
      const Constituents box = constituents(merged, ordinal);
      Ordinal count = 0;
      box.for_each([&](Ordinal constituent) {
        ++count;
        ++times.at(constituent);
        EXPECT_TRUE(box.contains(constituent));
        return true;
      });
      EXPECT_EQ(count, box.count());
      if (level == 0) {
        EXPECT_EQ(box, Constituents{ordinal});
      }
      // A part of one fragment an axis is the very input of level 0; the part of all fragments is the whole.
      EXPECT_TRUE(at_part(merged, ordinal, box.all()) == merged.at(ordinal));
      Selection single;
      for (const Axis& axis : box.axes) single.push_back({axis.count - 1});
      EXPECT_TRUE(at_part(merged, ordinal, single) == generator.at(box.at(first_of(single))));
      for (std::size_t i = 0; i < box.axes.size(); ++i) single[i] = {0};
      EXPECT_TRUE(at_part(merged, ordinal, single) == generator.at(box.base));
    }
    EXPECT_EQ(times, std::vector<int>(generator.size(), 1));
  }
}

TEST(Merged, CombinesAllSiblingsOrSomeAtATime) {
  EXPECT_EQ(values(letters()), (std::vector<std::string>{"a", "b", "c", "d", "e"})) << "level 0 is the set itself";
  EXPECT_EQ(values(at_level(letters(), 1)), (std::vector<std::string>{"a0+b1+c2+d3+e4"}));
  EXPECT_EQ(values(at_level(letters({.at_a_time = {2}}), 1)), (std::vector<std::string>{"a0+b1", "c0+d1", "e"}))
      << "a single fragment stays as it is";
  const auto two = letters({.from_level = 2, .at_a_time = {2, 4}});
  EXPECT_EQ(two.merge_levels(), 3);
  EXPECT_EQ(at_level(two, 1).size(), 5u);
  EXPECT_EQ(at_level(two, 2).size(), 3u);
  EXPECT_EQ(at_level(two, 3).size(), 2u);
  EXPECT_EQ(at_level(two, 9).size(), 2u) << "the last group size holds for higher levels";
  EXPECT_EQ(at_level(at_level(two, 3), 0).size(), 5u) << "a level of a level is a level of the description";
}

TEST(Merged, KeepsTheLawsInEveryCombinator) {
  using Pair = std::pair<std::string, int>;
  expect_merging_laws(letters());
  expect_merging_laws(letters({.at_a_time = {2, 3}}).named("letter"));
  expect_merging_laws(product<Pair>(letters({.at_a_time = {2}}), range(0, 2)));
  expect_merging_laws(product<Pair>(letters({.from_level = 2}).named("letter"),
                                    merged(range(0, 3), [](const auto& all) { return 100 * all.back().value; })));
  expect_merging_laws(alternatives(labelled("x", elements("x", "y")), labelled("l", letters({.at_a_time = {3}}))));
  expect_merging_laws(letters({.at_a_time = {2}}).map([](const std::string& text) { return text.size(); }));
  expect_merging_laws(range(1, 4).bind([](int n) {
    return product<Pair>(letters({.at_a_time = {2}}, {std::string(1, 'z'), std::to_string(n), "y"}), just(n));
  }));
  const AnyGenerator<std::string> any = letters({.at_a_time = {2}});
  expect_merging_laws(any);
  expect_merging_laws(product_of<std::string>({any, any, AnyGenerator<std::string>(elements("u", "v"))}));
  expect_merging_laws(alternatives_of<std::string>({{"one", any}, {"two", letters({.at_a_time = {4}})}}));
}

TEST(Merged, LeavesDiscardedFragmentsOut) {
  const auto odd = range(0, 9).filter([](int i) { return i % 2 == 1 && i != 5; });
  const auto sums = merged(odd,
                           [](const std::vector<Fragment<int>>& fragments) {
                             int sum = 1000;
                             for (const auto& fragment : fragments) sum += fragment.value;
                             return sum;
                           },
                           {.at_a_time = {2, 5}});
  expect_laws(at_level(sums, 1));
  expect_laws(at_level(sums, 2));
  EXPECT_EQ(values(at_level(sums, 1)), (std::vector<int>{1, 3, 7, 9}));
  EXPECT_EQ(at_level(sums, 1).at(2), std::nullopt) << "4 and 5 are both discarded";
  EXPECT_EQ(values(at_level(sums, 2)), (std::vector<int>{1004, 1016}));
  EXPECT_EQ(at_part(at_level(sums, 2), 1, {{0, 2}}), std::optional<int>(7)) << "of 5 and 7, 5 is discarded";
  EXPECT_EQ(at_part(at_level(sums, 2), 1, {{0}}), std::nullopt);
}

TEST(Merged, ReducesThePapersExampleAsThePaperSays) {
  // TripleClassMethodChild: 1,152 inputs, 192 with one sub-generator merged, 48 with two (FASE 2009, section 5).
  struct Program {
    int a, b, c, d, e, f;
  };
  const auto sum = [](const auto& fragments) { return static_cast<int>(fragments.size()); };
  const auto programs = product<Program>(range(1, 2), range(1, 3), range(1, 2), merged(range(1, 6), sum),
                                         merged(range(1, 4), sum, {.from_level = 2}), range(1, 4));
  EXPECT_EQ(programs.size(), 1152u);
  EXPECT_EQ(at_level(programs, 1).size(), 192u);
  EXPECT_EQ(at_level(programs, 2).size(), 48u);
  const Constituents box = constituents(at_level(programs, 2), 47);
  EXPECT_EQ(box.count(), 24u);
  EXPECT_EQ(box.axes, (std::vector<Axis>{{"3", 0, 6, 16}, {"4", 0, 4, 4}}));
  EXPECT_EQ(box.base + 5 * 16 + 3 * 4, 1151u);
}

TEST(Merged, NamesWhatItMerged) {
  const auto letter = at_level(letters({.at_a_time = {2}}).named("letter"), 1);
  EXPECT_EQ(to_string(choices(letter, 0)), "letter = `a .. b (2 merged)`");
  EXPECT_EQ(to_string(choices(letter, 2)), "letter = e");
  EXPECT_EQ(constituents(letter, 1).axes.front().name, "letter");
}

TEST(Merged, RejectsWhatHasNoMeaning) {
  EXPECT_EQ(error_of([] { letters({.from_level = 0}); }),
            "merged: from_level is 0 with 1 group sizes; levels count from 1, and there is at least one group size");
  EXPECT_NE(error_of([] { letters({.at_a_time = {}}); }).find("0 group sizes"), std::string::npos);
  const auto join = [](const auto& fragments) { return fragments.front().value; };
  const auto expect_refused = [](auto&& make, const std::string& what) {
    EXPECT_EQ(error_of(make),
              what +
                  ": something inside is merged, which has no meaning there; merge the whole of it, or a "
                  "component beside it");
  };
  expect_refused([&] { merged(letters(), join); }, "merged");
  expect_refused([&] { lists_of(letters(), 0, 2); }, "sequences: the items");
  expect_refused([&] { sets_of(letters(), 0, 2); }, "selections: the items");
  expect_refused([&] { distinct(letters()); }, "distinct");
  expect_refused([&] { letters().bind([](const std::string&) { return booleans(); }); }, "bind: the first generator");
  expect_refused(
      [&] {
        Sorts sorts;
        const auto word = sorts.sort<std::string>("word");
        sorts.rule(
            word, {"letter"}, [](const std::string& letter) { return letter; }, letters());
      },
      "recursive: a component");
}

TEST(Constituents, CheckSelections) {
  const auto letter = at_level(letters({.at_a_time = {3}}), 1);
  EXPECT_NE(error_of([&] { (void)at_part(letter, 0, {}); }).find("fewer axes"), std::string::npos);
  EXPECT_NE(error_of([&] { (void)at_part(letter, 0, {{0}, {0}}); }).find("more axes"), std::string::npos);
  EXPECT_NE(error_of([&] { (void)at_part(letter, 0, {{}}); }).find("keeps no fragment"), std::string::npos);
  EXPECT_NE(error_of([&] { (void)at_part(letter, 0, {{3}}); }).find("fragment 3"), std::string::npos);
  EXPECT_NE(error_of([&] { (void)at_part(letter, 0, {{1, 1}}); }).find("out of order"), std::string::npos);
  EXPECT_NE(error_of([&] { (void)at_part(letter, 1, {{2}}); }).find("not below the 2"), std::string::npos);
  EXPECT_THROW((void)at_part(letter, 2, {{0}}), std::out_of_range);
  EXPECT_EQ(to_string(Selection{{0, 1, 2, 5}, {3}}), "0-2,5 | 3");
}

TEST(Separated, AppendsToWholeWordsOnly) {
  const std::vector<std::string> names{"f", "C"};
  EXPECT_EQ(separated("class C: f = of.f(C_, fC) # f", names, "_2"), "class C_2: f_2 = of.f_2(C_, fC) # f_2");
  EXPECT_EQ(separated("", names, "_2"), "");
}

}  // namespace
}  // namespace smallscope::generators
