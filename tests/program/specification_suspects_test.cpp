// SPDX-License-Identifier: Apache-2.0
// Which lines messages name, and on which lines of rendered inputs fragments stand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "specification_bench.hpp"

namespace smallscope::program {
namespace {

using generators::Ordinal;
using runner::FragmentLines;
using runner::NamedLine;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Two files and standard input, each with fragments.
std::string with_files(const std::string& merging, const std::string& first = "input.c") {
  return R"x(name = "test"
[inputs]
standard_input = "{{#each}}{{n}} {{/each}}"
[[inputs.files]]
name = ")x" +
         first + R"x("
template = '''
head
{{#each}}
f{{number}}:
  {{n}}
{{/each}}
'''
[[inputs.files]]
name = "sub/other.c"
template = "{{#each}}{{n}}\n{{/each}}"
[inputs.merging]
at_a_time = 4
)x" + merging +
         R"x(
[inputs.choices]
n = { range = [1, 9] }
[subject]
run = ["cat", "{input:sub/other.c}"]
)x" + judged;
}

std::vector<NamedLine> named(const runner::Campaign& campaign, const std::string& message) {
  return campaign.merging.lines({{"no crash", oracles::Verdict::fail, {message}}});
}

TEST(SpecificationSuspects, FragmentsStandOnLinesOfEveryText) {
  const auto campaign = loaded(with_files(""));
  EXPECT_THAT(campaign.merged.at(0)->fragment_lines(0, {{1, 3}}),
              ElementsAre(FragmentLines{1, "input.c", 2, 3}, FragmentLines{3, "input.c", 4, 5},
                          FragmentLines{1, "sub/other.c", 1, 1}, FragmentLines{3, "sub/other.c", 2, 2},
                          FragmentLines{1, "<stdin>", 1, 1}, FragmentLines{3, "<stdin>", 1, 1}));
  EXPECT_THAT(campaign.merged.at(0)->fragment_lines(0, {{2}}), IsEmpty()) << "it is called 0 there";
  EXPECT_THAT(campaign.merged.at(0)->fragment_lines(2, {{0}}), IsEmpty());
}

/// Renders random templates byte by byte beside the loader, and knows to whom each byte belongs.
TEST(SpecificationSuspects, LinesOfFragmentsAreWhereTheirTextIs) {
  std::mt19937_64 random(17);
  const std::vector<std::string> literals{"", "a", "\n", "b\n", "\nc", "d\n\ne", "  ", "\n\n"};
  const std::vector<std::string> values{"", "v", "w\n", "\nx\ny"};
  const auto written = [](std::string text) {
    std::string result;
    for (const char character : text) result += character == '\n' ? std::string("\\n") : std::string(1, character);
    return result;
  };
  for (int round = 0; round < 60; ++round) {
    struct Segment {
      bool of_fragments;
      std::string before, after;  // around the value
    };
    std::vector<Segment> segments;
    std::string text;
    for (std::size_t i = 1 + random() % 5; i > 0; --i) {
      Segment segment{i == 1 || random() % 2 == 0, literals[random() % literals.size()],
                      literals[random() % literals.size()]};
      if (segment.of_fragments) {
        segment.before = "<" + segment.before;  // so that no mark is alone on its line
        segment.after += ">";
      }
      text += segment.of_fragments ? "{{#each}}" + segment.before + "{{value}}" + segment.after + "{{/each}}"
                                   : "|" + segment.before + segment.after + "|";
      segments.push_back(std::move(segment));
    }
    std::string choices;
    for (const std::string& value : values) choices += (choices.empty() ? "\"" : ", \"") + written(value) + "\"";
    const auto campaign = loaded("name = 'test'\n[inputs]\nfile = 'input.txt'\ntemplate = \"" + written(text) +
                                 "\"\n[inputs.merging]\nat_a_time = 4\n[inputs.choices]\nvalue = [" + choices +
                                 "]\n[subject]\nrun = ['cat', '{input}']\n" + judged);
    std::vector<Ordinal> kept;
    for (Ordinal fragment = 0; fragment < values.size(); ++fragment)
      if (random() % 3 != 0) kept.push_back(fragment);
    if (kept.size() < 2) continue;

    std::string rendered;
    std::vector<FragmentLines> expected;
    std::size_t line = 1;
    const auto add = [&](const std::string& part, std::optional<Ordinal> owner) {
      for (const char character : part) {
        if (owner) {
          if (expected.back().first == 0) expected.back().first = line;
          expected.back().last = line;
        }
        line += character == '\n';
      }
      rendered += part;
    };
    for (const Segment& segment : segments) {
      if (!segment.of_fragments) {
        add("|" + segment.before + segment.after + "|", std::nullopt);
        continue;
      }
      for (const Ordinal fragment : kept) {
        expected.push_back({fragment, "input.txt", 0, 0});
        add(segment.before + values[fragment] + segment.after, fragment);
      }
    }
    const auto& space = *campaign.merged.at(0);
    ASSERT_EQ(space.render_part(0, {kept})->files.front().text, rendered) << text;
    EXPECT_EQ(space.fragment_lines(0, {kept}), expected) << text;
  }
}

