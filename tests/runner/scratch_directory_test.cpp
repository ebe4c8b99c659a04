// SPDX-License-Identifier: Apache-2.0
#include <smallscope/runner/scratch_directory.hpp>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <memory>
#include <string>

#include "files.hpp"

namespace smallscope::runner {
namespace {

namespace fs = std::filesystem;

class ScratchDirectoryTest : public testing::Test {
 protected:
  void write(const fs::path& file) const {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "text";
  }
  /// What a process leaves that is killed.
  fs::path left_over() const {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      const ScratchDirectory scratch(parent_);
      write(scratch.path() / "lane-0" / "file");
      const std::string path = scratch.path();
      if (::write(ends[1], path.data(), path.size()) < 0) _exit(1);
      raise(SIGKILL);
    }
    char path[4096];
    const ssize_t size = read(ends[0], path, sizeof path);
    waitpid(child, nullptr, 0);
    close(ends[0]);
    close(ends[1]);
    return std::string(path, static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(parent_), fs::directory_iterator()));
  }
  const TemporaryDirectory directory_;
  const fs::path& parent_ = directory_.path();
};

TEST_F(ScratchDirectoryTest, IsRemovedInTheEnd) {
  fs::path path;
  {
    const ScratchDirectory scratch(parent_);
    path = scratch.path();
    EXPECT_TRUE(fs::is_directory(path));
    write(path / "a" / "b");
  }
  EXPECT_EQ(entries(), 0u);
}

TEST_F(ScratchDirectoryTest, ThatOfAKilledOwnerIsRemovedByTheNext) {
  const fs::path left = left_over();
  ASSERT_TRUE(fs::exists(left / "lane-0" / "file"));
  const ScratchDirectory scratch(parent_);
  EXPECT_FALSE(fs::exists(left));
  EXPECT_EQ(entries(), 1u);
}

TEST_F(ScratchDirectoryTest, ThatOfALivingOwnerStays) {
  const ScratchDirectory one(parent_);
  write(one.path() / "file");
  const pid_t child = fork();
  if (child == 0) {
    remove_left_over(parent_);
    const ScratchDirectory other(parent_);
    _exit(fs::exists(one.path() / "file") ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  remove_left_over(parent_);
  EXPECT_TRUE(fs::exists(one.path() / "file")) << "the owner looks itself";
}

TEST_F(ScratchDirectoryTest, ACopyOfTheProcessDoesNotRemoveIt) {
  {
    auto scratch = std::make_unique<ScratchDirectory>(parent_);
    const pid_t child = fork();
    if (child == 0) {
      scratch.reset();
      _exit(0);
    }
    waitpid(child, nullptr, 0);
    EXPECT_TRUE(fs::is_directory(scratch->path()));
    remove_left_over(parent_);
    EXPECT_TRUE(fs::is_directory(scratch->path())) << "the lock is still held";
  }
  EXPECT_EQ(entries(), 0u);
}

TEST_F(ScratchDirectoryTest, NothingElseIsRemoved) {
  const fs::path left = left_over();
  write(parent_ / "elsewhere" / "file");
  fs::create_directory_symlink(parent_ / "elsewhere", left / "lane-0" / "link");
  fs::create_directory_symlink(left, parent_ / "smallscope-linked");  // as long as our names
  fs::create_directory_symlink(parent_ / "elsewhere", parent_ / "smallscope-LINKED");
  write(parent_ / "smallscope-nomark" / "file");
  write(parent_ / "smallscope-longer-name" / ".smallscope-scratch");
  write(parent_ / "other-000000" / ".smallscope-scratch");
  write(parent_ / "smallscope-00file");
  remove_left_over(parent_);
  EXPECT_FALSE(fs::exists(left));
  for (const char* kept : {"elsewhere/file", "smallscope-nomark/file", "smallscope-longer-name/.smallscope-scratch",
                           "other-000000/.smallscope-scratch", "smallscope-00file"})
    EXPECT_TRUE(fs::exists(parent_ / kept)) << kept;
  EXPECT_TRUE(fs::is_symlink(parent_ / "smallscope-LINKED"));
}

TEST_F(ScratchDirectoryTest, AParentThatIsNotThereIsNoError) { EXPECT_NO_THROW(remove_left_over(parent_ / "none")); }

}  // namespace
}  // namespace smallscope::runner
