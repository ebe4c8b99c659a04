#include "schedule.hpp"

#include <algorithm>

namespace smallscope::runner {

namespace {

/// The order with all that determines it over this space, and nothing else.
generators::OrderSpecification order_over(const Space& space, generators::OrderSpecification order) {
  const bool combines = order.name == "pairwise";
  order.factors = combines ? generators::factors(space.structure()) : std::vector<Ordinal>();
  if (!combines) order.strength = generators::OrderSpecification().strength;
  return order;
}

std::vector<results::Pass> wanted_passes(const RunOptions& options, const Campaign& campaign) {
  const Ordinal inputs = campaign.space->size();
  if (inputs == 0) return {};
  results::Pass pass;
  pass.order = order_over(*campaign.space, options.order);
  pass.end = inputs;
  if (!options.repeat || options.order.name != "jump") return {pass};
  // The paper's two phases: the sparse one, then everything once more.
  pass.end = generators::JumpOrder(inputs, options.order.jump_limit, options.order.seed).sparse_size();
  results::Pass exhaustive;
  exhaustive.order = {.name = "dense"};
  exhaustive.repeat = true;
  exhaustive.end = inputs;
  return {pass, exhaustive};
}

bool same(const results::Pass& a, const results::Pass& b) {
  return a.level == b.level && a.order == b.order && a.repeat == b.repeat && a.begin == b.begin && a.end == b.end;
}

}  // namespace

Schedule::Schedule(results::Store& store, const RunOptions& options, const Campaign& campaign) {
  const auto add = [&](const results::Pass& pass) {
    passes_.push_back({pass, generators::make_order(pass.order, campaign.space->size())});
  };
  for (const results::Pass& pass : store.passes()) add(pass);
  for (const results::Pass& wanted : wanted_passes(options, campaign)) {
    auto known = std::find_if(passes_.begin(), passes_.end(),
                              [&](const ScheduledPass& pass) { return same(pass.pass, wanted); });
    if (known == passes_.end()) {
      add(store.add_pass(wanted));
      known = passes_.end() - 1;
    }
    if (known->pass.done < known->pass.end) open_.push_back(static_cast<std::size_t>(known - passes_.begin()));
  }
}

bool Schedule::executed_elsewhere(std::size_t index, Ordinal ordinal) const {
  for (std::size_t other = 0; other < passes_.size(); ++other)
    if (other != index && passes_[other].visited(ordinal)) return true;
  return false;
}

bool Schedule::has_others(std::size_t index) const {
  for (std::size_t other = 0; other < passes_.size(); ++other)
    if (other != index && passes_[other].pass.done > passes_[other].pass.begin) return true;
  return false;
}

Ordinal Schedule::visits() const {
  Ordinal visits = 0;
  for (const ScheduledPass& pass : passes_) visits += pass.visits();
  return visits;
}

}  // namespace smallscope::runner
