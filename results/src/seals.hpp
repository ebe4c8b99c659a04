// SPDX-License-Identifier: Apache-2.0
// The checksums of a store: for each group of rows their number and the sum of their hashes, in the table `seals`.
//
// SQLite reports every row that this connection inserts, updates or deletes, so no statement can forget its checksum.
// The seals of a transaction's rows are written just before it is committed: a file has both or neither. Sums, because
// rows change in any order, and one that changes is subtracted and added again. Belongs to its connection's thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sqlite.hpp"

namespace smallscope::results {

/// A set of rows: their number, and the sum of their hashes modulo 2^64.
struct Seal {
  std::int64_t rows = 0;
  std::uint64_t checksum = 0;
  friend bool operator==(const Seal&, const Seal&) = default;
};
/// The table's number, and the group within it.
using SealKey = std::pair<std::size_t, std::int64_t>;

class Seals {
 public:
  /// Follows the changes of a connection that writes, until destroyed.
  explicit Seals(Connection& connection);
  ~Seals();
  Seals(const Seals&) = delete;
  Seals& operator=(const Seals&) = delete;

  /// Writes the seals of all rows that the transaction has changed, and removes the certificate, which no longer holds.
  void write();
  /// A certificate was stored, which the next change removes.
  void certified() { may_be_certified_ = true; }
  /// Forgets what a transaction did that was rolled back.
  void roll_back();

 private:
  static void follow(void* self, sqlite3* connection, int operation, const char* database, const char* table,
                     sqlite3_int64 before, sqlite3_int64 after);
  void change(int operation, const char* table, std::int64_t before, std::int64_t after);

  Connection& connection_;
  std::map<SealKey, Seal> pending_;  ///< what the transaction adds
  std::map<SealKey, Seal> written_;  ///< as in the file, of the groups that were changed
  int obstacle_ = SQLITE_OK;         ///< why a change could not be followed
  bool may_be_certified_ = true;     ///< false if the file has no certificate
  Statement find_, insert_, update_, uncertify_;
};

/// The tables of seals and of the certificate.
extern const char* const seals_schema;

/// Seals what the store holds, in place of the seals that it has.
void seal_everything(const Connection& connection);

/// What comparing all rows with their seals found.
struct SealedContent {
  std::int64_t rows = 0;
  std::vector<std::string> broken;  ///< the groups that are not what was written: "cases with id 1024 to 2047"
};
/// Whether two connections, each in a transaction, read the same state of a file. Throws StoreError for one that cannot
/// be read.
bool show_one_state(const Connection& connection, const Connection& other);
/// Reads every row, and looks each up by every index. `second`, if it is not null, shows the same state, and does a
/// part of it on a thread of its own.
SealedContent compare_with_seals(const Connection& connection, const Connection* second = nullptr);
/// Throws the StoreError of a damaged file, which names what is not as it was written.
void require_sealed_content(const Connection& connection, const Connection* second = nullptr);

}  // namespace smallscope::results
