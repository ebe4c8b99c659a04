// The tcc campaigns find their bugs on the real compiler: initialisers as a whole, of the others as many
// tests as it takes in the default order to meet every row of examples/tcc/expected-bugs.tsv.
#include <algorithm>
#include <regex>

#include "../program/command_line_programs.hpp"
#include "expected_bugs.hpp"

namespace smallscope::examples {
namespace {

using command_line::Bench;
using command_line::Ended;
using command_line::Json;
using command_line::parsed;

const std::string tcc_program = SMALLSCOPE_TCC;
const std::filesystem::path table = std::filesystem::path(SMALLSCOPE_SOURCE_DIR) / "examples/tcc/expected-bugs.tsv";

struct Campaign {
  std::string name;
  std::uint64_t inputs, tests;
  std::size_t bugs;
};

void PrintTo(const Campaign& campaign, std::ostream* stream) { *stream << campaign.name; }

class TccBugs : public ::testing::TestWithParam<Campaign> {
 protected:
  /// The abstract messages of every cluster, a text each.
  std::vector<std::string> clusters() {
    std::vector<std::string> texts;
    const Json json = parsed(bench_.run({tcc_program, "clusters", "s.sqlite", "--json"}).out);
    for (const Json& cluster : json["clusters"]) {
      texts.emplace_back();
      for (const Json& part : cluster["signature"])
        for (const Json& message : part["messages"]) texts.back() += message.get<std::string>() + "; ";
    }
    return texts;
  }
  Bench bench_;
};

TEST_P(TccBugs, AreFound) {
  const Campaign& campaign = GetParam();
  const Ended ended = bench_.run({tcc_program, "run", campaign.name, "--jobs", "2", "--json", "--store", "s.sqlite",
                                  "--max-tests", std::to_string(campaign.tests)});
  ASSERT_EQ(ended.status, 1) << ::testing::PrintToString(ended);
  const Json json = parsed(ended.out);
  EXPECT_EQ(json["inputs"], campaign.inputs);
  EXPECT_EQ(json["executed"], campaign.tests);
  EXPECT_EQ(json["complete"], campaign.tests == campaign.inputs);
  EXPECT_EQ(json["discarded"], 0);
  EXPECT_EQ(json["flaky"], 0);
  EXPECT_FALSE(json["verdicts"].contains("oracle error")) << "gcc contradicts an answer that a generator has computed";
  EXPECT_FALSE(json["verdicts"].contains("infrastructure"));
  const std::vector<std::string> found = clusters();
  std::size_t rows = 0;
  for (const auto& row : rows_of(table)) {
    if (row.at(0) != campaign.name) continue;
    ++rows;
    const std::regex bug(row.at(1));
    EXPECT_TRUE(
        std::any_of(found.begin(), found.end(), [&](const std::string& text) { return std::regex_search(text, bug); }))
        << row.at(1) << "\nare none of the messages\n"
        << ::testing::PrintToString(found);
  }
  EXPECT_GE(rows, campaign.bugs);
}

INSTANTIATE_TEST_SUITE_P(Campaigns, TccBugs,
                         ::testing::Values(Campaign{"tcc/casts", 10'964, 4'400, 2},
                                           Campaign{"tcc/initialisers", 1'808, 1'808, 7},
                                           Campaign{"tcc/structures", 6'293, 800, 6},
                                           Campaign{"tcc/bit-fields", 19'040, 1'600, 2}),
                         [](const auto& test) {
                           std::string name = test.param.name.substr(4);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace smallscope::examples
