// SPDX-License-Identifier: Apache-2.0
// The canonical dump: the text by which stores are compared.
//
// One JSON value per line: the manifest, the coverage, counts, discards, cases. The JSON columns of cases are copied
// from the file, because equal values have equal columns.

#include <fmt/format.h>

#include <algorithm>

#include <smallscope/generators/orders/order_kinds.hpp>

#include "database.hpp"

namespace smallscope::results {

namespace {

/// The parameters that determine the order.
std::string describe(const generators::OrderSpecification& order) {
  std::string text = fmt::format("{{\"name\":{}", to_json(order.name));
  for (const auto& [name, value] : generators::arguments(order)) text += fmt::format(",\"{}\":{}", name, value);
  return text + "}";
}

/// The passes over one level in one order; the work of several sessions or shards is joined.
struct Coverage {
  int level;
  std::string order;
  bool repeat;
  Ordinal executed = 0;
  std::vector<std::pair<Ordinal, Ordinal>> positions;
};

std::vector<Coverage> coverage_of(const std::vector<Pass>& passes) {
  std::vector<Coverage> result;
  for (const Pass& pass : passes) {
    if (pass.done == pass.begin) continue;
    const std::string order = describe(pass.order);
    auto found = std::find_if(result.begin(), result.end(), [&](const Coverage& coverage) {
      return coverage.level == pass.level && coverage.order == order && coverage.repeat == pass.repeat;
    });
    if (found == result.end()) found = result.insert(found, {pass.level, order, pass.repeat, 0, {}});
    found->executed += pass.executed;
    found->positions.emplace_back(pass.begin, pass.done);
  }
  for (Coverage& coverage : result) {
    std::sort(coverage.positions.begin(), coverage.positions.end());
    std::vector<std::pair<Ordinal, Ordinal>> joined;
    for (const auto& [begin, end] : coverage.positions) {
      if (!joined.empty() && begin <= joined.back().second)
        joined.back().second = std::max(joined.back().second, end);
      else
        joined.emplace_back(begin, end);
    }
    coverage.positions = std::move(joined);
  }
  return result;
}

/// "[[0,4],[7,9]]"
std::string to_json(const std::vector<std::pair<Ordinal, Ordinal>>& ranges) {
  std::string text = "[";
  for (const auto& [first, last] : ranges) text += fmt::format("{}[{},{}]", text.size() > 1 ? "," : "", first, last);
  return text + "]";
}

}  // namespace

void Store::Database::dump(const std::function<void(std::string_view)>& sink) {
  const Transaction snapshot(*connection_, false);
  const Manifest& m = manifest_;
  sink(fmt::format(
      "{{\"manifest\":{{\"campaign\":{},\"description\":{},\"population\":{},\"subject\":{},\"oracles\":{},"
      "\"inputs\":{},\"structure\":{},\"summary\":{},\"masks\":{},\"presets\":{},\"rules\":{},"
      "\"learned\":{}}}}}\n",
      results::to_json(m.campaign), results::to_json(m.description), results::to_json(m.fingerprint.population),
      results::to_json(m.fingerprint.subject), results::to_json(m.fingerprint.oracles),
      m.inputs == generators::uncounted ? "null" : std::to_string(m.inputs), results::to_json(m.structure),
      results::to_json(m.summary), results::to_json(m.masks), results::to_json(m.presets), results::to_json(m.rules),
      results::to_json(m.learned)));
  for (const Coverage& coverage : coverage_of(passes()))
    sink(fmt::format("{{\"coverage\":{{\"level\":{},\"order\":{},\"repeat\":{},\"positions\":{},\"executed\":{}}}}}\n",
                     coverage.level, coverage.order, coverage.repeat, to_json(coverage.positions), coverage.executed));

  // First verdicts: only attempts show that a case is flaky, or failed after it had passed.
  Statement counts(*connection_,
                   "SELECT level, first_verdict, count(*) FROM cases WHERE first_verdict<>0"
                   " GROUP BY 1, 2 ORDER BY 1, 2");
  for (Rows rows = counts.rows(); rows.next();)
    sink(fmt::format("{{\"verdict\":{{\"level\":{},\"verdict\":{},\"cases\":{}}}}}\n", rows.integer(0),
                     results::to_json(oracles::name(static_cast<Verdict>(rows.integer(1)))), rows.integer(2)));

  for (const int level : bitmaps_.levels()) {
    for (const DiscardKind kind : discard_kinds) {
      const Ordinal count = bitmaps_.count(level, kind);
      if (count == 0) continue;
      sink(fmt::format("{{\"discards\":{{\"level\":{},\"kind\":\"{}\",\"count\":{}}}}}\n", level, name(kind), count));
      bitmaps_.for_each_range(level, kind,
                              [&](Ordinal first, Ordinal last) { sink(fmt::format("[{},{}]\n", first, last)); });
    }
  }

  judging_.dump(sink);

  Statement cases(*connection_,
                  "SELECT level, ordinal, test, first_verdict, judgements, choices, input, observed"
                  " FROM cases WHERE first_verdict<>0 ORDER BY level, ordinal < 0, ordinal");
  for (Rows rows = cases.rows(); rows.next();)
    sink(
        fmt::format("{{\"case\":{{\"level\":{},\"ordinal\":{},\"test\":{},\"verdict\":{},\"judgements\":{},"
                    "\"choices\":{},"
                    "\"input\":{},\"observed\":{}}}}}\n",
                    rows.integer(0), rows.ordinal(1), rows.ordinal(2),
                    results::to_json(oracles::name(static_cast<Verdict>(rows.integer(3)))), rows.text(4), rows.text(5),
                    rows.text(6), rows.text(7)));

  Statement unmergings(*connection_, "SELECT id, level, ordinal, ending, probes FROM unmergings ORDER BY 2, 3 < 0, 3");
  Statement parts(*connection_,
                  "SELECT selection, level, ordinal, test, verdict, judgements, choices, input, observed"
                  " FROM parts WHERE unmerging=? ORDER BY id");
  for (Rows rows = unmergings.rows(); rows.next();) {
    sink(fmt::format("{{\"unmerging\":{{\"level\":{},\"ordinal\":{},\"ending\":{},\"probes\":{}}}}}\n", rows.integer(1),
                     rows.ordinal(2), results::to_json(rows.text(3)), rows.integer(4)));
    for (Rows part = parts.rows(rows.integer(0)); part.next();)
      sink(
          fmt::format("{{\"part\":{{\"selection\":{},\"level\":{},\"ordinal\":{},\"test\":{},\"verdict\":{},"
                      "\"judgements\":{},\"choices\":{},\"input\":{},\"observed\":{}}}}}\n",
                      part.text(0), part.integer(1), part.ordinal(2), part.ordinal(3),
                      results::to_json(oracles::name(static_cast<Verdict>(part.integer(4)))), part.text(5),
                      part.text(6), part.text(7), part.text(8)));
  }
}

}  // namespace smallscope::results
