// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <smallscope/evaluation/jump_prediction.hpp>
#include <smallscope/evaluation/order_study.hpp>

#include "stores.hpp"

namespace smallscope::evaluation {
namespace {

/// All sequences of jumps, one by one.
class BruteForce {
 public:
  BruteForce(Ordinal inputs, std::vector<Ordinal> failing, Ordinal limit)
      : inputs_(inputs), failing_(std::move(failing)), limit_(limit) {
    jump(-1, 0, 1);
  }
  double mean() const { return mean_; }
  double deviation() const { return std::sqrt(std::max(squares_ - mean_ * mean_, 0.0)); }

 private:
  void jump(long from, double tests, double probability) {
    for (Ordinal length = 1; length <= limit_; ++length) {
      const long to = from + static_cast<long>(length);
      const double share = probability / static_cast<double>(limit_);
      if (to >= static_cast<long>(inputs_))
        end(tests + static_cast<double>(failing_.empty() ? inputs_ : failing_.front() + 1), share);
      else if (std::count(failing_.begin(), failing_.end(), static_cast<Ordinal>(to)) > 0)
        end(tests + 1, share);
      else
        jump(to, tests + 1, share);
    }
  }
  void end(double tests, double probability) {
    mean_ += probability * tests;
    squares_ += probability * tests * tests;
  }
  Ordinal inputs_;
  std::vector<Ordinal> failing_;
  Ordinal limit_;
  double mean_ = 0, squares_ = 0;
};

TEST(JumpPrediction, IsThatOfAllSequencesOfJumps) {
  for (const Ordinal inputs : {0u, 1u, 2u, 7u, 11u})
    for (const Ordinal limit : {1u, 2u, 3u, 5u, 20u})
      for (unsigned pattern = 0; pattern < 1u << inputs; pattern += 5) {
        std::vector<Ordinal> failing;
        for (Ordinal ordinal = 0; ordinal < inputs; ++ordinal)
          if ((pattern >> ordinal & 1) != 0) failing.push_back(ordinal);
        const Prediction prediction = predict_jumps(inputs, failing, limit);
        const BruteForce expected(inputs, failing, limit);
        EXPECT_NEAR(prediction.mean, expected.mean(), 1e-9) << inputs << " " << limit << " " << pattern;
        EXPECT_NEAR(prediction.deviation, expected.deviation(), 1e-6) << inputs << " " << limit << " " << pattern;
      }
}

TEST(JumpPrediction, IsWhatManySeedsGive) {
  std::vector<Ordinal> failing;
  for (Ordinal i = 400; i < 440; i += 3) failing.push_back(i);
  const FailureTable table = table_of(1152, {failing});
  const OrderStudy study = study_orders(table, {{"jump --repeat", {.name = "jump"}, true}}, 2000);
  const Prediction prediction = predict_jumps(1152, failing, 20);
  EXPECT_NEAR(study.rows[0].first_failure.mean, prediction.mean, 4 * prediction.deviation / std::sqrt(2000.0));
  EXPECT_NEAR(study.rows[0].first_failure.half_width, 1.96 * prediction.deviation / std::sqrt(2000.0),
              0.2 * study.rows[0].first_failure.half_width);
}

TEST(JumpPrediction, OfASpaceWithoutFailuresIsTheTotal) {
  EXPECT_NEAR(predict_jumps(100'000, {}, 20).mean, 100'000 * (1 + 2.0 / 21), 5) << "just under ten per cent more";
}

}  // namespace
}  // namespace smallscope::evaluation
