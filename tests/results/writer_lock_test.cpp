// SPDX-License-Identifier: Apache-2.0
// Two writers, one store: the second is refused, whatever becomes of the first.
#include "writer_lock.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <functional>

#include "samples.hpp"

namespace smallscope::results {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using Mechanism = WriterLock::Mechanism;

/// Another process, which does something and then waits until it is killed.
class Other {
 public:
  explicit Other(const std::function<void()>& deed) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("pipe");
    pid_ = fork();
    if (pid_ == 0) {
      try {
        deed();
      } catch (const std::exception& error) {
        fprintf(stderr, "%s\n", error.what());
        _exit(1);
      }
      if (write(ends[1], "!", 1) != 1) _exit(1);
      for (;;) pause();
    }
    close(ends[1]);
    char done = 0;
    EXPECT_EQ(read(ends[0], &done, 1), 1) << "the other process failed";
    close(ends[0]);
  }
  ~Other() { end(); }
  Other(const Other&) = delete;
  Other& operator=(const Other&) = delete;
  void end() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }
  std::string name() const { return "process " + std::to_string(pid_) + " on "; }

 private:
  pid_t pid_ = -1;
};

std::string refusal(const std::function<void()>& deed) {
  try {
    deed();
  } catch (const StoreBusy& busy) {
    return busy.what();
  }
  return "not refused";
}

/// Opens it for writing, and never closes it.
std::function<void()> opening(const fs::path& file) {
  return [file] { new Store(Store::open(file)); };
}

TEST(WriterLock, TheSecondWriterIsRefusedAndToldWhoTheFirstIs) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "store.sqlite";
  Store::create(file, samples::manifest(100));
  Other writer(opening(file));
  EXPECT_THAT(refusal([&] { Store::open(file); }),
              AllOf(HasSubstr(file.string()), HasSubstr(writer.name()), HasSubstr("wait until that has ended")));
  EXPECT_THAT(refusal([&] { Store::replace(file, samples::manifest(100)); }), HasSubstr(writer.name()));
  EXPECT_THAT(refusal([&] { Store::replace(file, samples::manifest(100), directory / "aside"); }),
              HasSubstr(writer.name()));
  EXPECT_FALSE(fs::exists(directory / "aside"));
  EXPECT_EQ(Store::inspect(file).account().inputs, 100u);  // readers are welcome
  writer.end();                                            // killed: the lock goes with it
  EXPECT_NO_THROW(Store::open(file));
}

TEST(WriterLock, HoldsFromTheFirstInstantOfAStore) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "store.sqlite";
  const Other writer([&] { new Store(Store::create(file, samples::manifest(100))); });
  EXPECT_THAT(refusal([&] { Store::open(file); }), HasSubstr(writer.name()));
}

TEST(WriterLock, SurvivesWhatThisProcessDoesWithTheFile) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "store.sqlite";
  const Store writer = Store::create(file, samples::manifest(100));
  Store::inspect(file);
  EXPECT_THAT(refusal([&] { Store::open(file); }), HasSubstr("this process itself"));
  std::ifstream(file).get();
  // The locks of SQLite itself would be gone by now; this one is not.
  const Other other([&] {
    if (refusal([&] { Store::open(file); }) == "not refused") throw std::runtime_error("not refused");
  });
}

TEST(WriterLock, IsOfAStoreObject) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "store.sqlite";
  Store first = Store::create(file, samples::manifest(100));
  Store second = std::move(first);
  EXPECT_THAT(refusal([&] { Store::open(file); }), HasSubstr(file.string()));
  second = Store::in_memory(samples::manifest(100));
  EXPECT_NO_THROW(Store::open(file));
}

TEST(WriterLock, AReplacedStoreIsOneThatNobodyWrites) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "store.sqlite", aside = directory / "aside.sqlite";
  Pass pass;
  pass.order.name = "dense";
  pass.end = 100;
  {
    Store old = Store::create(file, samples::manifest(100));
    old.commit(samples::dense_batch(old.add_pass(pass).id, 0, 50, 10));
  }
  {
    const Store made = Store::replace(file, samples::manifest(200), aside);
    EXPECT_EQ(made.account().inputs, 200u);
    EXPECT_THAT(refusal([&] { Store::open(file); }), HasSubstr(file.string()));
    EXPECT_EQ(Store::open(aside).account().executed, 50u);
  }
  {
    const Other writer(opening(aside));
    EXPECT_THAT(refusal([&] { Store::replace(file, samples::manifest(300), aside); }), HasSubstr(writer.name()));
  }
  EXPECT_EQ(Store::inspect(file).account().inputs, 200u);
  EXPECT_EQ(Store::replace(file, samples::manifest(300)).account().inputs, 300u);
  EXPECT_EQ(Store::replace(directory / "new.sqlite", samples::manifest(7)).account().inputs, 7u);
}

TEST(WriterLock, NothingButAStoreIsRemoved) {
  const TemporaryDirectory directory;
  std::ofstream(directory / "text") << "years of work";
  EXPECT_THROW(Store::replace(directory / "text", samples::manifest(1)), StoreError);
  EXPECT_EQ(fs::file_size(directory / "text"), 13u);
}

