// SPDX-License-Identifier: Apache-2.0
#include "scratch.hpp"

#include <dirent.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <atomic>
#include <cctype>
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

/// Makes the directory `name` in `parent` exist and writable for us, in the place of whatever is there; returns the
/// open directory, or -1 with errno.
int open_writable(int parent, const char* name) {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int file = openat(parent, name, flags);
  // It is no link, or the reason would be another one.
  if (file < 0 && errno == EACCES && fchmodat(parent, name, S_IRWXU, 0) == 0) file = openat(parent, name, flags);
  // A file or a symbolic link is in its place.
  if (file < 0 && (errno == ENOTDIR || errno == ELOOP)) unlinkat(parent, name, 0);
  if (file < 0) {
    if (mkdirat(parent, name, S_IRWXU) != 0 && errno != EEXIST) return -1;
    file = openat(parent, name, flags);
  }
  struct stat status;
  if (file >= 0 && fstat(file, &status) == 0 && (status.st_mode & S_IRWXU) != S_IRWXU) fchmod(file, S_IRWXU);
  return file;
}

void make_empty(int parent, const fs::path& directory) {
  for (;;) {
    const int file = open_writable(parent, directory.filename().c_str());
    if (file < 0) throw_errno("cannot make the test's directory", directory);
    const Descriptor top(fcntl(file, F_DUPFD_CLOEXEC, 0), "fcntl");
    Emptier emptier{top.get()};
    if (!emptier.empty(file, 0)) throw_errno("cannot empty the test's directory", directory);
    if (emptier.moved == 0) return;
  }
}

bool is_same(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

/// Opens a file of the directory, which no link leaves; -1 with errno. Not blocking, so a named pipe in its place
/// cannot stop us.
int open_beneath(int directory, const std::string& name) {
  constexpr int flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  open_how how{};
  how.flags = flags;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  const int file = static_cast<int>(syscall(SYS_openat2, directory, name.c_str(), &how, sizeof how));
  if (file >= 0 || (errno != ENOSYS && errno != EPERM)) return file;
  // Where the kernel does not offer that, no link is followed at all.
  Descriptor above(fcntl(directory, F_DUPFD_CLOEXEC, 0), "fcntl");
  const fs::path path = name;
  for (const fs::path& part : path.parent_path()) {
    const int next = openat(above.get(), part.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (next < 0) return -1;
    above = Descriptor(next, "openat");
  }
  return openat(above.get(), path.filename().c_str(), flags | O_NOFOLLOW);
}

/// Whether a name goes on, or begins, at this place. A full stop at the end of a sentence is no part of it.
bool is_name_at(std::string_view text, std::size_t place) {
  const auto is_letter = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '+' || c == '~';
  };
  if (place >= text.size()) return false;
  if (text[place] != '.') return is_letter(text[place]);
  return place + 1 < text.size() && (text[place + 1] == '.' || is_letter(text[place + 1]));
}

/// A part of a text.
struct Place {
  std::size_t begin = std::string::npos;
  std::size_t end = 0;
};

/// The next place from `from` on where the directory stands.
Place whole_at(std::string_view text, std::string_view directory, std::size_t from) {
  const std::size_t begin = text.find(directory, from);
  return {begin, begin + directory.size()};
}

/// The next place where only an end of it stands, behind "..." for the rest. Its last name must be whole.
Place shortened_at(std::string_view text, std::string_view directory, std::size_t from) {
  const std::size_t last = directory.rfind('/');
  if (last == std::string_view::npos || last + 1 == directory.size()) return {};
  const std::string_view name = directory.substr(last);
  for (std::size_t at = text.find(name, from); at != std::string_view::npos; at = text.find(name, at + 1)) {
    Place found{std::string_view::npos, at + name.size()};
    for (std::size_t begin = at, left = last; begin > from; --begin, --left) {
      for (const std::string_view mark : {"...", "\u2026"})
        if (text.substr(from, begin - from).ends_with(mark)) found.begin = begin - mark.size();
      if (left == 0 || text[begin - 1] != directory[left - 1]) break;
    }
    if (found.begin != std::string_view::npos) return found;
  }
  return {};
}

using NextPlace = Place (*)(std::string_view text, std::string_view directory, std::size_t from);

void make_relative(std::string& text, const std::string& directory, NextPlace next) {
  Place place = next(text, directory, 0);
  if (place.begin == std::string::npos || text.find('\0') != std::string::npos) return;
  std::string relative;
  std::size_t copied = 0;
  for (; place.begin != std::string::npos; place = next(text, directory, place.end)) {
    if (is_name_at(text, place.end)) continue;  // another path, which only begins so
    relative.append(text, copied, place.begin - copied);
    const bool names_more = place.end < text.size() && text[place.end] == '/' && is_name_at(text, place.end + 1);
    if (!names_more) relative += '.';
    copied = place.end += names_more ? 1 : 0;
  }
  text = relative.append(text, copied);
}

}  // namespace

/// Makes sure that the lane's directory is the one that its path leads to.
void Scratch::hold_lane() {
  constexpr int flags = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  if (root_.get() < 0) {
    fs::create_directories(directory_.parent_path());
    const fs::path lane = fs::canonical(directory_.parent_path());
    root_path_ = lane.parent_path();
    lane_name_ = lane.filename();
    without_links_ = lane / directory_.filename();
    root_ = Descriptor(open(root_path_.c_str(), flags), root_path_.c_str());
    lane_ = Descriptor(openat(root_.get(), lane_name_.c_str(), flags), lane.c_str());
    return;
  }
  struct stat held, named;
  if (fstat(root_.get(), &held) != 0 || lstat(root_path_.c_str(), &named) != 0 || !is_same(held, named))
    throw fs::filesystem_error("the subject has replaced the directory of all tests", root_path_,
                               std::make_error_code(std::errc::no_such_file_or_directory));
  if (fstat(lane_.get(), &held) == 0 && fstatat(root_.get(), lane_name_.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
      is_same(held, named))
    return;
  const int file = open_writable(root_.get(), lane_name_.c_str());
  if (file < 0) throw_errno("cannot make the lane's directory again", root_path_ / lane_name_);
  lane_ = Descriptor(file, "openat");
}

void Scratch::renew() {
  hold_lane();
  make_empty(lane_.get(), directory_);
}

Scratch::~Scratch() {
  try {
    if (lane_.get() < 0) return;
    make_empty(lane_.get(), directory_);
    unlinkat(lane_.get(), directory_.filename().c_str(), AT_REMOVEDIR);
  } catch (const std::exception&) {
    // What cannot be removed stays; the caller's own clean-up of its directory will report it.
  }
}

std::optional<std::string> Scratch::read(const std::string& name, std::size_t bound, bool& cut) const {
  const int directory =
      openat(lane_.get(), directory_.filename().c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (directory < 0) return std::nullopt;
  const Descriptor held(directory, "openat");
  const int number = open_beneath(directory, name);
  if (number < 0) return std::nullopt;
  const Descriptor file(number, "openat2");
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

void Scratch::make_relative(Observation& observation) const {
  const auto in_all = [&](const fs::path& directory) {
    const auto in = [&](std::string& text) {
      for (const NextPlace next : {whole_at, shortened_at}) subjects::make_relative(text, directory.native(), next);
    };
    in(observation.standard_output);
    in(observation.standard_error);
    for (NamedText& output : observation.outputs) in(output.text);
    for (std::string& message : observation.messages) in(message);
  };
  in_all(directory_);
  if (without_links_ != directory_) in_all(without_links_);
}

}  // namespace smallscope::subjects
