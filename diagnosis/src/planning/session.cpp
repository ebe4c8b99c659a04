// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/planning/session.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include <smallscope/diagnosis/ambiguity_groups.hpp>

namespace smallscope::diagnosis::planning {

namespace {

bool is_covered(std::span<const Word> row, Column column) {
  return (row[column / word_bits] >> (column % word_bits) & 1u) != 0;
}

void check(const std::vector<PoolTest>& pool, std::size_t width) {
  for (const PoolTest& test : pool) {
    if (test.traces.empty()) throw SpectrumError(fmt::format("test {} has no trace: predict one", test.ordinal));
    if (!(test.cost > 0)) throw SpectrumError(fmt::format("test {} costs {}: give more", test.ordinal, test.cost));
    for (const PredictedTrace& trace : test.traces) {
      if (!(trace.weight > 0))
        throw SpectrumError(fmt::format("a trace of test {} has weight {}: give more", test.ordinal, trace.weight));
      if (trace.covered.size() != width)
        throw SpectrumError(fmt::format("a trace of test {} has {} words: give {}, as in the spectrum", test.ordinal,
                                        trace.covered.size(), width));
    }
  }
}

std::vector<double> group_priors(const Prior& prior, const std::vector<std::vector<Column>>& groups, GroupPrior kind) {
  const auto of = [&](Column element) { return prior.of_element.empty() ? prior.each : prior.of_element.at(element); };
  std::vector<double> priors;
  for (const std::vector<Column>& group : groups) {
    if (kind == GroupPrior::of_one) {
      priors.push_back(of(group[0]));
      continue;
    }
    double log_healthy = 0;
    for (const Column element : group) log_healthy += std::log1p(-of(element));
    priors.push_back(-std::expm1(log_healthy));
  }
  return priors;
}

/// Jaccard's index; 1 if both are empty.
double similarity(std::span<const Word> a, std::span<const Word> b) {
  int both = 0, either = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    both += std::popcount(a[i] & b[i]);
    either += std::popcount(a[i] | b[i]);
  }
  return either == 0 ? 1 : static_cast<double>(both) / either;
}

double agreement(const PoolTest& test, std::span<const Word> covered) {
  double sum = 0, total = 0;
  for (const PredictedTrace& trace : test.traces) {
    sum += trace.weight * similarity(trace.covered, covered);
    total += trace.weight;
  }
  return sum / total;
}

}  // namespace

std::string_view name(Stop stop) {
  constexpr std::string_view names[] = {"not yet",    "sure",   "one diagnosis", "no diagnosis",
                                        "pool empty", "budget", "given up"};
  return names[static_cast<std::size_t>(stop)];
}

Session::Session(const Spectrum& observed, std::vector<PoolTest> pool, SessionOptions options)
    : spectrum_(observed),
      pool_(std::move(pool)),
      options_(std::move(options)),
      random_(options_.seed),
      belief_(observed.columns(), options_.belief) {  // checks the options; group() makes the real one
  check(pool_, spectrum_.width());
  group();
  decide();
}

void Session::group() {
  std::vector<std::span<const Word>> rows;
  for (std::size_t row = 0; row < spectrum_.rows(); ++row) rows.push_back(spectrum_.row(row));
  for (const PoolTest& test : pool_)
    for (const PredictedTrace& trace : test.traces) rows.push_back(trace.covered);
  AmbiguityGroups refined(spectrum_.columns());
  refined.refine(rows);
  groups_ = refined.groups();

  grouped_ = pool_;
  for (PoolTest& test : grouped_)
    for (PredictedTrace& trace : test.traces) trace.covered = grouped(trace.covered);
  std::vector<Element> elements;
  for (const std::vector<Column>& members : groups_) elements.push_back(spectrum_.elements()[members[0]]);
  Spectrum of_groups(std::move(elements));
  for (std::size_t i = 0; i < spectrum_.tests(); ++i) {
    const CoveredTest test = spectrum_.test(i);
    of_groups.add(test.ordinal, test.outcome, grouped(spectrum_.row(test.row)));
  }
  BeliefOptions belief = options_.belief;
  belief.prior.of_element = group_priors(options_.belief.prior, groups_, options_.group_prior);
  belief_ = Belief(of_groups, belief);
}

