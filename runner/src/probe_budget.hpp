// How many probes taking merged inputs apart may cost, so that merging never costs more than it can save.
//
// One thread at a time. It is asked in the order in which results are committed, so it answers the same for any number
// of jobs and after any interruption. Measured in "What taking apart may cost" of docs/evaluation.md.
#pragma once

#include <algorithm>

#include <smallscope/runner/campaign.hpp>

namespace smallscope::runner {

class ProbeBudget {
 public:
  /// Of a campaign with so many inputs at level 0 and in all merged levels that are run together. A probe costs what an
  /// input of level 0 costs, and those are what merged levels may spare.
  ProbeBudget(Ordinal inputs, Ordinal merged_inputs)
      : left_(std::max(most_in_all(inputs) - std::min(most_in_all(inputs), merged_inputs), inputs / least_of_all)),
        patience_(std::max(inputs / patience_of_all, least_patience)),
        credit_(patience_) {}

  /// How many probes are left.
  Ordinal left() const { return left_; }
  /// Whether looking behind what is known still pays.
  bool pays() const { return credit_ > 0 && left_ > 0; }
  /// So many probes were made. What shows something new renews the credit.
  void spend(Ordinal probes, bool shows_something_new) {
    left_ -= std::min(left_, probes);
    credit_ = shows_something_new ? patience_ : credit_ - std::min(credit_, probes);
  }
  /// Another level: it deserves a look of its own.
  void renew() { credit_ = patience_; }

 private:
  /// Merged inputs and probes together: two fifths of level 0.
  static constexpr Ordinal most_in_all(Ordinal inputs) { return inputs / 5 * 2; }
  static constexpr Ordinal least_of_all = 10;     // where merged inputs alone are so many: a tenth for probes
  static constexpr Ordinal patience_of_all = 25;  // a twenty-fifth may find nothing new
  static constexpr Ordinal least_patience = 8;    // so that small spaces get a look, too
  Ordinal left_;
  Ordinal patience_;
  Ordinal credit_;
};

}  // namespace smallscope::runner
