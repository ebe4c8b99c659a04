// SPDX-License-Identifier: Apache-2.0
// The schedule of a run: which passes, where each continues, and what earlier passes have executed already.
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
  /// its level has now.
  Schedule(results::Store& store, const RunOptions& options, const Campaign& campaign);

  /// The passes that the options ask for, in order, including finished ones: indices for pass().
  const std::vector<std::size_t>& wanted() const { return wanted_; }
  ScheduledPass& pass(std::size_t index) { return passes_[index]; }
  const ScheduledPass& pass(std::size_t index) const { return passes_[index]; }
  /// Whether a pass of the same level other than `index` has executed the ordinal.
  bool executed_elsewhere(std::size_t index, Ordinal ordinal) const;
  /// Whether executed_elsewhere() can ever be true.
  bool has_others(std::size_t index) const;
  /// The number of tests in the store, including repeats.
  Ordinal visits() const;

 private:
  bool is_other(std::size_t index, std::size_t other) const;

  std::vector<ScheduledPass> passes_;
  std::vector<std::size_t> wanted_;
};

}  // namespace smallscope::runner
