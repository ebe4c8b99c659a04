// SPDX-License-Identifier: Apache-2.0
// How well faults are located with a few tests that a criterion chose: the questions of "Automatically Learning a
// Precise Measurement for Fault Diagnosis Capability of Test Cases".
//
// A case is a faulty version of a program. Testing begins with one of its failing tests, drawn anew in each repetition;
// the pool is every other test, in a drawn order, which breaks ties. So repetitions differ for every criterion, learned
// or not, and all criteria meet the same draws. Elements are ranked by Ochiai. The result does not depend on the number
// of threads.
//
// Example: study_capability(programs, paper_contenders(), {}).rows[0].at[0].precision.mean
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <smallscope/diagnosis/capability/learning.hpp>
#include <smallscope/diagnosis/formats.hpp>
#include <smallscope/diagnosis/measure_study.hpp>
#include <smallscope/evaluation/capability/friedman.hpp>
#include <smallscope/evaluation/order_study.hpp>

namespace smallscope::evaluation::capability {

/// Versions of one program.
struct Program {
  std::string name;
  std::vector<diagnosis::RecordedSpectrum> versions;
};

/// From which cases a criterion learns before it is applied to a case.
enum class Lessons {
  own,    ///< other versions of the same program: those of the other folds
  one,    ///< all versions of one other program
  others  ///< all versions of all other programs
};

/// A way to choose tests: by a scorer, by learning, or, with neither, at random.
struct Contender {
  std::string name;
  bool knows_outcomes = false;
  diagnosis::capability::Scorer scorer = {};
  std::optional<diagnosis::capability::LearningOptions> learning = {};  ///< its seed is drawn anew
  Lessons lessons = Lessons::own;
  std::size_t program = 0;  ///< for Lessons::one: by its place
};

/// Random; every criterion; weighted sums of plain split and cover; RLFDC; and what is changed in it: a learner, no
/// embedding, other units.
std::vector<Contender> paper_contenders();
/// RLFDC learned from each program alone, and from all others.
std::vector<Contender> transfer_contenders(const std::vector<Program>& programs);

struct CapabilitySettings {
  std::vector<std::size_t> tests = {0, 1, 3, 5, 10};  ///< chosen ones; ascending
  std::size_t repeats = 3;
  std::size_t folds = 5;     ///< at most; each has versions that follow one another
  bool is_distinct = false;  ///< of the tests that cover the same, the pool has one
  diagnosis::Ties ties = diagnosis::Ties::max;
  std::uint64_t seed = 1;
  unsigned threads = 1;
};

/// After so many tests. Means over repetitions.
struct Located {
  SampleMean precision;                                            ///< mean average precision
  std::array<SampleMean, diagnosis::accuracy_ranks.size()> found;  ///< cases whose fault is within accuracy_ranks
};

struct CapabilityRow {
  std::string contender;
  bool knows_outcomes = false;
  std::size_t cases = 0;    ///< to which it was applied; 0: it could learn from nothing
  std::vector<Located> at;  ///< by the numbers of tests
  /// After the last number of tests, for each program; none if it was not applied to it.
  std::vector<std::optional<Located>> by_program;
  std::vector<double> precisions;  ///< the mean of each case after the last number of tests; of those that it has
};

struct CapabilityStudy {
  struct StudiedProgram {
    std::string name;
    std::size_t cases = 0;
  };
  std::vector<StudiedProgram> programs;
  std::size_t cases = 0, without_fault = 0, without_failure = 0;
  std::vector<CapabilityRow> rows;  ///< as the contenders
  CapabilityRow all_tests;          ///< with every test; only the last number of tests
  std::vector<std::string> compared;
  std::optional<Comparison> comparison;  ///< of these, over all cases
};

/// Compares the methods of the paper and those it is made of, as far as they take part. Throws EvaluationError if no
/// version has a known fault and a failing test, or for numbers of tests that do not ascend.
CapabilityStudy study_capability(const std::vector<Program>& programs, const std::vector<Contender>& contenders,
                                 const CapabilitySettings& settings);

/// A criterion learned from every version that has a fault and a failing test.
diagnosis::capability::LearnedCriterion learn_from_all(const std::vector<Program>& programs,
                                                       const diagnosis::capability::LearningOptions& options,
                                                       std::uint64_t seed);

}  // namespace smallscope::evaluation::capability
