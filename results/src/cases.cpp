// Reading cases and attempts.

#include "database.hpp"

namespace smallscope::results {

// The columns that read_case() reads, in its order.
#define SMALLSCOPE_CASE_COLUMNS                                                                             \
  "SELECT level, ordinal, test, verdict, seconds, judgements, choices, input, observed, reproduction FROM " \
  "cases "
#define SMALLSCOPE_CASE_KEY "WHERE level=?1 AND (ordinal < 0)=(?2 < 0) AND ordinal=?2"

Store::Database::Database(std::unique_ptr<Connection> opened, Access access, Manifest manifest)
    : connection_(std::move(opened)),
      access_(access),
      manifest_(std::move(manifest)),
      bitmaps_(*connection_),
      insert_pass_(
          *connection_,
          "INSERT INTO passes(level, \"order\", jump_limit, seed, size, repeat, \"begin\", \"end\", done,"
          " executed, strength, factors, seconds) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)"),
      passes_(
          *connection_,
          "SELECT id, level, \"order\", jump_limit, seed, size, repeat, \"begin\", \"end\", done, executed,"
          " strength, factors FROM passes WHERE ?1=0 OR id=?1 ORDER BY id"),
      update_pass_(*connection_, "UPDATE passes SET done=?1, executed=?2, seconds=seconds+?3 WHERE id=?4"),
      count_seconds_(*connection_, "SELECT total(seconds) FROM passes"),
      insert_case_(*connection_,
                   "INSERT INTO cases(level, ordinal, test, verdict, first_verdict, seconds, judgements, "
                   "choices, input,"
                   " observed, reproduction) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"),
      find_case_(*connection_, SMALLSCOPE_CASE_COLUMNS SMALLSCOPE_CASE_KEY),
      find_verdict_(*connection_, "SELECT verdict FROM cases " SMALLSCOPE_CASE_KEY),
      // 4 is flaky; 1, 2 and 3 are the failing verdicts that an attempt can contradict.
      make_flaky_(*connection_, "UPDATE cases SET verdict=4 " SMALLSCOPE_CASE_KEY
                                " AND verdict BETWEEN 1 AND 3 AND (first_verdict<>?3 OR judgements<>?4)"),
      cases_by_key_(*connection_, SMALLSCOPE_CASE_COLUMNS "ORDER BY level, ordinal < 0, ordinal"),
      cases_by_test_(*connection_, SMALLSCOPE_CASE_COLUMNS "ORDER BY test, level, ordinal < 0, ordinal"),
      count_cases_(*connection_, "SELECT verdict, count(*) FROM cases GROUP BY verdict"),
      insert_attempt_(*connection_,
                      "INSERT INTO attempts(level, ordinal, kind, verdict, seconds, judgements) VALUES(?, ?, "
                      "?, ?, ?, ?)"),
      attempts_(
          *connection_,
          "SELECT kind, verdict, seconds, judgements FROM attempts WHERE level=? AND ordinal=? ORDER BY id"),
      insert_first_(*connection_,
                    "INSERT INTO first_failure(one, ordinal, tests, seconds, measured)"
                    " VALUES(1, ?, ?, (SELECT total(seconds) FROM passes), 0) ON CONFLICT DO NOTHING"),
      measure_first_(
          *connection_,
          "INSERT INTO first_failure(one, ordinal, tests, seconds, measured) VALUES(1, ?1, ?2, ?3, 1)"
          " ON CONFLICT DO UPDATE SET seconds=?3, measured=1 WHERE measured=0 AND ordinal=?1 AND tests=?2"),
      first_(*connection_, "SELECT ordinal, tests, seconds FROM first_failure") {}

Case Store::Database::read_case(const Rows& rows) const {
  return {.level = static_cast<int>(rows.integer(0)),
          .ordinal = rows.ordinal(1),
          .test = rows.ordinal(2),
          .verdict = static_cast<Verdict>(rows.integer(3)),
          .judgements = decode(judgements_from_json, rows.text(5)),
          .choices = decode(choices_from_json, rows.text(6)),
          .seconds = rows.real(4),
          .input = decode(input_from_json, rows.text(7)),
          .observed = decode(named_texts_from_json, rows.text(8)),
          .reproduction = std::string(rows.text(9))};
}

void Store::Database::for_each_case(const std::function<bool(const Case&)>& visit, bool by_test) {
  for (Rows rows = (by_test ? cases_by_test_ : cases_by_key_).rows(); rows.next();)
    if (!visit(read_case(rows))) return;
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

std::optional<FirstFailure> Store::Database::first_failure() {
  Rows rows = first_.rows();
  if (!rows.next()) return std::nullopt;
  return FirstFailure{rows.ordinal(0), rows.ordinal(1), rows.real(2)};
}

}  // namespace smallscope::results