/// A log that lay beside the old store must not become the new one's.
TEST(WriterLock, TheLogOfAKilledWriterGoesWithItsStore) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "store.sqlite", aside = directory / "aside.sqlite";
  Pass pass;
  pass.order.name = "dense";
  pass.end = 100;
  for (const bool keeps : {false, true}) {
    Other([&] {
      auto* store = new Store(Store::replace(file, samples::manifest(100)));
      store->commit(samples::dense_batch(store->add_pass(pass).id, 0, 50, 10));
    }).end();
    ASSERT_TRUE(fs::exists(file.string() + "-wal"));
    EXPECT_EQ(Store::replace(file, samples::manifest(100), keeps ? aside : fs::path()).account().executed, 0u);
    EXPECT_EQ(Store::inspect(file).account().executed, 0u);
  }
  EXPECT_EQ(Store::inspect(aside).account().executed, 50u);
}

TEST(WriterLock, AProcessTellsItselfFromOthers) {
  const ProcessIdentity self = ProcessIdentity::own();
  EXPECT_EQ(self.pid, getpid());
  EXPECT_EQ(ProcessIdentity::parse(self.line()), self);
  EXPECT_EQ(self.state(), ProcessIdentity::State::running);
  ProcessIdentity later = self;
  ++later.started;
  EXPECT_EQ(later.state(), ProcessIdentity::State::ended);
  ProcessIdentity before = self;
  before.boot = "another";
  EXPECT_EQ(before.state(), ProcessIdentity::State::ended);
  ProcessIdentity elsewhere = self;
  elsewhere.host = "elsewhere";
  EXPECT_EQ(elsewhere.state(), ProcessIdentity::State::unknown);
  for (const char* text : {"", "\n", "a\tb\tc\t1\t2", "a\tb\tc\t1\n", "a\tb\tc\tx\t2\n", "a\tb\tc\t1\t2\t3\n"})
    EXPECT_EQ(ProcessIdentity::parse(text), std::nullopt) << text;
}

/// Where there are no locks: a file stands for one.
TEST(WriterLockFile, IsThereWhileTheLockIsHeld) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "store.sqlite", mark = directory / "store.sqlite-writer";
  Store::create(file, samples::manifest(100));
  {
    WriterLock lock(file, Mechanism::lock_file);
    EXPECT_TRUE(fs::exists(mark));
    EXPECT_THAT(refusal([&] { WriterLock(file, Mechanism::lock_file); }), HasSubstr("is writing it"));
    const WriterLock moved(std::move(lock));
    EXPECT_TRUE(fs::exists(mark));
  }
  EXPECT_FALSE(fs::exists(mark));
}

TEST(WriterLockFile, OfAProcessThatHasEndedIsTakenOver) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "store.sqlite", mark = directory / "store.sqlite-writer";
  Store::create(file, samples::manifest(100));
  Other writer([&] { new WriterLock(file, Mechanism::lock_file); });
  EXPECT_THAT(refusal([&] { WriterLock(file, Mechanism::lock_file); }), HasSubstr(writer.name()));
  writer.end();
  EXPECT_TRUE(fs::exists(mark));
  const WriterLock lock(file, Mechanism::lock_file);
  EXPECT_TRUE(fs::exists(mark));
}

TEST(WriterLockFile, OfWhomNobodyCanAskIsNotTakenOver) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "store.sqlite", mark = directory / "store.sqlite-writer";
  Store::create(file, samples::manifest(100));
  ProcessIdentity elsewhere = ProcessIdentity::own();
  elsewhere.host = "elsewhere/id";
  for (const std::string& text : {elsewhere.line(), std::string("half a li")}) {
    std::ofstream(mark) << text;
    EXPECT_THAT(refusal([&] { WriterLock(file, Mechanism::lock_file); }),
                AllOf(HasSubstr(mark.string()), HasSubstr("remove that file")));
    fs::remove(mark);
  }
  EXPECT_NO_THROW(WriterLock(file, Mechanism::lock_file));
}

TEST(WriterLockFile, ManyWhoTakeOneOverAreOneWriter) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "store.sqlite", decided = directory / "decided";
  Store::create(file, samples::manifest(100));
  for (int round = 0; round < 5; ++round) {
    Other([&] { new WriterLock(file, Mechanism::lock_file); }).end();
    std::ofstream(decided).close();
    constexpr std::size_t many = 8;
    std::vector<pid_t> processes;
    for (std::size_t i = 0; i < many; ++i) {
      processes.push_back(fork());
      if (processes.back() != 0) continue;
      const int answers = open(decided.c_str(), O_WRONLY | O_APPEND);
      const bool taken = refusal([&] { new WriterLock(file, Mechanism::lock_file); }) == "not refused";
      if (write(answers, taken ? "x" : "-", 1) != 1) _exit(1);
      for (;;) pause();
    }
    while (fs::file_size(decided) < many) usleep(1'000);
    for (const pid_t process : processes) {
      kill(process, SIGKILL);
      waitpid(process, nullptr, 0);
    }
    std::string answers;
    std::ifstream(decided) >> answers;
    EXPECT_EQ(std::count(answers.begin(), answers.end(), 'x'), 1) << answers;
  }
}

}  // namespace
}  // namespace smallscope::results
