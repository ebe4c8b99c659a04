// SPDX-License-Identifier: Apache-2.0
// What becomes of known faults: each state by itself, any prefix of a run, and random stores against brute force.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <smallscope/clustering/known_faults/fault_states.hpp>
#include <smallscope/clustering/known_faults/fault_text.hpp>
#include <smallscope/generators.hpp>

namespace smallscope::clustering {
namespace {

namespace gen = generators;
using oracles::Verdict;
using results::Ordinal;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const Day day{std::chrono::year(2026), std::chrono::month(11), std::chrono::day(22)};

auto space() {
  return gen::tuples(gen::range(0, 3).named("a"), gen::range(0, 4).named("b"), gen::range(0, 2).named("c"));
}
constexpr Ordinal inputs = 60;

/// What an input does: "pass", "rejected", "refused", "open", or the message with which it fails.
using Outcomes = std::vector<std::string>;

results::Case case_of(Ordinal ordinal, const std::string& outcome) {
  results::Case made;
  made.ordinal = ordinal;
  made.test = ordinal + 1;
  made.verdict = outcome == "open" ? Verdict::infrastructure : Verdict::fail;
  made.judgements = {{"right", made.verdict, {outcome}}};
  made.choices = gen::choices(space(), ordinal);
  return made;
}

std::string key_of(const std::string& message) { return message_key(case_of(0, message), {}); }

/// A store in which the first `done` inputs of a shuffled order were executed.
results::Store store_of(const Outcomes& outcomes, Ordinal done = inputs, std::uint64_t seed = 1,
                        const std::string& population = "60 inputs 1") {
  results::Manifest manifest;
  manifest.campaign = "digits";
  manifest.inputs = inputs;
  manifest.fingerprint.population = population;
  results::Store store = results::Store::in_memory(manifest);
  const gen::OrderSpecification order{.name = "shuffle", .seed = seed};
  const results::Pass pass = store.add_pass({.order = order, .end = inputs, .size = inputs});
  results::Batch batch{.pass = pass.id, .done = done, .executed = done};
  const auto positions = gen::make_order(order, inputs);
  for (Ordinal position = 0; position < done; ++position) {
    const Ordinal ordinal = positions->at(position);
    const std::string& outcome = outcomes[ordinal];
    if (outcome == "rejected")
      batch.discards.rejected.push_back(ordinal);
    else if (outcome == "refused")
      batch.discards.refused.push_back(ordinal);
    else if (outcome == "filtered")
      batch.discards.filtered.emplace_back(ordinal, ordinal + 1);
    else if (outcome != "pass")
      batch.cases.push_back(case_of(ordinal, outcome));
  }
  store.commit(batch);
  return store;
}

Outcomes failing_where(const std::function<bool(int a, int b, int c)>& fails, const std::string& message = "wrong") {
  Outcomes outcomes;
  for (int ordinal = 0; ordinal < static_cast<int>(inputs); ++ordinal)
    outcomes.push_back(fails(ordinal / 15, ordinal / 3 % 5, ordinal % 3) ? message : "pass");
  return outcomes;
}

std::vector<Ordinal> with_outcome(const Outcomes& outcomes, const std::string& outcome) {
  std::vector<Ordinal> found;
  for (Ordinal ordinal = 0; ordinal < outcomes.size(); ++ordinal)
    if (outcomes[ordinal] == outcome) found.push_back(ordinal);
  return found;
}

/// The fault of a message, as recorded from the inputs that fail with it.
Fault recorded(const std::string& fault, const std::vector<Ordinal>& failing, const std::string& message = "wrong") {
  Fault made{.campaigns = {"digits"}, .name = fault};
  made.decision.keys = {key_of(message)};
  made.decision.evidence = {failing, "60 inputs 1"};
  return made;
}

/// As a file of faults says it.
Faults faults_of(const std::vector<Fault>& faults) {
  std::string text;
  for (const Fault& fault : faults) text = with_fault(text, fault);
  return Faults::parse(text, "f.toml");
}

std::vector<Ordinal> ordinals_of_inputs(const std::vector<FailingInput>& failing) {
  std::vector<Ordinal> ordinals;
  for (const FailingInput& input : failing) ordinals.push_back(input.ordinal);
  return ordinals;
}

const Outcomes a_is_2 = failing_where([](int a, int, int) { return a == 2; });
const Outcomes all_pass = failing_where([](int, int, int) { return false; });
const WrittenExplanation says_a_is_2{.fails_when = {{{{.choice = "a", .one_of = {{"2"}}}}}}};

FaultState state_of(const results::Store& store, const Fault& fault) {
  return compare(store, faults_of({fault}), {}, day).faults.at(0);
}

TEST(FaultStates, KnownWhereTheSameInputsFail) {
  const Fault fault = recorded("f", with_outcome(a_is_2, "wrong"));
  const FaultComparison found = compare(store_of(a_is_2), faults_of({fault}), {}, day);
  ASSERT_THAT(found.faults, SizeIs(1));
  EXPECT_EQ(found.faults[0].progress, FaultProgress::known);
  EXPECT_EQ(ordinals_of_inputs(found.faults[0].inside), with_outcome(a_is_2, "wrong"));
  EXPECT_EQ(found.faults[0].inside[0].key, key_of("wrong"));
  EXPECT_FALSE(found.faults[0].expired || found.faults[0].other_space);
  EXPECT_THAT(found.unknown, IsEmpty());
}

TEST(FaultStates, APlantedSecondFaultWithTheSameMessageIsReportedAsGrown) {
  const Outcomes planted = failing_where([](int a, int b, int c) { return a == 2 || (b == 4 && c == 1); });
  for (const bool explained : {false, true}) {
    Fault fault = recorded("f", with_outcome(a_is_2, "wrong"));
    if (explained) fault.decision.explanation = says_a_is_2;
    const FaultComparison found = compare(store_of(planted), faults_of({fault}), {}, day);
    EXPECT_EQ(found.faults[0].progress, FaultProgress::grown) << explained;
    EXPECT_THAT(ordinals_of_inputs(found.faults[0].grown), ElementsAre(13, 28, 58)) << explained;
    EXPECT_THAT(found.faults[0].inside, SizeIs(15)) << explained;
    EXPECT_THAT(found.unknown, IsEmpty()) << explained;
  }
  // Once it has a name of its own, both are known, although their messages are the same.
  Fault second = recorded("second", {13, 28, 58});
  const FaultComparison both =
      compare(store_of(planted), faults_of({recorded("f", with_outcome(a_is_2, "wrong")), second}), {}, day);
  EXPECT_EQ(both.faults[0].progress, FaultProgress::known);
  EXPECT_EQ(both.faults[1].progress, FaultProgress::known);
  EXPECT_THAT(both.faults[1].inside, SizeIs(3));
}

TEST(FaultStates, AnInputThatTheExplanationCoversIsInside) {
  std::vector<Ordinal> some = with_outcome(a_is_2, "wrong");
  some.resize(7);
  Fault fault = recorded("f", some);
  EXPECT_EQ(state_of(store_of(a_is_2), fault).progress, FaultProgress::grown);
  fault.decision.explanation = says_a_is_2;
  EXPECT_EQ(state_of(store_of(a_is_2), fault).progress, FaultProgress::known);
}

TEST(FaultStates, ShrunkFixedChangedAndNotExecuted) {
  const Fault fault = recorded("f", with_outcome(a_is_2, "wrong"));
  FaultState state = state_of(store_of(failing_where([](int a, int b, int) { return a == 2 && b > 0; })), fault);
  EXPECT_EQ(state.progress, FaultProgress::shrunk);
  EXPECT_EQ(state.passing, 3u);
  state = state_of(store_of(all_pass), fault);
  EXPECT_EQ(state.progress, FaultProgress::fixed);
  EXPECT_EQ(state.passing, 15u);
  Outcomes outcomes = all_pass;
  outcomes[30] = "late";
  const FaultComparison changed = compare(store_of(outcomes), faults_of({fault}), {}, day);
  EXPECT_EQ(changed.faults[0].progress, FaultProgress::changed);
  EXPECT_EQ(changed.faults[0].changed, 1u);
  EXPECT_EQ(changed.unknown, (std::vector{FailingInput{0, 30, key_of("late")}}));
  for (const char* unjudged : {"rejected", "refused", "filtered", "open"}) {
    outcomes[30] = unjudged;
    state = state_of(store_of(outcomes), fault);
    EXPECT_EQ(state.progress, FaultProgress::not_executed) << unjudged;
    EXPECT_EQ(state.unjudged, 1u) << unjudged;
    EXPECT_EQ(state.passing, 14u) << unjudged;
  }
}

TEST(FaultStates, ADecisionHoldsOnItsLastDayAndExpiresAfterIt) {
  Fault fault = recorded("f", with_outcome(a_is_2, "wrong"));
  fault.decision.expires = day;
  EXPECT_FALSE(state_of(store_of(a_is_2), fault).expired);
  fault.decision.expires = day_named("2026-11-21");
  EXPECT_TRUE(state_of(store_of(a_is_2), fault).expired);
  EXPECT_EQ(state_of(store_of(a_is_2), fault).progress, FaultProgress::known) << "and that it is known stays true";
  EXPECT_FALSE(state_of(store_of(all_pass), fault).expired) << "what is fixed needs no decision";
}

TEST(FaultStates, InAnotherSpaceTheExplanationDecidesAlone) {
  Fault fault = recorded("f", with_outcome(a_is_2, "wrong"));
  const results::Store other = store_of(a_is_2, inputs, 1, "60 inputs 2");
  FaultState state = state_of(other, fault);
  EXPECT_TRUE(state.other_space);
  EXPECT_EQ(state.progress, FaultProgress::grown) << "its ordinals mean other inputs now";
  fault.decision.explanation = says_a_is_2;
  state = state_of(other, fault);
  EXPECT_TRUE(state.other_space);
  EXPECT_EQ(state.progress, FaultProgress::known);
  EXPECT_EQ(state_of(store_of(all_pass, inputs, 1, "60 inputs 2"), fault).progress, FaultProgress::not_seen)
      << "nobody knows whether those inputs are in the new space";
}

TEST(FaultStates, RulesOfAPersonAccountForWhatTheyDescribe) {
  const Faults faults = Faults::parse(
      "[[fault]]\ncampaign = 'digits'\nname = 'by rule'\nmessages = 'wrong'\n"
      "[[fault]]\ncampaign = 'digits'\nname = 'never'\nmessages = 'never'\n"
      "[[fault]]\ncampaign = 'other'\nname = 'elsewhere'\nmessages = 'wrong'\n",
      "f.toml");
  const FaultComparison found = compare(store_of(a_is_2), faults, {}, day);
  ASSERT_THAT(found.faults, SizeIs(2));
  EXPECT_EQ(found.faults[0].progress, FaultProgress::known);
  EXPECT_EQ(found.faults[1].progress, FaultProgress::not_seen) << "never fixed, because nothing is recorded";
  EXPECT_THAT(found.unknown, IsEmpty());
}

TEST(FaultStates, ANoteDecidesNothing) {
  Fault note = recorded("look at this again", with_outcome(a_is_2, "wrong"));
  note.decision.kind = Decision::Kind::note;
  const FaultComparison found = compare(store_of(a_is_2), faults_of({note}), {}, day);
  EXPECT_THAT(found.faults, IsEmpty());
  EXPECT_THAT(found.unknown, SizeIs(15));
  EXPECT_THAT(found.notes, ElementsAre(testing::Pair(key_of("wrong"), 0u)));
}

TEST(FaultStates, AFailingMergedInputIsInsideByItsMessage) {
  results::Store store = store_of(all_pass);
  results::Case merged = case_of(3, "wrong");
  merged.level = 1;
  const results::Pass pass = store.add_pass({.level = 1, .order = {.name = "dense"}, .end = 5, .size = 5});
  store.commit({.pass = pass.id, .done = 5, .executed = 5, .cases = {merged}});
  const FaultState state = state_of(store, recorded("f", with_outcome(a_is_2, "wrong")));
  EXPECT_EQ(state.inside, (std::vector{FailingInput{1, 3, key_of("wrong")}}));
  EXPECT_THAT(state.grown, IsEmpty());
  EXPECT_EQ(state.progress, FaultProgress::shrunk) << "not fixed";
}

TEST(FaultStates, NoPrefixOfARunSaysFixedWrongly) {
  std::mt19937_64 random(7);
  const std::vector<Ordinal> failed = with_outcome(a_is_2, "wrong");
  int fixed = 0;
  for (int round = 0; round < 100; ++round) {
    // The fault is mended, or all but one input of it.
    const bool is_mended = round % 2 == 0;
    Outcomes now = all_pass;
    if (!is_mended) now[failed[random() % failed.size()]] = "wrong";
    const std::uint64_t seed = random();
    const Ordinal done = round % 10 < 2 ? inputs : random() % (inputs + 1);
    const auto order = gen::make_order({.name = "shuffle", .seed = seed}, inputs);
    const bool all_executed =
        std::ranges::all_of(failed, [&](Ordinal ordinal) { return order->position(ordinal) < done; });
    const FaultState state = state_of(store_of(now, done, seed), recorded("f", failed));
    EXPECT_EQ(state.progress == FaultProgress::fixed, is_mended && all_executed) << round;
    EXPECT_THAT(state.grown, IsEmpty());
    fixed += state.progress == FaultProgress::fixed;
  }
  EXPECT_GE(fixed, 10) << "and some do say it";
}

/// The states by their definitions, one input at a time.
FaultProgress by_definition(const Outcomes& outcomes, const std::set<Ordinal>& executed, const Fault& fault,
                            const std::string& message, const std::set<Ordinal>& inside_of_others) {
  const Decision& decision = fault.decision;
  const std::set<Ordinal> recorded_inputs(decision.evidence->failing.begin(), decision.evidence->failing.end());
  bool grown = false, fails = false, passes = false, open = false, changed = false;
  for (Ordinal ordinal = 0; ordinal < inputs; ++ordinal) {
    const std::string outcome = executed.contains(ordinal) ? outcomes[ordinal] : "not executed";
    const bool in = recorded_inputs.contains(ordinal) ||
                    (decision.explanation && matches(*decision.explanation, gen::choices(space(), ordinal)));
    if (outcome == message) {
      fails |= in;
      grown |= !in && !inside_of_others.contains(ordinal);
    } else if (recorded_inputs.contains(ordinal)) {
      passes |= outcome == "pass";
      const bool is_failing = outcome == "wrong" || outcome == "late";
      changed |= is_failing;
      open |= outcome != "pass" && !is_failing;
    }
  }
  if (grown) return FaultProgress::grown;
  if (fails) return passes ? FaultProgress::shrunk : FaultProgress::known;
  if (open) return FaultProgress::not_executed;
  return changed ? FaultProgress::changed : passes ? FaultProgress::fixed : FaultProgress::not_seen;
}

TEST(FaultStates, RandomStoresAgreeWithTheDefinitions) {
  std::mt19937_64 random(3);
  const std::vector<std::string> kinds{"pass", "pass", "pass", "wrong", "late", "rejected", "refused", "open"};
  std::map<FaultProgress, int> seen;
  for (int round = 0; round < 300; ++round) {
    Outcomes then, now;
    const std::uint64_t variety = 1 + random() % kinds.size(), repaired = 1 + random() % 60;
    for (Ordinal ordinal = 0; ordinal < inputs; ++ordinal) {
      then.push_back(kinds[random() % kinds.size()]);
      now.push_back(random() % repaired == 0 ? kinds[random() % variety] : round % 3 == 0 ? "pass" : then.back());
    }
    const Ordinal done = round % 2 == 0 ? inputs : random() % (inputs + 1);
    const std::uint64_t seed = random();
    const auto order = gen::make_order({.name = "shuffle", .seed = seed}, inputs);
    std::set<Ordinal> executed;
    for (Ordinal position = 0; position < done; ++position) executed.insert(order->at(position));

    std::vector<Fault> faults{recorded("wrong", with_outcome(then, "wrong")),
                              recorded("late", with_outcome(then, "late"), "late")};
    if (round % 4 == 0) faults[0].decision.explanation = says_a_is_2;
    const FaultComparison found = compare(store_of(now, done, seed), faults_of(faults), {}, day);
    ASSERT_THAT(found.faults, SizeIs(2));
    EXPECT_THAT(found.unknown, IsEmpty());
    EXPECT_EQ(found.faults[0].progress, by_definition(now, executed, faults[0], "wrong", {})) << round;
    EXPECT_EQ(found.faults[1].progress, by_definition(now, executed, faults[1], "late", {})) << round;
    ++seen[found.faults[0].progress];
    ++seen[found.faults[1].progress];
  }
  EXPECT_GE(seen.size(), 6u) << "every state but not_seen, which needs another record";
}

}  // namespace
}  // namespace smallscope::clustering
