// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/capability/criteria.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <smallscope/diagnosis/ranking.hpp>

#include "../drawn.hpp"

namespace smallscope::diagnosis::capability {
namespace {

using testing::DoubleNear;

using Bits = std::vector<bool>;

struct Judged {
  Bits covered;
  bool is_failing;
};

/// The definitions of the papers on a matrix, a suite and a candidate at a time.
struct ByDefinition {
  std::vector<Judged> suite;  // the first one fails
  Bits test;

  std::size_t elements() const { return test.size(); }
  static double jaccard(const Bits& a, const Bits& b) {
    double both = 0, any = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      both += a[i] && b[i] ? 1 : 0;
      any += a[i] || b[i] ? 1 : 0;
    }
    return any == 0 ? 0 : both / any;
  }
  std::vector<Bits> matrix(bool with_test) const {
    std::vector<Bits> rows;
    for (const Judged& each : suite) rows.push_back(each.covered);
    if (with_test) rows.push_back(test);
    return rows;
  }
  /// Elements with the same column.
  std::vector<std::vector<std::size_t>> groups(bool with_test) const {
    std::map<Bits, std::vector<std::size_t>> by_column;
    for (std::size_t element = 0; element < elements(); ++element) {
      Bits column;
      for (const Bits& row : matrix(with_test)) column.push_back(row[element]);
      by_column[column].push_back(element);
    }
    std::vector<std::vector<std::size_t>> all;
    for (auto& [column, members] : by_column) all.push_back(members);
    return all;
  }
  double density() const {
    double ones = 0;
    for (const Bits& row : matrix(true)) ones += static_cast<double>(std::ranges::count(row, true));
    return 1 - std::abs(1 - 2 * ones / static_cast<double>(elements() * (suite.size() + 1)));
  }
  double diversity() const {
    std::map<Bits, double> times;
    for (const Bits& row : matrix(true)) ++times[row];
    double equal = 0;
    for (const auto& [row, n] : times) equal += n * (n - 1);
    const auto n = static_cast<double>(suite.size() + 1);
    return 1 - equal / (n * (n - 1));
  }
  double uniqueness() const { return static_cast<double>(groups(true).size()) / static_cast<double>(elements()); }
  std::vector<double> ochiai() const {
    std::vector<double> scores;
    for (std::size_t element = 0; element < elements(); ++element) {
      double ef = 0, ep = 0, failing = 0;
      for (const Judged& each : suite) {
        failing += each.is_failing ? 1 : 0;
        if (each.covered[element]) ++(each.is_failing ? ef : ep);
      }
      scores.push_back(ef == 0 ? 0 : ef / std::sqrt(failing * (ef + ep)));
    }
    return scores;
  }
  double fdg_split() const {
    const std::vector<double> weights = ochiai();
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    if (total == 0) return 0;
    double sum = 0;
    for (const auto& group : groups(true)) {
      double weight = 0;
      for (const std::size_t element : group) weight += weights[element];
      sum += weight / total * static_cast<double>(group.size() - 1);
    }
    return 1 - sum / static_cast<double>(std::max<std::size_t>(elements() - 1, 1));
  }
  double fdg_cover() const {
    const std::vector<double> weights = ochiai();
    double sum = 0;
    for (std::size_t element = 0; element < elements(); ++element) sum += test[element] ? weights[element] : 0;
    return sum / static_cast<double>(elements());
  }
  double prox() const {
    double sum = 0, failing = 0;
    for (const Judged& each : suite)
      if (each.is_failing) {
        sum += jaccard(each.covered, test);
        ++failing;
      }
    return sum / failing;
  }
  double split() const {
    const auto suspects = static_cast<double>(std::ranges::count(suite[0].covered, true));
    double sum = 0;
    for (const auto& group : groups(false)) {
      if (!suite[0].covered[group[0]]) continue;
      const auto size = static_cast<double>(group.size());
      double covered = 0;
      for (const std::size_t element : group) covered += test[element] ? 1 : 0;
      sum += size / static_cast<double>(elements()) * std::min(covered, size - covered);
    }
    return suspects == 0 ? 0 : sum / suspects;
  }
  std::map<std::string_view, double> scores() const {
    return {{"entbug", density()},
            {"diversity", diversity()},
            {"tfd", uniqueness()},
            {"ddu", density() * diversity() * uniqueness()},
            {"cover", jaccard(suite[0].covered, test)},
            {"split", split()},
            {"prox", prox()},
            {"fdg-cover", fdg_cover()},
            {"fdg-split", fdg_split()},
            {"fdg", 0.5 * fdg_split() + 0.5 * fdg_cover()}};
  }
};

Bits bits_of(std::span<const Word> row, Column columns) {
  Bits bits(columns);
  for_each_bit(row, [&](Column column) { bits[column] = true; });
  return bits;
}

/// Suites grown test by test from spectra of many shapes, with a candidate at each step.
template <class Check>
void on_drawn_suites(const Check& check) {
  constexpr Column shapes[] = {1, 2, 7, 63, 64, 65, 130};
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const Column columns = shapes[seed % std::size(shapes)];
    // Few different rows, so that some repeat; from nearly empty to nearly full.
    const Spectrum spectrum = drawn(seed, columns, 14, 8, 0.1 + 0.8 * (seed % 5) / 4);
    const auto row = [&](std::size_t test) { return spectrum.row(spectrum.test(test).row); };
    Suite suite(columns, row(0));
    std::vector<Judged> judged{{bits_of(row(0), columns), true}};
    for (std::size_t test = 1; test + 1 < spectrum.tests(); ++test) {
      const bool fails = is_failing(spectrum.test(test).outcome);
      check(suite, ByDefinition{judged, bits_of(row(test), columns)}, row(test), spectrum);
      suite.add(row(test), fails);
      judged.push_back({bits_of(row(test), columns), fails});
    }
  }
}

