// SPDX-License-Identifier: Apache-2.0
// The synthetic half of the order study: product spaces in which an input fails when it makes a few particular choices.
//
// Every trial draws one conjunction of k choices; no table of the failing inputs is made. Reproducible: trial t of k
// choices is a function of (factors, k, t). Pure functions, for any thread. Example: study_conjunctions({2, 3, 2, 6, 4,
// 4}, 2, 100) is a row of the table in docs/evaluation.md.
#pragma once

#include <smallscope/evaluation/order_study.hpp>
#include <vector>

namespace smallscope::evaluation {

/// One choice: level `level` of factor `factor`.
struct RequiredChoice {
  std::size_t factor = 0;
  Ordinal level = 0;
  friend auto operator<=>(const RequiredChoice&, const RequiredChoice&) = default;
};
/// An input fails if all of these hold. Ascending by factor, each factor at most once.
using Conjunction = std::vector<RequiredChoice>;

/// The spaces of FASE 2009 and those that earlier orders were tried on, then spaces on which nobody tuned an order.
const std::vector<std::vector<Ordinal>>& reference_spaces();

/// `choices` factors, and a level of each, uniformly at random. Throws EvaluationError for 0 choices, for more choices
/// than factors, and for a factor without levels. O(factors).
Conjunction random_conjunction(std::span<const Ordinal> factors, std::size_t choices, std::uint64_t seed);

/// The number of the first test that fails, from 1. Walks the order only up to that test. Throws EvaluationError if a
/// factor or level does not exist, or if the size of the order is not the product of the factors.
Ordinal first_failure(const std::vector<Ordinal>& factors, const Conjunction& failing, const generators::Order& order);
/// The same for `run --order jump --repeat`.
Ordinal first_failure_repeating(const std::vector<Ordinal>& factors, const Conjunction& failing,
                                const generators::JumpOrder& order);

/// Trials with the seeds 1, 2, ..., each with another conjunction of `choices` choices; the seed of a trial is also
/// that of the order. The families of the study are "k=<choices>" and, for at most two choices, "k=1 or 2". Throws as
/// random_conjunction() does, and EvaluationError for 0 trials.
OrderStudy study_conjunctions(const std::vector<Ordinal>& factors, std::size_t choices, std::size_t trials);

}  // namespace smallscope::evaluation
