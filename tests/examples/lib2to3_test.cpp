// SPDX-License-Identifier: Apache-2.0
// The lib2to3 campaigns find their bugs on the real converter. Each runs as a whole; every failing input shows a fault
// of examples/lib2to3/faults.toml; and it shows exactly the faults with which it still fails when the other ones are
// mended (examples/lib2to3/mends.py; in the ordinary suite, for a part of the failing inputs).
#include <algorithm>
#include <campaigns.hpp>
#include <cstdlib>
#include <map>
#include <set>
#include <smallscope/clustering/faults.hpp>
#include <smallscope/runner/run.hpp>

#include "../program/command_line_programs.hpp"
#include "thorough.hpp"

namespace smallscope::examples {
namespace {

namespace fs = std::filesystem;
using command_line::Bench;
using command_line::Ended;
using command_line::Json;
using command_line::parsed;
using Ordinals = std::set<std::uint64_t>;

const std::string lib2to3_program = SMALLSCOPE_LIB2TO3;

const clustering::Faults& faults() {
  static const clustering::Faults read =
      clustering::Faults::read(fs::path(SMALLSCOPE_SOURCE_DIR) / "examples/lib2to3/faults.toml");
  return read;
}

/// A campaign and what a complete run of it finds, as in docs/campaigns/lib2to3.md.
struct Campaign {
  std::string name;
  runner::Campaign (*make)();
  std::uint64_t inputs, failing, faults;
};

void PrintTo(const Campaign& campaign, std::ostream* stream) { *stream << campaign.name; }

std::vector<Campaign> campaigns() {
  return {{"lib2to3/has-key", lib2to3_campaigns::has_key, 1'700, 280, 3},
          {"lib2to3/lists", lib2to3_campaigns::lists, 2'160, 818, 10},
          {"lib2to3/raise", lib2to3_campaigns::raise_, 1'035, 302, 6},
          {"lib2to3/except", lib2to3_campaigns::except, 1'944, 702, 3},
          {"lib2to3/lambdas", lib2to3_campaigns::lambdas, 1'120, 360, 5}};
}

/// A complete run of the campaign, in s.sqlite. Skips the test where lib2to3 is not installed.
class Lib2to3Campaign : public ::testing::TestWithParam<Campaign> {
 protected:
  void SetUp() override {
    const Ended ended =
        bench_.run({lib2to3_program, "run", GetParam().name, "--jobs", "2", "--json", "--store", "s.sqlite"});
    if (ended.status == 3 && ended.err.find("no Python interpreter imports lib2to3") != std::string::npos)
      GTEST_SKIP() << ended.err;
    ASSERT_EQ(ended.status, 1) << ::testing::PrintToString(ended);
    run_ = parsed(ended.out);
  }

  /// Those of the inputs that still fail when all but this fault is mended; "" mends all.
  Ordinals fail_with(const std::string& fault, const std::vector<std::uint64_t>& inputs) {
    EXPECT_EQ(setenv("SMALLSCOPE_LIB2TO3_FAULTS", fault.c_str(), 1), 0);
    const runner::Campaign campaign = GetParam().make();
    const Bench scratch;
    const runner::PortionResult result =
        campaign.body->open(scratch.directory())->execute({.ordinals = inputs}, std::stop_token());
    EXPECT_EQ(unsetenv("SMALLSCOPE_LIB2TO3_FAULTS"), 0);
    EXPECT_EQ(result.visited, inputs.size());
    Ordinals failing;
    for (const runner::Outcome& outcome : result.outcomes) {
      if (oracles::is_failing(outcome.verdict))
        failing.insert(inputs[outcome.index]);
      else
        EXPECT_EQ(outcome.verdict, oracles::Verdict::refused) << "#" << inputs[outcome.index];
    }
    return failing;
  }

  Bench bench_;
  Json run_;
};

TEST_P(Lib2to3Campaign, ShowsInEveryFailingInputExactlyTheFaultsThatMendingLeaves) {
  const Campaign& campaign = GetParam();
  EXPECT_EQ(run_["inputs"], campaign.inputs);
  EXPECT_EQ(run_["executed"], campaign.inputs);
  EXPECT_EQ(run_["complete"], true);
  EXPECT_EQ(run_["failed"], campaign.failing);
  EXPECT_EQ(run_["flaky"], 0);
  EXPECT_FALSE(run_["verdicts"].contains("infrastructure"));

  const std::vector<std::size_t> known = faults().of_campaign(campaign.name);
  EXPECT_EQ(known.size(), campaign.faults);
  std::map<std::size_t, Ordinals> shown;
  std::map<std::size_t, bool> in_program;
  std::vector<std::uint64_t> failing;
  {
    const results::Store store = results::Store::inspect(bench_ / "s.sqlite");
    const clustering::Options options{.rules = clustering::rules_of(store.manifest())};
    store.for_each_case([&](const results::Case& found) {
      bool labelled = false;
      failing.push_back(found.ordinal);
      for (const std::size_t fault : known) {
        if (!faults().shows(fault, found, options)) continue;
        labelled = true;
        shown[fault].insert(found.ordinal);
        in_program[fault] |= faults().all()[fault].program == found.input.files.at(0).text;
      }
      EXPECT_TRUE(labelled) << "#" << found.ordinal << " shows no known fault:\n" << found.input.files.at(0).text;
      return true;
    });
  }
  std::vector<std::uint64_t> part = part_of(failing, 11);
  for (const std::size_t fault : known)
    if (!shown[fault].empty()) part.push_back(*shown[fault].begin());  // of each fault at least one
  std::ranges::sort(part);
  part.erase(std::ranges::unique(part).begin(), part.end());
  for (const std::size_t fault : known) {
    const std::string& name = faults().all()[fault].name;
    EXPECT_TRUE(in_program[fault]) << name << " is not shown by its program";
    Ordinals expected;
    for (const std::uint64_t ordinal : part)
      if (shown[fault].contains(ordinal)) expected.insert(ordinal);
    EXPECT_EQ(fail_with(name, part), expected) << name;
  }
  EXPECT_EQ(fail_with("", part), Ordinals{}) << "with all faults mended";
}

INSTANTIATE_TEST_SUITE_P(Campaigns, Lib2to3Campaign, ::testing::ValuesIn(campaigns()), [](const auto& test) {
  std::string name = test.param.name.substr(8);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(Lib2to3, EveryFaultIsOfACampaignTestedHere) {
  const std::vector<Campaign> tested = campaigns();
  for (const clustering::Fault& fault : faults().all())
    for (const std::string& name : fault.campaigns)
      EXPECT_EQ(std::ranges::count(tested, name, &Campaign::name), 1) << fault.name << ": " << name;
}

}  // namespace
}  // namespace smallscope::examples
