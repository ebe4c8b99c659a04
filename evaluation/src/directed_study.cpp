// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/directed_study.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include <fmt/format.h>

#include <smallscope/diagnosis/ranking.hpp>

namespace smallscope::evaluation {

namespace {

using diagnosis::Column;
using diagnosis::Outcome;
namespace directed = diagnosis::directed;

/// What is known of the faulty elements among all.
struct Target {
  std::vector<bool> is_block, is_faulty;  ///< of each column
  std::vector<Column> unit_of;            ///< the function of each column
  std::vector<bool> is_faulty_function;
};

/// The ranks of the first faulty element by the tests that were added.
class Localiser {
 public:
  explicit Localiser(const Target& target)
      : target_(target), ef_(target.is_block.size()), ep_(target.is_block.size()) {}

  void add(Outcome outcome, std::span<const diagnosis::Word> row) {
    const bool fails = diagnosis::is_failing(outcome);
    (fails ? failing_ : passing_) += 1;
    diagnosis::for_each_bit(row, [&](Column column) { ++(fails ? ef_ : ep_)[column]; });
  }

  Localised localised() const {
    const diagnosis::Measure& ochiai = *diagnosis::find_measure("ochiai");
    Localised found;
    std::vector<diagnosis::Score> scores(ef_.size());
    std::vector<std::optional<diagnosis::Score>> functions(target_.is_faulty_function.size());
    for (std::size_t column = 0; column < scores.size(); ++column) {
      scores[column] = ochiai.score(
          {.ef = ef_[column], .ep = ep_[column], .nf = failing_ - ef_[column], .np = passing_ - ep_[column]});
      if (!target_.is_block[column]) continue;
      found.executed += ef_[column] + ep_[column] > 0 ? 1 : 0;
      auto& function = functions[target_.unit_of[column]];
      if (!function || *function < scores[column]) function = scores[column];
    }
    const auto set = [&](DirectedRanks ranks, std::size_t count, const auto& score_of, const auto& is_faulty) {
      found.ranks[static_cast<std::size_t>(ranks)] = first_rank(count, score_of, is_faulty);
    };
    using Scored = std::optional<diagnosis::Score>;
    const auto of_column = [&](std::size_t i) { return Scored(scores[i]); };
    const auto of_block = [&](std::size_t i) { return target_.is_block[i] ? Scored(scores[i]) : std::nullopt; };
    const auto faulty = [&](std::size_t i) { return target_.is_faulty[i]; };
    set(DirectedRanks::predicates, scores.size(), of_column, faulty);
    set(DirectedRanks::blocks, scores.size(), of_block, faulty);
    set(
        DirectedRanks::functions, functions.size(), [&](std::size_t i) { return functions[i]; },
        [&](std::size_t i) { return target_.is_faulty_function[i]; });
    return found;
  }

 private:
  /// As diagnosis::rank_of_first(), in linear time.
  template <class ScoreOf, class IsFaulty>
  static FirstRank first_rank(std::size_t count, const ScoreOf& score_of, const IsFaulty& is_faulty) {
    std::optional<diagnosis::Score> best;
    for (std::size_t i = 0; i < count; ++i)
      if (is_faulty(i))
        if (const auto score = score_of(i); score && (!best || *best < *score)) best = score;
    if (!best) return {};
    std::size_t before = 0, tied = 0, faulty = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const auto score = score_of(i);
      if (!score || *score < *best) continue;
      ++(*best < *score ? before : is_faulty(i) ? faulty : tied);
    }
    const auto reads = static_cast<double>(tied + faulty + 1) / static_cast<double>(faulty + 1);
    return {.best = before + 1, .worst = before + tied + 1, .average = static_cast<double>(before) + reads};
  }

  const Target& target_;
  std::vector<std::uint32_t> ef_, ep_;
  std::uint32_t failing_ = 0, passing_ = 0;
};

/// What the inputs of the space did.
struct Results {
  const diagnosis::Spectrum& spectrum;
  std::map<Ordinal, diagnosis::CoveredTest> tests;          ///< those that count
  std::map<Ordinal, std::vector<std::uint64_t>> as_stored;  ///< by the numbers that the store has for elements
};

/// Proposals until there are enough.
using Propose = std::function<std::optional<Ordinal>()>;
using Tell = std::function<void(Ordinal)>;

DirectedSuite suite_of(const std::string& strategy, const Target& target, const Results& results, Ordinal failing,
                       std::size_t tests, const Propose& propose, const Tell& tell) {
  DirectedSuite suite{.strategy = strategy, .after = {}};
  Localiser localiser(target);
  const auto execute = [&](Ordinal ordinal) {
    const diagnosis::CoveredTest& test = results.tests.at(ordinal);
    localiser.add(test.outcome, results.spectrum.row(test.row));
    tell(ordinal);
    suite.after.push_back(localiser.localised());
  };
  execute(failing);
  while (suite.after.size() <= tests) {
    const std::optional<Ordinal> ordinal = propose();
    if (!ordinal) break;
    execute(*ordinal);
  }
  return suite;
}

Target target_of(const diagnosis::StoredSpectrum& stored, const std::vector<diagnosis::FaultPlace>& places) {
  const auto& elements = stored.spectrum.elements();
  const diagnosis::Folding functions = diagnosis::into_functions(elements);
  Target target{.is_block = std::vector<bool>(elements.size()),
                .is_faulty = std::vector<bool>(elements.size()),
                .unit_of = functions.target,
                .is_faulty_function = std::vector<bool>(functions.elements.size())};
  for (std::size_t i = 0; i < elements.size(); ++i)
    target.is_block[i] = elements[i].kind == diagnosis::ElementKind::block;
  for (const Column column : faulty_elements(stored, places)) target.is_faulty[column] = true;
  for (const Column column : faulty_functions(functions.elements, places)) target.is_faulty_function[column] = true;
  return target;
}

}  // namespace

