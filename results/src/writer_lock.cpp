// SPDX-License-Identifier: Apache-2.0
#include "writer_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstring>
#include <fstream>
#include <iterator>
#include <mutex>
#include <set>
#include <smallscope/results/store.hpp>

namespace smallscope::results {

namespace {

namespace fs = std::filesystem;

/// SQLite locks only the 512 bytes from 0x40000000 on.
constexpr off_t locked_byte = 0x40001000;

struct flock on_locked_byte() {
  struct flock wanted {};
  wanted.l_type = F_WRLCK;
  wanted.l_whence = SEEK_SET;
  wanted.l_start = locked_byte;
  wanted.l_len = 1;
  return wanted;
}

bool means_no_locks(int obstacle) {
  return obstacle == ENOLCK || obstacle == ENOSYS || obstacle == EOPNOTSUPP || obstacle == EINVAL;
}

/// Whether SQLite's own locks would work.
bool has_locks(int descriptor) {
  struct flock wanted = on_locked_byte();
  return fcntl(descriptor, F_GETLK, &wanted) == 0 || !means_no_locks(errno);
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

[[noreturn]] void fail(const fs::path& file, std::string_view deed, int obstacle) {
  throw StoreError(fmt::format("store {}: {}: {}; check its permissions and those of its directory", file.string(),
                               deed, std::strerror(obstacle)));
}

/// The first line of a small file; "" if it cannot be read.
std::string first_line(const fs::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

/// When the process was started, and a letter for its state, or "" (Z: it has ended, and nobody has waited for it yet).
std::pair<std::uint64_t, char> start_of(std::int64_t pid) {
  const std::string line = first_line(fmt::format("/proc/{}/stat", pid));
  // The second field, the name in parentheses, may contain anything; the state is the third, the start the 22nd.
  std::size_t at = line.rfind(')');
  if (at == std::string::npos || at + 2 >= line.size()) return {0, '\0'};
  const char state = line[at + 2];
  for (int field = 2; field < 22 && at != std::string::npos; ++field) at = line.find(' ', at + 1);
  std::uint64_t start = 0;
  if (at != std::string::npos) std::from_chars(line.data() + at + 1, line.data() + line.size(), start);
  return {start, state};
}

/// The text without the characters that separate the fields of a line.
std::string field(std::string text) {
  for (char& c : text)
    if (c == '\t' || c == '\n') c = ' ';
  return text;
}

/// The files held by the store objects of this process.
struct Held {
  std::mutex mutex;
  std::set<std::pair<std::uint64_t, std::uint64_t>> files;
};
Held& held_here() {
  static Held held;
  return held;
}

[[noreturn]] void refuse(const fs::path& file, const std::string& writer) {
  throw StoreBusy(fmt::format("store {}: {} is writing it; wait until that has ended, end it, or name another file",
                              file.string(), writer));
}

/// The writer of the store, as recorded in it.
std::string recorded_writer(const fs::path& file) {
  try {
    const Connection connection(file.string(), SQLITE_OPEN_READWRITE, file);
    Statement select(connection, "SELECT value FROM manifest WHERE key='writer'");
    if (Rows rows = select.rows(); rows.next()) {
      // A recorded process that has ended is an earlier writer: the present one has the lock but has not recorded
      // itself yet.
      const auto writer = ProcessIdentity::parse(rows.text(0));
      if (writer && writer->state() != ProcessIdentity::State::ended) return writer->text();
    }
  } catch (const StoreError&) {
  }
  return "another process";
}

}  // namespace

bool has_locks(const fs::path& file) {
  const Descriptor opened(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  return opened.get() < 0 || has_locks(opened.get());
}

void record_writer(const Connection& connection) {
  Transaction transaction(connection);
  Statement(connection, "INSERT INTO manifest(key, value) VALUES('writer', ?1) ON CONFLICT DO UPDATE SET value=?1")
      .execute(std::string_view(ProcessIdentity::own().line()));
  transaction.commit();
}

ProcessIdentity ProcessIdentity::own() {
  ProcessIdentity self;
  std::array<char, HOST_NAME_MAX + 1> name{};
  gethostname(name.data(), name.size() - 1);
  self.host = field(name.data());
  if (const std::string machine = first_line("/etc/machine-id"); !machine.empty()) self.host += "/" + field(machine);
  self.boot = field(first_line("/proc/sys/kernel/random/boot_id"));
  std::error_code failed;
  self.process_space = field(fs::read_symlink("/proc/self/ns/pid", failed).string());
  self.pid = getpid();
  self.started = start_of(self.pid).first;
  return self;
}

std::string ProcessIdentity::text() const {
  return fmt::format("process {} on {}", pid, host.substr(0, host.find('/')));
}

std::string ProcessIdentity::line() const {
  return fmt::format("{}\t{}\t{}\t{}\t{}\n", host, boot, process_space, pid, started);
}

std::optional<ProcessIdentity> ProcessIdentity::parse(std::string_view line) {
  if (!line.ends_with('\n')) return std::nullopt;  // incomplete
  line.remove_suffix(1);
  std::array<std::string_view, 5> fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::size_t end = line.find('\t');
    if ((end == std::string_view::npos) != (i + 1 == fields.size())) return std::nullopt;
    fields[i] = line.substr(0, end);
    if (end != std::string_view::npos) line.remove_prefix(end + 1);
  }
  ProcessIdentity read{
      .host = std::string(fields[0]), .boot = std::string(fields[1]), .process_space = std::string(fields[2])};
  const auto number = [](std::string_view digits, auto& value) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc{} && end == digits.data() + digits.size();
  };
  if (!number(fields[3], read.pid) || !number(fields[4], read.started)) return std::nullopt;
  return read;
}

ProcessIdentity::State ProcessIdentity::state() const {
  const ProcessIdentity self = own();
  if (host != self.host) return State::unknown;
  if (boot != self.boot) return State::ended;
  if (process_space != self.process_space) return State::unknown;
  const auto [start, letter] = start_of(pid);
  const bool runs = letter != '\0' && letter != 'Z' && start == started;
  return runs ? State::running : State::ended;
}

/// Replaces the lock on file systems without locks. While a stale file is taken over, a second file keeps others from
/// doing the same.
class WriterLock::LockFile {
 public:
  explicit LockFile(const fs::path& store) : store_(store), file_(store.string() + "-writer") {
    if (create(file_)) return;
    const Guard guard(store_, file_);
    const std::string text = text_of(file_);
    const auto holder = ProcessIdentity::parse(text);
    if (text.empty() && !fs::exists(file_) && create(file_)) return;  // it has just been removed
    if (!holder)
      throw StoreBusy(
          fmt::format("store {}: {} says that it is being written, but not by whom; when no process writes "
                      "it, remove that file",
                      store_.string(), file_.string()));
    switch (holder->state()) {
      case ProcessIdentity::State::running:
        refuse(store_, holder->text());
      case ProcessIdentity::State::unknown:
        throw StoreBusy(
            fmt::format("store {}: {} is writing it, as {} says; when that process has ended, remove that "
                        "file",
                        store_.string(), holder->text(), file_.string()));
      case ProcessIdentity::State::ended:
        break;
    }
    fs::remove(file_);
    if (!create(file_)) refuse(store_, "another process");
  }
  ~LockFile() { unlink(file_.c_str()); }
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;

