// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/suspiciousness.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace smallscope::diagnosis {
namespace {

using Formula = double (*)(double ef, double ep, double nf, double np);
constexpr double infinity = std::numeric_limits<double>::infinity();

double ochiai(double ef, double ep, double nf, double) { return ef == 0 ? 0 : ef / std::sqrt((ef + nf) * (ef + ep)); }
double jaccard(double ef, double ep, double nf, double) { return ef == 0 ? 0 : ef / (ef + nf + ep); }
double sbi(double ef, double ep, double, double) { return ef == 0 ? 0 : ef / (ef + ep); }

/// The formula sheet in floating point, as it is printed.
const std::map<std::string_view, Formula> sheet{
    {"ochiai", ochiai},
    {"tarantula",
     [](double ef, double ep, double nf, double np) {
       const double passed = ep + np == 0 ? 0 : ep / (ep + np);
       return ef == 0 ? 0 : ef / (ef + nf) / (ef / (ef + nf) + passed);
     }},
    {"jaccard", jaccard},
    {"dstar2",
     [](double ef, double ep, double nf, double) {
       return ef == 0 ? 0 : ep + nf == 0 ? infinity : ef * ef / (ep + nf);
     }},
    {"dstar3",
     [](double ef, double ep, double nf, double) {
       return ef == 0 ? 0 : ep + nf == 0 ? infinity : ef * ef * ef / (ep + nf);
     }},
    {"naish-o", [](double, double, double nf, double np) { return nf > 0 ? -1 : np; }},
    {"naish-op", [](double ef, double ep, double, double np) { return ef - ep / (ep + np + 1); }},
    {"opt-ochiai",
     [](double ef, double ep, double nf, double np) { return nf == 0 ? np + 2 : ochiai(ef, ep, nf, np); }},
    {"opt-jaccard",
     [](double ef, double ep, double nf, double np) { return nf == 0 ? np + 2 : jaccard(ef, ep, nf, np); }},
    {"sbi", sbi},
    {"kulczynski2",
     [](double ef, double ep, double nf, double) { return ef == 0 ? 0 : (ef / (ef + nf) + ef / (ef + ep)) / 2; }},
    {"wong1", [](double ef, double, double, double) { return ef; }},
    {"wong2", [](double ef, double ep, double, double) { return ef - ep; }},
    {"wong3",
     [](double ef, double ep, double, double) {
       return ef - (ep <= 2 ? ep : ep <= 10 ? 2 + 0.1 * (ep - 2) : 2.8 + 0.001 * (ep - 10));
     }},
    {"gp13", [](double ef, double ep, double, double) { return ef == 0 ? 0 : ef * (1 + 1 / (2 * ep + ef)); }},
    {"zoltar",
     [](double ef, double ep, double nf, double) { return ef == 0 ? 0 : ef / (ef + nf + ep + 10000 * nf * ep / ef); }},
    {"ideal", [](double ef, double ep, double nf, double np) { return nf > 0 ? 0 : sbi(ef, ep, nf, np); }},
};

template <class Sink>
void for_each_small_counts(std::uint32_t failing, std::uint32_t passing, const Sink& sink) {
  for (std::uint32_t ef = 0; ef <= failing; ++ef)
    for (std::uint32_t ep = 0; ep <= passing; ++ep) sink(Counts{ef, ep, failing - ef, passing - ep});
}

TEST(Suspiciousness, ThereAreAtLeastFifteenMeasuresAllOfTheSheet) {
  std::set<std::string_view> names;
  for (const Measure& measure : measures()) {
    names.insert(measure.name);
    EXPECT_TRUE(sheet.contains(measure.name)) << measure.name;
    EXPECT_EQ(find_measure(measure.name), &measure);
    EXPECT_FALSE(measure.formula.empty());
    EXPECT_FALSE(measure.source.empty());
  }
  EXPECT_EQ(names.size(), measures().size());
  EXPECT_GE(names.size(), 15u);
  EXPECT_EQ(find_measure("perfect"), nullptr);
}

TEST(Suspiciousness, EveryValueIsThatOfTheSheet) {
  for (const Measure& measure : measures())
    for (const auto& [failing, passing] : {std::pair{0u, 3u}, {4u, 0u}, {1u, 1u}, {5u, 14u}})
      for_each_small_counts(failing, passing, [&](const Counts& c) {
        const double expected = sheet.at(measure.name)(c.ef, c.ep, c.nf, c.np);
        const double value = measure.value(measure.score(c));
        if (std::isinf(expected))
          EXPECT_EQ(value, expected);
        else
          EXPECT_NEAR(value, expected, 1e-12) << measure.name << ' ' << c.ef << ' ' << c.ep << ' ' << c.nf;
      });
}

TEST(Suspiciousness, OrdersAsTheSheetAndTiesWhereTheSheetNearlyDoes) {
  for (const Measure& measure : measures()) {
    std::vector<Counts> all;
    for_each_small_counts(6, 13, [&](const Counts& c) { all.push_back(c); });
    for (const Counts& a : all)
      for (const Counts& b : all) {
        const double left = sheet.at(measure.name)(a.ef, a.ep, a.nf, a.np);
        const double right = sheet.at(measure.name)(b.ef, b.ep, b.nf, b.np);
        const auto order = measure.score(a) <=> measure.score(b);
        // Different fractions of numbers as small as these differ by more than 1e-12.
        if (left == right || std::abs(left - right) < 1e-12)
          ASSERT_TRUE(order == 0) << measure.name << ' ' << left << ' ' << right;
        else
          ASSERT_EQ(order < 0, left < right) << measure.name << ' ' << left << ' ' << right;
      }
  }
}

TEST(Suspiciousness, TellsApartWhatFloatingPointDoesNot) {
  const std::uint32_t many = 2'000'000'000;
  const Measure& op = *find_measure("naish-op");
  const Score one = op.score({many, 1, 0, many}), two = op.score({many, 2, 0, many - 1});
  EXPECT_EQ(op.value(one), op.value(two));
  EXPECT_TRUE(two < one);
  const Measure& ochiai = *find_measure("ochiai");
  EXPECT_TRUE(ochiai.score({many - 1, many, 1, 0}) < ochiai.score({many, many, 0, 0}));
  // The greatest counts that there are.
  const std::uint32_t most = std::numeric_limits<std::uint32_t>::max() / 2;
  for (const Measure& measure : measures())
    EXPECT_TRUE(measure.score({1, most, most - 1, 0}) < measure.score({most, 1, 0, most - 1})) << measure.name;
}

TEST(Suspiciousness, SbiRanksAsTarantulaDoes) {
  const Measure &sbi = *find_measure("sbi"), &tarantula = *find_measure("tarantula");
  for_each_small_counts(5, 9, [&](const Counts& a) {
    for_each_small_counts(5, 9, [&](const Counts& b) {
      EXPECT_EQ(sbi.score(a) <=> sbi.score(b), tarantula.score(a) <=> tarantula.score(b));
    });
  });
}

TEST(Score, ComparesByValue) {
  EXPECT_EQ((Score{1, 2}), (Score{2, 4}));
  EXPECT_EQ((Score{0, 5}), (Score{0, 1}));
  EXPECT_LT((Score{-2, 3}), (Score{-1, 2}));
  EXPECT_LT((Score{-1, 1}), (Score{0, 1}));
  const Score infinite{3, 0};
  EXPECT_LT((Score{1000, 1}), infinite);
  EXPECT_EQ(infinite, (Score{1, 0}));
}

}  // namespace
}  // namespace smallscope::diagnosis
