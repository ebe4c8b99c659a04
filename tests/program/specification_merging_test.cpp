// SPDX-License-Identifier: Apache-2.0
// Fragments in templates: what levels denote, what a merged input stands for, what messages say of fragments.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "specification_bench.hpp"

namespace smallscope::program {
namespace {

using generators::Ordinal;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Six fragments for each of two frames.
std::string with_fragments(const std::string& merging) {
  return R"x(name = "test"
[inputs]
file = "input.txt"
template = '''
{{head}}
{{#each}}
f{{number}}: {{text}} {{head}}
{{/each}}
[{{#each}}{{number}}{{/each}}]
'''
[inputs.merging]
)x" + merging +
         R"x(
[inputs.choices]
head = ["H", "K"]
text = ["a{{number}} {{n}}", "b"]
n = { range = [1, 5] }
[subject]
run = ["cat", "{input}"]
)x" + judged;
}

const runner::Space& level(const runner::Campaign& campaign, int number) {
  return number == 0 ? *campaign.space : *campaign.merged.at(static_cast<std::size_t>(number) - 1);
}
std::string text_of(const runner::Space& space, Ordinal ordinal) { return space.render(ordinal)->files.front().text; }

TEST(SpecificationMerging, ALevelMergesFragmentsInEachFrame) {
  const auto campaign = loaded(with_fragments("at_a_time = [2, 4]"));
  ASSERT_EQ(campaign.merged.size(), 2u);
  EXPECT_EQ(level(campaign, 0).size(), 12u);
  EXPECT_EQ(level(campaign, 1).size(), 6u);
  EXPECT_EQ(level(campaign, 2).size(), 4u);
  EXPECT_EQ(text_of(level(campaign, 0), 1), "H\nf0: a0 2 H\n[0]\n");
  EXPECT_EQ(text_of(level(campaign, 0), 11), "K\nf0: b K\n[0]\n");
  EXPECT_EQ(text_of(level(campaign, 1), 0), "H\nf0: a0 1 H\nf1: a1 2 H\n[01]\n");
  EXPECT_EQ(text_of(level(campaign, 2), 3), "K\nf0: a0 5 K\nf1: b K\n[01]\n");
  EXPECT_EQ(to_string(level(campaign, 0).choices(6)), "head = K, text = `a{{number}} {{n}}`, text/n = 1");
  EXPECT_EQ(to_string(level(campaign, 2).choices(2)),
            "head = K, fragments = `a{{number}} {{n}}, 1 .. a{{number}} {{n}}, 4 (4 merged)`");
  expect_choices_are_inverse(campaign);
}

TEST(SpecificationMerging, LinesOfFragmentsAreIndentedLikeTheirHoles) {
  const auto campaign = loaded(R"(name = "test"
[inputs]
file = "input.py"
indent = true
template = """
{{head}}
def f():
{{#each}}
    {{statement}}
{{/each}}
"""
[inputs.merging]
at_a_time = 2
[inputs.choices]
head = ["a\nb"]
statement = ["if {{n}}:\n    {{head}}"]
n = { range = [1, 2] }
[subject]
run = ["cat", "{input}"]
)" + std::string(judged));
  EXPECT_EQ(text_of(level(campaign, 0), 0), "a\nb\ndef f():\n    if 1:\n        a\n        b\n");
  EXPECT_EQ(text_of(level(campaign, 1), 0),
            "a\nb\ndef f():\n    if 1:\n        a\n        b\n    if 2:\n        a\n        b\n");
}

TEST(SpecificationMerging, EveryFragmentOfALevelIsAnInputOfLevelZero) {
  const auto campaign = loaded(with_fragments("at_a_time = 4"));
  std::multiset<std::string> alone, together;
  const auto add = [](const std::string& text, std::multiset<std::string>& lines) {
    for (std::size_t at = text.find("\nf"); at != std::string::npos; at = text.find("\nf", at + 1)) {
      std::string line = text.substr(at + 1, text.find('\n', at + 1) - at - 1);
      const std::string number = line.substr(1, line.find(':') - 1);
      if (const auto inner = line.find("a" + number + " "); inner != std::string::npos)
        line.replace(inner + 1, number.size(), "N");
      lines.insert(line.substr(line.find(':')));
    }
  };
  for (Ordinal ordinal = 0; ordinal < level(campaign, 0).size(); ++ordinal)
    add(text_of(level(campaign, 0), ordinal), alone);
  for (Ordinal ordinal = 0; ordinal < level(campaign, 1).size(); ++ordinal)
    add(text_of(level(campaign, 1), ordinal), together);
  EXPECT_EQ(alone.size(), 12u);
  EXPECT_EQ(alone, together);
}

TEST(SpecificationMerging, MessagesNameSuspectsAndWhatHides) {
  const auto campaign =
      loaded(with_fragments("at_a_time = 4\nsuspects = ['f([0-9]+)[.]c']\nhopeless = ['main[.]c']\n"
                            "hiding = ['no crash: worse']"));
  const auto says = [](const std::string& message) {
    return std::vector<oracles::Judgement>{{"no crash", oracles::Verdict::fail, {message}}};
  };
  EXPECT_THAT(campaign.merging.suspects(says("f12.c:3: error")), ElementsAre(12u));
  EXPECT_TRUE(campaign.merging.suspects(says("f.c:3: error")).empty());
  EXPECT_TRUE(campaign.merging.hopeless(says("main.c:3: error")));
  EXPECT_FALSE(campaign.merging.hopeless(says("f12.c:3: error")));
  EXPECT_THAT(campaign.merging.hiding, ElementsAre("no crash: worse"));
}

TEST(SpecificationMerging, ExclusionsLeaveFragmentsOut) {
  const auto campaign = loaded(
      "name = 'test'\n[inputs]\nfile = 'i'\ntemplate = '{{a}}:{{#each}}{{x}}{{y}} {{/each}}'\n"
      "exclude = [{ x = 'p', y = 1 }, { a = 'B' }]\n[inputs.merging]\nat_a_time = 4\n"
      "[inputs.choices]\na = ['A', 'B']\nx = ['p', 'q']\ny = [1, 2]\n"
      "[subject]\nrun = ['cat', '{input}']\n" +
      judged);
  EXPECT_THAT(texts_of(campaign), ElementsAre("-", "A:p2 ", "A:q1 ", "A:q2 ", "-", "-", "-", "-"));
  EXPECT_EQ(text_of(level(campaign, 1), 0), "A:p2 q1 q2 ");
}

}  // namespace
}  // namespace smallscope::program
