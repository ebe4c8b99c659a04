// SPDX-License-Identifier: Apache-2.0
// Exclusions and attributes that name what is chosen within the values of holes.
#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <smallscope/runner/run.hpp>

#include "specification_bench.hpp"

namespace smallscope::program {
namespace {

using generators::Ordinal;
using ::testing::ElementsAre;

const std::string nested = R"x(
e = ["{{n}} + {{m}}", "-{{n}}", "0"]
list = { list_of = "item", length = [0, 2], separator = "," }
n = [5, 6]
m = [5, "x"]
item = ["i{{n}}", "j"])x";

using LabelOf = std::function<std::string(const std::string& choice)>;

/// The labels of an input's choices; "" for those that it does not make.
LabelOf labels_of(const runner::Campaign& campaign, Ordinal ordinal) {
  return [choices = campaign.space->choices(ordinal)](const std::string& name) {
    const auto found = std::ranges::find(choices, name, &generators::Choice::name);
    return found == choices.end() ? std::string() : found->label;
  };
}

/// How many inputs a run over the whole space finds discarded.
Ordinal discarded_by_a_run(const runner::Campaign& campaign) {
  runner::Engine engine(campaign, {});
  results::Store store = results::Store::in_memory(engine.manifest());
  runner::Observer observer;
  (void)engine.run(store, {.order = {.name = "dense"}}, observer);
  return store.account().filtered;
}

/// The inputs that `exclude` discards are those for which `agrees` holds.
void expect_discarded(const std::string& exclude, const std::function<bool(const LabelOf&)>& agrees) {
  SCOPED_TRACE(exclude);
  const auto all = loaded(with_choices("{{e}};{{list}}", nested));
  const auto some = loaded(with_choices("{{e}};{{list}}", nested, "exclude = " + exclude));
  const Lines texts = texts_of(all), left = texts_of(some);
  ASSERT_EQ(left.size(), texts.size());
  Ordinal discarded = 0;
  for (Ordinal ordinal = 0; ordinal < texts.size(); ++ordinal) {
    const bool is_out = agrees(labels_of(all, ordinal));
    EXPECT_EQ(left[ordinal], is_out ? "-" : texts[ordinal]) << ordinal;
    discarded += is_out;
  }
  EXPECT_GT(discarded, 0u);
  EXPECT_LT(discarded, texts.size());
  EXPECT_EQ(discarded_by_a_run(some), discarded) << "a walk is what each input is by itself";
  expect_choices_are_inverse(some);
}

TEST(InnerChoices, AreExcluded) {
  expect_discarded("[{ 'e/n' = 5, 'e/m' = 5 }]",
                   [](const LabelOf& label) { return label("e/n") == "5" && label("e/m") == "5"; });
  expect_discarded("[{ 'e/n' = 5, e = '-{{n}}' }, { 'list[1]' = 'j' }]", [](const LabelOf& label) {
    return (label("e/n") == "5" && label("e") == "-{{n}}") || label("list[1]") == "j";
  });
  expect_discarded("[{ 'list[0]/n' = [5, 6], 'list/length' = 2, e = '0' }]", [](const LabelOf& label) {
    return !label("list[0]/n").empty() && label("list/length") == "2" && label("e") == "0";
  });
}

TEST(InnerChoices, AreExcludedFromFragments) {
  const auto campaign = loaded(
      "name = 'test'\n[inputs]\nfile = 'i'\ntemplate = '{{a}}:{{#each}}{{x}} {{/each}}'\n"
      "exclude = [{ 'x/n' = 2 }, { 'a/n' = 1 }]\n[inputs.merging]\nat_a_time = 4\n"
      "[inputs.choices]\na = ['A{{n}}', 'B']\nx = ['p{{n}}', 'q']\nn = [1, 2]\n"
      "[subject]\nrun = ['cat', '{input}']\n" +
      judged);
  EXPECT_THAT(texts_of(campaign), ElementsAre("-", "-", "-", "A2:p1 ", "-", "A2:q ", "B:p1 ", "-", "B:q "));
}

TEST(InnerChoices, OfLargeHolesAreLookedAtInPart) {
  const auto excluding = [](const std::string& row) {
    return with_choices("{{e}}", "e = [\"{{n}} + {{m}}\", \"-{{n}}\"]\nn = { range = [1, 1000000000] }\nm = [1, 2]",
                        "exclude = [" + row + "]");
  };
  const auto campaign = loaded(excluding("{ 'e/n' = 7, 'e/m' = 2 }"));
  EXPECT_EQ(campaign.space->render(12)->files.front().text, "7 + 1");
  EXPECT_FALSE(campaign.space->render(13)) << "7 + 2";
  EXPECT_THROW((void)loaded(excluding("{ 'e/n' = 'seven' }")), SpecificationError);

  // An alternative with few values stands between large ones.
  const auto few = [](const std::string& row) {
    return loaded(with_choices("{{e}}",
                               "e = [\"{{n}}\", \"f({{rare}})\", \"{{n}} - {{m}}\"]\nn = { range = [1, 1000000000] }\n"
                               "m = [1, 2, 3, 4, 5]\nrare = [\"x\", \"y\"]",
                               "exclude = [" + row + "]"));
  };
  EXPECT_FALSE(few("{ 'e/rare' = 'y' }").space->render(1'000'000'001)) << "f(y)";
  EXPECT_THROW((void)few("{ 'e/rare' = 'z' }"), SpecificationError);

  // Most lists of a million values have the greatest length.
  const auto of_lists = [](const std::string& row) {
    return loaded(with_choices("{{l}}",
                               "l = { list_of = 'i', length = [0, 3] }\ni = ['i{{n}}', 'j']\n"
                               "n = { range = [1, 1000000] }",
                               "exclude = [" + row + "]"));
  };
  for (const char* const length : {"0", "1", "2", "3"})
    EXPECT_NO_THROW((void)of_lists("{ 'l/length' = " + std::string(length) + " }")) << length;
  EXPECT_FALSE(of_lists("{ 'l[0]' = 'j', 'l/length' = 1 }").space->render(1'000'001)) << "j alone";
  EXPECT_TRUE(of_lists("{ 'l[1]/n' = 999999, 'l[0]' = 'j' }").space->render(1'000'001));
  EXPECT_THROW((void)of_lists("{ 'l/length' = 4 }"), SpecificationError);
  EXPECT_THROW((void)of_lists("{ 'l[3]' = 'j' }"), SpecificationError);
}

/// What the only attribute says of every input.
Lines attribute_of(const std::string& attribute) {
  const auto campaign =
      loaded(with_choices("{{e}}", "e = [\"{{n}} + {{m}}\", \"-{{n}}\", \"0\"]\nn = [5, 6]\nm = [5, \"x\"]") +
             "[[attributes]]\nname = \"a\"\n" + attribute);
  Lines lines;
  for (Ordinal ordinal = 0; ordinal < campaign.space->size(); ++ordinal)
    lines.push_back(label_of(campaign.attributes.at(0), campaign.space->choices(ordinal)));
  return lines;
}

TEST(InnerChoices, AreReadByAttributes) {
  EXPECT_THAT(attribute_of("from = ['e/n', 'e/m']\nsum = { x = 100, '' = 0 }"),
              ElementsAre("10", "105", "11", "106", "5", "6", "0"));
  EXPECT_THAT(attribute_of("cases = [{ when = { 'e/n' = 5, e = ['-{{n}}', '0'] }, is = 'minus five' }]\n"
                           "otherwise = 'other'"),
              ElementsAre("other", "other", "other", "other", "minus five", "other", "other"));
}

}  // namespace
}  // namespace smallscope::program
