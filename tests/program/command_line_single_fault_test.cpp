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

TEST_F(SingleFault, ASliceOfAStoreLeavesOutFunctionsThatTellNothing) {
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage"}).status, 1);
  const auto sliced = [&](const char* elements) {
    return diagnose({"s.sqlite", "--from", "calculator.toml", "--cluster", "C1", "--elements", elements,
                     "--single-fault", "--slice", "--json"});
  };
  const Json found = parsed(sliced("blocks").out)["spectra"][0]["single_fault"];
  EXPECT_EQ(found["slice"]["state"], "restricted");
  EXPECT_GT(found["slice"]["other_elements"], 0) << found["slice"];
  EXPECT_EQ(found["certificate"]["complete"], true);
  EXPECT_EQ(found["ranking"][0]["line"], 8);
  EXPECT_EQ(found["ranking"][0]["function"], "subtract");
  EXPECT_EQ(found["slice"]["elements"].get<std::size_t>() + found["slice"]["other_elements"].get<std::size_t>(),
            parsed(sliced("blocks").out)["spectra"][0]["elements"]);
  command_line::expect_error(sliced("choices"), 2, HasSubstr("leave out --slice or --elements choices"));
}

TEST_F(SingleFault, TheCertificateOfAPartOfASpaceSaysHowMuchIsKnown) {
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage", "--order", "dense", "--max-tests", "20"}).status, 1);
  const Ended ended = diagnose({"s.sqlite", "--single-fault"});
  EXPECT_THAT(ended.out, HasSubstr("certificate: 20 of 36 inputs of the space are known; one of the others may fail"));
}

class SingleFaultSearch : public CoverageBench {
 protected:
  Json searched(std::vector<std::string> options) {
    options.insert(options.end(), {"--single-fault", "--json", "--top", "100"});
    return printed(more("direct", std::move(options)));
  }
};

TEST_F(SingleFaultSearch, GoesOnUntilNothingIsLeftThatCouldFailAndCoverFewer) {
  // The first failing input takes a way of its own through the faulty function.
  compile(with(calculator, "if (b < 0)", "if (b < 0 && a == 6) return b - -a;\n  if (b < 0)"));
  const Json found = searched({first_failure("s.sqlite")});
  EXPECT_EQ(found["single_fault"]["certificate"]["complete"], true) << found;
  ASSERT_EQ(found["directed"].size(), 2u) << found;
  EXPECT_EQ(found["directed"][0]["distance"], 0);
  EXPECT_EQ(found["directed"][1]["distance"], 1) << "the nearest comes first";
  // As after a whole run.
  ASSERT_EQ(run({"--store", "all.sqlite", "--coverage"}).status, 1);
  const Json whole =
      parsed(diagnose({"all.sqlite", "--cluster", found["key"], "--single-fault", "--top", "100", "--json"}).out);
  EXPECT_EQ(whole["spectra"][0]["single_fault"]["common"], found["single_fault"]["common"]);
  EXPECT_GT(found["directed"][1]["common"], 0);
  EXPECT_LT(found["directed"][1]["common"], found["directed"][0]["common"]);
  // Now everything is known.
  const Json again = searched({"s.sqlite", "--cluster", found["key"]});
  EXPECT_EQ(again["executed"], 0);
  EXPECT_EQ(again["single_fault"]["common"], found["single_fault"]["common"]);
  EXPECT_EQ(bench_.run({smallscope_program, "verify", "s.sqlite"}).status, 0);
}

TEST_F(SingleFaultSearch, OfAPartSaysWhatIsNotKnown) {
  const Ended ended = more("direct", {first_failure("s.sqlite"), "--single-fault", "--tests", "5"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("failing inputs that have less and less in common"),
                               HasSubstr("5 inputs executed now"), HasSubstr("one of the others may fail and cover"),
                               HasSubstr("smallscope replay s.sqlite --from calculator.toml ")));
  const Json further = searched({"s.sqlite", "--tests", "1000"});
  EXPECT_EQ(further["single_fault"]["certificate"]["complete"], true);
  command_line::expect_error(more("direct", {"s.sqlite", "--single-fault", "--strategy", "is"}), 2,
                             HasSubstr("--strategy"));
}

TEST_F(SingleFaultSearch, NeedsWhatIsCovered) {
  ASSERT_EQ(run({"--store", "plain.sqlite", "--first-failure"}, "plain.toml").status, 1);
  const Ended ended = bench_.run(
      {smallscope_program, "direct", "plain.sqlite", "--from", "plain.toml", "--single-fault", "--tests", "3"});
  command_line::expect_error(ended, 2, HasSubstr("reported what it covers; compile, link or start"));
}

TEST_F(SingleFaultSearch, ExecutesNoInputThatIsKnownToPass) {
  ASSERT_EQ(run({"--store", "plain.sqlite"}).status, 1);  // without coverage
  const Json clusters =
      parsed(bench_.run({smallscope_program, "clusters", "plain.sqlite", "--from", "calculator.toml", "--json"}).out);
  const Json found = searched({"plain.sqlite", "--cluster", "C1"});
  EXPECT_EQ(found["executed"], clusters["clusters"][0]["failing"]);
  EXPECT_EQ(found["single_fault"]["certificate"]["complete"], true) << found;
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
