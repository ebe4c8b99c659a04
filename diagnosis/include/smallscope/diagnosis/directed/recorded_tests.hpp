// SPDX-License-Identifier: Apache-2.0
// Spectra of symbolic runs: what a concolic::Recorder saw a test cover, as elements that can be ranked.
//
// The elements are those of Artzi, Dolby, Tip and Pistoia (ISSTA 2010, section 3.2): statements, and outcomes of
// conditions. Belongs to one thread.
//
// Example: RecordedTests tests; tests.add(17, Outcome::fail, execution.covered);
//          rank(tests.spectrum().counts(), *find_measure("ochiai"))
#pragma once

#include <map>
#include <set>
#include <vector>

#include <smallscope/concolic/path.hpp>
#include <smallscope/diagnosis/directed/similarity.hpp>

namespace smallscope::diagnosis::directed {

class RecordedTests {
 public:
  void add(Ordinal ordinal, Outcome outcome, const std::set<concolic::Covered>& covered);
  std::size_t size() const { return tests_.size(); }

  /// The words of a row, for a Director: elements are numbered as they first appear.
  std::vector<Word> row(const std::set<concolic::Covered>& covered);
  /// Of row(): the outcomes of each comparison, in the order of the code.
  Conditions conditions() const;

  /// Of all tests, with the elements in the order of the code.
  Spectrum spectrum() const;
  /// The elements of spectrum() in the lines of these places.
  std::vector<Column> elements_at(const std::set<concolic::Place>& places) const;

 private:
  struct Test {
    Ordinal ordinal;
    Outcome outcome;
    std::vector<Column> covered;
  };
  Column number_of(const concolic::Covered& covered);
  /// The place in the order of the code, by number.
  std::vector<Column> positions() const;

  std::map<concolic::Covered, Column> numbers_;
  std::vector<Test> tests_;
};

/// "triangle.hpp:12 (kind)", "triangle.hpp:12:7 true (kind)", "prices.hpp:9:3 = 4 (priced)"
Element element_of(const concolic::Covered& covered);

}  // namespace smallscope::diagnosis::directed
