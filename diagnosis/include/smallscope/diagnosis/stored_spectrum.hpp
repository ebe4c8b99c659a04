// SPDX-License-Identifier: Apache-2.0
// The spectrum of a store: which elements of the code its tests covered, and which tests fail.
//
// Flow: a run with coverage has kept what each test covered (results/spectra.hpp); one cluster, or all that fails, is
// taken as failing; measures, groups and Barinel go on from there. Where nothing was covered, or instead of it, the
// choices of inputs are elements. Functions of a store belong to its thread; StoredSpectra is a value.
//
// Example: const StoredSpectra spectra(store);  // read once
//          for (const auto& members : clusters) rank(spectra.of({.failing = members}).spectrum.counts(), measure);
#pragma once

#include <optional>
#include <vector>

#include <smallscope/diagnosis/code_columns.hpp>
#include <smallscope/diagnosis/single_fault.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::diagnosis {

/// What failing inputs count as that are not those to be explained.
enum class Others {
  skipped,  ///< nothing: their fault may hide this one
  passing,  ///< passing: what they cover, too, is less suspicious. For faults that do not hide each other.
};

struct StoredTests {
  int level = 0;
  /// The failing inputs to be explained, ascending; empty: all that fail.
  std::optional<std::vector<Ordinal>> failing = {};
  Others others = Others::skipped;
};

struct StoredSpectrum {
  Spectrum spectrum;  ///< its tests by ascending ordinal, its elements by file, line and address
  /// The lines of each element, ascending; none of functions and choices.
  std::vector<std::vector<std::uint32_t>> lines;
  std::vector<std::string> keys;  ///< CodeColumns::keys(); of choices, their names
  std::size_t other = 0;          ///< failing inputs that are not those to be explained
  std::size_t not_judged = 0;     ///< skipped tests that neither passed nor failed, or are flaky
  std::size_t of_compiler = 0;    ///< CodeColumns::of_compiler()
  std::size_t missing = 0;        ///< failing inputs to be explained of which nothing is known that they covered
};

/// How a test counts with this verdict: neither passed nor failed, or flaky, is skipped.
Outcome outcome_of(oracles::Verdict verdict);

/// What the tests of a store covered, read once, for any number of clusters.
class StoredSpectra {
 public:
  /// The tests of the level that have a spectrum. Linear in the covered elements of all tests. Throws SpectrumError if
  /// the store has no spectra, or no elements of this kind; results::StoreError.
  explicit StoredSpectra(const results::Store& store, CodeElements elements = CodeElements::blocks, int level = 0);
  /// The same without any coverage: the values of choices are the elements, and a test covers those that its input has.
  /// `choices_of` gives the choices of an input of the level. Linear in the executed inputs.
  StoredSpectra(const results::Store& store, const ChoicesOf& choices_of, int level = 0);

  /// The spectrum in which these inputs are those that fail. A copy: linear in the words of all distinct rows, and in
  /// the tests. Throws SpectrumError if they are of another level.
  StoredSpectrum of(const StoredTests& tests) const&;
  /// The same without a copy.
  StoredSpectrum of(const StoredTests& tests) &&;

 private:
  int level_;
  std::vector<Ordinal> failing_;  ///< all that fail at the level, ascending; with and without a spectrum
  StoredSpectrum stored_;         ///< in which all of them are to be explained
};

/// StoredSpectra::of() for one cluster.
StoredSpectrum stored_spectrum(const results::Store& store, const StoredTests& tests = {},
                               CodeElements elements = CodeElements::blocks);
StoredSpectrum choice_spectrum(const results::Store& store, const ChoicesOf& choices_of, const StoredTests& tests = {});

/// The certificate of a spectrum, for all inputs of level 0 of its store. Not known are inputs that were not executed
/// or not judged, flaky ones, and failing ones to be explained of which nothing is known that they covered. Inputs that
/// are no tests are known not to fail. There is no population for a search whose end no run has reached.
Certificate certified(Certificate of_spectrum, const results::Store& store, const StoredSpectrum& stored);

}  // namespace smallscope::diagnosis