TEST(SpecificationSuspects, ExcludedFragmentsStandNowhereAndOthersKeepTheirNumbers) {
  const auto campaign = loaded(
      "name = 'test'\n[inputs]\nfile = 'i'\ntemplate = \"{{#each}}{{n}}\\n{{/each}}\"\nexclude = [{ n = 1 }]\n"
      "[inputs.merging]\nat_a_time = 4\n[inputs.choices]\nn = [0, 1, 2, 3]\n[subject]\nrun = ['cat', '{input}']\n" +
      judged);
  EXPECT_THAT(campaign.merged.at(0)->fragment_lines(0, {{0, 1, 2, 3}}),
              ElementsAre(FragmentLines{0, "i", 1, 1}, FragmentLines{2, "i", 2, 2}, FragmentLines{3, "i", 3, 3}));
  EXPECT_THAT(campaign.merged.at(0)->fragment_lines(0, {{1, 2}}), IsEmpty()) << "only 2 is there";
  EXPECT_THAT(campaign.merged.at(0)->fragment_lines(0, {{1}}), IsEmpty());
}

TEST(SpecificationSuspects, LinesAreFoundInTheFormsOfCompilersAndInterpreters) {
  const auto campaign = loaded(with_files(""));
  for (const std::string message :
       {"input.c:37: error: ';' expected", "/tmp/x y/input.c:37:5: error: expected ';'",
        "tcc says \"input.c:37: error\"", "input.c: 37: Syntax error", "input.c: line 37: syntax error",
        "input.c(37,5): error TS1005", "input.c(37): error", "  File \"input.c\", line 37",
        "\"  File \\\"input.c\\\", line 37\"", "syntax error at input.c line 37, near",
        "Parse error in input.c on line 37", "  --> input.c:37:5", "in f (/a/b/input.c:37:9)"})
    EXPECT_THAT(named(campaign, message), ElementsAre(NamedLine{"input.c", 37})) << message;
  for (const std::string message :
       {"input.c:37: warning: unused", "input.c:37:5: warning: unused", "input.c:37:5: note: declared here",
        "my-input.c:37: error", "xinput.c:37: error", "input.cc:37: error", "input.h:37: error", "input.c: 3 errors",
        "input.c(3 errors)", "input.c: In function 'f'", "line 37", "input.c:99999999999999999999999: error", ""})
    EXPECT_THAT(named(campaign, message), IsEmpty()) << message;
  EXPECT_THAT(named(campaign, "input.c:3:1: warning: x\ninput.c:9:1: error: y\nsub/other.c:2: error: z\ninput.c:9: w"),
              ElementsAre(NamedLine{"input.c", 9}, NamedLine{"sub/other.c", 2}));
  EXPECT_THAT(named(campaign, "<stdin>:1:3: error: x"), ElementsAre(NamedLine{"<stdin>", 1}));
}

TEST(SpecificationSuspects, FilesAreKnownByWhatMessagesKeepOfTheirPaths) {
  const auto campaign = loaded(with_files(""));
  EXPECT_THAT(named(campaign, "/tmp/sub/other.c:2: error"), ElementsAre(NamedLine{"sub/other.c", 2}));
  EXPECT_THAT(named(campaign, "other.c:2: error"), ElementsAre(NamedLine{"sub/other.c", 2})) << "without its folder";
  const auto alike = loaded(with_files("", "other.c"));
  EXPECT_THAT(named(alike, "x/other.c:2: error"), ElementsAre(NamedLine{"other.c", 2}));
  EXPECT_THAT(named(alike, "x/sub/other.c:2: error"), ElementsAre(NamedLine{"sub/other.c", 2}));
  const auto elsewhere = loaded(with_files("", "lib/other.c"));
  EXPECT_THAT(named(elsewhere, "other.c:2: error"), IsEmpty()) << "it may be either";
  EXPECT_THAT(named(elsewhere, "lib/other.c:2: error"), ElementsAre(NamedLine{"lib/other.c", 2}));
}

TEST(SpecificationSuspects, PatternsOfTheSpecificationReplaceTheUsualForms) {
  const auto campaign = loaded(with_files("suspect_lines = ['at ([a-z/.]+) row ([0-9]+)', '\\[(.*?)@(.*?)\\]']"));
  EXPECT_THAT(named(campaign, "input.c:3: error; at input.c row 4, at /x/sub/other.c row 5, at who.c row 6"),
              ElementsAre(NamedLine{"input.c", 4}, NamedLine{"sub/other.c", 5}));
  EXPECT_THAT(named(campaign, "[input.c@7] [input.c@x] [@3] [@]"), ElementsAre(NamedLine{"input.c", 7}));
  EXPECT_FALSE(loaded(with_files("suspect_lines = []")).merging.lines) << "lines say nothing";
  const auto only = loaded(
      "name = 'test'\n[inputs]\nfile = 'i'\ntemplate = '{{#each}}{{n}}{{/each}}'\n[inputs.merging]\nat_a_time = 4\n"
      "suspect_lines = ['row ([0-9]+)']\n[inputs.choices]\nn = [1, 2]\n[subject]\nrun = ['cat', '{input}']\n" +
      judged);
  EXPECT_THAT(named(only, "row 3, row 1"), ElementsAre(NamedLine{"i", 1}, NamedLine{"i", 3}));
}

TEST(SpecificationSuspects, NamesOfFilesAreNoPatterns) {
  const std::string name = "a+b(c)[d]{e}.^$|*?\\\\x.c";  // as TOML writes one backslash
  const auto campaign = loaded(with_files("", name));
  EXPECT_THAT(named(campaign, "a+b(c)[d]{e}.^$|*?\\x.c:4: error"),
              ElementsAre(NamedLine{"a+b(c)[d]{e}.^$|*?\\x.c", 4}));
}

}  // namespace
}  // namespace smallscope::program
