// SPDX-License-Identifier: Apache-2.0
// Reading cases and attempts.

#include "database.hpp"

namespace smallscope::results {

// The columns that read_case() reads, in its order.
#define SMALLSCOPE_CASE_COLUMNS \
  "level, ordinal, test, verdict, seconds, judgements, choices, input, observed, reproduction"
#define SMALLSCOPE_PASS_COLUMNS                                                                                   \
  "id, level, \"order\", jump_limit, seed, size, repeat, \"begin\", \"end\", done, executed, strength, factors, " \
  "whole"
#define SMALLSCOPE_UNMERGING_COLUMNS "id, level, ordinal, ending, probes, seconds"
// The known failures. The column `part` marks parts; the first part found stands for all parts with its key.
#define SMALLSCOPE_FAILURES                                                                                          \
  "SELECT level, ordinal, min(test, ifnull((SELECT min(p.test) FROM parts AS p WHERE p.level=cases.level "           \
  "AND p.ordinal=cases.ordinal), test)) AS test, verdict, seconds, judgements, choices, input, observed, "           \
  "reproduction, 0 AS part, ordinal < 0 AS far FROM cases WHERE level=0 OR NOT EXISTS (SELECT 1 FROM "               \
  "unmergings AS u WHERE u.level=cases.level AND u.ordinal=cases.ordinal) UNION ALL SELECT " SMALLSCOPE_CASE_COLUMNS \
  ", 1, ordinal < 0 FROM parts WHERE verdict BETWEEN 1 AND 4 AND id=(SELECT min(id) "                                \
  "FROM parts AS p WHERE p.level=parts.level AND p.ordinal=parts.ordinal AND p.verdict BETWEEN 1 AND 4) "
// Uses the index cases_by_key. With `ordinal=?2`, SQLite would also substitute ?2 for the ordinal in `ordinal < 0`.
// That is then no longer the expression of the index, and SQLite would scan the level.
#define SMALLSCOPE_CASE_KEY "WHERE level=?1 AND (ordinal < 0)=(?2 < 0) AND ordinal BETWEEN ?2 AND ?2"

Store::Database::Database(std::unique_ptr<Connection> opened, Access access, Manifest manifest,
                          std::optional<WriterLock> lock)
    : lock_(std::move(lock)),
      connection_(std::move(opened)),
      access_(access),
      manifest_(std::move(manifest)),
      bitmaps_(*connection_),
      judging_(*connection_),
      spectra_(*connection_),
      insert_pass_(*connection_,
                   "INSERT INTO passes(level, \"order\", jump_limit, seed, size, repeat, \"begin\", \"end\", done,"
                   " executed, strength, factors, whole, seconds) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)"),
      insert_list_(*connection_, "INSERT INTO lists(pass, ordinals) VALUES(?, ?)"),
      find_list_(*connection_, "SELECT ordinals FROM lists WHERE pass=?"),
      passes_(*connection_, "SELECT " SMALLSCOPE_PASS_COLUMNS " FROM passes ORDER BY id"),
      find_pass_(*connection_, "SELECT " SMALLSCOPE_PASS_COLUMNS " FROM passes WHERE id=?"),
      update_pass_(*connection_, "UPDATE passes SET done=?1, executed=?2, seconds=seconds+?3 WHERE id=?4"),
      count_seconds_(*connection_, "SELECT total(seconds) FROM passes"),
      insert_case_(*connection_,
                   "INSERT INTO cases(level, ordinal, test, verdict, first_verdict, seconds, judgements, "
                   "choices, input,"
                   " observed, reproduction) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"),
      find_case_(*connection_, "SELECT " SMALLSCOPE_CASE_COLUMNS " FROM cases " SMALLSCOPE_CASE_KEY),
      find_verdict_(*connection_, "SELECT verdict FROM cases " SMALLSCOPE_CASE_KEY),
      find_first_verdict_(*connection_, "SELECT first_verdict FROM cases " SMALLSCOPE_CASE_KEY),
      // 4 is flaky; 1, 2 and 3 are the failing verdicts that an attempt can contradict.
      make_flaky_(*connection_, "UPDATE cases SET verdict=4 " SMALLSCOPE_CASE_KEY
                                " AND verdict BETWEEN 1 AND 3 AND (first_verdict<>?3 OR judgements<>?4)"),
      cases_by_key_(*connection_, "SELECT " SMALLSCOPE_CASE_COLUMNS " FROM cases ORDER BY level, ordinal < 0, ordinal"),
      cases_by_test_(*connection_,
                     "SELECT " SMALLSCOPE_CASE_COLUMNS " FROM cases ORDER BY test, level, ordinal < 0, ordinal"),
      count_cases_(*connection_, "SELECT verdict, count(*) FROM cases GROUP BY verdict"),
      erase_case_(*connection_, "DELETE FROM cases " SMALLSCOPE_CASE_KEY),
      // 6 is oracle error, 7 is infrastructure.
      open_cases_(*connection_,
                  "SELECT level, ordinal FROM cases WHERE verdict IN (6, 7) ORDER BY level, ordinal < 0, ordinal"),
      count_level_(*connection_, "SELECT verdict, count(*) FROM cases WHERE level=? GROUP BY verdict"),
      insert_attempt_(*connection_,
                      "INSERT INTO attempts(level, ordinal, kind, verdict, seconds, judgements) VALUES(?, ?, "
                      "?, ?, ?, ?)"),
      attempts_(*connection_,
                "SELECT kind, verdict, seconds, judgements FROM attempts WHERE level=? AND ordinal=? ORDER BY id"),
      insert_first_(*connection_,
                    "INSERT INTO first_failure(one, level, ordinal, tests, seconds, measured)"
                    " VALUES(1, ?, ?, ?, (SELECT total(seconds) FROM passes), 0) ON CONFLICT DO NOTHING"),
      // A retry may show that an earlier test failed.
      advance_first_(*connection_,
                     "INSERT INTO first_failure(one, level, ordinal, tests, seconds, measured)"
                     " VALUES(1, ?1, ?2, ?3, (SELECT total(seconds) FROM passes), 1)"
                     " ON CONFLICT DO UPDATE SET level=?1, ordinal=?2, tests=?3, seconds=excluded.seconds, measured=1"
                     " WHERE ?3 < tests"),
      measure_first_(
          *connection_,
          "INSERT INTO first_failure(one, level, ordinal, tests, seconds, measured) VALUES(1, ?1, ?2, ?3, ?4, 1)"
          " ON CONFLICT DO UPDATE SET seconds=?4, measured=1"
          " WHERE measured=0 AND level=?1 AND ordinal=?2 AND tests=?3"),
      first_(*connection_, "SELECT ordinal, tests, seconds, level FROM first_failure"),
      insert_unmerging_(*connection_,
                        "INSERT INTO unmergings(level, ordinal, ending, probes, seconds) VALUES(?, ?, ?, ?, ?)"
                        " ON CONFLICT DO NOTHING"),
      insert_part_(*connection_,
                   "INSERT INTO parts(unmerging, selection, level, ordinal, test, verdict, seconds, judgements,"
                   " choices, input, observed, reproduction) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      unmergings_(*connection_, "SELECT " SMALLSCOPE_UNMERGING_COLUMNS " FROM unmergings ORDER BY id"),
      find_unmerging_(*connection_,
                      "SELECT " SMALLSCOPE_UNMERGING_COLUMNS " FROM unmergings WHERE level=? AND ordinal=?"),
      parts_(*connection_, "SELECT " SMALLSCOPE_CASE_COLUMNS ", selection FROM parts WHERE unmerging=? ORDER BY id"),
      find_part_(*connection_, "SELECT " SMALLSCOPE_CASE_COLUMNS
                               " FROM parts WHERE level=? AND ordinal=? AND verdict BETWEEN 1 AND 4"
                               " ORDER BY id LIMIT 1"),
      // SQLite merges cases, by their index, with parts, and sorts these alone.
      failures_by_key_(*connection_, SMALLSCOPE_FAILURES "ORDER BY level, far, ordinal"),
      failures_by_test_(*connection_, "SELECT * FROM (" SMALLSCOPE_FAILURES ") ORDER BY test, level, far, ordinal") {
  if (access_ != Access::write) return;
  seals_.emplace(*connection_);
  if (!connection_->file().empty()) record_writer(*connection_);
}

Case Store::Database::read_case(const Rows& rows, CaseParts parts) const {
  Case read{.level = static_cast<int>(rows.integer(0)),
            .ordinal = rows.ordinal(1),
            .test = rows.ordinal(2),
            .verdict = static_cast<Verdict>(rows.integer(3)),
            .seconds = rows.real(4)};
  if (parts.judgements) read.judgements = decode(judgements_from_json, rows.text(5));
  if (parts.choices) read.choices = decode(choices_from_json, rows.text(6));
  if (parts.input) read.input = decode(input_from_json, rows.text(7));
  if (!parts.observed) return read;
  read.observed = decode(named_texts_from_json, rows.text(8));
  read.reproduction = std::string(rows.text(9));
  return read;
}

void Store::Database::for_each_case(const std::function<bool(const Case&)>& visit, bool by_test, CaseParts parts) {
  for (Rows rows = (by_test ? cases_by_test_ : cases_by_key_).rows(); rows.next();)
    if (!visit(read_case(rows, parts))) return;
}

std::optional<Case> Store::Database::find_case(int level, Ordinal ordinal) {
  Rows rows = find_case_.rows(level, ordinal);
  if (!rows.next()) return std::nullopt;
  return read_case(rows);
}

std::optional<Verdict> Store::Database::find_verdict(int level, Ordinal ordinal) {
  Rows rows = find_verdict_.rows(level, ordinal);
  if (!rows.next()) return std::nullopt;
  return static_cast<Verdict>(rows.integer(0));
}

std::vector<Attempt> Store::Database::attempts(int level, Ordinal ordinal) {
  std::vector<Attempt> attempts;
  for (Rows rows = attempts_.rows(level, ordinal); rows.next();)
    attempts.push_back({level, ordinal, std::string(rows.text(0)), static_cast<Verdict>(rows.integer(1)),
                        decode(judgements_from_json, rows.text(3)), rows.real(2)});
  return attempts;
}

Executions Store::Database::executions(int level, Ordinal ordinal) {
  Executions all;
  Rows first = find_first_verdict_.rows(level, ordinal);
  if (!first.next()) return all;
  const auto count = [&](Verdict verdict, bool is_alone) {
    if (oracles::is_open(verdict)) return;
    const bool fails = oracles::is_failing(verdict);
    ++all.judged;
    all.failed += fails;
    all.alone += is_alone;
    all.alone_failed += is_alone && fails;
  };
  const auto verdict = static_cast<Verdict>(first.integer(0));
  count(verdict, false);
  if (verdict == Verdict::pass) count(Verdict::fail, false);  // which made it a case
  for (const Attempt& attempt : attempts(level, ordinal)) count(attempt.verdict, attempt.kind == "alone");
  return all;
}

std::optional<FirstFailure> Store::Database::first_failure() {
  Rows rows = first_.rows();
  if (!rows.next()) return std::nullopt;
  return FirstFailure{rows.ordinal(0), rows.ordinal(1), rows.real(2), static_cast<int>(rows.integer(3))};
}

}  // namespace smallscope::results
