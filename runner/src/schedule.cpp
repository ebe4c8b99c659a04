// SPDX-License-Identifier: Apache-2.0
#include "schedule.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/generators/orders/order_kinds.hpp>

namespace smallscope::runner {

namespace {

/// The order with exactly the parameters that determine it over this space.
generators::OrderSpecification order_over(const Campaign& campaign, const Space& space,
                                          generators::OrderSpecification order) {
  if (order.name.empty()) order.name = default_order(campaign);
  const generators::OrderKind& kind = generators::order_kind(order.name);
  if (space.is_search() && !kind.of_uncounted) return {.name = "dense"};
  if (kind.depends_on(generators::OrderParameter::factors))
    order.factors = generators::nested_factors(space.structure());
  return generators::determining(std::move(order));
}

/// The passes over one level with this many inputs.
void want_level(std::vector<results::Pass>& wanted, const RunOptions& options, const Campaign& campaign, int level,
                Ordinal inputs) {
  if (inputs == 0) return;
  results::Pass pass;
  pass.level = level;
  pass.order = order_over(campaign, campaign.space_at(level), options.order);
  pass.end = pass.size = inputs;
  // What was listed is executed by the pass over the list. So neither has to know how far the other is, which shards
  // of them could not.
  if (level == 0 && !options.first.empty() && !options.repeat && inputs != generators::uncounted) {
    pass.order =
        generators::unlisted(std::make_shared<const std::vector<Ordinal>>(options.first), std::move(pass.order));
    pass.end -= options.first.size();
    if (pass.end == 0) return;
  }
  if (!options.repeat || !generators::order_kind(pass.order.name).is_sparse) {
    wanted.push_back(pass);
    return;
  }
  if (inputs == generators::uncounted)
    throw generators::GeneratorError(
        "repeat: where the sparse pass ends is not known of a search that is not counted; use indexed(search), or jump "
        "without repeat");
  // The paper's two phases: the sparse one, then everything again.
  pass.end = generators::make_order(pass.order, inputs)->sparse_size();
  results::Pass exhaustive = pass;
  exhaustive.order = {.name = "dense"};
  exhaustive.repeat = true;
  exhaustive.end = inputs;
  wanted.insert(wanted.end(), {pass, exhaustive});
}

/// The size of a level; for a search, what the store has found out.
Ordinal size_at(const results::Store& store, const Campaign& campaign, int level) {
  const Space& space = campaign.space_at(level);
  return space.is_search() ? store.manifest().inputs : space.size();
}

/// The pass over these ordinals alone.
results::Pass listed_pass(const std::vector<Ordinal>& first, Ordinal inputs, bool repeats) {
  results::Pass pass;
  pass.repeat = repeats;
  pass.order = generators::listed(std::make_shared<const std::vector<Ordinal>>(first));
  pass.end = first.size();
  pass.size = inputs;
  return pass;
}

std::vector<results::Pass> wanted_passes(const results::Store& store, const RunOptions& options,
                                         const Campaign& campaign) {
  std::vector<results::Pass> wanted;
  if (!options.first.empty())
    wanted.push_back(listed_pass(options.first, size_at(store, campaign, 0), options.only_first && options.repeat));
  if (options.only_first) return wanted;
  const int highest = options.ladder ? campaign.merge_levels() : options.merge_level;
  const int lowest = options.ladder ? 0 : options.merge_level;
  for (int level = highest; level >= lowest; --level)
    want_level(wanted, options, campaign, level, size_at(store, campaign, level));
  return wanted;
}

/// whole * number / count, without overflow.
Ordinal share(Ordinal whole, Ordinal number, Ordinal count) {
  __extension__ using Product = unsigned __int128;
  return static_cast<Ordinal>(Product{whole} * number / count);
}

/// Counts a search without an index. Empty if a stop was requested first.
std::optional<Ordinal> counted(const Space& space, const generators::StopRequested& stop) {
  space.reach(generators::uncounted, stop);
  if (space.size() == generators::uncounted) return std::nullopt;
  return space.size();
}

}  // namespace

Schedule::Schedule(results::Store& store, const RunOptions& options, const Campaign& campaign,
                   const generators::StopRequested& stop) {
  for (const results::Pass& pass : store.passes()) {
    const Ordinal now = pass.level <= campaign.merge_levels() ? size_at(store, campaign, pass.level) : 0;
    if (now != pass.size)
      throw results::StoreMismatch(fmt::format(
          "store {}: its pass over merge level {} has {} inputs, the campaign's level has {}; use another file",
          store.file().string(), pass.level, pass.size, now));
    add(pass);
  }
  std::vector<results::Pass> wanted = wanted_passes(store, options, campaign);
  for (results::Pass& each : wanted) {
    each.whole = each.end;
    if (!options.shard || each.size != generators::uncounted) continue;
    const std::optional<Ordinal> size = counted(campaign.space_at(each.level), stop);
    if (!size) return;
    each.size = each.whole = each.end = *size;
  }
  if (options.shard) require_one_order(store, wanted);
  for (const results::Pass& each : wanted) options.shard ? want_part(store, each, *options.shard) : want(store, each);
}

std::size_t Schedule::add(const results::Pass& pass) {
  const auto same =
      std::ranges::find_if(passes_, [&](const ScheduledPass& known) { return known.pass.is_of_same_traversal(pass); });
  const std::size_t index = passes_.size();
  const bool is_new = same == passes_.end();
  passes_.push_back(
      {pass, is_new ? generators::make_order(pass.order, pass.size) : same->order, is_new ? index : same->traversal});
  for (std::size_t other = 0; is_new && other < index; ++other) {
    if (passes_[other].traversal != other || !pass.may_overlap(passes_[other].pass)) continue;
    passes_[other].overlapping.push_back(index);
    passes_[index].overlapping.push_back(other);
  }
  return index;
}

void Schedule::want(results::Store& store, const results::Pass& wanted) {
  std::vector<std::size_t> parts = parts_of(wanted);
  // Where shards divide it, what was begun goes on, and the rest is left to the others.
  if (parts.empty()) parts.push_back(add(store.add_pass(wanted)));
  wanted_.insert(wanted_.end(), parts.begin(), parts.end());
}

void Schedule::want_part(results::Store& store, const results::Pass& wanted, const Shard& shard) {
  const Ordinal end = share(wanted.whole, shard.number, shard.count);
  Ordinal begin = share(wanted.whole, shard.number - 1, shard.count);
  const auto add_part = [&](Ordinal until) {
    results::Pass part = wanted;
    part.begin = part.done = begin;
    part.end = until;
    part = store.add_pass(part);
    if (store.manifest().inputs == generators::uncounted)
      store.commit({.pass = part.id, .begin = begin, .done = begin, .counted = wanted.size});
    wanted_.push_back(add(part));
  };
  const auto add_until = [&](Ordinal until) {
    if (begin < until) add_part(until);
  };
  const std::vector<std::size_t> known_parts = parts_of(wanted);
  // A shard of fewer positions than shards may have none of them, but it counts the tests of the others.
  if (begin == end && known_parts.empty()) add_part(end);
  for (const std::size_t known : known_parts) {
    const results::Pass& pass = passes_[known].pass;
    if (pass.end <= begin || pass.begin >= end) continue;
    add_until(pass.begin);
    wanted_.push_back(known);
    begin = passes_[known].pass.end;
  }
  add_until(end);
}

void Schedule::require_one_order(const results::Store& store, const std::vector<results::Pass>& wanted) const {
  for (const ScheduledPass& known : passes_) {
    const results::Pass& pass = known.pass;
    const bool is_wanted =
        std::ranges::any_of(wanted, [&](const results::Pass& each) { return each.is_of_same_traversal(pass); });
    const bool same_level =
        std::ranges::any_of(wanted, [&](const results::Pass& each) { return each.level == pass.level; });
    if (pass.done > pass.begin && same_level && !is_wanted)
      throw results::StoreMismatch(fmt::format(
          "store {}: it has tests of level {} in the order {}, which a shard in another order would execute "
          "again; use another file",
          store.file().string(), pass.level, pass.order.name));
  }
}

std::vector<std::size_t> Schedule::parts_of(const results::Pass& traversal) const {
  std::vector<std::size_t> parts;
  for (std::size_t index = 0; index < passes_.size(); ++index)
    if (passes_[index].pass.is_of_same_traversal(traversal)) parts.push_back(index);
  std::ranges::stable_sort(parts, {}, [&](std::size_t index) { return passes_[index].pass.begin; });
  return parts;
}

std::vector<std::size_t> Schedule::traversals_before(std::size_t index) const {
  std::vector<std::size_t> first;  // a traversal has the number of its first pass
  for (std::size_t earlier = 0; earlier < passes_[index].traversal; ++earlier)
    if (passes_[earlier].traversal == earlier) first.push_back(earlier);
  return first;
}

bool Schedule::is_divided(std::size_t index) const {
  return std::ranges::any_of(passes_, [&](const ScheduledPass& each) {
    return each.traversal == passes_[index].traversal && each.pass.is_part();
  });
}

bool Schedule::is_traversed(std::size_t index) const {
  Ordinal covered = 0;
  for (const std::size_t part : parts_of(passes_[index].pass))
    if (passes_[part].pass.begin <= covered) covered = std::max(covered, passes_[part].pass.done);
  return covered >= passes_[index].pass.whole;
}

bool Schedule::waits(std::size_t index) const {
  return std::ranges::any_of(traversals_before(index), [&](std::size_t earlier) {
    return is_other(index, earlier) && is_divided(earlier) && !is_traversed(earlier);
  });
}

Ordinal Schedule::tests_of(std::size_t traversal) const {
  if (is_divided(traversal)) return passes_[traversal].pass.whole;
  return passes_[traversal].visits();
}

Ordinal Schedule::tests_before(std::size_t index) const {
  if (!is_divided(index)) return visits();
  Ordinal tests = passes_[index].pass.done;
  for (const std::size_t earlier : traversals_before(index)) tests += tests_of(earlier);
  return tests;
}

Ordinal Schedule::test_of(Ordinal ordinal) const {
  const std::size_t index = pass_of(0, ordinal);
  const ScheduledPass& at = passes_.at(index);
  Ordinal tests = 0;
  std::vector<std::size_t> before;
  for (const std::size_t earlier : traversals_before(index)) {
    tests += tests_of(earlier);
    if (is_other(index, earlier)) before.push_back(earlier);
  }
  const Ordinal begin = is_divided(index) ? 0 : at.pass.begin, position = at.order->position(ordinal);
  if (before.empty()) return tests + (position - begin) + 1;
  for (Ordinal other = begin; other <= position; ++other)
    tests += std::ranges::none_of(before, [&](std::size_t each) { return passes_[each].visited(at.order->at(other)); });
  return tests;
}

Ordinal Schedule::tests_after(int level) const {
  Ordinal tests = 0, all = 0;
  for (std::size_t traversal = 0; traversal < passes_.size(); ++traversal) {
    if (passes_[traversal].traversal != traversal) continue;
    all += tests_of(traversal);
    if (passes_[traversal].pass.level == level) tests = all;
  }
  return tests;
}

std::size_t Schedule::pass_of(int level, Ordinal ordinal) const {
  std::size_t index = 0;
  while (index < passes_.size() && (passes_[index].pass.level != level || !passes_[index].visited(ordinal))) ++index;
  return index;
}

bool Schedule::is_other(std::size_t index, std::size_t other) const {
  const std::vector<std::size_t>& overlapping = passes_[passes_[index].traversal].overlapping;
  return std::ranges::find(overlapping, passes_[other].traversal) != overlapping.end();
}

bool Schedule::executed_elsewhere(std::size_t index, Ordinal ordinal) const {
  for (std::size_t other = 0; other < passes_.size(); ++other)
    if (is_other(index, other) && passes_[other].visited(ordinal)) return true;
  return false;
}

bool Schedule::has_others(std::size_t index) const {
  for (std::size_t other = 0; other < passes_.size(); ++other)
    if (is_other(index, other) && passes_[other].pass.done > passes_[other].pass.begin) return true;
  return false;
}

Ordinal Schedule::visits() const {
  Ordinal visits = 0;
  for (const ScheduledPass& pass : passes_) visits += pass.visits();
  return visits;
}

}  // namespace smallscope::runner
