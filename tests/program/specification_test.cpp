// SPDX-License-Identifier: Apache-2.0
// What a specification denotes: its size, its inputs and their order against nested loops, choices,
// exclusions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "specification/combinations.hpp"
#include "specification_bench.hpp"

namespace smallscope::program {
namespace {

using generators::Ordinal;
using ::testing::ElementsAre;

TEST(Specification, NestsHolesInTheOrderOfTheFile) {
  const auto campaign =
      loaded(with_choices("{{type}} {{value}} {{op}} {{by}}",
                          "type = [\"int\", \"unsigned\", \"long long\"]\n"
                          "value = [0, -1, 0x1F, 1.50]\nop = [\"<<\", \">>\"]\nby = { range = [0, 7] }"));
  Lines expected;
  for (const std::string type : {"int", "unsigned", "long long"})
    for (const std::string value : {"0", "-1", "0x1F", "1.50"})
      for (const std::string op : {"<<", ">>"})
        for (int by = 0; by <= 7; ++by) expected.push_back(type + " " + value + " " + op + " " + std::to_string(by));
  EXPECT_EQ(texts_of(campaign), expected);
  EXPECT_EQ(generators::summary(campaign.space->structure()), "type 3 x value 4 x op 2 x by 8");
  expect_choices_are_inverse(campaign);
  EXPECT_EQ(to_string(campaign.space->choices(21)), "type = int, value = -1, op = <<, by = 5");
}

TEST(Specification, NestsDependentHolesInTheOrderOfTheFile) {
  // b depends on a, d on b, e on a; c and f stand between and behind them.
  const auto campaign = loaded(with_choices("{{a}}{{b}}{{c}}{{d}}{{e}}{{f}}", R"(
a = ["p", "q", "r"]
b = { depends = "a", cases = { p = ["1", "2"], q = ["2"] }, otherwise = ["1", "3"] }
c = ["x", "y"]
d = { depends = "b", cases = { 1 = ["A"], 2 = { strings = "BC", length = [0, 1] }, 3 = ["D", "E"] } }
e = { depends = "a", cases = { q = { range = [5, 9] } }, otherwise = [4] }
f = ["!", "?"])"));
  const auto cases_of_b = [](const std::string& a) {
    return a == "p" ? Lines{"1", "2"} : a == "q" ? Lines{"2"} : Lines{"1", "3"};
  };
  const auto cases_of_d = [](const std::string& b) {
    return b == "1" ? Lines{"A"} : b == "2" ? Lines{"", "B", "C"} : Lines{"D", "E"};
  };
  const auto cases_of_e = [](const std::string& a) { return a == "q" ? Lines{"5", "6", "7", "8", "9"} : Lines{"4"}; };
  Lines expected;
  for (const std::string a : {"p", "q", "r"})
    for (const std::string& b : cases_of_b(a))
      for (const std::string c : {"x", "y"})
        for (const std::string& d : cases_of_d(b))
          for (const std::string& e : cases_of_e(a))
            for (const std::string f : {"!", "?"}) expected.push_back(a + b + c + d + e + f);
  EXPECT_EQ(texts_of(campaign), expected);
  EXPECT_EQ(generators::summary(campaign.space->structure()), "a, b, d, e 22 x c 2 x f 2");
  expect_choices_are_inverse(campaign);
}

TEST(Specification, ExcludedCombinationsAreDiscardedAndKeepTheirOrdinals) {
  const auto campaign = loaded(with_choices("{{op}}{{value}}", "op = [\"<\", \">\"]\nvalue = [1, 2, 3]",
                                            "exclude = [{ op = \"<\", value = [1, 3] }, { value = 2, op = \">\" }]"));
  EXPECT_THAT(texts_of(campaign), ElementsAre("-", "<2", "-", ">1", "-", ">3"));
  EXPECT_EQ(generators::summary(campaign.space->structure()), "op 2 x value 3");
  expect_choices_are_inverse(campaign);
}

TEST(Specification, EveryFormOfAlternatives) {
  const auto texts = [](const std::string& form) { return texts_of(loaded(with_choices("{{a}}", "a = " + form))); };
  EXPECT_THAT(texts("[\"s\", 1_000, 1e3, true, 0b11]"), ElementsAre("s", "1_000", "1e3", "true", "0b11"));
  EXPECT_THAT(texts("{ range = [-2, 1] }"), ElementsAre("-2", "-1", "0", "1"));
  EXPECT_THAT(texts("{ range = [0, 10], step = 4 }"), ElementsAre("0", "4", "8"));
  EXPECT_THAT(texts("{ range = [9223372036854775806, 9223372036854775807], step = 1 }"),
              ElementsAre("9223372036854775806", "9223372036854775807"));
  EXPECT_THAT(texts("{ strings = \"ab\", length = [0, 2] }"), ElementsAre("", "a", "b", "aa", "ab", "ba", "bb"));
  EXPECT_THAT(texts("{ strings = \"ab\", length = 1 }"), ElementsAre("a", "b"));
  EXPECT_THAT(texts("{ file = \"values.txt\" }"), ElementsAre("first", "second line", "", "last"));
  EXPECT_THAT(texts("{ elements = [\"x + y\", \"\"], labels = [\"sum\", \"nothing\"] }"), ElementsAre("x + y", ""));
}

TEST(Specification, LabelsNameValuesInChoicesCasesAndExclusions) {
  const auto campaign = loaded(with_choices("{{a}}:{{b}}", R"(
a = { elements = ["x + y", ""], labels = ["sum", "nothing"] }
b = { depends = "a", cases = { sum = ["1", "2"], nothing = ["3"] } })",
                                            "exclude = [{ a = \"sum\", b = 2 }]"));
  EXPECT_THAT(texts_of(campaign), ElementsAre("x + y:1", "-", ":3"));
  EXPECT_EQ(to_string(campaign.space->choices(2)), "a = nothing");
}

/// What the only attribute of a specification says of every input, or why it says nothing.
Lines attribute_of(const std::string& choices, const std::string& attribute) {
  std::string line;
  for (const char hole : std::string("abcde"))
    if (("\n" + choices).find(std::string("\n") + hole + " =") != std::string::npos)
      line += std::string("{{") + hole + "}} ";
  const auto campaign = loaded(with_choices(line, choices) + "[[attributes]]\nname = \"x\"\n" + attribute);
  Lines lines;
  for (Ordinal ordinal = 0; ordinal < campaign.space->size(); ++ordinal) try {
      lines.push_back(label_of(campaign.attributes.at(0), campaign.space->choices(ordinal)));
    } catch (const generators::AttributeError& error) {
      lines.emplace_back(error.what());
    }
  return lines;
}

TEST(Specification, DoubtsRowsThatExcludeNothing) {
  const auto doubts = [](const std::string& row) {
    return loaded(with_choices("{{type}} {{width}}",
                               "type = ['char', 'int', 'long']\nwidth = { depends = 'type', cases = { char = [1, 3], "
                               "int = [3, 8] }, otherwise = [9] }",
                               "exclude = [{ type = 'int', width = 3 }, " + row + "]"))
        .doubts;
  };
  for (const char* row :
       {"{ type = 'char', width = 3 }", "{ width = [8, 9], type = ['char', 'int'] }", "{ width = 9 }"})
    EXPECT_THAT(doubts(row), testing::IsEmpty()) << row;
  EXPECT_THAT(doubts("{ type = 'char', width = [8, 9] }"),
              testing::ElementsAre("line 5: a row of `inputs.exclude` excludes nothing: `width` is never `8` with that "
                                   "value of `type`"));
  EXPECT_EQ(texts_of(loaded(with_choices("{{type}} {{width}}",
                                         "type = ['char', 'int']\nwidth = { depends = 'type', cases = { char = [1] }, "
                                         "otherwise = [9] }",
                                         "exclude = [{ type = 'char', width = 9 }]"))),
            (Lines{"char 1", "int 9"}));
}

TEST(Specification, DoubtsVariablesWithMisspeltNames) {
  const auto doubts = [](const std::string& inherit) {
    std::string text = with_choices("{{a}}", "a = [\"x\"]");
    const std::string run = "run = [\"cat\", \"{input}\"]\n";
    return loaded(text.replace(text.find(run), run.size(), run + "inherit = " + inherit + "\n")).doubts;
  };
  ASSERT_EQ(setenv("PATH_OF_ENGINE", "", 1), 0);
  EXPECT_THAT(doubts(R"(["PATH_OF_ENGINE", "PATH_OF_ENGI*", "PATH_OF_ENJ*", "*"])"), testing::IsEmpty());
  EXPECT_THAT(doubts(R"(["GATES_OF_ANOTHER_TEST", "APATH_OF_ENGINE", "PARH"])"), testing::IsEmpty())
      << "nobody has set it, nor anything like it";
  EXPECT_THAT(
      doubts(R"(["PATH_OF_ENGIN", "PATH_OF_ENGINE", "PATH_OF_ENIGNE"])"),
      testing::ElementsAre("subject.inherit[0]: PATH_OF_ENGIN is not set in the environment, so it is not passed "
                           "on; PATH_OF_ENGINE is set, did you mean that?",
                           "subject.inherit[2]: PATH_OF_ENIGNE is not set in the environment, so it is not passed "
                           "on; PATH_OF_ENGINE is set, did you mean that?"));
  unsetenv("PATH_OF_ENGINE");
}

TEST(Specification, ComputesAttributesFromNumbers) {
  const auto computed = [](const std::string& way) {
    return attribute_of("a = [\"int\", \"char\", \"3\"]\nb = [-2, 5]",
                        "from = [\"a\", \"b\"]\n" + way + " = { int = 4, char = 1 }");
  };
  EXPECT_THAT(computed("sum"), ElementsAre("2", "9", "-1", "6", "1", "8"));
  EXPECT_THAT(computed("product"), ElementsAre("-8", "20", "-2", "5", "-6", "15"));
  EXPECT_THAT(computed("least"), ElementsAre("-2", "4", "-2", "1", "-2", "3"));
  EXPECT_THAT(computed("greatest"), ElementsAre("4", "5", "1", "5", "3", "5"));
  EXPECT_THAT(attribute_of("a = [1, 2]\nb = [3, 4]", "from = [\"b\"]\nsum = { 3 = 30 }"),
              ElementsAre("30", "4", "30", "4"))
      << "the number of the table goes before the value's own";
  EXPECT_THAT(attribute_of("a = [9223372036854775807, 0]\nb = [1]", "from = [\"a\", \"b\"]\nsum = {}"),
              ElementsAre(::testing::HasSubstr("`attributes.sum` exceeds 64 bits"), "1"));
}

TEST(Specification, ComputesAttributesByCases) {
  const std::string holes = "a = [\"int\", \"char\"]\nb = { depends = \"a\", cases = { int = [1, 2], char = [3] } }";
  const std::string cases = R"(
cases = [
  { when = { b = [1, 3], a = "int" }, is = "one" },
  { when = { a = "int" }, is = 2 },
])";
  EXPECT_THAT(attribute_of(holes, cases + "\notherwise = \"none\""), ElementsAre("one", "2", "none"));
  EXPECT_THAT(attribute_of(holes, cases),
              ElementsAre("one", "2",
                          "the attribute `x` cannot be computed for b = ``, a = `char`: `attributes.cases` has no "
                          "case for it; add one, or `otherwise`"));
}

TEST(Specification, AttributesReadHolesThatMakeNoChoice) {
  // c is single for every b; b is single for a = r; so is d for b = 2, whatever a is.
  const std::string holes = R"(a = ["q", "r"]
b = { depends = "a", cases = { q = [1, 2], r = [2] } }
d = { depends = "b", cases = { 1 = [10, 20], 2 = [30] } }
c = { depends = "b", cases = { 1 = [100], 2 = [200] } }
e = [1000])";
  const std::string all = "from = [\"a\", \"b\", \"c\", \"d\", \"e\"]\nsum = { q = 0, r = 5 }";
  EXPECT_THAT(attribute_of(holes, all), ElementsAre("1111", "1121", "1232", "1237"));
  EXPECT_THAT(attribute_of(holes, "from = [\"d\"]\nsum = {}"), ElementsAre("10", "20", "30", "30"));
  EXPECT_THAT(attribute_of(holes, "from = [\"e\"]\nsum = {}"), ElementsAre("1000", "1000", "1000", "1000"));
  EXPECT_THAT(attribute_of(holes, "cases = [{ when = { c = 200, d = 30 }, is = \"two\" }]\notherwise = \"one\""),
              ElementsAre("one", "one", "two", "two"));
  const std::string chain = R"(a = ["q", "r"]
b = { depends = "a", cases = { q = [1, 2], r = [3, 4] } }
c = { depends = "b", cases = { 1 = [10], 2 = [20], 3 = [30], 4 = [40] } })";
  EXPECT_THAT(attribute_of(chain, "from = [\"c\"]\nsum = {}"), ElementsAre("10", "20", "30", "40"));
}

