// SPDX-License-Identifier: Apache-2.0
// Stores on file systems without locks or without shared memory, as those of networks may be, and stores of another
// user: used in the documented way or refused, and never damaged.

#include <dlfcn.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <fstream>
#include <iterator>
#include <map>
#include <thread>

#include "faulty_files.hpp"
#include "short_run.hpp"

namespace smallscope::results {
namespace {

/// What fcntl() answers to who asks for a lock; 0: what it always does.
int error_of_locks = 0, error_of_description_locks = 0;

int obstacle_to(int command) {
  if (command == F_OFD_SETLK || command == F_OFD_SETLKW || command == F_OFD_GETLK)
    return error_of_locks != 0 ? error_of_locks : error_of_description_locks;
  return command == F_SETLK || command == F_SETLKW || command == F_GETLK ? error_of_locks : 0;
}

}  // namespace
}  // namespace smallscope::results

// NOLINTBEGIN: these names and arguments are those of the system
#define SMALLSCOPE_FCNTL(name)                                                                    \
  extern "C" int name(int descriptor, int command, ...) {                                         \
    static const auto call = reinterpret_cast<int (*)(int, int, void*)>(dlsym(RTLD_NEXT, #name)); \
    va_list rest;                                                                                 \
    va_start(rest, command);                                                                      \
    void* const argument = va_arg(rest, void*);                                                   \
    va_end(rest);                                                                                 \
    if (const int obstacle = smallscope::results::obstacle_to(command)) {                         \
      errno = obstacle;                                                                           \
      return -1;                                                                                  \
    }                                                                                             \
    return call(descriptor, command, argument);                                                   \
  }
SMALLSCOPE_FCNTL(fcntl)
SMALLSCOPE_FCNTL(fcntl64)
#undef SMALLSCOPE_FCNTL
// NOLINTEND

namespace smallscope::results {
namespace {

namespace fs = std::filesystem;
using samples::error_of;
using short_run::Done;
using short_run::undisturbed;
using testing::AllOf;
using testing::HasSubstr;

/// By name, what is not empty: an empty log means nothing.
std::map<std::string, std::string> contents_of(const fs::path& directory) {
  std::map<std::string, std::string> contents;
  for (const auto& entry : fs::directory_iterator(directory)) {
    std::ifstream stream(entry.path(), std::ios::binary);
    if (std::string bytes{std::istreambuf_iterator<char>(stream), {}}; !bytes.empty())
      contents[entry.path().filename().string()] = std::move(bytes);
  }
  return contents;
}

/// Whatever is done with the store in this directory, or with a new one, is refused with this reason, and changes
/// nothing.
template <class Matcher>
void expect_refused(const TemporaryDirectory& directory, const Matcher& says) {
  const fs::path file = directory / "s.sqlite";
  const auto before = contents_of(directory.path());
  const std::vector<std::function<void()>> deeds{
      [&] { Store::create(directory / "new.sqlite", short_run::manifest()); },
      [&] { Store::open(file); },
      [&] { Store::inspect(file).canonical_dump(); },
      [&] { Store::snapshot(file).require_whole(); },
      [&] { Store::replace(file, short_run::manifest()); },
      [&] { Store::replace(file, short_run::manifest(), directory / "aside.sqlite"); }};
  for (std::size_t deed = 0; deed < deeds.size(); ++deed) {
    EXPECT_THAT(error_of(deeds[deed]), says) << "deed " << deed;
    EXPECT_EQ(contents_of(directory.path()) == before, true) << "deed " << deed << " has changed something";
  }
}

TEST(ForeignFiles, WithoutLocksAreRefused) {
  faulty::install();  // does not wait for locks
  const TemporaryDirectory directory;
  short_run::to_the_end(directory / "s.sqlite");
  for (const int error : {ENOLCK, EOPNOTSUPP, ENOSYS}) {
    error_of_locks = error;
    expect_refused(directory, AllOf(HasSubstr(".sqlite: "), HasSubstr("on a local disk")));
    error_of_locks = 0;
  }
  EXPECT_EQ(short_run::state_of(directory / "s.sqlite"), undisturbed().states.size() - 1);
}

TEST(ForeignFiles, WithoutSharedMemoryAreRefused) {
  faulty::install();
  const TemporaryDirectory directory;
  short_run::to_the_end(directory / "s.sqlite");
  faulty::arm({.kind = faulty::Kind::has_no_shared_map, .at = 1});
  expect_refused(directory, AllOf(HasSubstr(".sqlite: "), HasSubstr("on a local disk")));
  faulty::disarm();
  EXPECT_EQ(short_run::state_of(directory / "s.sqlite"), undisturbed().states.size() - 1);
}

/// The end of a process that has taken some steps and is killed.
void be_killed_after(const fs::path& file, int steps) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    Store store = short_run::open(file);
    for (int step = 0; step < steps; ++step) short_run::step(store);
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status)) << WEXITSTATUS(status);
}

/// SQLite's locks work, ours do not: a file stands for them.
TEST(ForeignFiles, WithoutLocksOfDescriptionsHaveOneWriter) {
  undisturbed();
  for (const int error : {EINVAL, ENOLCK}) {
    const TemporaryDirectory directory;
    const fs::path file = directory / "s.sqlite", mark = directory / "s.sqlite-writer";
    error_of_description_locks = error;
    be_killed_after(file, 4);
    EXPECT_TRUE(fs::exists(mark));
    {
      Store store = short_run::open(file);  // takes the place of the one that was killed
      EXPECT_THAT(error_of([&] { Store::open(file); }), HasSubstr("is writing it"));
      EXPECT_THAT(error_of([&] { Store::replace(file, short_run::manifest()); }), HasSubstr("is writing it"));
      EXPECT_NO_THROW(Store::snapshot(file).require_whole());
      while (short_run::step(store) != Done::nothing_left) {
      }
    }
    EXPECT_EQ(short_run::state_of(file), undisturbed().states.size() - 1);
    EXPECT_EQ(contents_of(directory.path()).size(), 1U) << "something is left beside it";
    Store::replace(file, short_run::manifest());
    EXPECT_EQ(contents_of(directory.path()).size(), 1U) << "something is left beside it";
    error_of_description_locks = 0;
  }
}

class OtherUser : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "only root can become another user";
    undisturbed();
    ASSERT_EQ(chmod(directory_.path().c_str(), 0755), 0);
    Store store = Store::create(file_, short_run::manifest());
    for (int step = 0; step < 4; ++step) short_run::step(store);
  }
  /// Runs as nobody; fails the test unless it returns "".
  static void as_nobody(const std::function<std::string()>& deed) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      std::string failure = "setuid";
      if (setgid(65'534) == 0 && setuid(65'534) == 0) failure = deed();
      fprintf(stderr, "%s\n", failure.c_str());
      _exit(failure.empty() ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "said above";
  }
  static bool is_a_state(const std::string& contents) {
    const auto& states = undisturbed().states;
    return std::find(states.begin(), states.end(), contents) != states.end();
  }
  const TemporaryDirectory directory_;
  const fs::path file_ = directory_ / "s.sqlite";
};

