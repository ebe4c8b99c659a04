// SPDX-License-Identifier: Apache-2.0
#include "indexes.hpp"

#include <fmt/format.h>

namespace smallscope::results {

namespace {

struct Index {
  const char* table;
  const char* name;   ///< "": the table by its numbers
  const char* finds;  ///< that the entry b is that of the row a, by the index alone
};
// All that the schema has: tests/results/integrity_test.cpp compares them.
constexpr Index indexes[] = {
    {"cases", "", "b.rowid=a.rowid"},
    {"attempts", "", "b.rowid=a.rowid"},
    {"unmergings", "", "b.rowid=a.rowid"},
    {"parts", "", "b.rowid=a.rowid"},
    {"discards", "", "b.rowid=a.rowid"},
    {"modules", "", "b.rowid=a.rowid"},
    {"elements", "", "b.rowid=a.rowid"},
    {"spectra", "", "b.rowid=a.rowid"},
    {"discards", "sqlite_autoindex_discards_1",
     "b.level=a.level AND b.kind=a.kind AND b.chunk=a.chunk AND b.part=a.part AND b.rowid=a.rowid"},
    {"cases", "cases_by_key",
     "b.level=a.level AND (b.ordinal<0)=(a.ordinal<0) AND b.ordinal=a.ordinal AND b.rowid=a.rowid"},
    {"cases", "cases_by_test",
     "b.test=a.test AND b.level=a.level AND (b.ordinal<0)=(a.ordinal<0) AND b.ordinal=a.ordinal AND b.rowid=a.rowid"},
    {"cases", "cases_by_verdict", "b.verdict=a.verdict AND b.rowid=a.rowid"},
    {"attempts", "attempts_by_key", "b.level=a.level AND b.ordinal=a.ordinal AND b.rowid=a.rowid"},
    {"unmergings", "sqlite_autoindex_unmergings_1", "b.level=a.level AND b.ordinal=a.ordinal AND b.rowid=a.rowid"},
    {"parts", "parts_by_unmerging", "b.unmerging=a.unmerging AND b.rowid=a.rowid"},
    {"parts", "parts_by_key", "b.level=a.level AND b.ordinal=a.ordinal AND b.rowid=a.rowid"},
};

}  // namespace

std::vector<std::string> checked_indexes() {
  std::vector<std::string> names;
  for (const Index& index : indexes)
    if (*index.name != '\0') names.emplace_back(index.name);
  return names;
}

std::size_t index_count() { return std::size(indexes); }

std::string index_name(std::size_t number) {
  const Index& index = indexes[number];
  return *index.name == '\0' ? fmt::format("{} by number", index.table) : fmt::format("the index {}", index.name);
}

bool is_broken_index(const Connection& connection, std::size_t number) {
  const Index& index = indexes[number];
  const std::string by = *index.name == '\0' ? "NOT INDEXED" : fmt::format("INDEXED BY {}", index.name);
  try {
    if (!has_table(connection, index.table)) return false;  // of an older format; the seal of the schema says so
    const auto count = [&](const std::string& what) { return connection.integer(what.c_str()); };
    const auto rows = count(fmt::format("SELECT count(*) FROM main.{} NOT INDEXED", index.table));
    const auto found =
        count(fmt::format("SELECT count(*) FROM main.{0} a NOT INDEXED CROSS JOIN main.{0} b {1} WHERE {2}",
                          index.table, by, index.finds));
    const auto entries = count(fmt::format("SELECT count(*) FROM main.{} {}", index.table, by));
    return found != rows || entries != rows;
  } catch (const StoreError&) {
    return true;
  }
}

}  // namespace smallscope::results
