// SPDX-License-Identifier: Apache-2.0
// Every statement that a store makes finds its rows by an index, but for those that are meant to read all of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <functional>
#include <map>
#include <memory>
#include <set>

#include "samples.hpp"

namespace smallscope::results {
namespace {

using samples::failing;

/// What is read whole, by the beginning of its statement: lists for people, exports, dumps, counts and clusters.
const std::map<std::string, std::set<std::string>> whole{
    {"SELECT key, value FROM manifest", {"manifest"}},
    {"SELECT level, oracle, verdict, sum(inputs) FROM tallies", {"tallies"}},
    {"SELECT level, verdict, oracle, messages, sum(inputs), coalesce(min(iif(ordinal < 0, NULL, ordinal)), "
     "min(ordinal)) "
     "FROM reasons JOIN passes ON passes.id=reasons.pass GROUP",
     {"reasons"}},
    {"SELECT id, level, \"order\", jump_limit, seed, size, repeat, \"begin\", \"end\", done, executed, strength, "
     "factors, whole FROM passes ORDER",
     {"passes"}},
    {"SELECT total(seconds) FROM passes", {"passes"}},
    {"INSERT INTO first_failure", {"passes"}},
    {"SELECT level, total(seconds) FROM passes", {"passes"}},
    {"SELECT EXISTS (SELECT 1 FROM passes WHERE level > 0)", {"passes"}},
    {"UPDATE passes SET size=?1", {"passes"}},
    {"SELECT ordinal, tests, seconds, level FROM first_failure", {"first_failure"}},
    {"SELECT level, ordinal, test, verdict, seconds, judgements, choices, input, observed, reproduction FROM cases "
     "ORDER",
     {"cases"}},
    {"SELECT level, ordinal, test, first_verdict", {"cases"}},
    {"SELECT level, first_verdict, count(*) FROM cases", {"cases"}},
    {"SELECT verdict, count(*) FROM cases", {"cases"}},
    {"SELECT level, ordinal, min(test", {"cases", "parts"}},
    {"SELECT * FROM (SELECT level, ordinal, min(test", {"cases", "parts", "(subquery"}},
    {"SELECT id, level, ordinal, ending, probes, seconds FROM unmergings ORDER", {"unmergings"}},
    {"SELECT id, level, ordinal, ending, probes FROM unmergings ORDER", {"unmergings"}},
    {"SELECT u.level, count(DISTINCT", {"u", "p"}},
    {"SELECT level, count(*), total(probes)", {"unmergings"}},
    {"SELECT DISTINCT level FROM discards", {"discards"}},
    {"SELECT coalesce(sum(length(bitmap))", {"discards"}},
    {"SELECT hash FROM certificate WHERE dump=?", {"certificate"}},
    {"SELECT 1 FROM main.sqlite_schema WHERE", {"main.sqlite_schema"}},
    {"SELECT number, id, path FROM modules ORDER", {"modules"}},
    {"SELECT number, module, element, address, kind, function, file, lines FROM elements ORDER", {"elements"}},
    {"SELECT coalesce(sum(tests), 0) FROM spectra", {"spectra"}},
    {"SELECT spectra.rows FROM spectra JOIN passes", {"spectra"}},
    {"SELECT type, name, tbl_name, sql FROM main.sqlite_schema", {"main.sqlite_schema"}},
    {"SELECT DISTINCT level, kind, chunk FROM discards", {"discards"}},
};

/// The statements that connections execute while it lives.
class Statements {
 public:
  Statements() {
    collected().clear();
    sqlite3_auto_extension(reinterpret_cast<void (*)()>(&watch));
  }
  ~Statements() { sqlite3_cancel_auto_extension(reinterpret_cast<void (*)()>(&watch)); }
  Statements(const Statements&) = delete;
  Statements& operator=(const Statements&) = delete;
  const std::set<std::string>& all() const { return collected(); }

