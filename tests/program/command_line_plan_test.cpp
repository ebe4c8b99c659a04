// SPDX-License-Identifier: Apache-2.0
// plan: the inputs that tell what is at fault, executed one after another on a program that reports what it covers.
#include <filesystem>

#include "covered/coverage_bench.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class Plan : public CoverageBench {
 protected:
  Ended plan(std::vector<std::string> options) { return more("plan", std::move(options)); }
};

TEST_F(Plan, ProposesTheTestsThatTellWhatIsAtFault) {
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage", "--order", "dense", "--first-failure"}).status, 1);
  std::filesystem::copy(bench_.directory() / "s.sqlite", bench_.directory() / "t.sqlite");
  const Ended planned = plan({"s.sqlite", "--around", "4"});
  EXPECT_EQ(planned.status, 0) << planned.err;
  EXPECT_THAT(planned.out, AllOf(HasSubstr("C1  "), HasSubstr("a diagnosis stands"), HasSubstr("calculator.c:"),
                                 HasSubstr("prediction: traces agree to")));
  const Json json = parsed(plan({"t.sqlite", "--around", "4", "--jobs", "3", "--json"}).out);
  EXPECT_EQ(json["stop"], "sure");
  EXPECT_GE(json["tests"].size(), 4u);
  EXPECT_LT(json["tests"].size(), 30u);
  EXPECT_EQ(json["diagnoses"][0]["groups"][0]["elements"][0]["function"], "subtract") << json;
  // What was executed is in both stores, with its coverage.
  EXPECT_EQ(diagnose({"s.sqlite", "--top", "100"}).out, diagnose({"t.sqlite", "--top", "100"}).out);
  EXPECT_EQ(bench_.run({smallscope_program, "verify", "s.sqlite"}).status, 0);
  const Json diagnosed = parsed(diagnose({"s.sqlite", "--json"}).out)["spectra"][0];
  EXPECT_EQ(diagnosed["tests"],
            json["known_failing"].get<std::size_t>() + json["known_passing"].get<std::size_t>() + json["tests"].size());
  // The rest can be executed, and then there is nothing to plan.
  EXPECT_THAT(run({"--store", "s.sqlite", "--coverage", "--resume"}).out, HasSubstr("36 tests covered"));
  const Ended nothing = plan({"s.sqlite", "--cluster", "C1"});
  EXPECT_EQ(nothing.status, 0) << nothing.err;
  EXPECT_THAT(nothing.out, AllOf(HasSubstr("3 failing and 30 passing inputs"), HasSubstr("a diagnosis stands"),
                                 HasSubstr("calculator.c:8 (subtract)"), Not(HasSubstr("pass expected"))));
  EXPECT_THAT(plan({"s.sqlite", "--cluster", "C1", "--threshold", "1"}).out,
              HasSubstr("every input of the space was executed"));
}

TEST_F(Plan, EndsWithinBounds) {
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage", "--order", "dense", "--first-failure"}).status, 1);
  for (const char* const planner : {"random", "best-diagnosis", "highest-probability", "entropy", "sparse-sampling"}) {
    const Ended two = plan({"s.sqlite", "--max-tests", "2", "--threshold", "1", "--planner", planner, "--around", "0"});
    EXPECT_EQ(two.status, 0) << two.err;
    EXPECT_THAT(two.out, HasSubstr("no diagnosis stands after 2 tests (--max-tests)")) << planner;
  }
  EXPECT_THAT(plan({"s.sqlite", "--budget", "0.000001s"}).out, HasSubstr("at the end of --budget"));
}

TEST_F(Plan, SaysWhatItSkips) {
  start_by_script();
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage", "--order", "dense", "--first-failure"}).status, 1);
  std::filesystem::copy(bench_.directory() / "s.sqlite", bench_.directory() / "t.sqlite");
  // Divisions by zero fail in another way.
  const Json others = parsed(plan({"t.sqlite", "--threshold", "1", "--json"}).out);
  EXPECT_EQ(others["failing_in_other_ways"], 3);
  EXPECT_EQ(others["without_coverage"], 0);
  std::filesystem::copy(bench_.directory() / "plain", bench_.directory() / "calculator",
                        std::filesystem::copy_options::overwrite_existing);
  const Ended planned = plan({"s.sqlite", "--max-tests", "2", "--threshold", "1", "--around", "0"});
  EXPECT_EQ(planned.status, 0) << planned.err;
  EXPECT_THAT(planned.out, HasSubstr("skipped: 2 planned inputs that reported nothing of what they cover"));
}

TEST_F(Plan, NeedsWhatCanBePlanned) {
  ASSERT_EQ(run({"--store", "all.sqlite", "--coverage"}).status, 1);
  const Ended several = plan({"all.sqlite"});
  EXPECT_EQ(several.status, 2);
  EXPECT_THAT(several.err, AllOf(HasSubstr("clusters; name one with --cluster")));
  EXPECT_THAT(plan({"all.sqlite", "--cluster", "C99"}).err, HasSubstr("--cluster C99"));
  for (const char* const wrong : {"2", "-1", "nan", "much"})
    EXPECT_THAT(plan({"all.sqlite", "--threshold", wrong}).err, HasSubstr("--threshold")) << wrong;
  EXPECT_THAT(plan({"all.sqlite", "--seed", "-1"}).err, HasSubstr("--seed"));
  ASSERT_EQ(run({"--store", "without.sqlite"}).status, 1);
  EXPECT_THAT(plan({"without.sqlite", "--cluster", "C1"}).err, HasSubstr("run the campaign with --coverage"));
  ASSERT_EQ(run({"--store", "green.sqlite", "--coverage", "--order", "dense", "--max-tests", "1"}).status, 0);
  EXPECT_THAT(plan({"green.sqlite"}).err, HasSubstr("nothing in the store fails"));
  ASSERT_EQ(bench_.run({campaigns, "run", "planted", "--store", "planted.sqlite"}).status, 1);
  EXPECT_THAT(bench_.run({campaigns, "plan", "planted.sqlite", "--cluster", "C1"}).err,
              HasSubstr("run the campaign with --coverage"));
}

TEST(PlanInProcess, ExecutesIsolatedInputs) {
  Bench bench;
  const std::string covered = SMALLSCOPE_COVERED_CAMPAIGN;
  ASSERT_EQ(bench.run({covered, "run", "covered", "--coverage", "--isolate", "--store", "s.sqlite", "--first-failure"})
                .status,
            1);
  const Ended planned = bench.run({covered, "plan", "s.sqlite"});
  EXPECT_EQ(planned.status, 0) << planned.err;
  EXPECT_THAT(planned.out, AllOf(HasSubstr("a diagnosis stands"), HasSubstr("calculator.c:")));
}

}  // namespace
}  // namespace smallscope::command_line
