// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/stored_spectrum.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

namespace smallscope::diagnosis {

namespace {

using oracles::Verdict;

/// How the tests of a level ended.
class Outcomes {
 public:
  Outcomes(const results::Store& store, int level) {
    const auto note = [&](const results::Case& found) {
      if (found.level == level) outcomes_[found.ordinal] = diagnosis::outcome_of(found.verdict);
      return true;
    };
    store.for_each_case(note, false, results::CaseParts::none());
    results::Discards discards = store.discards(level);
    for (const auto* ordinals : {&discards.rejected, &discards.refused, &discards.not_applicable})
      for (const Ordinal ordinal : *ordinals) outcomes_[ordinal] = Outcome::skip;
    filtered_ = std::move(discards.filtered);
  }

  Outcome of(Ordinal ordinal) const {
    if (const auto known = outcomes_.find(ordinal); known != outcomes_.end()) return known->second;
    const auto after = std::ranges::upper_bound(filtered_, ordinal, {}, &std::pair<Ordinal, Ordinal>::first);
    const bool is_filtered = after != filtered_.begin() && ordinal < std::prev(after)->second;
    return is_filtered ? Outcome::skip : Outcome::pass;
  }
  /// Ascending.
  std::vector<Ordinal> failing() const {
    std::vector<Ordinal> ordinals;
    for (const auto& [ordinal, outcome] : outcomes_)
      if (is_failing(outcome)) ordinals.push_back(ordinal);
    std::ranges::sort(ordinals);
    return ordinals;
  }

 private:
  std::unordered_map<Ordinal, Outcome> outcomes_;  ///< of inputs that did not simply pass
  std::vector<std::pair<Ordinal, Ordinal>> filtered_;
};

/// The tests of a spectrum, in any order at first, with each distinct row once.
class Collected {
 public:
  Collected(const std::vector<Element>& elements, const Outcomes& outcomes)
      : rows_(std::vector<Element>(elements)), outcomes_(outcomes) {}

  template <class Covered>
  void add(Ordinal ordinal, std::span<const Covered> covered) {
    rows_.add(ordinal, outcomes_.of(ordinal), covered);
  }

  Spectrum spectrum() const {
    std::vector<std::size_t> order(rows_.tests());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](std::size_t test) { return rows_.test(test).ordinal; });
    Spectrum spectrum(rows_.elements());
    for (const std::size_t number : order) {
      const CoveredTest test = rows_.test(number);
      spectrum.add(test.ordinal, test.outcome, rows_.row(test.row));
    }
    return spectrum;
  }

 private:
  Spectrum rows_;
  const Outcomes& outcomes_;
};

/// How the spectra of a store count for some of its failing inputs.
StoredSpectrum labelled(StoredSpectrum stored, const std::vector<Ordinal>& failing, const StoredTests& tests) {
  const auto is_wanted = [&](Ordinal ordinal) {
    return !tests.failing || std::ranges::binary_search(*tests.failing, ordinal);
  };
  const Outcome other = tests.others == Others::passing ? Outcome::pass : Outcome::skip;
  stored.not_judged = 0;
  stored.spectrum.relabel([&](const CoveredTest& test) {
    if (test.outcome == Outcome::skip) ++stored.not_judged;
    return is_failing(test.outcome) && !is_wanted(test.ordinal) ? other : test.outcome;
  });
  const auto wanted = static_cast<std::size_t>(std::ranges::count_if(failing, is_wanted));
  stored.other = failing.size() - wanted;
  stored.missing = wanted - std::min<std::size_t>(wanted, stored.spectrum.failing());
  return stored;
}

void require_level(const StoredTests& tests, int level) {
  if (tests.level != level)
    throw SpectrumError(
        fmt::format("tests of level {} in spectra of level {}: read those of that level", tests.level, level));
}

}  // namespace

Outcome outcome_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return Outcome::pass;
    case Verdict::fail:
      return Outcome::fail;
    case Verdict::crashed:
      return Outcome::crash;
    case Verdict::timed_out:
      return Outcome::hang;
    default:
      return Outcome::skip;
  }
}

