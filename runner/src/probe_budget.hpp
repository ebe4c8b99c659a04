// SPDX-License-Identifier: Apache-2.0
// How many probes taking merged inputs apart may cost, so that merging never costs more than it can save.
//
// Belongs to one thread. It is asked in the order in which results are committed, so it answers the same for any number
// of jobs and after any interruption. docs/decisions/0003-probe-budget.md has the measurements.
#pragma once

#include <algorithm>

#include <smallscope/runner/campaign.hpp>

namespace smallscope::runner {

class ProbeBudget {
 public:
  /// For a campaign with this many inputs at level 0, and in all merged levels that are run together. A probe costs as
  /// much as an input of level 0, and these are what merged levels may save.
  ProbeBudget(Ordinal inputs, Ordinal merged_inputs)
      : left_(std::max(most_in_all(inputs) - std::min(most_in_all(inputs), merged_inputs), inputs / least_of_all)),
        patience_(std::max(inputs / patience_of_all, least_patience)),
        credit_(patience_) {}

  /// How many probes are left.
  Ordinal left() const { return left_; }
  /// Whether examining what known messages may hide still pays.
  bool pays() const { return credit_ > 0 && left_ > 0; }
  /// Counts this many probes. If they show something new, the credit is renewed.
  void spend(Ordinal probes, bool shows_something_new) {
    left_ -= std::min(left_, probes);
    credit_ = shows_something_new ? patience_ : credit_ - std::min(credit_, probes);
  }
  /// Begins another level, which gets a credit of its own.
  void renew() { credit_ = patience_; }

 private:
  /// The limit for merged inputs and probes together: two fifths of level 0.
  static constexpr Ordinal most_in_all(Ordinal inputs) { return inputs / 5 * 2; }
  static constexpr Ordinal least_of_all = 10;     // a tenth for probes, if merged inputs alone are so many
  static constexpr Ordinal patience_of_all = 25;  // a twenty-fifth may find nothing new
  static constexpr Ordinal least_patience = 8;    // so that small spaces are examined, too
  Ordinal left_;
  Ordinal patience_;
  Ordinal credit_;
};

}  // namespace smallscope::runner
