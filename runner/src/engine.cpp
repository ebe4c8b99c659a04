// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <thread>

#include "again/execute_again.hpp"
#include "again/execute_alone.hpp"
#include "again/execute_switched.hpp"
#include "campaign_run.hpp"
#include "reducer.hpp"
#include "unmerge_session.hpp"

namespace smallscope::runner {

std::string_view name(Stop stop) {
  switch (stop) {
    case Stop::finished:
      return "finished";
    case Stop::first_failure:
      return "first failure";
    case Stop::max_tests:
      return "max tests";
    case Stop::budget:
      return "budget";
    case Stop::interrupted:
      return "interrupted";
    case Stop::in_vain:
      return "in vain";
  }
  return "finished";
}

std::string default_order(const Campaign& campaign) {
  return campaign.body->prefers_walks() ? "pairwise-dense" : generators::OrderSpecification().name;
}

class Engine::Impl {
 public:
  Impl(const Campaign& campaign, const EngineOptions& options)
      : campaign_(campaign),
        scheduler_(options.scheduler),
        jobs_(options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency())),
        lanes_(campaign.body, options.scratch),
        version_(Lanes::Loan(lanes_)->version()) {}

  AgainSettings again(std::stop_token interrupt) {
    return {campaign_, scheduler_, jobs_, lanes_, std::move(interrupt)};
  }
  TextSettings texts(std::stop_token interrupt) { return {campaign_, scheduler_, jobs_, lanes_, std::move(interrupt)}; }

  const Campaign campaign_;
  const Scheduler scheduler_;
  const unsigned jobs_;
  Lanes lanes_;
  std::string version_;
};

Engine::Engine(const Campaign& campaign, const EngineOptions& options)
    : impl_(std::make_unique<Impl>(campaign, options)) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;

const std::string& Engine::version() const { return impl_->version_; }
unsigned Engine::jobs() const { return impl_->jobs_; }

results::Manifest Engine::manifest() const {
  const Campaign& campaign = impl_->campaign_;
  results::Manifest manifest;
  manifest.campaign = campaign.name;
  manifest.description = campaign.description;
  manifest.fingerprint = fingerprint(campaign, impl_->version_);
  manifest.oracles = campaign.body->oracle_names();
  manifest.occasional = campaign.body->occasional_oracles();
  manifest.inputs = declared_size(*campaign.space);
  manifest.structure = generators::to_string(campaign.space->structure());
  manifest.summary = generators::summary(campaign.space->structure());
  manifest.masks = campaign.messages.masks;
  manifest.presets = campaign.messages.presets;
  manifest.rules = campaign.messages.rules;
  manifest.learned = campaign.messages.learned;
  manifest.containment = campaign.body->containment();
  manifest.specification = campaign.specification;
  return manifest;
}

Summary Engine::run(results::Store& store, const RunOptions& options, Observer& observer, std::stop_token interrupt) {
  return CampaignRun({.campaign = impl_->campaign_,
                      .options = options,
                      .scheduler = impl_->scheduler_,
                      .jobs = impl_->jobs_,
                      .lanes = impl_->lanes_,
                      .store = store,
                      .observer = observer,
                      .interrupt = std::move(interrupt)})
      .run();
}

std::optional<Outcome> Engine::execute(Ordinal ordinal, std::stop_token interrupt, int level, unsigned patience) {
  auto executed = execute_alone(impl_->lanes_, {level, ordinal, patience}, std::move(interrupt));
  if (executed) return std::move(executed->outcome);
  Outcome passed;  // nothing has been seen
  passed.verdict = oracles::Verdict::pass;
  return passed;
}

Stop Engine::execute_each(const std::vector<Alone>& inputs,
                          const std::function<void(const Alone&, const ExecutedAlone&)>& seen,
                          std::optional<std::chrono::duration<double>> budget, std::stop_token interrupt) {
  return runner::execute_each(impl_->again(std::move(interrupt)), inputs, budget, seen);
}

std::optional<Outcome> Engine::execute(const subjects::Input& input, std::stop_token interrupt) {
  return execute_text(impl_->texts(interrupt), input, interrupt);
}

Reduced Engine::reduce(const subjects::Input& input, const ReduceOptions& options, std::stop_token interrupt) {
  const TextSettings settings = impl_->texts(std::move(interrupt));
  return Reducer(settings, options, input).run();
}

Stop Engine::execute_again(const std::function<std::optional<Again>()>& next, const AgainOptions& options,
                           const std::function<void(const Again&, const std::optional<Outcome>&)>& seen,
                           std::stop_token interrupt) {
  return runner::execute_again(impl_->again(std::move(interrupt)), next, options, seen);
}

Stop Engine::execute_switched(const std::function<std::optional<Switching>()>& next, const SwitchingOptions& options,
                              const std::function<void(const Switching&, const Switched&)>& seen,
                              std::stop_token interrupt) {
  return runner::execute_switched(impl_->again(std::move(interrupt)), next, options, seen);
}

std::optional<results::Unmerging> Engine::unmerge(int level, Ordinal ordinal, const RunOptions& options,
                                                  std::stop_token interrupt) {
  const auto whole = execute(ordinal, interrupt, level, options.patience);
  if (!whole || whole->verdict == oracles::Verdict::pass || interrupt.stop_requested()) return std::nullopt;
  Lanes::Loan lane(impl_->lanes_);
  auto apart = take_apart(impl_->campaign_, {level, ordinal, *whole, 0}, unmerge_rules(impl_->campaign_, options),
                          *lane.get(), interrupt);
  if (!apart) return std::nullopt;
  return std::move(apart->unmerging);
}

}  // namespace smallscope::runner
