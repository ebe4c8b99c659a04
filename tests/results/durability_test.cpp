// SPDX-License-Identifier: Apache-2.0
// A process that is killed at any instant leaves a store that opens and holds a prefix of what it committed.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <smallscope/results/writer.hpp>
#include <thread>

#include "samples.hpp"

namespace smallscope::results {
namespace {

constexpr Ordinal size = Ordinal{1} << 40;  // more than any machine commits before it is killed
constexpr Ordinal step = 20;

/// A process that resumes the store and commits until it is killed; it writes each committed position to
/// `reports`.
[[noreturn]] void commit_until_killed(const std::filesystem::path& file, int reports) {
  try {
    Store store = std::filesystem::exists(file) ? Store::open(file) : Store::create(file, samples::manifest(size));
    Pass pass;
    pass.order.name = "dense";
    pass.end = size;
    const auto passes = store.passes();
    pass = passes.empty() ? store.add_pass(pass) : passes.front();
    Writer writer(store, [&](const Batch& batch) {
      if (write(reports, &batch.done, sizeof batch.done) != sizeof batch.done) _exit(2);
    });
    for (Ordinal done = pass.done; done + step <= size; done += step) {
      Batch batch = samples::dense_batch(pass.id, done, done + step, 7);
      batch.discards.rejected = {done + 1, done + 3};
      writer.submit(std::move(batch));
    }
    writer.flush();
  } catch (const std::exception& error) {
    fprintf(stderr, "%s\n", error.what());
    _exit(1);
  }
  _exit(3);  // finished before it was killed
}

TEST(Durability, AKilledWriterLeavesAPrefix) {
  const TemporaryDirectory directory;
  const auto file = directory / "store.sqlite";
  std::mt19937_64 random(std::random_device{}());
  Ordinal reported = 0;
  for (int round = 0; round < 12; ++round) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) commit_until_killed(file, ends[1]);
    close(ends[1]);
    const auto read_report = [&] {
      Ordinal done = 0;
      if (read(ends[0], &done, sizeof done) != sizeof done) return false;
      reported = done;
      return true;
    };
    // Every other round is killed at any instant, its start included; the others have committed something before, also
    // on a machine so busy that starting takes longer than the longest delay.
    if (round % 2 == 1) {
      EXPECT_TRUE(read_report());
    }
    std::jthread killer([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(random() % (round < 3 ? 20'000 : 400'000)));
      kill(child, SIGKILL);
    });
    while (read_report()) {
    }
    close(ends[0]);
    killer.join();
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << WEXITSTATUS(status);
    if (!std::filesystem::exists(file)) {
      ASSERT_EQ(reported, 0u);
      continue;
    }

    const Store store = Store::inspect(file);
    if (store.passes().empty()) continue;
    const Ordinal done = store.passes().front().done;
    EXPECT_GE(done, reported) << "everything that was reported as committed is there";
    EXPECT_EQ(done % step, 0u);
    EXPECT_NO_THROW(store.require_whole());
    EXPECT_EQ(store.account().executed, done);
    Ordinal next = 0;
    store.for_each_case([&](const Case& found) {
      EXPECT_EQ(found, samples::failing(next, next + 1));
      next += 7;
      return !testing::Test::HasFailure();
    });
    EXPECT_EQ(next, (done + 6) / 7 * 7) << "all cases of the prefix and no others";
    EXPECT_EQ(store.account().rejected, done / step * 2);
    EXPECT_EQ(store.discards(0).rejected.size(), done / step * 2);
    if (done > 0) {
      EXPECT_EQ(store.first_failure()->ordinal, 0u);
    }
  }
  EXPECT_GT(reported, 0u);
}

TEST(Durability, AResumedStoreEqualsAnUninterruptedOne) {
  const TemporaryDirectory directory;
  const auto file = directory / "store.sqlite";
  constexpr Ordinal few = 20'000;
  Store straight = Store::in_memory(samples::manifest(few));
  Pass pass;
  pass.order.name = "dense";
  pass.end = few;
  straight.commit(samples::dense_batch(straight.add_pass(pass).id, 0, few, 7));

  Store::create(file, samples::manifest(few)).add_pass(pass);
  std::mt19937_64 random(7);
  // Grows, so that it ends on the busiest machine too.
  for (unsigned patience = 300; !Store::inspect(file).account().complete; patience += 20) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      Store store = Store::open(file);
      // What the killed process had not committed is run again.
      Ordinal done = store.passes().front().done;
      for (; done < few; done += step) store.commit(samples::dense_batch(1, done, done + step, 7));
      _exit(0);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % patience));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
  }
  EXPECT_EQ(Store::open(file).canonical_dump(), straight.canonical_dump());
  EXPECT_EQ(Store::open(file).certificate(), straight.certificate());
}

}  // namespace
}  // namespace smallscope::results
