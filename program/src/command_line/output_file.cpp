// SPDX-License-Identifier: Apache-2.0
#include "command_line/output_file.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include "command_line/context.hpp"

namespace smallscope::program {

namespace {

namespace fs = std::filesystem;

fs::path behind_links(const fs::path& file) {
  std::error_code failed;
  const fs::path whole = fs::weakly_canonical(fs::absolute(file), failed);
  return failed || whole.empty() ? fs::absolute(file) : whole;
}

/// Whether both name one file, or would if they existed.
bool same_file(const fs::path& a, const fs::path& b) {
  struct stat one {
  }, other{};
  if (stat(a.c_str(), &one) == 0 && stat(b.c_str(), &other) == 0)
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
  return behind_links(a) == behind_links(b);
}

/// A name beside the file that nobody can predict.
fs::path name_beside(const fs::path& file) {
  std::uint64_t number = 0;
  if (getrandom(&number, sizeof number, 0) != static_cast<ssize_t>(sizeof number))
    number = static_cast<std::uint64_t>(getpid());  // O_EXCL guards against that, too
  return file.parent_path() / fmt::format(".{}.{:016x}", file.filename().string(), number);
}

}  // namespace

OutputFile::OutputFile(fs::path target, std::initializer_list<fs::path> inputs) : target_(std::move(target)) {
  std::error_code failed;
  for (const fs::path& input : inputs) {
    const std::string store = behind_links(input).string();
    for (const char* suffix : {"", "-wal", "-shm", "-journal", "-writer"})
      if (same_file(target_, store + suffix))
        throw UsageError(fmt::format("{} is {}, which is read; name another file to write", target_.string(),
                                     *suffix == '\0' ? "the store itself" : "a part of the store"));
  }
  if (fs::is_directory(target_, failed))
    throw UsageError(fmt::format("{} is a directory; name a file in it", target_.string()));
  file_ = behind_links(target_);
  if (!fs::is_directory(file_.parent_path(), failed))
    throw UsageError(fmt::format("{} cannot be written: there is no directory {}; make it first", target_.string(),
                                 target_.parent_path().string()));
  const bool in_place = fs::exists(file_, failed) && !fs::is_regular_file(file_, failed);
  do {
    if (!in_place) unfinished_ = name_beside(file_);
    buffer_.descriptor = in_place
                             ? open(file_.c_str(), O_WRONLY | O_CLOEXEC)
                             : open(unfinished_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
  } while (buffer_.descriptor < 0 && errno == EEXIST);
  if (buffer_.descriptor < 0) fail(errno);
}

OutputFile::~OutputFile() {
  if (buffer_.descriptor >= 0) close(buffer_.descriptor);
  if (!unfinished_.empty()) unlink(unfinished_.c_str());
}

OutputFile::Buffer::int_type OutputFile::Buffer::overflow(int_type next) {
  if (sync() != 0) return traits_type::eof();
  if (!traits_type::eq_int_type(next, traits_type::eof())) sputc(traits_type::to_char_type(next));
  return traits_type::not_eof(next);
}

int OutputFile::Buffer::sync() {
  for (const char* next = pbase(); obstacle == 0 && next < pptr();) {
    const ssize_t written = write(descriptor, next, static_cast<std::size_t>(pptr() - next));
    if (written >= 0)
      next += written;
    else if (errno != EINTR)
      obstacle = errno;
  }
  setp(bytes_.data(), bytes_.data() + bytes_.size());
  return obstacle == 0 ? 0 : -1;
}

void OutputFile::finish() {
  stream_.flush();
  if (!stream_) fail(buffer_.obstacle);
  if (unfinished_.empty()) return;
  if (fsync(buffer_.descriptor) != 0) fail(errno);
  if (rename(unfinished_.c_str(), file_.c_str()) != 0) fail(errno);
  unfinished_.clear();
}

void OutputFile::fail(int obstacle) const {
  throw results::StoreError(fmt::format("{} cannot be written{}{}; name a file that can", target_.string(),
                                        obstacle != 0 ? ": " : "", obstacle != 0 ? std::strerror(obstacle) : ""));
}

}  // namespace smallscope::program
