// SPDX-License-Identifier: Apache-2.0
#include "sqlite.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cstring>

#include "seals.hpp"

namespace smallscope::results {

namespace {

/// Another process may hold the file for the duration of a checkpoint, but not longer.
constexpr int busy_milliseconds = 10'000;

std::string remedy(int code) {
  switch (code) {
    case SQLITE_IOERR_LOCK:
    case SQLITE_IOERR_RDLOCK:
    case SQLITE_IOERR_UNLOCK:
    case SQLITE_IOERR_CHECKRESERVEDLOCK:
    case SQLITE_IOERR_SHMLOCK:
      return remedy_without_locks;
    case SQLITE_IOERR_SHMMAP:
      return "its file system cannot share memory between processes: keep stores on a local disk, and copy them from "
             "there";
    default:
      break;
  }
  switch (code & 0xFF) {
    case SQLITE_FULL:
      return "free some space and continue with --resume: everything committed is kept";
    case SQLITE_READONLY:
      return "make the file and its directory writable, or use a copy";
    case SQLITE_CANTOPEN:
      return "check that the directory exists and may be read and written";
    case SQLITE_NOTADB:
      return "name a file that a run has written";
    case SQLITE_CORRUPT:
      return "use a copy, or save what can be read with `sqlite3 FILE .recover`; a new run needs another "
             "file";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "another process is writing it: wait until it has ended, or end it";
    case SQLITE_IOERR:
      return "check the disk, its free space and file size limits; everything committed is kept";
    case SQLITE_NOMEM:
      return "free some memory and continue with --resume: everything committed is kept";
    case SQLITE_TOOBIG:
      return "lower the bound on kept outputs";
    default:
      return "this is unexpected: please report it";
  }
}

FileStamp stamp_of(const std::filesystem::path& file) {
  struct stat status {
  }, log{};
  if (stat(file.c_str(), &status) != 0) return {};
  stat((file.string() + "-wal").c_str(), &log);
  return {static_cast<std::int64_t>(status.st_ino),
          status.st_size,
          status.st_mtim.tv_sec,
          status.st_mtim.tv_nsec,
          log.st_size,
          log.st_mtim.tv_nsec};
}

}  // namespace

const char* const remedy_without_locks =
    "its file system has no locks that work: keep stores on a local disk, and copy them from there";

Connection::Connection(const std::string& name, int flags, std::filesystem::path file)
    : name_(name), flags_(flags), file_(std::move(file)) {
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &handle, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) fail(code);
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, busy_milliseconds);
  execute("PRAGMA temp_store=MEMORY");
}

std::unique_ptr<Connection> Connection::another() const {
  if (file_.empty()) return nullptr;
  auto other = std::make_unique<Connection>(name_, flags_, file_);
  if (stamp_) other->expect_no_change();
  return other;
}

void Connection::execute(const char* sql) const {
  const int code = sqlite3_exec(get(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

std::int64_t Connection::integer(const char* sql) const {
  Statement statement(*this, sql);
  Rows rows = statement.rows();
  return rows.next() ? rows.integer(0) : 0;
}

void Connection::fail(int code) const {
  std::string reason = get() && sqlite3_errcode(get()) != SQLITE_OK ? sqlite3_errmsg(get()) : sqlite3_errstr(code);
  const int system_error = get() ? sqlite3_system_errno(get()) : 0;
  const int primary = code & 0xFF;
  if (system_error != 0 && (primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN || primary == SQLITE_FULL))
    reason += fmt::format(" ({})", std::strerror(system_error));
  throw StoreError(fmt::format("store {}: {}; {}", file_.empty() ? "in memory" : file_.string(), reason, remedy(code)));
}

void Connection::damaged(const std::string& reason) const {
  throw StoreError(
      fmt::format("store {}: the file is damaged: {}; {}", file_.string(), reason, remedy(SQLITE_CORRUPT)));
}

void Connection::expect_no_change() { stamp_ = stamp_of(file_); }

void Connection::require_unchanged() const {
  if (stamp_ && stamp_of(file_) != stamp_)
    throw StoreError(
        fmt::format("store {}: it has changed while it was read, which a reader who may not write into its directory "
                    "cannot prevent; read it again, or use a copy",
                    file_.string()));
}

Transaction::~Transaction() {
  if (committed_ || is_part_) return;
  sqlite3_exec(connection_.get(), end_, nullptr, nullptr, nullptr);
  if (connection_.seals()) connection_.seals()->roll_back();
}

void Transaction::commit() {
  if (connection_.seals()) connection_.seals()->write();
  connection_.execute("COMMIT");
  committed_ = true;
}

Rows::Rows(const Connection& connection, sqlite3_stmt* statement, bool shared)
    : connection_(connection), statement_(statement), shared_(shared) {}

Rows::~Rows() {
  if (!statement_) return;
  if (shared_) {
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
  } else {
    sqlite3_finalize(statement_);
  }
}

bool Rows::next() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  connection_.require_unchanged();
  if (code != SQLITE_DONE) connection_.fail(code);
  return false;
}

std::string_view Rows::text(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  const int size = sqlite3_column_bytes(statement_, column);
  return bytes ? std::string_view(bytes, static_cast<std::size_t>(size)) : std::string_view();
}

void Rows::bind(int index, std::string_view value) {
  check(sqlite3_bind_text64(statement_, index, value.data() ? value.data() : "", value.size(), SQLITE_STATIC,
                            SQLITE_UTF8));
}

void Rows::bind(int index, Blob value) {
  check(sqlite3_bind_blob64(statement_, index, value.bytes.data(), value.bytes.size(), SQLITE_STATIC));
}

void Rows::check(int code) const {
  if (code != SQLITE_OK) connection_.fail(code);
}

Statement::Prepared Statement::prepare(unsigned flags) const {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(connection_.get(), sql_, -1, flags, &statement, nullptr);
  Prepared prepared(statement);
  if (code != SQLITE_OK) connection_.fail(code);
  return prepared;
}

Statement::Started Statement::take() {
  if (!prepared_) prepared_ = prepare(SQLITE_PREPARE_PERSISTENT);
  if (!sqlite3_stmt_busy(prepared_.get())) return {prepared_.get(), true};
  return {prepare(0).release(), false};
}

bool has_table(const Connection& connection, std::string_view name) {
  Statement find(connection, "SELECT 1 FROM main.sqlite_schema WHERE type='table' AND name=?");
  return find.rows(name).next();
}

}  // namespace smallscope::results
