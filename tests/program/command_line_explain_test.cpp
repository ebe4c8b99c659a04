// SPDX-License-Identifier: Apache-2.0
// explain on the command line: what a person reads, JSON, what cannot be explained; what `run` and `clusters` show.
#include "command_line_programs.hpp"
#include "older_formats.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// The store of a complete run of `planted`.
void run_planted(Bench& bench) {
  ASSERT_EQ(bench.run({campaigns, "run", "planted", "--store", "s.sqlite", "--representatives", "0"}).status, 1);
}

TEST(CommandLineExplain, SaysInWhichChoicesEachClusterFails) {
  Bench bench;
  run_planted(bench);
  const Ended ended = bench.run({campaigns, "explain", "s.sqlite"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  EXPECT_THAT(ended.out,
              AllOf(HasSubstr("planted: all 80 inputs have a verdict; 22 fail, in 3 clusters"),
                    HasSubstr("  12 failing   right: too big"),
                    HasSubstr("  fails exactly when\n    12  kind is one of `b`, `d <e>` and size is at least 7\n"),
                    HasSubstr("  fails exactly when\n    9  kind is `c` and place is `outside`\n"
                              "  1 of the matching inputs fails in another way\n"),
                    HasSubstr("  1  kind is `c` and size is `4` and place is `outside`\n"), Not(HasSubstr("passes"))));
}

TEST(CommandLineExplain, ShowsAFailingAndAPassingInputForEachCondition) {
  Bench bench;
  run_planted(bench);
  const Ended ended = bench.run({campaigns, "explain", "s.sqlite", "--cluster", "C1"});
  EXPECT_THAT(ended.out, AllOf(HasSubstr("22 fail, in 3 clusters"), HasSubstr("size is at least 7: size = "),
                               HasSubstr("kind is one of `b`, `d <e>`: kind = b | kind = "), HasSubstr("fails"),
                               HasSubstr("passes"), Not(HasSubstr("wrong place"))));
  const Json json = parsed(bench.run({campaigns, "clusters", "s.sqlite", "--json"}).out);
  const std::string key = json["clusters"][0]["key"];
  EXPECT_EQ(bench.run({campaigns, "explain", "s.sqlite", "--cluster", key}).out, ended.out) << "a key is as good";
  EXPECT_EQ(bench.run({campaigns, "explain", "s.sqlite", "--cluster", "1"}).out, ended.out) << "and so is a number";
  expect_error(bench.run({campaigns, "explain", "s.sqlite", "--cluster", "C9"}), 2,
               HasSubstr("--cluster C9: the store has no such cluster; `clusters s.sqlite` lists the 3 that it has"));
}

TEST(CommandLineExplain, SaysWhatSingleChangesDo) {
  Bench bench;
  run_planted(bench);
  const Ended ended = bench.run({campaigns, "explain", "s.sqlite", "--single-changes", "--cluster", "C1"});
  EXPECT_THAT(ended.out, AllOf(HasSubstr("if one choice is changed, and nothing else, of its 12 failing inputs:"),
                               HasSubstr("change  to")));
  EXPECT_THAT(bench.run({campaigns, "explain", "s.sqlite"}).out, Not(HasSubstr("if one choice is changed")));
  const Json json = parsed(bench.run({campaigns, "explain", "s.sqlite", "--single-changes", "--json"}).out);
  const Json& cluster = json["clusters"][0];
  EXPECT_EQ(cluster["changed_inputs"], 12);
  std::size_t seen = 0;
  for (const Json& change : cluster["single_changes"]) {
    EXPECT_EQ(change["unknown"], 0) << change;
    if (change["choice"] == "kind" && change["value"] == "a") {
      EXPECT_EQ(change["passing"], 12);
      const std::string failing = change["example"]["failing"].dump(), passing = change["example"]["passing"].dump();
      EXPECT_EQ(bench.run({campaigns, "replay", "s.sqlite", failing}).status, 1);
      EXPECT_EQ(bench.run({campaigns, "replay", "s.sqlite", passing}).status, 0);
      ++seen;
    } else if (change["choice"] == "place") {
      EXPECT_EQ(change["same"], 6) << "it does not matter";
      ++seen;
    }
  }
  EXPECT_EQ(seen, 3u);
}

TEST(CommandLineExplain, WitnessesAreExecutedTheSameWay) {
  Bench bench;
  run_planted(bench);
  const Json json = parsed(bench.run({campaigns, "explain", "s.sqlite", "--json"}).out);
  EXPECT_EQ(json["inputs"], 80);
  EXPECT_NE(json["certificate"], "");
  std::size_t witnesses = 0;
  for (const Json& cluster : json["clusters"]) {
    const Json& explanation = cluster["explanation"];
    EXPECT_EQ(explanation["exact"], true);
    EXPECT_EQ(explanation["matches"]["passing"], 0);
    for (const Json& term : explanation["terms"])
      for (const Json& literal : term["literals"]) {
        const Json& witness = literal["witness"];
        ASSERT_FALSE(witness.is_null()) << literal;
        EXPECT_EQ(witness["differing"], 1);
        const int without = witness["passes"] == true ? 0 : 1;
        for (const auto& [which, status] : {std::pair("failing", 1), std::pair("without", without)}) {
          const std::string ordinal = witness[which].dump();
          EXPECT_EQ(bench.run({campaigns, "replay", "s.sqlite", ordinal}).status, status) << which << " " << ordinal;
          ++witnesses;
        }
      }
  }
  EXPECT_EQ(witnesses, 2u * 7);
}

TEST(CommandLineExplain, WhatIsShownIsBounded) {
  Bench bench;
  ASSERT_EQ(bench.run({campaigns, "run", "in-process", "--store", "s.sqlite", "--representatives", "0"}).status, 1);
  const Ended ended = bench.run({campaigns, "explain", "s.sqlite", "--terms", "1"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr(" more\n")) << "forty numbers in one literal";
}

TEST(CommandLineExplain, RunsAndClustersShowItInOneLine) {
  Bench bench;
  const Ended run = bench.run({campaigns, "run", "planted", "--store", "s.sqlite"});
  const std::string line =
      "fails exactly when kind is `c` and place is `outside` (1 of the matching inputs fails in another way)";
  EXPECT_THAT(run.out, AllOf(HasSubstr("C2   " + line), HasSubstr("explain s.sqlite")));
  EXPECT_THAT(bench.run({campaigns, "clusters", "s.sqlite"}).out, HasSubstr("C2   " + line));
  EXPECT_THAT(bench.run({campaigns, "clusters", "s.sqlite", "--by", "random"}).out, Not(HasSubstr("fails exactly")));
  const Json json = parsed(bench.run({campaigns, "clusters", "s.sqlite", "--json"}).out);
  EXPECT_EQ(json["clusters"][1]["explanation"], line);
  EXPECT_EQ(json["clusters"][2]["explanation"], nullptr) << "of one input: hardly shorter than a list";
  EXPECT_THAT(bench.run({smallscope_program, "clusters", "s.sqlite"}).out, Not(HasSubstr("fails exactly")))
      << "without the campaign nobody knows the choices of passing inputs";
}

TEST(CommandLineExplain, SpeaksOfDeclaredAttributesAndSaysWhichAreLeftOut) {
  Bench bench;
  const std::string left_out =
      "note: the attribute `large` is left out of explanations, because it needs a table of 2097152 rows and at most "
      "1048576 are made\n";
  const Ended run = bench.run({campaigns, "run", "digits", "--store", "s.sqlite", "--representatives", "1"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.out, HasSubstr("fails exactly when b is at most 1 and digits is `25`"));
  EXPECT_THAT(run.err, HasSubstr(left_out));
  const Ended ended = bench.run({campaigns, "explain", "s.sqlite", "--cluster", "C1"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, left_out);
  EXPECT_THAT(ended.out,
              AllOf(HasSubstr("24  b is at most 1 and digits is `25`\n"), HasSubstr("digits is `25`: a = 799 | a = ")))
      << "a witness differs in a choice";
  const Json json = parsed(bench.run({campaigns, "explain", "s.sqlite", "--json"}).out);
  EXPECT_THAT(json["left_out"].dump(), HasSubstr("`large` is left out"));
  EXPECT_EQ(json["clusters"][0]["explanation"]["terms"][0]["literals"][1]["attribute"], "digits");
}

TEST(CommandLineExplain, AnAttributeThatCannotBeComputedIsNamedWithItsInput) {
  Bench bench;
  const Setting throws{.environment = {{"SMALLSCOPE_TEST_ATTRIBUTE", "throws"}}};
  const std::string why = "the attribute `digits` cannot be computed for a = `7`: seven (input 14336)";
  const Ended run = bench.run({campaigns, "run", "digits", "--store", "s.sqlite", "--representatives", "0"}, throws);
  EXPECT_EQ(run.status, 1) << "the results are what they are";
  EXPECT_THAT(run.err, AllOf(HasSubstr("note: clusters by messages, not by causes: "), HasSubstr(why)));
  EXPECT_THAT(bench.run({campaigns, "clusters", "s.sqlite"}, throws).out, HasSubstr(why));
  expect_error(bench.run({campaigns, "explain", "s.sqlite"}, throws), 3, HasSubstr(why));
  EXPECT_EQ(bench.run({campaigns, "explain", "s.sqlite"}).status, 0) << "mended without another run";
}

TEST(CommandLineExplain, TakesTheAttributesOfASpecification) {
  Bench bench;
  bench.write("subject.sh", "case $1$2 in bc|cb|cc|ac|ca) echo large;; esac\n");
  const std::string specification =
      "name = \"sums\"\n[inputs.choices]\nfirst = [\"a\", \"b\", \"c\"]\nsecond = [\"a\", \"b\", \"c\", \"d\"]\n"
      "[subject]\nrun = [\"sh\", \"{here}/subject.sh\", \"{first}\", \"{second}\"]\n"
      "[[oracles]]\nexpected_output = \"\"\n";
  bench.write("weights.toml", specification);
  ASSERT_EQ(bench.run({smallscope_program, "run", "weights.toml", "--store", "s.sqlite"}).status, 1);
  const auto explained = [&] {
    return bench.run({smallscope_program, "explain", "s.sqlite", "--from", "weights.toml"}).out;
  };
  EXPECT_THAT(explained(), Not(HasSubstr("weight")));
  bench.write("weights.toml", specification +
                                  "[[attributes]]\nname = \"weight\"\nfrom = [\"first\", \"second\"]\n"
                                  "sum = { a = 1, b = 2, c = 4, d = -9 }\n");
  EXPECT_THAT(explained(), HasSubstr("    5  weight is at least 5\n")) << "the store that exists is explained with it";
}

TEST(CommandLineExplain, SaysWhatIsSomewhereInWordsOfAGrammar) {
  Bench bench;
  bench.write("words.toml",
              "name = \"words\"\n[inputs.grammar]\nE = [\"T\", \"T + T\"]\n"
              "T = [\"a\", \"b\", \"0\", \"( E )\", \"- T\"]\n"
              "[inputs.choices]\nexpr = { nonterminal = \"E\", size = [1, 6] }\n"
              "[subject]\nrun = [\"sh\", \"-c\", \"case $1 in *0*) exit 1;; *'('*) echo group;; esac\", \"sh\", "
              "\"{expr}\"]\n[[oracles]]\nexit_status = 0\n[[oracles]]\nexpected_output = \"\"\n");
  ASSERT_EQ(bench.run({smallscope_program, "run", "words.toml", "--store", "s.sqlite"}).status, 1);
  const Ended ended = bench.run({smallscope_program, "explain", "s.sqlite", "--from", "words.toml"});
  EXPECT_THAT(
      ended.out,
      AllOf(HasSubstr("206 fail, in 2 clusters"), HasSubstr("  fails exactly when\n    130  some expr//* is `0`\n"),
            HasSubstr("  one cluster: some expr//* is `( E )` (150 of 150 valid inputs with it fail)\n"
                      "  fails exactly when\n    76  some expr//* is `( E )` and no expr//* is `0`\n")));
}

TEST(CommandLineExplain, OfAPartialStoreSaysWhatIsUndecided) {
  Bench bench;
  bench.run({campaigns, "run", "planted", "--store", "part.sqlite", "--max-tests", "30"});
  const Ended ended = bench.run({campaigns, "explain", "part.sqlite"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("30 of 80 inputs have a verdict, and explanations speak of these"),
                               Not(HasSubstr("by messages")), HasSubstr("failed so far when"),
                               HasSubstr("not executed (with 95% confidence, at least"), Not(HasSubstr("exactly"))));
  const Json json = parsed(bench.run({campaigns, "explain", "part.sqlite", "--json"}).out);
  for (const Json& cluster : json["clusters"]) {
    EXPECT_EQ(cluster["explanation"]["exact"], false);
    EXPECT_EQ(cluster["explanation"]["unknown"], 50);
    EXPECT_EQ(cluster["explanation"]["matches"]["passing"], 0);
  }
}

TEST(CommandLineExplain, ConfirmsByExecutingWhatMatches) {
  Bench bench;
  bench.run({campaigns, "run", "planted", "--store", "part.sqlite", "--max-tests", "30"});
  const Json before = parsed(bench.run({campaigns, "explain", "part.sqlite", "--json"}).out);
  const std::string key = before["clusters"][0]["key"];
  const Ended one = bench.run({campaigns, "explain", "part.sqlite", "--confirm", "--cluster", "C1"});
  EXPECT_THAT(one.out, AllOf(HasSubstr(key), HasSubstr("every matching input was executed"), HasSubstr("confirmed: ")));
  const Json json = parsed(bench.run({campaigns, "explain", "part.sqlite", "--confirm", "--json"}).out);
  EXPECT_EQ(json["confirmation"]["settled"], true);
  EXPECT_EQ(json["confirmation"]["stop"], "finished");
  EXPECT_LT(json["executed"], 80) << "what no explanation matches was not executed";
  for (const Json& cluster : json["clusters"]) EXPECT_EQ(cluster["explanation"]["matches"]["undecided"], 0);
  // The run goes on with the rest, and ends with the verdicts of any other run.
  bench.run({campaigns, "run", "planted", "--store", "part.sqlite", "--resume"});
  run_planted(bench);
  const auto explained = [&](const std::string& store) { return bench.run({campaigns, "explain", store}).out; };
  EXPECT_EQ(explained("part.sqlite"), explained("s.sqlite"));
  const Ended complete = bench.run({campaigns, "explain", "s.sqlite", "--confirm"});
  EXPECT_THAT(complete.out, HasSubstr("confirmed: 0 inputs executed in 0 rounds; every input that matches was"));
}

TEST(CommandLineExplain, AConfirmedClusterOfACompleteStoreIsTheOneThatIsShown) {
  Bench bench;
  bench.write("one.toml",
              "name = \"one\"\n[inputs.choices]\nkind = [\"a\", \"b\", \"c\", \"d\"]\nsize = [1, 2, 3, 4, 5, 6, 7, 8]\n"
              "[subject]\nrun = [\"sh\", \"-c\", \"case $1 in b[1357]) exit 1;; b*) exit 2;; esac\", \"sh\", "
              "\"{kind}{size}\"]\n[[oracles]]\nexit_status = 0\n");
  ASSERT_EQ(bench.run({smallscope_program, "run", "one.toml", "--store", "s.sqlite"}).status, 1);
  const auto explain = [&](std::vector<std::string> options) {
    std::vector<std::string> words{smallscope_program, "explain", "s.sqlite", "--from", "one.toml"};
    words.insert(words.end(), options.begin(), options.end());
    return bench.run(words);
  };
  const std::string by_causes = explain({"--cluster", "C1"}).out;
  EXPECT_THAT(by_causes, HasSubstr("one cluster: kind = `b` (8 of 8"));
  const Ended confirmed = explain({"--cluster", "C1", "--confirm"});
  EXPECT_EQ(confirmed.status, 0) << confirmed.err;
  EXPECT_THAT(confirmed.out, StartsWith(by_causes)) << "by messages there are two clusters";
  EXPECT_THAT(confirmed.out, HasSubstr("confirmed: 0 inputs executed in 0 rounds"));
}

TEST(CommandLineExplain, AllThatFailedSoFarHasNoExceptions) {
  Bench bench;
  bench.write("all.toml",
              "name = \"all\"\n[inputs.choices]\nkind = [\"a\", \"b\", \"c\", \"d\"]\nsize = [\"1\", \"2\", \"3\"]\n"
              "[subject]\nrun = [\"echo\", \"{kind}{size}\"]\n[[oracles]]\nexpected_output = \"\"\n"
              "[messages]\nrules = [{ pattern = \"output: .*\", replacement = \"some text\" }]\n");
  bench.run({smallscope_program, "run", "all.toml", "--store", "s.sqlite", "--max-tests", "6"});
  const Ended ended = bench.run({smallscope_program, "explain", "s.sqlite", "--from", "all.toml"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("\n  always failed so far\n  6 of the matching inputs were not executed"),
                               Not(HasSubstr("except"))));
}

TEST(CommandLineExplain, OfASpaceThatNobodyCanExecuteSaysWhatMustBeExpected) {
  Bench bench;
  std::string choices, names;
  for (int i = 0; i < 9; ++i) {
    const std::string name = "c" + std::to_string(i);
    choices += name + " = { range = [0, 10] }\n";
    names += " {" + name + "}";
  }
  bench.write("huge.toml", "name = \"huge\"\n[inputs.choices]\n" + choices +
                               "[subject]\nrun = [\"sh\", \"-c\", 'case {c0} in 3) echo three;; esac; :" + names +
                               "']\n[[oracles]]\nexpected_output = \"\"\n");
  const Ended run = bench.run(
      {smallscope_program, "run", "huge.toml", "--store", "s.sqlite", "--max-tests", "200", "--progress", "none"});
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("C1   failed so far when c0 is `3` (with 95% confidence, at least"));
  const auto explain = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {smallscope_program, "explain", "s.sqlite", "--from", "huge.toml"});
    return bench.run(options);
  };
  EXPECT_THAT(explain({}).out, AllOf(HasSubstr("200 of 2,357,947,691 inputs have a verdict"),
                                     HasSubstr("% of all inputs that match fail if the"),
                                     Not(HasSubstr("every matching input was executed"))));
  const Json json = parsed(explain({"--json"}).out);
  EXPECT_EQ(json["clusters"][0]["explanation"]["unknown"], 2'357'947'491);
  EXPECT_EQ(json["clusters"][0]["explanation"]["matches"]["undecided"], nullptr);
  expect_error(explain({"--confirm"}), 2, HasSubstr("--confirm: 2,357,947,491 inputs were not executed; at most"));
}

TEST(CommandLineExplain, ConfirmationHasALimit) {
  Bench bench;
  bench.run({campaigns, "run", "planted", "--store", "part.sqlite", "--max-tests", "30"});
  const Ended ended = bench.run({campaigns, "explain", "part.sqlite", "--confirm", "--max-tests", "1"});
  EXPECT_THAT(ended.out, AllOf(HasSubstr("31 of 80 inputs have a verdict"),
                               HasSubstr("confirmed: 1 input executed in 1 round; stopped at --max-tests")));
  expect_error(bench.run({campaigns, "explain", "none.sqlite", "--confirm"}), 2, HasSubstr("there is no store"));
}

TEST(CommandLineExplain, RefusesWhatItCannotExplain) {
  Bench bench;
  bench.run({campaigns, "run", "planted", "--store", "part.sqlite", "--max-tests", "50"});
  EXPECT_THAT(bench.run({campaigns, "clusters", "part.sqlite"}).out, Not(HasSubstr("fails exactly")));
  bench.run({campaigns, "run", "search", "--store", "search.sqlite"});
  expect_error(bench.run({campaigns, "explain", "search.sqlite"}), 3, HasSubstr("search without an index"));
  expect_error(bench.run({smallscope_program, "explain", "part.sqlite"}), 2, HasSubstr("--from FILE"));
  expect_error(bench.run({campaigns, "explain", "none.sqlite"}), 2, HasSubstr("there is no store none.sqlite"));
}

TEST(CommandLineExplain, AStoreOfAnotherSpaceIsRefused) {
  Bench bench;
  run_planted(bench);
  results::samples::make_older(bench / "s.sqlite", 4);  // which has no checksums
  const Ended changed =
      bench.run({SMALLSCOPE_PYTHON, "-c",
                 "import sqlite3; c = sqlite3.connect('s.sqlite'); c.execute('update cases set choices ='"
                 " ' replace(choices, ?, ?)', ('\"b\"', '\"x\"')); c.commit()"});
  ASSERT_EQ(changed.status, 0) << changed.err;
  expect_error(bench.run({campaigns, "explain", "s.sqlite"}), 3, HasSubstr("has other choices there"));
}

TEST(CommandLineClusters, SayWhyTheyAreApartOrTogether) {
  Bench bench;
  run_planted(bench);
  const auto why = [&](const std::string& a, const std::string& b) {
    return bench.run({campaigns, "clusters", "s.sqlite", "--why", a, b});
  };
  EXPECT_THAT(why("C1", "C2").out, AllOf(StartsWith("apart: "), HasSubstr("\nC1  "), HasSubstr("\nC2  ")));
  EXPECT_THAT(why("C1", "C1").out, AllOf(StartsWith("together: "), HasSubstr("message: ")));
  const Json json = parsed(bench.run({campaigns, "clusters", "s.sqlite", "--json"}).out);
  const std::string first = json["clusters"][0]["members"][0]["ordinal"].dump();
  EXPECT_EQ(why("#" + first, "C1").out, why("C1", "C1").out) << "a failing input stands for its cluster";
  EXPECT_EQ(why(first, json["clusters"][0]["key"]).out, why("C1", "C1").out);
  expect_error(why("C99", "C1"), 2, HasSubstr("--why C99: there is no such cluster"));
  expect_error(why("4000000000", "C1"), 2, HasSubstr("no failing input with this ordinal"));
}

TEST(CommandLineClusters, NameTheInputsToLookAt) {
  Bench bench;
  run_planted(bench);
  const std::string out = bench.run({campaigns, "clusters", "s.sqlite", "--budget", "5"}).out;
  EXPECT_THAT(out, AllOf(HasSubstr("3 of 3 clusters in 5 inputs"), HasSubstr("the smallest of C3"),
                         HasSubstr(" away from #"), HasSubstr("next: "), HasSubstr(" replay s.sqlite ")));
  const Json json = parsed(bench.run({campaigns, "clusters", "s.sqlite", "--budget", "5", "--json"}).out);
  ASSERT_EQ(json["inspections"].size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    const Json& shown = json["inspections"][i];
    EXPECT_EQ(shown["represents"], i < 3);
    EXPECT_EQ(bench.run({campaigns, "replay", "s.sqlite", shown["input"]["ordinal"].dump()}).status, 1);
  }
  EXPECT_THAT(bench.run({campaigns, "clusters", "s.sqlite", "--budget", "2"}).out,
              HasSubstr("2 of 3 clusters in 2 inputs"));
  EXPECT_THAT(bench.run({campaigns, "clusters", "s.sqlite"}).out, Not(HasSubstr("inputs:")));
}

TEST(CommandLineClusters, ShowTheInputsToLookAt) {
  Bench bench;
  run_planted(bench);
  const auto clusters = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {campaigns, "clusters", "s.sqlite"});
    return bench.run(options);
  };
  const Json members = parsed(clusters({"--json"}).out)["clusters"][1]["members"];
  const Json json = parsed(clusters({"--budget", "4", "--cluster", "C2", "--json"}).out);
  ASSERT_EQ(json["inspections"].size(), 4u);
  const std::string each = clusters({"--budget", "4", "--cluster", "C2", "--each"}).out;
  EXPECT_THAT(each, AllOf(HasSubstr("4 inputs of C2: the smallest, then what is least like those above\n"),
                          Not(HasSubstr("next: "))));
  for (std::size_t i = 0; i < 4; ++i) {
    const Json& shown = json["inspections"][i];
    EXPECT_THAT(members, testing::Contains(shown["input"])) << "of C2 alone";
    const std::string ordinal = shown["input"]["ordinal"].dump();
    EXPECT_THAT(each, AllOf(HasSubstr(std::to_string(i + 1) + ". #" + ordinal + " of C2   "),
                            HasSubstr("    again: " + std::string(campaigns) + " replay s.sqlite " + ordinal + "\n")));
    const Json failure = parsed(bench.run({campaigns, "replay", "s.sqlite", ordinal, "--json"}).out);
    EXPECT_EQ(failure["verdict"], "fail") << "each is shown with what is wrong";
  }
  EXPECT_EQ(
      parsed(clusters({"--budget", "4", "--cluster", json["inspections"][0]["key"], "--json"}).out)["inspections"],
      json["inspections"]);
  expect_error(clusters({"--cluster", "C2"}), 2, HasSubstr("--cluster says of which inputs --budget is spent"));
  expect_error(clusters({"--each"}), 2, HasSubstr("give --budget N as well"));
  expect_error(clusters({"--budget", "2", "--cluster", "C9"}), 2, HasSubstr("the store has no such cluster"));
}

TEST(CommandLineClusters, RefuseTheSpecificationOfAnotherCampaign) {
  Bench bench;
  run_planted(bench);
  bench.specification("mixed.toml");
  expect_error(bench.run({smallscope_program, "clusters", "s.sqlite", "--from", "mixed.toml"}), 2,
               AllOf(HasSubstr("--from mixed.toml: its campaign is `check/mixed`"), HasSubstr("is `planted`")));
}

TEST(CommandLineClusters, AreByCausesOrSayWhyNot) {
  Bench bench;
  run_planted(bench);
  EXPECT_THAT(bench.run({campaigns, "clusters", "s.sqlite"}).out, HasSubstr("clusters by causes;"));
  EXPECT_THAT(bench.run({campaigns, "clusters", "s.sqlite", "--by", "message"}).out, Not(HasSubstr("by causes")));
  EXPECT_THAT(bench.run({smallscope_program, "clusters", "s.sqlite"}).out,
              HasSubstr("clusters by messages, not by causes: its campaign is not one of this program's"));
  EXPECT_THAT(bench.run({smallscope_program, "clusters", "s.sqlite", "--why", "C1", "C1"}).out,
              StartsWith("clusters by messages, not by causes: "));
  bench.run({campaigns, "run", "planted", "--store", "part.sqlite", "--max-tests", "50"});
  EXPECT_THAT(bench.run({campaigns, "clusters", "part.sqlite"}).out,
              HasSubstr("clusters by causes among the 50 inputs that were executed; `--by message`"));
  const Json json = parsed(bench.run({campaigns, "clusters", "part.sqlite", "--json"}).out);
  EXPECT_EQ(json["by"], "cause");
  EXPECT_EQ(json["obstacle"], nullptr);
}

TEST(CommandLineExplain, ALineSaysThatNoFewConditionsDescribeACluster) {
  Bench bench;
  const auto run = [&](const std::string& numbers) {
    bench.write("s.toml", "name = \"scattered\"\n[inputs.choices]\na = { range = [0, " + numbers +
                              "] }\nb = { range = [0, 7] }\n[subject]\nrun = [\"sh\", \"-c\", "
                              "\"test $(( ($1 * $1 * 3 + $2 * $2 * 5 + $1 * $2) % 7 )) != 0\", \"sh\", \"{a}\", "
                              "\"{b}\"]\n[[oracles]]\nexit_status = 0\n");
    return bench.run({smallscope_program, "run", "s.toml", "--no-store", "--progress", "none"}).out;
  };
  EXPECT_THAT(run("7"), HasSubstr("\nC1   no few conditions describe it, so it may be several faults\n"));
  EXPECT_THAT(run("0"), Not(HasSubstr("no few conditions"))) << "so few failures are their own description";
}

}  // namespace
}  // namespace smallscope::command_line
