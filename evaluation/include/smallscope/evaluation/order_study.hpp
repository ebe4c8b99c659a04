// The order study: what each order costs until it shows a failure, and until it shows each fault.
//
// Orders with a seed are replayed with the seeds 1, 2, ..., the others once: their figures have no spread. Pure.
// Example: study_orders(table, contenders(factors), 100).rows.front() is that of the generator's own order.
#pragma once

#include <optional>
#include <smallscope/clustering/faults.hpp>
#include <smallscope/evaluation/replay.hpp>
#include <smallscope/generators/orders/order_kinds.hpp>
#include <string>
#include <vector>

namespace smallscope::evaluation {

/// A mean over seeds and half the width of its 95% interval (1.96 standard errors; 0 of a single replay).
struct Estimate {
  double mean = 0;
  double half_width = 0;
  friend bool operator==(const Estimate&, const Estimate&) = default;
};
/// Throws EvaluationError for no samples.
Estimate estimate(std::span<const double> samples);

/// An order that takes part.
struct Contender {
  std::string name;
  generators::OrderSpecification order;
  bool repeat = false;  ///< of jump: the exhaustive pass runs everything again
  bool is_seeded() const { return generators::order_kind(order.name).depends_on(generators::OrderParameter::seed); }
};

/// dense, the paper's jumps (repeating, and without repetition), golden, shuffle, and, where the factors of the space are
/// known, pairwise of strength 2 and of strength 3. The first is what the others are compared with.
std::vector<Contender> contenders(const std::vector<Ordinal>& factors);

/// Of labelled faults: tests until each is first seen, and APFD.
struct FaultsSeen {
  Estimate first_seen, apfd;
};

struct OrderRow {
  std::string order;
  std::size_t replays = 0;
  Estimate first_failure, first_seen, apfd, total;  ///< first_seen and apfd of clusters
  std::optional<FaultsSeen> faults = {};            ///< where faults are labelled
};

/// The means of these scores.
OrderRow summarised(std::string order, std::span<const Score> scores);

/// One space.
struct OrderStudy {
  std::string space;
  std::vector<std::string> families;  ///< with what it is averaged: "campaigns", or "k=1" and "k=1 or 2"
  Ordinal inputs = 0;
  double failing = 0;  ///< the mean, where a study draws failures at random
  std::size_t groups = 0;
  bool synthetic = false;                       ///< the failures of every replay are others
  Score random;                                 ///< what a random permutation expects
  std::optional<LabelledFailures> labels = {};  ///< where faults are labelled
  std::vector<OrderRow> rows;
};

/// Replays the table in every order, and so the labelled faults of the same space if there are any. Requires at least
/// one seed; throws EvaluationError, and as make_order().
OrderStudy study_orders(const FailureTable& table, const std::vector<Contender>& orders, std::size_t seeds,
                        std::optional<LabelledFailures> labels = {});

/// An order over several spaces, by geometric means.
struct OrderSummary {
  std::string order;
  std::size_t spaces = 0;          ///< in which the order took part
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
