// SPDX-License-Identifier: Apache-2.0
#include "scratch.hpp"

#include <dirent.h>
#include <sys/stat.h>

#include <atomic>
#include <memory>
#include <string_view>

#include "descriptor.hpp"
#include "texts.hpp"

namespace smallscope::subjects {
namespace fs = std::filesystem;
namespace {

/// Directories below this depth are moved up before they are emptied: a subject may nest them more deeply than any
/// stack allows.
constexpr int greatest_depth = 64;

struct CloseDirectory {
  void operator()(DIR* directory) const { closedir(directory); }
};

struct Emptier {
  int top;        // the scratch directory
  int moved = 0;  // directories moved up to it

  /// Removes everything in the directory `file`, which it takes over. False if something could not be removed.
  bool empty(int file, int depth) {
    const std::unique_ptr<DIR, CloseDirectory> directory(fdopendir(file));
    if (!directory) {
      close(file);
      return false;
    }
    bool done = true;
    while (const dirent* entry = readdir(directory.get())) {
      const std::string_view name = entry->d_name;
      if (name != "." && name != "..") done &= remove(dirfd(directory.get()), entry->d_name, depth);
    }
    return done;
  }

  bool remove(int parent, const char* name, int depth) {
    if (unlinkat(parent, name, 0) == 0 || errno == ENOENT) return true;
    if (errno != EISDIR && errno != EPERM) return false;
    if (unlinkat(parent, name, AT_REMOVEDIR) == 0) return true;
    if (errno != ENOTEMPTY && errno != EEXIST && errno != EACCES) return false;
    if (depth == greatest_depth) {
      ++moved;
      // A number that is already used, by an earlier move or by the subject, is skipped.
      for (int attempt = 0; attempt < 100; ++attempt) {
        static std::atomic<long> count = 0;
        const std::string aside = ".smallscope-deep-" + std::to_string(++count);
        if (renameat(parent, name, top, aside.c_str()) == 0) return true;
      }
      return false;
    }
    int file = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0 && errno == EACCES) {
      // A directory that its owner may not read or search: it is ours, so we may change that.
      fchmodat(parent, name, S_IRWXU, 0);
      file = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    }
    if (file < 0) return false;
    struct stat status;
    if (fstat(file, &status) == 0 && (status.st_mode & S_IRWXU) != S_IRWXU) fchmod(file, S_IRWXU);
    return empty(file, depth + 1) && (unlinkat(parent, name, AT_REMOVEDIR) == 0 || errno == ENOENT);
  }
};

/// Makes `directory` exist and writable for us; returns the open directory, or -1 with errno.
int open_writable(const fs::path& directory) {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int file = open(directory.c_str(), flags);
  if (file < 0 && errno == EACCES && chmod(directory.c_str(), S_IRWXU) == 0) file = open(directory.c_str(), flags);
  // A file or a symbolic link is in its place.
  if (file < 0 && (errno == ENOTDIR || errno == ELOOP)) unlink(directory.c_str());
  if (file < 0) {
    std::error_code ignored;  // open() reports what is left
    fs::create_directories(directory.parent_path(), ignored);
    if (mkdir(directory.c_str(), S_IRWXU) != 0 && errno != EEXIST) return -1;
    file = open(directory.c_str(), flags);
  }
  struct stat status;
  if (file >= 0 && fstat(file, &status) == 0 && (status.st_mode & S_IRWXU) != S_IRWXU) fchmod(file, S_IRWXU);
  return file;
}

void make_empty(const fs::path& directory) {
  for (;;) {
    const int file = open_writable(directory);
    if (file < 0) throw_errno("cannot make the test's directory", directory);
    const Descriptor top(fcntl(file, F_DUPFD_CLOEXEC, 0), "fcntl");
    Emptier emptier{top.get()};
    if (!emptier.empty(file, 0)) throw_errno("cannot empty the test's directory", directory);
    if (emptier.moved == 0) return;
  }
}

}  // namespace

void Scratch::renew() { make_empty(directory_); }

Scratch::~Scratch() {
  try {
    struct stat status;
    if (lstat(directory_.c_str(), &status) != 0) return;
    make_empty(directory_);
    rmdir(directory_.c_str());
  } catch (const std::exception&) {
    // What cannot be removed stays; the caller's own clean-up of its directory will report it.
  }
}

std::optional<std::string> Scratch::read(const std::string& name, std::size_t bound, bool& cut) const {
  // Not blocking, so a named pipe in its place cannot stop us.
  const int number = open((directory_ / name).c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (number < 0) return std::nullopt;
  const Descriptor file(number, "open");
  struct stat status;
  if (fstat(number, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  std::string text;
  char block[1u << 14];
  ssize_t count;
  while (text.size() <= bound + 3 && (count = ::read(number, block, sizeof block)) > 0) {
    text.append(block, static_cast<std::size_t>(count));
  }
  if (text.size() > bound) {
    cut = true;
    text.resize(whole_prefix(text, bound));
  }
  return text;
}

}  // namespace smallscope::subjects
