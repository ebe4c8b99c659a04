// SPDX-License-Identifier: Apache-2.0
// The rope campaigns find their bugs on the real engine: encapsulate field as a whole, of the others the
// inputs that examples/rope/faults.toml lists.
#include <algorithm>
#include <campaigns.hpp>
#include <csignal>
#include <map>
#include <smallscope/clustering/faults.hpp>
#include <smallscope/runner/run.hpp>

#include "../program/command_line_programs.hpp"

namespace smallscope::examples {
namespace {

namespace fs = std::filesystem;
using command_line::Bench;
using command_line::Ended;
using command_line::Json;
using command_line::parsed;
using runner::Ordinal;

const std::string rope_program = SMALLSCOPE_ROPE;

const clustering::Faults& faults() {
  static const clustering::Faults read =
      clustering::Faults::read(fs::path(SMALLSCOPE_SOURCE_DIR) / "examples/rope/faults.toml");
  return read;
}

bool shows(std::size_t fault, const runner::Outcome& outcome) {
  results::Case found;
  found.judgements = outcome.judgements;
  found.observed = outcome.observed;
  return faults().shows(fault, found, {});
}

/// A complete run without trouble, in s.sqlite; returns its summary.
Json expect_whole_run(Bench& bench, const std::string& campaign, Ordinal inputs) {
  const Ended ended = bench.run({rope_program, "run", campaign, "--jobs", "2", "--json", "--store", "s.sqlite"});
  EXPECT_EQ(ended.status, 1) << ::testing::PrintToString(ended);
  const Json json = parsed(ended.out);
  EXPECT_EQ(json["inputs"], inputs);
  EXPECT_EQ(json["executed"], inputs);
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["flaky"], 0);
  EXPECT_FALSE(json["verdicts"].contains("infrastructure"));
  return json;
}

TEST(Rope, EncapsulateFieldAsAWhole) {
  Bench bench;
  const Json json = expect_whole_run(bench, "rope/encapsulate-field", 2'700);
  EXPECT_EQ(json["discarded"], 0);
  EXPECT_EQ(json["failed"], 550);
  EXPECT_EQ(json["clusters"], 9);
  EXPECT_EQ(json["confirmed"], 9);
  const results::Store store = results::Store::inspect(bench / "s.sqlite");
  std::map<std::string, std::vector<results::Case>> failing;  // by the program
  Ordinal first = ~Ordinal{0};
  store.for_each_case([&](const results::Case& record) {
    first = std::min(first, record.ordinal);
    failing[record.input.files.at(0).text].push_back(record);
    return true;
  });
  EXPECT_EQ(first, 4u);
  const std::vector<std::size_t> known = faults().of_campaign("rope/encapsulate-field");
  EXPECT_GE(known.size(), 8u);
  for (const std::size_t fault : known) {
    const auto& cases = failing[faults().all()[fault].program];
    EXPECT_TRUE(std::any_of(cases.begin(), cases.end(), [&](const auto& found) {
      return faults().shows(fault, found, {});
    })) << faults().all()[fault].name;
  }
}

struct Campaign {
  std::string name;
  runner::Campaign (*make)();
  std::size_t bugs;
};

void PrintTo(const Campaign& campaign, std::ostream* stream) { *stream << campaign.name; }

class RopeBugs : public ::testing::TestWithParam<Campaign> {};

TEST_P(RopeBugs, AreFoundOnTheInputsThatShowThem) {
  const std::vector<std::size_t> known = faults().of_campaign(GetParam().name);
  EXPECT_GE(known.size(), GetParam().bugs);
  const runner::Campaign campaign = GetParam().make();
  // One program may be several inputs: another selection, another change.
  std::map<std::string, std::vector<Ordinal>> ordinals;
  for (const std::size_t fault : known) ordinals[faults().all()[fault].program];
  for (Ordinal ordinal = 0; ordinal < campaign.space->size(); ++ordinal)
    if (const auto input = campaign.space->render(ordinal))
      if (const auto wanted = ordinals.find(input->files.at(0).text); wanted != ordinals.end())
        wanted->second.push_back(ordinal);
  std::vector<Ordinal> listed;
  for (const auto& [input, found] : ordinals) listed.insert(listed.end(), found.begin(), found.end());
  const Bench scratch;
  const auto lane = campaign.body->open(scratch.directory());
  const runner::PortionResult result = lane->execute({.ordinals = listed}, {});
  EXPECT_EQ(result.visited, listed.size());
  for (const std::size_t fault : known) {
    const clustering::Fault& bug = faults().all()[fault];
    const auto found = std::any_of(result.outcomes.begin(), result.outcomes.end(), [&](const runner::Outcome& outcome) {
      const auto& own = ordinals[bug.program];
      return std::find(own.begin(), own.end(), listed[outcome.index]) != own.end() &&
             oracles::is_failing(outcome.verdict) && shows(fault, outcome);
    });
    EXPECT_TRUE(found) << bug.name << "; inputs with this program: " << ordinals[bug.program].size();
  }
}

INSTANTIATE_TEST_SUITE_P(Campaigns, RopeBugs,
                         ::testing::Values(Campaign{"rope/rename-field", rope_campaigns::rename_field, 3},
                                           Campaign{"rope/rename-method", rope_campaigns::rename_method, 2},
                                           Campaign{"rope/inline-variable", rope_campaigns::inline_variable, 5},
                                           Campaign{"rope/inline-method", rope_campaigns::inline_method, 5},
                                           Campaign{"rope/extract-variable", rope_campaigns::extract_variable, 4},
                                           Campaign{"rope/extract-method", rope_campaigns::extract_method, 3},
                                           Campaign{"rope/change-signature", rope_campaigns::change_signature, 8}),
                         [](const auto& test) {
                           std::string name = test.param.name.substr(5);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Rope, EveryFaultIsOfACampaignTestedHere) {
  std::size_t tested = faults().of_campaign("rope/encapsulate-field").size();
  for (const std::string name : {"rename-field", "rename-method", "inline-variable", "inline-method",
                                 "extract-variable", "extract-method", "change-signature"})
    tested += faults().of_campaign("rope/" + name).size();
  EXPECT_EQ(tested, faults().all().size());
}

/// Of f(*[1, 2]) and f(**dict(x=1)) in one program, beside three other calls, only the first is judged by behaviour.
TEST(Rope, AMergedProgramIsJudgedByFragment) {
  const runner::Campaign campaign = rope_campaigns::change_signature();
  const runner::Space& space = campaign.space_at(1);
  const auto judged = [&](Ordinal merged, Ordinal fragment) {
    const Bench scratch;
    return campaign.body->open(scratch.directory())->probe(1, merged, {{fragment}}, {});
  };
  constexpr Ordinal ordinal = 155;
  const std::string program = space.render(ordinal)->files.at(0).text;
  ASSERT_NE(program.find("f(*[1, 2])"), std::string::npos);
  ASSERT_NE(program.find("f(**dict(x=1))"), std::string::npos);
  const Bench scratch;
  const auto whole = campaign.body->open(scratch.directory())->probe(1, ordinal, space.constituents(ordinal).all(), {});
  ASSERT_TRUE(whole && oracles::is_failing(whole->verdict));
  std::vector<std::string> expected;
  for (Ordinal fragment = 0; fragment < 5; ++fragment) {
    const auto alone = judged(ordinal, fragment);
    ASSERT_TRUE(alone);
    for (const oracles::Judgement& judgement : alone->judgements)
      expected.insert(expected.end(), judgement.messages.begin(), judgement.messages.end());
  }
  EXPECT_FALSE(expected.empty());
  EXPECT_EQ(whole->judgements.at(0).messages, expected) << "what its fragments show by themselves";
}

/// What the ladder costs before level 0 on a campaign where a quarter of the inputs fail.
TEST(Rope, TheLadderOfInlineMethodIsNoLoss) {
  Bench bench;
  const Ended ended = bench.run(
      {rope_program, "run", "rope/inline-method", "--ladder", "--jobs", "2", "--json", "--store", "s.sqlite"});
  ASSERT_EQ(ended.status, 1) << ::testing::PrintToString(ended);
  const Json level = parsed(ended.out)["merged"][0];
  EXPECT_LE(level["executed"].get<int>() + level["probes"].get<int>(), 840 * 2 / 5);
  EXPECT_GE(level["found"].get<int>(), 20) << "the failing inputs that were found before level 0";
}

/// The same campaign on the real worker: one, two and four jobs, interrupted at several moments and resumed.
TEST(Rope, RenameMethodGivesTheSameStoreHoweverItIsRun) {
  Bench bench;
  const auto run = [&](const std::string& store, const std::string& jobs) {
    std::vector<std::string> command{rope_program, "run", "rope/rename-method", "--store", store,
                                     "--jobs",     jobs,  "--progress",         "json",    "--json"};
    if (std::filesystem::exists(bench / store)) command.push_back("--resume");
    return command;
  };
  const auto clusters = [&](const std::string& store) {
    std::string text;
    const Json all = parsed(bench.run({rope_program, "clusters", store, "--json"}).out);
    for (const Json& cluster : all["clusters"])
      text += cluster["id"].dump() + cluster["signature"].dump() + cluster["members"].dump() + "\n";
    return text;
  };
  for (const std::string jobs : {"1", "2", "4"}) {
    const Ended ended = bench.run(run("jobs" + jobs, jobs));
    EXPECT_EQ(ended.status, 1) << ::testing::PrintToString(ended);
    EXPECT_EQ(parsed(ended.out)["failed"], 69);
  }
  const std::string through = command_line::dump_of(bench / "jobs1");
  EXPECT_EQ(command_line::dump_of(bench / "jobs2"), through);
  EXPECT_EQ(command_line::dump_of(bench / "jobs4"), through);

  // Interrupted when it has shown another failure; a run that ends in the meantime is none to be resumed.
  int status = 130;
  for (int round = 0; round < 6 && status == 130; ++round) {
    command_line::Child child = bench.start(run("stopped", round % 2 == 0 ? "2" : "1"));
    child.wait_until(
        [&] { return command_line::text_of(child.standard_error()).find("\"event\":\"case\"") != std::string::npos; });
    child.send(SIGINT);
    const Ended ended = child.wait();
    status = ended.status;
    EXPECT_TRUE(status == 130 || status == 1) << ::testing::PrintToString(ended);
    if (round == 0) {
      EXPECT_EQ(status, 130);
    }
  }
  EXPECT_EQ(bench.run(run("stopped", "2")).status, 1);
  EXPECT_EQ(command_line::dump_of(bench / "stopped"), through);
  EXPECT_EQ(clusters("stopped"), clusters("jobs1"));
}

}  // namespace
}  // namespace smallscope::examples
