// SPDX-License-Identifier: Apache-2.0
#include "seals.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <future>
#include <limits>
#include <optional>

#include "hash.hpp"
#include "indexes.hpp"

namespace smallscope::results {

namespace {

/// Rows of a table with many are sealed in groups of 2^10 ids, so damage has a place, and a commit rewrites little.
constexpr int group_bits = 10;

struct SealedTable {
  const char* name;
  bool grouped;  ///< by the rowid, which is its first column; all others are one group
};
// In the order of their numbers, which the file does not hold.
constexpr SealedTable sealed_tables[] = {
    {"manifest", false}, {"verdicts", false},      {"passes", false},  {"lists", false},   {"cases", true},
    {"attempts", true},  {"discards", false},      {"tallies", false}, {"reasons", false}, {"unmergings", true},
    {"parts", true},     {"first_failure", false}, {"modules", false}, {"elements", true}, {"spectra", true},
};
constexpr std::size_t manifest_table = 0;
/// The tables and indexes themselves. Those of SQLite, such as statistics, may be added by others.
constexpr const char* schema_seal = "schema";
constexpr const char* read_schema =
    "SELECT type, name, tbl_name, sql FROM main.sqlite_schema WHERE name NOT LIKE 'sqlite_%'";

std::optional<std::size_t> number_of(const char* table) {
  for (std::size_t number = 0; number < std::size(sealed_tables); ++number)
    if (std::strcmp(sealed_tables[number].name, table) == 0) return number;
  return std::nullopt;
}

SealKey key_of(std::size_t table, std::int64_t rowid) {
  return {table, sealed_tables[table].grouped ? rowid >> group_bits : 0};
}

/// The hash of a row, column by column.
class RowHash {
 public:
  void add(sqlite3_value* value) {
    switch (const int type = sqlite3_value_type(value)) {
      case SQLITE_INTEGER:
        return add_integer(sqlite3_value_int64(value));
      case SQLITE_FLOAT:
        return add_real(sqlite3_value_double(value));
      case SQLITE_NULL:
        return hash_.add_word(SQLITE_NULL);
      default: {
        // The bytes first: asking for their number must not convert the value.
        const auto* bytes = static_cast<const char*>(sqlite3_value_blob(value));
        const auto size = static_cast<std::size_t>(sqlite3_value_bytes(value));
        hash_.add_word(static_cast<std::uint64_t>(type) | size << 3);
        hash_.add_words({bytes ? bytes : "", size});
      }
    }
  }
  std::uint64_t value() const { return hash_.mixed(); }

