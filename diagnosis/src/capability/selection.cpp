// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/capability/selection.hpp>

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

namespace smallscope::diagnosis::capability {

Pool::Pool(const Spectrum& spectrum, std::vector<std::size_t> tests) : spectrum_(&spectrum), tests_(tests.size()) {
  std::unordered_map<std::uint32_t, std::size_t> number_of;
  std::vector<bool> is_known(spectrum.tests());
  for (std::size_t place = 0; place < tests.size(); ++place) {
    const std::size_t test = tests[place];
    if (test >= spectrum.tests())
      throw SpectrumError(
          fmt::format("test {} in a pool of a spectrum of {}: number them from 0", test, spectrum.tests()));
    const CoveredTest covered = spectrum.test(test);
    if (covered.outcome == Outcome::skip)
      throw SpectrumError(fmt::format("test {} in a pool was skipped: leave it out", test));
    if (is_known[test]) throw SpectrumError(fmt::format("test {} is in a pool twice: give it once", test));
    is_known[test] = true;
    const auto [known, is_new] = number_of.try_emplace(covered.row, rows_.size());
    if (is_new) {
      rows_.push_back(spectrum.row(covered.row));
      tests_of_.emplace_back();
      places_of_.emplace_back();
    }
    tests_of_[known->second].push_back(test);
    places_of_[known->second].push_back(place);
  }
  for (auto& of_row : tests_of_) std::ranges::reverse(of_row);
  for (auto& of_row : places_of_) std::ranges::reverse(of_row);
}

std::size_t Pool::take(std::size_t row) {
  const std::size_t test = tests_of_[row].back();
  tests_of_[row].pop_back();
  places_of_[row].pop_back();
  --tests_;
  // Rows stay in the order of their earliest test, so that the first of equally good rows has the earliest test.
  if (tests_of_[row].empty()) {
    const auto drop = [row](auto& all) { all.erase(all.begin() + static_cast<std::ptrdiff_t>(row)); };
    drop(rows_);
    drop(tests_of_);
    drop(places_of_);
    return test;
  }
  for (; row + 1 < rows_.size() && places_of_[row + 1].back() < places_of_[row].back(); ++row) {
    std::swap(rows_[row], rows_[row + 1]);
    std::swap(tests_of_[row], tests_of_[row + 1]);
    std::swap(places_of_[row], places_of_[row + 1]);
  }
  return test;
}

std::size_t Pool::row_of_position(std::size_t position) const {
  std::size_t row = 0;
  for (; position >= tests_of_[row].size(); ++row) position -= tests_of_[row].size();
  return row;
}

std::vector<std::size_t> all_others(const Spectrum& spectrum, std::size_t failing_test) {
  std::vector<std::size_t> others;
  for (std::size_t test = 0; test < spectrum.tests(); ++test)
    if (test != failing_test && spectrum.test(test).outcome != Outcome::skip) others.push_back(test);
  return others;
}

Suite suite_of(const Spectrum& spectrum, std::size_t failing_test) {
  if (failing_test >= spectrum.tests() || !is_failing(spectrum.test(failing_test).outcome))
    throw SpectrumError(fmt::format("test {} of {} is no failing one: a suite begins with a test that fails",
                                    failing_test, spectrum.tests()));
  return Suite(spectrum.columns(), spectrum.row(spectrum.test(failing_test).row));
}

std::vector<std::size_t> select(Pool pool, std::size_t failing_test, const Scorer& scorer, std::size_t count) {
  const Spectrum& spectrum = pool.spectrum();
  Suite suite = suite_of(spectrum, failing_test);
  std::vector<std::size_t> selected;
  while (selected.size() < count && !pool.empty()) {
    const std::vector<double> scores = scorer(suite, pool.prospects(suite));
    const auto best = static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin());
    const std::size_t test = pool.take(best);
    selected.push_back(test);
    const CoveredTest covered = spectrum.test(test);
    suite.add(spectrum.row(covered.row), is_failing(covered.outcome));
  }
  return selected;
}

}  // namespace smallscope::diagnosis::capability