TEST(Specification, AttributesAreNoPartOfAnInput) {
  const std::string text = with_choices("{{a}}", "a = [1, 2]");
  const auto plain = loaded(text);
  const auto with = loaded(text + "[[attributes]]\nname = \"x\"\nfrom = [\"a\"]\nsum = { 1 = 5 }");
  EXPECT_EQ(to_string(plain.space->structure()), to_string(with.space->structure()));
  EXPECT_EQ(differences(fingerprint(plain, "1"), fingerprint(with, "1")), "");
}

TEST(Specification, RendersFilesStandardInputAndParameters) {
  const auto campaign = loaded(R"(
name = "test"
[inputs]
holes = ["@", "@"]
standard_input = "@name@\n"
[[inputs.files]]
name = "a/one.c"
template = "int @ name @ = {{@value@}};"
[[inputs.files]]
name = "two.c"
template = "@value@@value@"
[inputs.choices]
name = ["x"]
value = [7, 8]
[subject]
run = ["cat", "{input:two.c}", "{value}"]
)" + judged);
  const auto input = campaign.space->render(1);
  ASSERT_TRUE(input);
  EXPECT_THAT(input->files,
              ElementsAre(subjects::NamedText{"a/one.c", "int x = {{8}};"}, subjects::NamedText{"two.c", "88"}));
  EXPECT_THAT(input->parameters, ElementsAre(subjects::NamedText{"name", "x"}, subjects::NamedText{"value", "8"}));
  EXPECT_EQ(input->standard_input, "x\n");
}

