// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/planned_tests.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include <fmt/format.h>

#include <smallscope/diagnosis/planning/neighbour_prediction.hpp>
#include <smallscope/generators/rings.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/runner/isolated.hpp>

#include "command_line/interrupt.hpp"
#include "diagnosis/stored_diagnosis.hpp"
#include "run/coverage.hpp"
#include "run/message_hooks.hpp"
#include "triage/stored_campaign.hpp"
#include "triage/stored_clusters.hpp"

namespace smallscope::program {

using diagnosis::Outcome;
using diagnosis::Word;
using diagnosis::planning::NeighbourPrediction;
using diagnosis::planning::PoolTest;
using diagnosis::planning::Session;
using diagnosis::planning::Stop;
using results::Ordinal;

namespace {

/// Traces are predicted from so many of the nearest tests at most: farther ones say little.
constexpr std::size_t most_remembered = 2'000;

clustering::Cluster planned_cluster(const results::Store& store, const runner::Campaign& campaign,
                                    const std::string& wanted) {
  const std::vector<clustering::Cluster> clusters = clusters_of(store, campaign);
  if (clusters.empty())
    throw UsageError("plan: nothing in the store fails, so there is nothing to diagnose; run more of the campaign");
  if (wanted.empty() && clusters.size() > 1)
    throw UsageError(fmt::format("plan: the store has {} clusters; name one with --cluster C1 (`clusters` lists them)",
                                 clusters.size()));
  clustering::Cluster cluster = wanted_clusters(store, clusters, wanted).front();
  if (failing_inputs(cluster).empty())
    throw UsageError(fmt::format("plan: {} was found at merged levels only; run level 0", cluster.id));
  return cluster;
}

/// A cluster, what is known of its campaign, and the inputs around its first failing input.
class Planning {
 public:
  Planning(results::Store& store, const runner::Campaign& campaign, const clustering::Cluster& cluster,
           const PlanArguments& arguments)
      : store_(store),
        arguments_(arguments),
        options_(options_of(store)),
        choices_of_(choices_of(campaign)),
        failing_(failing_inputs(cluster)),
        center_(failing_.front()),
        rings_(generators::factors(structure_of(campaign)), center_) {
    store.for_each_case([&](const results::Case& found) {
      if (found.level == 0 && std::ranges::binary_search(failing_, found.ordinal))
        signatures_.insert(clustering::signature(found.verdict, found.judgements, options_, found.ordinal));
      return true;
    });
    fill_pool();
    std::vector<Ordinal> pool;
    for (const auto& [ordinal, distance] : pool_) pool.push_back(ordinal);
    first_ = diagnosis::around(center_, pool, arguments_.around, choices_of_);
  }

  /// Of what the store knows now, for so many tests that were planned already.
  std::unique_ptr<Session> session(std::size_t planned) {
    columns_.emplace(store_, arguments_.elements);
    const diagnosis::StoredSpectrum stored =
        diagnosis::stored_spectrum(store_, {.failing = failing_}, arguments_.elements);
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
      if (!store_.is_executed(0, *ordinal)) pool_.emplace(*ordinal, rings_.ring());
    }
    return !pool_.empty();
  }

  /// What the store says of an input that was executed now, which leaves the pool. Its coverage is what is known of it
  /// in the columns of the last session. False if it covers more, and a new session is needed.
  bool observe(Session& session, Ordinal ordinal, PlannedTests& planned) {
    pool_.erase(ordinal);
    std::vector<Word> covered;
    store_.for_each_spectrum(0, [&](Ordinal test, std::span<const std::uint64_t> elements) {
      if (test == ordinal) covered.assign(elements.begin(), elements.end());
      return false;  // the latest comes first
    });
    const bool is_covered = std::ranges::any_of(covered, [](Word word) { return word != 0; });
    const Outcome outcome = outcome_of(ordinal, is_covered, planned);
    if (diagnosis::is_failing(outcome)) failing_.insert(std::ranges::lower_bound(failing_, ordinal), ordinal);
    session.observe(outcome, columns_->row(covered));
    return columns_->knows(covered);
  }

  std::size_t distance(Ordinal ordinal) const {
    return diagnosis::distance(choices_of_(center_), choices_of_(ordinal));
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
    auto prediction = std::make_shared<NeighbourPrediction>(choices_of_, arguments_.neighbours);
    for (const Ordinal ordinal : diagnosis::nearest(center_, observed, most_remembered, choices_of_))
      if (const auto found = rows.find(ordinal); found != rows.end())
        prediction->observe(ordinal, spectrum.row(found->second));
    return prediction;
  }

