// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/clustering/rules.hpp>

namespace smallscope::clustering {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string error_of(const auto& action) {
  try {
    action();
  } catch (const RuleError& error) {
    return error.what();
  }
  return "no error";
}

TEST(RuleSet, KeepsMessagesWithoutRules) {
  const std::string message("3:8: \0 \xff", 8);
  EXPECT_EQ(RuleSet().abstract(message), message);
  EXPECT_EQ(RuleSet({}, {}).abstract(message), message);
}

TEST(RuleSet, AppliesRulesInOrderToEveryMatch) {
  const RuleSet rules({}, {{"a", "b"}, {"b+", "<$&>"}, {"(\\w)-(\\w)", "$2-$1"}});
  EXPECT_EQ(rules.abstract("aab x-y"), "<bbb> y-x");
}

TEST(RuleSet, LinesArePerls) { EXPECT_EQ(RuleSet({}, {{"^x.*$", "line"}}).abstract("x 1\ny\nx 2"), "line\ny\nline"); }

TEST(Masks, ReplaceWholeWordsOnly) {
  const RuleSet rules({"f", "get_f"}, {});
  EXPECT_EQ(rules.abstract("field f not visible in self.f, of f2, _f and get_f"),
            "field <name> not visible in self.<name>, of f2, _f and <name>");
  EXPECT_EQ(rules.abstract("f"), "<name>");
  EXPECT_EQ(rules.abstract("f f"), "<name> <name>");
  EXPECT_EQ(rules.abstract(""), "");
}

TEST(Masks, KnowTypographicQuotationMarks) {
  const RuleSet rules({"f", "é"}, {});
  EXPECT_EQ(rules.abstract("In function ‘f’: «f» “f”"), "In function ‘<name>’: «<name>» “<name>”");
  EXPECT_EQ(rules.abstract("éf fé é"), "éf fé <name>");
}

TEST(Masks, LongestFirstAndNeverTwice) {
  EXPECT_EQ(RuleSet({"a", "a.f", "a.f.g"}, {}).abstract("a.f.g a.f a"), "<name> <name> <name>");
  EXPECT_EQ(RuleSet({"name", "x", "<"}, {}).abstract("x name"), "<name> <name>");
}

TEST(Masks, MayBeginOrEndWithOtherCharacters) {
  const RuleSet rules({"$f", "()", "", "@x@"}, {});
  EXPECT_EQ(rules.abstract("a$f $f2 g() @x@y"), "a<name> $f2 g<name> <name>y");
}

TEST(Masks, ComeBeforeRules) {
  EXPECT_EQ(RuleSet({"f"}, {{"field <name>", "a field"}}).abstract("field f"), "a field");
}

TEST(RememberingRules, SayTheSameAsRulesThatDoNot) {
  const RuleSet rules({"f"}, {{"[0-9]+", "<n>"}});
  RememberingRules remembering(rules);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 30; ++i) {
      // Some are longer than all that is remembered; together they are, too.
      const std::string message = "f" + std::to_string(i) + std::string(std::size_t{1} << i % 23, 'x') + " f 1";
      EXPECT_EQ(remembering.abstract(message), rules.abstract(message)) << i;
    }
  }
}

TEST(RuleErrors, MalformedPatternsAreExplained) {
  for (const char* pattern : {"(", "[a", "*", "(?<!a+)b", "\\"})
    EXPECT_THAT(error_of([&] {
                  RuleSet({}, {{pattern, ""}});
                }),
                AllOf(HasSubstr("`" + std::string(pattern) + "`"), HasSubstr(": ")))
        << pattern;
}

TEST(RuleErrors, UnknownPresetsListTheKnownOnes) {
  EXPECT_THAT(error_of([] { preset("gccc"); }), AllOf(HasSubstr("`gccc`"), HasSubstr("gcc, clang, tcc, cpython")));
  for (const std::string& name : preset_names()) EXPECT_FALSE(preset(name).empty()) << name;
}

