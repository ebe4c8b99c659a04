// SPDX-License-Identifier: Apache-2.0
#include "schema.hpp"

#include <fmt/format.h>

#include <charconv>
#include <map>

#include "json.hpp"
#include "seals.hpp"

namespace smallscope::results {

namespace {

constexpr const char* schema = R"sql(
CREATE TABLE manifest(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE verdicts(number INTEGER PRIMARY KEY, name TEXT NOT NULL, failing INTEGER NOT NULL) STRICT;
CREATE TABLE passes(
  id INTEGER PRIMARY KEY, level INTEGER NOT NULL, "order" TEXT NOT NULL, jump_limit INTEGER NOT NULL,
  seed INTEGER NOT NULL, size INTEGER NOT NULL, repeat INTEGER NOT NULL, "begin" INTEGER NOT NULL,
  "end" INTEGER NOT NULL, done INTEGER NOT NULL, executed INTEGER NOT NULL, seconds REAL NOT NULL,
  strength INTEGER NOT NULL DEFAULT 2, factors TEXT NOT NULL DEFAULT '[]', whole INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE cases(
  id INTEGER PRIMARY KEY, level INTEGER NOT NULL, ordinal INTEGER NOT NULL, test INTEGER NOT NULL,
  verdict INTEGER NOT NULL, first_verdict INTEGER NOT NULL, seconds REAL NOT NULL, judgements TEXT NOT NULL,
  choices TEXT NOT NULL, input TEXT NOT NULL, observed TEXT NOT NULL, reproduction TEXT NOT NULL) STRICT;
CREATE UNIQUE INDEX cases_by_key ON cases(level, ordinal < 0, ordinal);
CREATE INDEX cases_by_test ON cases(test, level, ordinal < 0, ordinal);
CREATE INDEX cases_by_verdict ON cases(verdict);
CREATE TABLE attempts(
  id INTEGER PRIMARY KEY, level INTEGER NOT NULL, ordinal INTEGER NOT NULL, kind TEXT NOT NULL,
  verdict INTEGER NOT NULL, seconds REAL NOT NULL, judgements TEXT NOT NULL) STRICT;
CREATE INDEX attempts_by_key ON attempts(level, ordinal);
CREATE TABLE discards(
  level INTEGER NOT NULL, kind INTEGER NOT NULL, chunk INTEGER NOT NULL, part INTEGER NOT NULL,
  count INTEGER NOT NULL, bitmap BLOB NOT NULL, PRIMARY KEY(level, kind, chunk, part)) STRICT;
CREATE TABLE first_failure(
  one INTEGER PRIMARY KEY CHECK(one = 1), level INTEGER NOT NULL, ordinal INTEGER NOT NULL, tests INTEGER NOT NULL,
  seconds REAL NOT NULL, measured INTEGER NOT NULL) STRICT;
)sql";

// What format 2 adds to format 1, except columns.
constexpr const char* unmerging_schema = R"sql(
CREATE TABLE unmergings(
  id INTEGER PRIMARY KEY, level INTEGER NOT NULL, ordinal INTEGER NOT NULL, ending TEXT NOT NULL,
  probes INTEGER NOT NULL, seconds REAL NOT NULL, UNIQUE(level, ordinal)) STRICT;
CREATE TABLE parts(
  id INTEGER PRIMARY KEY, unmerging INTEGER NOT NULL REFERENCES unmergings(id), selection TEXT NOT NULL,
  level INTEGER NOT NULL, ordinal INTEGER NOT NULL, test INTEGER NOT NULL, verdict INTEGER NOT NULL,
  seconds REAL NOT NULL, judgements TEXT NOT NULL, choices TEXT NOT NULL, input TEXT NOT NULL, observed TEXT NOT NULL,
  reproduction TEXT NOT NULL) STRICT;
CREATE INDEX parts_by_unmerging ON parts(unmerging);
CREATE INDEX parts_by_key ON parts(level, ordinal);
)sql";

// A tally counts the judgements of an oracle by their verdict. A reason holds the messages about rejected and refused
// inputs, with the number of inputs and the least of them. Formats 3 to 5 had them by level instead of by pass.
constexpr const char* judging_schema = R"sql(
CREATE TABLE tallies(
  pass INTEGER NOT NULL REFERENCES passes(id), oracle TEXT NOT NULL, verdict INTEGER NOT NULL, inputs INTEGER NOT NULL,
  PRIMARY KEY(pass, oracle, verdict)) STRICT, WITHOUT ROWID;
CREATE TABLE reasons(
  pass INTEGER NOT NULL REFERENCES passes(id), verdict INTEGER NOT NULL, oracle TEXT NOT NULL, messages TEXT NOT NULL,
  inputs INTEGER NOT NULL, ordinal INTEGER NOT NULL, PRIMARY KEY(pass, verdict, oracle, messages))
  STRICT, WITHOUT ROWID;
)sql";

// What format 4 adds to format 3: the ordinals that a pass in the order `listed` visits first. They have a table of
// their own because every commit rewrites the row of its pass.
constexpr const char* lists_schema = R"sql(
CREATE TABLE lists(pass INTEGER PRIMARY KEY REFERENCES passes(id), ordinals TEXT NOT NULL) STRICT;
)sql";

