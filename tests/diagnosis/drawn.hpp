// SPDX-License-Identifier: Apache-2.0
// Spectra drawn at random, and spectra written as pictures, for the tests of diagnosis.
#pragma once

#include <random>
#include <smallscope/diagnosis/spectrum.hpp>
#include <string>
#include <vector>

namespace smallscope::diagnosis {

using Columns = std::vector<Column>;

inline std::vector<Element> numbered_elements(Column count) {
  std::vector<Element> elements;
  for (Column i = 0; i < count; ++i) elements.push_back({.name = "e" + std::to_string(i)});
  return elements;
}

/// Each test is a text such as "1 0 1 F": blanks are ignored, the last character is P, F, C, H or S.
inline Spectrum pictured(const std::vector<std::string>& tests) {
  const std::string outcomes = "PFCHS";
  std::vector<std::string> packed;
  for (const std::string& test : tests) {
    packed.emplace_back();
    for (const char c : test)
      if (c != ' ') packed.back() += c;
  }
  Spectrum spectrum(numbered_elements(packed.empty() ? 0 : static_cast<Column>(packed[0].size() - 1)));
  for (std::size_t i = 0; i < packed.size(); ++i) {
    Columns covered;
    for (Column column = 0; column < spectrum.columns(); ++column)
      if (packed[i][column] == '1') covered.push_back(column);
    spectrum.add(i, static_cast<Outcome>(outcomes.find(packed[i].back())), covered);
  }
  return spectrum;
}

/// Rows are drawn from `distinct` ones, each element covered with probability `density`.
inline Spectrum drawn(std::uint32_t seed, Column columns, std::size_t tests, std::size_t distinct, double density) {
  std::mt19937 random(seed);
  std::bernoulli_distribution is_covered(density);
  std::vector<Columns> rows(distinct);
  for (Columns& row : rows)
    for (Column column = 0; column < columns; ++column)
      if (is_covered(random)) row.push_back(column);
  Spectrum spectrum(numbered_elements(columns));
  for (std::size_t i = 0; i < tests; ++i)
    spectrum.add(3 * i, all_outcomes[random() % std::size(all_outcomes)], rows[random() % distinct]);
  return spectrum;
}

}  // namespace smallscope::diagnosis
