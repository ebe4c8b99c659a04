// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <smallscope/clustering/clusters.hpp>
#include <smallscope/clustering/learned_rules.hpp>

namespace smallscope::clustering {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;
using Texts = std::vector<std::string>;

/// `before` each name `after`.
Texts around(const std::string& before, const std::string& after, const Texts& names) {
  Texts messages;
  for (const std::string& name : names) messages.push_back(before + name + after);
  return messages;
}
Texts joined(std::initializer_list<Texts> parts) {
  Texts all;
  for (const Texts& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

const Texts names{"alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"};
const Texts fields = around("the field ", " of the class is not visible", names);

/// All rules, as they are applied after others.
RuleSet rules_from(const Learned& learned) {
  std::vector<Rule> rules;
  for (const LearnedRule& each : learned.rules) rules.push_back(each.rule);
  return RuleSet({}, rules);
}
Texts texts_of(const Learned& learned) {
  Texts texts;
  for (const LearnedRule& each : learned.rules) texts.push_back(each.text);
  return texts;
}
Texts learned_texts(const Texts& messages) { return texts_of(learned_rules(messages)); }

/// What must hold for any messages.
void expect_laws(const Texts& messages) {
  const Learned learned = learned_rules(messages);
  const RuleSet rules = rules_from(learned);
  const std::set<std::string> different(messages.begin(), messages.end());
  EXPECT_EQ(learned.messages, different.size());

  // Each rule folds as many messages as it says, its examples among them, and into its text; no message is changed in
  // another way.
  std::map<std::string, std::size_t> folded;
  Texts left;
  for (const std::string& message : different) {
    const std::string text = rules.abstract(message);
    if (text != message) ++folded[text];
    left.push_back(text);
  }
  std::map<std::string, std::size_t> said;
  for (const LearnedRule& each : learned.rules) {
    said[each.text] += each.messages;
    EXPECT_GT(each.messages, each.examples.size());
    for (const std::string& example : each.examples) {
      EXPECT_TRUE(different.contains(example));
      EXPECT_EQ(RuleSet({}, {each.rule}).abstract(example), each.text);
    }
    EXPECT_TRUE(
        std::ranges::all_of(each.rule.pattern + each.rule.replacement, [](char c) { return c >= ' ' && c <= '~'; }));
  }
  EXPECT_EQ(folded, said);
  EXPECT_EQ(rules.given_up(), 0u);

  // Learning from what the rules leave gives nothing, and applying them again changes nothing.
  EXPECT_THAT(learned_rules(left).rules, IsEmpty());
  for (const std::string& text : left) EXPECT_EQ(rules.abstract(text), text);

  // Neither order nor repetition matters.
  Texts shuffled = joined({messages, messages});
  std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937(7));
  EXPECT_EQ(learned_rules(shuffled).rules, learned.rules);
}

TEST(LearnedRules, FoldMessagesThatDifferInOneFreeWord) {
  const Learned learned = learned_rules(fields);
  ASSERT_THAT(texts_of(learned), ElementsAre("the field <any word> of the class is not visible"));
  const LearnedRule& rule = learned.rules.front();
  EXPECT_EQ(rule.rule, (Rule{R"(\Athe field \w+ of the class is not visible\z)",
                             "the field <any word> of the class is not visible"}));
  EXPECT_EQ(rule.messages, 8u);
  EXPECT_THAT(rule.examples, ElementsAre(fields[0], fields[1], fields[3])) << "in the order of their bytes";
  const RuleSet rules = rules_from(learned);
  EXPECT_EQ(rules.abstract("the field omega of the class is not visible"), rule.text) << "one that was never seen";
  EXPECT_EQ(rules.abstract("the field a b of the class is not visible"), "the field a b of the class is not visible");
}

TEST(LearnedRules, LeaveFewMessagesApart) {
  const Texts two = around("error: expected a value of type ", " here", {"int", "char"});
  EXPECT_THAT(learned_texts(two), IsEmpty()) << "the word may be the fault";
  EXPECT_THAT(learned_texts({"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}), IsEmpty()) << "nothing in common";
  EXPECT_THAT(learned_texts({}), IsEmpty());
  EXPECT_THAT(learned_texts({""}), IsEmpty());
  // However long the messages are, three do not make a rule, because it is written three times: a pattern, a
  // replacement, and the text that it leaves.
  const std::string much(1000, 'x');
  EXPECT_THAT(learned_texts(around(much + " ", " here", {"int", "char", "long"})), IsEmpty());
}

TEST(LearnedRules, KeepWordsThatRecurInCombination) {
  Texts messages;
  for (const char* error : {"TypeError", "NameError", "KeyError"})
    for (const std::string& name : names)
      messages.push_back("before: \"" + name + " 1\", after: \"raised " + error + '"');
  EXPECT_THAT(learned_texts(messages), ElementsAre("before: \"<any text>\", after: \"raised KeyError\"",
                                                   "before: \"<any text>\", after: \"raised NameError\"",
                                                   "before: \"<any text>\", after: \"raised TypeError\""));
  expect_laws(messages);
}

TEST(LearnedRules, FoldSeveralPartsThatDifferTogether) {
  Texts messages;
  for (const std::string& name : names) messages.push_back("class " + name + " hides its base class base_" + name);
  EXPECT_THAT(learned_texts(messages), ElementsAre("class <any word> hides its base class <any word>"));
  Texts all_differ;
  for (const std::string& name : names) all_differ.push_back("x_" + name + " y_" + name + " is " + name);
  EXPECT_THAT(learned_texts(all_differ), IsEmpty()) << "more would go than stay";
}

TEST(LearnedRules, SayWhichKindOfTextIsFree) {
  const auto text_for = [](const Texts& values, const std::string& quote = "") {
    const Texts messages = around("the linker has met the value " + quote, quote + " in this section", values);
    expect_laws(messages);
    return learned_texts(messages);
  };
  const auto with = [](const std::string& placeholder) {
    return ElementsAre("the linker has met the value " + placeholder + " in this section");
  };
  EXPECT_THAT(text_for({"12", "7", "365", "4", "88", "91"}), with("<any number>"));
  EXPECT_THAT(text_for({"1a", "7f", "3c", "4d", "e0", "91"}), with("<any hex>"));
  EXPECT_THAT(text_for({"ab", "b2", "c3", "d4", "e5", "x6"}), with("<any word>"));
  EXPECT_THAT(text_for({"a.c", "b.c", "c-1", "d", "e", "f"}), with("<any word>"));
  EXPECT_THAT(text_for({"src/a.c", "/src/b.c", "c", "d", "e", "f"}), with("<any path>"));
  EXPECT_THAT(text_for({"/a/b", "/c", "/d/e.x", "/f", "/g", "/h"}), with("<any path>"));
  EXPECT_THAT(text_for({"a b", "", "f(x)", "-", "e", "<"}, "\""), with("\"<any text>\""));
  EXPECT_THAT(text_for({"a", "b", "c", "d", "e", "f"}, "'"), with("'<any word>'"));
  EXPECT_THAT(text_for({"größe", "länge", "höhe", "ёлка", "x", "y"}), with("<any word>"));
}

TEST(LearnedRules, LeaveAloneWhatRulesHaveWritten) {
  EXPECT_THAT(learned_texts(around("the field <name> is not visible in line ", "", {"<number>", "a", "b", "c"})),
              IsEmpty());
  const Texts folded = around("the field <any word> is not visible in the class ", "", names);
  EXPECT_THAT(learned_texts(folded), IsEmpty()) << "a learned rule knows it";
  const Texts other = around("the field <name> is not visible in the class ", "", names);
  EXPECT_THAT(learned_texts(other), ElementsAre("the field <name> is not visible in the class <any word>"))
      << "a preset that knows one part does not know the other";
  // What is left beside a learned rule's text was kept apart on purpose, though alone it would be folded.
  const Texts rest = around("the field x is not visible in the ", " class", names);
  EXPECT_THAT(learned_texts(rest).size(), 1u);
  EXPECT_THAT(learned_texts(joined({rest, {"the field <any word> is not visible in the base class"}})), IsEmpty());
  EXPECT_THAT(learned_texts(joined({rest, {"the field <any word>: not visible in the base class"}})).size(), 1u);
}

TEST(LearnedRules, TakeHostileMessagesLiterally) {
  using namespace std::string_literals;
  for (const std::string& hostile :
       {"(a+)+$"s, R"(\)"s, R"(\E\Q \z $1 $& ${x} \1)"s, "\x1b[31m"s, "\xff\xfe\xc3"s, "a\0b"s, "\x01w\x01"s, "'\"`"s,
        "[^]-]{2}|.*?"s, "\r\n\t\x7f"s, "</script>"s, "\u202e"s, "<any "s, "<>"s, "(?i)x#"s})
    for (const Texts& messages : {around(hostile + " it is the field ", " of the class " + hostile, names),
                                  around("it is the field '", "' of the class", around(hostile, "", names)),
                                  around("it is the field '", "' of the class", around("", hostile, names))}) {
      SCOPED_TRACE(::testing::PrintToString(messages.front()));
      expect_laws(messages);
    }
  const Texts bytes = around("byte \xff and \\1$ and (a+)+$ and NUL \0 in the field "s, " here", names);
  EXPECT_THAT(learned_texts(bytes),
              ElementsAre(around("", "", bytes).front().substr(0, bytes.front().size() - 10) + "<any word> here"));
}

TEST(LearnedRules, HoldTheirLawsForAnyMessages) {
  // Few words and marks, so that frames coincide and boundaries of words are met in every combination.
  const Texts pieces{"a",    "b2", "long_word", "another",  "17",         " ",        " ",   " ",
                     ".",    "/",  "-",         "\"",       "'",          "`",        "<",   ">",
                     "any ", ":",  "\n",        "<number>", "<any word>", "\xc3\xa9", "\x01"};
  std::mt19937 random(1);
  const auto draw = [&](std::size_t n) { return random() % n; };
  std::size_t rules = 0;
  for (int round = 0; round < 200; ++round) {
    Texts messages;
    const std::size_t shapes = 1 + draw(6);
    for (std::size_t shape = 0; shape < shapes; ++shape) {
      Texts parts(2 + draw(12));
      for (std::string& part : parts) part = pieces[draw(pieces.size())];
      const std::size_t free = draw(parts.size()), other = draw(parts.size());
      for (std::size_t i = 5 + draw(40); i > 0; --i) {
        Texts made = parts;
        made[free] = names[draw(names.size())] + std::to_string(draw(20));
        if (draw(3) == 0) made[free] = pieces[draw(pieces.size())] + made[free] + pieces[draw(pieces.size())];
        if (draw(6) == 0) made[other] = pieces[draw(pieces.size())];
        std::string message = "some words that stay: ";
        for (const std::string& part : made) message += part;
        messages.push_back(message);
      }
    }
    SCOPED_TRACE(::testing::PrintToString(messages));
    expect_laws(messages);
    if (HasFailure()) return;
    rules += learned_rules(messages).rules.size();
  }
  EXPECT_GT(rules, 20u) << "or this test shows little";
}

TEST(LearnedRules, SayWhatWasTooLong) {
  Texts messages = around(std::string(4'090, 'x') + " ", " here", names);
  messages.push_back("short");
  Learned learned = learned_rules(messages);
  EXPECT_THAT(learned.rules, IsEmpty());
  EXPECT_EQ(learned.too_long, 8u);
  EXPECT_EQ(learned.messages, 9u);
  std::string words;
  for (int i = 0; i < 256; ++i) words += "w ";
  learned = learned_rules(around(words, "", names));
  EXPECT_EQ(learned.too_long, 8u);
  learned = learned_rules(around(words.substr(2), "", names));
  EXPECT_EQ(learned.too_long, 0u);
  EXPECT_EQ(learned.rules.size(), 1u);
}

TEST(LearnedRules, AreNoMoreThanAHundred) {
  Texts messages;
  for (int i = 0; i < 103; ++i)
    for (const std::string& message : around("kind" + std::to_string(i) + ": the field ", " is not visible", names))
      messages.push_back(message);
  messages.push_back("kind102: the field omega is not visible");
  const Learned learned = learned_rules(messages);
  EXPECT_EQ(learned.rules.size(), 100u);
  EXPECT_EQ(learned.left_out, 3u);
  EXPECT_EQ(learned.rules.front().text, "kind102: the field <any word> is not visible") << "most messages first";
}

TEST(LearnedRules, OfAStoreComeAfterItsOtherRules) {
  results::Manifest manifest;
  manifest.campaign = "fields";
  manifest.inputs = names.size() + 2;
  manifest.presets = {"gcc"};
  results::Store store = results::Store::in_memory(manifest);
  const results::Pass pass =
      store.add_pass({.order = {.name = "dense"}, .end = manifest.inputs, .size = manifest.inputs});
  std::vector<results::Case> cases;
  const auto add = [&](oracles::Verdict verdict, const std::string& message) {
    results::Case& made = cases.emplace_back();
    made.ordinal = cases.size() - 1;
    made.test = cases.size();
    made.verdict = verdict;
    made.judgements = {{"compiles", verdict, {message}}};
  };
  for (const std::string& name : names)
    add(oracles::Verdict::fail, "a.c:" + std::to_string(name.size()) + ":1: error: field " + name + " has 3 values");
  add(oracles::Verdict::crashed, "signal 11");
  add(oracles::Verdict::discarded, "not a failure");
  store.commit({.pass = pass.id,
                .done = manifest.inputs,
                .executed = manifest.inputs,
                .cases = std::move(cases),
                .discards = {}});
  const Learned learned = learned_rules(store, rules_of(manifest));
  ASSERT_THAT(texts_of(learned), ElementsAre("error: field <any word> has <number> values"));
  EXPECT_EQ(learned.messages, names.size() + 1);
  EXPECT_EQ(cluster(store, {.rules = rules_of(manifest)}).size(), names.size() + 1);
  manifest.learned = {{learned.rules[0].rule.pattern, learned.rules[0].rule.replacement}};
  EXPECT_EQ(cluster(store, {.rules = rules_of(manifest)}).size(), 2u);
  EXPECT_THAT(learned_rules(store, rules_of(manifest)).rules, IsEmpty());
}

}  // namespace
}  // namespace smallscope::clustering
