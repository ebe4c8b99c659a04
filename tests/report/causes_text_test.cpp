// SPDX-License-Identifier: Apache-2.0
// Why clusters are apart or together, in words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <smallscope/report/causes_text.hpp>

#include "../clustering/causes/stores.hpp"

namespace smallscope::report {
namespace {

using clustering::Triage;
using clustering::triage_of_three;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
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
              HasSubstr("a = `3` (36 of 36 valid inputs with it fail); `b` decides what they say"));
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

TEST(CausesText, SaysHowOutputsDiffer) {
  const Triage triage = triage_of_three([](int a, int b, int c) -> Said {
    if (a < 4 || b < 3) return std::nullopt;
    return c == 0 ? R"(a says "x", b says "1")" : R"(a says "null", b says "1")";
  });
  ASSERT_THAT(triage.clusters, SizeIs(1));
  EXPECT_THAT(why_text(triage, triage.clusters[0], triage.clusters[0]),
              HasSubstr("  outputs differ: null for number (60); word for number (12)\n"));
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

TEST(CausesText, ComparesAsClustersWereFormed) {
  // Then what the subject declined passed. All failures have one verdict.
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    std::vector<int> places;
    for (int i = 0; i < 12; ++i) places.push_back(static_cast<int>(random() % 6));
    const Triage triage = triage_of_three([&](int a, int b, int c) -> Said {
      if (a < 2 || (a + b) % 4 == 1) return clustering::declined;
      for (std::size_t i = 0; i + 2 < places.size(); i += 3)
        if (a == 2 + places[i] && (b == places[i + 1] || c == places[i + 2]))
          return i % 2 == 0 ? R"(a says "1", b says "2")" : R"(a says "x", b says "2")";
      return std::nullopt;
    });
    for (std::size_t i = 0; i < triage.clusters.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_THAT(why_text(triage, triage.clusters[i], triage.clusters[j]),
                    AllOf(Not(HasSubstr("verdicts differ")), Not(HasSubstr("when they were formed"))));
  }
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

/// e0 has the failures with an even b, e1 the others; those with b = 5 have no element.
Triage triage_by_code(const std::function<Said(int, int, int)>& says,
                      clustering::Space as = clustering::Space::indexed) {
  const auto parts = [](std::span<const results::Ordinal> failing, std::span<const std::uint32_t>) {
    clustering::CodeParts found;
    found.elements = {{.name = "a.c:7 =", .function = "f", .alternatives = 0, .failing = 18, .judged = 20},
                      {.name = "a.c:9-12", .function = "", .alternatives = 1, .failing = 1200, .judged = 1200}};
    for (const results::Ordinal ordinal : failing)
      found.element_of.push_back(ordinal / 6 % 6 == 5 ? 2 : ordinal / 6 % 2 == 0 ? 0 : 1);
    return found;
  };
  return triage_of_three(says, parts, as);
}

TEST(CausesText, NamesTheCodeThatIsResponsible) {
  const Triage triage = triage_by_code([](int a, int, int) { return a == 3 ? Said("same") : std::nullopt; });
  ASSERT_THAT(triage.clusters, SizeIs(3));
  EXPECT_EQ(causes_text(triage, triage.clusters[0]), "a.c:7 = of f (18 of 20 judged inputs that cover it fail)");
  EXPECT_EQ(causes_text(triage, triage.clusters[1]),
            "a.c:9-12 or 1 other element that the same inputs cover (1,200 of 1,200 judged inputs that cover it fail)");
  EXPECT_EQ(causes_text(triage, triage.clusters[2]), "");
  EXPECT_THAT(why_first_two(triage), StartsWith("apart: other code is responsible for them\n"));
  EXPECT_THAT(why_first_two(triage), HasSubstr("  code: a.c:7 = of f (18 of 20"));
  EXPECT_THAT(why_text(triage, triage.clusters[2], triage.clusters[2]),
              AllOf(StartsWith("together: they cover no responsible element, and give one kind of message\n"),
                    HasSubstr("  code: no responsible element is covered\n"), Not(HasSubstr("cause:"))));
  EXPECT_THAT(why_text(triage, triage.clusters[0], triage.clusters[0]),
              StartsWith("together: they cover the same responsible element, and give one kind of message\n"));
  EXPECT_THAT(lines_with_code(triage, {"fails exactly when a is `3`", "", "x"}),
              ElementsAre("at a.c:7 = of f; fails exactly when a is `3`", "at a.c:9-12", "x"));
  EXPECT_THAT(lines_with_code(triage, {}), ElementsAre("at a.c:7 = of f", "at a.c:9-12", ""));
}

TEST(CausesText, SaysWhereMostInputsPass) {
  Triage triage = triage_by_code([](int a, int, int) { return a == 3 ? Said("same") : std::nullopt; });
  ASSERT_TRUE(triage.by_causes && triage.by_causes->code);
  triage.by_causes->code->elements[0].judged = 36;
  triage.by_causes->code->elements[1].judged = 2399;
  EXPECT_THAT(lines_with_code(triage, {"x", "", ""}),
              ElementsAre("at a.c:7 = of f, where 18 of 36 fail; x", "at a.c:9-12", ""));
}

TEST(CausesText, NamesNoCodeThatEveryTestCovers) {
  Triage triage = triage_by_code([](int a, int, int) { return a == 3 ? Said("same") : std::nullopt; });
  triage.by_causes->code->elements[0].is_everywhere = true;
  EXPECT_EQ(causes_text(triage, triage.clusters[0]), "");
  EXPECT_THAT(why_text(triage, triage.clusters[0], triage.clusters[0]),
              AllOf(StartsWith("together: they cover the same responsible element, and give one kind of message\n"),
                    HasSubstr("  code: every judged test covers what could be responsible\n")));
  EXPECT_THAT(lines_with_code(triage, {"x", "", ""}), ElementsAre("x", "at a.c:9-12", ""));
}

TEST(CausesText, NamesCodeThatDividesACause) {
  const Triage triage = triage_by_code([](int a, int b, int c) {
    if (a == 3) return b == 5 ? Said() : Said("three");
    return a == 5 && b > 2 && b < 5 ? Said(c < 3 ? "small" : "large") : std::nullopt;
  });
  ASSERT_FALSE(triage.by_causes->code->is_first);
  const auto cluster_of = [&](results::Ordinal ordinal) -> const clustering::Cluster& {
    return *std::ranges::find_if(triage.clusters, [&](const clustering::Cluster& cluster) {
      return std::ranges::binary_search(cluster.members, std::pair(0, ordinal));
    });
  };
  const clustering::Cluster &even = cluster_of(108), &odd = cluster_of(114), &five = cluster_of(198);
  ASSERT_NE(even.id, odd.id);
  EXPECT_THAT(why_text(triage, even, odd), StartsWith("apart: other code is responsible for them\n"));
  EXPECT_THAT(why_text(triage, even, five), AllOf(StartsWith("apart: "), Not(HasSubstr("other code"))));
  EXPECT_THAT(causes_text(triage, even), AllOf(StartsWith("a.c:7 = of f"), HasSubstr("; a = `3` (30 of 36")));
}

TEST(CausesText, OfOnePartSaysThatItsMessagesDoNotKeepItApart) {
  // Two values that give the same two messages, of which neither decides.
  const Triage triage = triage_by_code([](int a, int b, int c) {
    return b % 2 == 0 && (a == 3 || a == 5) ? Said((a + b + c) % 3 == 0 ? "one" : "two") : std::nullopt;
  });
  ASSERT_TRUE(triage.by_causes->code->is_first);
  ASSERT_THAT(triage.clusters, SizeIs(1));
  EXPECT_THAT(why_text(triage, triage.clusters[0], triage.clusters[0]),
              StartsWith("together: they cover the same responsible element, and no messages keep them apart\n"));
}

TEST(CausesText, OfOnePartSaysWhatElseKeepsItsClustersApart) {
  const auto says = [](int a, int b, int c) {
    if (b % 2 != 0) return Said();
    return a == 3 ? Said("rejected") : a == 5 && c == 2 ? Said("wrong") : std::nullopt;
  };
  const Triage triage = triage_by_code(says);
  ASSERT_THAT(triage.clusters, SizeIs(2));
  EXPECT_THAT(why_first_two(triage), StartsWith("apart: "));
  EXPECT_THAT(why_first_two(triage), Not(HasSubstr("other code")));
  const Triage search = triage_by_code(says, clustering::Space::search);
  ASSERT_THAT(search.clusters, SizeIs(2));
  EXPECT_THAT(why_first_two(search), StartsWith("apart: they give different kinds of messages\n"));
}

}  // namespace
}  // namespace smallscope::report
