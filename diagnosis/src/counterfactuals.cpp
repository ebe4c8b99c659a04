// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/counterfactuals.hpp>

#include <fmt/format.h>

#include <string>
#include <unordered_map>

namespace smallscope::diagnosis {

namespace {

using generators::Choices;

/// Inputs that have all choices but one in common, by rows of the spectrum.
struct Alike {
  std::vector<std::uint32_t> failing, passing;
};

/// The input without one of its choices, whose name stays.
std::string key_of(const Choices& choices, std::size_t without) {
  std::string key;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    key += choices[i].name;
    key += '\0';
    if (i != without) key += std::to_string(choices[i].index);
    key += '\0';
  }
  return key;
}

}  // namespace

Counterfactuals counterfactuals(const Spectrum& spectrum, const ChoicesOf& choices_of) {
  std::unordered_map<std::string, Alike> alike;
  for (std::size_t number = 0; number < spectrum.tests(); ++number) {
    const CoveredTest test = spectrum.test(number);
    if (test.outcome == Outcome::skip) continue;
    const Choices choices = choices_of(test.ordinal);
    for (std::size_t without = 0; without < choices.size(); ++without) {
      Alike& group = alike[key_of(choices, without)];
      (is_failing(test.outcome) ? group.failing : group.passing).push_back(test.row);
    }
  }
  Counterfactuals found{.only_failing = std::vector<std::uint64_t>(spectrum.columns()),
                        .only_passing = std::vector<std::uint64_t>(spectrum.columns())};
  for (const auto& [key, group] : alike)
    for (const std::uint32_t failing : group.failing)
      for (const std::uint32_t passing : group.passing) {
        ++found.pairs;
        const std::span<const Word> a = spectrum.row(failing), b = spectrum.row(passing);
        for (std::size_t i = 0; i < a.size(); ++i) {
          const Word only_a = a[i] & ~b[i], only_b = b[i] & ~a[i];
          const auto base = static_cast<Column>(i * word_bits);
          for_each_bit(std::span(&only_a, 1), [&](Column bit) { ++found.only_failing[base + bit]; });
          for_each_bit(std::span(&only_b, 1), [&](Column bit) { ++found.only_passing[base + bit]; });
        }
      }
  return found;
}

RankedUnits rank_units(const Folding& units, const Counterfactuals& counterfactuals) {
  if (units.target.size() != counterfactuals.only_failing.size())
    throw SpectrumError(fmt::format("units for {} elements, and counterfactuals of {}: make both of one spectrum",
                                    units.target.size(), counterfactuals.only_failing.size()));
  std::vector<Score> scores(units.elements.size());
  for (std::size_t column = 0; column < units.target.size(); ++column)
    scores[units.target[column]].numerator += counterfactuals.only_failing[column];
  RankedUnits ranked{.elements = {}, .ranking = rank(scores)};
  for (const Score& score : scores)
    ranked.elements.push_back(counterfactuals.pairs == 0
                                  ? 0
                                  : static_cast<double>(score.numerator) / static_cast<double>(counterfactuals.pairs));
  return ranked;
}

}  // namespace smallscope::diagnosis
