// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/loop/loop.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/diagnosis/ambiguity_groups.hpp>

namespace smallscope::diagnosis::loop {

namespace {

directed::DirectorOptions director_options(const LoopOptions& options, directed::Strategy strategy) {
  return {.strategy = strategy,
          .pool = options.pool,
          .covered_of = options.covered_of,
          .seed = options.seed,
          .is_candidate = options.is_candidate};
}

/// No diagnosis stands for a session: the loop decides that.
constexpr double never_sure = 2;

LoopOptions checked(LoopOptions options) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw SpectrumError(fmt::format("a loop without {}: give at least 1", what));
  };
  require(options.tests > 0, "tests");
  require(options.pool > 0, "inputs to choose from (pool)");
  require(options.tight > 0, "elements on the first rank (tight)");
  require(options.steady > 0, "tests that change nothing (steady)");
  if (!(options.threshold > 0 && options.threshold <= 1))
    throw SpectrumError(fmt::format("a threshold of {}: give a probability above 0", options.threshold));
  return options;
}

}  // namespace

std::string_view name(Stage stage) {
  static constexpr std::string_view names[] = {"direct", "select", "plan"};
  return names[static_cast<std::size_t>(stage)];
}

std::string_view name(Stop stop) {
  static constexpr std::string_view names[] = {"not yet",   "tight",       "sure",    "budget",
                                               "exhausted", "not failing", "given up"};
  return names[static_cast<std::size_t>(stop)];
}

Loop::Loop(std::vector<Ordinal> factors, Ordinal failing, ChoicesOf choices_of, LoopOptions options)
    : factors_(std::move(factors)),
      failing_(failing),
      choices_of_(std::move(choices_of)),
      options_(checked(std::move(options))),
      director_(factors_, failing, director_options(options_, options_.strategy)),
      selector_(factors_, failing, director_options(options_, directed::Strategy::capability)),
      candidates_(factors_, failing,
                  {.number = options_.pool,
                   .seed = options_.seed,
                   .covered_of = options_.covered_of,
                   .is_candidate = options_.is_candidate}) {}

std::optional<Proposal> Loop::next() {
  if (stop_ != Stop::not_yet) return std::nullopt;
  if (!proposed_) proposed_ = proposal();
  if (!proposed_) stop_ = Stop::exhausted;
  return proposed_;
}

std::optional<Proposal> Loop::proposal() {
  if (steps_.empty() && executed_.empty()) return Proposal{failing_, Stage::direct};
  const std::size_t tests = steps_.size();  // the failing input is one of them
  const auto first_new = [&](directed::Director& director) {
    std::optional<Ordinal> ordinal = director.next();
    while (ordinal && executed_.contains(*ordinal)) ordinal = director.next();
    return ordinal;
  };
  std::optional<Ordinal> ordinal;
  Stage stage = Stage::direct;
  if (tests > options_.directed + options_.selected) {
    ordinal = planned();
    stage = Stage::plan;
  } else if (tests > options_.directed) {
    ordinal = first_new(selector_);
    stage = Stage::select;
  }
  if (!ordinal) {
    ordinal = first_new(director_);
    stage = Stage::direct;
  }
  return ordinal ? std::optional(Proposal{*ordinal, stage}) : std::nullopt;
}

std::optional<Ordinal> Loop::planned() {
  const planning::PoolTest* const test = session_ ? session_->next() : nullptr;
  return test == nullptr ? std::nullopt : std::optional(test->ordinal);
}

void Loop::observe(Outcome outcome, std::span<const Word> covered, const std::shared_ptr<const CodeColumns>& columns) {
  if (!proposed_) throw SpectrumError("an outcome of no test: ask for the next one first");
  const Proposal done = *proposed_;
  proposed_.reset();
  executed_.insert(done.ordinal);
  candidates_.remove(done.ordinal);
  Step step{.proposal = done, .outcome = outcome};
  if (!steps_.empty()) step.unchanged = steps_.back().unchanged + 1;
  steps_.push_back(step);
  if (outcome != Outcome::skip) {
    observed_.push_back({done.ordinal, outcome, {covered.begin(), covered.end()}});
    director_.observe(done.ordinal, outcome, covered);
    selector_.observe(done.ordinal, outcome, covered);
    candidates_.observe(done.ordinal, covered);
    rank_again(columns);
  }
  believe();
  decide();
}