TEST(RuleSet, SurvivesCatastrophicPatterns) {
  const RuleSet rules({}, {{"^(a+)+$", "as"}, {"b", "c"}});
  const std::string message = std::string(40, 'a') + "b";
  EXPECT_EQ(rules.abstract(message), std::string(40, 'a') + "c");
}

TEST(RuleSet, SurvivesLongAndOddMessages) {
  std::vector<Rule> rules;
  for (const std::string& name : preset_names()) rules.insert(rules.end(), preset(name).begin(), preset(name).end());
  const RuleSet all({"f"}, rules);
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  std::string odd;
  for (int i = 0; i < 40; ++i) odd += bytes;
  EXPECT_FALSE(all.abstract(odd).empty());
  EXPECT_FALSE(all.abstract(std::string(100'000, '/')).empty());
  EXPECT_FALSE(all.abstract(std::string(100'000, 'a')).empty());
  EXPECT_EQ(all.abstract(std::string(100'000, '1')), "<number>");
  EXPECT_EQ(all.abstract(""), "");
  EXPECT_EQ(all.given_up(), 0u);
}

/// Beginnings of what a rule is for, again and again in one line of 100 KiB that never ends as the rule wants.
class HostileMessages : public testing::TestWithParam<const char*> {};

TEST_P(HostileMessages, AreAbstractedByEveryRule) {
  std::string message;
  while (message.size() < 100 * 1024) message += GetParam();
  for (const std::string& name : preset_names()) {
    for (const Rule& rule : preset(name)) {
      const RuleSet rules({}, {rule});
      rules.abstract(message + "!");
      EXPECT_EQ(rules.given_up(), 0u) << name << ": " << rule.pattern;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Repeated, HostileMessages,
                         testing::Values("+a", "a.", "a:1", "a:1:1 ", "/a", "/tmp/a", "1.", "1_", "(1,1): ", ":1:1 - ",
                                         "#0 0x1 in ", "0x1 ", "| ", "^~", "^ ", "'", "`", "*** ", " (a+0x1)",
                                         "\x1b[0;", "00 ", ", ", "thread '' panicked at 'a', ", "{closure@", "File \"",
                                         "in /a.java", "a\n"));

TEST(RuleSet, CountsWhatRulesTookTooLongFor) {
  const RuleSet rules({}, {{"^(a+)+$", "as"}, {"b", "c"}});
  const RuleSet copy = rules;
  EXPECT_EQ(rules.given_up(), 0u);
  RememberingRules remembering(copy);
  const std::string message = std::string(40, 'a') + "b";
  EXPECT_THAT(remembering.abstract(std::vector{message, std::string("b"), message}),
              testing::ElementsAre(std::string(40, 'a') + "c", "c", std::string(40, 'a') + "c"));
  EXPECT_EQ(rules.given_up(), 1u);
  rules.abstract(message);
  EXPECT_EQ(rules.given_up(), 1u) << "the same rule and message";
  rules.abstract("a" + message);
  EXPECT_EQ(rules.given_up(), 2u);
  EXPECT_EQ(RuleSet().given_up(), 0u);
}

TEST(RuleSet, LeavesOutARuleThatTookTooLongOnManyMessages) {
  // Back references on long messages, and without them on short ones.
  for (const char* pattern : {"^(a+)+$", R"(^(a+)+\1d$)"}) {
    const RuleSet rules({}, {{"b", "c"}, {pattern, "as"}});
    RememberingRules remembering(rules);
    for (std::size_t i = 0; i < 50; ++i)
      EXPECT_EQ(remembering.abstract(std::string(3'000 + i, 'a') + "b"), std::string(3'000 + i, 'a') + "c");
    EXPECT_EQ(rules.given_up(), most_given_up) << pattern;
    EXPECT_THAT(rules.given_up_rules(), testing::ElementsAre(testing::Pair(pattern, most_given_up)));
    EXPECT_EQ(remembering.abstract("b"), "c") << "the other rules are in use";
  }
}

/// Whatever a preset says of the beginnings of its matches must not change what it does.
TEST(RuleSet, BeginningsOfMatchesOnlySaveTime) {
  const std::string pieces[] = {"/tmp/a-1/b.c", "/usr/lib/x.so:3:4", "a",     "/", "-", "0", "0x1F", "12",     "3.5e-7",
                                ".5",           "int32_t",           "c++20", " ", ":", "<", "_",    "x86-64", "$",
                                "\n",           "\xc3\xa9"};
  std::size_t with_starts = 0, changed = 0;
  for (const std::string& name : preset_names()) {
    for (const Rule& rule : preset(name)) {
      if (rule.starts.empty()) continue;
      ++with_starts;
      const RuleSet rules({}, {rule}), slow({}, {{rule.pattern, rule.replacement}});
      for (const std::string& a : pieces)
        for (const std::string& b : pieces)
          for (const std::string& c : pieces) {
            const std::string message = "at " + a + b + c + " of " + c + a;
            const std::string abstract = rules.abstract(message);
            EXPECT_EQ(abstract, slow.abstract(message)) << rule.pattern;
            changed += abstract == message ? 0 : 1;
          }
    }
  }
  EXPECT_GE(with_starts, 5u);
  EXPECT_GE(changed, 1'000u);
}

TEST(RememberingRules, GoOnWhereMessagesDoNotRepeat) {
  const RuleSet rules({}, {{"[0-9]+", "<n>"}});
  RememberingRules remembering(rules);
  for (int i = 0; i < 100'000; ++i) {
    const std::string letters(1 + i % 7, 'x');
    ASSERT_EQ(remembering.abstract(letters + std::to_string(i)), letters + "<n>");
  }
}

TEST(RuleSet, ExcerptsAreWholeAgainWhereEachLineIsAMessage) {
  const std::vector<std::string> said{"/tmp/a.cpp:7:4: error: no member named 'v' in 'L'",
                                      "  s.v = 5;",
                                      "  ~ ^",
                                      "note: here",
                                      "/tmp/a.cpp:9:1: error: expected '}'",
                                      "^"};  // the last line of the source is empty, so it is no message
  const std::vector<std::string> abstract{"error: no member named 'v' in 'L'", "<source>", "note: here",
                                          "error: expected '}'", "<source>"};
  EXPECT_EQ(RuleSet({}, preset("clang")).abstract(said), abstract);
  EXPECT_EQ(RememberingRules(RuleSet({}, preset("clang"))).abstract(said), abstract);
  EXPECT_EQ(RuleSet({}, {{"v", "w"}}).abstract(std::vector<std::string>{"v v", "^"}),
            (std::vector<std::string>{"w w", "^"}))
      << "no rule knows excerpts";
  const std::vector<std::string> python{
      "  File \"a.py\", line 3", "    f() = 1", "    ^^^", "SyntaxError: cannot assign",
      "  File \"a.py\", line 4", "    ^"};
  EXPECT_EQ(RuleSet({}, preset("cpython")).abstract(python),
            (std::vector<std::string>{"  File <path>, line <number>", "<source>", "SyntaxError: cannot assign",
                                      "  File <path>, line <number>", "<source>"}));
}

TEST(RuleSet, ReducesTracesBeforeAnythingElse) {
  const std::vector<std::string> said{"  File \"/usr/lib/python3.11/ast.py\", line 3, in parse",
                                      "  File \"/a/fld.py\", line 7, in fld", "KeyError: 7"};
  const RuleSet rules({"fld"}, {{"7", "<n>"}}, Traces::reduced);
  EXPECT_THAT(rules.abstract(said), testing::ElementsAre("  at <name> (<name>.py)", "KeyError: <n>"));
  EXPECT_THAT(RememberingRules(rules).abstract(said), testing::ElementsAreArray(rules.abstract(said)));
  EXPECT_THAT(RuleSet({"fld"}, {}).abstract(said), testing::SizeIs(3));
}

}  // namespace
}  // namespace smallscope::clustering
