// SPDX-License-Identifier: Apache-2.0
// The tcc campaigns find their bugs on the real compiler: initialisers as a whole, of the others as many
// tests as it takes in the default order to meet every fault of examples/tcc/faults.toml.
#include <algorithm>
#include <map>
#include <smallscope/clustering/faults.hpp>

#include "../program/command_line_programs.hpp"

namespace smallscope::examples {
namespace {

using command_line::Bench;
using command_line::Ended;
using command_line::Json;
using command_line::parsed;

const std::string tcc_program = SMALLSCOPE_TCC;
const clustering::Faults& faults() {
  static const clustering::Faults read =
      clustering::Faults::read(std::filesystem::path(SMALLSCOPE_SOURCE_DIR) / "examples/tcc/faults.toml");
  return read;
}

struct Campaign {
  std::string name;
  std::uint64_t inputs, tests;
  std::size_t bugs;
};

void PrintTo(const Campaign& campaign, std::ostream* stream) { *stream << campaign.name; }

class TccBugs : public ::testing::TestWithParam<Campaign> {
 protected:
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
  const std::vector<std::size_t> known = faults().of_campaign(campaign.name);
  EXPECT_GE(known.size(), campaign.bugs);
  const results::Store store = results::Store::inspect(bench_ / "s.sqlite");
  const clustering::Options options{.rules = clustering::rules_of(store.manifest())};
  std::map<std::size_t, std::size_t> seen;
  store.for_each_case([&](const results::Case& found) {
    std::size_t labels = 0;
    for (const std::size_t fault : known) {
      if (!faults().shows(fault, found, options)) continue;
      ++seen[fault];
      ++labels;
    }
    EXPECT_GE(labels, 1u) << "#" << found.ordinal << " shows no known fault: "
                          << ::testing::PrintToString(clustering::messages(found.judgements, options));
    return true;
  });
  for (const std::size_t fault : known) EXPECT_GE(seen[fault], 1u) << faults().all()[fault].name;
  if (campaign.tests < campaign.inputs) return;
  EXPECT_THAT(bench_.run({tcc_program, "explain", "s.sqlite"}).out,
              ::testing::HasSubstr("kind/aggregate/storage is `static` and overridden is `an integer`\n"));
}

INSTANTIATE_TEST_SUITE_P(Campaigns, TccBugs,
                         ::testing::Values(Campaign{"tcc/casts", 10'964, 4'400, 2},
                                           Campaign{"tcc/initialisers", 1'808, 1'808, 6},
                                           Campaign{"tcc/structures", 6'293, 900, 6},
                                           Campaign{"tcc/bit-fields", 19'040, 1'600, 2}),
                         [](const auto& test) {
                           std::string name = test.param.name.substr(4);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace smallscope::examples
