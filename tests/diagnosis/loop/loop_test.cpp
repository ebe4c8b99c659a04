// SPDX-License-Identifier: Apache-2.0
// The loop from a failing input to a place, on a store whose fault is known.
#include <smallscope/diagnosis/loop/loop.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace smallscope::diagnosis::loop {
namespace {

using testing::HasSubstr;
using testing::Throws;

const std::vector<Ordinal> factors{4, 3, 5, 2};
constexpr Ordinal inputs = 120;
constexpr Ordinal failing = 2 * 30 + 10 + 3 * 2;  // the levels 2, 1, 3, 0

Ordinal level(Ordinal ordinal, std::size_t factor) {
  constexpr Ordinal below[] = {30, 10, 2, 1};
  return ordinal / below[factor] % factors[factor];
}

bool is_faulty(Ordinal ordinal) { return level(ordinal, 0) == 2 && level(ordinal, 2) == 3; }

generators::Choices choices_of(Ordinal ordinal) {
  generators::Choices choices;
  for (std::size_t i = 0; i < factors.size(); ++i)
    choices.push_back({"f" + std::to_string(i), level(ordinal, i), std::to_string(level(ordinal, i))});
  return choices;
}

/// Block 0 is the fault; block 1 + 5 x factor + level is what a level executes, 30 the scaffold of all.
std::vector<coverage::Element> blocks_of(Ordinal ordinal) {
  std::vector<coverage::Element> blocks;
  if (is_faulty(ordinal)) blocks.push_back(0);
  for (std::size_t i = 0; i < factors.size(); ++i)
    blocks.push_back(static_cast<coverage::Element>(1 + 5 * i + level(ordinal, i)));
  blocks.push_back(30);
  return blocks;
}

results::CodePlace place_of(coverage::Element block) {
  if (block == 0) return {"faulty", "a.c", {7}};
  if (block == 30) return {"main", "a.c", {100}};
  return {"factor" + std::to_string((block - 1) / 5), "a.c", {10 + block}};
}

/// A store that gets what inputs covered, and the loop's view of it.
class Sample {
 public:
  explicit Sample(LoopOptions options) : loop(factors, failing, choices_of, std::move(options)) {
    store_.find_places_with([](const coverage::Module&, coverage::Element block) { return place_of(block); });
  }
  /// Commits what the input did, as a run does.
  std::vector<Word> execute(Ordinal ordinal) {
    results::Batch batch{.pass = pass_, .begin = executed_, .done = executed_ + 1, .executed = 1};
    batch.spectra.push_back({ordinal, {{{code_, blocks_of(ordinal)}}}});
    store_.commit(batch);
    ++executed_;
    std::vector<Word> covered;
    store_.for_each_spectrum(0, [&](Ordinal each, std::span<const std::uint64_t> row) {
      if (each == ordinal) covered.assign(row.begin(), row.end());
      return each != ordinal;
    });
    return covered;
  }
  void observe(Ordinal ordinal, Outcome outcome) {
    const std::vector<Word> covered = execute(ordinal);
    if (!columns_ || !columns_->knows(covered))
      columns_ = std::make_shared<const CodeColumns>(store_, CodeElements::blocks);
    loop.observe(outcome, covered, columns_);
  }
  void observe(Ordinal ordinal) { observe(ordinal, is_faulty(ordinal) ? Outcome::fail : Outcome::pass); }
  /// The ordinals that were proposed.
  std::vector<Ordinal> run() {
    std::vector<Ordinal> all;
    while (const auto proposal = loop.next()) {
      all.push_back(proposal->ordinal);
      observe(proposal->ordinal);
    }
    return all;
  }

  Loop loop;

