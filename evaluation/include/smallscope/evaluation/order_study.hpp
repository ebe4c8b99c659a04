// SPDX-License-Identifier: Apache-2.0
// The order study: what each order costs until it shows a failure, and until it shows each fault.
//
// Orders with a seed are replayed with the seeds 1, 2, ...; the others once, so their figures have no spread. Pure
// functions, for any thread. Example: study_orders(table, contenders(factors), 100).rows.front() is that of the
// generator's own order.
#pragma once

#include <optional>
#include <smallscope/evaluation/labelled_failures.hpp>
#include <smallscope/evaluation/replay.hpp>
#include <smallscope/generators/orders/order_kinds.hpp>
#include <string>
#include <vector>

namespace smallscope::evaluation {

/// A mean over seeds, and half the width of its 95% interval (1.96 standard errors; 0 for a single replay).
struct SampleMean {
  double mean = 0;
  double half_width = 0;
  friend bool operator==(const SampleMean&, const SampleMean&) = default;
};
/// Throws EvaluationError without samples.
SampleMean sample_mean(std::span<const double> samples);

/// An order that takes part.
struct Contender {
  std::string name;
  generators::OrderSpecification order;
  bool repeat = false;  ///< for jump: the exhaustive pass runs everything again
  bool is_seeded() const { return generators::order_kind(order.name).depends_on(generators::OrderParameter::seed); }
};

/// dense, the paper's jumps (repeating, and without repetition), golden, shuffle, and, if the factors of the space are
/// known, pairwise of strength 2 and of strength 3. The first is the one that the others are compared with.
std::vector<Contender> contenders(const std::vector<generators::Factor>& factors);

/// For labelled faults: tests until each is first seen, and APFD.
struct FaultsSeen {
  SampleMean first_seen, apfd;
};

struct OrderRow {
  std::string order;
  std::size_t replays = 0;
  SampleMean first_failure, first_seen, apfd, total;  ///< first_seen and apfd are those of clusters
  std::optional<FaultsSeen> faults = {};              ///< if faults are labelled
};

/// The means of these scores.
OrderRow summarised(std::string order, std::span<const Score> scores);

/// One space.
struct OrderStudy {
  std::string space;
  std::vector<std::string> families;  ///< the spaces to average it with: "campaigns", or "k=1" and "k=1 or 2"
  Ordinal inputs = 0;
  double failing = 0;  ///< the mean, if a study draws failures at random
  std::size_t groups = 0;
  bool synthetic = false;                       ///< every replay has its own failures
  Score random;                                 ///< what a random permutation expects
  std::optional<LabelledFailures> labels = {};  ///< if faults are labelled
  std::vector<OrderRow> rows;
};

/// Replays the table, and the labelled faults of the same space if there are any, in every order. Requires at least one
/// seed; throws EvaluationError, and whatever make_order() throws.
OrderStudy study_orders(const FailureTable& table, const std::vector<Contender>& orders, std::size_t seeds,
                        std::optional<LabelledFailures> labels = {});

/// An order over several spaces, by geometric means.
struct OrderSummary {
  std::string order;
  std::size_t spaces = 0;          ///< in how many the order took part
  double first_failure_gain = 0;   ///< over the first row of each study, in tests
  double first_seen_gain = 0;      ///< the same until a group is first seen
  double over_random = 0;          ///< tests to the first failure, divided by what a random permutation expects
  double worst_first_failure = 0;  ///< the greatest ratio of its tests to the first failure to those of `jump`
  double worst_first_seen = 0;     ///< the same until a group is first seen
};

/// Spaces that are averaged together.
struct FamilySummary {
  std::string family;
  std::vector<OrderSummary> orders;  ///< in the order of their first appearance
};
/// One for each family, in the order of their first appearance. O(studies x families x orders).
std::vector<FamilySummary> summarise(std::span<const OrderStudy> studies);

}  // namespace smallscope::evaluation
