// SPDX-License-Identifier: Apache-2.0
#include "judging.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "json.hpp"

namespace smallscope::results {

namespace {

constexpr const char* no_messages = "[]";

}  // namespace

// Ordinals from 2^63 on are negative in the file.
#define SMALLSCOPE_REASONS                                                                                \
  "SELECT level, verdict, oracle, messages, sum(inputs), coalesce(min(iif(ordinal < 0, NULL, ordinal)), " \
  "min(ordinal)) FROM reasons JOIN passes ON passes.id=reasons.pass "
#define SMALLSCOPE_GROUPED "GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4"

Judging::Judging(const Connection& connection)
    : connection_(connection),
      add_tally_(connection,
                 "INSERT INTO tallies(pass, oracle, verdict, inputs) VALUES(?1, ?2, ?3, ?4)"
                 " ON CONFLICT DO UPDATE SET inputs=inputs+?4"),
      tallies_(connection,
               "SELECT oracle, verdict, inputs FROM tallies JOIN passes ON passes.id=tallies.pass WHERE level=?"),
      add_to_reason_(connection,
                     "UPDATE reasons SET inputs=inputs+?5,"
                     " ordinal=iif((?6 < 0, ?6) < (ordinal < 0, ordinal), ?6, ordinal)"
                     " WHERE pass=?1 AND verdict=?2 AND oracle=?3 AND messages=?4"),
      insert_reason_(
          connection,
          "INSERT INTO reasons(pass, verdict, oracle, messages, inputs, ordinal) VALUES(?1, ?2, ?3, ?4, ?5, ?6)"),
      count_reasons_(connection, "SELECT count(*) FROM reasons WHERE pass=? AND verdict=? AND oracle<>''"),
      last_reason_(connection,
                   "SELECT oracle, messages, inputs, ordinal FROM reasons WHERE pass=? AND verdict=?"
                   " ORDER BY oracle DESC, messages DESC LIMIT 1"),
      erase_reason_(connection, "DELETE FROM reasons WHERE pass=? AND verdict=? AND oracle=? AND messages=?"),
      reasons_(connection, SMALLSCOPE_REASONS "WHERE level=? AND verdict=? " SMALLSCOPE_GROUPED) {}

void Judging::add(int pass, const oracles::Tallies& tallies) {
  for (const oracles::Tally& tally : tallies)
    for (int verdict = 0; verdict < oracles::verdict_count; ++verdict)
      if (const std::int64_t inputs = tally.counts[static_cast<std::size_t>(verdict)]; inputs != 0)
        add_tally_.execute(pass, std::string_view(tally.oracle), verdict, inputs);
}

bool Judging::add_to_known(int pass, const Reason& reason, std::string_view oracle, std::string_view messages) {
  add_to_reason_.execute(pass, reason.verdict, oracle, messages, reason.inputs, reason.ordinal);
  return sqlite3_changes(connection_.get()) > 0;
}

void Judging::insert(int pass, const Reason& reason, std::string_view oracle, std::string_view messages) {
  insert_reason_.execute(pass, reason.verdict, oracle, messages, reason.inputs, reason.ordinal);
}

void Judging::add_without_text(int pass, const Reason& reason) {
  if (!add_to_known(pass, reason, "", no_messages)) insert(pass, reason, "", no_messages);
}

Ordinal Judging::count_texts(int pass, Verdict verdict) {
  Rows known = count_reasons_.rows(pass, verdict);
  return known.next() ? known.ordinal(0) : 0;
}

bool Judging::make_room(int pass, const Reason& reason, const std::string& messages, Ordinal& texts) {
  if (texts < most_reasons) return true;
  Rows rows = last_reason_.rows(pass, reason.verdict);
  if (!rows.next()) return true;
  const std::string oracle(rows.text(0)), last(rows.text(1));
  if (std::tie(oracle, last) < std::tie(reason.oracle, messages)) return false;
  const Reason given_up{.verdict = reason.verdict, .inputs = rows.ordinal(2), .ordinal = rows.ordinal(3)};
  erase_reason_.execute(pass, reason.verdict, std::string_view(oracle), std::string_view(last));
  add_without_text(pass, given_up);
  --texts;
  return true;
}

void Judging::add(int pass, const Reasons& reasons) {
  std::map<Verdict, Ordinal> texts_of;  // counted once, not for each new reason
  for (const Reason& reason : reasons) {
    const std::string messages = to_json(reason.messages);
    if (reason.oracle.empty()) {
      add_without_text(pass, reason);
      continue;
    }
    if (add_to_known(pass, reason, reason.oracle, messages)) continue;
    const auto known = texts_of.find(reason.verdict);
    Ordinal& kept = known != texts_of.end()
                        ? known->second
                        : texts_of.emplace(reason.verdict, count_texts(pass, reason.verdict)).first->second;
    if (make_room(pass, reason, messages, kept)) {
      insert(pass, reason, reason.oracle, messages);
      ++kept;
    } else {
      add_without_text(pass, reason);
    }
  }
}

oracles::Tallies Judging::tallies(int level) {
  oracles::Tallies tallies;
  for (Rows rows = tallies_.rows(level); rows.next();) {
    const std::int64_t verdict = rows.integer(1);
    if (verdict < 0 || verdict >= oracles::verdict_count)
      connection_.damaged(fmt::format("there is no verdict {}", verdict));
    tallies.add(rows.text(0), static_cast<Verdict>(verdict), rows.integer(2));
  }
  return tallies;
}

void Judging::for_each_reason(Rows rows, const std::function<void(const Row&)>& visit) {
  std::optional<Row> without_text;
  std::vector<Row> group;  // of one level and verdict
  const auto visit_group = [&] {
    if (without_text) visit(*without_text);
    for (const Row& row : group) visit(row);
    without_text.reset();
    group.clear();
  };
  while (rows.next()) {
    const std::int64_t verdict = rows.integer(1);
    if (verdict < 0 || verdict >= oracles::verdict_count)
      connection_.damaged(fmt::format("there is no verdict {}", verdict));
    Row row{.level = static_cast<int>(rows.integer(0)),
            .verdict = static_cast<Verdict>(verdict),
            .oracle = std::string(rows.text(2)),
            .messages = std::string(rows.text(3)),
            .inputs = rows.ordinal(4),
            .ordinal = rows.ordinal(5)};
    const Row* const last = !group.empty() ? &group.back() : without_text ? &*without_text : nullptr;
    if (last && (last->level != row.level || last->verdict != row.verdict)) visit_group();
    if (!row.oracle.empty() && group.size() < most_reasons) {
      group.push_back(std::move(row));
    } else if (!without_text) {
      without_text = {row.level, row.verdict, "", no_messages, row.inputs, row.ordinal};
    } else {
      without_text->inputs += row.inputs;
      without_text->ordinal = std::min(without_text->ordinal, row.ordinal);
    }
  }
  visit_group();
}

std::vector<Reason> Judging::reasons(int level, Verdict verdict) {
  std::vector<Reason> reasons;
  for_each_reason(reasons_.rows(level, verdict), [&](const Row& row) {
    try {
      reasons.push_back({verdict, row.oracle, texts_from_json(row.messages), row.inputs, row.ordinal});
    } catch (const BadJson& error) {
      connection_.damaged(error.what());
    }
  });
  std::ranges::stable_sort(reasons, [](const Reason& a, const Reason& b) {
    return std::tie(b.inputs, a.ordinal) < std::tie(a.inputs, b.ordinal);
  });
  return reasons;
}

void Judging::copy(Judging& from, int pass, int to_pass) {
  Statement tallies(from.connection_, "SELECT oracle, verdict, inputs FROM tallies WHERE pass=?");
  for (Rows rows = tallies.rows(pass); rows.next();)
    add_tally_.execute(to_pass, rows.text(0), rows.integer(1), rows.integer(2));
  Statement reasons(from.connection_, "SELECT oracle, messages, inputs, ordinal, verdict FROM reasons WHERE pass=?");
  for (Rows rows = reasons.rows(pass); rows.next();)
    insert_reason_.execute(to_pass, rows.integer(4), rows.text(0), rows.text(1), rows.ordinal(2), rows.ordinal(3));
}

std::string Judging::text(int pass) {
  std::string text;
  Statement tallies(connection_,
                    "SELECT oracle, verdict, inputs FROM tallies WHERE pass=? AND inputs<>0 ORDER BY 1, 2");
  for (Rows rows = tallies.rows(pass); rows.next();)
    text += fmt::format("{} {} {}\n", rows.text(0), rows.integer(1), rows.integer(2));
  Statement reasons(connection_,
                    "SELECT oracle, messages, inputs, ordinal, verdict FROM reasons WHERE pass=? ORDER BY 5, 1, 2");
  for (Rows rows = reasons.rows(pass); rows.next();)
    text +=
        fmt::format("{} {} {} {} {}\n", rows.integer(4), rows.text(0), rows.text(1), rows.ordinal(2), rows.ordinal(3));
  return text;
}

void Judging::dump(const std::function<void(std::string_view)>& sink) {
  const auto name = [](std::int64_t verdict) { return to_json(oracles::name(static_cast<Verdict>(verdict))); };
  Statement tallies(connection_,
                    "SELECT level, oracle, verdict, sum(inputs) FROM tallies JOIN passes ON passes.id=tallies.pass"
                    " GROUP BY 1, 2, 3 HAVING sum(inputs)<>0 ORDER BY 1, 2, 3");
  for (Rows rows = tallies.rows(); rows.next();)
    sink(fmt::format("{{\"tally\":{{\"level\":{},\"oracle\":{},\"verdict\":{},\"inputs\":{}}}}}\n", rows.integer(0),
                     to_json(rows.text(1)), name(rows.integer(2)), rows.integer(3)));
  Statement reasons(connection_, SMALLSCOPE_REASONS SMALLSCOPE_GROUPED);
  for_each_reason(reasons.rows(), [&](const Row& row) {
    sink(fmt::format(
        "{{\"reason\":{{\"level\":{},\"verdict\":{},\"oracle\":{},\"messages\":{},\"inputs\":{},"
        "\"ordinal\":{}}}}}\n",
        row.level, to_json(oracles::name(row.verdict)), to_json(row.oracle), row.messages, row.inputs, row.ordinal));
  });
}

}  // namespace smallscope::results