StoredSpectra::StoredSpectra(const results::Store& store, CodeElements elements, int level) : level_(level) {
  if (store.spectra() == 0)
    throw SpectrumError(fmt::format(
        "store {}: it does not have what its tests covered; run the campaign with --coverage", store.file().string()));
  const CodeColumns columns(store, elements);
  if (store.code_modules().empty())
    throw SpectrumError(fmt::format(
        "store {}: no process of its {} tests reported what it covers; compile, link or start the subject as "
        "docs/coverage.md says",
        store.file().string(), store.spectra()));
  if (columns.elements().empty())
    throw SpectrumError(
        fmt::format("store {}: none of its {} covered elements has a place in the source; compile the "
                    "subject with -g, or take blocks",
                    store.file().string(), store.code_elements().size()));
  const Outcomes outcomes(store, level);
  Collected collected(columns.elements(), outcomes);
  store.for_each_spectrum(level, [&](Ordinal ordinal, std::span<const std::uint64_t> covered) {
    if (!columns.knows(covered))
      throw results::StoreError(
          fmt::format("store {}: a spectrum has an element that there is not", store.file().string()));
    collected.add(ordinal, std::span<const Word>(columns.row(covered)));
    return true;
  });
  failing_ = outcomes.failing();
  stored_.spectrum = collected.spectrum();
  stored_.lines = columns.lines();
  stored_.keys = columns.keys();
  stored_.of_compiler = columns.of_compiler();
}

StoredSpectra::StoredSpectra(const results::Store& store, const ChoicesOf& choices_of, int level) : level_(level) {
  const auto for_each_input = [&](const auto& visit) {
    store.for_each_executed(level, [&](Ordinal first, Ordinal last) {
      for (Ordinal ordinal = first; ordinal < last; ++ordinal) visit(ordinal, choices_of(ordinal));
      return true;
    });
  };
  const auto name_of = [](const generators::Choice& choice) {
    return fmt::format("{} = {}", choice.name, choice.label);
  };
  // Twice, so that memory is needed for distinct rows only. Elements are in the order of choices, then alternatives.
  std::set<std::tuple<std::size_t, Ordinal, std::string>> ordered;
  for_each_input([&](Ordinal, const generators::Choices& choices) {
    for (std::size_t place = 0; place < choices.size(); ++place)
      ordered.emplace(place, choices[place].index, name_of(choices[place]));
  });
  std::vector<Element> elements;
  std::map<std::string, Column> columns;
  for (const auto& [place, index, name] : ordered) {
    if (!columns.try_emplace(name, static_cast<Column>(elements.size())).second) continue;
    elements.push_back({.name = name, .kind = ElementKind::choice});
  }
  const Outcomes outcomes(store, level);
  Collected collected(elements, outcomes);
  for_each_input([&](Ordinal ordinal, const generators::Choices& choices) {
    std::vector<Column> covered;
    for (const generators::Choice& choice : choices) covered.push_back(columns.at(name_of(choice)));
    collected.add(ordinal, std::span<const Column>(covered));
  });
  failing_ = outcomes.failing();
  stored_.spectrum = collected.spectrum();
  stored_.lines.resize(elements.size());
  for (const Element& element : elements) stored_.keys.push_back(element.name);
}

StoredSpectrum StoredSpectra::of(const StoredTests& tests) const& {
  require_level(tests, level_);
  return labelled(stored_, failing_, tests);
}

StoredSpectrum StoredSpectra::of(const StoredTests& tests) && {
  require_level(tests, level_);
  return labelled(std::move(stored_), failing_, tests);
}

Certificate certified(Certificate of_spectrum, const results::Store& store, const StoredSpectrum& stored) {
  const results::Account account = store.account();
  std::uint64_t unknown = account.open + stored.missing;
  const auto note = [&](const results::Case& found) {
    if (found.level == 0 && found.verdict == Verdict::flaky) ++unknown;
    return true;
  };
  store.for_each_case(note, false, results::CaseParts::none());
  of_spectrum.scanned = account.executed - std::min<std::uint64_t>(account.executed, unknown);
  if (account.inputs != generators::uncounted) of_spectrum.population = account.inputs;
  return of_spectrum;
}

StoredSpectrum stored_spectrum(const results::Store& store, const StoredTests& tests, CodeElements elements) {
  return StoredSpectra(store, elements, tests.level).of(tests);
}

StoredSpectrum choice_spectrum(const results::Store& store, const ChoicesOf& choices_of, const StoredTests& tests) {
  return StoredSpectra(store, choices_of, tests.level).of(tests);
}

}  // namespace smallscope::diagnosis
