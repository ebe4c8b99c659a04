// SPDX-License-Identifier: Apache-2.0
// The file of a store: who may read it, what lies beside it while it is made, and what happens if it goes away.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>
#include <set>

#include "samples.hpp"
#include "writer_lock.hpp"

namespace smallscope::results {
namespace {

namespace fs = std::filesystem;
using samples::dense_pass;
using samples::error_of;
using testing::AllOf;
using testing::HasSubstr;

mode_t mode_of(const fs::path& file) {
  struct stat status {};
  EXPECT_EQ(stat(file.c_str(), &status), 0) << file;
  return status.st_mode & 0777;
}

std::set<std::string> names_in(const TemporaryDirectory& directory) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory.path())) names.insert(entry.path().filename().string());
  return names;
}

TEST(StoreFile, IsItsOwnersOnly) {
  const TemporaryDirectory directory;
  const mode_t before = umask(0);
  {
    Store store = Store::create(directory / "s.sqlite", samples::manifest(100));
    store.commit(samples::dense_batch(store.add_pass(dense_pass(0, 100)).id, 0, 10, 2));
    for (const char* suffix : {"", "-wal", "-shm"})
      EXPECT_EQ(mode_of(directory / (std::string("s.sqlite") + suffix)), mode_t{0600}) << suffix;
  }
  umask(before);
}

TEST(StoreFile, KeepsThePermissionsThatItsOwnerGaveToTheOneBefore) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "s.sqlite";
  Store::create(file, samples::manifest(100));
  ASSERT_EQ(chmod(file.c_str(), 0644), 0);
  Store::replace(file, samples::manifest(100));
  EXPECT_EQ(mode_of(file), mode_t{0644});
  Store::replace(file, samples::manifest(100), directory / "aside.sqlite");
  EXPECT_EQ(mode_of(file), mode_t{0644});
  EXPECT_EQ(mode_of(directory / "aside.sqlite"), mode_t{0644});
}

TEST(StoreFile, IsMadeUnderANameThatNobodyCanPrepare) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "s.sqlite", victim = directory / "victim";
  std::ofstream(victim) << "precious";
  // The name that could be foreseen, as a link to another file.
  fs::create_symlink(victim, file.string() + ".new-" + std::to_string(getpid()));
  Store::create(file, samples::manifest(100));
  EXPECT_EQ(fs::file_size(victim), 8u);
  EXPECT_FALSE(fs::is_symlink(file));
  EXPECT_EQ(Store::inspect(file).manifest().inputs, 100u);
}

TEST(StoreFile, LeavesNothingBeside) {
  const TemporaryDirectory directory;
  Store::create(directory / "s.sqlite", samples::manifest(100));
  Store::replace(directory / "s.sqlite", samples::manifest(100));
  EXPECT_EQ(names_in(directory), std::set<std::string>{"s.sqlite"});
}

TEST(StoreFile, WhatKilledProcessesLeftIsRemovedAndNothingElse) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "s.sqlite";
  const std::set<std::string> others{"s.sqlite.new", "other.sqlite.new-12", "s.sqlite.backup", "s.sqlite-notes"};
  const auto leave = [&] {
    for (const char* name : {"s.sqlite.new-4711", "s.sqlite.new-4711-journal", "s.sqlite.new-0123456789abcdef"})
      std::ofstream(directory / name) << "half a store";
  };
  for (const std::string& name : others) std::ofstream(directory / name) << "mine";
  std::set<std::string> expected = others;
  expected.insert("s.sqlite");
  leave();
  Store::create(file, samples::manifest(100));
  EXPECT_EQ(names_in(directory), expected);
  leave();
  Store::open(file);
  EXPECT_EQ(names_in(directory), expected);
  leave();
  Store::replace(file, samples::manifest(100));
  EXPECT_EQ(names_in(directory), expected);
  // Killed between giving the store its name and taking the other one away.
  fs::create_hard_link(file, directory / "s.sqlite.new-1");
  { Store store = Store::open(file); }
  EXPECT_EQ(names_in(directory), expected);
  EXPECT_EQ(Store::inspect(file).manifest().inputs, 100u);
}

TEST(StoreFile, WhatALivingProcessMakesIsNotLeftOver) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "s.sqlite", unfinished = directory / "s.sqlite.new-0123456789abcdef";
  std::ofstream(unfinished) << "half a store";
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const WriterLock lock(unfinished, file, nullptr);
    if (::write(ends[1], "x", 1) != 1) _exit(1);
    while (true) pause();
  }
  close(ends[1]);
  char locked = 0;
  EXPECT_EQ(read(ends[0], &locked, 1), 1);
  close(ends[0]);
  Store::create(file, samples::manifest(100));
  EXPECT_TRUE(fs::exists(unfinished));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  Store::open(file);
  EXPECT_FALSE(fs::exists(unfinished));
}

TEST(StoreFile, ThatIsRemovedEndsTheWriting) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "s.sqlite";
  Store store = Store::create(file, samples::manifest(100));
  const int pass = store.add_pass(dense_pass(0, 100)).id;
  store.commit(samples::dense_batch(pass, 0, 10, 2));
  fs::rename(file, directory / "moved.sqlite");
  EXPECT_THAT(error_of([&] { store.commit(samples::dense_batch(pass, 10, 20, 2)); }),
              AllOf(HasSubstr("s.sqlite: it was removed or renamed while it was being written"), HasSubstr("begin")));
  std::ofstream(file) << "another";
  EXPECT_THAT(error_of([&] { store.commit(samples::dense_batch(pass, 10, 20, 2)); }),
              HasSubstr("s.sqlite: it was replaced by another file"));
  fs::rename(directory / "moved.sqlite", file);
  EXPECT_NO_THROW(store.commit(samples::dense_batch(pass, 10, 20, 2))) << "it is back";
}

TEST(StoreFile, IsNotCompletedByTheLogOfOneThatWasRemoved) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "s.sqlite";
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    Store store = Store::create(file, samples::manifest(100));
    store.commit(samples::dense_batch(store.add_pass(dense_pass(0, 100)).id, 0, 50, 2));
    kill(getpid(), SIGKILL);
  }
  waitpid(child, nullptr, 0);
  ASSERT_GT(fs::file_size(file.string() + "-wal"), 0u);
  fs::remove(file);
  Store::create(file, samples::manifest(200));
  const Store store = Store::inspect(file);
  EXPECT_EQ(store.manifest().inputs, 200u);
  EXPECT_TRUE(store.passes().empty());
  EXPECT_TRUE(samples::cases_of(store).empty());
  EXPECT_TRUE(store.integrity().damage.empty());
}

TEST(StoreFile, IsNoFifo) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "s.sqlite";
  ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
  alarm(60);  // instead of waiting for ever
  for (const auto& action : std::vector<std::function<void()>>{
           [&] { Store::inspect(file); }, [&] { Store::snapshot(file); }, [&] { Store::open(file); },
           [&] { Store::create(file, samples::manifest(1)); }, [&] { Store::replace(file, samples::manifest(1)); },
           [&] { Store::replace(file, samples::manifest(1), directory / "aside.sqlite"); },
           [&] { Store::inspect("/dev/zero"); }, [&] { Store::create("/dev/null", samples::manifest(1)); }})
    EXPECT_THAT(error_of(action), HasSubstr("this is a FIFO, a socket or a device, not a store"));
  alarm(0);
  EXPECT_EQ(names_in(directory), std::set<std::string>{"s.sqlite"});
}

}  // namespace
}  // namespace smallscope::results
