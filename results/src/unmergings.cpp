// SPDX-License-Identifier: Apache-2.0
// What taking merged inputs apart found, and the failures known from all levels together.

#include <fmt/format.h>

#include "database.hpp"

namespace smallscope::results {

namespace {
constexpr int part_column = 10;       // among the columns of SMALLSCOPE_FAILURES: 1 for a part
constexpr int selection_column = 10;  // among the columns of parts_
}  // namespace

bool Store::Database::has_merged_results() {
  return connection_->integer("SELECT EXISTS (SELECT 1 FROM passes WHERE level > 0)") != 0;
}

void Store::Database::add_unmergings(std::span<const Unmerging> unmergings) {
  require_writable();
  if (unmergings.empty()) return;
  set_durable(false);
  Transaction transaction(*connection_);
  for (const Unmerging& added : unmergings) {
    if (!find_unmerging(added.level, added.ordinal)) insert_unmerging(added);
  }
  transaction.commit();
}

void Store::Database::insert_unmerging(const Unmerging& added) {
  insert_unmerging_.execute(added.level, added.ordinal, name(added.ending), added.probes, added.seconds);
  const std::int64_t id = sqlite3_last_insert_rowid(connection_->get());
  for (const Part& part : added.parts) {
    const Case& found = part.found;
    insert_part_.execute(id, std::string_view(to_json(part.selection)), found.level, found.ordinal, found.test,
                         found.verdict, found.seconds, std::string_view(to_json(found.judgements)),
                         std::string_view(to_json(found.choices)), std::string_view(to_json(found.input)),
                         std::string_view(to_json(found.observed)), std::string_view(found.reproduction));
  }
}

void Store::Database::erase_unmerging(int level, Ordinal ordinal) {
  Statement(*connection_,
            "DELETE FROM parts WHERE unmerging IN (SELECT id FROM unmergings WHERE level=? AND ordinal=?)")
      .execute(level, ordinal);
  Statement(*connection_, "DELETE FROM unmergings WHERE level=? AND ordinal=?").execute(level, ordinal);
}

std::string Store::Database::text_of(const Unmerging& unmerging) const {
  std::string text = fmt::format("{} {}", name(unmerging.ending), unmerging.probes);
  for (const Part& part : unmerging.parts)
    text +=
        fmt::format("\n{} {} {} {} {} {}", to_json(part.selection), part.found.level, part.found.ordinal,
                    oracles::name(part.found.verdict), to_json(part.found.judgements), to_json(part.found.observed));
  return text;
}

Unmerging Store::Database::read_unmerging(const Rows& rows) {
  Unmerging unmerging{.level = static_cast<int>(rows.integer(1)),
                      .ordinal = rows.ordinal(2),
                      .probes = rows.ordinal(4),
                      .seconds = rows.real(5)};
  const std::string_view ending = rows.text(3);
  bool known = false;
  for (int number = 0; number < Unmerging::endings && !known; ++number) {
    unmerging.ending = static_cast<Unmerging::Ending>(number);
    known = name(unmerging.ending) == ending;
  }
  if (!known) connection_->damaged(fmt::format("`{}` is not a way for un-merging to end", ending));
  for (Rows parts = parts_.rows(rows.integer(0)); parts.next();)
    unmerging.parts.push_back({decode(selection_from_json, parts.text(selection_column)), read_case(parts)});
  return unmerging;
}

std::optional<Unmerging> Store::Database::find_unmerging(int level, Ordinal ordinal) {
  Rows rows = find_unmerging_.rows(level, ordinal);
  if (!rows.next()) return std::nullopt;
  return read_unmerging(rows);
}

void Store::Database::for_each_unmerging(const std::function<bool(const Unmerging&)>& visit) {
  for (Rows rows = unmergings_.rows(); rows.next();)
    if (!visit(read_unmerging(rows))) return;
}

void Store::Database::for_each_failure(const std::function<bool(const Case&)>& visit, bool by_test, CaseParts parts) {
  if (!has_merged_results()) return for_each_case(visit, by_test, parts);
  for (Rows rows = (by_test ? failures_by_test_ : failures_by_key_).rows(); rows.next();) {
    // If level 0 has executed an input, its own verdict counts.
    const bool part = rows.integer(part_column) != 0;
    if (part && rows.integer(0) == 0 && is_executed(0, rows.ordinal(1))) continue;
    if (!visit(read_case(rows, parts))) return;
  }
}

std::optional<Case> Store::Database::find_failure(int level, Ordinal ordinal) {
  if (auto found = find_case(level, ordinal); found && (level == 0 || !find_unmerging(level, ordinal))) return found;
  Rows rows = find_part_.rows(level, ordinal);
  if (!rows.next() || (level == 0 && is_executed(0, ordinal))) return std::nullopt;
  return read_case(rows);
}

void Store::Database::count_failures(std::map<Verdict, Ordinal>& cases) {
  if (has_merged_results()) {
    for_each_failure(
        [&](const Case& failure) {
          ++cases[failure.verdict];
          return true;
        },
        false, CaseParts::none());
    return;
  }
  for (Rows rows = count_cases_.rows(); rows.next();) cases[static_cast<Verdict>(rows.integer(0))] = rows.ordinal(1);
}

std::vector<LevelAccount> Store::Database::merged_accounts() {
  std::map<int, LevelAccount, std::greater<>> levels;
  for (const Pass& pass : passes()) {
    if (pass.level == 0) continue;
    LevelAccount& level = levels[pass.level];
    level.level = pass.level;
    level.inputs = pass.size;
    level.executed += pass.executed;
  }
  if (levels.empty()) return {};
  for (auto& [number, level] : levels) {
    level.filtered = bitmaps_.count(number, DiscardKind::filtered);
    level.rejected = bitmaps_.count(number, DiscardKind::rejected);
  }
  const auto count = [&](const char* sql, auto&& use) {
    Statement statement(*connection_, sql);
    for (Rows rows = statement.rows(); rows.next();)
      if (const auto found = levels.find(static_cast<int>(rows.integer(0))); found != levels.end())
        use(found->second, rows);
  };
  count("SELECT level, total(seconds) FROM passes GROUP BY level",
        [](LevelAccount& level, const Rows& rows) { level.seconds = rows.real(1); });
  count("SELECT level, count(*) FROM cases WHERE verdict BETWEEN 1 AND 4 GROUP BY level",
        [](LevelAccount& level, const Rows& rows) { level.failed = rows.ordinal(1); });
  count(
      "SELECT u.level, count(DISTINCT iif(p.level=0, p.ordinal, NULL)), total(p.level>0)"
      " FROM unmergings AS u JOIN parts AS p ON p.unmerging=u.id WHERE p.verdict BETWEEN 1 AND 4 GROUP BY u.level",
      [](LevelAccount& level, const Rows& rows) {
        level.found = rows.ordinal(1);
        level.combinations = static_cast<Ordinal>(rows.real(2));
      });
  for (int number = 0; number < Unmerging::endings; ++number) {
    const auto ending = static_cast<Unmerging::Ending>(number);
    const std::string sql = fmt::format(
        "SELECT level, count(*), total(probes), total(seconds) FROM unmergings WHERE ending='{}' GROUP BY level",
        name(ending));
    count(sql.c_str(), [&](LevelAccount& level, const Rows& rows) {
      level.unmergings[ending] = rows.ordinal(1);
      level.probes += static_cast<Ordinal>(rows.real(2));
      level.probe_seconds += rows.real(3);
    });
  }
  std::vector<LevelAccount> result;
  for (auto& [number, level] : levels) result.push_back(std::move(level));
  return result;
}

}  // namespace smallscope::results
