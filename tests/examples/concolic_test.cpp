// SPDX-License-Identifier: Apache-2.0
// The seeded faults of examples/concolic: each is one place, and shows; and the way from a store to it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include <smallscope/concolic/solver.hpp>
#include <smallscope/generators/randomness.hpp>

#include "../program/command_line_programs.hpp"
#include "subjects/avoidance.hpp"
#include "subjects/calendar.hpp"
#include "subjects/intervals.hpp"
#include "subjects/pricing.hpp"
#include "subjects/scheduler.hpp"
#include "subjects/triangle.hpp"
#include "thorough.hpp"

namespace smallscope::examples {
namespace {

using namespace concolic_subjects;
using command_line::Bench;
using command_line::Ended;
using command_line::Json;
using command_line::parsed;
using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string concolic_program = SMALLSCOPE_CONCOLIC_SUBJECTS;

TEST(Subjects, AreRightWithoutAFault) {
  const Fault none;
  using Int = std::int64_t;
  for (Int a = 0; a <= 12; ++a)
    for (Int b = 0; b <= 12; ++b)
      for (Int c = 0; c <= 12; ++c) {
        const Int sides[] = {std::max({a, b, c}), a + b + c - std::max({a, b, c})};
        const Int squares = a * a + b * b + c * c - 2 * sides[0] * sides[0];
        const std::size_t distinct = std::set<Int>{a, b, c}.size();
        const Int expected = a == 0 || b == 0 || c == 0 || sides[0] >= sides[1]
                                 ? 0
                                 : static_cast<Int>(4 - distinct) + (squares < 0    ? 20
                                                                     : squares == 0 ? 10
                                                                                    : 0);
        EXPECT_EQ(kind_of_triangle<Int>(none, a, b, c), expected) << a << " " << b << " " << c;
      }
  EXPECT_EQ(next_day<Int>(none, 2000, 2, 28), 200'002'293) << "Tuesday";
  EXPECT_EQ(next_day<Int>(none, 1900, 2, 28), 190'003'015) << "Thursday";
  EXPECT_EQ(next_day<Int>(none, 2024, 12, 31), 202'501'014) << "Wednesday";
  EXPECT_EQ(next_day<Int>(none, 2024, 2, 30), -1);
  EXPECT_EQ(price<Int>(none, 2, 20, 1, 2, 12), 1400 - 500 + 900);
  EXPECT_EQ(overlap<Int>(none, 1, 5, 3, 9), 203) << "overlaps, in 2";
  EXPECT_EQ(overlap<Int>(none, 3, 4, 1, 9), 105) << "during, in 1";
  EXPECT_EQ((scheduled<Int, Int, Int, Int>(none, 2, 4, 0)), 421) << "the second, of urgency 4; one is left";
}

TEST(Faults, AreThereAndShow) {
  Bench bench;
  std::map<std::string, int> of_subject;
  const Json list = parsed(bench.run({concolic_program, "list", "--json"}).out);
  for (const Json& campaign : list) {
    const std::string name = campaign["name"];
    ++of_subject[name.substr(0, name.find('-'))];
  }
  const std::map<std::string, int> expected{{"triangle", 7},  {"calendar", 8}, {"avoidance", 8},
                                            {"scheduler", 6}, {"pricing", 9},  {"intervals", 8}};
  EXPECT_EQ(of_subject, expected);
  if (!concolic::has_solver()) GTEST_SKIP() << "built without Z3";
  std::vector<std::string> names;
  for (const Json& campaign : list) names.push_back(campaign["name"]);
  names = part_of(names, 7);
  std::vector<std::string> command{concolic_program, "evaluate", "concolic", "--json", "--tests", "1",
                                   "--starts",       "1",        "--sample", "110000"};
  command.insert(command.end(), names.begin(), names.end());
  const Json study = parsed(bench.run(command).out);
  EXPECT_EQ(study["faults"].size(), names.size()) << "each fails, and its place is covered";
}

TEST(Faults, AreOneExpressionOfOneLineEach) {
  const std::filesystem::path folder = std::filesystem::path(SMALLSCOPE_SOURCE_DIR) / "examples/concolic/subjects";
  int all = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    std::ifstream stream(file.path());
    std::map<std::string, int> times;
    for (std::string line; std::getline(stream, line);)
      for (std::smatch match; std::regex_search(line, match, std::regex("fault_?(\\([0-9]+\\))"));
           line = match.suffix())
        ++times[match[1]];
    for (const auto& [number, count] : times) EXPECT_EQ(count, 1) << file << " " << number;
    all += static_cast<int>(times.size());
  }
  EXPECT_EQ(all, 46);
}

TEST(Faults, AreLocalisedFromAFirstFailure) {
  if (!concolic::has_solver()) GTEST_SKIP() << "built without Z3";
  Bench bench;
  ASSERT_EQ(bench.run({concolic_program, "run", "calendar-7", "--store", "s.sqlite", "--first-failure"}).status, 1);
  std::uint64_t first_failure = 0;
  results::Store::inspect(bench / "s.sqlite").for_each_case([&](const results::Case& found) {
    first_failure = found.ordinal;
    return false;
  });
  for (const char* const strategy : {"base", "coverage", "pcs", "is", "random"}) {
    const std::string store = std::string(strategy) + ".sqlite";
    std::filesystem::copy(bench / "s.sqlite", bench / store);
    const std::string failing = std::to_string(first_failure);
    const std::vector<std::string> command{concolic_program, "direct",  store, "--derive", "solver",  "--strategy",
                                           strategy,         "--tests", "10",  "--json",   "--input", failing};
    const Json json = parsed(bench.run(command).out);
    ASSERT_TRUE(json.contains("solver")) << json;
    EXPECT_GT(json["solver"]["questions"], 0) << strategy;
    EXPECT_EQ(json["directed"].size(), 11u) << strategy;
    std::set<std::uint64_t> ordinals;
    for (const Json& test : json["directed"]) ordinals.insert(test["ordinal"].get<std::uint64_t>());
    EXPECT_EQ(ordinals.size(), 11u) << "each input once, by " << strategy;
    EXPECT_EQ(bench.run({concolic_program, "verify", store}).status, 0);
    // The same again executes nothing.
    const Json again = parsed(bench.run(command).out);
    for (std::size_t i = 0; i < 11; ++i) EXPECT_EQ(again["directed"][i]["ordinal"], json["directed"][i]["ordinal"]);
    for (const Json& test : again["directed"]) EXPECT_EQ(test["known_before"], true);
  }
  const Ended ended = bench.run({concolic_program, "direct", "pcs.sqlite", "--derive", "solver"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("by pcs"), HasSubstr("solver: "), HasSubstr("calendar.hpp:")));
}

TEST(Faults, ASolverProvesWhichCodeASingleFaultNeeds) {
  if (!concolic::has_solver()) GTEST_SKIP() << "built without Z3";
  Bench bench;
  ASSERT_EQ(bench.run({concolic_program, "run", "calendar-7", "--store", "s.sqlite", "--first-failure"}).status, 1);
  const std::vector<std::string> command{concolic_program, "direct", "s.sqlite", "--derive", "solver",
                                         "--single-fault", "--json", "--top",    "1000"};
  const Json json = parsed(bench.run(command).out);
  const Json& found = json["single_fault"];
  EXPECT_EQ(found["certificate"]["complete"], true) << json;
  EXPECT_GT(found["certificate"]["population"], json["tests"]) << "paths, not inputs";
  ASSERT_GE(json["directed"].size(), 1u);
  for (const Json& test : json["directed"]) EXPECT_EQ(test["outcome"], "fail");
  // What all failing inputs cover includes what those of any part of the space cover.
  const Json part = parsed(bench
                               .run({concolic_program, "direct", "s.sqlite", "--derive", "solver", "--single-fault",
                                     "--json", "--tests", "2"})
                               .out);
  EXPECT_EQ(part["single_fault"]["certificate"]["complete"], false);
  EXPECT_GE(part["single_fault"]["common"].size(), found["common"].size());
  const Ended ended = bench.run({concolic_program, "direct", "s.sqlite", "--derive", "solver", "--single-fault"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("certificate: complete"), HasSubstr("calendar.hpp:"), HasSubstr("solver: ")));
  EXPECT_EQ(bench.run({concolic_program, "verify", "s.sqlite"}).status, 0);
}

TEST(Faults, OfAStrategyThatSolvesNothingIsAMistake) {
  if (!concolic::has_solver()) GTEST_SKIP() << "built without Z3";
  Bench bench;
  ASSERT_EQ(bench.run({concolic_program, "run", "calendar-7", "--store", "s.sqlite", "--first-failure"}).status, 1);
  command_line::expect_error(
      bench.run({concolic_program, "direct", "s.sqlite", "--derive", "solver", "--strategy", "mixed"}), 2,
      HasSubstr("--strategy mixed: a solver derives inputs by base"));
}

}  // namespace
}  // namespace smallscope::examples
