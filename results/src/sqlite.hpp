// SPDX-License-Identifier: Apache-2.0
// A thin layer over SQLite: a connection, statements that live as long as the connection, errors as StoreError.
#pragma once

#include <sqlite3.h>

#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <smallscope/results/store.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace smallscope::results {

class Seals;

/// What changes when somebody writes to a file, to another of its name, or to its log.
using FileStamp = std::array<std::int64_t, 6>;

/// Of an error of a file system.
extern const char* const remedy_without_locks;

class Connection {
 public:
  /// Opens `name` (a path or a URI) with these SQLITE_OPEN flags; messages call it `file`.
  Connection(const std::string& name, int flags, std::filesystem::path file);
  /// Another one to the same file, for another thread; null for a store in memory. Throws StoreError.
  std::unique_ptr<Connection> another() const;
  sqlite3* get() const { return handle_.get(); }
  const std::filesystem::path& file() const { return file_; }
  /// Runs statements without result rows.
  void execute(const char* sql) const;
  /// The first column of the first row, as an integer.
  std::int64_t integer(const char* sql) const;
  /// Throws the StoreError for a result code, with the remedy.
  [[noreturn]] void fail(int code) const;
  /// Throws a StoreError that says the file is damaged.
  [[noreturn]] void damaged(const std::string& reason) const;
  /// For a file that others may write while it is read, since nothing keeps them from it: from now on every execution
  /// of a statement ends with a StoreError when they have.
  void expect_no_change();
  void require_unchanged() const;
  /// From now on transactions write these seals before they are committed; null: none.
  void seal_with(Seals* seals) { seals_ = seals; }
  Seals* seals() const { return seals_; }

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };
  std::unique_ptr<sqlite3, Close> handle_;
  std::string name_;
  int flags_;
  std::filesystem::path file_;
  Seals* seals_ = nullptr;
  std::optional<FileStamp> stamp_;
};

/// A text bound to a statement without a copy: it must outlive the execution.
struct Blob {
  std::string_view bytes;
};

/// The rows of one execution, which ends with the object.
class Rows {
 public:
  /// `shared` says whether somebody else keeps the statement.
  Rows(const Connection& connection, sqlite3_stmt* statement, bool shared);
  ~Rows();
  Rows(Rows&& other) noexcept
      : connection_(other.connection_), statement_(std::exchange(other.statement_, nullptr)), shared_(other.shared_) {}
  Rows& operator=(Rows&&) = delete;

  bool next();
  std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  Ordinal ordinal(int column) const { return std::bit_cast<Ordinal>(integer(column)); }
  double real(int column) const { return sqlite3_column_double(statement_, column); }
  /// Valid until the next row.
  std::string_view text(int column) const;
  int columns() const { return sqlite3_column_count(statement_); }
  /// Valid until the next row. Connections belong to one thread, so nobody else can change it.
  sqlite3_value* value(int column) const { return sqlite3_column_value(statement_, column); }

  void bind(int index, std::int64_t value) { check(sqlite3_bind_int64(statement_, index, value)); }
  void bind(int index, int value) { bind(index, std::int64_t{value}); }
  void bind(int index, bool value) { bind(index, std::int64_t{value}); }
  /// The same 64 bits: ordinals from 2^63 on are negative in the file.
  void bind(int index, Ordinal value) { bind(index, std::bit_cast<std::int64_t>(value)); }
  void bind(int index, Verdict value) { bind(index, static_cast<std::int64_t>(value)); }
  void bind(int index, double value) { check(sqlite3_bind_double(statement_, index, value)); }
  void bind(int index, std::string_view value);
  void bind(int index, Blob value);

 private:
  void check(int code) const;
  const Connection& connection_;
  sqlite3_stmt* statement_;
  bool shared_;
};

/// A prepared statement, made at its first use. A nested execution of the same statement gets its own.
class Statement {
 public:
  Statement(const Connection& connection, const char* sql) : connection_(connection), sql_(sql) {}

  /// For arguments that are numbers, or texts that live as long as the rows.
  template <class... Arguments>
  Rows rows(Arguments... arguments) {
    static_assert(((std::is_arithmetic_v<Arguments> || std::is_enum_v<Arguments> ||
                    std::is_same_v<Arguments, std::string_view>)&&...));
    return start(arguments...);
  }
  /// Runs a statement without result rows; texts are used in place.
  template <class... Arguments>
  void execute(const Arguments&... arguments) {
    Rows rows = start(arguments...);
    while (rows.next()) {
    }
  }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  using Prepared = std::unique_ptr<sqlite3_stmt, Finalize>;
  Prepared prepare(unsigned flags) const;

  struct Started {
    sqlite3_stmt* statement;
    bool shared;
  };
  Started take();
  template <class... Arguments>
  Rows start(const Arguments&... arguments) {
    const Started started = take();
    Rows rows(connection_, started.statement, started.shared);
    int index = 0;
    (rows.bind(++index, arguments), ...);
    return rows;
  }

  const Connection& connection_;
  const char* sql_;
  Prepared prepared_;
};

/// Whether the file, and not only this connection, has the table.
bool has_table(const Connection& connection, std::string_view name);

/// Rolled back unless committed. A transaction that only reads sees one state of the file, whatever others write
/// meanwhile; in a connection that already has a transaction, it is a part of that one.
class Transaction {
 public:
  explicit Transaction(const Connection& connection, bool writes = true)
      : connection_(connection), end_(writes ? "ROLLBACK" : "COMMIT") {
    is_part_ = !writes && sqlite3_get_autocommit(connection.get()) == 0;
    if (!is_part_) connection_.execute(writes ? "BEGIN IMMEDIATE" : "BEGIN");
  }
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  const Connection& connection_;
  const char* end_;  ///< what ends it if it is not committed
  bool committed_ = false;
  bool is_part_ = false;  ///< of a transaction that somebody else ends
};

}  // namespace smallscope::results