void Loop::leave_out() {
  if (!proposed_) throw SpectrumError("no test is proposed that could be left out: ask for the next one first");
  executed_.insert(proposed_->ordinal);
  candidates_.remove(proposed_->ordinal);
  proposed_.reset();
  believe();
}

void Loop::give_up() {
  if (stop_ == Stop::not_yet) stop_ = Stop::given_up;
}

void Loop::rank_again(const std::shared_ptr<const CodeColumns>& columns) {
  if (columns != columns_) {
    columns_ = columns;
    spectrum_ = Spectrum(columns->elements());
    for (const Observed& each : observed_) spectrum_.add(each.ordinal, each.outcome, columns->row(each.covered));
  } else {
    const Observed& last = observed_.back();
    spectrum_.add(last.ordinal, last.outcome, columns->row(last.covered));
  }
  if (spectrum_.failing() == 0) return;
  ranking_ = rank(spectrum_.counts(), *find_measure("ochiai"));
  functions_ = rank_functions(spectrum_, choices_of_);
  std::vector<std::string> first_elements;
  for (const Ranked& each : ranking_.order)
    if (each.first == 1) first_elements.push_back(columns_->keys()[each.element]);
  std::vector<Element> first_functions;
  for (const Ranked& each : functions_.ranking.order)
    if (each.first == 1) first_functions.push_back(functions_.functions[each.element]);
  Step& step = steps_.back();
  step.first_elements = first_elements.size();
  if (first_elements != first_elements_ || first_functions != first_functions_) step.unchanged = 0;
  first_elements_ = std::move(first_elements);
  first_functions_ = std::move(first_functions);
}

void Loop::believe() {
  session_.reset();
  if (steps_.size() <= options_.directed + options_.selected || spectrum_.failing() == 0) return;
  std::vector<planning::PoolTest> pool;
  for (const directed::Candidate& each : candidates_.all())
    pool.push_back({.ordinal = each.ordinal, .traces = {{columns_->row(each.covered)}}, .distance = each.distance});
  session_ = std::make_unique<planning::Session>(
      spectrum_, std::move(pool),
      planning::SessionOptions{.belief = {.cardinality = options_.cardinality, .diagnoses = options_.diagnoses},
                               .group_prior = planning::GroupPrior::of_one,
                               .stop = {.threshold = never_sure, .is_one_enough = false},
                               .seed = options_.seed + steps_.size()});
  if (session_->belief().size() == 0) session_.reset();
  if (session_ && !steps_.empty()) steps_.back().greatest = session_->belief().greatest();
}

bool Loop::is_sure() const {
  if (!session_ || session_->belief().greatest() < options_.threshold) return false;
  const Diagnoses diagnoses = session_->diagnoses();
  const AmbiguityGroups groups = ambiguity_groups(spectrum_);
  std::size_t elements = 0;
  for (const Column group : diagnoses.all.front().elements)
    elements += groups.groups()[groups.group_of()[session_->groups()[group].front()]].size();
  return elements <= options_.tight;
}

void Loop::decide() {
  const Step& step = steps_.back();
  if (spectrum_.failing() == 0)
    stop_ = Stop::not_failing;
  else if (step.first_elements > 0 && step.first_elements <= options_.tight && step.unchanged >= options_.steady)
    stop_ = Stop::tight;
  else if (is_sure())
    stop_ = Stop::sure;
  else if (steps_.size() > options_.tests)
    stop_ = Stop::budget;
}

}  // namespace smallscope::diagnosis::loop
