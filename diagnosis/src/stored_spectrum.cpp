// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/stored_spectrum.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

namespace smallscope::diagnosis {

namespace {

using oracles::Verdict;

/// How the tests of a store count.
class Outcomes {
 public:
  Outcomes(const results::Store& store, const StoredTests& tests) {
    const auto note = [&](const results::Case& found) {
      if (found.level == tests.level) outcomes_[found.ordinal] = outcome_of(found, tests);
      return true;
    };
    store.for_each_case(note, false, results::CaseParts::none());
    results::Discards discards = store.discards(tests.level);
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
  std::size_t failing() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(outcomes_, [](const auto& each) { return is_failing(each.second); }));
  }
  std::size_t other() const { return others_.size(); }
  bool is_other(Ordinal ordinal) const { return others_.contains(ordinal); }

 private:
  Outcome outcome_of(const results::Case& found, const StoredTests& tests) {
    const Outcome outcome = diagnosis::outcome_of(found.verdict);
    if (!is_failing(outcome)) return outcome;
    if (!tests.failing || std::ranges::binary_search(*tests.failing, found.ordinal)) return outcome;
    others_.insert(found.ordinal);
    return tests.others == Others::passing ? Outcome::pass : Outcome::skip;
  }

  std::unordered_map<Ordinal, Outcome> outcomes_;  ///< of inputs that did not simply pass
  std::vector<std::pair<Ordinal, Ordinal>> filtered_;
  std::unordered_set<Ordinal> others_;
};

/// The tests of a spectrum, in any order at first, with each distinct row once.
class Collected {
 public:
  Collected(const std::vector<Element>& elements, const Outcomes& outcomes)
      : rows_(std::vector<Element>(elements)), outcomes_(outcomes) {}

  void add(Ordinal ordinal, std::span<const Column> covered) { rows_.add(ordinal, outcomes_.of(ordinal), covered); }
  void add(Ordinal ordinal, std::span<const Word> covered) { rows_.add(ordinal, outcomes_.of(ordinal), covered); }

  StoredSpectrum spectrum() const {
    std::vector<std::size_t> order(rows_.tests());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](std::size_t test) { return rows_.test(test).ordinal; });
    StoredSpectrum stored{.spectrum = Spectrum(rows_.elements()), .other = outcomes_.other()};
    for (const std::size_t number : order) {
      const CoveredTest test = rows_.test(number);
      stored.spectrum.add(test.ordinal, test.outcome, rows_.row(test.row));
      if (test.outcome == Outcome::skip && !outcomes_.is_other(test.ordinal)) ++stored.not_judged;
    }
    stored.missing = outcomes_.failing() - std::min<std::size_t>(outcomes_.failing(), stored.spectrum.failing());
    return stored;
  }

 private:
  Spectrum rows_;
  const Outcomes& outcomes_;
};

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

StoredSpectrum stored_spectrum(const results::Store& store, const StoredTests& tests, CodeElements elements) {
  if (store.spectra() == 0)
    throw SpectrumError(fmt::format(
        "store {}: it does not have what its tests covered; run the campaign with --coverage", store.file().string()));
  const CodeColumns columns(store, elements);
  if (store.code_modules().empty())
    throw SpectrumError(
        fmt::format("store {}: no process of its {} tests reported what it covers; compile and link the subject as "
                    "docs/coverage.md says",
                    store.file().string(), store.spectra()));
  if (columns.elements().empty())
    throw SpectrumError(
        fmt::format("store {}: none of its {} covered elements has a place in the source; compile the "
                    "subject with -g, or take blocks",
                    store.file().string(), store.code_elements().size()));
  const Outcomes outcomes(store, tests);
  Collected collected(columns.elements(), outcomes);
  store.for_each_spectrum(tests.level, [&](Ordinal ordinal, std::span<const std::uint64_t> covered) {
    if (!columns.knows(covered))
      throw results::StoreError(
          fmt::format("store {}: a spectrum has an element that there is not", store.file().string()));
    collected.add(ordinal, std::span<const Word>(columns.row(covered)));
    return true;
  });
  StoredSpectrum stored = collected.spectrum();
  stored.lines = columns.lines();
  return stored;
}

StoredSpectrum choice_spectrum(const results::Store& store, const ChoicesOf& choices_of, const StoredTests& tests) {
  const auto for_each_input = [&](const auto& visit) {
    store.for_each_executed(tests.level, [&](Ordinal first, Ordinal last) {
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
  const Outcomes outcomes(store, tests);
  Collected collected(elements, outcomes);
  for_each_input([&](Ordinal ordinal, const generators::Choices& choices) {
    std::vector<Column> covered;
    for (const generators::Choice& choice : choices) covered.push_back(columns.at(name_of(choice)));
    collected.add(ordinal, std::span<const Column>(covered));
  });
  StoredSpectrum stored = collected.spectrum();
  stored.lines.resize(elements.size());
  return stored;
}

}  // namespace smallscope::diagnosis