TEST(Criteria, AreTheDefinitionsOnAnySuite) {
  std::size_t compared = 0;
  on_drawn_suites([&](const Suite& suite, const ByDefinition& expected, std::span<const Word> row, const Spectrum&) {
    const Prospect prospect = suite.prospect(row);
    const auto scores = expected.scores();
    ASSERT_EQ(scores.size(), criteria().size());
    for (const Criterion& criterion : criteria()) {
      const double score = criterion.score(suite, prospect);
      ASSERT_THAT(score, DoubleNear(scores.at(criterion.name), 1e-12)) << criterion.name;
      ASSERT_GE(score, 0) << criterion.name;
      ASSERT_LE(score, 1) << criterion.name;
      ++compared;
    }
    const std::vector<double> sum = weighted_sum(0.3)(suite, std::span(&prospect, 1));
    ASSERT_THAT(sum, testing::ElementsAre(DoubleNear(0.3 * scores.at("split") + 0.7 * scores.at("cover"), 1e-12)));
    ASSERT_THAT(fdg(0.2)(suite, std::span(&prospect, 1)),
                testing::ElementsAre(DoubleNear(0.2 * scores.at("fdg-split") + 0.8 * scores.at("fdg-cover"), 1e-12)));
  });
  EXPECT_GT(compared, 5000u);
}

TEST(Criteria, WithoutKnownOutcomesDoNotDependOnThem) {
  on_drawn_suites([](const Suite&, const ByDefinition& expected, std::span<const Word> row, const Spectrum& spectrum) {
    const auto grown = [&](bool fails) {
      Suite suite(spectrum.columns(), spectrum.row(spectrum.test(0).row));
      for (std::size_t test = 1; test < expected.suite.size(); ++test)
        suite.add(spectrum.row(spectrum.test(test).row), fails);
      return suite;
    };
    const Suite passing = grown(false), failing = grown(true);
    for (const Criterion& criterion : criteria()) {
      if (criterion.knows_outcomes) continue;
      ASSERT_EQ(criterion.score(passing, passing.prospect(row)), criterion.score(failing, failing.prospect(row)));
    }
  });
}

TEST(Criteria, AreUniqueAndFoundByName) {
  std::set<std::string_view> names;
  for (const Criterion& criterion : criteria()) {
    EXPECT_TRUE(names.insert(criterion.name).second);
    EXPECT_EQ(find_criterion(criterion.name), &criterion);
  }
  EXPECT_EQ(find_criterion("rlfdc"), nullptr);
}

TEST(Criteria, RefuseAShareBeyondOne) {
  for (const double share : {-0.1, 1.1, std::nan("")}) {
    EXPECT_THROW(weighted_sum(share), SpectrumError);
    EXPECT_THROW(fdg(share), SpectrumError);
  }
}

