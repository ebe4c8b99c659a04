// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/capability/criteria.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace smallscope::diagnosis::capability {

namespace {

constexpr double half = 0.5;

double tests_with(const Suite& suite) { return static_cast<double>(suite.tests() + 1); }
double elements(const Suite& suite) { return static_cast<double>(suite.columns()); }

double density(const Suite& suite, const Prospect& test) {
  const double ones = static_cast<double>(suite.ones() + test.covered) / (tests_with(suite) * elements(suite));
  return 1 - std::abs(1 - 2 * ones);
}
double diversity(const Suite& suite, const Prospect& test) {
  const double tests = tests_with(suite);
  return 1 - static_cast<double>(suite.equal_pairs() + 2 * test.repeated) / (tests * (tests - 1));
}
double uniqueness(const Suite& suite, const Prospect& test) {
  return static_cast<double>(suite.groups() + test.split) / elements(suite);
}
double ddu(const Suite& suite, const Prospect& test) {
  return density(suite, test) * diversity(suite, test) * uniqueness(suite, test);
}
double mixed(double share, double split, double cover) { return share * split + (1 - share) * cover; }
double even_fdg(const Suite&, const Prospect& test) { return mixed(half, test.weighted_split, test.weighted_cover); }
double fdg_split(const Suite&, const Prospect& test) { return test.weighted_split; }
double fdg_cover(const Suite&, const Prospect& test) { return test.weighted_cover; }
double prox(const Suite&, const Prospect& test) { return test.failing_likeness; }

constexpr Criterion all[] = {
    {"entbug", "1 - |1 - 2 rho|, rho: share of ones in the matrix", "Campos et al. 2013; density of DDU", false,
     density},
    {"diversity", "1 - sum over equal rows of n (n - 1) / (N (N - 1))", "Perez et al. 2017: of DDU", false, diversity},
    {"tfd", "AG / M", "Baudry et al. 2006 has AG; uniqueness of DDU", false, uniqueness},
    {"ddu", "density diversity uniqueness", "Perez et al. 2017", false, ddu},
    {"cover", "Jaccard's index with the first failing test", "RLFDC, equation (5)", false, plain_cover},
    {"split", "sum over groups of suspects of |g| min(covered, not) / (M suspects)", "RLFDC, equation (6)", false,
     plain_split},
    {"prox", "mean of Jaccard's index with each failing test", "Bandyopadhyay and Ghosh 2011", true, prox},
    {"fdg-cover", "sum of Ochiai over covered elements / M", "An and Yoo 2022", true, fdg_cover},
    {"fdg-split", "1 - sum over AG of its share of Ochiai (|g| - 1) / (M - 1)", "An and Yoo 2022", true, fdg_split},
    {"fdg", "(fdg-split + fdg-cover) / 2", "An and Yoo 2022", true, even_fdg},
};

template <class Score>
Scorer each(Score score) {
  return [score](const Suite& suite, std::span<const Prospect> tests) {
    std::vector<double> scores;
    scores.reserve(tests.size());
    for (const Prospect& test : tests) scores.push_back(score(suite, test));
    return scores;
  };
}

double require_share(double share) {
  if (!(share >= 0 && share <= 1))
    throw SpectrumError(fmt::format("{} as the share of split in a weighted sum: give 0 to 1", share));
  return share;
}

}  // namespace

std::span<const Criterion> criteria() { return all; }

const Criterion* find_criterion(std::string_view name) {
  const auto found = std::ranges::find(all, name, &Criterion::name);
  return found == std::end(all) ? nullptr : found;
}

double plain_split(const Suite& suite, const Prospect& test) {
  if (suite.suspects() == 0) return 0;
  return static_cast<double>(test.suspect_cut) / (elements(suite) * static_cast<double>(suite.suspects()));
}

double plain_cover(const Suite&, const Prospect& test) { return test.likeness; }

Scorer scorer(const Criterion& criterion) { return each(criterion.score); }

Scorer weighted_sum(double share) {
  return each([share = require_share(share)](const Suite& suite, const Prospect& test) {
    return mixed(share, plain_split(suite, test), plain_cover(suite, test));
  });
}

Scorer fdg(double share) {
  return each([share = require_share(share)](const Suite&, const Prospect& test) {
    return mixed(share, test.weighted_split, test.weighted_cover);
  });
}

}  // namespace smallscope::diagnosis::capability
