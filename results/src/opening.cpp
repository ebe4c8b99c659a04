// SPDX-License-Identifier: Apache-2.0
// How a store is created and opened: what is checked, who may write, and how one store replaces another.

#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fcntl.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "database.hpp"
#include "schema.hpp"

namespace smallscope::results {

namespace {

namespace fs = std::filesystem;

std::string as_uri(const fs::path& file, std::string_view parameters) {
  std::string uri = "file:";
  for (const char c : fs::absolute(file).string()) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || c == '/' || c == '.' || c == '_' || c == '-')
      uri += c;
    else
      uri += fmt::format("%{:02X}", byte);
  }
  return fmt::format("{}?{}", uri, parameters);
}

/// Whether changes are pending beside the file, from a writer that is running or was killed.
bool has_pending_log(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file.string() + "-wal", error);
  return !error && size > 0;
}

fs::path directory_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

/// Whether the file and its directory, where the log is, may be written.
bool is_writable(const fs::path& file) {
  return access(file.c_str(), W_OK) == 0 && access(directory_of(file).c_str(), W_OK) == 0;
}

[[noreturn]] void reject(const fs::path& file, const std::string& reason, const std::string& remedy) {
  throw StoreError(fmt::format("store {}: {}; {}", file.string(), reason, remedy));
}

/// A FIFO, a socket or a device: opening it could wait for ever, or do something.
void require_no_special_file(const fs::path& file) {
  std::error_code error;
  if (const auto status = fs::status(file, error); fs::is_other(status))
    reject(file, "this is a FIFO, a socket or a device, not a store",
           "name a file that a run has written, or a new one");
}

/// Checks what is possible before the file is opened.
void check_file(const fs::path& file) {
  std::error_code error;
  const auto status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found)
    reject(file, "there is no such file", "run the campaign with --store to make one");
  if (error) reject(file, error.message(), "check the path and its permissions");
  if (fs::is_directory(status)) reject(file, "this is a directory", "name a file in it");
  require_no_special_file(file);
  if (access(file.c_str(), R_OK) != 0) reject(file, "cannot be read", "check its permissions");
  if (fs::file_size(file, error) == 0 && !error)
    reject(file, "the file is empty, not a store", "remove it or name another file");
}

/// Finds damage that SQLite itself would not find, or would find only later. Reads through the connection: closing a
/// descriptor of our own would drop the locks that other connections of this process have on the file.
void check_header(const Connection& connection) {
  const fs::path& file = connection.file();
  std::array<unsigned char, 100> header{};
  sqlite3_file* opened = nullptr;
  sqlite3_file_control(connection.get(), "main", SQLITE_FCNTL_FILE_POINTER, &opened);
  const int code = opened->pMethods->xRead(opened, header.data(), static_cast<int>(header.size()), 0);
  if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) connection.fail(code);
  if (code != SQLITE_OK || std::string_view(reinterpret_cast<char*>(header.data()), 15) != "SQLite format 3")
    reject(file, "this is not a store", "name a file that a run has written");
  // While a log is pending, a checkpoint may have been interrupted; the log then completes the file.
  if (has_pending_log(file)) return;
  const auto number = [&](std::size_t at, int bytes) {
    std::uintmax_t value = 0;
    for (int i = 0; i < bytes; ++i) value = value << 8 | header[at + static_cast<std::size_t>(i)];
    return value;
  };
  const auto page_size = number(16, 2) == 1 ? 65'536 : number(16, 2);
  const auto expected = page_size * number(28, 4);
  std::error_code error;
  const auto actual = fs::file_size(file, error);
  if (!error && actual < expected)
    reject(file, fmt::format("the file is damaged: it has {} bytes of {}", actual, expected),
           "use a copy, or save what can be read with `sqlite3 FILE .recover`");
}

/// Nobody else's business, unless its owner says so: what failed may be a secret.
constexpr mode_t mode_of_new_stores = S_IRUSR | S_IWUSR;

