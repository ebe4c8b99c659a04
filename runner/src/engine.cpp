#include <algorithm>
#include <thread>

#include "session.hpp"
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
  }
  return "finished";
}

class Engine::Impl {
 public:
  Impl(const Campaign& campaign, const RunOptions& options)
      : campaign_(campaign),
        options_(options),
        jobs_(options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency())),
        lanes_(campaign.body, options.scratch),
        version_(Lanes::Loan(lanes_)->version()) {}

  Campaign campaign_;
  RunOptions options_;
  unsigned jobs_;
  Lanes lanes_;
  std::string version_;
};

Engine::Engine(const Campaign& campaign, const RunOptions& options)
    : impl_(std::make_unique<Impl>(campaign, options)) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;

const std::string& Engine::version() const { return impl_->version_; }
unsigned Engine::jobs() const { return impl_->jobs_; }

void Engine::configure(const RunOptions& options) {
  const RunOptions kept = impl_->options_;
  impl_->options_ = options;
  impl_->options_.jobs = kept.jobs;
  impl_->options_.scheduler = kept.scheduler;
  impl_->options_.scratch = kept.scratch;
}

results::Manifest Engine::manifest() const {
  const Campaign& campaign = impl_->campaign_;
  results::Manifest manifest;
  manifest.campaign = campaign.name;
  manifest.description = campaign.description;
  manifest.fingerprint = fingerprint(campaign, impl_->version_);
  manifest.inputs = declared_size(*campaign.space);
  manifest.structure = generators::to_string(campaign.space->structure());
  manifest.summary = generators::summary(campaign.space->structure());
  manifest.masks = campaign.masks;
  manifest.presets = campaign.presets;
  manifest.rules = campaign.rules;
  return manifest;
}

Summary Engine::run(results::Store& store, Observer& observer, std::stop_token interrupt) {
  RunSession session(impl_->campaign_, impl_->options_, impl_->jobs_, impl_->lanes_, store, observer,
                     std::move(interrupt));
  return session.run();
}

std::optional<Outcome> Engine::execute(Ordinal ordinal, std::stop_token interrupt, int level) {
  const std::vector<Ordinal> alone{ordinal};
  Lanes::Loan lane(impl_->lanes_);
  lane->renew();
  PortionResult result = lane->execute({.level = level, .ordinals = alone}, std::move(interrupt));
  if (!result.filtered.empty()) return std::nullopt;
  if (!result.outcomes.empty()) return std::move(result.outcomes.front());
  Outcome passed;
  passed.verdict = oracles::Verdict::pass;
  return passed;
}

std::optional<results::Unmerging> Engine::unmerge(int level, Ordinal ordinal, std::stop_token interrupt) {
  const auto whole = execute(ordinal, interrupt, level);
  if (!whole || whole->verdict == oracles::Verdict::pass || interrupt.stop_requested()) return std::nullopt;
  const UnmergeRules rules = unmerge_rules(impl_->campaign_, impl_->options_);
  Lanes::Loan lane(impl_->lanes_);
  auto apart = take_apart(impl_->campaign_, {level, ordinal, *whole, 0}, rules, *lane.get(), interrupt);
  if (!apart) return std::nullopt;
  return std::move(apart->unmerging);
}

}  // namespace smallscope::runner