 private:
  static std::shared_ptr<const coverage::Module> module() {
    coverage::Module made{.id = "build", .path = "bin/subject", .code_begin = 0x1000, .code_size = 0x1000};
    for (std::uint64_t block = 0; block < 31; ++block) made.blocks.push_back(0x1000 + 16 * block);
    return std::make_shared<const coverage::Module>(std::move(made));
  }
  results::Store store_ = results::Store::in_memory({.campaign = "sample",
                                                     .fingerprint = {"population", "subject", "oracle"},
                                                     .oracles = {"oracle"},
                                                     .inputs = inputs});
  int pass_ = store_.add_pass({.order = {.name = "dense"}, .end = inputs}).id;
  Ordinal executed_ = 0;
  std::shared_ptr<const coverage::Module> code_ = module();
  std::shared_ptr<const CodeColumns> columns_;
};

TEST(Loop, FindsTheFaultWithFewTests) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Sample sample({.seed = seed});
    const std::vector<Ordinal> tests = sample.run();
    EXPECT_TRUE(sample.loop.stop() == Stop::tight || sample.loop.stop() == Stop::sure) << name(sample.loop.stop());
    EXPECT_LE(tests.size(), 31u);
    const Ranked& first = sample.loop.ranking().order.front();
    EXPECT_EQ(sample.loop.spectrum().elements()[first.element].function, "faulty");
    // Its views disagree about functions that every failing input needs; only the block tells them apart.
    const FunctionRanking& functions = sample.loop.functions();
    const auto& order = functions.ranking.order;
    const auto faulty = std::ranges::find(
        order, "faulty", [&](const Ranked& each) { return functions.functions[each.element].function; });
    ASSERT_NE(faulty, order.end());
    EXPECT_LE(faulty->first, 3u);
  }
}

TEST(Loop, ProposesEachInputOnceAndTheFailingOneFirst) {
  Sample sample({.tests = 1'000, .tight = 1, .steady = 1'000, .threshold = 1, .is_candidate = [](Ordinal each) {
                   return each % 3 != 0;
                 }});
  std::vector<Ordinal> tests = sample.run();
  EXPECT_EQ(sample.loop.stop(), Stop::exhausted);
  EXPECT_EQ(tests.front(), failing);
  std::ranges::sort(tests);
  std::vector<Ordinal> expected;
  for (Ordinal each = 0; each < inputs; ++each)
    if (each % 3 != 0 || each == failing) expected.push_back(each);
  EXPECT_EQ(tests, expected);
}

