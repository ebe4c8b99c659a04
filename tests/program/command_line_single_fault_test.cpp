// SPDX-License-Identifier: Apache-2.0
// diagnose --single-fault and evaluate sfo on stores: few tests that show one fault, and the certificate of the rest.
#include <map>

#include "covered/coverage_bench.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using SingleFault = CoverageBench;

TEST_F(SingleFault, FewTestsShowASingleFaultOfACompleteStore) {
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage"}).status, 1);
  const std::vector<std::string> few{"s.sqlite",   "--from", "calculator.toml", "--cluster", "C1",
                                     "--elements", "blocks", "--single-fault",  "--top",     "50"};
  const Ended ended = diagnose(few);
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("covered by all 3 failing tests\n"
                                         "certificate: complete, all 36 inputs of the space are known"),
                               HasSubstr("smallscope replay s.sqlite --from calculator.toml ")));
  std::vector<std::string> as_json = few;
  as_json.push_back("--json");
  const Json found = parsed(diagnose(as_json).out)["spectra"][0]["single_fault"];
  EXPECT_EQ(found["certificate"]["failing"], 3);
  EXPECT_EQ(found["ranking"][0]["line"], 8);
  EXPECT_EQ(found["ranking"][0]["last"], 1);
  // Each of the few tests can be executed again, and ends as it did.
  for (const char* const kind : {"witnesses", "companions"})
    for (const Json& test : found[kind])
      EXPECT_EQ(bench_
                    .run({smallscope_program, "replay", "s.sqlite", "--from", "calculator.toml",
                          std::to_string(test["ordinal"].get<int>())})
                    .status,
                kind == std::string("witnesses") ? 1 : 0);
  as_json.insert(as_json.end(), {"--companion-rule", "nearest-choices", "--companions", "2"});
  const Json nearest = parsed(diagnose(as_json).out)["spectra"][0]["single_fault"];
  EXPECT_EQ(nearest["companions"].size(), 2u);
  EXPECT_THAT(diagnose({"s.sqlite", "--cluster", "C1", "--single-fault"}).out, HasSubstr("--from FILE "));
}

TEST_F(SingleFault, TheCertificateOfAPartOfASpaceSaysHowMuchIsKnown) {
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage", "--order", "dense", "--max-tests", "20"}).status, 1);
  const Ended ended = diagnose({"s.sqlite", "--single-fault"});
  EXPECT_THAT(ended.out, HasSubstr("certificate: 20 of 36 inputs of the space are known; one of the others may fail"));
}

TEST_F(SingleFault, ShowsHowWellFewTestsFindAKnownPlace) {
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage"}).status, 1);
  bench_.write("places.csv", "campaign,file,function,first_line,last_line\ncalculator,calculator.c,subtract,8,8\n");
  bench_.write("others.toml",
               "[[fault]]\ncampaign = \"calculator\"\nname = \"division by zero\"\nchoices.operator = \"/\"\n");
  const std::vector<std::string> study{smallscope_program, "evaluate",        "sfo",    "s.sqlite", "--faults",
                                       "others.toml",      "--elements",      "blocks", "--places", "places.csv",
                                       "--from",           "calculator.toml", "--json"};
  const Json json = parsed(bench_.run(study).out);
  EXPECT_EQ(json["faults"], 1);
  EXPECT_EQ(json["in_common"], 1);
  std::map<std::string, double> effort;
  for (const Json& each : json["suites"]) effort[each["tests"]] = each["ties"]["average"]["wasted_effort"];
  EXPECT_TRUE(effort.contains("sfo, first, with nearest-choices"));
  EXPECT_GT(effort["one failing test"], 0);
  EXPECT_EQ(effort["sfo, first, with split"], 0);
  const Ended nowhere = bench_.run({smallscope_program, "evaluate", "sfo", "s.sqlite"});
  EXPECT_EQ(nowhere.status, 2);
  EXPECT_THAT(nowhere.err, HasSubstr("--places FILE"));
}

}  // namespace
}  // namespace smallscope::command_line
