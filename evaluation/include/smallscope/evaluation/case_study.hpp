// SPDX-License-Identifier: Apache-2.0
// The case study of FASE 2009 (section 7, Figures 5 and 6), replayed from the complete store of one campaign. It says
// what each merge level costs, dense and with random jumps, and how many faults one finds by looking at a few tests per
// cluster.
//
// Nothing is executed: seeds replay recorded verdicts, and each test of a level takes the mean time of the level's
// pass. Pure functions, for any thread. Example: study_case(store, options, faults).levels.front() is M0.
#pragma once

#include <smallscope/evaluation/jump_prediction.hpp>
#include <smallscope/evaluation/labelled_failures.hpp>
#include <smallscope/evaluation/order_study.hpp>
#include <string>
#include <vector>

namespace smallscope::evaluation {

struct CaseStudyOptions {
  Ordinal jump_limit = 20;
  std::size_t order_seeds = 20;
  std::size_t sampling_seeds = 1000;
  std::vector<Ordinal> trade_off = {5, 10, 20, 50, 100};  ///< other jump limits
};

/// One way to cluster the failing tests of a level and to look at some tests of each cluster.
struct SampledClustering {
  clustering::Abstraction abstraction;
  std::size_t clusters = 0;
  std::size_t inspected = 0;  ///< tests selected
  SampleMean detected;        ///< labelled faults among them
};

/// The cost of another jump limit, in tests.
struct JumpTradeOff {
  Ordinal limit;
  Prediction first_failure;
  double total = 0;  ///< the tests of both passes
};

struct CaseStudyLevel {
  int level = 0;
  Ordinal inputs = 0, rejected = 0, failing = 0;
  double seconds = 0;                                 ///< wall time of the pass
  std::vector<std::string> faults;                    ///< labelled faults that the level's failing tests show
  std::vector<Ordinal> unlabelled;                    ///< failing tests that show none
  double dense_first = 0;                             ///< tests to the first failure; all tests if nothing fails
  SampleMean sparse_first, sparse_total;              ///< the same with jumps, and all tests; seeds 1, 2, ...
  Prediction sparse_predicted;                        ///< what the verdicts predict for sparse_first
  double own_first = 0;                               ///< the same in our default order
  std::optional<SampleMean> apfd_dense, apfd_sparse;  ///< of the level's faults; empty if it shows none
  std::vector<SampledClustering> clusterings;         ///< random, oracle, abstract, concrete; none if nothing fails
  std::vector<JumpTradeOff> trade_off;

  double seconds_a_test() const { return inputs == 0 ? 0 : seconds / static_cast<double>(inputs); }
  /// What a random permutation expects: (N+1)/(F+1).
  double random_first() const { return static_cast<double>(inputs + 1) / static_cast<double>(failing + 1); }
};

struct CaseStudy {
  std::string campaign;
  std::size_t order_seeds = 0, sampling_seeds = 0;
  std::vector<CaseStudyLevel> levels;  ///< M0, M1, ...
};

/// `own` is the default order of the campaign's level 0 and of its merged levels, one for each (see
/// generators::make_order()). Selections: one test of each cluster for abstract and concrete; for random and oracle as
/// many tests as abstract selects, or 1% of the failing tests if that is more, equally many from each cluster (section
/// 7). Throws EvaluationError for a store in which an input of any level has no verdict. O(tests + failing x (faults +
/// seeds)).
CaseStudy study_case(const results::Store& store, const clustering::Options& options, const clustering::Faults& faults,
                     const std::vector<generators::OrderSpecification>& own, const CaseStudyOptions& settings = {});

}  // namespace smallscope::evaluation
