// SPDX-License-Identifier: Apache-2.0
// The functions that a script rewrites with do the same as the normalisers that they are made of.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <smallscope/subjects/command.hpp>

#include "files.hpp"
#include "triage/script/rewriting.hpp"

namespace smallscope::program {
namespace {

using oracles::Normaliser;
using oracles::Rewrite;

Normaliser with_rule(Rewrite rule) { return Normaliser(std::vector<Rewrite>{std::move(rule)}); }

/// What the script's function for the normaliser prints.
std::string rewritten(const Normaliser& normalise, const std::string& text) {
  const TemporaryDirectory directory;
  Rewritings rewritings;
  // Others before it do not matter.
  rewritings.function_for(with_rule({"other", "rule"}));
  const std::string name = rewritings.function_for(normalise);
  directory.write("script", rewritings.text() + name + "\n");
  const subjects::Input input{.standard_input = text};
  const subjects::Observation observation =
      subjects::execute(subjects::Command{{"sh", "script"}, {}, std::nullopt}, {directory.path(), &input},
                        {.time = std::chrono::minutes(1)}, {});
  EXPECT_EQ(observation.exit_status, 0) << observation.standard_error;
  EXPECT_EQ(observation.standard_error, "");
  return observation.standard_output;
}

TEST(Rewritings, DoWhatNormalisersDo) {
  const std::vector<std::vector<Rewrite>> all_rules{
      {{"0x[0-9a-f]+", "<address>"}},
      {{"(\\w+) at (\\d+)", "$2 of \\1"}, {"of", "'of' $$5 \"$&\" \\\\ \\t|\\n"}},
      {{"^", "> "}, {"$", ";"}},
      {{".*", "[$&]"}},
      {{"x*", "-"}},
      {{"(a)|(b)", "<$1$2$10>"}},
      {{"(?i)ERROR.*?:", ""}},
      {{"[[:space:]]+", " "}, {"\\bat\\b|\\s\\z", "@"}},
      {{"(?<=at )\\d+(?! )", "n"}},
      {{"@INC|\\$0|%ENV|`id`|\\(\\?\\{1\\}\\)", "$$(id)`id`@{[1]}"}},
      {{"(.)\\1", "$1"}},
      {{"\\x{41}", "a"}, {"\\Aa", "start"}},
      {{"é", "e"}, {"[\\x80-\\xff]", "?"}},
      {{"", "."}},
      {{"^.+$", "<$&>"}, {"[.^$]|[]x]|[^]x]$", "#"}},
      {{"\\^|\\$|\\.", "!"}, {"(?:^|at)(?=.)(?!x)(?<!y)", "~"}},
  };
  const std::vector<std::string> texts{
      "",
      "\n",
      "a 0x12f at 17\nb 0x3, 'at' 5",
      "error at line 3: AAAA aabb\r\n\n\nError: x\n",
      "@INC $0 %ENV `id` (?{1}) \\ ' \" * ? $(id)\n",
      std::string("null \0 byte, at 9\n", 18),
      "caf\xc3\xa9 \xff at 1\n",
      "A\nB at 7 \n  at 8",
      "\r\na.\r]b\f\fc^\n\r$d\r\n",
  };
  for (const std::vector<Rewrite>& rules : all_rules) {
    const Normaliser normalise(rules);
    for (const std::string& text : texts)
      EXPECT_EQ(rewritten(normalise, text), normalise(text)) << rules.front().pattern << " on " << text;
  }
}

TEST(Rewritings, AreMadeOnceForEqualRules) {
  Rewritings rewritings;
  EXPECT_EQ(rewritings.function_for(Normaliser()), "cat");
  EXPECT_EQ(rewritings.text(), "");
  const std::string first = rewritings.function_for(with_rule({"a", "b"}));
  EXPECT_NE(rewritings.function_for(with_rule({"a", "c"})), first);
  EXPECT_EQ(rewritings.function_for(with_rule({"a", "b"})), first);
}

TEST(Rewritings, AreNotMadeOfWhatPerlReadsDifferently) {
  for (const Rewrite& rule : std::vector<Rewrite>{{"\\<a", ""},
                                                  {"a\\>", ""},
                                                  {"\\`a", ""},
                                                  {"a\\'", ""},
                                                  {"\\Qa.b\\E", ""},
                                                  {"\\l", ""},
                                                  {"a\\Z", ""},
                                                  {"(?s).", ""},
                                                  {"a(?#b.c)", ""},
                                                  {"[[.hyphen.]]", ""},
                                                  {"a", "\\U$&"},
                                                  {"a", "$+"},
                                                  {"a", "$`"},
                                                  {"a", "${name}"},
                                                  {"a", "\\012"},
                                                  {"a", "$"},
                                                  {"a", std::string("\0", 1)}}) {
    Rewritings rewritings;
    EXPECT_THROW(rewritings.function_for(with_rule(rule)), std::invalid_argument)
        << rule.pattern << " to " << rule.replacement;
    EXPECT_EQ(rewritings.text(), "");
  }
}

}  // namespace
}  // namespace smallscope::program