 private:
  void add_integer(std::int64_t number) {
    hash_.add_word(SQLITE_INTEGER);
    hash_.add_word(std::bit_cast<std::uint64_t>(number));
  }
  /// SQLite stores a real that is a whole number as an integer, and shows it sometimes as one, sometimes as the other.
  void add_real(double number) {
    constexpr double bound = 9e15;
    if (number > -bound && number < bound && static_cast<double>(static_cast<std::int64_t>(number)) == number)
      return add_integer(static_cast<std::int64_t>(number));
    hash_.add_word(SQLITE_FLOAT);
    hash_.add_word(std::bit_cast<std::uint64_t>(number));
  }
  Fnv1a128 hash_;
};

void add(Seal& seal, std::uint64_t hash) {
  ++seal.rows;
  seal.checksum += hash;
}

std::uint64_t hash_of(const Rows& rows) {
  RowHash hash;
  for (int column = 0; column < rows.columns(); ++column) hash.add(rows.value(column));
  return hash.value();
}

/// The seals that the rows of a table should have: none if an older format has no such table.
std::map<SealKey, Seal> seals_of(const Connection& connection, std::size_t table) {
  std::map<SealKey, Seal> seals;
  if (!has_table(connection, sealed_tables[table].name)) return seals;
  const std::string all = fmt::format("SELECT * FROM main.{}", sealed_tables[table].name);
  Statement select(connection, all.c_str());
  for (Rows rows = select.rows(); rows.next();) add(seals[key_of(table, rows.integer(0))], hash_of(rows));
  return seals;
}

Seal seal_of_schema(const Connection& connection) {
  Seal seal;
  Statement select(connection, read_schema);
  for (Rows rows = select.rows(); rows.next();) add(seal, hash_of(rows));
  return seal;
}

/// "cases with id 1024 to 2047"
std::string name_of(std::size_t table, std::int64_t group) {
  if (!sealed_tables[table].grouped) return sealed_tables[table].name;
  return fmt::format("{} with id {} to {}", sealed_tables[table].name, group << group_bits,
                     ((group + 1) << group_bits) - 1);
}

/// Messages name so many damaged places and count the others.
constexpr std::size_t most_named = 3;

/// "cases with id 0 to 1023, passes and 4 more"
std::string listed(const std::vector<std::string>& places) {
  const std::size_t named = std::min(places.size(), most_named);
  std::string text =
      fmt::format("{}", fmt::join(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(named), ", "));
  if (places.size() > named) text += fmt::format(" and {} more", places.size() - named);
  return text;
}

/// All seals of a file. Whoever commits changes some of them, so equal ones are of one state.
struct WrittenSeals {
  std::map<SealKey, Seal> groups;
  std::optional<Seal> schema;
  bool has_others = false;
  friend bool operator==(const WrittenSeals&, const WrittenSeals&) = default;
};

WrittenSeals read_seals(const Connection& connection) {
  WrittenSeals written;
  Statement select(connection, "SELECT name, part, rows, checksum FROM main.seals");
  for (Rows rows = select.rows(); rows.next();) {
    const std::string name(rows.text(0));
    const Seal seal{rows.integer(2), rows.ordinal(3)};
    if (const auto number = number_of(name.c_str()))
      written.groups.emplace(SealKey{*number, rows.integer(1)}, seal);
    else if (name == schema_seal)
      written.schema = seal;
    else
      written.has_others = true;
  }
  return written;
}

SealedContent compare_table(const Connection& connection, std::size_t table, const WrittenSeals& written) {
  SealedContent content;
  std::map<SealKey, Seal> found;
  try {
    found = seals_of(connection, table);
  } catch (const StoreError&) {
    content.broken.push_back(fmt::format("{}, which cannot be read", sealed_tables[table].name));
    return content;
  }
  for (const auto& [key, seal] : found) {
    content.rows += seal.rows;
    if (const auto known = written.groups.find(key); known == written.groups.end() || known->second != seal)
      content.broken.push_back(name_of(table, key.second));
  }
  // An empty group may keep its seal.
  for (auto known = written.groups.lower_bound({table, std::numeric_limits<std::int64_t>::min()});
       known != written.groups.end() && known->first.first == table; ++known)
    if (!found.contains(known->first) && known->second != Seal{})
      content.broken.push_back(name_of(table, known->first.second));
  return content;
}

constexpr const char* insert_seal = "INSERT INTO seals(name, part, rows, checksum) VALUES(?, ?, ?, ?)";

}  // namespace

const char* const seals_schema = R"sql(
CREATE TABLE seals(
  name TEXT NOT NULL, part INTEGER NOT NULL, rows INTEGER NOT NULL, checksum INTEGER NOT NULL,
  PRIMARY KEY(name, part)) STRICT, WITHOUT ROWID;
CREATE TABLE certificate(
  one INTEGER PRIMARY KEY CHECK(one = 1), executed INTEGER NOT NULL, failed INTEGER NOT NULL,
  dump INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
)sql";

Seals::Seals(Connection& connection)
    : connection_(connection),
      find_(connection, "SELECT rows, checksum FROM seals WHERE name=? AND part=?"),
      insert_(connection, insert_seal),
      update_(connection, "UPDATE seals SET rows=?3, checksum=?4 WHERE name=?1 AND part=?2"),
      uncertify_(connection, "DELETE FROM certificate") {
  sqlite3_preupdate_hook(connection_.get(), follow, this);
  connection_.seal_with(this);
}

Seals::~Seals() {
  sqlite3_preupdate_hook(connection_.get(), nullptr, nullptr);
  connection_.seal_with(nullptr);
}

void Seals::follow(void* self, sqlite3*, int operation, const char* database, const char* table, sqlite3_int64 before,
                   sqlite3_int64 after) {
  auto& seals = *static_cast<Seals*>(self);
  if (std::strcmp(database, "main") != 0) return;
  try {
    seals.change(operation, table, before, after);
  } catch (const std::bad_alloc&) {  // SQLite, in C, stands between here and who could handle it
    seals.obstacle_ = SQLITE_NOMEM;
  }
}

void Seals::change(int operation, const char* table, std::int64_t before, std::int64_t after) {
  const std::optional<std::size_t> number = number_of(table);
  if (!number) return;
  sqlite3* const handle = connection_.get();
  const auto hash = [&](auto* value_of) {
    RowHash row;
    const int columns = sqlite3_preupdate_count(handle);
    for (int column = 0; column < columns && obstacle_ == SQLITE_OK; ++column) {
      sqlite3_value* value = nullptr;
      obstacle_ = value_of(handle, column, &value);
      if (obstacle_ == SQLITE_OK) row.add(value);
    }
    return row.value();
  };
  if (operation != SQLITE_INSERT) {
    Seal& seal = pending_[key_of(*number, before)];
    --seal.rows;
    seal.checksum -= hash(sqlite3_preupdate_old);
  }
  if (operation != SQLITE_DELETE) add(pending_[key_of(*number, after)], hash(sqlite3_preupdate_new));
}

void Seals::write() {
  if (obstacle_ != SQLITE_OK) connection_.fail(obstacle_);
  bool certified = true;
  for (const auto& [key, added] : pending_) {
    certified = certified && key.first == manifest_table;
    const std::string_view name = sealed_tables[key.first].name;
    const auto [known, is_new] = written_.try_emplace(key);
    Seal& seal = known->second;
    if (is_new) {
      Rows rows = find_.rows(name, key.second);
      if (rows.next())
        seal = {rows.integer(0), rows.ordinal(1)};
      else
        insert_.execute(name, key.second, 0, 0);
    }
    seal.rows += added.rows;
    seal.checksum += added.checksum;
    update_.execute(name, key.second, seal.rows, Ordinal{seal.checksum});
  }
  if (!certified && may_be_certified_) {
    uncertify_.execute();
    may_be_certified_ = false;
  }
  pending_.clear();
  // Nobody comes back to full groups; what is kept of them would grow with the store.
  constexpr std::size_t most_kept = 64;
  if (written_.size() > most_kept) written_.clear();
}

void Seals::roll_back() {
  obstacle_ = SQLITE_OK;
  pending_.clear();
  written_.clear();
  may_be_certified_ = true;
}

void seal_everything(const Connection& connection) {
  connection.execute("DELETE FROM seals");
  Statement insert(connection, insert_seal);
  for (std::size_t table = 0; table < std::size(sealed_tables); ++table)
    for (const auto& [key, seal] : seals_of(connection, table))
      insert.execute(std::string_view(sealed_tables[table].name), key.second, seal.rows, Ordinal{seal.checksum});
  const Seal seal = seal_of_schema(connection);
  insert.execute(std::string_view(schema_seal), 0, seal.rows, Ordinal{seal.checksum});
}

bool show_one_state(const Connection& connection, const Connection& other) {
  return read_seals(connection) == read_seals(other);
}

SealedContent compare_with_seals(const Connection& connection, const Connection* second) {
  const WrittenSeals written = read_seals(connection);
  // Independent parts, each with its own result: who finds something does not change what is said.
  constexpr std::size_t tables = std::size(sealed_tables);
  std::vector<SealedContent> parts(tables + index_count());
  std::atomic<std::size_t> next = 0;
  const auto examine = [&](const Connection& by) {
    for (std::size_t part = next++; part < parts.size(); part = next++)
      if (part < index_count()) {
        if (is_broken_index(by, part)) parts[tables + part].broken.push_back(index_name(part));
      } else {
        parts[part - index_count()] = compare_table(by, part - index_count(), written);
      }
  };
  std::future<void> helped;  // its destructor waits
  if (second != nullptr) helped = std::async(std::launch::async, [&] { examine(*second); });
  examine(connection);
  if (helped.valid()) helped.get();

  SealedContent content;
  if (written.has_others) content.broken.emplace_back("the checksums");
  if (written.schema != seal_of_schema(connection)) content.broken.emplace_back("the definition of its tables");
  for (const SealedContent& part : parts) {
    content.rows += part.rows;
    content.broken.insert(content.broken.end(), part.broken.begin(), part.broken.end());
  }
  return content;
}

void require_sealed_content(const Connection& connection, const Connection* second) {
  const SealedContent content = compare_with_seals(connection, second);
  if (!content.broken.empty())
    connection.damaged(fmt::format("this is not what was written, by the checksums: {}", listed(content.broken)));
}

}  // namespace smallscope::results
