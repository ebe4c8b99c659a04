// SPDX-License-Identifier: Apache-2.0
// What a store has executed: its passes, the account, and the verdict of any ordinal.

#include <fmt/format.h>

#include <algorithm>

#include "database.hpp"
#include "ordinal_set.hpp"

namespace smallscope::results {

namespace {

/// Whether committed passes have executed every ordinal of a space of `size`: so many were executed first, or those in
/// one order visit every position. Reorders the passes.
bool is_covered(std::vector<Pass>& passes, Ordinal size) {
  Ordinal executed = 0;
  for (const Pass& pass : passes) executed += pass.executed;
  if (executed >= size) return true;
  std::stable_sort(passes.begin(), passes.end(), [](const Pass& a, const Pass& b) { return a.begin < b.begin; });
  std::vector<std::pair<const Pass*, Ordinal>> covered;  // of each order: a pass, and the positions from 0 on
  for (const Pass& pass : passes) {
    auto known = std::ranges::find_if(
        covered, [&](const auto& each) { return each.first->order == pass.order && each.first->size == pass.size; });
    if (known == covered.end()) known = covered.insert(covered.end(), {&pass, 0});
    if (pass.begin <= known->second) known->second = std::max(known->second, pass.done);
    if (known->second >= size) return true;
  }
  return false;
}

/// How many ordinals are listed at a time while an order is walked.
constexpr Ordinal block = 1 << 14;
/// The same for listed ranges, which may be as many if they are short.
constexpr Ordinal walked_block = Ordinal{1} << 20;

}  // namespace

std::shared_ptr<const std::vector<Ordinal>> Store::Database::list_of(int pass) {
  if (const auto known = lists_.find(pass); known != lists_.end()) return known->second;
  std::shared_ptr<const std::vector<Ordinal>> list;
  for (Rows rows = find_list_.rows(pass); rows.next();)
    list = std::make_shared<const std::vector<Ordinal>>(decode(ordinals_from_json, rows.text(0)));
  return lists_[pass] = std::move(list);  // only now: a list that could not be read is not one that there is not
}

Pass Store::Database::read_pass(const Rows& rows) {
  return {.id = static_cast<int>(rows.integer(0)),
          .level = static_cast<int>(rows.integer(1)),
          .order = {std::string(rows.text(2)), rows.ordinal(3), rows.ordinal(4), rows.ordinal(11),
                    decode(factors_from_json, rows.text(12)), list_of(static_cast<int>(rows.integer(0)))},
          .repeat = rows.integer(6) != 0,
          .begin = rows.ordinal(7),
          .end = rows.ordinal(8),
          .done = rows.ordinal(9),
          .executed = rows.ordinal(10),
          .size = rows.ordinal(5),
          .whole = rows.ordinal(13)};
}

std::vector<Pass> Store::Database::passes() {
  std::vector<Pass> passes;
  for (Rows rows = passes_.rows(); rows.next();) passes.push_back(read_pass(rows));
  return passes;
}

std::optional<Pass> Store::Database::find_pass(int id) {
  Rows rows = find_pass_.rows(id);
  if (!rows.next()) return std::nullopt;
  return read_pass(rows);
}

std::vector<Pass> Store::Database::passes_of(int level) {
  std::vector<Pass> result = passes();
  std::erase_if(result, [&](const Pass& pass) { return pass.level != level; });
  return result;
}

const generators::Order& Store::Database::order(const Pass& pass) {
  const auto key = std::tuple(pass.order.name, pass.order.jump_limit, pass.order.seed, pass.order.strength,
                              pass.order.factors, pass.size, pass.order.listed ? pass.id : 0);
  auto& order = orders_[key];
  try {
    if (!order) order = generators::make_order(pass.order, pass.size);
  } catch (const generators::GeneratorError& error) {
    connection_->damaged(error.what());
  }
  return *order;
}

Account Store::Database::account() {
  if (access_ != Access::read_one_state) return counted_account();
  if (!account_) account_ = counted_account();
  return *account_;
}

Account Store::Database::counted_account() {
  const Transaction snapshot(*connection_, false);
  Account account;
  account.inputs = manifest_.inputs;
  std::vector<Pass> level0 = passes_of(0);
  for (const Pass& pass : level0) account.executed += pass.executed;
  const bool covered = account.inputs != generators::uncounted && is_covered(level0, account.inputs);
  if (covered) account.executed = account.inputs;
  const LevelCounts counted = counts(0);
  account.filtered = counted.filtered;
  account.rejected = counted.rejected;
  account.refused = counted.refused;
  account.not_applicable = counted.not_applicable;
  account.open = counted.open;
  account.complete = covered && account.open == 0;
  count_failures(account.cases);
  account.merged = merged_accounts();
  for (Rows rows = count_seconds_.rows(); rows.next();) account.seconds = rows.real(0);
  return account;
}

LevelCounts Store::Database::counts(int level) {
  LevelCounts counts{.filtered = bitmaps_.count(level, DiscardKind::filtered),
                     .rejected = bitmaps_.count(level, DiscardKind::rejected),
                     .refused = bitmaps_.count(level, DiscardKind::refused),
                     .not_applicable = bitmaps_.count(level, DiscardKind::not_applicable)};
  // Without other levels, an index tells all.
  for (Rows rows = level == 0 && !has_merged_results() ? count_cases_.rows() : count_level_.rows(level); rows.next();) {
    const auto verdict = static_cast<Verdict>(rows.integer(0));
    if (oracles::is_failing(verdict)) counts.failed += rows.ordinal(1);
    if (oracles::is_open(verdict)) counts.open += rows.ordinal(1);
  }
  return counts;
}

bool Store::Database::is_executed(int level, Ordinal ordinal, int except_pass) {
  return find_executing(level, ordinal, except_pass).has_value();
}

int Store::Database::pass_that_executed(int level, Ordinal ordinal) {
  if (const auto pass = find_executing(level, ordinal, 0)) return *pass;
  throw StoreError(fmt::format("store {}: no pass over level {} has executed input {}; nothing of it is written",
                               connection_->file().string(), level, ordinal));
}

std::optional<int> Store::Database::find_executing(int level, Ordinal ordinal, int except_pass) {
  Ordinal position = 0;
  const Pass* placed = nullptr;  // its order has the ordinal at `position`
  const std::vector<Pass> passes = passes_of(level);
  for (const Pass& pass : passes) {
    if (pass.id == except_pass || pass.done <= pass.begin || ordinal >= pass.size) continue;
    if (!placed || !placed->is_of_same_traversal(pass)) position = order(pass).position(ordinal);
    placed = &pass;
    if (position >= pass.begin && position < pass.done) return pass.id;
  }
  return std::nullopt;
}

void Store::Database::for_each_executed(int level, const std::function<bool(Ordinal, Ordinal)>& visit) {
  std::vector<Pass> passes = passes_of(level);
  const Ordinal size = passes.empty() ? 0 : passes.front().size;
  if (size > 0 && is_covered(passes, size)) {
    visit(0, size);
    return;
  }
  OrdinalSet executed;
  std::vector<Ordinal> ordinals;
  std::vector<generators::OrdinalRange> ranges;
  for (const Pass& pass : passes) {
    const generators::Order& walked = order(pass);
    for (Ordinal first = pass.begin, last = 0; first < pass.done; first = last) {
      if (walked.ascends(first, pass.done)) {
        last = first + std::min(walked_block, pass.done - first);
        walked.ranges(first, last, ranges);
        for (const auto& [from, to] : ranges) executed.add(from, to);
      } else {
        last = first + std::min(block, pass.done - first);
        walked.ordinals(first, last, ordinals);
        for (const Ordinal ordinal : ordinals) executed.add(ordinal);
      }
    }
  }
  // Ranges of neighbouring chunks are joined.
  Ordinal pending_first = 0, pending_last = 0;
  bool goes_on = true;
  for (const auto& [chunk, bitmap] : executed.chunks()) {
    OrdinalSet::for_each_range(chunk, bitmap, [&](Ordinal first, Ordinal last) {
      if (first == pending_last && pending_first != pending_last) {
        pending_last = last;
        return;
      }
      if (goes_on && pending_first != pending_last) goes_on = visit(pending_first, pending_last);
      pending_first = first;
      pending_last = last;
    });
    if (!goes_on) return;
  }
  if (pending_first != pending_last) visit(pending_first, pending_last);
}

std::optional<Verdict> Store::Database::verdict(int level, Ordinal ordinal) {
  if (const auto verdict = find_verdict(level, ordinal)) return verdict;
  if (!is_executed(level, ordinal)) return std::nullopt;
  for (const DiscardKind kind : discard_kinds)
    if (bitmaps_.contains(level, kind, ordinal)) return verdict_of(kind);
  return Verdict::pass;
}

bool Store::Database::is_discarded(int level, Ordinal ordinal) {
  return std::ranges::any_of(discard_kinds, [&](DiscardKind kind) { return bitmaps_.contains(level, kind, ordinal); });
}

Discards Store::Database::discards(int level) {
  Discards discards;
  bitmaps_.for_each_range(level, DiscardKind::filtered, [&](Ordinal first, Ordinal last) {
    auto& filtered = discards.filtered;
    if (!filtered.empty() && filtered.back().second == first)
      filtered.back().second = last;
    else
      filtered.emplace_back(first, last);
  });
  const auto list = [&](DiscardKind kind, std::vector<Ordinal>& ordinals) {
    bitmaps_.for_each_range(level, kind, [&](Ordinal first, Ordinal last) {
      for (Ordinal ordinal = first; ordinal < last; ++ordinal) ordinals.push_back(ordinal);
    });
  };
  list(DiscardKind::rejected, discards.rejected);
  list(DiscardKind::refused, discards.refused);
  list(DiscardKind::not_applicable, discards.not_applicable);
  return discards;
}

}  // namespace smallscope::results
