// SPDX-License-Identifier: Apache-2.0
// Why clusters are apart or together, in words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/report/causes_text.hpp>

#include "../clustering/causes/stores.hpp"

namespace smallscope::report {
namespace {

using clustering::Triage;
using clustering::triage_of_three;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;
using Said = std::optional<std::string>;

std::string why_first_two(const Triage& triage) {
  return why_text(triage, triage.clusters.at(0), triage.clusters.at(1));
}

TEST(CausesText, NamesTheChoiceThatDividesACause) {
  const Triage triage = triage_of_three([](int a, int b, int c) -> Said {
    if (a == 3) return b < 2 ? "low" : (b + c) % 2 ? "odd" : "even";
    return b == 4 && c == 5 ? Said("corner") : std::nullopt;
  });
  ASSERT_THAT(triage.clusters, SizeIs(3));
  EXPECT_THAT(why_first_two(triage), StartsWith("apart: they have the same cause, but `b` decides what they say\n"));
  EXPECT_THAT(causes_text(triage, triage.clusters[0]),
              HasSubstr("a = `3` (36 of 36 judged inputs with it fail); `b` decides what they say"));
  EXPECT_THAT(why_text(triage, triage.clusters[0], triage.clusters[2]), StartsWith("apart: "));
}

TEST(CausesText, NamesTheChoiceThatDividesAPartOfACause) {
  // b divides the failures of a = 3 first, because it does so most evenly; then c those with a small b.
  const Triage triage = triage_of_three([](int a, int b, int c) -> Said {
    if (a == 3) return b >= 3 ? "large" : c < 2 ? "small" : "medium";
    return b == 4 && c == 5 ? Said("corner") : std::nullopt;
  });
  ASSERT_THAT(triage.clusters, SizeIs(4));
  const auto why = [&](const std::string& first, const std::string& second) {
    const auto cluster_that_says = [&](const std::string& message) -> const clustering::Cluster& {
      return *std::ranges::find_if(triage.clusters, [&](const clustering::Cluster& cluster) {
        return cluster.signature.front().messages.front() == message;
      });
    };
    return why_text(triage, cluster_that_says(first), cluster_that_says(second));
  };
  EXPECT_THAT(why("small", "medium"), StartsWith("apart: they have the same cause, but `c` decides what they say\n"));
  EXPECT_THAT(why("medium", "small"), StartsWith("apart: they have the same cause, but `c` decides what they say\n"));
  EXPECT_THAT(why("large", "medium"), StartsWith("apart: they have the same cause, but `b` decides what they say\n"));
}

TEST(CausesText, NamesTheChoiceOfWhichGroupsWithoutCauseHaveNothingInCommon) {
  const Triage triage = triage_of_three([](int a, int b, int c) -> Said {
    if (a < 4 || b < 3 || c == 5) return std::nullopt;
    return c < 2 ? "small" : "large";
  });
  ASSERT_THAT(triage.clusters, SizeIs(2));
  EXPECT_THAT(why_first_two(triage),
              StartsWith("apart: they give different messages, and have no value of `c` in common\n"));
}

TEST(CausesText, NamesASingleFailureWithAMessageOfItsOwn) {
  const Triage triage = triage_of_three([](int a, int b, int c) -> Said {
    if (a < 4 || b < 3 || c % 2 != 0) return std::nullopt;
    return a == 5 && b == 4 && c == 2 ? "alone" : "many";
  });
  ASSERT_THAT(triage.clusters, SizeIs(2));
  EXPECT_THAT(why_first_two(triage), StartsWith("apart: one is a single failure with a message of its own\n"));
}

TEST(CausesText, SaysHowLittleDescriptionsHaveInCommon) {
  const Triage triage = triage_of_three([](int a, int b, int c) -> Said {
    if (a == 4 && b == 3) return "one";
    return b == 5 && c == 2 && a != 4 ? Said("other") : std::nullopt;
  });
  ASSERT_THAT(triage.clusters, SizeIs(2));
  EXPECT_THAT(why_first_two(triage), StartsWith("apart: describing their inputs together saves "));
  EXPECT_THAT(why_first_two(triage), HasSubstr("% of the shorter description, less than 33%\n"));
}

TEST(CausesText, SaysWhatMadeOneCluster) {
  const Triage triage = triage_of_three([](int a, int b, int c) -> Said {
    if (a < 4 || b < 3) return std::nullopt;
    return (a * 5 + b * 3 + c) % 3 == 0 ? "one" : "two";
  });
  ASSERT_THAT(triage.clusters, SizeIs(1));
  EXPECT_THAT(why_text(triage, triage.clusters[0], triage.clusters[0]),
              StartsWith("together: they have no cause, and describing their inputs together takes "));
  EXPECT_THAT(causes_text(triage, triage.clusters[0]), StartsWith("2 kinds of messages, whose inputs are described "));
}

}  // namespace
}  // namespace smallscope::report
