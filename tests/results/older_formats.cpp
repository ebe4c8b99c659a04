// SPDX-License-Identifier: Apache-2.0
#include "older_formats.hpp"

#include <fmt/format.h>

#include "seals.hpp"
#include "sqlite.hpp"

namespace smallscope::results::samples {

namespace {

struct Step {
  int format;       ///< that the step leads to
  const char* sql;  ///< from the next newer format
};

constexpr Step steps[] = {
    {7, "DELETE FROM elements WHERE kind > 3;"},
    {6, "DROP TABLE spectra; DROP TABLE elements; DROP TABLE modules;"},
    {5, R"sql(
ALTER TABLE tallies RENAME TO tallies_by_pass;
ALTER TABLE reasons RENAME TO reasons_by_pass;
CREATE TABLE tallies(
  level INTEGER NOT NULL, oracle TEXT NOT NULL, verdict INTEGER NOT NULL, inputs INTEGER NOT NULL,
  PRIMARY KEY(level, oracle, verdict)) STRICT, WITHOUT ROWID;
CREATE TABLE reasons(
  level INTEGER NOT NULL, verdict INTEGER NOT NULL, oracle TEXT NOT NULL, messages TEXT NOT NULL,
  inputs INTEGER NOT NULL, ordinal INTEGER NOT NULL, PRIMARY KEY(level, verdict, oracle, messages))
  STRICT, WITHOUT ROWID;
INSERT INTO tallies SELECT level, oracle, verdict, sum(inputs) FROM tallies_by_pass JOIN passes ON passes.id=pass
  GROUP BY 1, 2, 3;
INSERT INTO reasons SELECT level, verdict, oracle, messages, sum(inputs), min(ordinal) FROM reasons_by_pass
  JOIN passes ON passes.id=pass GROUP BY 1, 2, 3, 4;
DROP TABLE tallies_by_pass;
DROP TABLE reasons_by_pass;
ALTER TABLE passes DROP COLUMN whole;
)sql"},
    {4, "DROP TABLE seals; DROP TABLE certificate;"},
    {3, "DROP TABLE lists;"},
    {2, R"sql(
DROP TABLE tallies;
DROP TABLE reasons;
DELETE FROM manifest WHERE key IN ('oracle names', 'occasional oracles');
)sql"},
    {1, R"sql(
ALTER TABLE passes DROP COLUMN strength;
ALTER TABLE passes DROP COLUMN factors;
DROP TABLE parts;
DROP TABLE unmergings;
ALTER TABLE first_failure DROP COLUMN level;
)sql"},
};

}  // namespace

void make_older(const std::filesystem::path& file, int format) {
  const Connection connection(file.string(), SQLITE_OPEN_READWRITE, file);
  for (const Step& step : steps)
    if (step.format >= format) connection.execute(step.sql);
  if (format >= 5) seal_everything(connection);
  connection.execute(fmt::format("PRAGMA user_version={}", format).c_str());
}

}  // namespace smallscope::results::samples