  /// A failing input counts if it says what those of the cluster say. Those that are skipped are counted.
  Outcome outcome_of(Ordinal ordinal, bool is_covered, PlannedTests& planned) const {
    const Outcome outcome = diagnosis::outcome_of(store_.verdict(0, ordinal).value_or(results::Verdict::discarded));
    std::size_t* skipped = nullptr;
    if (outcome == Outcome::skip)
      skipped = &planned.not_judged;
    else if (!is_covered)
      skipped = &planned.uncovered;
    else if (diagnosis::is_failing(outcome) && !is_of_cluster(ordinal))
      skipped = &planned.other;
    if (skipped == nullptr) return outcome;
    ++*skipped;
    return Outcome::skip;
  }

  bool is_of_cluster(Ordinal ordinal) const {
    const std::optional<results::Case> found = store_.find_case(0, ordinal);
    return found &&
           signatures_.contains(clustering::signature(found->verdict, found->judgements, options_, found->ordinal));
  }

  results::Store& store_;
  const PlanArguments& arguments_;
  clustering::Options options_;
  diagnosis::ChoicesOf choices_of_;
  std::vector<Ordinal> failing_;
  Ordinal center_;
  generators::Rings rings_;
  std::map<Ordinal, std::size_t> pool_;  ///< how far each is away
  std::vector<Ordinal> first_;           ///< of the pool as it was at first
  std::set<clustering::Signature> signatures_;
  std::optional<diagnosis::CodeColumns> columns_;
};

void note_diagnoses(PlannedTests& planned, const Session& session) {
  planned.elements = session.spectrum().elements();
  planned.groups = session.groups();
  planned.diagnoses = session.diagnoses();
  planned.left_out = session.belief().left_out();
  planned.left_out_probability = session.belief().left_out_probability();
  planned.stop = session.stop();
}

}  // namespace

PlannedTests plan_tests(const Context& context, const runner::Campaign& campaign, const PlanArguments& arguments,
                        const VisitPlanned& visit) {
  if (campaign.space->is_search())
    throw UsageError(
        fmt::format("plan: {} is a search without an index, whose inputs have no neighbours", campaign.name));
  const auto budget = budget_of(arguments.execution);
  const auto start = std::chrono::steady_clock::now();
  const runner::Campaign executed = with_coverage(runner::isolated(campaign));
  const Interrupt interrupt;
  runner::Engine engine(executed, arguments.execution.engine);
  results::Store store = results::Store::open(arguments.store);
  store.require_same_campaign(engine.manifest());
  const clustering::Cluster cluster = planned_cluster(store, campaign, arguments.cluster);
  PlannedTests planned{.id = cluster.id, .key = cluster.key, .messages = report::message_text(cluster, 120)};
  Planning planning(store, campaign, cluster, arguments);
  const clustering::Options options = options_of(store);
  ProgressObserver observer(ProgressStyle::none, clustering::Clustering(options, clustering::Members::counted),
                            replay_command(context, arguments.store, arguments.from));
  std::unique_ptr<Session> session = planning.session(0);
  planned.known_failing = session->spectrum().failing();
  planned.known_passing = session->spectrum().passing();
  const auto execute = [&](Ordinal ordinal) {
    runner::RunOptions run;
    run.first = {ordinal};
    run.only_first = true;
    run.program = store.manifest().program;
    use_message_rules(run, options);
    if (budget) run.budget = *budget - (std::chrono::steady_clock::now() - start);
    const runner::Summary summary = engine.run(store, run, observer, interrupt.token());
    planned.remarks.insert(summary.remarks.begin(), summary.remarks.end());
    planned.run = summary.stop;
    return planned.run == runner::Stop::finished;
  };
  while (true) {
    const PoolTest* const test = session->next();
    if (test == nullptr) {
      if (session->stop() != Stop::pool_empty || !planning.fill_pool()) break;
      session = planning.session(planned.tests.size());
      continue;
    }
    const Ordinal ordinal = test->ordinal;
    if (!execute(ordinal)) {
      session->give_up();
      break;
    }
    const bool is_known = planning.observe(*session, ordinal, planned);
    planned.tests.push_back(session->tests().back());
    note_diagnoses(planned, *session);
    visit(planned, planned.tests.back(), planning.distance(ordinal));
    if (!is_known) session = planning.session(planned.tests.size());
  }
  note_diagnoses(planned, *session);
  return planned;
}

}  // namespace smallscope::program
