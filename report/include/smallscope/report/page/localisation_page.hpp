// SPDX-License-Identifier: Apache-2.0
// From one failing input to the faulty place, as one HTML file for a browser: what is most suspicious, when it fails,
// and the tests that say so.
//
// `diagnose --loop --page` writes it. Like the page of a store (page.hpp), it loads nothing, and what subjects printed
// is text in it, never markup. A function without state: any thread may call it.
// Example: report::write_localisation_page({.contents = contents, .failing = 17}, file);
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include <smallscope/report/page/page.hpp>

namespace smallscope::report {

struct LocalisationTest {
  results::Ordinal ordinal = 0;
  std::string stage, outcome;
  std::size_t distance = 0;        ///< choices in which it differs from the failing input
  bool was_known = false;          ///< what it covers was known before, so it was not executed
  std::size_t first_elements = 0;  ///< elements on the first rank after it; 0: nothing was ranked
  double greatest = 0;             ///< probability of a diagnosis after it; 0: none was weighed
};

struct LocalisationDiagnosis {
  double probability = 0;
  std::string elements, source;
};

struct Localisation {
  /// Of the one cluster: findings with it and its explanation, suspects by the tests below, the source.
  PageContents contents;
  results::Ordinal failing = 0;  ///< the input from which the tests were chosen
  std::string first;             ///< the elements on the first rank, in one line; "" if nothing was ranked
  std::string stopped, used;     ///< why there were no more tests, and how many of how many inputs; a sentence each
  std::vector<LocalisationTest> tests;
  std::vector<LocalisationDiagnosis> diagnoses;  ///< the most probable ones, best first
  std::size_t all_diagnoses = 0;                 ///< how many were weighed
  std::vector<std::string> notes;                ///< what was left out of the tests, a line each
};

/// Equal arguments give equal pages. Errors of the stream are left in its state.
void write_localisation_page(const Localisation& localisation, std::ostream& output);

}  // namespace smallscope::report
