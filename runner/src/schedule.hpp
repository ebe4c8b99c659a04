// SPDX-License-Identifier: Apache-2.0
// The schedule of a run: which passes, where each continues, and what earlier passes have executed already.
//
// Shards divide a traversal into passes. What depends on the sequence of tests, such as their numbers, is then computed
// from positions, as a run of the whole traversal would count.
#pragma once

#include <memory>
#include <vector>

#include <smallscope/generators/orders/order.hpp>
#include <smallscope/results/store.hpp>
#include <smallscope/runner/run.hpp>

namespace smallscope::runner {

/// A pass with its order.
struct ScheduledPass {
  results::Pass pass;
  std::shared_ptr<const generators::Order> order;
  std::size_t traversal = 0;  ///< equal for passes of one traversal
  /// Other traversals that may visit the same ordinals; kept for the first pass of a traversal.
  std::vector<std::size_t> overlapping = {};

  bool is_open() const { return pass.done < pass.end; }
  bool visited(Ordinal ordinal) const {
    if (pass.done <= pass.begin) return false;
    const Ordinal position = order->position(ordinal);
    return position >= pass.begin && position < pass.done;
  }
  /// How many tests the pass has run. Skipped ones do not count.
  Ordinal visits() const { return pass.repeat ? pass.done - pass.begin : pass.executed; }
};

/// The passes that the store holds, and those that the options ask for.
class Schedule {
 public:
  /// Adds the missing passes to the store. Throws results::StoreMismatch if a pass of the store has another size than
  /// its level has now, or if a shard would execute what passes in another order have executed. For a shard of a search
  /// that is not counted, counts it, unless asked to stop: then nothing is wanted.
  Schedule(results::Store& store, const RunOptions& options, const Campaign& campaign,
           const generators::StopRequested& stop);

  /// The passes that the options ask for, in order, including finished ones: indices for pass().
  const std::vector<std::size_t>& wanted() const { return wanted_; }
  ScheduledPass& pass(std::size_t index) { return passes_[index]; }
  const ScheduledPass& pass(std::size_t index) const { return passes_[index]; }
  /// Whether a pass of another traversal of the same level has executed the ordinal.
  bool executed_elsewhere(std::size_t index, Ordinal ordinal) const;
  /// Whether executed_elsewhere() can ever be true.
  bool has_others(std::size_t index) const;
  /// The number of tests in the store, including repeats.
  Ordinal visits() const;
  /// The number of tests before the next one of this pass: those in the store or, if shards divide the traversal, those
  /// of a run of everything.
  Ordinal tests_before(std::size_t index) const;
  /// The number, from 1, of the test that executed an ordinal of level 0 first. O(1) if nothing else of its level was
  /// executed before that traversal, else O(position).
  Ordinal test_of(Ordinal ordinal) const;
  /// The same when all traversals up to this level have ended.
  Ordinal tests_after(int level) const;
  /// Whether the pass must wait, because shards divide what comes before it at its level, and not all of that is in the
  /// store.
  bool waits(std::size_t index) const;
  /// Whether passes of the store together have executed the traversal of this pass.
  bool is_traversed(std::size_t index) const;
  /// Whether shards divide the traversal of this pass.
  bool is_divided(std::size_t index) const;
  /// The pass that executed the ordinal first.
  std::size_t pass_of(int level, Ordinal ordinal) const;

 private:
  bool is_other(std::size_t index, std::size_t other) const;
  std::size_t add(const results::Pass& pass);
  void want(results::Store& store, const results::Pass& wanted);
  void want_part(results::Store& store, const results::Pass& wanted, const Shard& shard);
  void require_one_order(const results::Store& store, const std::vector<results::Pass>& wanted) const;
  /// The passes of the traversal, by their beginnings.
  std::vector<std::size_t> parts_of(const results::Pass& traversal) const;
  /// The first pass of each traversal up to that of this pass, in the sequence of the schedule.
  std::vector<std::size_t> traversals_before(std::size_t index) const;
  /// Of a traversal: those of a whole run if it is divided, else those in the store.
  Ordinal tests_of(std::size_t traversal) const;

  std::vector<ScheduledPass> passes_;
  std::vector<std::size_t> wanted_;
};

}  // namespace smallscope::runner
