// SPDX-License-Identifier: Apache-2.0
// Values that are texts with holes, lists, subsets, permutations, words of grammars and skeletons: against an
// interpreter that substitutes texts, and against the generators of C++.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <smallscope/generators/recursion/grammar.hpp>
#include <smallscope/generators/recursion/skeleton_text.hpp>

#include "specification_bench.hpp"

namespace smallscope::program {
namespace {

using generators::Ordinal;
using ::testing::ElementsAre;

/// Holes as an independent interpreter sees them: a list of texts, or one for each value of another hole.
struct PlainHole {
  std::string name, parent;
  std::map<std::string, Lines> cases;  // without a parent: of ""
};
using PlainHoles = std::vector<PlainHole>;
using Names = std::set<std::string>;
using Labels = std::map<std::string, std::string>;

std::string replaced(std::string text, const Labels& values) {
  bool again = true;
  while (again) {
    again = false;
    for (const auto& [name, value] : values)
      for (std::size_t at; (at = text.find("{{" + name + "}}")) != std::string::npos; again = true)
        text.replace(at, name.size() + 4, value);
  }
  return text;
}

/// All texts that `text` denotes inside texts that have the holes `around` with these labels.
Lines expanded(const PlainHoles& holes, const std::string& text, const Names& around, const Labels& labels) {
  Names own;
  for (auto hole = holes.rbegin(); hole != holes.rend(); ++hole) {
    const bool wanted = text.find("{{" + hole->name + "}}") != std::string::npos || own.contains(hole->name);
    if (!wanted || around.contains(hole->name)) continue;
    own.insert(hole->name);
    if (!hole->parent.empty() && !around.contains(hole->parent)) own.insert(hole->parent);
  }
  Names inner = around;
  inner.insert(own.begin(), own.end());
  Lines results;
  const auto choose = [&](const auto& self, std::size_t at, const Labels& values, const Labels& known) -> void {
    while (at < holes.size() && !own.contains(holes[at].name)) ++at;
    if (at == holes.size()) {
      results.push_back(replaced(text, values));
      return;
    }
    const PlainHole& hole = holes[at];
    for (const std::string& entry : hole.cases.at(hole.parent.empty() ? "" : known.at(hole.parent))) {
      Labels more = known;
      more[hole.name] = entry;
      for (const std::string& value : expanded(holes, entry, inner, known)) {
        Labels chosen = values;
        chosen[hole.name] = value;
        self(self, at + 1, chosen, more);
      }
    }
  };
  choose(choose, 0, {}, labels);
  return results;
}

std::string written(const PlainHoles& holes) {
  const auto list = [](const Lines& texts) {
    std::string text = "[";
    for (const std::string& one : texts) text += (text.size() > 1 ? ", '" : "'") + one + "'";
    return text + "]";
  };
  std::string text;
  for (const PlainHole& hole : holes) {
    if (hole.parent.empty()) {
      text += hole.name + " = " + list(hole.cases.at("")) + "\n";
      continue;
    }
    text += "[inputs.choices." + hole.name + "]\ndepends = '" + hole.parent + "'\n[inputs.choices." + hole.name +
            ".cases]\n";
    for (const auto& [label, texts] : hole.cases) text += "\"" + label + "\" = " + list(texts) + "\n";
  }
  return text;
}

/// Independent holes first, because TOML's tables stand behind its keys; a hole contains only later ones.
PlainHoles random_holes(std::mt19937& random) {
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  PlainHoles holes;
  const std::size_t count = 3 + below(4), independent = 2 + below(count - 1);
  const auto name = [](std::size_t i) { return std::string(1, static_cast<char>('a' + i)); };
  for (std::size_t i = 0; i < count; ++i) {
    PlainHole hole{name(i), "", {}};
    const auto texts = [&](std::size_t which) {
      Lines lines;
      for (std::size_t n = 1 + below(2); lines.size() < n;) {
        std::string text = hole.name + std::to_string(which) + std::to_string(lines.size());
        for (std::size_t inner = i + 1; inner < count; ++inner)
          if (below(4) == 0) text += "<{{" + name(inner) + "}}>";
        lines.push_back(text);
      }
      return lines;
    };
    if (i >= independent) {
      const PlainHole& parent = holes[below(i)];
      hole.parent = parent.name;
      std::size_t which = 0;
      for (const auto& [label, labels] : parent.cases)
        for (const std::string& value : labels) hole.cases[value] = texts(which++ % 2);
    } else {
      hole.cases[""] = texts(0);
    }
    holes.push_back(std::move(hole));
  }
  return holes;
}

TEST(SpecificationTexts, AgreeWithAnInterpreterThatSubstitutesTexts) {
  std::mt19937 random(17);
  std::size_t judged_specifications = 0, nested = 0, refused = 0;
  for (int round = 0; round < 2000; ++round) {
    const PlainHoles holes = random_holes(random);
    std::string line;
    for (const PlainHole& hole : holes)
      if (random() % 2 == 0) line += "{{" + hole.name + "}} ";
    if (line.empty()) line = "{{a}}";
    const std::string text = with_choices(line, written(holes));
    std::optional<runner::Campaign> campaign;
    try {
      campaign.emplace(loaded(text));
    } catch (const SpecificationError& error) {
      // Not every random specification uses all holes, or has what others depend on before them.
      const std::string_view message = error.what();
      EXPECT_TRUE(message.find("is not used") != message.npos || message.find("stands after") != message.npos ||
                  message.find("in whose values it stands") != message.npos)
          << message << "\n"
          << text;
      ++refused;
      continue;
    }
    const Lines expected = expanded(holes, line, {}, {});
    ASSERT_EQ(campaign->space->size(), expected.size()) << text;
    EXPECT_EQ(texts_of(*campaign), expected) << text;
    expect_choices_are_inverse(*campaign);
    ++judged_specifications;
    nested += to_string(campaign->space->choices(0)).find('/') != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(judged_specifications, 300u) << refused;
  EXPECT_GT(nested, 100u);
}

TEST(SpecificationTexts, AHoleOfTheTextAroundHasTheSameValue) {
  const auto campaign = loaded(with_choices("{{name}} = {{expression}}", R"(
name = ["f", "g"]
expression = ["{{name}} + {{number}}", "{{number}} - {{number}}"]
number = [1, 2])"));
  EXPECT_THAT(texts_of(campaign), ElementsAre("f = f + 1", "f = f + 2", "f = 1 - 1", "f = 2 - 2", "g = g + 1",
                                              "g = g + 2", "g = 1 - 1", "g = 2 - 2"));
  EXPECT_EQ(to_string(campaign.space->choices(1)),
            "name = f, expression = `{{name}} + {{number}}`, expression/number = 2");
  expect_choices_are_inverse(campaign);
}

TEST(SpecificationTexts, WhatIsNoNameBetweenDelimitersBelongsToTheValue) {
  const auto campaign = loaded(with_choices("int a[2][2] = {{v}};", "v = ['{{1, 2}, {3}}', '{{{w}}}']\nw = ['4']"));
  EXPECT_THAT(texts_of(campaign), ElementsAre("int a[2][2] = {{1, 2}, {3}};", "int a[2][2] = {4};"));
}

TEST(SpecificationTexts, AHoleMayDependOnSeveral) {
  const auto campaign = loaded(with_choices("{{type}} {{x}} {{op}} {{by}}", R"(
type = ["int", "long", "char"]
x = ["-1", "1"]
op = ["<<", ">>"]
[inputs.choices.by]
depends = ["type", "op"]
cases = [
  { when = { op = "<<", type = ["int", "char"] }, values = [0, 31] },
  { when = { type = "long" }, values = { range = [60, 63] } },
]
otherwise = ["7"])"));
  Lines expected;
  for (const std::string type : {"int", "long", "char"})
    for (const std::string x : {"-1", "1"})
      for (const std::string op : {"<<", ">>"})
        for (const std::string& by : type == "long" ? Lines{"60", "61", "62", "63"}
                                     : op == "<<"   ? Lines{"0", "31"}
                                                    : Lines{"7"})
          expected.push_back(type + " " + x + " " + op + " " + by);
  EXPECT_EQ(texts_of(campaign), expected);
  expect_choices_are_inverse(campaign);
  EXPECT_EQ(generators::summary(campaign.space->structure()), "type, op, by 14 x x 2");
}

TEST(SpecificationTexts, DifferentCasesOfInnerHolesAreDifferentSpaces) {
  const auto structure = [](const std::string& second) {
    return generators::to_string(
        loaded(with_choices("{{t}} {{e}}",
                            "t = ['i', 'l']\ne = ['{{n}}']\n[inputs.choices.n]\ndepends = 't'\n"
                            "cases = { i = [1, 2], l = [" +
                                second + "] }"))
            .space->structure());
  };
  EXPECT_EQ(structure("3, 4"), structure("3, 4"));
  EXPECT_NE(structure("3, 4"), structure("3, 5"));
}

TEST(SpecificationTexts, ListsSubsetsAndPermutations) {
  const auto lists = loaded(with_choices("f({{a}})", R"(
a = { list_of = "argument", length = [0, 2], separator = ", " }
argument = ["x", "{{n}}"]
n = [1, 2])"));
  Lines expected{"f()"};
  for (const std::string one : {"x", "1", "2"}) expected.push_back("f(" + one + ")");
  for (const std::string one : {"x", "1", "2"})
    for (const std::string two : {"x", "1", "2"}) expected.push_back("f(" + one + ", " + two + ")");
  EXPECT_EQ(texts_of(lists), expected);
  expect_choices_are_inverse(lists);
  EXPECT_EQ(to_string(lists.space->choices(8)), "a/length = 2, a[0] = {{n}}, a[0]/n = 1, a[1] = {{n}}, a[1]/n = 1");

  const auto subsets = loaded(with_choices("{{s}}", "s = { subset_of = ['const', 'static'], separator = ' ' }"));
  EXPECT_THAT(texts_of(subsets), ElementsAre("", "const", "static", "const static"));
  expect_choices_are_inverse(subsets);
  const auto inner = loaded(
      with_choices("{{p}}", "p = { permutation_of = ['a={{n}}', 'b'], separator = ';' }\nn = { range = [1, 2] }"));
  EXPECT_THAT(texts_of(inner), ElementsAre("a=1;b", "a=2;b", "b;a=1", "b;a=2"));
  expect_choices_are_inverse(inner);
}

TEST(SpecificationTexts, GrammarsHaveTheWordsOfTheGenerator) {
  const auto campaign = loaded(with_choices("{{e}}", "e = { nonterminal = 'E', size = [1, 9] }",
                                            "[inputs.grammar]\nT = ['x', '( E )']\nE = ['T', 'E + T']\nF = 'no'\n"));
  const auto words =
      generators::grammar({{"E", {"T", "E + T"}}, {"T", {"x", "( E )"}}}).words(generators::size_between(1, 9));
  Lines expected;
  words.walk(0, words.size(), [&](Ordinal, const std::string& word) {
    expected.push_back(word);
    return true;
  });
  EXPECT_EQ(texts_of(campaign), expected);
  expect_choices_are_inverse(campaign);
}

TEST(SpecificationTexts, SymbolsOfAGrammarWeighWhatTheHoleSays) {
  const std::string grammar = "[inputs.grammar]\nsum = [\"sum + x\", \"x\", \"( sum )\"]\n";
  const auto words = [&](const std::string& more) {
    return texts_of(
        loaded(with_choices("{{w}}", "w = { nonterminal = \"sum\", size = [1, 2]" + more + " }\n" + grammar)));
  };
  EXPECT_THAT(words(""), testing::ElementsAre("x"));
  EXPECT_THAT(words(", weights = { \"(\" = 0 }"), testing::ElementsAre("x", "( x )"));
  EXPECT_THAT(words(", weights = { \"+\" = 0 }"), testing::ElementsAre("x", "x + x"));
  EXPECT_THROW(words(", weights = { sum = 0 }"), SpecificationError);
  EXPECT_THROW(words(", weights = { \"(\" = 0, \")\" = 0 }"), SpecificationError);
  EXPECT_THROW(words(", weights = { \"(\" = -1 }"), SpecificationError);
}

TEST(SpecificationTexts, SkeletonsHaveTheProgramsOfTheGenerator) {
  const std::string text = "{{scope int a b c}}{{int}} = {{int}} * {{int}};{{end}}";
  const auto campaign = loaded(with_choices("{{program}}", "program = { skeleton = '" + text + "' }"));
  const auto programs = generators::programs_up_to_renaming(text);
  Lines expected;
  programs.walk(0, programs.size(), [&](Ordinal, const std::string& program) {
    expected.push_back(program);
    return true;
  });
  ASSERT_EQ(expected.size(), 5u);  // Bell(3)
  EXPECT_EQ(texts_of(campaign), expected);
  const auto with_holes = loaded(with_choices(
      "{{program}}", "program = { skeleton = '{{scope int a b}}{{int}} {{op}} {{int}}{{end}}' }\nop = ['+', '-']"));
  EXPECT_THAT(texts_of(with_holes), ElementsAre("a + a", "a - a", "a + b", "a - b"));
  expect_choices_are_inverse(with_holes);
}

TEST(SpecificationTexts, ExclusionsNameTextsByTheirLabels) {
  const auto campaign = loaded(with_choices("{{e}} {{f}}", R"x(
e = ["{{n}} + 1", "2"]
f = { elements = ["g({{n}})", "h"], labels = ["call", "name"] }
n = [5, 6])x",
                                            "exclude = [{ e = '{{n}} + 1', f = 'call' }]"));
  EXPECT_THAT(texts_of(campaign), ElementsAre("-", "-", "5 + 1 h", "-", "-", "6 + 1 h", "2 g(5)", "2 g(6)", "2 h"));
}

TEST(SpecificationTexts, LargeSpacesOfTextsAreIndexedWithoutBeingBuilt) {
  const auto campaign = loaded(with_choices("{{e}}", R"(
e = ["{{n}} + {{m}}", "{{n}}"]
n = { range = [1, 1000000000] }
m = { range = [1, 1000000] })"));
  EXPECT_EQ(campaign.space->size(), 1'000'000'000ull * 1'000'000 + 1'000'000'000);
  const Ordinal last = campaign.space->size() - 1;
  EXPECT_EQ(campaign.space->render(last)->files.front().text, "1000000000");
  EXPECT_EQ(campaign.space->ordinal_of(campaign.space->choices(last - 1'000'000'001)), last - 1'000'000'001);
}

TEST(SpecificationTexts, AWorkerReceivesTheHolesThatAreChosenForEveryInput) {
  const auto campaign = loaded(
      "name = 'w'\n[inputs.choices]\ne = ['{{n}} + 1', '2']\nn = [5, 6]\nother = ['x']\n"
      "[subject]\nworker = ['cat']\n[[oracles]]\nno_crash = true\n");
  EXPECT_EQ(campaign.space->size(), 3u);
  const auto input = campaign.space->render(1);
  ASSERT_EQ(input->parameters.size(), 2u);
  EXPECT_EQ(input->parameters[0].text, "6 + 1");
  EXPECT_EQ(input->parameters[1].text, "x");
}

/// A campaign over Python programs whose statements have several lines; `keys` are of [inputs].
std::string with_blocks(const std::string& keys) {
  return "name = 'blocks'\n[inputs]\nfile = 'input.py'\n" + keys + R"(
template = '''
def f():
    {{first}}  # {{first}}
{{second}}
'''
[inputs.choices]
first = ["if n:\n    {{inner}}\n\nelse:\n    x; {{inner}}", "y"]
inner = ["a", "b\n  c"]
second = ["{{first}}"]
[subject]
run = ["cat", "{input:input.py}"]
)" + judged;
}

TEST(SpecificationTexts, FurtherLinesAreIndentedLikeTheLineOfTheirHole) {
  const auto campaign = loaded(with_blocks("indent = true"));
  const std::vector<std::string> texts = texts_of(campaign);
  ASSERT_EQ(texts.size(), 3u);
  EXPECT_EQ(texts[1],
            "def f():\n"
            "    if n:\n"
            "        b\n"
            "          c\n"
            "\n"
            "    else:\n"
            "        x; b\n"
            "          c  # if n:\n"
            "              b\n"
            "                c\n"
            "\n"
            "          else:\n"
            "              x; b\n"
            "                c\n"
            "if n:\n"
            "    b\n"
            "      c\n"
            "\n"
            "else:\n"
            "    x; b\n"
            "      c\n");
  EXPECT_EQ(texts[2], "def f():\n    y  # y\ny\n");
  EXPECT_EQ(campaign.space->render(1)->parameters.front().text, "if n:\n    b\n      c\n\nelse:\n    x; b\n      c")
      << "a parameter has the value alone";
  EXPECT_EQ(texts_of(loaded(with_blocks("indent = false")))[1], texts_of(loaded(with_blocks("")))[1]);
  EXPECT_NE(texts_of(loaded(with_blocks("")))[1], texts[1]);
}

}  // namespace
}  // namespace smallscope::program