/// Its owner may have asked for other permissions than those of new stores; the store in its place has them, too.
mode_t mode_of(const fs::path& file) {
  struct stat status {};
  return stat(file.c_str(), &status) == 0 ? status.st_mode & 0777 : mode_of_new_stores;
}

/// Makes an empty file of a name that nobody can have foreseen, and so prepared: "NAME.new-0123456789abcdef".
fs::path make_unfinished(const fs::path& file, mode_t mode) {
  while (true) {
    std::uint64_t number = 0;
    if (getrandom(&number, sizeof number, 0) != sizeof number)
      reject(file, fmt::format("cannot be created: {}", std::strerror(errno)), "this is unexpected: please report it");
    const fs::path path = fmt::format("{}{}{:016x}", file.string(), unfinished_suffix, number);
    const int made = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_of_new_stores);
    if (made < 0 && errno == EEXIST) continue;
    if (made < 0)
      reject(file, fmt::format("cannot be created: {}", std::strerror(errno)),
             "check that the directory exists and may be read and written");
    fchmod(made, mode);
    close(made);
    return path;
  }
}

/// A new store under a temporary name, which is removed with the object. It is locked from the beginning: what is not
/// locked is left over from a process that was killed. `replaced` is the lock of the store that has the name so far.
class Unfinished {
 public:
  Unfinished(const fs::path& file, const Manifest& manifest, mode_t mode, WriterLock* replaced) {
    make(file, mode, replaced);
    try {
      attempt(file, [&] {
        const Connection connection(path_.string(), SQLITE_OPEN_READWRITE, path_);
        connection.execute("PRAGMA page_size=4096; PRAGMA synchronous=FULL");
        fill(connection, manifest);
        connection.execute("PRAGMA journal_mode=WAL");
        connection.integer("PRAGMA user_version");  // opens the log: a store that cannot be opened gets no name
      });
    } catch (...) {
      remove();
      throw;
    }
  }
  ~Unfinished() { remove(); }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  const fs::path& path() const { return path_; }
  /// Does something with it. An error names the store that was asked for, of which nothing is kept.
  void attempt(const fs::path& file, const std::function<void()>& deed) const {
    try {
      deed();
    } catch (const StoreError& failure) {
      std::string text = failure.what();
      for (const auto& [old, now] : {std::pair(path_.string(), file.string()),
                                     {"continue with --resume: everything committed is kept", "try again"},
                                     {"; everything committed is kept", ", and try again"}})
        if (const auto at = text.find(old); at != std::string::npos) text.replace(at, old.size(), now);
      throw StoreError(text);
    }
  }
  /// Locked by the caller from now on.
  WriterLock take_lock() { return *std::move(lock_); }

 private:
  void make(const fs::path& file, mode_t mode, WriterLock* replaced) {
    // Before it is locked, another process may take it for left over. It does so once, so a second name is enough.
    constexpr int attempts = 3;
    for (int attempt = 1; !lock_; ++attempt) {
      path_ = make_unfinished(file, mode);
      try {
        lock_.emplace(path_, file, replaced);
      } catch (const StoreError&) {
        remove();
        if (attempt == attempts) throw;
      }
    }
  }
  void remove() const {
    std::error_code ignored;
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) fs::remove(path_.string() + suffix, ignored);
  }
  fs::path path_;
  std::optional<WriterLock> lock_;
};

