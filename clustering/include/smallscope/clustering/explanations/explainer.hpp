// SPDX-License-Identifier: Apache-2.0
// Finds why the inputs of a cluster fail: the combinations of attributes that fail always, and only so.
//
// Every input of a complete store has a verdict. So whether a combination fails always is a matter of counting: it does
// if the failing and unjudged inputs that match it are as many as all inputs that match it. Only failing and unjudged
// inputs are visited; no input is executed or rendered. Inputs that a store has no verdict of yet may match, and are
// counted apart. The terms are prime (where adding a value to a literal would
// make more inputs of the group match, and none that passes, it is there) and irredundant, as in two-level minimisation
// of multiple-valued logic (Rudell and Sangiovanni-Vincentelli, "Multiple-valued minimization for PLA optimization",
// IEEE TCAD 6(5), 1987); that they are the fewest is not claimed. Immutable; may be shared by threads.
// Example: Explainer(population, failing, unjudged).explain(cluster_members).terms.front().literals.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include <smallscope/clustering/explanations/explanation.hpp>

namespace smallscope::clustering {

struct ExplainOptions {
  std::size_t most_terms = 50;  ///< then the other members stay unexplained, with their number
  /// More terms, for more members than this, only if those before say theirs in less than half the bits of a list.
  std::size_t terms_of_a_list = 5;
  std::size_t seeds = 8;      ///< members from which the next term is grown; the best term is taken
  std::size_t relations = 4;  ///< how many derived relations are tried where choices alone need several terms
  /// With more failing and unjudged inputs than this, no relations are tried.
  std::size_t most_inputs_for_relations = 20'000;
  /// Where terms take more bits than this, no more are looked for.
  double most_bits = std::numeric_limits<double>::infinity();
  bool exceptions = true;  ///< may say when inputs do not fail, if that is shorter
  /// Divides terms by whether inputs make a choice that not all of them make, if that saves at least two literals.
  bool divides_nested = true;
  /// Ends an explanation early; who stops it has no use for what it says.
  std::stop_token stop = {};
};

/// Two inputs that show why a literal is needed: a member, and one that does not fail so. Of an exception, that one
/// matches the term, and the member does not satisfy the literal.
struct Witness {
  Ordinal failing = 0;
  Ordinal without = 0;
  bool is_of_exception = false;        ///< the literal belongs to an exception
  bool passes = true;                  ///< `without` passes; otherwise it fails in another way
  std::vector<std::size_t> differing;  ///< the choices in which they differ; one alone where choices are independent
};

class Explainer {
 public:
  /// `failing`, `unjudged` and `undecided`, the inputs that were not executed yet, are ascending and disjoint; all
  /// other inputs of the population passed. `declined` are those of `unjudged` with which the subject would do nothing,
  /// ascending. Memory: 4 bytes for each of them and attribute; of an attribute that few of them have, 8 for each of
  /// those.
  Explainer(Population population, std::vector<Ordinal> failing, std::vector<Ordinal> unjudged,
            const ExplainOptions& options = {}, std::vector<Ordinal> undecided = {},
            std::vector<Ordinal> declined = {});

  /// The same as if only some of the failing inputs failed, by their indices, ascending: the others count as unjudged.
  /// O(attributes x (failing + unjudged + undecided)); the population is shared.
  Explainer among(std::span<const std::size_t> failing) const;

  /// The same as if the declined inputs passed. An explanation says when the subject goes wrong if it does something,
  /// so they may match it. But that it always goes wrong with a value is not shown by a subject that mostly declines
  /// the value. O(attributes x (failing + unjudged + undecided)).
  Explainer with_declined_passing() const;

  const Population& population() const { return *population_; }
  const std::vector<Ordinal>& failing() const { return failing_; }
  const std::vector<Ordinal>& unjudged() const { return unjudged_; }
  const std::vector<Ordinal>& declined() const { return declined_; }
  const std::vector<Ordinal>& undecided() const { return undecided_; }
  /// The value of each attribute: of the failing inputs, then of the unjudged ones, then of those undecided.
  const std::vector<Column>& columns() const { return columns_; }
  /// How many values the columns hold, and those of the population's tables: what visiting all of them costs.
  /// O(attributes).
  std::size_t held() const;
  /// Explains some of the failing inputs, ascending. The other failing inputs may match, if that makes the explanation
  /// shorter than saying why they do not; Matches::others counts them. Without members there are no terms. Throws
  /// std::out_of_range for an input that did not fail. O(terms x seeds x attributes x (failing + unjudged + rows of the
  /// tables)).
  Explanation explain(std::span<const Ordinal> members) const { return explain(members, options_); }
  Explanation explain(std::span<const Ordinal> members, const ExplainOptions& options) const;
  const ExplainOptions& options() const { return options_; }
  /// Explains several groups, with `jobs` threads: the same explanations for any number of them.
  std::vector<Explanation> explain_each(std::span<const std::vector<Ordinal>> groups, unsigned jobs) const;
  /// A member that matches the term, and an input that is no member and differs from it in the literal's attribute, and
  /// in as few others as possible, or those of an exception; a passing one if there is one that is as near. Empty if
  /// neighbours of the first members show none.
  std::optional<Witness> witness(const Explanation& explanation, const Term& term, const Literal& literal,
                                 std::span<const Ordinal> members) const;

 private:
  Explainer(std::shared_ptr<const Population> population, std::vector<Ordinal> failing, std::vector<Ordinal> unjudged,
            std::vector<Ordinal> undecided, std::vector<Ordinal> declined, std::vector<Column> columns,
            const ExplainOptions& options)
      : population_(std::move(population)),
        failing_(std::move(failing)),
        unjudged_(std::move(unjudged)),
        undecided_(std::move(undecided)),
        declined_(std::move(declined)),
        columns_(std::move(columns)),
        options_(options) {}

  std::shared_ptr<const Population> population_;
  std::vector<Ordinal> failing_, unjudged_, undecided_, declined_;
  std::vector<Column> columns_;
  ExplainOptions options_;
};

}  // namespace smallscope::clustering
