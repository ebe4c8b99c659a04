// SPDX-License-Identifier: Apache-2.0
// How well single-fault-optimal data localise known faults: one failing test, few tests, the full suite.
//
// Repeats the comparison of the SFO paper on recorded tests, which stand for the population: what its model checker
// generates is chosen among them. `evaluate sfo` prints it. A study belongs to one thread.
//
// Example: SingleFaultStudy study; add(study, spectrum, faulty, {}, {}); study.suites.front().ranks
#pragma once

#include <array>
#include <string>
#include <vector>

#include <smallscope/diagnosis/single_fault.hpp>

namespace smallscope::diagnosis {

struct SingleFaultStudyOptions {
  /// So many failing tests to begin with, drawn with replacement; 0: the first failing test.
  std::size_t starts = 0;
  std::size_t companions = 20;  ///< at most
  std::uint64_t seed = 0;       ///< of starts, and of random companions, which are drawn anew for each start
};

/// What slices leave of the elements. Of each fault, means over its starts.
struct StudiedSlices {
  std::vector<double> elements, functions;              ///< kept
  std::vector<double> other_elements, other_functions;  ///< left out
  std::vector<double> restricted;                       ///< the share of slices that leave something out
  std::vector<double> keeps_fault;                      ///< the share of slices that keep a faulty element
};

/// What the suites chosen in one way achieved. Figures of a fault are the mean over its starts.
struct StudiedSuite {
  std::string name;
  /// Of each fault: the failing and the passing tests of the suite.
  std::vector<double> failing, passing;
  /// Of each fault, by all_ties: the lines (elements) inspected in vain before the first faulty one, and in how many of
  /// the starts the faulty one is among the first five.
  std::array<std::vector<double>, std::size(all_ties)> effort, within_five;
  /// Of each start of each fault, in seconds: choosing the tests, slicing, and ranking. Executing them is not in it.
  std::vector<double> seconds;
  StudiedSlices slices;  ///< empty for suites that are not sliced
};

struct SingleFaultStudy {
  /// In the order of the paper's columns: one failing test, witnesses by each rule, these by `first` with companions by
  /// each rule, slices, all tests with equal rows once, all tests. Nearest choices are only of faults with choices.
  ///
  /// Slices are of faults with functions, by all passing tests of the population: one failing test, by that test; the
  /// witnesses by `first`, alone and with companions that split; these sliced by themselves, not by all tests; all
  /// tests. What a slice leaves out is inspected behind it, so a fault that is lost costs the whole slice.
  std::vector<StudiedSuite> suites;
  std::vector<double> common;         ///< of each fault: how many elements all failing tests cover
  std::size_t in_common = 0;          ///< faults of which a faulty element is among them
  std::size_t without_functions = 0;  ///< faults that have no slices, because no function is known of any element
};

/// Adds a fault. The spectrum is the population. Throws SpectrumError if no failing test covers an element, or none is
/// faulty.
void add(SingleFaultStudy& study, const Spectrum& spectrum, const ElementSet& faulty, const ChoicesOf& choices_of,
         const SingleFaultStudyOptions& options);

}  // namespace smallscope::diagnosis