std::string_view name(DirectedRanks ranks) {
  static constexpr std::string_view names[] = {"functions", "blocks", "blocks and comparisons"};
  return names[static_cast<std::size_t>(ranks)];
}

bool is_well_localised(const Localised& localised) {
  const FirstRank& blocks = localised.ranks[static_cast<std::size_t>(DirectedRanks::blocks)];
  return blocks.best > 0 && blocks.average < well_localised_share * static_cast<double>(localised.executed);
}

bool is_no_worse(const Localised& localised, const DirectedFault& fault, DirectedRanks ranks) {
  const auto kind = static_cast<std::size_t>(ranks);
  const std::size_t worst = fault.whole.ranks[kind].worst;
  return worst > 0 && localised.ranks[kind].worst <= worst;
}

void add(DirectedStudy& study, const results::Store& store, const std::vector<Ordinal>& failing,
         const std::vector<diagnosis::FaultPlace>& places, const std::vector<Ordinal>& factors) {
  const results::Manifest& manifest = store.manifest();
  const diagnosis::StoredSpectrum stored =
      diagnosis::stored_spectrum(store, {.failing = failing}, diagnosis::CodeElements::predicates);
  const diagnosis::Spectrum& spectrum = stored.spectrum;
  if (spectrum.failing() == 0) return study.left_out.without_failure.push_back(manifest.campaign);
  const Target target = target_of(stored, places);
  Results results{.spectrum = spectrum, .tests = {}, .as_stored = {}};
  std::optional<Ordinal> first;
  Localiser whole(target);
  for (std::size_t number = 0; number < spectrum.tests(); ++number) {
    const diagnosis::CoveredTest test = spectrum.test(number);
    if (test.outcome == Outcome::skip) continue;
    if (!first && diagnosis::is_failing(test.outcome)) first = test.ordinal;
    results.tests.emplace(test.ordinal, test);
    whole.add(test.outcome, spectrum.row(test.row));
  }
  store.for_each_spectrum(0, [&](Ordinal ordinal, std::span<const std::uint64_t> covered) {
    results.as_stored.try_emplace(ordinal, covered.begin(), covered.end());
    return true;
  });
  const results::Account account = store.account();
  DirectedFault fault{.campaign = manifest.campaign,
                      .judged = results.tests.size(),
                      .seconds = account.seconds / static_cast<double>(std::max<Ordinal>(1, account.executed)),
                      .whole = whole.localised(),
                      .suites = {}};
  if (fault.whole.ranks[static_cast<std::size_t>(DirectedRanks::blocks)].best == 0)
    return study.left_out.not_covered.push_back(manifest.campaign);
  const directed::Conditions conditions = directed::conditions_of(store);
  const auto direct = [&](directed::DirectorOptions options, const std::string& strategy) {
    options.conditions = conditions;
    options.is_candidate = [&](Ordinal each) { return results.tests.contains(each); };
    directed::Director director(factors, *first, std::move(options));
    fault.suites.push_back(suite_of(
        strategy, target, results, *first, study.tests, [&] { return director.next(); },
        [&](Ordinal each) { director.observe(each, results.tests.at(each).outcome, results.as_stored.at(each)); }));
  };
  const auto known = [&](Ordinal each) { return std::optional(results.as_stored.at(each)); };
  for (const directed::Strategy strategy : directed::all_strategies) {
    const std::string named(name(strategy));
    for (std::size_t draw = 0; draw < (draws(strategy) ? study.draws : 1); ++draw)
      direct({.strategy = strategy, .seed = draw}, named);
    if (strategy == directed::Strategy::pcs)
      direct({.strategy = strategy, .form = directed::PathForm::subsequence},
             fmt::format("{}, {}", named, name(directed::PathForm::subsequence)));
    if (strategy == directed::Strategy::capability)  // the best of all inputs, if it is known what each of them covers
      direct({.strategy = strategy, .pool = results.tests.size(), .covered_of = known}, named + ", known");
  }
  for (const auto& [criterion, scorer] : study.fitness)
    for (std::size_t draw = 0; draw < study.draws; ++draw)
      direct({.strategy = directed::Strategy::capability,
              .pool = study.pool,
              .criterion = scorer,
              .covered_of = known,
              .seed = draw},
             "fitness " + criterion);
  study.faults.push_back(std::move(fault));
}

}  // namespace smallscope::evaluation
