// SPDX-License-Identifier: Apache-2.0
// Rankings by suspiciousness, with an interval of ranks for every element, and how good a ranking is.
//
// Elements that tie share the ranks from `first` to `last`: which of these a reader meets is chance, so an interval is
// reported rather than one number. Where one number is needed, a rule for ties gives it. Pure functions: any thread.
//
// Example: rank(spectrum.counts(), *find_measure("ochiai")).order[0].element is the most suspicious element.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <smallscope/diagnosis/suspiciousness.hpp>

namespace smallscope::diagnosis {

struct Ranked {
  Column element = 0;
  Score score;
  std::size_t first = 1, last = 1;  ///< the ranks of the elements with this score, from 1
};

struct Ranking {
  std::vector<Ranked> order;          ///< most suspicious first; ties in the order of the code
  std::vector<std::size_t> position;  ///< of each element in `order`, from 0
};

/// Orders elements by their scores, each score compared exactly. O(n log n) comparisons.
Ranking rank(std::span<const Score> scores);
Ranking rank(std::span<const Counts> counts, const Measure& measure);
/// The ranking of coarser units, each with the best score of its elements. `unit_of` gives the unit of each element;
/// every unit below `units` has one. Throws SpectrumError otherwise.
Ranking rank_units(const Ranking& elements, std::span<const Column> unit_of, Column units);

/// The rank that stands for an interval.
enum class Ties {
  min,      ///< the best rank
  max,      ///< the worst rank
  average,  ///< the expected rank in a random order of the tie
  code      ///< the rank in the order of the code
};
inline constexpr Ties all_ties[] = {Ties::min, Ties::max, Ties::average, Ties::code};
std::string_view name(Ties ties);

double rank_of(const Ranking& ranking, Column element, Ties ties);
/// The rank at which a reader meets the first of the faulty elements. If tf of t tied elements are faulty, behind h
/// others: h + 1 (min), h + t - tf + 1 (max), h + (t + 1) / (tf + 1) (average). Throws SpectrumError if none is faulty
/// or one is not in the ranking.
double rank_of_first(const Ranking& ranking, std::span<const Column> faulty, Ties ties);
/// Elements inspected in vain before the first faulty one: rank_of_first() - 1.
double wasted_effort(const Ranking& ranking, std::span<const Column> faulty, Ties ties);
/// The share of all elements that is inspected to find the first faulty one: rank_of_first() / n.
double exam(const Ranking& ranking, std::span<const Column> faulty, Ties ties);
/// How many of these ranks are at most n.
std::size_t acc_at(std::span<const double> ranks, double n);
/// The mean over the faulty elements of (faulty elements ranked no later) / rank. Throws as rank_of_first() does.
double average_precision(const Ranking& ranking, std::span<const Column> faulty, Ties ties);
/// The mean of some figures, such as average precisions (mAP); 0 for none.
double mean(std::span<const double> figures);

}  // namespace smallscope::diagnosis
