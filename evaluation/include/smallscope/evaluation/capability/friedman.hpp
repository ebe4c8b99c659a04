// SPDX-License-Identifier: Apache-2.0
// Whether several methods differ on the same cases: Friedman's test by ranks, and which pairs of them do.
//
// The test has the extension of Iman and Davenport (1980). Pairs are compared by their mean ranks, and their
// probabilities adjusted by Bergmann and Hommel's procedure, as Garcia and Herrera (JMLR 2008) describe it: the most
// powerful one for all pairs. Pure functions: any thread.
//
// Example: compare_methods({{0.3, 0.5}, {0.2, 0.4}, {0.1, 0.6}}).mean_ranks is {2, 1}.
#pragma once

#include <vector>

namespace smallscope::evaluation::capability {

/// More methods would take Bergmann and Hommel's procedure too long.
inline constexpr std::size_t most_compared = 10;

struct Comparison {
  std::size_t cases = 0;
  std::vector<double> mean_ranks;  ///< of each method; 1 is the best
  double chi_square = 0;           ///< Friedman's statistic, without a correction for ties
  double f = 0;                    ///< Iman and Davenport's; infinite if all cases have the same order
  double probability = 1;          ///< of a statistic at least as great if all methods are equal
  /// adjusted[a][b]: that of a difference at least as great between two methods, adjusted for all pairs.
  std::vector<std::vector<double>> adjusted;
};

/// `scores` has a row for each case, with the score of each method; more is better, and equal scores share their ranks.
/// Throws EvaluationError without a case, with fewer than two methods or more than most_compared, or for rows of
/// different sizes. Time grows as Bell's number of the methods: 0.1 s for ten.
Comparison compare_methods(const std::vector<std::vector<double>>& scores);

/// Probabilities of pairs, adjusted: those of a < b are read.
std::vector<std::vector<double>> bergmann_hommel(const std::vector<std::vector<double>>& probabilities);

/// The probability that a variable with Snedecor's F distribution exceeds f.
double f_exceeds(double f, double first_degrees, double second_degrees);

}  // namespace smallscope::evaluation::capability