 private:
  static std::set<std::string>& collected() {
    static std::set<std::string> texts;
    return texts;
  }
  static int watch(sqlite3* connection, char**, const void*) {
    return sqlite3_trace_v2(connection, SQLITE_TRACE_STMT, &executed, nullptr);
  }
  static int executed(unsigned, void*, void* statement, void*) {
    collected().insert(sqlite3_sql(static_cast<sqlite3_stmt*>(statement)));
    return 0;
  }
};

/// The tables that the statement reads from beginning to end.
std::set<std::string> scanned(sqlite3* connection, const std::string& statement) {
  std::set<std::string> tables;
  sqlite3_stmt* prepared = nullptr;
  EXPECT_EQ(sqlite3_prepare_v2(connection, ("EXPLAIN QUERY PLAN " + statement).c_str(), -1, &prepared, nullptr),
            SQLITE_OK)
      << sqlite3_errmsg(connection);
  while (sqlite3_step(prepared) == SQLITE_ROW) {
    const std::string detail = reinterpret_cast<const char*>(sqlite3_column_text(prepared, 3));
    if (detail.rfind("SCAN ", 0) == 0 && detail != "SCAN CONSTANT ROW")
      tables.insert(detail.substr(5, detail.find_first_of(" -", 5) - 5));  // a subquery has a number, too
  }
  sqlite3_finalize(prepared);
  return tables;
}

Unmerging apart(Ordinal ordinal) {
  Unmerging unmerging{.level = 1, .ordinal = ordinal, .probes = 3};
  unmerging.parts.push_back({{{0}}, failing(ordinal * 4, 2)});
  return unmerging;
}

/// Does everything that a store can do.
void use(const std::filesystem::path& file) {
  Store store = Store::create(file, samples::manifest(generators::uncounted));
  Pass pass;
  pass.order.name = "dense";
  pass.end = generators::uncounted;
  pass = store.add_pass(pass);
  Batch batch = samples::dense_batch(pass.id, 0, 60, 7);
  batch.attempts = {{0, 7, "confirmation", Verdict::pass, {}, 0.1}};
  batch.discards = {{{1, 3}}, {5}};
  batch.spectra = {samples::spectrum(3)};
  batch.counted = 100;
  store.commit(batch);
  batch = samples::dense_batch(pass.id, 60, 100, 7);
  for (Ordinal i = 0; i < 3'000'000; i += 2) batch.discards.filtered.emplace_back(i * 1'000, i * 1'000 + 1);
  store.commit(batch);  // so much that it is folded
  pass.end = 100;
  pass.repeat = true;
  pass = store.add_pass(pass);
  store.commit(samples::dense_batch(pass.id, 0, 60, 5));
  store.account();
  Pass merged;
  merged.level = 1;
  merged.order.name = "dense";
  merged.end = merged.size = 25;
  merged = store.add_pass(merged);
  batch = samples::dense_batch(merged.id, 0, 25, 5);
  for (Case& added : batch.cases) added.level = 1;
  store.commit(batch);
  const std::vector<Unmerging> found{apart(5), apart(10)};
  store.add_unmergings(found);
  store.add_attempts({{0, 14, "confirmation", Verdict::fail, {}, 0.1}});
  store.set_first_failure({0, 1, 0.5});
  const auto all = [](const auto&) { return true; };
  store.first_failure();
  store.passes();
  store.account();
  for (const bool by_test : {false, true}) {
    store.for_each_case(all, by_test);
    store.for_each_failure(all, by_test);
  }
  store.for_each_unmerging(all);
  store.find_unmerging(1, 5);
  for (const int level : {0, 1})
    for (const Ordinal ordinal : {5u, 7u, 20u}) {
      store.find_case(level, ordinal);
      store.find_failure(level, ordinal);
      store.attempts(level, ordinal);
      store.is_executed(level, ordinal);
      store.verdict(level, ordinal);
    }
  store.for_each_executed(0, [](Ordinal, Ordinal) { return true; });
  store.discards(0);
  store.spectra();
  store.for_each_spectrum(0, [](Ordinal, std::span<const std::uint64_t>) { return true; });
  store.certificate();
}

TEST(QueryPlans, RowsAreFoundByAnIndex) {
  const TemporaryDirectory directory;
  const Statements statements;
  use(directory / "store.sqlite");
  sqlite3* opened = nullptr;
  ASSERT_EQ(sqlite3_open((directory / "store.sqlite").c_str(), &opened), SQLITE_OK);
  const std::unique_ptr<sqlite3, int (*)(sqlite3*)> connection(opened, &sqlite3_close);
  const std::set<std::string> made = statements.all();
  int planned = 0;
  std::set<std::string> used;
  for (const std::string& statement : made) {
    const std::string verb = statement.substr(0, statement.find(' '));
    if (verb != "SELECT" && verb != "INSERT" && verb != "UPDATE" && verb != "DELETE") continue;
    if (statement.find("sqlite_master") != std::string::npos) continue;  // SQLite's own
    ++planned;
    std::set<std::string> allowed;
    // What is compared with its checksums is read as a whole.
    if (statement.rfind("SELECT * FROM main.", 0) == 0) allowed.insert(statement.substr(14));
    for (const auto& [beginning, tables] : whole) {
      if (statement.rfind(beginning, 0) != 0) continue;
      allowed.insert(tables.begin(), tables.end());
      used.insert(beginning);
    }
    for (const std::string& table : scanned(connection.get(), statement))
      EXPECT_TRUE(allowed.contains(table)) << "reads all of " << table << ": " << statement;
  }
  EXPECT_GE(planned, 45) << "nearly all that there are";
  for (const auto& [beginning, tables] : whole)
    EXPECT_TRUE(used.contains(beginning)) << "no longer there: " << beginning;
}

}  // namespace
}  // namespace smallscope::results
