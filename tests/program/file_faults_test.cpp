// SPDX-License-Identifier: Apache-2.0
// Files that are written and read without SQLite, while each call of the system fails once, or the process ends there.
//
// The program has functions of its own in place of those of the system, and lets the n-th call of one of them fail.

#include <dlfcn.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <smallscope/clustering/known_faults/fault_text.hpp>
#include <smallscope/program/specification.hpp>
#include <smallscope/results/store.hpp>
#include <smallscope/subjects/command.hpp>

#include "command_line/output_file.hpp"
#include "files.hpp"

namespace smallscope::program {
namespace {

namespace fs = std::filesystem;

enum class Fate {
  none,
  fails,    ///< with this errno
  ends,     ///< the process ends before the call
  shorter,  ///< half of the bytes, which is no error
};
struct Plan {
  Fate fate = Fate::none;
  int error = 0;
  std::uint64_t at = 0;  ///< counted from 1 over all functions
};
Plan plan;
bool armed = false;
std::uint64_t calls = 0;

void arm(const Plan& wanted) {
  plan = wanted;
  calls = 0;
  armed = true;
}
std::uint64_t disarm() {
  armed = false;
  return calls;
}
constexpr int ended_status = 77;

/// Whether this call fails, with errno set.
bool fails() {
  if (!armed || ++calls != plan.at || plan.fate == Fate::shorter) return false;
  if (plan.fate == Fate::ends) _exit(ended_status);
  errno = plan.error;
  return true;
}
std::size_t bounded(std::size_t bytes) {
  return armed && plan.fate == Fate::shorter && calls == plan.at && bytes > 1 ? bytes / 2 : bytes;
}

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace
}  // namespace smallscope::program

// NOLINTBEGIN: the functions of the system have these names and arguments
using smallscope::program::bounded;
using smallscope::program::fails;
using smallscope::program::real;
extern "C" {
int open(const char* file, int flags, ...) {
  static const auto call = real<int(const char*, int, mode_t)>("open");
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return fails() ? -1 : call(file, flags, mode);
}
ssize_t read(int descriptor, void* bytes, size_t count) {
  static const auto call = real<ssize_t(int, void*, size_t)>("read");
  return fails() ? -1 : call(descriptor, bytes, bounded(count));
}
ssize_t write(int descriptor, const void* bytes, size_t count) {
  static const auto call = real<ssize_t(int, const void*, size_t)>("write");
  return fails() ? -1 : call(descriptor, bytes, bounded(count));
}
int fsync(int descriptor) {
  static const auto call = real<int(int)>("fsync");
  return fails() ? -1 : call(descriptor);
}
int rename(const char* from, const char* to) noexcept {
  static const auto call = real<int(const char*, const char*)>("rename");
  return fails() ? -1 : call(from, to);
}
}
// NOLINTEND

namespace smallscope::program {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

/// Calls `deed` with a plan for each call of the system that it makes, and for each way to fail; returns how often.
std::uint64_t for_each_call(const std::vector<Plan>& fates, const std::function<void(const Plan&)>& deed) {
  std::uint64_t runs = 0;
  for (Plan wanted : fates) {
    std::uint64_t count = 0;
    for (wanted.at = 0; wanted.at <= count; ++wanted.at) {
      SCOPED_TRACE("call " + std::to_string(wanted.at) + ", error " + std::to_string(wanted.error));
      deed(wanted);
      if (wanted.at == 0) count = calls;
      runs += wanted.at > 0;
    }
  }
  return runs;
}
const std::vector<Plan> failures{{Fate::fails, EIO}, {Fate::fails, ENOSPC}, {Fate::fails, EINTR}, {Fate::shorter}};

/// More than a buffer, so that it is written in several calls.
const std::string text = [] {
  std::string made;
  for (int line = 0; line < 40'000; ++line) made += "line " + std::to_string(line) + "\n";
  return made;
}();

void write_output(const fs::path& file) {
  OutputFile output(file);
  output.stream() << text;
  output.finish();
}

TEST(FileFaults, AnOutputIsWholeOrAsItWas) {
  const auto runs = for_each_call(failures, [](const Plan& wanted) {
    const TemporaryDirectory directory;
    const fs::path file = directory.write("out", "before");
    arm(wanted);
    bool is_refused = false;
    try {
      write_output(file);
    } catch (const results::StoreError& error) {
      is_refused = true;
      EXPECT_THAT(error.what(), AllOf(HasSubstr(file.string()), HasSubstr("name a file that can")));
    }
    disarm();
    EXPECT_EQ(text_of(file) == (is_refused ? "before" : text), true);
    EXPECT_EQ(std::distance(fs::directory_iterator(directory.path()), {}), 1) << "something is left beside it";
  });
  EXPECT_GT(runs, 30U);
}

TEST(FileFaults, AnOutputOfAKilledProcessIsWholeOrAsItWas) {
  const auto runs = for_each_call({{Fate::ends}}, [](const Plan& wanted) {
    const TemporaryDirectory directory;
    const fs::path file = directory.write("out", "before");
    if (wanted.at == 0) {
      arm(wanted);
      write_output(file);
      disarm();
      return;
    }
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      arm(wanted);
      write_output(file);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), ended_status);
    EXPECT_THAT(text_of(file) == "before" || text_of(file) == text, true);
  });
  EXPECT_GT(runs, 8U);
}

TEST(FileFaults, TheFilesOfAnInputAreWholeOrTheTestIsLost) {
  const auto runs = for_each_call(failures, [](const Plan& wanted) {
    const TemporaryDirectory directory;
    bool is_refused = false;
    arm(wanted);
    try {
      subjects::write_files({.files = {{"a.txt", text}, {"below/b.txt", "short"}}}, directory.path());
    } catch (const fs::filesystem_error&) {
      is_refused = true;
    }
    disarm();
    if (is_refused) return;
    EXPECT_EQ(text_of(directory.path() / "a.txt") == text, true);
    EXPECT_EQ(text_of(directory.path() / "below/b.txt"), "short");
  });
  EXPECT_GT(runs, 15U);
}

TEST(FileFaults, ASpecificationIsReadWholeOrRefused) {
  std::string values;
  for (int line = 0; line < 5'000; ++line) values += "value " + std::to_string(line) + "\n";
  const auto runs = for_each_call(failures, [&](const Plan& wanted) {
    const TemporaryDirectory directory;
    directory.write("values.txt", values);
    const fs::path file =
        directory.write("test.toml",
                        "name = \"test\"\n[inputs]\nfile = \"i\"\ntemplate = '{{v}}'\n[inputs.choices]\n"
                        "v = { file = \"values.txt\" }\n[subject]\nrun = [\"cat\", \"{input}\"]\n"
                        "[[oracles]]\nno_crash = true\n");
    std::string error;
    generators::Ordinal size = 0;
    arm(wanted);
    try {
      size = load_specification(file).space->size();
    } catch (const std::exception& mistake) {
      error = mistake.what();
    }
    disarm();
    if (error.empty())
      EXPECT_EQ(size, 5'000U);
    else
      EXPECT_THAT(error, AnyOf(HasSubstr("cannot be read"), HasSubstr("cannot be opened")));
  });
  EXPECT_GT(runs, 20U);
}

TEST(FileFaults, AFileOfFaultsIsReadWholeOrRefused) {
  const auto runs = for_each_call(failures, [&](const Plan& wanted) {
    const TemporaryDirectory directory;
    const fs::path file = directory.write("faults.toml", text);
    std::string read;
    arm(wanted);
    try {
      read = clustering::text_of(file);
    } catch (const clustering::FaultsError& error) {
      EXPECT_THAT(error.what(), HasSubstr("cannot be read"));
      read = text;
    }
    disarm();
    EXPECT_EQ(read == text, true);
  });
  EXPECT_GT(runs, 15U);
}

}  // namespace
}  // namespace smallscope::program