// What format 7 adds to format 6: modules of native code, their elements that some test covered, and which test covered
// which, for the tests of one commit together (spectra/rows.hpp).
constexpr const char* spectra_schema = R"sql(
CREATE TABLE modules(number INTEGER PRIMARY KEY, id TEXT NOT NULL, path TEXT NOT NULL) STRICT;
CREATE TABLE elements(
  number INTEGER PRIMARY KEY, module INTEGER NOT NULL REFERENCES modules(number), element INTEGER NOT NULL,
  address INTEGER NOT NULL, kind INTEGER NOT NULL, function TEXT NOT NULL, file TEXT NOT NULL, lines TEXT NOT NULL)
  STRICT;
CREATE TABLE spectra(
  id INTEGER PRIMARY KEY, pass INTEGER NOT NULL REFERENCES passes(id), tests INTEGER NOT NULL, rows BLOB NOT NULL)
  STRICT;
)sql";

/// Turns a store of format 1 into one of format 2, with unmerging_schema. Rows get the new columns: who follows changes
/// would otherwise see them without.
constexpr const char* upgrade = R"sql(
ALTER TABLE passes ADD COLUMN strength INTEGER NOT NULL DEFAULT 2;
ALTER TABLE passes ADD COLUMN factors TEXT NOT NULL DEFAULT '[]';
ALTER TABLE first_failure ADD COLUMN level INTEGER NOT NULL DEFAULT 0;
UPDATE passes SET strength = strength, factors = factors;
UPDATE first_failure SET level = level;
)sql";

/// Turns the tables of formats 3 to 5 into those of judging_schema. What they count is given to the first pass over the
/// level.
constexpr const char* before_judging_by_pass = R"sql(
ALTER TABLE tallies RENAME TO tallies_by_level;
ALTER TABLE reasons RENAME TO reasons_by_level;
)sql";
constexpr const char* after_judging_by_pass = R"sql(
INSERT INTO tallies SELECT (SELECT min(id) FROM passes WHERE passes.level=old.level), oracle, verdict, inputs
  FROM tallies_by_level AS old;
INSERT INTO reasons SELECT (SELECT min(id) FROM passes WHERE passes.level=old.level), verdict, oracle, messages, inputs,
  ordinal FROM reasons_by_level AS old;
DROP TABLE tallies_by_level;
DROP TABLE reasons_by_level;
)sql";

/// Turns the passes of formats 2 to 5 into those of format 6. Rows get the new column: who follows changes would
/// otherwise see them without.
constexpr const char* passes_with_whole = R"sql(
ALTER TABLE passes ADD COLUMN whole INTEGER NOT NULL DEFAULT 0;
UPDATE passes SET whole = "end";
)sql";

/// Shows a store of formats 3 to 5 to a reader as one of format 6, without changing the file.
constexpr const char* judging_by_pass_view = R"sql(
CREATE TEMP VIEW tallies AS SELECT (SELECT min(id) FROM main.passes AS p WHERE p.level=old.level) AS pass, oracle,
  verdict, inputs FROM main.tallies AS old;
CREATE TEMP VIEW reasons AS SELECT (SELECT min(id) FROM main.passes AS p WHERE p.level=old.level) AS pass, verdict,
  oracle, messages, inputs, ordinal FROM main.reasons AS old;
)sql";
/// The same of the passes of formats 2 to 5.
constexpr const char* passes_view = R"sql(
CREATE TEMP VIEW passes AS SELECT *, "end" AS whole FROM main.passes;
)sql";

