// SPDX-License-Identifier: Apache-2.0
// Tests chosen one after another: each the best by a criterion, given those before it.
//
// A test is chosen by what it covers. How it ends is looked up afterwards, as if a person judged it then. Pure
// functions: any thread.
//
// Example: select(spectrum, failing_test, all_others(spectrum, failing_test), scorer(*find_criterion("split")), 10)
#pragma once

#include <cstdint>
#include <vector>

#include <smallscope/diagnosis/capability/criteria.hpp>

namespace smallscope::diagnosis::capability {

/// Tests of one spectrum that can be added to a suite, with what each distinct row of them covers.
class Pool {
 public:
  /// Numbers of tests of the spectrum, which must outlive the pool; of equally good tests, the one that is earliest in
  /// `tests` goes first. Throws SpectrumError for a test that there is not, one given twice, or a skipped one.
  Pool(const Spectrum& spectrum, std::vector<std::size_t> tests);

  const Spectrum& spectrum() const { return *spectrum_; }
  bool empty() const { return rows_.empty(); }
  /// What the tests that are left would change, for each distinct row, by the earliest test of it.
  std::vector<Prospect> prospects(const Suite& suite) const { return suite.prospects(rows_); }
  /// Takes the earliest test with the row of this number out of the pool and returns it. Linear in the rows.
  std::size_t take(std::size_t row);
  /// The number of the row of the test that is `position`-th in the order of rows, each as often as tests have it.
  std::size_t row_of_position(std::size_t position) const;
  std::size_t tests() const { return tests_; }

 private:
  const Spectrum* spectrum_;
  std::size_t tests_;
  std::vector<std::span<const Word>> rows_;
  std::vector<std::vector<std::size_t>> tests_of_;   // of each row, the earliest last
  std::vector<std::vector<std::size_t>> places_of_;  // of these tests in the pool's order
};

/// Every test but this one and those that were skipped, ascending.
std::vector<std::size_t> all_others(const Spectrum& spectrum, std::size_t failing_test);

/// A suite of one test of the spectrum. Throws SpectrumError if it does not fail.
Suite suite_of(const Spectrum& spectrum, std::size_t failing_test);

/// At most `count` tests of the pool, in the order in which they are chosen. O(count x rows x elements).
std::vector<std::size_t> select(Pool pool, std::size_t failing_test, const Scorer& scorer, std::size_t count);

}  // namespace smallscope::diagnosis::capability
