// SPDX-License-Identifier: Apache-2.0
// Merged levels in a run: passes, taking apart, the ladder; under every scheduler and number of jobs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/runner/run.hpp>
#include <sstream>

#include "carriers.hpp"
#include "merged_campaigns.hpp"
#include "scripted.hpp"

namespace smallscope::runner {
namespace {

using results::Unmerging;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

/// The ordinal at level 0.
Ordinal input(Ordinal depth, Ordinal statement) { return depth * 60 + statement; }

std::vector<Unmerging> unmergings(const results::Store& store) {
  std::vector<Unmerging> all;
  store.for_each_unmerging([&](const Unmerging& one) {
    all.push_back(one);
    return true;
  });
  return all;
}

std::vector<std::pair<int, Ordinal>> failures(const results::Store& store) {
  std::vector<std::pair<int, Ordinal>> all;
  store.for_each_failure([&](const results::Case& failure) {
    all.emplace_back(failure.level, failure.ordinal);
    const auto found = store.find_failure(failure.level, failure.ordinal);
    EXPECT_TRUE(found && found->judgements == failure.judgements);
    return true;
  });
  return all;
}

/// 1,000 statements, five at a time; every statement shows a fault of its own.
Campaign wrong_blocks() {
  const auto statements = generators::merged(
      generators::range(0, 999).map([](int statement) { return Statements{statement}; }), together, {.at_a_time = {5}});
  return in_process("wrong blocks", statements, property("right", [](const Statements& all) {
                      std::vector<std::string> wrong;
                      for (const int statement : all) wrong.push_back("fault " + std::to_string(statement));
                      return wrong;
                    }));
}

/// What merged inputs and their taking apart have cost.
Ordinal executions(const results::Account& account) {
  Ordinal sum = 0;
  for (const results::LevelAccount& level : account.merged) sum += level.executed + level.probes;
  return sum;
}

class MergedRuns : public EveryCarrier {};

TEST_P(MergedRuns, TakeFailuresApart) {
  RunOptions options = this->options();
  options.merge_level = 1;
  options.unmerge = Unmerge::all;
  const Ran ran = run_in_memory(blocks(), options);
  EXPECT_THAT(failures(ran.store),
              UnorderedElementsAre(std::pair(0, input(1, 7)), std::pair(0, input(0, 23)), std::pair(0, input(1, 23)),
                                   std::pair(0, input(2, 23)), std::pair(0, input(0, 41)), std::pair(0, input(1, 41)),
                                   std::pair(0, input(2, 41)), std::pair(1, 4u), std::pair(1, 9u), std::pair(1, 14u)))
      << "fifty and fifty-one fail together only: a failure of the merged input";
  const results::Account account = ran.store.account();
  EXPECT_EQ(account.executed, 0u) << "a merged input that passes says nothing of its parts";
  EXPECT_FALSE(account.complete);
  EXPECT_EQ(account.failed(), 10u);
  ASSERT_EQ(account.merged.size(), 1u);
  EXPECT_EQ(account.merged[0].inputs, 15u);
  EXPECT_EQ(account.merged[0].executed, 15u);
  EXPECT_EQ(account.merged[0].failed, 10u);
  EXPECT_EQ(account.merged[0].found, 7u);
  EXPECT_EQ(account.merged[0].combinations, 3u);
  EXPECT_EQ(account.merged[0].probes, ran.summary.probes);
  EXPECT_EQ(ran.store.canonical_dump(), expected(blocks(), options));
}

TEST_P(MergedRuns, TakeOnlyApartWhatShowsSomethingNew) {
  RunOptions options = this->options("dense");
  options.merge_level = 1;
  const Ran ran = run_in_memory(blocks(), options);
  std::map<Unmerging::Ending, int> endings;
  for (const Unmerging& one : unmergings(ran.store)) {
    ++endings[one.ending];
    if (one.ending == Unmerging::Ending::known) {
      EXPECT_THAT(one.parts, IsEmpty());
    }
  }
  // Twenty-three, the crash (three times, for it hides), fifty and fifty-one, seven.
  EXPECT_EQ(endings[Unmerging::Ending::explained], 6);
  EXPECT_EQ(endings[Unmerging::Ending::known], 4);
  EXPECT_EQ(ran.store.canonical_dump(), expected(blocks(), options));
}

TEST_P(MergedRuns, LookBehindWhatIsKnownAsLongAsThatFindsSomethingNew) {
  RunOptions options = this->options("dense");
  options.merge_level = 1;
  const Ran ran = run_in_memory(crashing_blocks(), options);
  std::set<Ordinal> faults;
  for (const auto& [level, ordinal] : failures(ran.store))
    if (level == 0 && ordinal % 5 != 0) faults.insert(ordinal);
  EXPECT_EQ(faults.size(), 10u) << "each renews what may be spent on the next";
  results::LevelAccount account = ran.store.account().merged.at(0);
  EXPECT_GT(account.unmergings[Unmerging::Ending::unpaid], 350u);
  EXPECT_LT(account.probes, 400u) << "not for want of probes";
  EXPECT_EQ(ran.store.canonical_dump(), expected(crashing_blocks(), options));
}

TEST_P(MergedRuns, NeverCostMoreThanTwoFifthsOfLevelZero) {
  for (const bool ladder : {false, true}) {
    RunOptions options = this->options();
    options.merge_level = 1;
    options.ladder = ladder;
    const Ran ran = run_in_memory(wrong_blocks(), options);
    const results::Account account = ran.store.account();
    EXPECT_EQ(executions(account), 400u) << "all of it, for everything is new";
    EXPECT_EQ(account.merged.at(0).probes, ran.summary.probes);
    if (!ladder) {
      EXPECT_GT(failures(ran.store).size(), account.merged.at(0).found) << "what is left shows as it is";
    }
    EXPECT_EQ(ran.store.canonical_dump(), expected(wrong_blocks(), options));
  }
  RunOptions all = this->options();
  all.merge_level = 1;
  all.unmerge = Unmerge::all;
  EXPECT_GT(executions(run_in_memory(wrong_blocks(), all).store.account()), 1000u) << "asked for";
}

TEST_P(MergedRuns, DoNotTakeApartWhatIsWrongOutsideEveryFragment) {
  Campaign campaign = blocks();
  campaign.merging.hopeless = [](const std::vector<oracles::Judgement>& judgements) {
    return !judgements.empty() && judgements.front().verdict == oracles::Verdict::crashed;
  };
  RunOptions options = this->options();
  options.merge_level = 1;
  const Ran ran = run_in_memory(campaign, options);
  for (const auto& [level, ordinal] : failures(ran.store)) EXPECT_FALSE(level == 0 && ordinal % 60 == 41);
  results::LevelAccount account = ran.store.account().merged.at(0);
  EXPECT_GT(account.unmergings[Unmerging::Ending::hopeless], 0u);
  EXPECT_EQ(ran.store.canonical_dump(), expected(campaign, options));
}

/// 120 statements on a line each, 40 at a time, behind a line that all have. The judge stops at the first wrong one and
/// names its line. 3, 50, 51 and 100 are wrong in one way, 60 in another.
struct LinedStatements {
  subjects::Input operator()(const generators::Fragment<Statements>& group) const {
    std::string text = "begin\n";
    for (const int statement : group.value) text += std::to_string(statement) + "\n";
    return {.files = {{"input", text}}, .parameters = {{"n", "0"}}};
  }
  std::vector<FragmentLines> fragment_lines(const generators::Fragment<Statements>& group) const {
    std::vector<FragmentLines> lines;
    for (const int statement : group.value)
      lines.push_back({static_cast<Ordinal>(statement % 40), "input", lines.size() + 2, lines.size() + 2});
    return lines;
  }
};
Campaign lined(bool with_lines) {
  using Group = generators::Fragment<Statements>;
  const auto statements = generators::range(0, 119).map([](int statement) { return Group{0, {statement}}; });
  const auto together = [](const std::vector<generators::Fragment<Group>>& fragments) {
    Group all;
    for (const auto& fragment : fragments) all.value.push_back(fragment.value.value.front());
    return all;
  };
  const auto judge = [](const subjects::Input& input, const subjects::Observation&) -> std::vector<std::string> {
    std::istringstream text(input.files.front().text);
    std::string statement;
    for (int line = 1; std::getline(text, statement); ++line)
      for (const char* const wrong : {"3", "50", "51", "100", "60"})
        if (statement == wrong)
          return {std::string(statement == "60" ? "type" : "syntax") + " error in line " + std::to_string(line)};
    return {};
  };
  Campaign campaign = observed("lined", generators::merged(statements, together, {.at_a_time = {40}}),
                               LinedStatements(), std::make_shared<Scripted>([](int, int) {
                                 return reported({{"result", "good"}});
                               }),
                               {oracles::predicate("compiles", judge)});
  campaign.merging.hiding = {"compiles"};
  if (with_lines)
    campaign.merging.lines = [](const std::vector<oracles::Judgement>& judgements) {
      std::vector<NamedLine> lines;
      for (const auto& judgement : judgements)
        for (const auto& message : judgement.messages)
          lines.push_back({"input", std::stoul(message.substr(message.rfind(' ') + 1))});
      return lines;
    };
  return campaign;
}

TEST_P(MergedRuns, FindFragmentsByTheLinesOfMessages) {
  RunOptions options = this->options();
  options.merge_level = 1;
  options.unmerge = Unmerge::all;
  options.messages = [](const std::vector<oracles::Judgement>& judgements) {
    std::vector<std::string> messages;
    for (const auto& judgement : judgements)
      for (const auto& message : judgement.messages) messages.push_back(message.substr(0, message.find(' ')));
    return messages;
  };
  const Ran by_lines = run_in_memory(lined(true), options), by_halves = run_in_memory(lined(false), options);
  EXPECT_THAT(failures(by_lines.store),
              UnorderedElementsAre(std::pair(0, 3u), std::pair(0, 50u), std::pair(0, 60u), std::pair(0, 100u)));
  EXPECT_EQ(failures(by_halves.store).size(), 5u) << "halves also follow 51, which shows nothing that 50 does not";
  EXPECT_EQ(by_lines.summary.probes, 9u) << "two for 3 and for 100; 50, without it and 51, 60, without it";
  EXPECT_GT(by_halves.summary.probes, 20u);
  EXPECT_EQ(by_lines.store.canonical_dump(), expected(lined(true), options));
}

TEST_P(MergedRuns, ClimbDownTheLadder) {
  RunOptions options = this->options();
  options.ladder = true;
  const Ran ran = run_in_memory(blocks(), options);
  std::vector<int> levels;
  for (const results::Pass& pass : ran.store.passes()) levels.push_back(pass.level);
  EXPECT_THAT(levels, ElementsAre(2, 1, 0));
  const results::Account account = ran.store.account();
  EXPECT_TRUE(account.complete);
  EXPECT_EQ(account.executed, 180u);
  EXPECT_EQ(account.merged.size(), 2u);
  EXPECT_EQ(account.merged[0].inputs, 5u);
  const auto all = failures(ran.store);
  EXPECT_EQ(std::count_if(all.begin(), all.end(), [](const auto& key) { return key.first == 0; }), 7)
      << "at the end the verdicts of level 0 count";
  EXPECT_GT(all.size(), 7u) << "and what only combinations show";
  EXPECT_EQ(ran.store.canonical_dump(), expected(blocks(), options));
  EXPECT_EQ(ran.store.first_failure()->level, 2);
}

TEST_P(MergedRuns, ClimbDownInAnyOrder) {
  for (const std::string& order : generators::order_names()) {
    SCOPED_TRACE(order);
    RunOptions options = this->options(order);
    options.ladder = true;
    const Ran ran = run_in_memory(blocks(), options);
    EXPECT_TRUE(ran.store.account().complete);
    EXPECT_EQ(ran.store.account().executed, 180u);
    const auto all = failures(ran.store);
    EXPECT_EQ(std::count_if(all.begin(), all.end(), [](const auto& key) { return key.first == 0; }), 7);
    EXPECT_EQ(ran.store.canonical_dump(), expected(blocks(), options));
  }
}

TEST_P(MergedRuns, TakeTheFirstFailureApartWhenTheyStopAtIt) {
  RunOptions options = this->options("dense");
  options.ladder = true;
  options.first_failure = true;
  const Ran ran = run_in_memory(blocks(), options);
  EXPECT_EQ(ran.summary.stop, Stop::first_failure);
  EXPECT_EQ(ran.observer.passes, 1);
  EXPECT_THAT(failures(ran.store), ElementsAre(std::pair(0, input(1, 7))));
  EXPECT_EQ(ran.store.canonical_dump(), expected(blocks(), options));
}

/// Runs and interrupts the campaign at every n-th thing that is committed, until it is done.
void expect_same_store_when_interrupted(const Campaign& campaign, const RunOptions& options,
                                        const EngineOptions& carried, const std::string& whole,
                                        std::initializer_list<int> every) {
  // Stops at the n-th thing that is committed: a case, or an input taken apart.
  struct Stopping : Counting {
    int left;
    std::stop_source source;
    explicit Stopping(int n) : left(n) {}
    void step() {
      if (--left <= 0) source.request_stop();
    }
    void case_committed(const results::Case&, const Progress&) override { step(); }
    void unmerged(const Unmerging&, Ordinal, Ordinal) override { step(); }
    void progress(const Progress&) override {}
  };
  for (const int n : every) {
    Engine engine(campaign, carried);
    results::Store store = results::Store::in_memory(engine.manifest());
    int runs = 0;
    for (bool finished = false; !finished && runs < 1000; ++runs) {
      Stopping stopping(n);
      finished = engine.run(store, options, stopping, stopping.source.get_token()).stop == Stop::finished;
    }
    EXPECT_EQ(store.canonical_dump(), whole) << "stopped at every " << n;
    EXPECT_GT(runs, 1);
  }
}

TEST_P(MergedRuns, InterruptedAnywhereEndInTheSameStore) {
  RunOptions options = this->options();
  options.ladder = true;
  expect_same_store_when_interrupted(blocks(), options, carried(), expected(blocks(), options), {1, 3, 5, 8, 12});
  expect_same_store_when_interrupted(crashing_blocks(), options, carried(), expected(crashing_blocks(), options),
                                     {7, 31, 90});
  expect_same_store_when_interrupted(wrong_blocks(), options, carried(), expected(wrong_blocks(), options), {53});
}

TEST_P(MergedRuns, RunningLevelZeroAfterAMergedLevelIsTheLadder) {
  RunOptions options = this->options();
  options.unmerge = Unmerge::none;
  options.merge_level = 1;
  Engine engine(blocks(), carried());
  results::Store store = results::Store::in_memory(engine.manifest());
  Counting observer;
  (void)engine.run(store, options, observer);
  EXPECT_EQ(failures(store).size(), 10u) << "what is not taken apart counts as it is";
  EXPECT_THAT(unmergings(store), IsEmpty());
  options.merge_level = 0;
  Counting rest;
  (void)engine.run(store, options, rest);
  EXPECT_TRUE(store.account().complete);
  options.merge_level = 1;
  options.unmerge = Unmerge::all;
  Counting apart;
  (void)engine.run(store, options, apart);
  EXPECT_EQ(apart.passes, 0) << "the pass is done; only its failures are taken apart";
  EXPECT_EQ(failures(store).size(), 10u);
}

TEST_P(MergedRuns, OneInputCanBeTakenApartAlone) {
  Engine engine(blocks(), carried());
  const auto unmerging = engine.unmerge(2, 0, options());
  ASSERT_TRUE(unmerging);
  ASSERT_EQ(unmerging->parts.size(), 1u);
  EXPECT_EQ(unmerging->parts[0].found.ordinal, input(1, 7));
  EXPECT_EQ(to_string(unmerging->parts[0].found.choices), "depth = 1, statement = 7");
  EXPECT_EQ(engine.unmerge(2, 2, options()), std::nullopt) << "it passes";
}

INSTANTIATE_TEST_SUITE_P(Carriers, MergedRuns, testing::ValuesIn(carriers), name_of_carrier);

TEST(MergedRuns, AStoreOfOtherGroupsIsAnotherCampaign) {
  const auto sums = [](Ordinal at_a_time) {
    return in_process("sums",
                      generators::merged(generators::range(0, 99), [](const auto& all) { return all.back().value; },
                                         {.at_a_time = {at_a_time}}),
                      property("any", [](int) { return true; }));
  };
  EXPECT_NE(fingerprint(sums(5), "").population, fingerprint(sums(6), "").population);
}

}  // namespace
}  // namespace smallscope::runner
