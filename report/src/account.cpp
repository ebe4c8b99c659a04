// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/account.hpp>

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/clustering/false_alarms.hpp>
#include <smallscope/clustering/reasons.hpp>
#include <smallscope/generators/orders/order_kinds.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

namespace smallscope::report {

namespace {

using oracles::Verdict;
using results::Account;
using results::Ordinal;

constexpr std::size_t message_width = 200;

std::string count_text(std::int64_t count) { return grouped(static_cast<Ordinal>(std::max<std::int64_t>(count, 0))); }

/// The lowest merge level with executed inputs, if any.
int lowest_level(const Account& account) {
  if (account.executed > 0 || account.merged.empty()) return 0;
  const auto lowest = std::ranges::min_element(account.merged, {}, [](const results::LevelAccount& level) {
    return std::pair(level.executed == 0, level.level);
  });
  return lowest->level;
}

/// A column of the table of oracles, left out if it is zero in all rows.
struct Column {
  std::string_view title;
  std::int64_t (*count)(const oracles::Tally&);
  bool always;
};
constexpr auto failed = +[](const oracles::Tally& tally) { return tally.failed(); };
constexpr Column columns[] = {
    {"applied", [](const oracles::Tally& tally) { return tally.applied(); }, true},
    {"passed", [](const oracles::Tally& tally) { return tally.passed(); }, true},
    {"failed", failed, true},
    {"rejected", [](const oracles::Tally& tally) { return tally.rejected(); }, false},
    {"could not judge", [](const oracles::Tally& tally) { return tally.errors(); }, false},
    {"did not apply", [](const oracles::Tally& tally) { return tally.count(Verdict::not_applicable); }, false},
};

/// Failures that no oracle of the campaign was asked for, such as crashes, have no other numbers.
JudgingTable oracle_table(const oracles::Tallies& tallies, const std::vector<std::string>& oracles, int level) {
  JudgingTable table{
      "What each oracle said, in inputs", {level == 0 ? "oracle" : fmt::format("oracle (M{})", level)}, {false}, {}};
  std::vector<Column> shown;
  std::ranges::copy_if(columns, std::back_inserter(shown), [&](const Column& column) {
    return column.always || std::ranges::any_of(tallies, [&](const auto& tally) { return column.count(tally) != 0; });
  });
  for (const Column& column : shown) {
    table.header.emplace_back(column.title);
    table.right.push_back(true);
  }
  for (const oracles::Tally& tally : tallies) {
    table.rows.push_back({one_line(tally.oracle, 60)});
    const bool is_oracle = std::ranges::find(oracles, tally.oracle) != oracles.end();
    for (const Column& column : shown)
      table.rows.back().push_back(is_oracle || column.count == failed ? count_text(column.count(tally)) : "");
  }
  return table;
}

/// What one table of reasons is about.
struct ReasonTable {
  Verdict verdict;
  std::string_view title, caption;
  std::string_view oracle;  ///< the header of the oracle's column; "" without one
  std::string_view reason;
};
constexpr ReasonTable reason_tables[] = {
    {Verdict::refused, "refused", "Why the subject refused inputs", "", "reason (abstract)"},
    // An oracle may be called after what it says of results, where the input is to blame.
    {Verdict::discarded, "rejected", "Why oracles rejected inputs", "by oracle",
     "what is wrong with the input (abstract)"},
    {Verdict::not_applicable, "did not apply", "Why oracles did not apply", "oracle", "reason (abstract)"},
    {Verdict::pass, "passed", "Why it is doubtful what passed", "oracle", "although (abstract)"},
};

JudgingTable table_of_reasons(const results::Store& store, const ReasonTable& about, std::size_t most) {
  const auto kinds = clustering::reasons(store, 0, about.verdict, clustering::rules_of(store.manifest()));
  JudgingTable table{std::string(about.caption), {std::string(about.title), "for instance"}, {true, true}, {}};
  table.more = kinds.size() - std::min(kinds.size(), most);
  if (!about.oracle.empty()) table.header.emplace_back(about.oracle);
  table.header.emplace_back(about.reason);
  table.right.resize(table.header.size());
  for (std::size_t i = 0; i < std::min(kinds.size(), most); ++i) {
    const results::Reason& kind = kinds[i];
    std::vector<std::string>& row = table.rows.emplace_back();
    row = {grouped(kind.inputs), fmt::format("#{}", kind.ordinal)};
    if (!about.oracle.empty()) row.push_back(one_line(kind.oracle, 60));
    std::string text = about.oracle.empty() ? kind.oracle : "";
    if (kind.oracle.empty()) text = "further reasons, which are not kept";
    if (!kind.messages.empty()) text += fmt::format("{}{}", text.empty() ? "" : ": ", fmt::join(kind.messages, "; "));
    row.push_back(one_line(text, message_width));
  }
  return table;
}

}  // namespace

std::string counts_text(const Account& account, std::optional<std::size_t> clusters) {
  std::string text = fmt::format("{} failing", grouped(account.failed()));
  if (clusters) text += fmt::format(" in {} cluster{}", grouped(*clusters), *clusters == 1 ? "" : "s");
  const auto add = [&](Ordinal count, std::string_view what) {
    if (count > 0) text += fmt::format("   {} {}", grouped(count), what);
  };
  add(account.refused, "refused");
  add(account.not_applicable, "to which no oracle applied");
  add(account.open, "not judged");
  if (account.discarded() > 0) {
    const double yield = 100.0 * static_cast<double>(account.executed - account.discarded()) /
                         static_cast<double>(std::max<Ordinal>(account.executed, 1));
    text += fmt::format("   {} discarded ({} filtered, {} rejected; {:.1f}% were valid inputs)",
                        grouped(account.discarded()), grouped(account.filtered), grouped(account.rejected), yield);
  }
  return text;
}

std::vector<JudgingTable> judging_tables(const results::Store& store, std::size_t kinds) {
  const int level = lowest_level(store.account());
  std::vector<JudgingTable> tables{oracle_table(store.tallies(level), store.manifest().oracles, level)};
  for (const ReasonTable& about : reason_tables) tables.push_back(table_of_reasons(store, about, kinds));
  std::erase_if(tables, [](const JudgingTable& table) { return table.rows.empty(); });
  return tables;
}

std::string judging_text(const results::Store& store, std::size_t kinds) {
  std::string text;
  for (const JudgingTable& each : judging_tables(store, kinds)) {
    Table table(each.header, each.right);
    for (const auto& row : each.rows) table.add(row);
    text += (text.empty() ? "" : "\n") + table.text(terminal_width(1));
    if (each.more > 0)
      text += fmt::format("... and {} more kinds of reasons; `clusters STORE --reasons {}` lists them\n", each.more,
                          kinds + each.more);
  }
  return text;
}

std::vector<std::string> idle_oracles(const results::Store& store) {
  const auto& occasional = store.manifest().occasional;
  oracles::Tallies tallies = store.tallies(0);
  for (const results::LevelAccount& level : store.account().merged) tallies.add(store.tallies(level.level));
  std::vector<std::string> idle;
  for (const oracles::Tally& tally : tallies)
    if (tally.applied() == 0 && std::ranges::find(occasional, tally.oracle) == occasional.end())
      idle.push_back(tally.oracle);
  return idle;
}

std::vector<std::string> doubtful_oracles(const results::Store& store, int level) {
  std::map<std::string, Ordinal> doubtful;
  for (const results::Reason& reason : store.reasons(level, Verdict::pass)) doubtful[reason.oracle] += reason.inputs;
  std::vector<std::string> oracles;
  for (const oracles::Tally& tally : store.tallies(level)) {
    const auto found = doubtful.find(tally.oracle);
    if (found != doubtful.end() && tally.applied() > 1 && found->second == static_cast<Ordinal>(tally.applied()))
      oracles.push_back(tally.oracle);
  }
  return oracles;
}

namespace {

constexpr Ordinal suspicious_failures = 10;  // more likely a mistake of the tester than a fault that fails always

std::vector<int> executed_levels(const Account& account) {
  std::vector<int> levels;
  if (account.executed > 0) levels.push_back(0);
  for (const results::LevelAccount& level : account.merged)
    if (level.executed > 0) levels.push_back(level.level);
  return levels;
}

}  // namespace

bool compares_nothing(const results::Store& store) {
  bool some = false;
  for (const int level : executed_levels(store.account())) {
    const std::vector<std::string> doubtful = doubtful_oracles(store, level);
    for (const oracles::Tally& tally : store.tallies(level))
      if (tally.applied() > 0 && std::ranges::find(doubtful, tally.oracle) == doubtful.end()) return false;
    some = some || !doubtful.empty();
  }
  return some;
}

bool is_vacuous(const Account& account) {
  return account.judged() == 0 && account.open == 0 &&
         std::ranges::none_of(account.merged, [](const results::LevelAccount& level) {
           return level.executed > level.filtered + level.rejected;
         });
}

std::vector<std::string> doubts(const results::Store& store) {
  const Account account = store.account();
  if (account.inputs == 0) return {"nothing was judged: the space is empty"};
  if (account.executed == 0 && account.merged.empty()) return {"nothing was judged: no input was executed"};
  if (is_vacuous(account))
    return {
        fmt::format("nothing was judged: of {} executed inputs, {} were filtered, {} rejected, {} refused, and to {} "
                    "no oracle applied",
                    grouped(account.executed), grouped(account.filtered), grouped(account.rejected),
                    grouped(account.refused), grouped(account.not_applicable))};
  std::vector<std::string> texts;
  const auto ended_so = [&](Verdict verdict, std::string_view what) {
    const auto found = account.cases.find(verdict);
    if (account.judged() < 2 || found == account.cases.end() || found->second < account.judged()) return;
    texts.push_back(fmt::format("all {} judged inputs {}: is the subject called as it should be?",
                                grouped(account.judged()), what));
  };
  ended_so(Verdict::crashed, "crashed");
  ended_so(Verdict::timed_out, "did not end in time");
  // What failed before comes first in some runs.
  const bool is_chosen =
      std::ranges::any_of(store.passes(), [](const results::Pass& pass) { return generators::is_list(pass.order); });
  if (texts.empty() && !is_chosen && account.judged() >= suspicious_failures && account.failed() == account.judged())
    texts.push_back(
        fmt::format("all {} judged inputs failed: are the subject, and what judges it, called as they should be?",
                    grouped(account.judged())));
  for (const std::string& oracle : idle_oracles(store))
    texts.push_back(fmt::format("the oracle `{}` applied to no input", one_line(oracle, 60)));
  for (const int level : executed_levels(account))
    for (const std::string& oracle : doubtful_oracles(store, level))
      texts.push_back(
          fmt::format("the oracle `{}` passed all {} although every program failed or printed nothing: are they what "
                      "they should be?",
                      one_line(oracle, 60), level == 0 ? "inputs" : fmt::format("merged inputs of level {}", level)));
  return texts;
}

std::vector<std::string> warnings(const results::Store& store) {
  std::vector<std::string> texts = doubts(store);
  if (const auto found = clustering::false_alarms(store)) {
    results::Case example;
    std::tie(example.level, example.ordinal) = found->example;
    texts.push_back(fmt::format(
        "{} failing input{} quoted with outputs that are equal but for addresses, such as {} ({}), which are others in "
        "each execution: let the oracle `normalise` what it compares, or the subject print none",
        grouped(found->failures), found->failures == 1 ? " is" : "s are", short_name(example),
        one_line(found->address, 40)));
  }
  return texts;
}

}  // namespace smallscope::report
