// SPDX-License-Identifier: Apache-2.0
// direct: the few tests that localise a fault after a failure, and evaluate directed, which says how few they are.
#include <filesystem>
#include <set>

#include "covered/coverage_bench.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Direct : public CoverageBench {
 protected:
  Ended direct(std::vector<std::string> options) { return more("direct", std::move(options)); }
  Json directed(std::vector<std::string> options) {
    options.emplace_back("--json");
    return printed(direct(std::move(options)));
  }
};

TEST_F(Direct, GoesFromAFirstFailureToTheFaultyLine) {
  const Ended ended = direct({first_failure("s.sqlite"), "--tests", "8"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("C1  "), HasSubstr("by mixed"), HasSubstr("9 of 36 inputs"),
                               HasSubstr("calculator.c:8 (subtract)"), HasSubstr("return a + b;")));
  EXPECT_EQ(bench_.run({smallscope_program, "verify", "s.sqlite"}).status, 0);
  const Json json = directed({first_failure("t.sqlite"), "--tests", "8", "--jobs", "3"});
  EXPECT_EQ(json["functions"][0]["function"], "subtract") << json;
  EXPECT_EQ(json["directed"].size(), 9u);
  EXPECT_EQ(json["directed"][0]["distance"], 0);
  EXPECT_EQ(json["directed"][0]["outcome"], "fail");
  // The failing input was executed again, for its coverage; what the store knows is the same for any number of jobs.
  EXPECT_EQ(diagnose({"s.sqlite", "--top", "100"}).out, diagnose({"t.sqlite", "--top", "100"}).out);
  EXPECT_THAT(run({"--store", "s.sqlite", "--coverage", "--resume"}).err, Not(HasSubstr("error")));
  EXPECT_EQ(bench_.run({smallscope_program, "verify", "s.sqlite"}).status, 0);
}

TEST_F(Direct, TakesWhatACompleteStoreKnows) {
  ASSERT_EQ(run({"--store", "all.sqlite", "--coverage"}).status, 1);
  const Json before = parsed(diagnose({"all.sqlite", "--json"}).out);
  const Json json = directed({"all.sqlite", "--cluster", "C1", "--strategy", "neighbours", "--tests", "5"});
  for (const Json& test : json["directed"]) EXPECT_EQ(test["known_before"], true) << test;
  EXPECT_EQ(parsed(diagnose({"all.sqlite", "--json"}).out), before);
  const Json everything = directed({"all.sqlite", "--cluster", "C1", "--tests", "1000"});
  EXPECT_EQ(everything["exhausted"], true);
  EXPECT_EQ(everything["directed"].size(), 36u);
  EXPECT_EQ(everything["failing_in_other_ways"], 3) << "divisions by zero";
  // With all tests, the ranking is that of diagnose.
  EXPECT_EQ(before["spectra"][0]["cluster"], "C1");
  EXPECT_EQ(everything["ranking"], before["spectra"][0]["ranking"]);
}

TEST_F(Direct, HasStrategies) {
  std::set<std::string> suites;
  for (const char* const strategy : {"base", "coverage", "pcs", "is", "neighbours", "mixed", "capability", "random"}) {
    const std::string name = std::string(strategy) + ".sqlite";
    const Json json = directed({first_failure(name), "--strategy", strategy, "--tests", "6", "--seed", "3"});
    EXPECT_EQ(json["strategy"], strategy);
    ASSERT_EQ(json["directed"].size(), 7u) << strategy;
    suites.insert(json["directed"].dump());
    // Now the store knows them, and they are the same again.
    const Json again = directed({name, "--strategy", strategy, "--tests", "6", "--seed", "3", "--cluster", json["key"],
                                 "--input", json["directed"][0]["ordinal"].dump()});
    for (std::size_t i = 0; i < 7; ++i) {
      EXPECT_EQ(again["directed"][i]["ordinal"], json["directed"][i]["ordinal"]) << strategy;
      EXPECT_EQ(again["directed"][i]["known_before"], true) << strategy;
    }
  }
  EXPECT_GE(suites.size(), 5u);
  EXPECT_EQ(directed({first_failure("sub.sqlite"), "--strategy", "pcs", "--similarity", "subsequence", "--tests",
                      "3"})["directed"]
                .size(),
            4u);
}