TEST(Loop, GoesThroughItsStages) {
  Sample sample({.directed = 3, .selected = 4, .tests = 12, .tight = 1, .steady = 1'000, .threshold = 1});
  sample.run();
  EXPECT_EQ(sample.loop.stop(), Stop::budget);
  const std::vector<Step>& steps = sample.loop.steps();
  ASSERT_EQ(steps.size(), 13u);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(steps[i].proposal.stage, i <= 3 ? Stage::direct : i <= 7 ? Stage::select : Stage::plan) << i;
    EXPECT_EQ(steps[i].greatest > 0, i >= 7) << i;  // believed as soon as the next test is to be planned
  }
}

TEST(Loop, StopsWhenNothingChangesAnyMore) {
  for (const std::size_t steady : {1u, 4u, 9u}) {
    Sample sample({.directed = 100, .tests = 100, .tight = 1, .steady = steady});
    sample.run();
    const std::vector<Step>& steps = sample.loop.steps();
    ASSERT_EQ(sample.loop.stop(), Stop::tight);
    EXPECT_EQ(steps.back().unchanged, steady);
    EXPECT_EQ(steps.back().first_elements, 1u);
    for (std::size_t i = 0; i + 1 < steps.size(); ++i)
      EXPECT_TRUE(steps[i].unchanged < steady || steps[i].first_elements > 1) << i;
  }
}

TEST(Loop, IsTheSameWithTheSameSeed) {
  const LoopOptions options{.tests = 25, .steady = 1'000, .threshold = 1, .seed = 7};
  Sample a(options), b(options);
  EXPECT_EQ(a.run(), b.run());
  LoopOptions others = options;
  others.seed = 8;
  Sample c(others);
  EXPECT_NE(a.loop.steps().back().proposal.ordinal, c.run().back());
}

TEST(Loop, RanksAsASpectrumOfItsTests) {
  Sample sample({.tests = 20, .steady = 1'000, .threshold = 1});
  std::map<Ordinal, Outcome> outcomes;
  while (const auto proposal = sample.loop.next()) {
    sample.observe(proposal->ordinal);
    outcomes[proposal->ordinal] = is_faulty(proposal->ordinal) ? Outcome::fail : Outcome::pass;
  }
  const Spectrum& spectrum = sample.loop.spectrum();
  ASSERT_EQ(spectrum.tests(), outcomes.size());
  for (Column column = 0; column < spectrum.columns(); ++column) {
    Counts expected;
    for (const auto& [ordinal, outcome] : outcomes) {
      const std::vector<coverage::Element> blocks = blocks_of(ordinal);
      const bool covers = std::ranges::any_of(blocks, [&](coverage::Element block) {
        const results::CodePlace place = place_of(block);
        return place.function == spectrum.elements()[column].function &&
               place.lines.front() == spectrum.elements()[column].line;
      });
      ++(is_failing(outcome) ? (covers ? expected.ef : expected.nf) : (covers ? expected.ep : expected.np));
    }
    EXPECT_EQ(spectrum.counts()[column], expected) << spectrum.elements()[column].name;
  }
}

TEST(Loop, NeedsAnInputThatFails) {
  for (const Outcome outcome : {Outcome::pass, Outcome::skip}) {
    Sample sample({});
    ASSERT_TRUE(sample.loop.next());
    sample.observe(failing, outcome);
    EXPECT_EQ(sample.loop.stop(), Stop::not_failing);
    EXPECT_FALSE(sample.loop.next());
  }
}

TEST(Loop, CountsNoInputThatIsNoTest) {
  Sample sample({.directed = 2, .tests = 2, .steady = 1'000, .threshold = 1});
  sample.loop.next();
  sample.observe(failing);
  std::set<Ordinal> left_out;
  for (int i = 0; i < 5; ++i) {
    left_out.insert(sample.loop.next()->ordinal);
    sample.loop.leave_out();
  }
  EXPECT_EQ(left_out.size(), 5u);
  for (const Ordinal each : sample.run()) EXPECT_FALSE(left_out.contains(each));
  EXPECT_EQ(sample.loop.steps().size(), 3u);
  EXPECT_EQ(sample.loop.stop(), Stop::budget);
}

TEST(Loop, ProposesTheSameUntilItIsObserved) {
  Sample sample({});
  EXPECT_EQ(sample.loop.next()->ordinal, sample.loop.next()->ordinal);
  sample.loop.give_up();
  EXPECT_EQ(sample.loop.stop(), Stop::given_up);
  EXPECT_FALSE(sample.loop.next());
}

TEST(Loop, RefusesOptionsThatAreNone) {
  const auto made_with = [](const LoopOptions& options) {
    return [=] { Loop(factors, failing, choices_of, options); };
  };
  EXPECT_THAT(made_with({.tests = 0}),
              Throws<SpectrumError>(testing::Property(&SpectrumError::what, HasSubstr("tests"))));
  EXPECT_THAT(made_with({.pool = 0}), Throws<SpectrumError>());
  EXPECT_THAT(made_with({.tight = 0}), Throws<SpectrumError>());
  EXPECT_THAT(made_with({.steady = 0}), Throws<SpectrumError>());
  EXPECT_THAT(made_with({.threshold = 0}), Throws<SpectrumError>());
  EXPECT_THAT(made_with({.threshold = std::nan("")}), Throws<SpectrumError>());
  Loop loop(factors, failing, choices_of, {});
  EXPECT_THROW(loop.observe(Outcome::pass, {}, nullptr), SpectrumError);
  EXPECT_THROW(loop.leave_out(), SpectrumError);
}

}  // namespace
}  // namespace smallscope::diagnosis::loop