/// Shows a store of format 6 to a reader as one of format 7, without changing the file.
constexpr const char* spectra_view = R"sql(
CREATE TEMP TABLE modules(number, id, path);
CREATE TEMP TABLE elements(number, module, element, address, kind, function, file, lines);
CREATE TEMP TABLE spectra(id, pass, tests, rows);
)sql";

/// Shows a store of format 3 to a reader as one of format 4, without changing the file.
constexpr const char* lists_view = "CREATE TEMP TABLE lists(pass, ordinals)";

/// Shows a store of format 2 to a reader as one of format 3, without changing the file.
constexpr const char* judging_view = R"sql(
CREATE TEMP TABLE tallies(pass, oracle, verdict, inputs);
CREATE TEMP TABLE reasons(pass, verdict, oracle, messages, inputs, ordinal);
)sql";

/// Shows a store of format 1 to a reader as one of format 2, without changing the file.
constexpr const char* upgraded_view = R"sql(
CREATE TEMP VIEW passes AS SELECT *, 2 AS strength, '[]' AS factors, "end" AS whole FROM main.passes;
CREATE TEMP VIEW first_failure AS SELECT *, 0 AS level FROM main.first_failure;
CREATE TEMP TABLE unmergings(id, level, ordinal, ending, probes, seconds);
CREATE TEMP TABLE parts(id, unmerging, selection, level, ordinal, test, verdict, seconds, judgements, choices, input,
  observed, reproduction);
)sql";

void write_manifest(const Connection& connection, const Manifest& manifest) {
  Statement insert(connection, "INSERT INTO manifest(key, value) VALUES(?, ?)");
  const auto add = [&](std::string_view key, std::string_view value) { insert.execute(key, value); };
  add("campaign", manifest.campaign);
  add("description", manifest.description);
  add("population", manifest.fingerprint.population);
  add("subject", manifest.fingerprint.subject);
  add("oracles", manifest.fingerprint.oracles);
  add("oracle names", to_json(manifest.oracles));
  add("occasional oracles", to_json(manifest.occasional));
  add("inputs", std::to_string(manifest.inputs));
  add("structure", manifest.structure);
  add("summary", manifest.summary);
  add("program", to_json(manifest.program));
  add("masks", to_json(manifest.masks));
  add("presets", to_json(manifest.presets));
  add("rules", to_json(manifest.rules));
  add("learned rules", to_json(manifest.learned));
  add("containment", manifest.containment);
  if (!manifest.specification.empty()) add("specification", to_json(manifest.specification));
}

/// Adds the verdicts that are missing.
void write_verdicts(const Connection& connection) {
  Statement insert(connection, "INSERT INTO verdicts(number, name, failing) VALUES(?, ?, ?) ON CONFLICT DO NOTHING");
  for (int number = 0; number < oracles::verdict_count; ++number) {
    const auto verdict = static_cast<Verdict>(number);
    insert.execute(number, oracles::name(verdict), oracles::is_failing(verdict));
  }
}

[[noreturn]] void reject(const Connection& connection, const std::string& reason, const std::string& remedy) {
  throw StoreError(fmt::format("store {}: {}; {}", connection.file().string(), reason, remedy));
}

/// The version of its format, which this program must know.
std::int64_t checked_format(const Connection& connection) {
  if (connection.integer("PRAGMA application_id") != application_id)
    reject(connection, "this is an SQLite database but not a store", "name a file that a run has written");
  const std::int64_t version = connection.integer("PRAGMA user_version");
  if (version > format_version)
    reject(connection, fmt::format("the store has format {}, this program knows format {}", version, format_version),
           "use a newer smallscope");
  // A version that is too low would be brought up to date once more.
  if (version < 6 &&
      connection.integer("SELECT EXISTS (SELECT 1 FROM pragma_table_info('passes', 'main') WHERE name='whole')"))
    connection.damaged(fmt::format("its passes are those of format 6, and it claims to have {}", version));
  if (version < 7 && connection.integer("SELECT EXISTS (SELECT 1 FROM main.sqlite_schema WHERE name='spectra')"))
    connection.damaged(fmt::format("it has spectra, as format 7, and claims to have {}", version));
  if (version < sealed_since &&
      connection.integer("SELECT EXISTS (SELECT 1 FROM main.sqlite_schema WHERE name='seals')"))
    connection.damaged(fmt::format("it has checksums, and format {} has none", version));
  return version;
}

