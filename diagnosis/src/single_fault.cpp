// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/single_fault.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace smallscope::diagnosis {

namespace {

std::vector<Word> every_element(Column columns) {
  std::vector<Word> row = row_of({}, columns);
  for (Column column = 0; column < columns; ++column) row[column / word_bits] |= Word{1} << (column % word_bits);
  return row;
}

std::vector<std::size_t> chosen_tests(const SingleFault& found) {
  std::vector<std::size_t> tests = found.witnesses.tests;
  tests.insert(tests.end(), found.companions.begin(), found.companions.end());
  return tests;
}

/// Without a ranking.
SingleFault few_tests(const Spectrum& spectrum, const SingleFaultOptions& options) {
  const CommonElements common = common_elements(spectrum);
  SingleFault found{.common = common.elements(),
                    .certificate = common.certificate(),
                    .witnesses = witnesses(spectrum, options.witnesses, std::nullopt, options.bounds),
                    .companions = {},
                    .ranking = {}};
  found.companions = companions(spectrum, found.witnesses.tests, options.companions, options.companion);
  return found;
}

}  // namespace

CommonElements::CommonElements(Column columns) : row_(every_element(columns)) {}

bool CommonElements::add(std::span<const Word> covered, Weight tests) {
  if (covered.size() != row_.size())
    throw SpectrumError(fmt::format("a row of {} words, but the elements take {}: give rows of one spectrum",
                                    covered.size(), row_.size()));
  const bool is_first = certificate_.failing == certificate_.unexplained;
  certificate_.scanned += std::uint64_t{tests.failing} + tests.passing;
  certificate_.failing += tests.failing;
  if (tests.failing == 0) return false;
  if (std::ranges::all_of(covered, [](Word word) { return word == 0; })) {
    certificate_.unexplained += tests.failing;
    return false;
  }
  bool removes = false;
  for (std::size_t i = 0; i < row_.size(); ++i) {
    removes = removes || (row_[i] & ~covered[i]) != 0;
    row_[i] &= covered[i];
  }
  return is_first || removes;
}

bool CommonElements::contains(Column element) const {
  return element / word_bits < row_.size() && (row_[element / word_bits] >> (element % word_bits) & 1u) != 0;
}

ElementSet CommonElements::elements() const {
  ElementSet elements;
  for_each_bit(row_, [&](Column column) { elements.push_back(column); });
  return elements;
}

CommonElements common_elements(const Spectrum& spectrum) {
  CommonElements common(spectrum.columns());
  for (std::size_t row = 0; row < spectrum.rows(); ++row) common.add(spectrum.row(row), spectrum.weight(row));
  return common;
}

Ranking rank_by(const Spectrum& spectrum, std::span<const std::size_t> tests) {
  return rank(selected(spectrum, tests).counts(), *find_measure("naish-op"));
}

SingleFault single_fault(const Spectrum& spectrum, const SingleFaultOptions& options) {
  if (!options.is_sliced) {
    SingleFault found = few_tests(spectrum, options);
    found.ranking = rank_by(spectrum, chosen_tests(found));
    return found;
  }
  const FunctionSlice slice = own_functions(spectrum);
  SingleFault found = few_tests(sliced(spectrum, slice), options);
  found.ranking = slice_first(rank_by(spectrum, chosen_tests(found)), slice);
  found.slice = slice;
  return found;
}

}  // namespace smallscope::diagnosis