TEST_F(Direct, ExecutesWhatACriterionWeighs) {
  const Json json = directed({first_failure("s.sqlite"), "--strategy", "capability", "--pool", "8", "--tests", "3"});
  EXPECT_EQ(json["directed"].size(), 4u);
  for (const Json& test : json["directed"]) EXPECT_EQ(test["known_before"], false) << test;
  // Eight at first; for each chosen one, another.
  EXPECT_EQ(json["executed_for_coverage"], 10);
  // Of the failing input, those, and no other.
  EXPECT_EQ(directed({"s.sqlite", "--strategy", "capability", "--pool", "8", "--tests", "3", "--cluster",
                      json["key"]})["executed_for_coverage"],
            0);
}

TEST_F(Direct, ChoosesByACriterion) {
  ASSERT_EQ(run({"--store", "all.sqlite", "--coverage"}).status, 1);
  std::set<std::string> suites;
  for (const char* const criterion : {"split", "cover", "ddu"}) {
    const Json json = directed(
        {"all.sqlite", "--cluster", "C1", "--strategy", "capability", "--criterion", criterion, "--tests", "4"});
    ASSERT_EQ(json["directed"].size(), 5u) << criterion;
    suites.insert(json["directed"].dump());
  }
  EXPECT_GE(suites.size(), 2u);
  EXPECT_THAT(direct({"all.sqlite", "--criterion", "best"}).err, HasSubstr("--criterion"));
  bench_.write("none.txt", "no criterion\n");
  const Ended ended = direct({"all.sqlite", "--cluster", "C1", "--strategy", "capability", "--learned", "none.txt"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("none.txt"));
  EXPECT_THAT(direct({"all.sqlite", "--learned", "none.txt", "--criterion", "ddu"}).err, HasSubstr("--criterion"));
}

TEST_F(Direct, DoesNotCountWhatIsNoTest) {
  const std::string folder = bench_.directory().string();
  std::string without = with(specification, "SUBJECT", folder + "/calculator");
  without = with(without, "[inputs.choices]", "exclude = [{ operator = \"/\" }]\n[inputs.choices]");
  bench_.write("calculator.toml", without);
  ASSERT_EQ(run({"--store", "s.sqlite", "--order", "dense", "--first-failure"}).status, 1);
  const Json some = directed({"s.sqlite", "--tests", "10"});
  EXPECT_EQ(some["directed"].size(), 11u);
  const Json all = directed({"s.sqlite", "--tests", "100", "--cluster", some["key"]});
  EXPECT_EQ(all["directed"].size(), 24u);
  EXPECT_EQ(all["excluded"], 12) << "divisions";
  EXPECT_EQ(all["exhausted"], true);
}

TEST_F(Direct, SaysWhatItCannotDo) {
  start_by_script();
  const std::string store = first_failure("s.sqlite");
  const Ended passing = direct({store, "--input", "0"});
  EXPECT_EQ(passing.status, 2);
  EXPECT_THAT(passing.err, HasSubstr("--input 0: no failing input of C1"));
  EXPECT_THAT(direct({store, "--cluster", "C9"}).err, HasSubstr("--cluster C9"));
  EXPECT_THAT(direct({store, "--strategy", "wild"}).err, HasSubstr("--strategy"));
  EXPECT_THAT(direct({store, "--tests", "0"}).err, HasSubstr("--tests"));
  EXPECT_THAT(direct({store, "--budget", "0.000001s"}).out, HasSubstr("stopped at the end of --budget"));
  ASSERT_EQ(run({"--store", "green.sqlite", "--order", "dense", "--max-tests", "1"}).status, 0);
  EXPECT_THAT(direct({"green.sqlite"}).err, HasSubstr("direct: nothing in the store fails"));
  // A program without instrumentation reports nothing.
  std::filesystem::copy(bench_ / "plain", bench_ / "calculator", std::filesystem::copy_options::overwrite_existing);
  const Ended plain = direct({store, "--tests", "2"});
  EXPECT_EQ(plain.status, 2);
  EXPECT_THAT(plain.err, HasSubstr("no process of its 3 tests reported what it covers"));
}

TEST_F(Direct, DoesNotTakeWhatPassesNowForAFailure) {
  start_by_script();
  const std::string store = first_failure("s.sqlite");
  const std::string folder = bench_.directory().string();
  ASSERT_EQ(std::system(("cd " + folder +
                         " && sed '8s/a + b/a - b/' calculator.c >mended.c && "
                         "gcc -g -O0 -fsanitize-coverage=trace-pc,trace-cmp -c mended.c && "
                         "gcc -o calculator mended.o " SMALLSCOPE_COVERAGE_RUNTIME)
                            .c_str()),
            0);
  const Ended ended = direct({store, "--tests", "3"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("skipped: 1 input that neither passed nor failed, or are flaky"),
                               HasSubstr("nothing to rank")));
}

TEST_F(Direct, TriesAgainWhatReportedNothing) {
  start_by_script();
  std::filesystem::rename(bench_ / "calculator", bench_ / "instrumented");
  std::filesystem::copy(bench_ / "plain", bench_ / "calculator");
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage", "--order", "dense", "--first-failure"}).status, 1);
  std::filesystem::rename(bench_ / "instrumented", bench_ / "calculator");
  const Json json = directed({"s.sqlite", "--tests", "5"});
  EXPECT_EQ(json["without_coverage"], 0);
  EXPECT_EQ(json["directed"][0]["known_before"], false);
  EXPECT_EQ(json["directed"][0]["outcome"], "fail");
}

/// Of a campaign that executes its code in process; the run had no coverage.
TEST(DirectInProcess, ExecutesIsolatedInputs) {
  Bench bench;
  const std::string covered = SMALLSCOPE_COVERED_CAMPAIGN;
  ASSERT_EQ(bench.run({covered, "run", "covered", "--isolate", "--store", "s.sqlite", "--first-failure"}).status, 1);
  const Json json = parsed(bench.run({covered, "direct", "s.sqlite", "--tests", "6", "--json"}).out);
  EXPECT_EQ(json["directed"][0]["outcome"], "fail") << "executed again, for its coverage";
  EXPECT_EQ(json["without_coverage"], 0);
  EXPECT_EQ(json["functions"][0]["function"], "subtract");
  EXPECT_EQ(bench.run({covered, "verify", "s.sqlite"}).status, 0);
}

TEST_F(Direct, IsEvaluatedOnKnownFaults) {
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage"}).status, 1);
  bench_.write("places.csv", "campaign,file,function,first_line,last_line\ncalculator,calculator.c,subtract,8,8\n");
  bench_.write("others.toml",
               "[[fault]]\ncampaign = \"calculator\"\nname = \"division by zero\"\nchoices.operator = \"/\"\n");
  const auto study = [&](const std::string& what, std::vector<std::string> options) {
    options.insert(options.begin(), {smallscope_program, "evaluate", what, "s.sqlite", "--faults", "others.toml",
                                     "--places", "places.csv"});
    const Ended ended = bench_.run(options);
    EXPECT_EQ(ended.status, 0) << ended.err;
    return ended.out;
  };
  EXPECT_THAT(study("directed", {"--tests", "10"}),
              AllOf(HasSubstr("1 faults"), HasSubstr("\npcs, subsequence"), HasSubstr("\nrandom"),
                    HasSubstr("functions: faults with a worst rank no worse"), Not(HasSubstr("left out"))));
  const Json json = parsed(study("directed", {"--tests", "40", "--draws", "2", "--json"}));
  const Json& fault = json["faults"][0];
  EXPECT_EQ(fault["judged"], 33);
  EXPECT_EQ(fault["suites"].size(), 13u);
  const Json fit = parsed(study("directed", {"--tests", "4", "--draws", "2", "--criterion", "split", "--criterion",
                                             "ddu", "--pool", "10", "--json"}));
  EXPECT_EQ(fit["faults"][0]["suites"].size(), 17u);
  EXPECT_EQ(fit["faults"][0]["suites"].back()["strategy"], "fitness ddu");
  // By all tests, the ranks are those of the other study; with every input, each strategy has them.
  const Json other = parsed(study("localisation", {"--json"}));
  for (const Json& level : other["levels"])
    if (level["name"] == "blocks" || level["name"] == "blocks and comparisons") {
      const Json& ranks = level["faults"][0]["ranks"]["ochiai"];
      const std::string name = level["name"];
      EXPECT_EQ(fault["whole"][name][0].get<double>(), ranks["min"].get<double>()) << name;
      EXPECT_EQ(fault["whole"][name][1].get<double>(), ranks["max"].get<double>()) << name;
      EXPECT_EQ(fault["whole"][name][2].get<double>(), ranks["average"].get<double>()) << name;
    }
  for (const Json& suite : fault["suites"]) {
    EXPECT_EQ(suite["after"].size(), 33u) << suite["strategy"];
    EXPECT_EQ(suite["after"].back(), fault["whole"]) << suite["strategy"];
  }
}

}  // namespace
}  // namespace smallscope::command_line
