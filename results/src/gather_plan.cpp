// SPDX-License-Identifier: Apache-2.0
#include "gather_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include <smallscope/generators/orders/order_kinds.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::results {

namespace {

/// The passes of one traversal.
struct Parts {
  Pass traversal;
  std::vector<FoundPass> passes;  ///< with tests
  std::vector<FoundPass> taken;
};

/// The sequence in which a run schedules traversals: lists first, then higher levels first, repeats last.
auto rank(const Pass& pass) { return std::tuple(!generators::is_list(pass.order), -pass.level, pass.repeat); }

std::vector<Parts> by_traversal(std::vector<FoundPass> found) {
  std::vector<Parts> traversals;
  for (FoundPass& each : found) {
    auto known = std::ranges::find_if(
        traversals, [&](const Parts& parts) { return parts.traversal.is_of_same_traversal(each.pass); });
    if (known == traversals.end()) known = traversals.insert(known, {each.pass, {}, {}});
    if (each.pass.done > each.pass.begin) known->passes.push_back(std::move(each));
  }
  std::ranges::stable_sort(traversals,
                           [](const Parts& a, const Parts& b) { return rank(a.traversal) < rank(b.traversal); });
  return traversals;
}

std::string text_of(const Pass& pass) {
  return fmt::format("level {}, order {}{}", pass.level, pass.order.name, pass.repeat ? ", repeated" : "");
}

/// Divides the passes into those that are taken and those that lie within them, and finds the gaps.
void choose(Parts& parts, GatherPlan& plan, const std::vector<std::filesystem::path>& stores) {
  std::ranges::sort(parts.passes, [](const FoundPass& a, const FoundPass& b) {
    return std::tie(a.pass.begin, b.pass.done, a.open, a.judging, a.store) <
           std::tie(b.pass.begin, a.pass.done, b.open, b.judging, b.store);
  });
  Ordinal covered = 0;
  const auto add_gap = [&](Ordinal end) {
    if (covered == end) return;
    Pass gap = parts.traversal;
    gap.id = 0;
    gap.begin = gap.done = covered;
    gap.end = end;
    gap.executed = 0;
    plan.gaps.push_back(gap);
  };
  for (FoundPass& each : parts.passes) {
    if (each.pass.done <= covered) {
      plan.repeated.push_back(each);
      continue;
    }
    if (each.pass.begin < covered) {
      const FoundPass& other = parts.taken.back();
      throw StoreError(fmt::format(
          "{}: its positions {} to {} ({}) overlap with {} to {} of {}, so what they have in common would count twice; "
          "leave one of them out",
          stores[each.store].string(), each.pass.begin, each.pass.done - 1, text_of(each.pass), other.pass.begin,
          other.pass.done - 1, stores[other.store].string()));
    }
    add_gap(each.pass.begin);
    if (!parts.taken.empty()) parts.taken.back().pass.end = std::min(parts.taken.back().pass.end, each.pass.begin);
    covered = each.pass.done;
    parts.taken.push_back(each);
  }
  if (!parts.taken.empty()) parts.taken.back().pass.end = std::min(parts.taken.back().pass.end, parts.traversal.whole);
  if (parts.traversal.whole != generators::uncounted) add_gap(parts.traversal.whole);
}

/// Whether the store has executed the whole traversal.
bool is_complete_in(const Parts& parts, std::size_t store) {
  Ordinal covered = 0;
  for (const FoundPass& each : parts.passes)  // by begin
    if (each.store == store && each.pass.begin <= covered) covered = std::max(covered, each.pass.done);
  return covered >= parts.traversal.whole;
}

/// A traversal does not count what an earlier one of its level has executed. So who adds parts of it that come from
/// several stores must know that each of them had all of the earlier one.
void require_equal_beginnings(const std::vector<Parts>& traversals, const std::vector<std::filesystem::path>& stores) {
  for (std::size_t later = 0; later < traversals.size(); ++later) {
    const Parts& parts = traversals[later];
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      const Parts& before = traversals[earlier];
      if (!before.traversal.may_overlap(parts.traversal) || before.passes.empty()) continue;
      std::set<std::size_t> from;
      for (const FoundPass& each : parts.taken) from.insert(each.store);
      const bool from_one = from.size() <= 1 && std::ranges::all_of(before.taken, [&](const FoundPass& each) {
                              return from.empty() || each.store == *from.begin();
                            });
      if (from_one) continue;
      for (const std::size_t store : from)
        if (!is_complete_in(before, store))
          throw StoreError(fmt::format(
              "{}: it has tests of {} without all of {}, which come first, so they would count twice; gather stores of "
              "one order, or of the first phase alone",
              stores[store].string(), text_of(parts.traversal), text_of(before.traversal)));
    }
  }
}

}  // namespace

GatherPlan plan_gathering(std::vector<FoundPass> found, const std::vector<std::filesystem::path>& stores) {
  GatherPlan plan;
  std::vector<Parts> traversals = by_traversal(std::move(found));
  for (Parts& parts : traversals) choose(parts, plan, stores);
  require_equal_beginnings(traversals, stores);
  for (Parts& parts : traversals)
    for (FoundPass& each : parts.taken) plan.taken.push_back(std::move(each));
  return plan;
}

}  // namespace smallscope::results
