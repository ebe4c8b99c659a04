// SPDX-License-Identifier: Apache-2.0
// diagnose --loop: from a first failure to the faulty line, on one page; and evaluate loop.
#include <filesystem>
#include <set>

#include "covered/coverage_bench.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Looped : public CoverageBench {
 protected:
  Ended loop(std::vector<std::string> options) {
    options.insert(options.begin() + 1, "--loop");
    return more("diagnose", std::move(options));
  }
  Json looped(std::vector<std::string> options) {
    options.emplace_back("--json");
    return printed(loop(std::move(options)));
  }
};

TEST_F(Looped, GoesFromAFirstFailureToAPage) {
  const Ended ended = loop({first_failure("s.sqlite"), "--page", "page.html", "--steady", "3"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("C1  "), HasSubstr("direct"), HasSubstr("of 36 inputs were used"),
                               HasSubstr("failed so far when operator is `-`"), HasSubstr("calculator.c:8 (subtract)"),
                               HasSubstr("return a + b;")));
  const std::string page = text_of(bench_ / "page.html");
  for (const char* const part :
       {"Most suspicious: calculator.c:7 &lt; (subtract), calculator.c:8 (subtract)", "Where in the code",
        "return a + b;", "When it fails", "The tests", "<tr class=\"failing\">"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  EXPECT_EQ(page.find("<script src"), std::string::npos);
  EXPECT_EQ(bench_.run({smallscope_program, "verify", "s.sqlite"}).status, 0);
}

TEST_F(Looped, IsTheSameAgainAndExecutesNothingTwice) {
  const Json json = looped({first_failure("s.sqlite"), "--tests", "12", "--seed", "4"});
  EXPECT_EQ(json["functions"][0]["function"], "subtract") << json;
  EXPECT_EQ(json["tests"][0]["distance"], 0);
  EXPECT_EQ(json["tests"][0]["outcome"], "fail");
  std::set<std::uint64_t> ordinals;
  for (const Json& test : json["tests"]) EXPECT_TRUE(ordinals.insert(test["ordinal"].get<std::uint64_t>()).second);
  EXPECT_EQ(looped({first_failure("t.sqlite"), "--tests", "12", "--seed", "4", "--jobs", "3"}), json);
}

TEST_F(Looped, GoesThroughItsStagesToTheEndOfTheSpace) {
  const Json json = looped({first_failure("s.sqlite"), "--tests", "100", "--steady", "100", "--threshold", "1",
                            "--directed", "4", "--selected", "5", "--tight", "1"});
  EXPECT_EQ(json["stop"], "exhausted");
  EXPECT_EQ(json["tests"].size(), 36u);
  EXPECT_EQ(json["failing_in_other_ways"], 3) << "divisions by zero";
  EXPECT_EQ(json["tests"][4]["stage"], "direct");
  EXPECT_EQ(json["tests"][9]["stage"], "select");
  EXPECT_EQ(json["tests"][10]["stage"], "plan");
  EXPECT_GT(json["posterior"].size(), 0u);
  // With all tests, the ranking is that of diagnose.
  const Json all = parsed(more("diagnose", {"s.sqlite", "--cluster", json["key"], "--json"}).out)["spectra"][0];
  EXPECT_EQ(json["ranking"], all["ranking"]);
  EXPECT_EQ(json["functions"], all["functions"]);
}

TEST_F(Looped, TakesTheFirstClusterOfACompleteStoreAndExecutesNothing) {
  ASSERT_EQ(run({"--store", "all.sqlite", "--coverage"}).status, 1);
  const Json json = looped({"all.sqlite"});
  EXPECT_EQ(json["cluster"], "C1");
  EXPECT_THAT(json["explanation"].get<std::string>(), HasSubstr("fails exactly when operator is `-`"));
  for (const Json& test : json["tests"]) EXPECT_EQ(test["known_before"], true) << test;
  EXPECT_THAT(loop({"all.sqlite"}).out, HasSubstr("none of them executed now"));
  EXPECT_EQ(looped({"all.sqlite", "--cluster", "C2"})["cluster"], "C2");
}

TEST_F(Looped, SaysWhatItCannotDo) {
  start_by_script();
  const std::string store = first_failure("s.sqlite");
  EXPECT_THAT(loop({store, "--input", "0"}).err, HasSubstr("--input 0: no failing input of C1"));
  EXPECT_THAT(loop({store, "--cluster", "C9"}).err, HasSubstr("--cluster C9"));
  EXPECT_THAT(loop({store, "--tests", "0"}).err, HasSubstr("--tests"));
  EXPECT_THAT(loop({store, "--barinel"}).err, HasSubstr("--barinel"));
  EXPECT_THAT(diagnose({store, "--page", "x.html"}).err, HasSubstr("--loop"));
  EXPECT_THAT(diagnose({store, "--jobs", "2"}).err, HasSubstr("--loop"));
  EXPECT_THAT(loop({store, "--page", store}).err, HasSubstr(store));
  EXPECT_THAT(loop({store, "--page", "nowhere/x.html"}).err, HasSubstr("nowhere"));
  EXPECT_THAT(loop({"calculator.toml"}).err, HasSubstr("calculator.toml is no store"));
  EXPECT_THAT(loop({store, "--budget", "0.000001s"}).out, HasSubstr("Stopped at the end of --budget."));
  // A program without instrumentation reports nothing.
  std::filesystem::copy(bench_ / "plain", bench_ / "calculator", std::filesystem::copy_options::overwrite_existing);
  const Ended plain = loop({store});
  EXPECT_EQ(plain.status, 0);
  EXPECT_THAT(plain.out, AllOf(HasSubstr("reported nothing of what it covers"), Not(HasSubstr("were used"))));
}

/// What the subject says is text on the page.
TEST_F(Looped, ItsPageHasNoMarkupFromOutside) {
  const std::string store = first_failure("s.sqlite");
  bench_.write("calculator.c", std::string(6, '\n') + "<script>alert(1)</script>\x1b[31m\n\n");
  ASSERT_EQ(loop({store, "--page", "page.html"}).status, 0);
  const std::string page = text_of(bench_ / "page.html");
  EXPECT_NE(page.find("&lt;script&gt;alert(1)"), std::string::npos);
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_EQ(page.find('\x1b'), std::string::npos);
}

TEST(LoopedInProcess, ExecutesIsolatedInputs) {
  Bench bench;
  const std::string covered = SMALLSCOPE_COVERED_CAMPAIGN;
  ASSERT_EQ(bench.run({covered, "run", "covered", "--isolate", "--store", "s.sqlite", "--first-failure"}).status, 1);
  const Json json = parsed(bench.run({covered, "diagnose", "s.sqlite", "--loop", "--json"}).out);
  EXPECT_EQ(json["tests"][0]["outcome"], "fail") << "executed again, for its coverage";
  EXPECT_EQ(json["functions"][0]["function"], "subtract");
  EXPECT_EQ(bench.run({covered, "verify", "s.sqlite"}).status, 0);
}

TEST_F(Looped, IsEvaluatedOnKnownFaults) {
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage"}).status, 1);
  bench_.write("places.csv", "campaign,file,function,first_line,last_line\ncalculator,calculator.c,subtract,8,8\n");
  bench_.write("others.toml",
               "[[fault]]\ncampaign = \"calculator\"\nname = \"division by zero\"\nchoices.operator = \"/\"\n");
  const auto study = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {smallscope_program, "evaluate", "loop", "s.sqlite", "--faults", "others.toml",
                                     "--places", "places.csv"});
    const Ended ended = bench_.run(options);
    EXPECT_EQ(ended.status, 0) << ended.err;
    return ended.out;
  };
  EXPECT_THAT(study({}), AllOf(HasSubstr("1 faults"), HasSubstr("the loop"), HasSubstr("as many by chance"),
                               HasSubstr("all tests"), Not(HasSubstr("left out"))));
  const Json json = parsed(study({"--tests", "40", "--steady", "100", "--threshold", "1", "--known", "--draws", "3",
                                  "--runs", "2", "--from", "calculator.toml", "--json"}));
  const Json& fault = json["faults"][0];
  ASSERT_EQ(fault["runs"].size(), 2u);
  EXPECT_EQ(fault["chance"].size(), 3u);
  for (const Json& run : fault["runs"]) {
    EXPECT_EQ(run["stop"], "exhausted");
    EXPECT_EQ(run["steps"].size(), 36u);
    EXPECT_EQ(run["steps"].back()["element"], fault["whole"]["element"]);
    EXPECT_EQ(run["steps"].back()["function"], fault["whole"]["function"]);
  }
  for (const Json& found : fault["chance"]) EXPECT_EQ(found, fault["whole"]);
}

}  // namespace
}  // namespace smallscope::command_line
