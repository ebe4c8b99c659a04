// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/explanations/stored.hpp>
#include <smallscope/subjects/text_encoding.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <stdexcept>

#include "explanations/relations.hpp"

namespace smallscope::clustering {

namespace {

/// Filtered ranges are listed input by input; beyond this many they would cost more memory than the failures.
constexpr Ordinal most_discards = 10'000'000;
/// Where more are undecided, they are not counted: no relations between choices are found among so many.
const Ordinal few_undecided = ExplainOptions().most_inputs_for_relations;
/// A row for each, where undecided ones are not counted.
constexpr Ordinal most_listed = 2'000'000;
constexpr Ordinal quick_visits = 2'000'000;
constexpr Ordinal affordable_visits = 10'000'000;

std::vector<Ordinal> unjudged_of(const results::Discards& discards) {
  Ordinal filtered = 0;
  for (const auto& [first, last] : discards.filtered) filtered += last - first;
  if (filtered > most_discards)
    throw ExplanationError(
        fmt::format("{} inputs are filtered by the generator; explanations take at most {}", filtered, most_discards));
  std::vector<Ordinal> all;
  for (const auto& [first, last] : discards.filtered)
    for (Ordinal ordinal = first; ordinal < last; ++ordinal) all.push_back(ordinal);
  for (const auto* part : {&discards.rejected, &discards.refused, &discards.not_applicable})
    all.insert(all.end(), part->begin(), part->end());
  return all;
}

/// What the subject refused, and where it did nothing that an oracle could judge; ascending.
std::vector<Ordinal> declined_of(const results::Discards& discards) {
  std::vector<Ordinal> declined;
  std::ranges::merge(discards.refused, discards.not_applicable, std::back_inserter(declined));
  return declined;
}

/// The argument by which `run` knows the campaign: the specification that the store was made of, or its name.
std::string campaign_argument(const results::Manifest& manifest) {
  return subjects::shell_word(manifest.program.size() > 1 ? manifest.program[1] : manifest.campaign);
}

/// What was executed at level 0, and failures that un-merging found; both are ascending.
std::vector<Ordinal> executed_of(const results::Store& store, const std::vector<Ordinal>& failing) {
  std::vector<Ordinal> executed, all;
  store.for_each_executed(0, [&](Ordinal first, Ordinal last) {
    for (Ordinal ordinal = first; ordinal < last; ++ordinal) executed.push_back(ordinal);
    return true;
  });
  std::ranges::set_union(executed, failing, std::back_inserter(all));
  return all;
}

/// What was not executed at level 0, except failures that un-merging found. All three are ascending.
std::vector<Ordinal> undecided_of(const results::Store& store, const std::vector<Ordinal>& failing,
                                  const std::vector<Ordinal>& unjudged) {
  std::vector<Ordinal> undecided;
  const auto add = [&](Ordinal first, Ordinal last) {
    for (Ordinal ordinal = first; ordinal < last; ++ordinal)
      if (!std::ranges::binary_search(failing, ordinal) && !std::ranges::binary_search(unjudged, ordinal))
        undecided.push_back(ordinal);
  };
  Ordinal next = 0;
  store.for_each_executed(0, [&](Ordinal first, Ordinal last) {
    add(next, first);
    next = last;
    return true;
  });
  add(next, store.manifest().inputs);
  return undecided;
}

}  // namespace

bool is_listed(const results::Account& account, Partial partial) {
  const Ordinal undecided = account.inputs - account.executed;
  const bool is_better = partial != Partial::counted && undecided > few_undecided && account.executed <= most_listed;
  return is_better || undecided > most_undecided;
}

std::string obstacle_to_explaining(const results::Store& store, const generators::Structure& structure,
                                   Partial partial) {
  const results::Manifest& manifest = store.manifest();
  if (structure.size == generators::uncounted)
    return "its space is a search without an index; make it one with indexed() (docs/searches.md)";
  const results::Account account = store.account();
  if (!account.complete && partial == Partial::refused)
    return fmt::format(
        "{} of {} inputs have a verdict, and an explanation needs all of them; complete the store with "
        "`run {} --resume --store {}`",
        account.executed - account.open, generators::size_text(account.inputs), campaign_argument(manifest),
        subjects::shell_word(store.file().string()));
  if (structure.size != manifest.inputs || generators::to_string(structure) != manifest.structure)
    return "the campaign's space has changed since the store was made; run it again";
  if (structure.size == 0) return "the space is empty";
  const Ordinal undecided = account.inputs - account.executed;
  const bool listed = is_listed(account, partial);
  if (listed && account.executed > most_listed)
    return fmt::format(
        "{} of {} inputs were not executed, and an explanation takes at most {} of them, or at most {} that were "
        "executed; execute more with `run {} --resume --store {}`",
        undecided, generators::size_text(account.inputs), most_undecided, most_listed, campaign_argument(manifest),
        subjects::shell_word(store.file().string()));
  if (listed && account.executed == 0) return "no input was executed";
  return {};
}

namespace {

/// What the store knows of the inputs of level 0; all ascending.
struct Judged {
  std::vector<Ordinal> failing, unjudged, undecided;
};

/// Throws ExplanationError if a case has other choices than its input. `visit` gets each case.
template <class Visit>
Judged judged_of(const results::Store& store, const results::Discards& discards, const Population::ChoicesOf& choices,
                 const Visit& visit) {
  Judged judged{.failing = {}, .unjudged = unjudged_of(discards), .undecided = {}};
  const auto read = [&](const results::Case& found) {
    if (found.level != 0) return false;  // those of level 0 come first
    if (found.choices != choices(found.ordinal))
      throw ExplanationError(
          fmt::format("{} cannot be explained: input {} has other choices there, so the campaign's "
                      "space has changed since; run it again",
                      store.file().string(), found.ordinal));
    visit(found);
    const bool fails = oracles::is_failing(found.verdict) && found.verdict != oracles::Verdict::flaky;
    (fails ? judged.failing : judged.unjudged).push_back(found.ordinal);
    return true;
  };
  store.for_each_case(read, false, {.judgements = false, .input = false, .observed = false});
  std::ranges::sort(judged.unjudged);
  judged.unjudged.erase(std::unique(judged.unjudged.begin(), judged.unjudged.end()), judged.unjudged.end());
  return judged;
}

/// Un-merging may know failures that level 0 has not executed.
void add_unmerged(const results::Store& store, std::vector<Ordinal>& failing) {
  const std::vector<Ordinal> executed = failing;
  store.for_each_failure([&](const results::Case& found) {
    if (found.level == 0 && oracles::is_failing(found.verdict) && found.verdict != oracles::Verdict::flaky &&
        !std::ranges::binary_search(executed, found.ordinal))
      failing.push_back(found.ordinal);
    return true;
  });
  std::ranges::sort(failing);
  failing.erase(std::unique(failing.begin(), failing.end()), failing.end());
}

/// With the declared attributes, and what trees contain.
Population described(Population population, const results::Store& store, const Judged& judged,
                     const Population::ChoicesOf& choices, std::span<const generators::DeclaredAttribute> attributes) {
  try {
    for (const generators::DeclaredAttribute& declared : attributes) population = population.with(declared, choices);
  } catch (const ExplanationError& error) {
    throw ExplanationError(fmt::format("{} cannot be explained: {}", store.file().string(), error.what()));
  }
  return population.with_contents_of_trees().with_telling_contents(judged.failing, judged.unjudged, judged.undecided);
}

/// `explained`: of discards, instead of what failed.
Explainer explainer_for(const results::Store& store, const generators::Structure& structure,
                        const Population::ChoicesOf& choices, std::span<const generators::DeclaredAttribute> attributes,
                        Partial partial, std::vector<Ordinal> results::Discards::*explained) {
  if (const std::string obstacle = obstacle_to_explaining(store, structure, partial); !obstacle.empty())
    throw ExplanationError(fmt::format("{} cannot be explained: {}", store.file().string(), obstacle));
  const bool listed = is_listed(store.account(), partial);
  const results::Discards discards = store.discards(0);
  std::optional<Population> population;
  std::optional<DescribedChoices> known;
  if (!listed) known.emplace(population.emplace(generators::factors(structure), choices));
  bool is_described = true;
  Judged judged = judged_of(store, discards, choices, [&](const results::Case& found) {
    is_described = is_described && (!known || known->describe(found.ordinal, found.choices));
  });
  if (partial != Partial::refused) add_unmerged(store, judged.failing);
  const std::vector<Ordinal> executed = listed ? executed_of(store, judged.failing) : std::vector<Ordinal>();
  if (explained != nullptr) {
    judged.failing = discards.*explained;
    std::erase_if(judged.unjudged,
                  [&](Ordinal ordinal) { return std::ranges::binary_search(judged.failing, ordinal); });
  }
  if (listed)
    population = Population::of_listed(executed, structure.size, choices);
  else
    judged.undecided = undecided_of(store, judged.failing, judged.unjudged);
  // Factors are what generators say of themselves. Where that is not so, one table of all inputs is right.
  if (!is_described) population = Population({structure.size}, choices);
  population = described(*std::move(population), store, judged, choices, attributes);
  return {*std::move(population),      std::move(judged.failing),
          std::move(judged.unjudged),  {},
          std::move(judged.undecided), explained ? std::vector<Ordinal>() : declined_of(discards)};
}

}  // namespace

Explainer explainer_of(const results::Store& store, const generators::Structure& structure,
                       const Population::ChoicesOf& choices, std::span<const generators::DeclaredAttribute> attributes,
                       Partial partial) {
  return explainer_for(store, structure, choices, attributes, partial, nullptr);
}

Explainer explainer_of_unjudged(const results::Store& store, const generators::Structure& structure,
                                const Population::ChoicesOf& choices,
                                std::span<const generators::DeclaredAttribute> attributes, results::Verdict verdict,
                                Partial partial) {
  switch (verdict) {
    case results::Verdict::refused:
      return explainer_for(store, structure, choices, attributes, partial, &results::Discards::refused);
    case results::Verdict::discarded:
      return explainer_for(store, structure, choices, attributes, partial, &results::Discards::rejected);
    case results::Verdict::not_applicable:
      return explainer_for(store, structure, choices, attributes, partial, &results::Discards::not_applicable);
    default:
      throw std::invalid_argument("explainer_of_unjudged: of refused, discarded and not_applicable inputs");
  }
}

std::vector<Ordinal> explained_members(const Cluster& cluster) {
  std::vector<Ordinal> members;
  const bool flaky = std::ranges::any_of(
      cluster.signature, [](const SignaturePart& part) { return part.verdict == oracles::Verdict::flaky; });
  if (flaky) return members;
  for (const auto& [level, ordinal] : cluster.members)
    if (level == 0) members.push_back(ordinal);
  return members;
}

namespace {

constexpr std::size_t few_attributes = 16;
/// A tree has thousands of attributes, of which an input has few. Values that are not held cost nothing, but more
/// relations are tried, and more terms found.
constexpr std::size_t few_attributes_of_a_tree = 48;

/// How many inputs, and rows of tables, are visited for one term of an explanation that has few attributes; as many
/// times more as there are more values or attributes.
Ordinal visits_of(const Explainer& explainer) {
  Ordinal rows = explainer.failing().size() + explainer.unjudged().size() + explainer.undecided().size();
  Ordinal largest = 1, second = 1;
  for (const PopulationTable& table : explainer.population().tables()) {
    rows += table.rows;
    second = std::max(second, std::min<Ordinal>(largest, table.rows));
    largest = std::max<Ordinal>(largest, table.rows);
  }
  Ordinal visits = rows;
  if (const Ordinal pairs = largest * second; pairs <= most_rows_of_a_relation) visits += pairs;
  return visits * std::max<Ordinal>({1, explainer.held() / (few_attributes * std::max<Ordinal>(rows, 1)),
                                     explainer.population().attributes().size() / few_attributes_of_a_tree});
}

}  // namespace

std::size_t quick_explanations(const Explainer& explainer) {
  return static_cast<std::size_t>(quick_visits / std::max<Ordinal>(visits_of(explainer), 1));
}

std::vector<std::vector<Ordinal>> members_by_term(const Explainer& explainer, std::span<const Cluster> clusters) {
  ExplainOptions options = explainer.options();
  options.exceptions = false;
  std::vector<std::vector<Ordinal>> by_term;
  for (const Cluster& cluster : clusters.first(std::min(quick_explanations(explainer), clusters.size()))) {
    const std::vector<Ordinal> members = explained_members(cluster);
    const Explanation explanation = explainer.explain(members, options);
    for (const Term& term : explanation.terms) {
      by_term.emplace_back();
      std::ranges::copy_if(members, std::back_inserter(by_term.back()),
                           [&](Ordinal member) { return matches(explanation, term, explainer.population(), member); });
    }
  }
  return by_term;
}

std::size_t affordable_explanations(const Explainer& explainer) {
  return static_cast<std::size_t>(affordable_visits / std::max<Ordinal>(visits_of(explainer), 1));
}

}  // namespace smallscope::clustering