TEST(Specification, WithoutHolesThereIsOneInput) {
  const auto campaign =
      loaded("name = \"one\"\n[inputs]\nstandard_input = \"a\"\n[subject]\nrun = [\"cat\"]\n" + judged);
  EXPECT_EQ(campaign.space->size(), 1u);
  EXPECT_EQ(campaign.space->ordinal_of(campaign.space->choices(0)), 0u);
  EXPECT_EQ(campaign.space->render(0)->standard_input, "a");
}

TEST(Specification, OtherValuesAreAnotherPopulation) {
  const auto structure = [](const std::string& values, const std::string& more = "") {
    return to_string(loaded(with_choices("{{a}}", "a = " + values, more)).space->structure());
  };
  EXPECT_EQ(structure("[1, 2]"), structure("[1, 2]"));
  EXPECT_NE(structure("[1, 2]"), structure("[1, 3]"));
  EXPECT_NE(structure("[1, 2]", "exclude = [{ a = 1 }]"), structure("[1, 2]", "exclude = [{ a = 2 }]"));
}

TEST(Specification, MessagesNameOraclesPresetsRulesAndMasks) {
  const auto campaign = loaded(with_choices("{{a}}{{b}}", "a = [\"foo\", \"1\", \"bar\"]\nb = [\"baz\"]") + R"(
[[oracles]]
exit_status = 0
[[oracles]]
name = "echo"
expected_output = "{a}{b}"
normalise = [{ pattern = ' +$', replacement = "" }]
[[oracles]]
differential = { run = ["tac", "{input}"] }
[[oracles]]
command = ["./check", "{input}"]
[messages]
presets = ["gcc"]
rules = [{ pattern = '[0-9]+', replacement = "N" }]
learned = [{ pattern = '\Aa \w+\z', replacement = "a <any word>" }]
mask = ["main"]
mask_holes = ["a"]
)");
  EXPECT_THAT(campaign.body->oracle_names(), ElementsAre("no crash", "exit status", "echo", "differential", "check"));
  EXPECT_THAT(campaign.messages.presets, ElementsAre("gcc"));
  EXPECT_THAT(campaign.messages.rules, ElementsAre(std::pair<std::string, std::string>("[0-9]+", "N")));
  EXPECT_THAT(campaign.messages.learned,
              ElementsAre(std::pair<std::string, std::string>(R"(\Aa \w+\z)", "a <any word>")));
  EXPECT_THAT(campaign.messages.masks, ElementsAre("main", "foo", "bar"));
}

