// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/case_study.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace smallscope::evaluation {

namespace {

using clustering::Abstraction;

/// A failing test and the labelled faults that it shows, as indices into clustering::Faults::all().
struct FailingTest {
  Ordinal ordinal = 0;
  std::vector<std::size_t> faults;
};

/// The failing tests of one level, in ascending order, with their clusters: lists of indices into the tests.
struct LevelFailures {
  std::vector<FailingTest> tests;
  std::map<Abstraction, std::vector<std::vector<std::size_t>>> clusters;

  std::vector<Ordinal> ordinals() const {
    std::vector<Ordinal> all;
    for (const FailingTest& test : tests) all.push_back(test.ordinal);
    return all;
  }
};

std::map<int, LevelFailures> failures_by_level(const results::Store& store, const clustering::Options& options,
                                               const clustering::Faults& faults) {
  const std::vector<std::size_t> candidates = faults.of_campaign(store.manifest().campaign);
  std::map<int, LevelFailures> levels;
  std::map<std::pair<int, Abstraction>, std::map<clustering::Signature, std::vector<std::size_t>>> groups;
  store.for_each_case([&](const results::Case& found) {
    if (!oracles::is_failing(found.verdict)) return true;
    LevelFailures& level = levels[found.level];
    FailingTest& test = level.tests.emplace_back(FailingTest{found.ordinal, {}});
    for (const std::size_t fault : candidates)
      if (faults.shows(fault, found, options)) test.faults.push_back(fault);
    for (const Abstraction abstraction : {Abstraction::oracle_name, Abstraction::abstract, Abstraction::concrete}) {
      clustering::Options at = options;
      at.abstraction = abstraction;
      groups[{found.level, abstraction}][clustering::signature(found.verdict, found.judgements, at, found.ordinal)]
          .push_back(level.tests.size() - 1);
    }
    return true;
  });
  for (const auto& [key, clusters] : groups)
    for (const auto& [signature, members] : clusters) levels[key.first].clusters[key.second].push_back(members);
  for (auto& [number, level] : levels) {
    std::vector<std::size_t>& all = level.clusters[Abstraction::random].emplace_back(level.tests.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  }
  return levels;
}

/// Looks at `of_each` random members of each cluster, with the seeds 1, 2, ...
SampledClustering sampled(Abstraction abstraction, const LevelFailures& level, std::size_t of_each, std::size_t seeds) {
  const auto& clusters = level.clusters.at(abstraction);
  SampledClustering study{.abstraction = abstraction, .clusters = clusters.size()};
  for (const auto& members : clusters) study.inspected += std::min(of_each, members.size());
  std::vector<double> detected;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    std::mt19937_64 random(seed);
    std::set<std::size_t> seen;
    for (std::vector<std::size_t> members : clusters) {
      for (std::size_t i = 0; i < std::min(of_each, members.size()); ++i) {
        std::swap(members[i], members[i + random() % (members.size() - i)]);
        const FailingTest& test = level.tests[members[i]];
        seen.insert(test.faults.begin(), test.faults.end());
      }
    }
    detected.push_back(static_cast<double>(seen.size()));
  }
  study.detected = sample_mean(detected);
  return study;
}

std::vector<SampledClustering> clusterings(const LevelFailures& level, std::size_t seeds) {
  const std::size_t abstract = level.clusters.at(Abstraction::abstract).size();
  const std::size_t wanted = std::max(abstract, level.tests.size() / 100);
  std::vector<SampledClustering> studies;
  for (const Abstraction abstraction : {Abstraction::random, Abstraction::oracle_name}) {
    const std::size_t clusters = level.clusters.at(abstraction).size();
    studies.push_back(sampled(abstraction, level, (wanted + clusters - 1) / clusters, seeds));
  }
  for (const Abstraction abstraction : {Abstraction::abstract, Abstraction::concrete})
    studies.push_back(sampled(abstraction, level, 1, seeds));
  return studies;
}

/// The level's faults as groups of failing tests.
FailureTable table_of_faults(const std::string& campaign, Ordinal inputs, const LevelFailures& level,
                             const clustering::Faults& faults) {
  std::map<std::size_t, std::vector<Ordinal>> members;
  for (const FailingTest& test : level.tests)
    for (const std::size_t fault : test.faults) members[fault].push_back(test.ordinal);
  FailureTable table{campaign, inputs, {}};
  for (auto& [fault, ordinals] : members) table.groups.push_back({faults.all()[fault].name, std::move(ordinals)});
  return table;
}

/// All failing tests as one group.
FailureTable table_of_failures(const std::string& campaign, Ordinal inputs, const LevelFailures& level) {
  return {campaign, inputs, {{"any failure", level.ordinals()}}};
}

Contender jumping(Ordinal limit) { return {"jump --repeat", {.name = "jump", .jump_limit = limit}, true}; }

/// Tests to the first failure, and APFD, for a level with failures.
void study_failing(CaseStudyLevel& result, const std::string& campaign, const LevelFailures& level,
                   const clustering::Faults& faults, const generators::OrderSpecification& own,
                   const CaseStudyOptions& settings) {
  const std::vector<Contender> orders{{"dense", {.name = "dense"}}, jumping(settings.jump_limit), {"own", own}};
  const OrderStudy failures =
      study_orders(table_of_failures(campaign, result.inputs, level), orders, settings.order_seeds);
  result.dense_first = failures.rows[0].first_failure.mean;
  result.sparse_first = failures.rows[1].first_failure;
  result.sparse_total = failures.rows[1].total;
  result.own_first = failures.rows[2].first_failure.mean;
  const FailureTable by_fault = table_of_faults(campaign, result.inputs, level, faults);
  if (!by_fault.groups.empty()) {
    const OrderStudy seen = study_orders(by_fault, orders, settings.order_seeds);
    result.apfd_dense = seen.rows[0].apfd;
    result.apfd_sparse = seen.rows[1].apfd;
  }
  for (const FailureGroup& fault : by_fault.groups) result.faults.push_back(fault.name);
  for (const FailingTest& test : level.tests)
    if (test.faults.empty()) result.unlabelled.push_back(test.ordinal);
  result.clusterings = clusterings(level, settings.sampling_seeds);
}

/// If nothing fails, the time to the first failure is the total time, as in the paper.
void study_passing(CaseStudyLevel& result, const CaseStudyOptions& settings) {
  std::vector<double> totals;
  for (std::uint64_t seed = 1; seed <= settings.order_seeds; ++seed)
    totals.push_back(static_cast<double>(
        result.inputs + generators::JumpOrder(result.inputs, settings.jump_limit, seed).sparse_size()));
  result.dense_first = result.own_first = static_cast<double>(result.inputs);
  result.sparse_first = result.sparse_total = sample_mean(totals);
}

CaseStudyLevel study_level(const std::string& campaign, const results::LevelAccount& account,
                           const LevelFailures& failures, const clustering::Faults& faults,
                           const generators::OrderSpecification& own, const CaseStudyOptions& settings) {
  CaseStudyLevel result{.level = account.level,
                        .inputs = account.inputs,
                        .rejected = account.rejected,
                        .failing = failures.tests.size(),
                        .seconds = account.seconds};
  if (failures.tests.empty())
    study_passing(result, settings);
  else
    study_failing(result, campaign, failures, faults, own, settings);
  const std::vector<Ordinal> ordinals = failures.ordinals();
  result.sparse_predicted = predict_jumps(result.inputs, ordinals, settings.jump_limit);
  for (const Ordinal limit : settings.trade_off)
    result.trade_off.push_back(
        {limit, predict_jumps(result.inputs, ordinals, limit), predict_jumps(result.inputs, {}, limit).mean});
  return result;
}

/// The accounts of all levels, M0 first.
std::vector<results::LevelAccount> accounts_of(const results::Store& store) {
  const results::Account account = store.account();
  results::LevelAccount unmerged{.inputs = account.inputs,
                                 .executed = account.executed,
                                 .filtered = account.filtered,
                                 .rejected = account.rejected,
                                 .seconds = account.seconds};
  for (const results::LevelAccount& level : account.merged) unmerged.seconds -= level.seconds;
  std::vector<results::LevelAccount> levels{unmerged};
  levels.insert(levels.end(), account.merged.rbegin(), account.merged.rend());
  return levels;
}

}  // namespace

CaseStudy study_case(const results::Store& store, const clustering::Options& options, const clustering::Faults& faults,
                     const std::vector<generators::OrderSpecification>& own, const CaseStudyOptions& settings) {
  require_complete(store);
  CaseStudy study{store.manifest().campaign, settings.order_seeds, settings.sampling_seeds, {}};
  std::map<int, LevelFailures> failures = failures_by_level(store, options, faults);
  for (const results::LevelAccount& account : accounts_of(store)) {
    if (account.executed < account.inputs)
      throw EvaluationError(
          fmt::format("{}: {} of {} inputs of level {} were executed; complete it with `run {} "
                      "--resume --ladder --store {}`",
                      store.file().string(), account.executed, account.inputs, account.level, study.campaign,
                      store.file().string()));
    const auto level = static_cast<std::size_t>(account.level);
    study.levels.push_back(
        study_level(study.campaign, account, failures[account.level], faults,
                    level < own.size() ? own[level] : generators::OrderSpecification{.name = "golden"}, settings));
  }
  return study;
}

}  // namespace smallscope::evaluation
