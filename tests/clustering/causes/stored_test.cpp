// SPDX-License-Identifier: Apache-2.0
// From a store to clusters by causes: kinds of messages, keys, what stands in the way.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <smallscope/clustering/causes/stored.hpp>
#include <smallscope/generators.hpp>
#include <thread>

#include "files.hpp"
#include "stores.hpp"

namespace smallscope::clustering {
namespace {

namespace gen = generators;
using oracles::Verdict;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

Signature says(const std::string& message) { return {{"behaviour", Verdict::fail, {message}}}; }

TEST(MessageKinds, LeaveOutWhatWasPrintedButNotWhatWasRaised) {
  EXPECT_EQ(message_kind(says(R"(before: "7", after: "raised TypeError")")),
            R"(behaviour: before: <output>, after: "raised TypeError")");
  EXPECT_EQ(message_kind(says(R"(before: "x "y" z", after: "")")), "behaviour: before: <output>, after: <output>");
  EXPECT_EQ(message_kind(says(R"~(before: "(1, 2)", after: "('TypeError', "an IOException, or TypeError", 1)")~")),
            "behaviour: before: <output>, after: <output with IOException, TypeError>");
  EXPECT_EQ(message_kind(says(R"(closing ')' does not match "{)")), R"(behaviour: closing ')' does not match "{)");
  EXPECT_EQ(message_kind(says(R"(said "threw up")")), R"(behaviour: said "threw up")");
  EXPECT_EQ(message_kind(says(R"(one says "a b" with exit status 1: "no", other says "a  b" with exit status 1)")),
            "behaviour: one says <output> with exit status 1: <output>, other says <output> with exit status 1");
  EXPECT_EQ(message_kind(says(R"(a says `["x,",",,y"]`, b says `"", "` with exit status 1: "no")")),
            "behaviour: a says <output>, b says <output> with exit status 1: <output>");
  EXPECT_EQ(message_kind(says(R"(a says exit status 0, b says exit status 1: `no "x", here`)")),
            R"(behaviour: a says exit status 0, b says exit status 1: `no "x", here`)");
  EXPECT_TRUE(is_refusal(message_kind(says(R"(a says exit status 0, b says exit status 1: `no "x", here`)"))));
  EXPECT_EQ(message_kind(says("cannot find value `x` in `\"a")), "behaviour: cannot find value `x` in `\"a");
  EXPECT_EQ(message_kind({{"", Verdict::flaky, {}}}), "flaky");
}

TEST(MessageKinds, MayLeaveOutWhatIsRightBesideAnError) {
  const auto kind_of = [](const Signature& said) { return message_kind(said, RightAnswers::left_out_beside_errors); };
  EXPECT_EQ(kind_of(says(R"(a says "TypeError: x", b, c say "3")")), "behaviour: a says <output with TypeError>");
  EXPECT_EQ(kind_of(says(R"(a says "TypeError", b says "IOError")")), "behaviour: a says <output with TypeError>");
  // That they refuse the input is said of it.
  EXPECT_EQ(kind_of(says(R"(a says "TypeError", b says exit status 1: "no")")),
            R"(behaviour: a says <output with TypeError>, b says exit status 1: "no")");
  // An output that names no error depends on the input, and so does what it is instead of.
  EXPECT_EQ(kind_of(says(R"(a says "3", b says "TypeError")")),
            "behaviour: a says <output>, b says <output with TypeError>");
  EXPECT_EQ(kind_of(says(R"(before: "TypeError", after: "3")")),
            "behaviour: before: <output with TypeError>, after: <output>");
}

TEST(MessageKinds, KnowWhatDiffPrints) {
  const auto printed = [](std::vector<std::string> lines) {
    return Signature{{"same", Verdict::fail, std::move(lines)}};
  };
  const std::string kind = "same: outputs differ: <output>, <output>";
  const Signature normal = printed({"2,3c2", "< null", "<", "---", "> 7 \"x\"", "\\ No newline at end of file"});
  EXPECT_EQ(message_kind(normal), kind);
  EXPECT_TRUE(says_only_outputs(kind));
  EXPECT_EQ(output_difference(normal), "null for mark, number, word");
  for (const char* const place : {"<lines>c<lines>", "<number>,3c2,<number>", "6c6", "3a4", "7,8d6"})
    EXPECT_EQ(message_kind(printed({place, "< a", "---", "> b"})), kind) << place;
  // Several hunks are said once, whatever was printed in each; what else is said stays.
  EXPECT_EQ(message_kind(printed({"slow", "1c1", "< a", "---", "> b", "7d6", "< c"})),
            "same: outputs differ: <output>, <output>; slow");
  const Signature unified = printed({"--- a", "+++ b", "@@ <lines> @@", " x", "-y = 1", "+y = null", " z", "done"});
  EXPECT_EQ(message_kind(unified), "same: +++ b; --- a; done; outputs differ: <output>, <output>");
  EXPECT_THAT(output_difference(printed({"@@ -1,3 +1,3 @@", " x", "-y = 1", "+y = null"})), "number for null");
  for (const char* const other : {"6c6 is wrong", "c", "12", "2c", "@@ x", "a2c3"})
    EXPECT_THAT(message_kind(printed({other, "< a", "> b"})), testing::HasSubstr("< a; > b")) << other;
}

TEST(MessageKinds, LeaveOutLinesOfTheInputThatCompilersRepeat) {
  const auto printed = [](std::vector<std::string> lines) {
    return message_kind({{"compiles", Verdict::fail, std::move(lines)}});
  };
  const std::string kind = "compiles: a.rb:<number>: unexpected 'else'";
  for (const std::vector<std::string>& excerpt :
       std::vector<std::vector<std::string>>{{"  if a false else then true end", "             ^~~~"},
                                             {"if b", "^"},
                                             {"  x = a\n      ^"},
                                             {"   ^~~"},
                                             {}}) {
    std::vector<std::string> lines{"a.rb:<number>: unexpected 'else'"};
    lines.insert(lines.end(), excerpt.begin(), excerpt.end());
    EXPECT_EQ(printed(lines), kind) << testing::PrintToString(lines);
  }
  // What says where something is wrong is no line of the input, and a line without marks may say what is wrong.
  EXPECT_EQ(printed({"a.rb:8: unexpected", "  ^"}), "compiles: a.rb:8: unexpected");
  EXPECT_EQ(printed({"at line <number>", "  ^"}), "compiles: at line <number>");
  EXPECT_EQ(printed({"unexpected", "  else"}), "compiles:   else; unexpected");
  EXPECT_EQ(printed({"x", "  ^ here"}), "compiles:   ^ here; x");
  // Nor are the lines of a hunk.
  EXPECT_EQ(printed({"1c1", "< a", "---", "> ^"}), "compiles: outputs differ: <output>, <output>");
  EXPECT_EQ(printed({"@@ -1,2 +1,2 @@", "-a", "+b", " ^"}), "compiles: outputs differ: <output>, <output>");
}

TEST(MessageKinds, SayOnlyThatOutputsDifferOrMore) {
  const auto only = [](const std::string& message) { return says_only_outputs(message_kind(says(message))); };
  EXPECT_TRUE(only(R"(a says "7", b says "8 <number>")"));
  EXPECT_TRUE(only(R"(output: "x", expected: "y")"));
  for (const char* const more :
       {"returns a wrong value", R"(before: "7", after: "raised TypeError")", R"(before: "7", after: "an IOException")",
        R"(before: "7", after: "raised ValueError")"})
    EXPECT_FALSE(only(more)) << more;
}

TEST(MessageKinds, SayWhyTheProgramsThatAreRightRefuseAnInput) {
  const auto kind = [](const std::string& message) { return message_kind(says(message)); };
  const std::string refusal = R"(behaviour: one says exit status <number>, other says exit status <number>: "no")";
  EXPECT_EQ(kind(R"(one says exit status <number>, other says exit status <number>: "no")"), refusal);
  EXPECT_TRUE(is_refusal(refusal));
  EXPECT_TRUE(is_refusal(kind(R"(one says "7", a, b say exit status 1: "line <number>: no")")));
  for (const char* const other : {
           R"(one says exit status 1: "no", other says exit status 0)",         // it refuses, and is wrong
           R"(one says exit status 1: "says: exit", other says "7")",           // what is said may be anything
           R"(one says ", b says exit status 1: ", other says exit status 0)",  // or look like ours
           R"(one says "a" with exit status 1: "no", other says "b" with exit status 1: "no")",
           R"(expected exit status 1: "no")",
       })
    EXPECT_FALSE(is_refusal(kind(other))) << kind(other);
}

TEST(MessageKinds, KeepWhatIsPrintedBesideManyOtherTexts) {
  const auto message = [](const std::string& before, const std::string& after) {
    return says("before: \"" + before + "\", after: \"" + after + "\"");
  };
  const std::string error = "does not compile: '(' was never closed";
  // Of the first of these.
  const auto kind_of = [](const std::vector<Signature>& signatures) {
    std::vector<const Signature*> all;
    for (const Signature& signature : signatures) all.push_back(&signature);
    // Nothing here is an answer of programs that are right beside an error.
    EXPECT_EQ(message_kinds(all, RightAnswers::left_out_beside_errors), message_kinds(all));
    return message_kinds(all).front();
  };
  const auto after_three = [&](const std::string& after) {
    return std::vector{message("ab", after), message("[]", after), message("True", after)};
  };
  std::vector<Signature> all = after_three(error);
  EXPECT_EQ(kind_of(all), "behaviour: before: <output>, after: \"" + error + "\"");
  const std::string nothing = "behaviour: before: <output>, after: <output>";
  EXPECT_EQ(kind_of({all[0], all[1], all[0], all[1]}), nothing) << "beside two others";
  for (const char* const other : {"never closed", "7 8: closed", "a = 1: b", "in words:", ": closed"})
    EXPECT_EQ(kind_of(after_three(other)), nothing) << "no words and a colon: " << other;
  all.push_back(message("does not compile: it did not before", "ab"));
  EXPECT_EQ(kind_of(all), nothing) << "right answers look so, too";
  const Signature alone = says("expected \"" + error + "\"");
  EXPECT_EQ(kind_of({alone, alone, alone, alone}), "behaviour: expected <output>") << "none beside";
}

auto space() { return gen::tuples(gen::range(0, 5).named("a"), gen::range(0, 4).named("b")); }
gen::Choices choices_in_space(Ordinal ordinal) { return gen::choices(space(), ordinal); }

results::Case case_that_says(Ordinal ordinal, const std::string& message, Verdict verdict = Verdict::fail) {
  results::Case made;
  made.ordinal = ordinal;
  made.test = ordinal + 1;
  made.verdict = verdict;
  if (verdict != Verdict::flaky) made.judgements = {{"right", verdict, {message}}};
  made.choices = choices_in_space(ordinal);
  return made;
}

results::Manifest manifest() {
  results::Manifest manifest;
  manifest.campaign = "digits";
  manifest.inputs = 30;
  manifest.structure = gen::to_string(space().structure());
  return manifest;
}

results::Store fill(results::Store store, std::vector<results::Case> cases, Ordinal done = 30,
                    results::Discards discards = {}) {
  const results::Pass pass = store.add_pass({.order = {.name = "dense"}, .end = 30, .size = 30});
  store.commit(
      {.pass = pass.id, .done = done, .executed = done, .cases = std::move(cases), .discards = std::move(discards)});
  return store;
}

results::Store complete_store(std::vector<results::Case> cases, Ordinal done = 30) {
  return fill(results::Store::in_memory(manifest()), std::move(cases), done);
}

TEST(OutputDifference, SaysWhichSortsOfTokensOnlyOneOutputHas) {
  const auto difference = [](const std::string& message) { return output_difference(says(message)); };
  EXPECT_EQ(difference(R"(a says "[1,2]", b says "[1]")"), "mark, number for nothing");
  EXPECT_EQ(difference(R"(a says "null", b says "<number>")"), "null for number");
  EXPECT_EQ(difference(R"(a says "x 7", b says "x y 7 7")"), "nothing for number, word");
  EXPECT_EQ(difference(R"(before: "\u00e9", after: "true")"), "mark, word for true");
  EXPECT_EQ(difference("a says \"\u00e9\", b says \"_\""), "word for word");
  EXPECT_EQ(difference(R"(a says "2, 1", b says "1,   2")"), "order or blanks");
  EXPECT_EQ(difference(R"(a says "<number>", b says "<number>")"), "other numbers, order or blanks");
  EXPECT_EQ(difference(R"(a says "1" with exit status 3: "no", b says "2")"), "number for number")
      << "standard error is no output";
  EXPECT_EQ(difference(R"(a says exit status 5: "no", b says "2")"), "number for nothing");
  EXPECT_EQ(difference("returns a wrong value"), "nothing for nothing");
  EXPECT_EQ(output_difference({{"one", Verdict::fail, {R"(a: "x", b: "1")", R"(a: "y", b: "2")"}},
                               {"other", Verdict::fail, {R"(a: "", b: "!")"}}}),
            "nothing for mark; word for number");
}

/// a = 1 fails with a message of each b, a = 3 with one message, which a = 1 has, too.
std::vector<results::Case> two_faults() {
  std::vector<results::Case> cases;
  for (Ordinal b = 0; b < 5; ++b) cases.push_back(case_that_says(5 + b, b == 0 ? "same" : "b is " + std::to_string(b)));
  for (Ordinal b = 0; b < 5; ++b) cases.push_back(case_that_says(15 + b, "same"));
  return cases;
}

TEST(CauseClusters, AreTheFaultsThatMessagesMix) {
  const results::Store store = complete_store(two_faults());
  ASSERT_THAT(cluster(store, {}), SizeIs(5));
  const Triage triaged = triage(store, {}, space().structure(), choices_in_space);
  ASSERT_EQ(triaged.obstacle, "");
  ASSERT_THAT(triaged.clusters, SizeIs(2));
  EXPECT_EQ(triaged.clusters[0].members.front(), std::pair(0, Ordinal{5}));
  EXPECT_EQ(triaged.clusters[0].signatures, 5);
  EXPECT_EQ(triaged.clusters[1].signatures, 1);
  EXPECT_THAT(triaged.clusters[0].key, StartsWith("v2-"));
  EXPECT_NE(triaged.clusters[0].key, triaged.clusters[1].key);
  EXPECT_EQ(to_string(triaged.by_causes->causes.groups[0].causes[0], triaged.explainer->population().attributes()),
            "a = 1");
}

TEST(CauseClusters, AreNotOfAValueWithWhichTheSubjectMostlyDeclines) {
  // It fails wherever it does something to b = 0 or b = 3, and that is for a = 1 and a = 2.
  const auto clusters_if = [](std::vector<Ordinal> results::Discards::*declined) {
    std::vector<results::Case> cases;
    results::Discards discards;
    for (Ordinal ordinal = 0; ordinal < 30; ++ordinal) {
      const Ordinal a = ordinal / 5, b = ordinal % 5;
      if (b % 3 == 0 && (a == 1 || a == 2)) cases.push_back(case_that_says(ordinal, "same"));
      if (b % 3 == 0 && a != 1 && a != 2) (discards.*declined).push_back(ordinal);
    }
    const results::Store store = fill(results::Store::in_memory(manifest()), std::move(cases), 30, discards);
    return triage(store, {}, space().structure(), choices_in_space).clusters.size();
  };
  EXPECT_EQ(clusters_if(&results::Discards::rejected), 2u) << "an invalid input says nothing";
  EXPECT_EQ(clusters_if(&results::Discards::refused), 1u);
  EXPECT_EQ(clusters_if(&results::Discards::not_applicable), 1u);
}

TEST(CauseClusters, OfOneMessageKeepTheKeyOfTheMessage) {
  std::vector<results::Case> cases{case_that_says(7, "one"), case_that_says(22, "two")};
  const results::Store store = complete_store(std::move(cases));
  const Triage triaged = triage(store, {}, space().structure(), choices_in_space);
  const std::vector<Cluster> by_message = cluster(store, {});
  ASSERT_THAT(triaged.clusters, SizeIs(2));
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(triaged.clusters[i].key, by_message[i].key);
}

TEST(CauseClusters, KeysDoNotDependOnNumbers) {
  const std::vector<std::string> causes{"a = 1"}, none;
  const std::vector<Signature> some{says("x"), says("y")}, turned{says("y"), says("x")};
  EXPECT_EQ(key(some, causes), key(turned, causes));
  EXPECT_NE(key(some, causes), key(some, none));
  EXPECT_EQ(key(std::vector<Signature>(1, says("x")), none), key(says("x")));
}

TEST(CauseClusters, ThatSayTheSameWithoutCauseHaveKeysOfTheirOwn) {
  // a = 0 always fails, and so do two pairs of values, each a cluster.
  const auto says = [](int a, int b, int c) -> std::optional<std::string> {
    if (a == 0) return b == 0 ? "other" : "same";
    return (a == 4 && b == 3) || (b == 5 && c == 2) ? std::optional("same") : std::nullopt;
  };
  const Triage triaged = triage_of_three(says);
  std::set<std::string> keys, without_cause;
  for (const Cluster& cluster : triaged.clusters) {
    keys.insert(cluster.key);
    if (triaged.by_causes->causes.groups.at(*cluster.group).causes.empty()) without_cause.insert(cluster.key);
  }
  EXPECT_EQ(keys.size(), triaged.clusters.size());
  EXPECT_EQ(without_cause.size(), 2u);
  EXPECT_FALSE(without_cause.contains(key(Signature{{"right", Verdict::fail, {"same"}}})));
  const Triage again = triage_of_three(says);
  for (std::size_t i = 0; i < triaged.clusters.size(); ++i) EXPECT_EQ(again.clusters[i].key, triaged.clusters[i].key);
}

TEST(CauseClusters, ThatShareAValueAreApartWhereTheirOutputsDifferInOtherWays) {
  // Two of three conjunctions need b = 2; what the second prints may differ as with the first, or in another way.
  const auto clusters_if = [](const std::string& second) {
    const Triage triaged = triage_of_three([&](int a, int b, int c) -> std::optional<std::string> {
      if (a == 1 && b == 2 && c == 3) return std::nullopt;  // one would hide the other
      const std::string right = "right says \"" + std::to_string(a + b + c) + "\"";
      if (a == 1 && b == 2) return "wrong says \"null\", " + right;
      if (b == 2 && c == 3) return "wrong says " + second + ", " + right;
      return a == 6 && c == 5 ? std::optional("wrong says \"null\", " + right) : std::nullopt;
    });
    return triaged.clusters.size();
  };
  EXPECT_EQ(clusters_if("\"null\""), 2u);
  EXPECT_EQ(clusters_if("\"a word\""), 3u);
}

TEST(CauseClusters, FlakyFailuresStayApart) {
  std::vector<results::Case> cases = two_faults();
  cases.insert(cases.begin(), case_that_says(3, "", Verdict::flaky));
  const Triage triaged = triage(complete_store(std::move(cases)), {}, space().structure(), choices_in_space);
  ASSERT_THAT(triaged.clusters, SizeIs(3));
  EXPECT_EQ(triaged.clusters[2].group, std::nullopt);
}

TEST(CauseClusters, OfAStoreThatIsNotCompleteAreOfWhatWasExecuted) {
  // Of a = 3, two inputs were executed, and of a = 4 none.
  std::vector<results::Case> cases = two_faults();
  std::erase_if(cases, [](const results::Case& each) { return each.ordinal >= 17; });
  const Triage triaged = triage(complete_store(std::move(cases), 17), {}, space().structure(), choices_in_space);
  EXPECT_EQ(triaged.obstacle, "");
  ASSERT_THAT(triaged.clusters, SizeIs(2));
  EXPECT_THAT(triaged.clusters[0].members, SizeIs(5));
  EXPECT_THAT(triaged.clusters[1].members, SizeIs(2));
  EXPECT_THAT(triaged.by_causes->causes.groups[0].causes, SizeIs(1));
  EXPECT_THAT(triaged.by_causes->causes.groups[1].causes, SizeIs(0)) << "two inputs say too little of a value";
  EXPECT_EQ(triaged.explainer->undecided().size(), 13u);
}

TEST(CauseClusters, OfASpaceThatNobodyCanExecuteAreOfWhatWasExecuted) {
  const auto huge = gen::tuples(gen::range(0, 999'999).named("a"), gen::range(0, 999'999).named("b"),
                                gen::range(0, 9).named("c"), gen::range(0, 9).named("d"));
  const auto choices = [&](Ordinal ordinal) { return gen::choices(huge, ordinal); };
  results::Manifest about;
  about.campaign = "huge";
  about.inputs = huge.size();
  about.structure = gen::to_string(huge.structure());
  results::Store store = results::Store::in_memory(about);
  std::vector<Ordinal> executed;
  std::vector<results::Case> cases;
  for (Ordinal i = 0; i < 1'000; ++i) {
    const Ordinal ordinal = i * 99'999'999'917;
    executed.push_back(ordinal);
    const gen::Choices chosen = choices(ordinal);
    const bool first = chosen[2].label == "3", second = chosen[2].label == chosen[3].label;
    if (!first && !second) continue;
    results::Case made;
    made.ordinal = ordinal;
    made.test = i + 1;
    made.verdict = Verdict::fail;
    made.judgements = {{"right", made.verdict, {first ? "x" + chosen[3].label : "y"}}};
    made.choices = chosen;
    cases.push_back(std::move(made));
  }
  const results::Pass pass = store.add_pass(
      {.order = {.name = "listed", .listed = std::make_shared<const std::vector<Ordinal>>(std::move(executed))},
       .end = huge.size(),
       .size = huge.size()});
  store.commit({.pass = pass.id, .done = 1'000, .executed = 1'000, .cases = std::move(cases), .discards = {}});
  ASSERT_EQ(store.account().executed, 1'000u);
  const Triage triaged = triage(store, {}, huge.structure(), choices);
  ASSERT_EQ(triaged.obstacle, "");
  ASSERT_THAT(triaged.clusters, SizeIs(2));
  for (const Cluster& of : triaged.clusters) {
    const Explanation explanation = triaged.explainer->explain(explained_members(of));
    EXPECT_EQ(explanation.unknown, huge.size() - 1'000);
    EXPECT_TRUE(explanation.is_of_listed);
    EXPECT_EQ(explanation.unexplained, 0u);
    EXPECT_EQ(explanation.matches.passing, 0u);
    ASSERT_THAT(explanation.terms, SizeIs(1)) << "c is 3, or c and d are equal";
    EXPECT_EQ(explanation.terms[0].literals.size(), 1u);
  }
}

TEST(CauseClusters, ByMessageHaveAnExplainerOnly) {
  const Triage triaged = triage(complete_store(two_faults()), {}, space().structure(), choices_in_space, By::message);
  EXPECT_TRUE(triaged.explainer);
  EXPECT_FALSE(triaged.by_causes);
  EXPECT_THAT(triaged.clusters, SizeIs(5));
}

TEST(CauseClusters, OfALargeFileAreReadByTwoThreads) {
  const TemporaryDirectory directory;
  std::vector<results::Case> cases = two_faults();
  const Triage expected = triage(complete_store(cases), {}, space().structure(), choices_in_space);
  for (results::Case& each : cases) each.observed = {{"output", std::string(std::size_t{4} << 20u, 'x')}};
  fill(results::Store::create(directory / "large.sqlite", manifest()), std::move(cases));
  const results::Store store = results::Store::snapshot(directory / "large.sqlite");
  EXPECT_EQ(store.another().has_value(), std::thread::hardware_concurrency() > 1);
  for (const By by : {By::cause, By::message}) {
    const Triage triaged = triage(store, {}, space().structure(), choices_in_space, by);
    ASSERT_THAT(triaged.clusters, SizeIs(by == By::cause ? 2 : 5));
    EXPECT_EQ(triaged.explainer->failing(), expected.explainer->failing());
    for (std::size_t i = 0; i < 2 && by == By::cause; ++i) {
      EXPECT_EQ(triaged.clusters[i].key, expected.clusters[i].key);
      EXPECT_EQ(triaged.clusters[i].members, expected.clusters[i].members);
    }
  }
  // What it cannot explain is clustered by what was read meanwhile.
  const auto others = [](Ordinal ordinal) { return choices_in_space(29 - ordinal); };
  const Triage unexplained = triage(store, {}, space().structure(), others);
  EXPECT_THAT(unexplained.obstacle, HasSubstr("other choices"));
  EXPECT_THAT(unexplained.clusters, SizeIs(5));
}

TEST(CauseClusters, NeedAnExplainerOfTheSameFailures) {
  const results::Store one = complete_store(two_faults()), other = complete_store({case_that_says(5, "x")});
  const Explainer explainer = explainer_of(other, space().structure(), choices_in_space);
  EXPECT_THROW((void)cluster_by_causes(one, {}, explainer), std::invalid_argument);
}

}  // namespace
}  // namespace smallscope::clustering
