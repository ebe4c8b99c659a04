// SPDX-License-Identifier: Apache-2.0
// What a store shows, and what it does not: how many inputs passed or failed by whose judgement, and what nobody
// judged.
//
// Every command and format that summarises a store uses these, so all say the same. Functions without state, for any
// thread. Example: report::account_text(store), after the failures.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <smallscope/results/store.hpp>

namespace smallscope::report {

/// "576 failing in 8 clusters   80 refused   3 not judged   416 discarded (0 filtered, 416 rejected; 86.7% were valid
/// inputs)". Zero counts are left out, except the failing ones; clusters are left out unless their number is given.
std::string counts_text(const results::Account& account, std::optional<std::size_t> clusters = {});

/// How many kinds of reasons people see unless they ask for more.
inline constexpr std::size_t few_kinds_of_reasons = 5;
/// A table of what each oracle said, at the lowest merge level that was run, and at level 0 the reasons why inputs were
/// refused and rejected, why oracles did not apply, and doubts about what passed, sorted into kinds, at most `kinds` of
/// each. Empty if the store has none of these.
std::string judging_text(const results::Store& store, std::size_t kinds = few_kinds_of_reasons);

/// One of these tables, for outputs that lay it out themselves.
struct JudgingTable {
  std::string caption;  ///< a line
  std::vector<std::string> header;
  std::vector<bool> right;  ///< by column: numbers, aligned to the right
  std::vector<std::vector<std::string>> rows;
  std::size_t more = 0;  ///< kinds of reasons that are left out
};
/// The tables of judging_text(), without empty ones.
std::vector<JudgingTable> judging_tables(const results::Store& store, std::size_t kinds = few_kinds_of_reasons);

/// Oracles that applied to none of the executed inputs, although they are expected to apply to some.
std::vector<std::string> idle_oracles(const results::Store& store);

/// Oracles that passed every input of a level to which they applied, several, and had a doubt about each: all programs
/// failed.
std::vector<std::string> doubtful_oracles(const results::Store& store, int level);
/// Whether that is so of all oracles that applied, at every level: nothing was compared.
bool compares_nothing(const results::Store& store);

/// Whether no input was judged: none was executed, or all were filtered, rejected, refused, or had no oracle that
/// applied.
bool is_vacuous(const results::Account& account);

/// Why nothing follows from a store in which nothing fails, one sentence each: it is_vacuous(), or has idle_oracles()
/// or doubtful_oracles().
std::vector<std::string> doubts(const results::Store& store);
/// The doubts, and that failures are probably false alarms (clustering/false_alarms.hpp), with a remedy.
std::vector<std::string> warnings(const results::Store& store);

}  // namespace smallscope::report
