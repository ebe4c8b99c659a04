// SPDX-License-Identifier: Apache-2.0
// Shards: their stores joined, in any sequence, are the store of the whole run; under every scheduler.
#include <algorithm>
#include <filesystem>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/generators/orders/order_kinds.hpp>
#include <smallscope/results/gather.hpp>

#include "carriers.hpp"
#include "files.hpp"
#include "merged_campaigns.hpp"

namespace smallscope::runner {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

class Shards : public EveryCarrier {
 protected:
  fs::path new_file() { return directory_ / (std::to_string(++files_) + ".sqlite"); }

  /// Runs on the store of this name, which may exist.
  Summary run(const Campaign& campaign, const RunOptions& options, const fs::path& file) const {
    Engine engine(campaign, carried());
    results::Store store =
        fs::exists(file) ? results::Store::open(file) : results::Store::create(file, engine.manifest());
    Counting observer;
    return engine.run(store, options, observer);
  }
  fs::path run_shard(const Campaign& campaign, RunOptions options, Ordinal number, Ordinal count) {
    options.shard = {number, count};
    const fs::path file = new_file();
    (void)run(campaign, options, file);
    return file;
  }
  std::vector<fs::path> run_shards(const Campaign& campaign, const RunOptions& options, Ordinal count) {
    std::vector<fs::path> files;
    for (Ordinal number = 1; number <= count; ++number) files.push_back(run_shard(campaign, options, number, count));
    std::ranges::shuffle(files, random_);
    return files;
  }
  fs::path gathered(const std::vector<fs::path>& files) {
    const fs::path file = new_file();
    gaps_ = results::gather(files, file).gaps;
    return file;
  }
  static std::string dump(const fs::path& file) { return results::Store::inspect(file).canonical_dump(); }