TEST(Specification, ProgramsBesideTheSpecificationAreFound) {
  const TemporaryDirectory directory;
  directory.write("program {1}", "");
  const auto subject = [&](const std::string& run) {
    return load_specification(
               directory.write("test.toml", "name = \"x\"\n[inputs]\n[subject]\nrun = " + run + "\n" + judged))
        .body->describe_subject();
  };
  EXPECT_THAT(subject("[\"./program {{1}}\"]"), ::testing::HasSubstr("\"{here}/program {{1}}\""));
  EXPECT_THAT(subject("[\"./made-by-a-step\"]"), ::testing::HasSubstr("\"./made-by-a-step\""));
  EXPECT_THAT(subject("[\"cat\", \"{here}/x\"]"), ::testing::HasSubstr("\"{here}/x\""));
}

TEST(Specification, KnowsTheLinesOfChoicesAndTheirValues) {
  const auto campaign = loaded(with_choices("{{type}} {{size}} {{name}}",
                                            "type = [\n  \"int\",\n  \"long\",\n]\nsize = { range = [1, 9] }\n"
                                            "name = { elements = ['a'], labels = ['first'] }\n"));
  const runner::Definition& definition = campaign.definition;
  EXPECT_TRUE(definition.file.starts_with("/")) << definition.file;
  EXPECT_TRUE(definition.file.ends_with("/test.toml")) << definition.file;
  EXPECT_EQ(definition.line, 1u);
  const std::size_t first = definition.choices.at("type").line;
  EXPECT_EQ(first, 7u);
  EXPECT_EQ(definition.choices.at("type").values.at("int"), first + 1);
  EXPECT_EQ(definition.choices.at("type").values.at("long"), first + 2);
  EXPECT_EQ(definition.choices.at("size").line, first + 4);
  EXPECT_EQ(definition.choices.at("name").values.at("first"), first + 5);
}

