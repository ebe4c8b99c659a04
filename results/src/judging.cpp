// SPDX-License-Identifier: Apache-2.0
#include "judging.hpp"

#include <fmt/format.h>

#include "json.hpp"

namespace smallscope::results {

Judging::Judging(const Connection& connection)
    : connection_(connection),
      add_tally_(connection,
                 "INSERT INTO tallies(level, oracle, verdict, inputs) VALUES(?1, ?2, ?3, ?4)"
                 " ON CONFLICT DO UPDATE SET inputs=inputs+?4"),
      tallies_(connection, "SELECT oracle, verdict, inputs FROM tallies WHERE level=?"),
      // Ordinals from 2^63 on are negative in the file.
      add_to_reason_(connection,
                     "UPDATE reasons SET inputs=inputs+?5,"
                     " ordinal=iif((?6 < 0, ?6) < (ordinal < 0, ordinal), ?6, ordinal)"
                     " WHERE level=?1 AND verdict=?2 AND oracle=?3 AND messages=?4"),
      insert_reason_(
          connection,
          "INSERT INTO reasons(level, verdict, oracle, messages, inputs, ordinal) VALUES(?1, ?2, ?3, ?4, ?5, ?6)"),
      count_reasons_(connection, "SELECT count(*) FROM reasons WHERE level=? AND verdict=?"),
      reasons_(connection,
               "SELECT oracle, messages, inputs, ordinal FROM reasons WHERE level=? AND verdict=?"
               " ORDER BY inputs DESC, ordinal < 0, ordinal") {}

void Judging::add(int level, const oracles::Tallies& tallies) {
  for (const oracles::Tally& tally : tallies)
    for (int verdict = 0; verdict < oracles::verdict_count; ++verdict)
      if (const std::int64_t inputs = tally.counts[static_cast<std::size_t>(verdict)]; inputs != 0)
        add_tally_.execute(level, std::string_view(tally.oracle), verdict, inputs);
}

bool Judging::add_to_known(int level, const Reason& reason, std::string_view oracle, std::string_view messages) {
  add_to_reason_.execute(level, reason.verdict, oracle, messages, reason.inputs, reason.ordinal);
  return sqlite3_changes(connection_.get()) > 0;
}

void Judging::add(int level, const Reasons& reasons) {
  for (const Reason& reason : reasons) {
    std::string oracle = reason.oracle, messages = to_json(reason.messages);
    if (add_to_known(level, reason, oracle, messages)) continue;
    Rows known = count_reasons_.rows(level, reason.verdict);
    if (known.next() && known.ordinal(0) >= most_reasons) {
      oracle = "";
      messages = "[]";
      if (add_to_known(level, reason, oracle, messages)) continue;
    }
    insert_reason_.execute(level, reason.verdict, std::string_view(oracle), std::string_view(messages), reason.inputs,
                           reason.ordinal);
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

std::vector<Reason> Judging::reasons(int level, Verdict verdict) {
  std::vector<Reason> reasons;
  for (Rows rows = reasons_.rows(level, verdict); rows.next();) {
    try {
      reasons.push_back(
          {verdict, std::string(rows.text(0)), texts_from_json(rows.text(1)), rows.ordinal(2), rows.ordinal(3)});
    } catch (const BadJson& error) {
      connection_.damaged(error.what());
    }
  }
  return reasons;
}

void Judging::dump(const std::function<void(std::string_view)>& sink) {
  const auto name = [](std::int64_t verdict) { return to_json(oracles::name(static_cast<Verdict>(verdict))); };
  Statement tallies(connection_, "SELECT level, oracle, verdict, inputs FROM tallies WHERE inputs<>0 ORDER BY 1, 2, 3");
  for (Rows rows = tallies.rows(); rows.next();)
    sink(fmt::format("{{\"tally\":{{\"level\":{},\"oracle\":{},\"verdict\":{},\"inputs\":{}}}}}\n", rows.integer(0),
                     to_json(rows.text(1)), name(rows.integer(2)), rows.integer(3)));
  Statement reasons(connection_,
                    "SELECT level, verdict, oracle, messages, inputs, ordinal FROM reasons ORDER BY 1, 2, 3, 4");
  for (Rows rows = reasons.rows(); rows.next();)
    sink(fmt::format(
        "{{\"reason\":{{\"level\":{},\"verdict\":{},\"oracle\":{},\"messages\":{},\"inputs\":{},"
        "\"ordinal\":{}}}}}\n",
        rows.integer(0), name(rows.integer(1)), to_json(rows.text(2)), rows.text(3), rows.ordinal(4), rows.ordinal(5)));
}

}  // namespace smallscope::results