void sync_directory_of(const fs::path& file) {
  const int directory = ::open(directory_of(file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return;
  fsync(directory);
  close(directory);
}

[[noreturn]] void fail_to_create(const fs::path& file, const std::error_code& error) {
  reject(file, fmt::format("cannot be created: {}", error.message()), "check its directory");
}

/// Gives the finished store its name, unless such a file exists by now.
void publish(const fs::path& unfinished, const fs::path& file) {
  std::error_code error;
  // The log of a store that was removed without it would be taken for that of the new one.
  if (!fs::exists(file, error))
    for (const char* suffix : {"-wal", "-shm", "-journal"}) fs::remove(file.string() + suffix, error);
  fs::create_hard_link(unfinished, file, error);
  if (error == std::errc::file_exists)
    throw StoreExists(
        fmt::format("store {}: another process has just made it; continue it with --resume", file.string()));
  if (error) fs::rename(unfinished, file, error);  // a file system without hard links
  if (error) fail_to_create(file, error);
  sync_directory_of(file);
}

void check_directory(const fs::path& file) {
  std::error_code error;
  if (fs::is_directory(file, error)) reject(file, "this is a directory", "name a file in it");
  if (file.has_parent_path()) {
    fs::create_directories(file.parent_path(), error);
    if (error) reject(file, fmt::format("cannot make its directory: {}", error.message()), "name a file elsewhere");
  }
  if (access(directory_of(file).c_str(), W_OK) != 0)
    reject(file, fmt::format("its directory cannot be written: {}", std::strerror(errno)),
           "make it writable, or name a file elsewhere");
}

/// Folds the log into the file, so that only one file has to be moved. Content that cannot be read is moved unchanged.
void fold_log(const fs::path& file) {
  try {
    Connection(file.string(), SQLITE_OPEN_READWRITE, file).execute("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (const StoreError&) {
  }
}

/// Renames the store and replaces what has the new name. A log that a reader keeps moves with it.
void move_aside(const fs::path& file, const fs::path& aside) {
  std::error_code error;
  std::optional<WriterLock> previous;
  if (fs::exists(aside, error)) previous.emplace(aside);
  for (const char* suffix : {"-wal", "-shm"}) {
    std::error_code ignored;
    fs::remove(aside.string() + suffix, ignored);
    fs::rename(file.string() + suffix, aside.string() + suffix, ignored);
  }
  fs::rename(file, aside, error);
  if (error)
    reject(file, fmt::format("cannot be moved aside to {}: {}", aside.string(), error.message()),
           "name another file with --store");
}

}  // namespace

std::unique_ptr<Store::Database> Store::Database::create(const fs::path& file, const Manifest& manifest) {
  std::error_code error;
  require_no_special_file(file);
  if (fs::exists(fs::symlink_status(file, error)) && !fs::is_directory(file, error))
    throw StoreExists(fmt::format("store {}: the file exists already; continue it with --resume, or name another file",
                                  file.string()));
  check_directory(file);
  remove_left_overs(file);
  std::optional<WriterLock> lock;
  {
    Unfinished made(file, manifest, mode_of_new_stores, nullptr);
    publish(made.path(), file);
    lock.emplace(made.take_lock());
  }
  return open_to_write(file, *std::move(lock));
}

std::unique_ptr<Store::Database> Store::Database::replace(const fs::path& given, const Manifest& manifest,
                                                          const fs::path& aside) {
  std::error_code error;
  if (!fs::exists(given, error)) return create(given, manifest);
  const fs::path file = fs::is_symlink(given, error) ? fs::canonical(given) : given;
  check_directory(file);
  require_no_special_file(file);
  WriterLock replaced(file);
  if (aside.empty()) open(file, Access::read);  // only a store may be removed
  remove_left_overs(file);
  Unfinished made(file, manifest, mode_of(file), &replaced);
  fold_log(file);
  if (!aside.empty()) {
    move_aside(file, aside);
    publish(made.path(), file);
  } else {
    for (const char* suffix : {"-wal", "-shm"}) fs::remove(file.string() + suffix, error);
    fs::rename(made.path(), file, error);
    if (error) fail_to_create(file, error);
    sync_directory_of(file);
  }
  return open_to_write(file, made.take_lock());
}

void Store::Database::create_whole(const fs::path& given, const Manifest& manifest, bool overwrite,
                                   const std::function<void(Database&)>& fill) {
  std::error_code error;
  const fs::path file = fs::is_symlink(given, error) ? fs::weakly_canonical(given) : given;
  check_directory(file);
  require_no_special_file(file);
  const bool exists = fs::exists(file, error);
  if (exists && !overwrite)
    throw StoreExists(fmt::format("store {}: the file exists already; replace it by --overwrite, or name another file",
                                  file.string()));
  std::optional<WriterLock> replaced;
  if (exists) {
    open(file, Access::read);  // only a store may be removed
    replaced.emplace(file);
  }
  remove_left_overs(file);
  Unfinished made(file, manifest, exists ? mode_of(file) : mode_of_new_stores, replaced ? &*replaced : nullptr);
  WriterLock lock = made.take_lock();
  lock.ask_for(made.path());
  made.attempt(file, [&] {
    const auto filled = open_to_write(made.path(), std::move(lock));
    fill(*filled);
    // Closing it would not say what cannot be taken out of the log.
    filled->connection().execute("PRAGMA wal_checkpoint(TRUNCATE)");
  });
  if (!exists) return publish(made.path(), file);
  for (const char* suffix : {"-wal", "-shm"}) fs::remove(file.string() + suffix, error);
  fs::rename(made.path(), file, error);
  if (error) fail_to_create(file, error);
  sync_directory_of(file);
}

std::unique_ptr<Store::Database> Store::Database::create_in_memory(const Manifest& manifest) {
  auto connection = std::make_unique<Connection>(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, fs::path());
  fill(*connection, manifest);
  return std::make_unique<Database>(std::move(connection), Access::write, manifest, std::nullopt);
}

std::unique_ptr<Store::Database> Store::Database::open_to_write(const fs::path& file, WriterLock lock) {
  auto connection = std::make_unique<Connection>(file.string(), SQLITE_OPEN_READWRITE, file);
  check_header(*connection);
  bring_up_to_date(*connection, true);
  connection->execute("PRAGMA journal_size_limit=67108864");
  Manifest manifest = read_manifest(*connection);
  lock.require_in_place();
  return std::make_unique<Database>(std::move(connection), Access::write, std::move(manifest), std::move(lock));
}

std::unique_ptr<Store::Database> Store::Database::open(const fs::path& file, Access access) {
  check_file(file);
  if (access == Access::write) {
    if (!is_writable(file))
      reject(file, "the file or its directory cannot be written", "make both writable, or use a copy");
    WriterLock lock(file);
    remove_left_overs(file);
    return open_to_write(file, std::move(lock));
  }
  const auto opened = [&](const std::string& name, int flags, bool is_immutable) {
    auto connection = std::make_unique<Connection>(name, flags, file);
    if (is_immutable) connection->expect_no_change();
    check_header(*connection);
    // Closing the connection ends the transaction. Its state is that of the first read, which follows.
    if (access == Access::read_one_state) connection->execute("BEGIN");
    bring_up_to_date(*connection, false);
    connection->execute("PRAGMA query_only=ON");
    Manifest manifest = read_manifest(*connection);
    return std::make_unique<Database>(std::move(connection), access, std::move(manifest), std::nullopt);
  };
  try {
    // A reader may have to create the files of the log, and removes them again, so it opens like a writer.
    return opened(file.string(), SQLITE_OPEN_READWRITE, false);
  } catch (const StoreError&) {
    if (!has_locks(file)) reject(file, "it cannot be locked", remedy_without_locks);
    if (is_writable(file)) throw;
    if (has_pending_log(file))
      reject(file, "a log with changes lies beside it, and the directory cannot be written",
             "copy the file and its -wal into a directory that can");
    return opened(as_uri(file, "mode=ro&immutable=1"), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, true);
  }
}

Store Store::create(const fs::path& file, const Manifest& manifest) { return Store(Database::create(file, manifest)); }
Store Store::replace(const fs::path& file, const Manifest& manifest, const fs::path& aside) {
  return Store(Database::replace(file, manifest, aside));
}
Store Store::in_memory(const Manifest& manifest) { return Store(Database::create_in_memory(manifest)); }
Store Store::open(const fs::path& file) { return Store(Database::open(file, Database::Access::write)); }
Store Store::inspect(const fs::path& file) { return Store(Database::open(file, Database::Access::read)); }
Store Store::snapshot(const fs::path& file) { return Store(Database::open(file, Database::Access::read_one_state)); }

}  // namespace smallscope::results
