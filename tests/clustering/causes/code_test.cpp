// SPDX-License-Identifier: Apache-2.0
// Clusters of failures that are in parts, because other code is responsible for them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <tuple>

#include <smallscope/clustering/causes/stored.hpp>

#include "stores.hpp"

namespace smallscope::clustering {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;
using Said = std::optional<std::string>;

/// The parts of failures of the space of three: `part(a, b, c)` is one of `elements`, or their number. Of the judged
/// inputs that cover an element, `share` fail.
PartsOf parts_by(std::uint32_t elements, std::function<std::uint32_t(int, int, int)> part, double share = 1) {
  return [elements, share, part = std::move(part)](std::span<const results::Ordinal> failing,
                                                   std::span<const std::uint32_t> kinds) {
    EXPECT_EQ(failing.size(), kinds.size());
    CodeParts parts;
    for (std::uint32_t element = 0; element < elements; ++element)
      parts.elements.push_back({.name = "e" + std::to_string(element),
                                .failing = static_cast<results::Ordinal>(1000 * share),
                                .judged = 1000});
    for (const results::Ordinal ordinal : failing) {
      const auto number = static_cast<int>(ordinal);
      parts.element_of.push_back(part(number / 36, number / 6 % 6, number % 6));
    }
    return parts;
  };
}

std::set<std::string> messages_of(const Cluster& cluster, const Triage& triaged) {
  std::set<std::string> texts;
  for (const std::uint32_t kind : triaged.by_causes->causes.groups.at(*cluster.group).kinds)
    texts.insert(triaged.by_causes->kind_texts[kind]);
  return texts;
}

TEST(CodeClusters, AreApartThoughNeitherMessagesNorChoicesSaySo) {
  const auto says = [](int a, int, int) -> Said { return a == 3 ? Said("same") : std::nullopt; };
  ASSERT_THAT(triage_of_three(says).clusters, SizeIs(1));
  const Triage triaged = triage_of_three(says, parts_by(2, [](int, int b, int c) { return (b + c) % 2 == 0; }));
  ASSERT_THAT(triaged.clusters, SizeIs(2));
  for (const Cluster& cluster : triaged.clusters) {
    const std::uint32_t part = *triaged.by_causes->causes.groups.at(*cluster.group).part;
    for (const auto& [level, ordinal] : cluster.members) EXPECT_EQ((ordinal / 6 + ordinal) % 2 == 0, part == 1);
    EXPECT_THAT(cluster.members, SizeIs(18));
  }
  EXPECT_NE(triaged.clusters[0].key, triaged.clusters[1].key);
  EXPECT_EQ(triaged.obstacle, "");
}

TEST(CodeClusters, OfRefusalsAreApartOnlyWhereNearlyAllInputsThatCoverTheCodeFail) {
  const std::string refusal = R"(one says exit status 0, other says exit status 1: "no")", other = R"(one says "7")";
  for (const auto& [said, share, clusters] :
       {std::tuple{refusal, 0.75, 1}, {refusal, 0.76, 2}, {other, 0.75, 2}, {other, 0.1, 2}}) {
    const auto says = [&said = said](int a, int, int) { return a == 3 ? Said(said) : std::nullopt; };
    const auto parts = parts_by(
        2, [](int, int b, int c) { return b == 1 || (b == 2 && c == 2); }, share);
    const Triage triaged = triage_of_three(says, parts);
    EXPECT_THAT(triaged.clusters, SizeIs(clusters)) << said << " " << share;
    if (clusters == 1) {
      EXPECT_EQ(triaged.by_causes->causes.groups[0].part, 2u) << "neither of the two elements is responsible";
    }
  }
  // What its own element accounts for is apart from the others.
  const auto says = [&](int a, int, int) { return a == 3 ? Said(refusal) : std::nullopt; };
  const auto parts = [strong = parts_by(
                          3, [](int, int b, int c) { return b == 1    ? 2u
                                                            : c == 2u ? 1u
                                                                      : 0u; }, 0.7)](
                         std::span<const results::Ordinal> failing, std::span<const std::uint32_t> kinds) {
    CodeParts found = strong(failing, kinds);
    found.elements[2].failing = found.elements[2].judged;
    return found;
  };
  EXPECT_THAT(triage_of_three(says, parts).clusters, SizeIs(2));
}

TEST(CodeClusters, OfOnePartAreTogetherWhereOneKindOfMessageIsGiven) {
  // By causes these are two: a = 3 and b = 4 have nothing in common.
  const auto says = [](int a, int b, int) -> Said { return a == 3 || b == 4 ? Said("same") : std::nullopt; };
  ASSERT_THAT(triage_of_three(says).clusters, SizeIs(2));
  const Triage triaged = triage_of_three(says, parts_by(1, [](int, int, int) { return 0u; }));
  ASSERT_THAT(triaged.clusters, SizeIs(1));
  EXPECT_THAT(triaged.by_causes->causes.groups[0].causes, IsEmpty());
}

TEST(CodeClusters, OfTwoVerdictsAreApart) {
  const auto space = space_of_three();
  const Population population(generators::factors(space.structure()),
                              [space](generators::Ordinal ordinal) { return generators::choices(space, ordinal); });
  std::vector<Ordinal> failing;
  std::vector<std::uint32_t> kinds, verdicts;
  for (Ordinal ordinal = 0; ordinal < 72; ++ordinal) {
    failing.push_back(ordinal);
    kinds.push_back(ordinal % 3 == 0);
    verdicts.push_back(ordinal % 2);
  }
  const Explainer explainer(population, failing, {});
  const std::vector<std::uint32_t> parts(failing.size());
  for (const Explainer* with : {&explainer, static_cast<const Explainer*>(nullptr)})
    for (const CauseGroup& group : find_causes_in_parts(with, kinds, verdicts, parts).groups)
      for (const std::size_t member : group.members)
        EXPECT_EQ(verdicts[member], verdicts[group.members.front()]) << "verdicts are never in one group";
}

TEST(CodeClusters, OfASingleElementAreOneFaultWhateverMessagesSay) {
  // Both values give both messages, so nothing but the choices of one of them speaks against it.
  const auto says = [](int a, int b, int c) -> Said {
    return a == 3 || b == 4 ? Said((a + b + c) % 3 == 0 ? "one" : "two") : std::nullopt;
  };
  ASSERT_THAT(triage_of_three(says).clusters, SizeIs(testing::Gt(1u)));
  const Triage triaged = triage_of_three(says, parts_by(1, [](int, int, int) { return 0u; }));
  EXPECT_TRUE(triaged.by_causes->code->is_first);
  EXPECT_THAT(triaged.clusters, SizeIs(1));
}

TEST(CodeClusters, OfASingleElementThatIsEverywhereAreThoseByCause) {
  const auto says = [](int a, int b, int c) -> Said {
    return a == 3 || b == 4 ? Said((a + b + c) % 3 == 0 ? "one" : "two") : std::nullopt;
  };
  const auto parts = [everywhere = parts_by(
                          1, [](int, int, int) { return 0u; }, 0.3)](std::span<const results::Ordinal> failing,
                                                                     std::span<const std::uint32_t> kinds) {
    CodeParts found = everywhere(failing, kinds);
    found.elements[0].is_everywhere = true;
    return found;
  };
  const Triage without = triage_of_three(says), with = triage_of_three(says, parts);
  EXPECT_FALSE(with.by_causes->code->is_first);
  ASSERT_THAT(with.clusters, SizeIs(without.clusters.size()));
  for (std::size_t i = 0; i < with.clusters.size(); ++i)
    EXPECT_EQ(with.clusters[i].members, without.clusters[i].members);
}

TEST(CodeClusters, OfOnePartAreDividedByCausesThatSayOtherThings) {
  const auto says = [](int a, int b, int) -> Said {
    return a == 3 ? Said("rejected") : b == 4 ? Said("wrong") : std::nullopt;
  };
  const Triage triaged = triage_of_three(says, parts_by(2, [](int, int, int) { return 0u; }));
  ASSERT_TRUE(triaged.by_causes->code->is_first) << "there are as many elements as kinds of messages";
  ASSERT_THAT(triaged.clusters, SizeIs(2));
  EXPECT_THAT(messages_of(triaged.clusters[0], triaged), ElementsAre("right: wrong"));
  EXPECT_THAT(messages_of(triaged.clusters[1], triaged), ElementsAre("right: rejected"));
  EXPECT_THAT(triaged.by_causes->causes.groups[0].causes, SizeIs(1));
}

TEST(CodeClusters, OfOnePartAreTogetherIfCausesDivideOneKind) {
  // Each of two causes gives "wrong", and one of them "rejected", too.
  const auto says = [](int a, int b, int c) -> Said {
    if (a == 3) return c == 0 ? "rejected" : "wrong";
    return b == 4 ? Said("wrong") : std::nullopt;
  };
  const Triage triaged = triage_of_three(says, parts_by(2, [](int, int, int) { return 0u; }));
  std::size_t wrong = 0;
  for (const Cluster& cluster : triaged.clusters) wrong += messages_of(cluster, triaged).contains("right: wrong");
  EXPECT_EQ(wrong, 1u) << "a kind of message is in one cluster of a part";
}

TEST(CodeClusters, WithoutCodeOfTheirOwnAreWithThoseThatSayTheSame) {
  const auto says = [](int a, int b, int) -> Said {
    return a == 3 ? Said(b == 0 ? "other" : "one") : a == 5 ? Said("two") : std::nullopt;
  };
  // Of a = 3, the failures with b = 2 have no element, nor has the message "other".
  const auto part = [](int a, int b, int) { return a == 5 ? 1u : b == 2 || b == 0 ? 3u : 0u; };
  const Triage triaged = triage_of_three(says, parts_by(3, part));
  ASSERT_THAT(triaged.clusters, SizeIs(3));
  EXPECT_THAT(messages_of(triaged.clusters[0], triaged), ElementsAre("right: two"));
  EXPECT_THAT(messages_of(triaged.clusters[1], triaged), ElementsAre("right: one"));
  EXPECT_THAT(triaged.clusters[1].members, SizeIs(30));
  EXPECT_THAT(messages_of(triaged.clusters[2], triaged), ElementsAre("right: other"));
  EXPECT_EQ(triaged.by_causes->causes.groups[*triaged.clusters[2].group].part, 3u);
}

TEST(CodeClusters, WithoutCodeStayApartWhereSeveralPartsSayTheSame) {
  const auto says = [](int a, int, int) -> Said { return a >= 6 ? Said("same") : std::nullopt; };
  const auto part = [](int a, int b, int) { return b == 0 ? 2u : a == 6 ? 0u : 1u; };
  EXPECT_THAT(triage_of_three(says, parts_by(2, part)).clusters, SizeIs(3));
}

TEST(CodeClusters, OfASearchAreDividedByKindsOfMessages) {
  const auto says = [](int a, int b, int) -> Said {
    return a == 0 ? Said("wrong") : b == 4 ? Said("rejected") : std::nullopt;
  };
  const auto part = [](int a, int, int) { return a < 2 ? 0u : 1u; };
  const Triage triaged = triage_of_three(says, parts_by(2, part), Space::search);
  EXPECT_NE(triaged.obstacle, "");
  EXPECT_FALSE(triaged.explainer);
  ASSERT_TRUE(triaged.by_causes && triaged.by_causes->code && triaged.by_causes->code->is_first);
  ASSERT_THAT(triaged.clusters, SizeIs(3)) << "wrong of the first part, rejected of both";
  std::set<std::string> keys;
  for (const Cluster& cluster : triaged.clusters) keys.insert(cluster.key);
  EXPECT_THAT(keys, SizeIs(3)) << "the element tells those apart that say the same";
}

/// Four kinds of messages, of which a = 3 gives two, and two elements.
Said four_kinds(int a, int b, int c) {
  if (a == 3) return c < 3 ? "small" : "large";
  return a == 5 ? Said("five") : a == 6 && b > 1 ? Said("six") : std::nullopt;
}

TEST(CodeClusters, AreThoseByCausesWhereMessagesTellMore) {
  const Triage by_causes = triage_of_three(four_kinds);
  const Triage triaged = triage_of_three(four_kinds, parts_by(2, [](int a, int, int) { return a == 6 ? 1u : 0u; }));
  ASSERT_TRUE(triaged.by_causes->code && !triaged.by_causes->code->is_first);
  ASSERT_THAT(triaged.clusters, SizeIs(by_causes.clusters.size()));
  for (std::size_t i = 0; i < triaged.clusters.size(); ++i) {
    EXPECT_EQ(triaged.clusters[i].members, by_causes.clusters[i].members);
    EXPECT_EQ(triaged.clusters[i].key, by_causes.clusters[i].key);
    const CauseGroup& group = triaged.by_causes->causes.groups.at(*triaged.clusters[i].group);
    const bool is_six = triaged.clusters[i].members.front().second / 36 == 6;
    EXPECT_EQ(triaged.by_causes->code->elements.at(*group.part).name, is_six ? "e1" : "e0");
    EXPECT_EQ(group.divided, std::nullopt);
  }
}

TEST(CodeClusters, ByCausesAreDividedByCodeThatMostlyFails) {
  const auto part = [](int a, int b, int) { return a == 5 && b < 2 ? 1u : 0u; };
  const Triage triaged = triage_of_three(four_kinds, parts_by(2, part, 0.6));
  ASSERT_FALSE(triaged.by_causes->code->is_first);
  std::vector<const CauseGroup*> of_five;
  for (const CauseGroup& group : triaged.by_causes->causes.groups)
    if (triaged.explainer->failing()[group.members.front()] / 36 == 5) of_five.push_back(&group);
  ASSERT_THAT(of_five, SizeIs(2));
  EXPECT_THAT(of_five[0]->members, SizeIs(12));
  EXPECT_THAT(of_five[1]->members, SizeIs(24));
  EXPECT_TRUE(of_five[0]->divided && of_five[0]->divided == of_five[1]->divided);
  EXPECT_NE(of_five[0]->part, of_five[1]->part);
  // Code that mostly passes divides nothing.
  EXPECT_THAT(triage_of_three(four_kinds, parts_by(2, part, 0.4)).clusters, SizeIs(triaged.clusters.size() - 1));
}

TEST(CodeClusters, RefusePartsOfOtherFailures) {
  const auto says = [](int a, int, int) -> Said { return a == 3 ? Said("same") : std::nullopt; };
  const PartsOf none = [](auto, auto) { return CodeParts{.elements = {{.name = "e"}}, .element_of = {0}}; };
  EXPECT_THROW((void)triage_of_three(says, none), std::invalid_argument);
}

TEST(ExplainerAmong, IsTheExplainerOfTheseFailures) {
  const auto space = space_of_three();
  const Population population(generators::factors(space.structure()),
                              [space](generators::Ordinal ordinal) { return generators::choices(space, ordinal); });
  std::vector<Ordinal> failing, some, others;
  std::vector<std::size_t> places;
  for (Ordinal ordinal = 0; ordinal < 288; ++ordinal)
    if (ordinal / 36 == 3 || ordinal % 6 == 4) {
      if (ordinal / 36 == 3) places.push_back(failing.size());
      (ordinal / 36 == 3 ? some : others).push_back(ordinal);
      failing.push_back(ordinal);
    }
  const std::vector<Ordinal> unjudged{0, 7, 280}, undecided{1, 287};
  std::vector<Ordinal> not_judged;
  std::ranges::merge(others, unjudged, std::back_inserter(not_judged));
  const Explainer among = Explainer(population, failing, unjudged, {}, undecided).among(places);
  const Explainer made(population, some, not_judged, {}, undecided);
  EXPECT_EQ(among.failing(), made.failing());
  EXPECT_EQ(among.unjudged(), made.unjudged());
  EXPECT_EQ(among.undecided(), made.undecided());
  EXPECT_EQ(among.columns(), made.columns());
  const Explanation a = among.explain(some), b = made.explain(some);
  ASSERT_THAT(a.terms, SizeIs(b.terms.size()));
  for (std::size_t i = 0; i < a.terms.size(); ++i) {
    EXPECT_EQ(a.terms[i].literals, b.terms[i].literals);
    EXPECT_EQ(a.terms[i].matches, b.terms[i].matches);
  }
}

}  // namespace
}  // namespace smallscope::clustering