TEST(Specification, LargeSpacesAreIndexedWithoutBeingBuilt) {
  const auto campaign =
      loaded(with_choices("{{a}} {{b}} {{c}}",
                          "a = { range = [0, 1000000000] }\nb = [\"x\", \"y\"]\n"
                          "c = { depends = \"b\", cases = { x = { strings = \"ab\", length = 20 }, y = [0] } }"));
  EXPECT_EQ(campaign.space->size(), 1000000001ull * ((1u << 20) + 1));
  const Ordinal last = campaign.space->size() - 1;
  EXPECT_EQ(campaign.space->render(last)->files.front().text, "1000000000 y 0");
  EXPECT_EQ(campaign.space->ordinal_of(campaign.space->choices(last - 1)), last - 1);
}

TEST(Combinations, WalksWhatAtReturnsOverEveryRange) {
  using specification::Combination, specification::HoleValue, specification::HoleValues;
  const auto values = [](std::vector<HoleValue> list) {
    return HoleValues{generators::elements<HoleValue>(std::move(list))};
  };
  std::vector<specification::Hole> holes(3);
  holes[0] = {"a", 0, {values({{"1"}, {"2"}})}, {}};
  holes[1] = {"b", 1, {values({{"x"}, {"y"}, {"z"}})}, {}};
  holes[2] = {"c", 2, {values({{"p"}}), values({{"q"}, {"r"}})}, {{0}, {{{0, 1}}}, {2}, {0, 1}}};
  const specification::Combinations combinations(holes, 3, "");
  ASSERT_EQ(combinations.size(), 9u);
  for (Ordinal first = 0; first <= 9; ++first) {
    for (Ordinal last = first; last <= 9; ++last) {
      Ordinal next = first;
      EXPECT_TRUE(combinations.walk(first, last, [&](Ordinal ordinal, const Combination& combination) {
        EXPECT_EQ(ordinal, next++);
        const Combination same = *combinations.at(ordinal);
        for (std::size_t i = 0; i < same.size(); ++i) EXPECT_EQ(combination[i].text, same[i].text);
        return true;
      }));
      EXPECT_EQ(next, last);
    }
  }
}

}  // namespace
}  // namespace smallscope::program
