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
  if (kind.depends_on(generators::OrderParameter::factors)) order.factors = generators::factors(space.structure());
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
results::Pass listed_pass(const std::vector<Ordinal>& first, Ordinal inputs) {
  results::Pass pass;
  pass.order =
      generators::determining({.name = "listed", .listed = std::make_shared<const std::vector<Ordinal>>(first)});
  pass.end = first.size();
  pass.size = inputs;
  return pass;
}

std::vector<results::Pass> wanted_passes(const results::Store& store, const RunOptions& options,
                                         const Campaign& campaign) {
  std::vector<results::Pass> wanted;
  if (!options.first.empty()) wanted.push_back(listed_pass(options.first, size_at(store, campaign, 0)));
  if (options.only_first) return wanted;
  const int highest = options.ladder ? campaign.merge_levels() : options.merge_level;
  const int lowest = options.ladder ? 0 : options.merge_level;
  for (int level = highest; level >= lowest; --level)
    want_level(wanted, options, campaign, level, size_at(store, campaign, level));
  return wanted;
}

bool same(const results::Pass& a, const results::Pass& b) {
  return a.level == b.level && a.order == b.order && a.repeat == b.repeat && a.begin == b.begin && a.end == b.end;
}

}  // namespace

Schedule::Schedule(results::Store& store, const RunOptions& options, const Campaign& campaign) {
  const auto add = [&](const results::Pass& pass) {
    passes_.push_back({pass, generators::make_order(pass.order, pass.size)});
  };
  for (const results::Pass& pass : store.passes()) {
    const Ordinal now = pass.level <= campaign.merge_levels() ? size_at(store, campaign, pass.level) : 0;
    if (now != pass.size)
      throw results::StoreMismatch(fmt::format(
          "store {}: its pass over merge level {} has {} inputs, the campaign's level has {}; use another file",
          store.file().string(), pass.level, pass.size, now));
    add(pass);
  }
  for (const results::Pass& wanted : wanted_passes(store, options, campaign)) {
    auto known = std::find_if(passes_.begin(), passes_.end(),
                              [&](const ScheduledPass& pass) { return same(pass.pass, wanted); });
    if (known == passes_.end()) {
      add(store.add_pass(wanted));
      known = passes_.end() - 1;
    }
    wanted_.push_back(static_cast<std::size_t>(known - passes_.begin()));
  }
}

bool Schedule::is_other(std::size_t index, std::size_t other) const {
  return other != index && passes_[other].pass.level == passes_[index].pass.level;
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
