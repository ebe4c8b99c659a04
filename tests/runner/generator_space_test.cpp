// SPDX-License-Identifier: Apache-2.0
#include <smallscope/runner/generator_space.hpp>

#include <gmock/gmock.h>

#include <smallscope/generators.hpp>
#include <smallscope/oracles/standard.hpp>

namespace smallscope::runner {
namespace {

const auto text_of = [](int value) { return subjects::Input{.parameters = {{"value", std::to_string(value)}}}; };

TEST(GeneratorSpace, AnswersForItsGenerator) {
  const auto even = generators::range(0, 9).named("n").filter([](int n) { return n % 2 == 0; });
  const Spaces spaces = spaces_of(levels_of(even), text_of);
  ASSERT_EQ(spaces.size(), 1u);
  const Space& space = *spaces.front();
  EXPECT_EQ(space.size(), 10u);
  EXPECT_FALSE(space.is_search());
  EXPECT_EQ(space.reach(99), 10u);
  EXPECT_EQ(space.render(4)->parameters.front().text, "4");
  EXPECT_FALSE(space.render(5));
  EXPECT_EQ(space.ordinal_of(space.choices(7)), 7u);
}

TEST(GeneratorSpace, HasOneSpaceForEachMergeLevel) {
  const auto sums = generators::merged(generators::range(0, 99), [](const auto& all) { return all.back().value; },
                                       {.at_a_time = {5, 20}});
  const Spaces spaces = spaces_of(levels_of(sums), text_of);
  ASSERT_EQ(spaces.size(), 3u);
  EXPECT_EQ(spaces[0]->size(), 100u);
  EXPECT_EQ(spaces[1]->size(), 20u);
  EXPECT_EQ(spaces[2]->size(), 5u);
  EXPECT_EQ(spaces[1]->render(0)->parameters.front().text, "4");
  EXPECT_EQ(spaces[1]->render_part(0, {{1}})->parameters.front().text, "1");
  EXPECT_EQ(spaces[1]->constituents(0).axes.front().count, 5u);
}

/// Knows where fragments stand: all on one line.
struct OneLine {
  subjects::Input operator()(int value) const { return text_of(value); }
  std::vector<FragmentLines> fragment_lines(int value) const { return {{static_cast<Ordinal>(value), "input", 1, 1}}; }
};

TEST(GeneratorSpace, AsksTheRenderingWhereFragmentsStand) {
  const auto numbers = generators::range(0, 9).filter([](int n) { return n != 7; });
  const auto last = generators::merged(numbers, [](const auto& all) { return all.back().value; }, {.at_a_time = {5}});
  const Spaces spaces = spaces_of(levels_of(last), OneLine());
  const Space& space = *spaces[1];
  EXPECT_EQ(space.fragment_lines(0, {{1, 3}}), (std::vector<FragmentLines>{{3, "input", 1, 1}}));
  EXPECT_TRUE(space.fragment_lines(1, {{2}}).empty()) << "filtered";
  EXPECT_TRUE(spaces_of(levels_of(last), text_of)[1]->fragment_lines(0, {{1, 3}}).empty()) << "it does not say";
}

TEST(GeneratorSpace, OfASearchHasASamplerAndAnEndOnceItIsReached) {
  const auto search = generators::chosen([](generators::Chooser& choose) { return choose.range(3, 6); });
  const Spaces spaces = spaces_of(levels_of(generators::UncountedSearch(search)), text_of);
  const Space& space = *spaces.front();
  ASSERT_NE(space.sampler(), nullptr);
  EXPECT_EQ(space.size(), generators::uncounted);
  EXPECT_EQ(space.sampler()->estimate({}).inputs, generators::Estimate::exactly(4));
  EXPECT_EQ(space.reach(10), 4u);
  EXPECT_EQ(space.size(), 4u);
  EXPECT_EQ(declared_size(space), generators::uncounted);
}

}  // namespace
}  // namespace smallscope::runner
