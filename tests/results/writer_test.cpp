// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <smallscope/results/writer.hpp>
#include <thread>

#include "samples.hpp"

namespace smallscope::results {
namespace {

Pass dense_pass(Ordinal end) {
  Pass pass;
  pass.order.name = "dense";
  pass.end = end;
  return pass;
}

TEST(Writer, CommitsInOrderAndTellsAfterwards) {
  const TemporaryDirectory directory;
  Store store = Store::create(directory / "store.sqlite", samples::manifest(10'000));
  const Store reader = Store::inspect(directory / "store.sqlite");
  const Pass pass = store.add_pass(dense_pass(10'000));
  std::vector<Ordinal> committed;
  {
    Writer writer(store, [&](const Batch& batch) {
      EXPECT_GE(reader.passes().front().done, batch.done);
      committed.push_back(batch.done);
    });
    for (Ordinal done = 10; done <= 10'000; done += 10)
      writer.submit(samples::dense_batch(pass.id, done - 10, done, 100));
    writer.flush();
    EXPECT_EQ(committed.size(), 1'000u);
  }
  EXPECT_TRUE(std::is_sorted(committed.begin(), committed.end()));
  EXPECT_TRUE(store.account().complete);
  EXPECT_EQ(store.account().failed(), 100u);
}

TEST(Writer, GivesTheStoreThatDirectCommitsGive) {
  Store direct = Store::in_memory(samples::manifest(1'000));
  Store behind = Store::in_memory(samples::manifest(1'000));
  const Pass pass = direct.add_pass(dense_pass(1'000));
  behind.add_pass(dense_pass(1'000));
  {
    Writer writer(behind);
    for (Ordinal done = 50; done <= 1'000; done += 50) {
      direct.commit(samples::dense_batch(pass.id, done - 50, done, 3));
      writer.submit(samples::dense_batch(pass.id, done - 50, done, 3));
    }
  }
  EXPECT_EQ(direct.canonical_dump(), behind.canonical_dump());
}

TEST(Writer, WritesWhatIsQueuedWhenItGoes) {
  Store store = Store::in_memory(samples::manifest(100));
  const Pass pass = store.add_pass(dense_pass(100));
  { Writer(store).submit(samples::dense_batch(pass.id, 0, 100, 5)); }
  EXPECT_TRUE(store.account().complete);
}

TEST(Writer, SubmitWaitsWhileTheQueueIsFull) {
  Store store = Store::in_memory(samples::manifest(~Ordinal{0}));
  const Pass pass = store.add_pass(dense_pass(1'000'000));
  std::promise<void> release;
  std::atomic<int> submitted = 0;
  Writer writer(store, [wait = release.get_future().share()](const Batch&) { wait.wait(); });
  constexpr int batches = 20'000;
  std::thread producer([&] {
    for (Ordinal done = 1; done <= batches; ++done) {
      writer.submit(samples::dense_batch(pass.id, done - 1, done, 1'000'000));
      ++submitted;
    }
  });
  // The queue stops growing well before everything is in it.
  for (int last = -1; last != submitted; std::this_thread::sleep_for(std::chrono::milliseconds(300))) last = submitted;
  EXPECT_LT(submitted, batches);
  release.set_value();
  producer.join();
  writer.flush();
  EXPECT_EQ(store.passes().front().done, Ordinal{batches});
}

TEST(Writer, ThrowsErrorsFromTheNextCallAndWritesNothingAfterThem) {
  Store store = Store::in_memory(samples::manifest(100));
  const Pass pass = store.add_pass(dense_pass(10));
  Writer writer(store);
  writer.submit(samples::dense_batch(pass.id, 0, 5, 5));
  writer.flush();
  writer.submit(samples::dense_batch(pass.id, 5, 50, 5));  // beyond the end of the pass
  EXPECT_THROW(writer.flush(), StoreError);
  EXPECT_THROW(writer.submit(samples::dense_batch(pass.id, 5, 10, 5)), StoreError);
  EXPECT_THROW(writer.flush(), StoreError);
  EXPECT_EQ(store.passes().front().done, 5u);
}

TEST(Writer, PassesOnWhatTheListenerThrows) {
  Store store = Store::in_memory(samples::manifest(100));
  const Pass pass = store.add_pass(dense_pass(10));
  Writer writer(store, [](const Batch&) { throw std::logic_error("listener"); });
  writer.submit(samples::dense_batch(pass.id, 0, 5, 5));
  EXPECT_THROW(writer.flush(), std::logic_error);
  EXPECT_EQ(store.passes().front().done, 5u);
}

TEST(Writer, MayBeFlushedWhenNothingWasSubmitted) {
  Store store = Store::in_memory(samples::manifest(100));
  Writer writer(store);
  writer.flush();
  writer.flush();
}

}  // namespace
}  // namespace smallscope::results