std::vector<Word> Session::grouped(std::span<const Word> covered) const {
  std::vector<Column> of_groups;
  for (Column number = 0; number < groups_.size(); ++number)
    if (is_covered(covered, groups_[number][0])) of_groups.push_back(number);
  return row_of(of_groups, static_cast<Column>(groups_.size()));
}

bool Session::splits_a_group(std::span<const Word> covered) const {
  for (const std::vector<Column>& members : groups_)
    for (const Column member : members)
      if (is_covered(covered, member) != is_covered(covered, members[0])) return true;
  return false;
}

void Session::decide() {
  const StopRules& rules = options_.stop;
  const bool may_be_sure = spectrum_.failing() >= rules.failing && !first_of_pool();
  if (belief_.size() == 0)
    stop_ = Stop::no_diagnosis;
  else if (may_be_sure && rules.is_one_enough && belief_.size() == 1)
    stop_ = Stop::one_diagnosis;
  else if (may_be_sure && belief_.greatest() >= rules.threshold)
    stop_ = Stop::sure;
  else if (pool_.empty())
    stop_ = Stop::pool_empty;
  else if (tests_.size() >= rules.tests || cost_ >= rules.cost)
    stop_ = Stop::budget;
}

std::optional<std::size_t> Session::first_of_pool() const {
  for (const Ordinal ordinal : options_.first)
    if (const auto test = std::ranges::find(pool_, ordinal, &PoolTest::ordinal); test != pool_.end())
      return static_cast<std::size_t>(test - pool_.begin());
  return std::nullopt;
}

const PoolTest* Session::next() {
  if (stop_ != Stop::not_yet) return nullptr;
  if (!proposed_) proposed_ = first_of_pool();
  if (!proposed_) proposed_ = next_test(belief_, grouped_, options_.planner, random_);
  return &pool_[*proposed_];
}

void Session::observe(Outcome outcome, std::span<const Word> covered) {
  if (!proposed_) throw SpectrumError("an outcome of no test: ask for the next test first");
  const std::size_t at = *proposed_;
  PlannedTest done{.ordinal = pool_[at].ordinal, .outcome = outcome};
  if (outcome != Outcome::skip) {
    spectrum_.add(done.ordinal, outcome, covered);
    done.cost = pool_[at].cost;
    done.pass_probability = pass_probability(belief_, grouped_[at], options_.planner.reading);
    done.agreement = agreement(pool_[at], covered);
  }
  const auto position = static_cast<std::ptrdiff_t>(at);
  pool_.erase(pool_.begin() + position);
  grouped_.erase(grouped_.begin() + position);
  proposed_.reset();
  if (outcome != Outcome::skip) learn(done.ordinal, outcome, covered);
  cost_ += done.cost;
  done.diagnoses = belief_.size();
  done.greatest = belief_.greatest();
  tests_.push_back(done);
  decide();
}

void Session::learn(Ordinal ordinal, Outcome outcome, std::span<const Word> covered) {
  bool is_predicted_anew = false;
  if (options_.predictor) {
    options_.predictor->observe(ordinal, covered);
    is_predicted_anew = options_.predictor->predict(pool_);
  }
  if (is_predicted_anew || splits_a_group(covered))
    group();
  else
    belief_.observe(grouped(covered), is_failing(outcome));
}

void Session::give_up() {
  if (stop_ == Stop::not_yet) stop_ = Stop::given_up;
}

Stop plan(Session& session, const std::function<std::optional<Executed>(const PoolTest&)>& execute) {
  while (const PoolTest* const test = session.next()) {
    const std::optional<Executed> executed = execute(*test);
    if (executed)
      session.observe(executed->outcome, executed->covered);
    else
      session.give_up();
  }
  return session.stop();
}

}  // namespace smallscope::diagnosis::planning
