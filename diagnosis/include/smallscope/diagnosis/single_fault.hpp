// SPDX-License-Identifier: Apache-2.0
// Single-fault-optimal data: the few tests that say of one fault what all failing tests say.
//
// A single fault is covered by every failing test, so the elements that all of them cover are the candidates. One
// running intersection finds them (CommonElements), with a certificate of how much was looked at. A few failing tests
// have the same intersection: witnesses(). Passing tests then tell the candidates apart: companions(). Functions are
// pure; a CommonElements belongs to one thread.
//
// Source: Landsberg, Sun, Kroening, "Optimising Spectrum Based Fault Localisation for Single Fault Programs Using
// Specifications", FASE 2018. E are the failing tests of a suite, E* those of the population. A suite is single-fault
// optimal (definition 7) if every element that all of E cover is covered by all of E*.
//
// Example: single_fault(spectrum).ranking.order[0].element
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include <smallscope/diagnosis/hitting_sets.hpp>
#include <smallscope/diagnosis/neighbours.hpp>
#include <smallscope/diagnosis/ranking.hpp>
#include <smallscope/diagnosis/slices.hpp>

namespace smallscope::diagnosis {

/// What was looked at for a statement about all failing tests of a population.
struct Certificate {
  std::uint64_t failing = 0;      ///< failing tests, of which it is known what they covered
  std::uint64_t unexplained = 0;  ///< of these, tests that covered nothing: no element explains them
  std::uint64_t scanned = 0;      ///< tests of which it is known whether they fail, and then also what they covered
  std::optional<std::uint64_t> population = std::nullopt;  ///< tests that there are; empty: not known
  /// Nothing is left that could contradict the statement.
  bool is_complete() const { return population && scanned >= *population; }
  friend bool operator==(const Certificate&, const Certificate&) = default;
};

/// The running intersection of the rows of failing tests.
class CommonElements {
 public:
  /// Before the first failing test, every element is common.
  explicit CommonElements(Column columns);

  /// Scans tests that cover the same. Returns whether Algorithm 1 of the paper takes one of them, if `choose` takes
  /// tests in the order of these calls: they fail, and are the first that do or do not cover an element that is common
  /// so far. A row that covers nothing is left out, as the paper assumes that there is none. Linear in the width.
  /// Throws SpectrumError for a row of another width.
  bool add(std::span<const Word> covered, Weight tests);

  /// A bit for each element.
  std::span<const Word> row() const { return row_; }
  bool contains(Column element) const;
  ElementSet elements() const;
  /// Without a population, which only the caller knows.
  const Certificate& certificate() const { return certificate_; }

 private:
  std::vector<Word> row_;
  Certificate certificate_;
};

/// Of all tests of a spectrum. One pass over the distinct rows.
CommonElements common_elements(const Spectrum& spectrum);

/// How failing tests are chosen until they have no more in common than all of them.
enum class WitnessRule {
  first,   ///< Algorithm 1: the first test that removes a common element
  greedy,  ///< the test that removes most
  fewest   ///< no smaller set will do
};
inline constexpr WitnessRule all_witness_rules[] = {WitnessRule::first, WitnessRule::greedy, WitnessRule::fewest};
/// "first", "greedy", "fewest"
std::string_view name(WitnessRule rule);

/// Bounds of the exact search. Without the token, the result is the same in every run.
struct WitnessBounds {
  std::size_t rows = 2'000;         ///< distinct failing rows; with more it is not begun
  std::uint64_t steps = 2'000'000;  ///< of each search for hitting sets
  std::stop_token stop = {};
};

/// Failing tests, by their numbers in the spectrum.
struct Witnesses {
  std::vector<std::size_t> tests;  ///< in the order in which they were chosen; of a search, ascending behind the start
  bool is_fewest = false;          ///< it is proven that no smaller set (with that start) will do
};

/// A set E of failing tests that have in common what all failing tests have in common. Equal rows count as one, for
/// which its first failing test stands; ties go to the first test. With a `start`, that test is the first of the set.
/// Empty if no test fails with a row that covers something. `first` is one pass over the tests; `greedy` one over the
/// distinct failing rows for each chosen test. `fewest` is a minimum set cover, solved as minimal hitting sets: of the
/// elements that are not common, each needs a test that does not cover it. If a bound ends the search, the best set so
/// far is returned. Throws SpectrumError if the start does not fail, or covers nothing.
Witnesses witnesses(const Spectrum& spectrum, WitnessRule rule, std::optional<std::size_t> start = std::nullopt,
                    const WitnessBounds& bounds = {});

/// How passing tests are chosen. No two of them cover the same.
enum class CompanionRule {
  random,            ///< drawn by a seed, each test with the same probability
  nearest_choices,   ///< differ from a witness in the fewest choices
  nearest_coverage,  ///< differ from a witness in the fewest elements
  split              ///< separate the most pairs of common elements that nothing separates yet
};
inline constexpr CompanionRule all_companion_rules[] = {CompanionRule::random, CompanionRule::nearest_choices,
                                                        CompanionRule::nearest_coverage, CompanionRule::split};
/// "random", "nearest-choices", "nearest-coverage", "split"
std::string_view name(CompanionRule rule);

struct CompanionOptions {
  std::size_t number = 20;    ///< at most; 20 is the paper's
  std::uint64_t seed = 0;     ///< of `random`
  ChoicesOf choices_of = {};  ///< of a test's ordinal; only `nearest_choices` needs it
};

/// Passing tests beside these failing ones, by their numbers, in the order in which they were chosen. Ties go to the
/// first test. `split` ends when no passing test separates common elements any more; the common elements are those of
/// the witnesses. `random` is linear in the tests; the others cost O(tests log tests), and a look at each distinct row
/// for each witness, or for each companion that splits. Throws SpectrumError for nearest choices without choices.
std::vector<std::size_t> companions(const Spectrum& spectrum, std::span<const std::size_t> witnesses,
                                    CompanionRule rule, const CompanionOptions& options = {});

/// The ranking by these tests alone, with the paper's measure, which is single-fault optimal: Naish-I, here `naish-op`.
Ranking rank_by(const Spectrum& spectrum, std::span<const std::size_t> tests);

struct SingleFaultOptions {
  WitnessRule witnesses = WitnessRule::fewest;
  CompanionRule companions = CompanionRule::split;
  CompanionOptions companion = {};
  WitnessBounds bounds = {};
  bool is_sliced = false;  ///< tests are chosen as if they covered only the cluster's own functions
};

/// What few tests say of a spectrum with a single fault.
struct SingleFault {
  ElementSet common;        ///< by all failing tests
  Certificate certificate;  ///< without a population
  Witnesses witnesses;
  std::vector<std::size_t> companions;
  Ranking ranking;  ///< by witnesses and companions; with a slice, what it leaves out comes last
  std::optional<FunctionSlice> slice = std::nullopt;
};
/// With a slice, the common elements are those of it. Throws as companions() and own_functions().
SingleFault single_fault(const Spectrum& spectrum, const SingleFaultOptions& options = {});

}  // namespace smallscope::diagnosis