 private:
  /// Only one process at a time checks whether a lock file is stale.
  struct Guard {
    Guard(const fs::path& store, const fs::path& lock) : file(lock.string() + "-takeover") {
      if (!create(file))
        throw StoreBusy(fmt::format("store {}: another process is about to write it; when there is none, remove {}",
                                    store.string(), file.string()));
    }
    ~Guard() { unlink(file.c_str()); }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    fs::path file;
  };

  static std::string text_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  /// False if there is already such a file.
  static bool create(const fs::path& file) {
    const Descriptor made(open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (made.get() < 0) {
      if (errno == EEXIST) return false;
      fail(file, "cannot be created", errno);
    }
    const std::string line = ProcessIdentity::own().line();
    if (write(made.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
      const int obstacle = errno;
      unlink(file.c_str());
      fail(file, "cannot be written", obstacle);
    }
    fsync(made.get());
    return true;
  }

  fs::path store_, file_;
};

WriterLock::WriterLock(const fs::path& file, Mechanism mechanism) : file_(fs::absolute(file)) {
  lock(file, file, mechanism);
}

WriterLock::WriterLock(const fs::path& unfinished, const fs::path& file, WriterLock* replaced, Mechanism mechanism)
    : file_(fs::absolute(file)) {
  if (replaced && replaced->lock_file_) {
    lock_file_ = std::move(replaced->lock_file_);
    return;
  }
  lock(unfinished, file, mechanism);
}

WriterLock::WriterLock(WriterLock&& other) noexcept
    : file_(std::move(other.file_)),
      in_place_(other.in_place_),
      descriptor_(std::exchange(other.descriptor_, -1)),
      identity_(std::exchange(other.identity_, std::nullopt)),
      lock_file_(std::move(other.lock_file_)) {}

WriterLock::~WriterLock() {
  if (descriptor_ < 0) return;
  Held& held = held_here();
  const std::lock_guard guard(held.mutex);
  close(descriptor_);
  held.files.erase(*identity_);
}

void WriterLock::require_in_place() {
  struct stat named {};
  std::optional<Identity> now;
  if (stat(file_.c_str(), &named) == 0) now = {named.st_dev, named.st_ino};
  if (!in_place_) in_place_ = identity_ ? identity_ : now;
  if (!now || now != in_place_)
    throw StoreError(
        fmt::format("store {}: {} while it was being written; what was committed went with the file; keep stores where "
                    "nobody moves them, and begin a new one",
                    file_.string(), now ? "it was replaced by another file" : "it was removed or renamed"));
}

void WriterLock::lock(const fs::path& held, const fs::path& file, Mechanism mechanism) {
  bool unsupported = mechanism == Mechanism::lock_file;
  while (!unsupported && !lock_description(held, file, unsupported)) {
  }
  if (unsupported) lock_file_ = std::make_unique<LockFile>(file);
}

bool WriterLock::lock_description(const fs::path& held, const fs::path& file, bool& unsupported) {
  Held& here = held_here();
  const std::lock_guard guard(here.mutex);
  struct stat named {};
  if (stat(held.c_str(), &named) == 0 && here.files.contains({named.st_dev, named.st_ino}))
    refuse(file, "this process itself");
  Descriptor opened(open(held.c_str(), O_RDWR | O_CLOEXEC));
  if (opened.get() < 0) fail(file, "cannot be opened for writing", errno);
  struct flock wanted = on_locked_byte();
  if (fcntl(opened.get(), F_OFD_SETLK, &wanted) != 0) {
    const int obstacle = errno;
    if (obstacle == EAGAIN || obstacle == EACCES) refuse(file, recorded_writer(held));
    if (!means_no_locks(obstacle)) fail(file, "cannot be locked", obstacle);
    if (!has_locks(opened.get()))
      throw StoreError(fmt::format("store {}: it cannot be locked: {}; {}", file.string(), std::strerror(obstacle),
                                   remedy_without_locks));
    unsupported = true;
    return true;
  }
  // Between opening and locking, the store may have been replaced by another of the same name.
  struct stat locked {};
  if (fstat(opened.get(), &locked) != 0) fail(file, "cannot be examined", errno);
  if (stat(held.c_str(), &named) != 0) fail(file, "cannot be examined", errno);
  if (locked.st_dev != named.st_dev || locked.st_ino != named.st_ino) return false;
  identity_ = {locked.st_dev, locked.st_ino};
  here.files.insert(*identity_);
  descriptor_ = opened.release();
  return true;
}

void remove_left_overs(const fs::path& file) {
  const std::string prefix = file.filename().string() + std::string(unfinished_suffix);
  struct stat store {};
  const bool exists = stat(file.c_str(), &store) == 0;
  const auto remove = [](const fs::path& left) {
    for (const char* suffix : {"-wal", "-shm", "-journal", ""}) unlink((left.string() + suffix).c_str());
  };
  std::error_code failed;
  for (const auto& entry :
       fs::directory_iterator(file.has_parent_path() ? file.parent_path() : fs::path("."), failed)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix) || name.find('-', prefix.size()) != std::string::npos) continue;
    struct stat status {};
    if (lstat(entry.path().c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    if (exists && status.st_dev == store.st_dev && status.st_ino == store.st_ino) {
      unlink(entry.path().c_str());  // the second name of the store, which was published
      continue;
    }
    Held& here = held_here();
    const std::lock_guard guard(here.mutex);
    if (here.files.contains({status.st_dev, status.st_ino})) continue;
    const Descriptor opened(open(entry.path().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct flock wanted = on_locked_byte();
    if (opened.get() >= 0 && fcntl(opened.get(), F_OFD_SETLK, &wanted) == 0) remove(entry.path());
  }
}

}  // namespace smallscope::results
