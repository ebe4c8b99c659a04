// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/search/estimate.hpp>

#include <array>
#include <cmath>
#include <random>

#include <gmock/gmock.h>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::HasSubstr;
using Kind = Estimate::Kind;

Estimate estimate_of(std::span<const double> samples) { return estimate_from(samples, relative_error(samples)); }

TEST(Estimate, OfACountIsExact) {
  EXPECT_EQ(Estimate::exactly(603'744), (Estimate{Kind::exact, 603'744, 603'744, 603'744}));
}

TEST(Estimate, OfSamplesThatAgreeIsAnInterval) {
  const Estimate same = estimate_of(std::array{5.0, 5.0, 5.0});
  EXPECT_EQ(same, (Estimate{Kind::interval, 5, 5, 5}));
  // Mean 10, standard error 1: 20 samples, so Student's t with 19 degrees.
  std::vector<double> samples(20, 10 - std::sqrt(19.0));
  std::fill(samples.begin() + 10, samples.end(), 10 + std::sqrt(19.0));
  const Estimate spread = estimate_of(samples);
  EXPECT_EQ(spread.kind, Kind::interval);
  EXPECT_DOUBLE_EQ(spread.value, 10);
  const double factor = std::exp(2.093 * std::sqrt(std::log(1.01)));
  EXPECT_NEAR(spread.high, 10 * factor, 0.001);
  EXPECT_NEAR(spread.low, 10 / factor, 0.001);
  EXPECT_EQ(estimate_from(samples, 0.3), bound_from(samples)) << "the samples agree, but others did not";
}

TEST(Estimate, OfSamplesThatHardlyMeetAnythingIsALowerBound) {
  std::vector<double> samples(20, 0);
  EXPECT_EQ(estimate_of(samples), (Estimate{Kind::at_least, 0, 0}));
  samples[7] = 1'000'000;
  EXPECT_EQ(estimate_of(samples), (Estimate{Kind::at_least, 0, 0})) << "one sample proves nothing";
  std::fill(samples.begin(), samples.begin() + 15, 1000);
  samples[7] = 1'000'000;
  const Estimate estimate = estimate_of(samples);
  EXPECT_EQ(estimate.kind, Kind::at_least);
  EXPECT_GT(estimate.low, 300);
  EXPECT_LT(estimate.low, 1000);
  EXPECT_EQ(estimate.high, std::numeric_limits<double>::infinity());
}

TEST(Estimate, LowerBoundsHoldHoweverSkewedTheSamplesAre) {
  // Each sample is 2^30 with a probability of 2^-k, else nothing: their mean is 2^(30 - k).
  for (const int k : {1, 2, 3, 5}) {
    std::mt19937_64 random(static_cast<std::uint64_t>(k));
    int wrong = 0;
    for (int trial = 0; trial < 400; ++trial) {
      std::vector<double> samples(20);
      for (double& sample : samples) sample = random() % (1u << k) == 0 ? 0x1p30 : 0;
      const Estimate estimate = estimate_of(samples);
      if (estimate.kind == Kind::at_least) wrong += estimate.low > std::ldexp(1.0, 30 - k);
    }
    EXPECT_LE(wrong, 20) << "5% of 400, k = " << k;
  }
}

TEST(Estimate, SamplesBeyondAllNumbersSayNothing) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(estimate_of(std::array{infinity, infinity, 1.0}), (Estimate{Kind::at_least, 0, 0}));
  EXPECT_THAT(error_of([] { relative_error(std::array{1.0}); }), HasSubstr("1 samples do not tell"));
}

TEST(Estimate, IsRaisedByWhatIsCertain) {
  Estimate estimate{Kind::interval, 10, 8, 12};
  estimate.raise(9);
  EXPECT_EQ(estimate, (Estimate{Kind::interval, 10, 9, 12}));
  estimate.raise(20);
  EXPECT_EQ(estimate, (Estimate{Kind::interval, 20, 20, 20}));
}

}  // namespace
}  // namespace smallscope::generators
