// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/localisation_study.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include <smallscope/diagnosis/planning/neighbour_prediction.hpp>

namespace smallscope::evaluation {

using diagnosis::CodeElements;
using diagnosis::Ties;

namespace {

/// What is ranked.
struct Kind {
  CodeElements elements;
  const char* name;
  const char* functions;  ///< how functions are called that are ranked by their best element; null: they are not
};
constexpr Kind kinds[]{
    {CodeElements::blocks, "blocks", "functions, each by its most suspicious block"},
    {CodeElements::lines, "lines", nullptr},
    {CodeElements::predicates, "blocks and comparisons", "functions, each by its most suspicious block or comparison"},
    {CodeElements::values, "blocks, comparisons and return values",
     "functions, each by its most suspicious block, comparison or return value"}};

/// The elements that make columns of this kind differ from those of the kind before.
std::optional<diagnosis::ElementKind> added_by(CodeElements elements) {
  if (elements == CodeElements::predicates) return diagnosis::ElementKind::predicate;
  if (elements == CodeElements::values) return diagnosis::ElementKind::value;
  return std::nullopt;
}

/// Some of the tests.
struct Suite {
  std::string name;
  std::optional<std::vector<Ordinal>> tests;  ///< empty: all
};

constexpr std::size_t few = 20;
constexpr std::size_t weighed = 200;  ///< tests against each other, by a planner

/// The first failing input, half of `few` around it, and as many that a planner proposes then, which knows what a test
/// does when it was proposed; ascending.
std::vector<Ordinal> planned(const diagnosis::Spectrum& population, Ordinal first, std::span<const Ordinal> judged,
                             const diagnosis::ChoicesOf& choices_of) {
  namespace planning = diagnosis::planning;
  std::map<Ordinal, diagnosis::CoveredTest> results;
  for (std::size_t number = 0; number < population.tests(); ++number)
    results.emplace(population.test(number).ordinal, population.test(number));
  const auto covered = [&](Ordinal ordinal) { return population.row(results.at(ordinal).row); };
  const std::vector<Ordinal> near = diagnosis::around(first, judged, weighed, choices_of);
  const auto prediction = std::make_shared<planning::NeighbourPrediction>(choices_of);
  prediction->observe(first, covered(first));
  std::vector<planning::PoolTest> pool;
  for (std::size_t distance = 0; distance < near.size(); ++distance) {
    pool.push_back(prediction->pool_test(near[distance]));
    pool.back().distance = distance;
  }
  planning::Session session(
      restricted(population, {{first}}), std::move(pool),
      {.belief = {.cardinality = 2},
       .group_prior = planning::GroupPrior::of_one,
       .stop = {.threshold = 2, .is_one_enough = false, .tests = few},
       .first = {near.begin(), near.begin() + static_cast<std::ptrdiff_t>(std::min(near.size(), few / 2))},
       .predictor = prediction});
  std::vector<Ordinal> tests{first};
  plan(session, [&](const planning::PoolTest& test) {
    tests.push_back(test.ordinal);
    const std::span<const diagnosis::Word> row = covered(test.ordinal);
    return std::optional<planning::Executed>({results.at(test.ordinal).outcome, {row.begin(), row.end()}});
  });
  std::ranges::sort(tests);
  return tests;
}

std::vector<Suite> suites_of(const diagnosis::Spectrum& spectrum, const diagnosis::ChoicesOf& choices_of) {
  std::vector<Suite> suites{{"", std::nullopt}};
  if (!choices_of) return suites;
  std::vector<Ordinal> failing, judged;
  for (std::size_t number = 0; number < spectrum.tests(); ++number) {
    const diagnosis::CoveredTest test = spectrum.test(number);
    if (diagnosis::is_failing(test.outcome)) failing.push_back(test.ordinal);
    if (test.outcome != diagnosis::Outcome::skip) judged.push_back(test.ordinal);
  }
  suites.push_back({"; failing inputs and those that differ from one in one choice",
                    diagnosis::neighbours(failing, judged, choices_of)});
  suites.push_back({fmt::format("; the first failing input and the {} nearest", few),
                    diagnosis::nearest(failing.front(), judged, few, choices_of)});
  suites.push_back({fmt::format("; the first failing input, {} around it and {} planned ones", few / 2, few - few / 2),
                    planned(spectrum, failing.front(), judged, choices_of)});
  return suites;
}

LocalisationLevel& level_of(LocalisationStudy& study, const std::string& name) {
  const auto known = std::ranges::find(study.levels, name, &LocalisationLevel::name);
  return known != study.levels.end() ? *known : study.levels.emplace_back(LocalisationLevel{.name = name});
}

void add_views(LocalisationStudy& study, const Kind& kind, const std::string& campaign,
               const diagnosis::Spectrum& spectrum, const std::vector<diagnosis::FaultPlace>& places,
               const diagnosis::ChoicesOf& choices_of, const std::vector<double>& background,
               const std::optional<std::vector<diagnosis::NegatedCondition>>& negated) {
  const diagnosis::ElementSet faulty =
      faulty_functions(diagnosis::into_functions(spectrum.elements()).elements, places);
  if (faulty.empty()) return;
  const diagnosis::FunctionRanking ranking = rank_functions(spectrum, choices_of, background);
  const auto note = [&](const std::string& name, const diagnosis::Ranking& view) {
    const std::string whole = fmt::format("{}, of {}", name, kind.name);
    auto known = std::ranges::find(study.views, whole, &ViewRanks::name);
    if (known == study.views.end()) known = study.views.insert(known, {.name = whole});
    known->campaigns.push_back(campaign);
    std::vector<double>& ranks = known->ranks.emplace_back();
    for (const Ties ties : diagnosis::all_ties) ranks.push_back(rank_of_first(view, faulty, ties));
  };
  if (negated) note("negated conditions, then sum of ranks", with_negated(ranking, *negated).ranking);
  note("sum of ranks", ranking.ranking);
  if (!background.empty()) note("sum of ranks without a background", rank_functions(spectrum, choices_of).ranking);
  for (std::size_t view = 0; view < ranking.views.size(); ++view)
    note(std::string(name(ranking.views[view])), ranking.view_rankings[view]);
}

}  // namespace

void add(LocalisationBackground& background, const results::Store& store, const std::vector<Ordinal>& failing) {
  for (const CodeElements elements : {CodeElements::blocks, CodeElements::predicates, CodeElements::values}) {
    const diagnosis::StoredSpectrum stored = diagnosis::stored_spectrum(store, {.failing = failing}, elements);
    if (stored.spectrum.failing() == 0) continue;
    background.of[elements].add(store.manifest().campaign, suspicion_of(stored));
  }
}

void add(LocalisationStudy& study, const results::Store& store, const std::vector<Ordinal>& failing,
         const std::vector<diagnosis::FaultPlace>& places, const diagnosis::ChoicesOf& choices_of,
         const LocalisationBackground& background,
         const std::optional<std::vector<diagnosis::NegatedCondition>>& negated) {
  const std::string& campaign = store.manifest().campaign;
  const auto judge = [&](const std::string& name, diagnosis::JudgedSpectrum judged) {
    LocalisationLevel& level = level_of(study, name);
    if (judged.faulty.empty()) return;
    level.judged.push_back(std::move(judged));
    level.campaigns.push_back(campaign);
  };
  if (!failing.empty())
    study.failing.push_back({.campaign = campaign, .number = failing.size(), .first = failing.front()});
  std::vector<Suite> suites;
  for (const Kind& kind : kinds) {
    const diagnosis::StoredSpectrum stored = diagnosis::stored_spectrum(store, {.failing = failing}, kind.elements);
    if (stored.spectrum.failing() == 0) {
      study.left_out.without_failure.push_back(campaign);
      return;
    }
    const auto& columns = stored.spectrum.elements();
    const std::optional<diagnosis::ElementKind> added = added_by(kind.elements);
    if (added && std::ranges::count(columns, *added, &diagnosis::Element::kind) == 0) continue;
    const diagnosis::ElementSet faulty = faulty_elements(stored, places);
    if (kind.elements == CodeElements::blocks && faulty.empty()) study.left_out.not_covered.push_back(campaign);
    if (suites.empty()) suites = suites_of(stored.spectrum, choices_of);
    if (kind.functions != nullptr) {
      const auto others = background.of.find(kind.elements);
      add_views(study, kind, campaign, stored.spectrum, places, choices_of,
                others == background.of.end() ? std::vector<double>() : others->second.of(stored.keys, campaign),
                negated);
    }
    for (const Suite& suite : suites) {
      const std::vector<diagnosis::Counts> counts =
          suite.tests ? restricted(stored.spectrum, *suite.tests).counts() : stored.spectrum.counts();
      judge(kind.name + suite.name, {.counts = counts, .faulty = faulty, .unit_of = {}});
      if (kind.functions == nullptr) continue;
      const diagnosis::Folding folding = diagnosis::into_functions(columns);
      judge(kind.functions + suite.name, {.counts = counts,
                                          .faulty = faulty_functions(folding.elements, places),
                                          .unit_of = folding.target,
                                          .units = static_cast<diagnosis::Column>(folding.elements.size())});
    }
  }
}

}  // namespace smallscope::evaluation