void upgrade_to_current(const Connection& connection) {
  Transaction transaction(connection);
  const std::int64_t format = checked_format(connection);
  if (format == format_version) return;  // another program has just done it
  if (format == 1) {
    connection.execute(upgrade);
    connection.execute(unmerging_schema);
  }
  if (format >= sealed_since) require_sealed_content(connection);  // the new seals would hide what is damaged
  if (format <= 5) {
    connection.execute(passes_with_whole);
    if (format >= 3) connection.execute(before_judging_by_pass);
    connection.execute(judging_schema);
    if (format >= 3) connection.execute(after_judging_by_pass);
    if (format <= 3) connection.execute(lists_schema);
  }
  if (format <= 6) connection.execute(spectra_schema);
  write_verdicts(connection);
  if (format < sealed_since) connection.execute(seals_schema);
  seal_everything(connection);
  connection.execute(fmt::format("PRAGMA user_version={}", format_version).c_str());
  transaction.commit();
}

}  // namespace

Manifest read_manifest(const Connection& connection) {
  std::map<std::string, std::string, std::less<>> values;
  Statement select(connection, "SELECT key, value FROM manifest");
  for (Rows rows = select.rows(); rows.next();) values.emplace(rows.text(0), rows.text(1));
  const auto value = [&](std::string_view key) -> const std::string& {
    const auto found = values.find(key);
    if (found == values.end()) connection.damaged(fmt::format("the manifest has no `{}`", key));
    return found->second;
  };
  const auto since_format_3 = [&](std::string_view key) {
    const auto found = values.find(key);
    return found == values.end() ? Texts() : texts_from_json(found->second);
  };
  try {
    Manifest manifest{.campaign = value("campaign"),
                      .description = value("description"),
                      .fingerprint = {value("population"), value("subject"), value("oracles")},
                      .oracles = since_format_3("oracle names"),
                      .occasional = since_format_3("occasional oracles"),
                      .inputs = 0,
                      .structure = value("structure"),
                      .summary = value("summary"),
                      .program = texts_from_json(value("program")),
                      .masks = texts_from_json(value("masks")),
                      .presets = texts_from_json(value("presets")),
                      .rules = pairs_from_json(value("rules"))};
    // Stores of programs that learned no rules have none, whatever their format.
    if (const auto learned = values.find("learned rules"); learned != values.end())
      manifest.learned = pairs_from_json(learned->second);
    if (const auto containment = values.find("containment"); containment != values.end())
      manifest.containment = containment->second;
    if (const auto specification = values.find("specification"); specification != values.end())
      manifest.specification = pairs_from_json(specification->second);
    const std::string& inputs = value("inputs");
    const auto [end, error] = std::from_chars(inputs.data(), inputs.data() + inputs.size(), manifest.inputs);
    if (error != std::errc{} || end != inputs.data() + inputs.size())
      connection.damaged(fmt::format("`{}` is not a number of inputs", inputs));
    return manifest;
  } catch (const BadJson& error) {
    connection.damaged(error.what());
  }
}

void fill(const Connection& connection, const Manifest& manifest) {
  Transaction transaction(connection);
  connection.execute(schema);
  connection.execute(unmerging_schema);
  connection.execute(judging_schema);
  connection.execute(lists_schema);
  connection.execute(spectra_schema);
  connection.execute(
      fmt::format("PRAGMA application_id={}; PRAGMA user_version={}", application_id, format_version).c_str());
  write_verdicts(connection);
  write_manifest(connection, manifest);
  connection.execute(seals_schema);
  seal_everything(connection);
  transaction.commit();
}

void bring_up_to_date(const Connection& connection, bool writes) {
  const std::int64_t format = checked_format(connection);
  if (format == format_version) return;
  if (writes) return upgrade_to_current(connection);
  if (format == 7) return;  // the tables are the same
  connection.execute(spectra_view);
  if (format == 6) return;
  connection.execute(format == 1 ? upgraded_view : passes_view);
  connection.execute(format <= 2 ? judging_view : judging_by_pass_view);
  if (format <= 3) connection.execute(lists_view);
}

}  // namespace smallscope::results