TEST(Suite, HasTheGroupsCountsAndRanksOfItsSpectrum) {
  on_drawn_suites([](const Suite& suite, const ByDefinition& expected, std::span<const Word>, const Spectrum& drawn) {
    Spectrum spectrum(drawn.elements());
    std::size_t ones = 0;
    for (std::size_t test = 0; test < expected.suite.size(); ++test) {
      spectrum.add(test, expected.suite[test].is_failing ? Outcome::fail : Outcome::pass,
                   drawn.row(drawn.test(test).row));
      ones += static_cast<std::size_t>(std::ranges::count(expected.suite[test].covered, true));
    }
    ASSERT_EQ(suite.tests(), spectrum.tests());
    ASSERT_EQ(suite.ones(), ones);
    ASSERT_EQ(suite.counts(), spectrum.counts());
    ASSERT_EQ(suite.groups(), expected.groups(false).size());
    std::size_t suspect_groups = 0;
    for (const auto& group : expected.groups(false)) suspect_groups += expected.suite[0].covered[group[0]] ? 1 : 0;
    ASSERT_EQ(suite.suspect_groups(), suspect_groups);
    const Ranking ranking = rank(spectrum.counts(), *find_measure("ochiai"));
    const Ranking of_groups = suite.ranking();
    ASSERT_EQ(of_groups.position, ranking.position);
    for (std::size_t place = 0; place < ranking.order.size(); ++place) {
      const Ranked &a = of_groups.order[place], &b = ranking.order[place];
      ASSERT_TRUE(a.element == b.element && a.score == b.score && a.first == b.first && a.last == b.last);
    }
    for (Column first = 0; first < spectrum.columns(); first += 3) {
      const Columns faulty{first, (2 * first + 1) % spectrum.columns(), first};
      ASSERT_EQ(suite.worst_rank_of_first(faulty), rank_of_first(ranking, faulty, Ties::max));
    }
  });
}

TEST(Suite, RefusesWhatIsNoRow) {
  const std::vector<Word> one{1}, two{1, 0}, beyond{Word{1} << 5};
  EXPECT_THROW(Suite(0, {}), SpectrumError);
  EXPECT_THROW(Suite(5, two), SpectrumError);
  EXPECT_THROW(Suite(5, beyond), SpectrumError);
  Suite suite(5, one);
  EXPECT_THROW(suite.add(beyond, false), SpectrumError);
  EXPECT_THROW(suite.prospect(two), SpectrumError);
  EXPECT_THROW(suite.worst_rank_of_first({}), SpectrumError);
  EXPECT_THROW(suite.worst_rank_of_first(Columns{5}), SpectrumError);
}

// t0 covers four of six elements and fails. t1 halves them; t2 covers them all and nothing else; t3 nothing.
TEST(Criteria, OfASmallExampleAreWhatIsReckonedByHand) {
  const Spectrum spectrum = pictured({"1 1 1 1 0 0 F", "1 1 0 0 1 0 P", "1 1 1 1 0 0 P", "0 0 0 0 0 0 P"});
  const Suite suite(6, spectrum.row(0));
  const auto score = [&](const char* name, std::size_t row) {
    return find_criterion(name)->score(suite, suite.prospect(spectrum.row(row)));
  };
  const std::size_t t1 = 1, t2 = 0, t3 = 2;  // t2 has the row of t0
  EXPECT_DOUBLE_EQ(score("entbug", t1), 1 - std::abs(1 - 2 * 7.0 / 12));
  EXPECT_DOUBLE_EQ(score("diversity", t1), 1);
  EXPECT_DOUBLE_EQ(score("diversity", t2), 0);
  EXPECT_DOUBLE_EQ(score("tfd", t1), 4.0 / 6);
  EXPECT_DOUBLE_EQ(score("tfd", t2), 2.0 / 6);
  EXPECT_DOUBLE_EQ(score("ddu", t1), 5.0 / 6 * 4 / 6);
  EXPECT_DOUBLE_EQ(score("cover", t1), 2.0 / 5);
  EXPECT_DOUBLE_EQ(score("cover", t2), 1);
  EXPECT_DOUBLE_EQ(score("cover", t3), 0);
  EXPECT_DOUBLE_EQ(score("split", t1), 4 * 2 / 6.0 / 4);
  EXPECT_DOUBLE_EQ(score("split", t2), 0);
  EXPECT_DOUBLE_EQ(score("fdg-cover", t1), 2.0 / 6);
  EXPECT_DOUBLE_EQ(score("fdg-split", t1), 1 - 1.0 / 5);
  EXPECT_DOUBLE_EQ(score("fdg-split", t2), 1 - 3.0 / 5);
  EXPECT_DOUBLE_EQ(score("fdg", t1), (4.0 / 5 + 2.0 / 6) / 2);
}

}  // namespace
}  // namespace smallscope::diagnosis::capability