TEST_F(OtherUser, ReadsNothingWithoutPermission) {
  as_nobody([&] {
    const std::string error = error_of([&] { Store::inspect(file_); });
    return error.find("cannot be read; check its permissions") != std::string::npos ? "" : error;
  });
}

TEST_F(OtherUser, ChangesNothingWithoutPermission) {
  ASSERT_EQ(chmod(file_.c_str(), 0644), 0);
  ASSERT_EQ(chmod(directory_.path().c_str(), 0777), 0);  // where anybody may rename the file of anybody
  const auto before = contents_of(directory_.path());
  as_nobody([&]() -> std::string {
    for (const auto& deed : std::vector<std::function<void()>>{
             [&] { Store::open(file_); }, [&] { Store::create(file_, short_run::manifest()); },
             [&] { Store::replace(file_, short_run::manifest()); },
             [&] { Store::replace(file_, short_run::manifest(), directory_ / "aside.sqlite"); }})
      if (error_of(deed) == "no error") return "not refused";
    return "";
  });
  EXPECT_EQ(contents_of(directory_.path()) == before, true);
}

TEST_F(OtherUser, ReadsWhatIsBeingWritten) {
  ASSERT_EQ(chmod(file_.c_str(), 0644), 0);
  Store store = Store::open(file_);
  for (bool goes_on = true; goes_on && !HasFailure();) {
    goes_on = short_run::step(store) != Done::nothing_left;
    as_nobody([&]() -> std::string {
      std::string contents;
      const std::string error = error_of([&] {
        const Store reader = Store::snapshot(file_);
        reader.require_whole();
        contents = short_run::contents(reader);
      });
      return error != "no error" || is_a_state(contents) ? "" : "in no state";
    });
  }
}

/// Who may not write beside the file cannot hold off a writer, so the file may change while it is read.
TEST_F(OtherUser, FindsOutWhatIsWrittenMeanwhile) {
  ASSERT_EQ(chmod(file_.c_str(), 0644), 0);
  std::array<int, 2> opened{}, written{};
  ASSERT_EQ(pipe(opened.data()), 0);
  ASSERT_EQ(pipe(written.data()), 0);
  std::jthread writer([&] {
    char byte = 0;
    if (read(opened[0], &byte, 1) != 1) return;
    short_run::to_the_end(file_);
    if (write(written[1], "x", 1) != 1) return;
  });
  as_nobody([&]() -> std::string {
    const Store reader = Store::snapshot(file_);
    reader.require_whole();
    char byte = 0;
    if (write(opened[1], "x", 1) != 1 || read(written[0], &byte, 1) != 1) return "pipe";
    std::string contents;
    const std::string error = error_of([&] { contents = short_run::contents(reader); });
    if (error == "no error") return contents == undisturbed().states[4] ? "" : "in another state than it was opened in";
    return error.find("has changed while it was read") != std::string::npos ? "" : error;
  });
  close(opened[1]);  // so that the writer does not wait for a reader that has failed
  writer.join();
  for (const int end : {opened[0], written[0], written[1]}) close(end);
  EXPECT_EQ(short_run::state_of(file_), undisturbed().states.size() - 1);
}

}  // namespace
}  // namespace smallscope::results
