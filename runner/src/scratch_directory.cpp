// SPDX-License-Identifier: Apache-2.0
#include <smallscope/runner/scratch_directory.hpp>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include <smallscope/subjects/subject.hpp>

namespace smallscope::runner {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view name_pattern = "smallscope-XXXXXX";
/// A file in the directory that says who made it. It comes when the lock is held, so whoever finds the mark and no lock
/// knows that the owner is gone.
constexpr const char* mark = ".smallscope-scratch";

/// The open directory, locked; -1 if it is none, is not ours, or somebody holds the lock.
int locked(const fs::path& directory) {
  const int file = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return -1;
  struct stat status {};
  if (fstat(file, &status) == 0 && status.st_uid == geteuid() && flock(file, LOCK_EX | LOCK_NB) == 0) return file;
  close(file);
  return -1;
}

/// Removes what is in the open directory, but not the mark, which goes last. Says whether nothing else is left.
bool empty(int file) {
  std::error_code failed;
  bool done = true;
  for (const fs::directory_entry& entry : fs::directory_iterator(fmt::format("/proc/self/fd/{}", file), failed)) {
    if (entry.path().filename() == mark) continue;
    std::error_code kept;
    fs::remove_all(entry.path(), kept);
    done &= !kept;
  }
  return done && !failed;
}

}  // namespace

void remove_left_over(const fs::path& parent) {
  constexpr std::size_t fixed = name_pattern.find('X');
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(parent, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.size() != name_pattern.size() || !name.starts_with(name_pattern.substr(0, fixed))) continue;
    const int file = locked(entry.path());
    if (file < 0) continue;
    struct stat status {};
    if (fstatat(file, mark, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status.st_mode) &&
        status.st_uid == geteuid()) {
      if (empty(file) && unlinkat(file, mark, 0) == 0) rmdir(entry.path().c_str());
    }
    close(file);
  }
}

ScratchDirectory::ScratchDirectory(const fs::path& parent) : owner_(getpid()) {
  std::error_code unusable;
  const fs::path base = parent.empty() ? fs::temp_directory_path(unusable) : fs::absolute(parent);
  if (unusable) {
    const char* chosen = std::getenv("TMPDIR");
    throw subjects::SubjectUnavailable(
        fmt::format("there is no directory for temporary files{}{}: {}; set TMPDIR to a directory that can be written",
                    chosen != nullptr ? " at TMPDIR=" : "", chosen != nullptr ? chosen : "", unusable.message()));
  }
  remove_left_over(base);
  std::string pattern = (base / name_pattern).string();
  if (mkdtemp(pattern.data()) == nullptr)
    throw subjects::SubjectUnavailable(
        fmt::format("cannot make a scratch directory below {}: {}; set TMPDIR to a directory that can be written",
                    base.string(), std::strerror(errno)));
  path_ = pattern;
  // Where directories cannot be locked, there is no mark, and nobody else will remove this one.
  lock_ = locked(path_);
  if (lock_ < 0) return;
  const int file = openat(lock_, mark, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file >= 0) close(file);
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  if (getpid() == owner_) fs::remove_all(path_, ignored);
  if (lock_ >= 0) close(lock_);
}

}  // namespace smallscope::runner