  const TemporaryDirectory directory_;
  int files_ = 0;
  std::mt19937_64 random_{7};
  std::vector<results::Pass> gaps_;
};

TEST_P(Shards, OfEveryOrderTogetherAreTheWholeRun) {
  for (const std::string& order : generators::order_names()) {
    SCOPED_TRACE(order);
    for (const Ordinal count : {1, 2, 7}) {
      const fs::path all = gathered(run_shards(triples(), options(order), count));
      EXPECT_EQ(dump(all), expected(triples(), options(order))) << count;
      EXPECT_TRUE(results::Store::inspect(all).account().complete);
      EXPECT_THAT(gaps_, IsEmpty());
    }
  }
}

TEST_P(Shards, DivideAListWithTheOrderBehindIt) {
  for (const std::string& order : generators::order_names()) {
    if (generators::order_kind(order).depends_on(generators::OrderParameter::listed)) continue;
    SCOPED_TRACE(order);
    RunOptions options = this->options(order);
    options.first = {401, 7, 1209, 414, 3};  // two fail
    for (const Ordinal count : {1, 3, 7}) {
      const fs::path all = gathered(run_shards(triples(), options, count));
      EXPECT_TRUE(results::Store::inspect(all).account().complete);
      EXPECT_THAT(gaps_, IsEmpty());
      EXPECT_EQ(dump(all), expected(triples(), options));
      EXPECT_EQ(run(triples(), options, all).visited, 0u) << "nothing is left";
    }
  }
}

TEST_P(Shards, OfAListOfAllInputsHaveNothingBehindIt) {
  RunOptions options = this->options("pairwise");
  for (Ordinal i = 0; i < 1210; ++i) options.first.push_back((i * 7 + 3) % 1210);
  const fs::path all = gathered(run_shards(triples(), options, 3));
  EXPECT_EQ(dump(all), expected(triples(), options));
  EXPECT_TRUE(results::Store::inspect(all).account().complete);
}

TEST_P(Shards, AreThePartsOfEqualSize) {
  const auto executed = [&](Ordinal number, Ordinal count) {
    return results::Store::inspect(run_shard(triples(), options("dense"), number, count)).account().executed;
  };
  EXPECT_EQ(executed(1, 3), 403u);
  EXPECT_EQ(executed(2, 3), 403u);
  EXPECT_EQ(executed(3, 3), 404u);
  EXPECT_EQ(executed(5'000, 5'000), 1u);
  EXPECT_EQ(executed(1, 5'000), 0u) << "more shards than inputs";
}

TEST_P(Shards, InOneStoreFillItOneAfterTheOther) {
  RunOptions options = this->options("pairwise");
  const fs::path file = new_file();
  for (const auto& [number, count] : {std::pair{3, 4}, {1, 2}, {2, 3}, {7, 7}, {1, 1}}) {
    options.shard = {Ordinal(number), Ordinal(count)};
    (void)run(triples(), options, file);
  }
  EXPECT_EQ(dump(file), expected(triples(), this->options("pairwise")));
}

TEST_P(Shards, GoOnWhereTheyWereStopped) {
  RunOptions options = this->options("pairwise-dense");
  options.shard = {2, 3};
  options.max_tests = 100;
  const fs::path file = new_file();
  EXPECT_EQ(run(triples(), options, file).stop, Stop::max_tests);
  options.max_tests.reset();
  options.shard.reset();  // what was begun goes on, and nothing else
  EXPECT_EQ(run(triples(), options, file).visited, 303u);
  EXPECT_EQ(dump(file), dump(run_shard(triples(), this->options("pairwise-dense"), 2, 3)));
}

TEST_P(Shards, OfASearchAreCountedFirst) {
  for (const char* const order : {"dense", "jump"}) {
    const fs::path all = gathered(run_shards(searched(), options(order), 3));
    EXPECT_EQ(dump(all), expected(searched(), options(order))) << order;
    EXPECT_EQ(results::Store::inspect(all).manifest().inputs, 585u);
  }
}

TEST_P(Shards, OfALadderAreTakenApartOnceTheyAreTogether) {
  for (const Campaign& campaign : {blocks(), crashing_blocks()}) {
    RunOptions options = this->options("dense");
    options.ladder = true;
    options.most_probes = 40;
    RunOptions part = options;
    part.shard = {1, 2};
    EXPECT_TRUE(run(campaign, part, new_file()).waits);
    for (const Ordinal count : {3, 25}) {  // 25: more than some level has inputs
      const fs::path all = gathered(run_shards(campaign, options, count));
      EXPECT_NE(dump(all), expected(campaign, options));
      EXPECT_FALSE(run(campaign, options, all).waits);
      EXPECT_EQ(dump(all), expected(campaign, options));
    }
  }
}

TEST_P(Shards, OfALadderMayBeginWithAList) {
  RunOptions options = this->options("dense");
  options.ladder = true;
  options.most_probes = 40;
  const Campaign campaign = blocks();
  std::vector<Ordinal> failing;
  const fs::path plain = new_file();
  (void)run(campaign, options, plain);
  results::Store::inspect(plain).for_each_failure([&](const results::Case& each) {
    if (each.level == 0) failing.push_back(each.ordinal);
    return true;
  });
  ASSERT_GE(failing.size(), 2u);
  options.first = {failing.back(), 0, failing.front()};
  const fs::path all = gathered(run_shards(campaign, options, 3));
  EXPECT_EQ(results::Store::inspect(all).passes().front().level, 0) << "the list, before merged levels";
  EXPECT_FALSE(run(campaign, options, all).waits);
  EXPECT_EQ(dump(all), expected(campaign, options));
  EXPECT_TRUE(results::Store::inspect(all).account().complete);
}

TEST_P(Shards, OfARepeatComeAfterAllOfTheFirstPhase) {
  RunOptions options = this->options("jump");
  options.repeat = true;
  const fs::path first = gathered(run_shards(triples(), options, 3));
  const std::string whole = expected(triples(), options);
  EXPECT_NE(dump(first), whole);
  std::vector<fs::path> second;
  for (Ordinal number = 1; number <= 3; ++number) {
    second.push_back(new_file());
    fs::copy_file(first, second.back());
    options.shard = {number, 3};
    EXPECT_FALSE(run(triples(), options, second.back()).waits);
  }
  EXPECT_EQ(dump(gathered(second)), whole);
}

TEST_P(Shards, InAnotherOrderAreRefused) {
  const fs::path file = run_shard(triples(), options("dense"), 1, 2);
  RunOptions options = this->options("golden");
  options.shard = {2, 2};
  try {
    (void)run(triples(), options, file);
    ADD_FAILURE() << "not refused";
  } catch (const results::StoreMismatch& error) {
    EXPECT_THAT(error.what(), HasSubstr("in the order dense"));
  }
}

INSTANTIATE_TEST_SUITE_P(Carriers, Shards, testing::ValuesIn(carriers), name_of_carrier);

}  // namespace
}  // namespace smallscope::runner
