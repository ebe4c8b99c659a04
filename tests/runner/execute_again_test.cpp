// SPDX-License-Identifier: Apache-2.0
// Executing recorded failures again: in sequence, for any number of jobs, and only where the input is the same. And
// executing inputs one by one, in sequence, too.
#include <smallscope/runner/run.hpp>

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carriers.hpp"

namespace smallscope::runner {
namespace {

using oracles::Verdict;

std::vector<results::Case> failures_of(const results::Store& store) {
  std::vector<results::Case> all;
  store.for_each_failure([&](const results::Case& failing) {
    all.push_back(failing);
    return true;
  });
  return all;
}

struct Executed {
  std::vector<std::pair<Ordinal, std::string>> seen;  // with the name of the verdict; "other" for another input
  Stop stop = Stop::finished;
};

Executed execute_all(Engine& engine, const std::vector<results::Case>& failures, const AgainOptions& options = {},
                     std::stop_token interrupt = {}) {
  Executed executed;
  std::size_t given = 0;
  executed.stop = engine.execute_again(
      [&]() -> std::optional<Again> {
        if (given == failures.size()) return std::nullopt;
        return Again{failures[given++], std::nullopt};
      },
      options,
      [&](const Again& failure, const std::optional<Outcome>& outcome) {
        executed.seen.emplace_back(failure.recorded.ordinal,
                                   outcome ? std::string(oracles::name(outcome->verdict)) : "other");
      },
      std::move(interrupt));
  return executed;
}

/// triples() after a repair: those with b == 4 pass, and those with c == 0 are no inputs any more.
Campaign repaired() {
  auto space = generators::product<Triple>(generators::range(0, 9).named("a"), generators::range(0, 10).named("b"),
                                           generators::range(0, 10).named("c"))
                   .filter([](const Triple& triple) { return triple.c != 7 && triple.c != 0; });
  return in_process("triples", space, property("few", [](const Triple& triple) -> std::vector<std::string> {
                      if (triple.a != 3 || triple.b <= 4) return {};
                      return {"a is 3", "b is " + std::to_string(triple.b)};
                    }));
}

class ExecuteAgain : public EveryCarrier {};

TEST_P(ExecuteAgain, SeesEachFailureInSequence) {
  const Ran ran = run_in_memory(triples(), options());
  const std::vector<results::Case> failures = failures_of(ran.store);
  ASSERT_EQ(failures.size(), 70u);
  Engine engine(repaired(), carried());
  const Executed executed = execute_all(engine, failures);
  EXPECT_EQ(executed.stop, Stop::finished);
  ASSERT_EQ(executed.seen.size(), 70u);
  for (std::size_t i = 0; i < 70; ++i) {
    const auto& [ordinal, verdict] = executed.seen[i];
    EXPECT_EQ(ordinal, failures[i].ordinal);
    const bool is_filtered = ordinal % 11 == 0, passes = ordinal / 11 % 11 == 4;
    EXPECT_EQ(verdict, is_filtered ? "other" : passes ? "pass" : "fail") << ordinal;
  }
}

TEST_P(ExecuteAgain, EndsWithTheBudgetOrAnInterrupt) {
  const Ran ran = run_in_memory(triples(), options());
  Engine engine(triples(), carried());
  const Executed late = execute_all(engine, failures_of(ran.store), {.budget = std::chrono::duration<double>(0)});
  EXPECT_EQ(late.stop, Stop::budget);
  EXPECT_THAT(late.seen, testing::IsEmpty());
  std::stop_source source;
  source.request_stop();
  const Executed stopped = execute_all(engine, failures_of(ran.store), {}, source.get_token());
  EXPECT_EQ(stopped.stop, Stop::interrupted);
  EXPECT_THAT(stopped.seen, testing::IsEmpty());
}

TEST_P(ExecuteAgain, LeavesOutWhatIsAnotherInputNow) {
  const Ran ran = run_in_memory(triples(), options());
  std::vector<results::Case> failures = failures_of(ran.store);
  failures.resize(4);
  failures[0].input.parameters.push_back({"d", "1"});
  failures[1].ordinal = 1'000'000;
  failures[2].level = 1;
  Engine engine(triples(), carried());
  const Executed executed = execute_all(engine, failures);
  ASSERT_EQ(executed.seen.size(), 4u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(executed.seen[i].second, "other");
  EXPECT_EQ(executed.seen[3].second, "fail");
}

using ExecuteEach = ExecuteAgain;

TEST_P(ExecuteEach, SeesEachInputInTheSequenceThatIsGiven) {
  Engine engine(triples(), carried());
  std::vector<Alone> inputs;
  for (Ordinal ordinal = 1209; ordinal >= 7; ordinal -= 7) inputs.push_back({.ordinal = ordinal});
  std::vector<Ordinal> seen;
  std::map<Verdict, std::size_t> verdicts;
  const Stop stop = engine.execute_each(inputs, [&](const Alone& input, const ExecutedAlone& executed) {
    seen.push_back(input.ordinal);
    const std::optional<Outcome> alone = engine.execute(input.ordinal);
    ASSERT_EQ(executed.outcome.has_value(), alone.has_value()) << input.ordinal;
    const bool is_filtered = input.ordinal % 11 == 7;
    EXPECT_EQ(executed.outcome.has_value(), !is_filtered) << input.ordinal;
    if (is_filtered) return;
    EXPECT_EQ(executed.outcome->verdict, alone->verdict) << input.ordinal;
    ++verdicts[executed.outcome->verdict];
    const oracles::Tally tally = executed.tallies.of("few");
    EXPECT_EQ(tally.passed(), alone->verdict == Verdict::pass ? 1 : 0) << input.ordinal;
    EXPECT_EQ(tally.failed(), alone->verdict == Verdict::fail ? 1 : 0) << input.ordinal;
  });
  EXPECT_EQ(stop, Stop::finished);
  ASSERT_EQ(seen.size(), inputs.size());
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], inputs[i].ordinal);
  EXPECT_GT(verdicts[Verdict::pass], 0u);
  EXPECT_GT(verdicts[Verdict::fail], 0u);
}

TEST_P(ExecuteEach, EndsWithTheBudgetOrAnInterrupt) {
  Engine engine(triples(), carried());
  std::size_t seen = 0;
  const auto count = [&](const Alone&, const ExecutedAlone&) { ++seen; };
  EXPECT_EQ(engine.execute_each({{}, {}}, count, std::chrono::duration<double>(0)), Stop::budget);
  EXPECT_EQ(seen, 0u);
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(engine.execute_each({{}, {}}, count, {}, source.get_token()), Stop::interrupted);
  EXPECT_EQ(seen, 0u);
  EXPECT_EQ(engine.execute_each({}, count), Stop::finished);
  EXPECT_EQ(engine.execute_each({{}, {}}, count), Stop::finished);
  EXPECT_EQ(seen, 2u);
}

INSTANTIATE_TEST_SUITE_P(Carriers, ExecuteEach, testing::ValuesIn(carriers), name_of_carrier);
INSTANTIATE_TEST_SUITE_P(Carriers, ExecuteAgain, testing::ValuesIn(carriers), name_of_carrier);

}  // namespace
}  // namespace smallscope::runner
