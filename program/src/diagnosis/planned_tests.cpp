// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/planned_tests.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include <smallscope/diagnosis/planning/neighbour_prediction.hpp>
#include <smallscope/generators/rings.hpp>
#include <smallscope/report/presentation.hpp>

namespace smallscope::program {

using diagnosis::planning::NeighbourPrediction;
using diagnosis::planning::PoolTest;
using diagnosis::planning::Session;
using diagnosis::planning::Stop;
using results::Ordinal;

namespace {

/// Traces are predicted from so many of the nearest tests at most: farther ones say little.
constexpr std::size_t most_remembered = 2'000;

/// A cluster, what is known of its campaign, and the inputs around its first failing input.
class Planning {
 public:
  Planning(ClusterTests& tests, const PlanArguments& arguments)
      : tests_(tests), arguments_(arguments), center_(tests.failing().front()), rings_(tests.factors(), center_) {
    fill_pool();
    std::vector<Ordinal> pool;
    for (const auto& [ordinal, distance] : pool_) pool.push_back(ordinal);
    first_ = diagnosis::around(center_, pool, arguments_.around, tests_.choices_of());
  }

  /// Of what the store knows now, for so many tests that were planned already.
  std::unique_ptr<Session> session(std::size_t planned) {
    columns_.emplace(tests_.store(), arguments_.elements);
    const diagnosis::StoredSpectrum stored =
        diagnosis::stored_spectrum(tests_.store(), {.failing = tests_.failing()}, arguments_.elements);
    diagnosis::planning::SessionOptions options{
        .belief = {.cardinality = arguments_.cardinality, .diagnoses = arguments_.diagnoses},
        .group_prior = diagnosis::planning::GroupPrior::of_one,
        .planner = arguments_.planner,
        .stop = {.threshold = arguments_.threshold,
                 .tests = arguments_.max_tests - std::min(arguments_.max_tests, planned)},
        .first = first_,
        .seed = arguments_.seed + planned};
    const auto prediction = predicted_from(stored.spectrum);
    options.predictor = prediction;
    std::vector<PoolTest> pool;
    for (const auto& [ordinal, distance] : pool_) {
      pool.push_back(prediction->pool_test(ordinal));
      pool.back().distance = distance;
    }
    return std::make_unique<Session>(stored.spectrum, std::move(pool), std::move(options));
  }

  /// More inputs, farther away. False if every input of the space was executed.
  bool fill_pool() {
    while (pool_.size() < arguments_.pool) {
      const std::optional<Ordinal> ordinal = rings_.next();
      if (!ordinal) break;
      if (!tests_.store().is_executed(0, *ordinal)) pool_.emplace(*ordinal, rings_.ring());
    }
    return !pool_.empty();
  }

  /// What the store says of an input that was executed now, which leaves the pool. Its coverage is what is known of it
  /// in the columns of the last session. False if it covers more, and a new session is needed.
  bool observe(Session& session, Ordinal ordinal) {
    pool_.erase(ordinal);
    const ClusterTests::Result result = tests_.result(ordinal);
    session.observe(result.outcome, columns_->row(result.covered));
    return columns_->knows(result.covered);
  }

  std::size_t distance(Ordinal ordinal) const {
    return diagnosis::distance(tests_.choices_of()(center_), tests_.choices_of()(ordinal));
  }

 private:
  std::shared_ptr<NeighbourPrediction> predicted_from(const diagnosis::Spectrum& spectrum) const {
    std::vector<Ordinal> observed;
    std::map<Ordinal, std::size_t> rows;
    for (std::size_t number = 0; number < spectrum.tests(); ++number) {
      const diagnosis::CoveredTest test = spectrum.test(number);
      observed.push_back(test.ordinal);
      rows.emplace(test.ordinal, test.row);
    }
    auto prediction = std::make_shared<NeighbourPrediction>(tests_.choices_of(), arguments_.neighbours);
    for (const Ordinal ordinal : diagnosis::nearest(center_, observed, most_remembered, tests_.choices_of()))
      if (const auto found = rows.find(ordinal); found != rows.end())
        prediction->observe(ordinal, spectrum.row(found->second));
    return prediction;
  }

  ClusterTests& tests_;
  const PlanArguments& arguments_;
  Ordinal center_;
  generators::Rings rings_;
  std::map<Ordinal, std::size_t> pool_;  ///< how far each is away
  std::vector<Ordinal> first_;           ///< of the pool as it was at first
  std::optional<diagnosis::CodeColumns> columns_;
};

void note_diagnoses(PlannedTests& planned, const Session& session) {
  planned.found = grouped_diagnoses(session);
  planned.left_out = session.belief().left_out();
  planned.left_out_probability = session.belief().left_out_probability();
  planned.stop = session.stop();
}

}  // namespace

PlannedTests plan_tests(const Context& context, const runner::Campaign& campaign, const PlanArguments& arguments,
                        const VisitPlanned& visit) {
  ClusterTests tests("plan", context, campaign, arguments.store, arguments.from, arguments.cluster,
                     arguments.execution);
  const clustering::Cluster& cluster = tests.cluster();
  PlannedTests planned{.id = cluster.id, .key = cluster.key, .messages = report::message_text(cluster, 120)};
  Planning planning(tests, arguments);
  std::unique_ptr<Session> session = planning.session(0);
  planned.known_failing = session->spectrum().failing();
  planned.known_passing = session->spectrum().passing();
  while (true) {
    const PoolTest* const test = session->next();
    if (test == nullptr) {
      if (session->stop() != Stop::pool_empty || !planning.fill_pool()) break;
      session = planning.session(planned.tests.size());
      continue;
    }
    const Ordinal ordinal = test->ordinal;
    if (!tests.execute({ordinal})) {
      session->give_up();
      break;
    }
    const bool is_known = planning.observe(*session, ordinal);
    planned.tests.push_back(session->tests().back());
    note_diagnoses(planned, *session);
    visit(planned, planned.tests.back(), planning.distance(ordinal));
    if (!is_known) session = planning.session(planned.tests.size());
  }
  note_diagnoses(planned, *session);
  planned.skipped = tests.skipped();
  planned.run = tests.run();
  return planned;
}

}  // namespace smallscope::program
