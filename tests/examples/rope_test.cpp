// SPDX-License-Identifier: Apache-2.0
// The rope campaigns find their bugs on the real engine, and every failing input shows a fault of
// examples/rope/faults.toml. In the ordinary suite, the larger campaigns run in part.
#include <algorithm>
#include <campaigns.hpp>
#include <csignal>
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
using runner::Ordinal;

const std::string rope_program = SMALLSCOPE_ROPE;

const clustering::Faults& faults() {
  static const clustering::Faults read =
      clustering::Faults::read(fs::path(SMALLSCOPE_SOURCE_DIR) / "examples/rope/faults.toml");
  return read;
}

/// A campaign and what a complete run of it finds, as in docs/campaigns/rope.md.
struct Campaign {
  std::string name;
  Ordinal inputs, discarded, failing, clusters;
  Ordinal confirmed;  ///< the first failure of each cluster by messages
  Ordinal first;
  std::size_t faults;
};

void PrintTo(const Campaign& campaign, std::ostream* stream) { *stream << campaign.name; }

std::vector<Campaign> campaigns() {
  return {{"rope/encapsulate-field", 2'700, 0, 550, 11, 9, 4, 11},
          {"rope/rename-field", 2'700, 0, 198, 4, 23, 15, 3},
          {"rope/rename-method", 456, 0, 69, 2, 2, 2, 2},
          {"rope/inline-variable", 3'465, 0, 609, 8, 44, 47, 5},
          {"rope/inline-method", 840, 0, 201, 14, 28, 12, 10},
          {"rope/extract-variable", 1'100, 19, 105, 6, 9, 594, 4},
          {"rope/extract-method", 5'804, 25, 181, 3, 12, 660, 3},
          {"rope/change-signature", 11'520, 0, 3'633, 12, 36, 7, 12}};
}

/// A run of the campaign, in s.sqlite. The tests share the campaigns, so that they can run in parallel.
class RopeCampaign : public ::testing::TestWithParam<Campaign> {
 protected:
  void run() {
    const Campaign& campaign = GetParam();
    std::vector<std::string> command{rope_program, "run",    campaign.name, "--jobs",
                                     "2",          "--json", "--store",     "s.sqlite"};
    if (!is_whole()) command.insert(command.end(), {"--max-tests", std::to_string(part)});
    const Ended ended = bench_.run(command);
    ASSERT_EQ(ended.status, 1) << ::testing::PrintToString(ended);
    const Json json = parsed(ended.out);
    EXPECT_EQ(json["inputs"], campaign.inputs);
    EXPECT_EQ(json["executed"], is_whole() ? campaign.inputs : part);
    EXPECT_EQ(json["flaky"], 0);
    EXPECT_FALSE(json["verdicts"].contains("infrastructure"));
    if (!is_whole()) return;
    EXPECT_EQ(json["complete"], true);
    EXPECT_EQ(json["discarded"], campaign.discarded);
    EXPECT_EQ(json["failed"], campaign.failing);
    EXPECT_EQ(json["clusters"], campaign.clusters);
    EXPECT_EQ(json["confirmed"], campaign.confirmed);
  }
  static bool is_whole() { return thorough() || GetParam().inputs <= 2 * part; }

  static constexpr Ordinal part = 600;
  Bench bench_;
};

TEST_P(RopeCampaign, ShowsALabelledFaultInEveryFailingInput) {
  ASSERT_NO_FATAL_FAILURE(run());
  const std::vector<std::size_t> known = faults().of_campaign(GetParam().name);
  EXPECT_EQ(known.size(), GetParam().faults);
  const results::Store store = results::Store::inspect(bench_ / "s.sqlite");
  const clustering::Options options{.rules = clustering::rules_of(store.manifest())};
  std::map<std::size_t, std::size_t> seen;
  std::set<std::size_t> seen_in_program;  // one program may be several inputs: another selection, another change
  Ordinal first = ~Ordinal{0};
  store.for_each_case([&](const results::Case& found) {
    first = std::min(first, found.ordinal);
    std::size_t labels = 0;
    for (const std::size_t fault : known) {
      if (!faults().shows(fault, found, options)) continue;
      ++labels;
      ++seen[fault];
      if (faults().all()[fault].program == found.input.files.at(0).text) seen_in_program.insert(fault);
    }
    EXPECT_GE(labels, 1u) << "#" << found.ordinal << " shows no known fault: "
                          << ::testing::PrintToString(clustering::messages(found.judgements, options)) << "\n"
                          << found.input.files.at(0).text;
    return true;
  });
  if (!is_whole()) return;
  EXPECT_EQ(first, GetParam().first);
  for (const std::size_t fault : known) {
    const clustering::Fault& bug = faults().all()[fault];
    EXPECT_GE(seen[fault], 1u) << bug.name;
    if (bug.campaigns.front() == GetParam().name) {
      EXPECT_TRUE(seen_in_program.contains(fault)) << bug.name << " is not shown by its program";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Campaigns, RopeCampaign, ::testing::ValuesIn(campaigns()), [](const auto& test) {
  std::string name = test.param.name.substr(5);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(Rope, EveryFaultIsOfACampaignTestedHere) {
  const std::vector<Campaign> tested = campaigns();
  for (const clustering::Fault& fault : faults().all())
    for (const std::string& name : fault.campaigns)
      EXPECT_EQ(std::ranges::count(tested, name, &Campaign::name), 1) << fault.name << ": " << name;
}

/// What creates an object without an equality of its own is another object each time, so a list that holds one does
/// not hold the next.
TEST(Rope, InliningIsNotJudgedByTheIdentityOfObjects) {
  const runner::Campaign campaign = rope_campaigns::inline_variable();
  std::map<std::string, std::set<std::string>> ignored;  // definitions by use
  std::size_t uses = 0;
  for (Ordinal ordinal = 0; ordinal < campaign.space->size(); ++ordinal) {
    std::map<std::string, std::string> labels;
    for (const generators::Choice& choice : campaign.space->choices(ordinal)) labels[choice.name] = choice.label;
    const std::string* const behaviour = subjects::find(campaign.space->render(ordinal)->parameters, "behaviour");
    if (labels["use"] == "v is v") ++uses;
    if (behaviour == nullptr) continue;
    EXPECT_EQ(*behaviour, "ignored");
    ignored[labels["use"]].insert(labels["definition"]);
  }
  ASSERT_EQ(ignored.size(), 2u);
  EXPECT_EQ(ignored["v is v"].size(), uses / 3) << "every definition, in three scopes";
  EXPECT_EQ(ignored["v in [v]"], (std::set<std::string>{"(i for i in [p])", "lambda: p"}));
}

/// Of f(*[1, 2]) and f(**dict(x=1)) in one program, beside three other calls, only the first is judged by behaviour.
TEST(Rope, AMergedProgramIsJudgedByFragment) {
  const runner::Campaign campaign = rope_campaigns::change_signature();
  const runner::Space& space = campaign.space_at(1);
  const auto judged = [&](Ordinal merged, Ordinal fragment) {
    const Bench scratch;
    return campaign.body->open(scratch.directory())->probe({1, merged, {{fragment}}}, {});
  };
  constexpr Ordinal ordinal = 155;
  const std::string program = space.render(ordinal)->files.at(0).text;
  ASSERT_NE(program.find("f(*[1, 2])"), std::string::npos);
  ASSERT_NE(program.find("f(**dict(x=1))"), std::string::npos);
  const Bench scratch;
  const auto whole =
      campaign.body->open(scratch.directory())->probe({1, ordinal, space.constituents(ordinal).all()}, {});
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
    child.wait_until([&] { return text_of(child.standard_error()).find("\"event\":\"case\"") != std::string::npos; });
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
