// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/suspiciousness.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace smallscope::diagnosis {

namespace {

using Whole = Score::Numerator;
using Wide = Score::Denominator;

/// The 256-bit product of two 128-bit numbers.
struct Product {
  Wide high, low;
  friend auto operator<=>(const Product&, const Product&) = default;
};

Product product(Wide a, Wide b) {
  const auto low = [](Wide x) { return static_cast<Wide>(static_cast<std::uint64_t>(x)); };
  const Wide al = low(a), ah = a >> 64, bl = low(b), bh = b >> 64;
  const Wide ll = al * bl, lh = al * bh, hl = ah * bl;
  const Wide middle = (ll >> 64) + low(lh) + low(hl);
  return {ah * bh + (lh >> 64) + (hl >> 64) + (middle >> 64), low(ll) | (middle << 64)};
}

// Counts are below 2^32, so each numerator and denominator below is far from 2^127.
Whole ef(const Counts& c) { return c.ef; }
Whole ep(const Counts& c) { return c.ep; }
Whole nf(const Counts& c) { return c.nf; }
Whole np(const Counts& c) { return c.np; }
Whole failing(const Counts& c) { return ef(c) + nf(c); }
Whole passing(const Counts& c) { return ep(c) + np(c); }
Score fraction(Whole numerator, Whole denominator) { return {numerator, static_cast<Wide>(denominator)}; }

Score ochiai_squared(const Counts& c) {
  return c.ef == 0 ? Score{} : fraction(ef(c) * ef(c), failing(c) * (ef(c) + ep(c)));
}
Score tarantula(const Counts& c) {
  if (c.ef == 0) return {};
  if (passing(c) == 0) return {1, 1};
  return fraction(ef(c) * passing(c), ef(c) * passing(c) + ep(c) * failing(c));
}
Score jaccard(const Counts& c) { return c.ef == 0 ? Score{} : fraction(ef(c), failing(c) + ep(c)); }
template <int Power>
Score dstar(const Counts& c) {
  if (c.ef == 0) return {};
  Whole numerator = 1;
  for (int i = 0; i < Power; ++i) numerator *= ef(c);
  return fraction(numerator, ep(c) + nf(c));
}
Score naish_o(const Counts& c) { return fraction(c.nf > 0 ? -1 : np(c), 1); }
Score naish_op(const Counts& c) { return fraction(ef(c) * (passing(c) + 1) - ep(c), passing(c) + 1); }
Score sbi(const Counts& c) { return c.ef == 0 ? Score{} : fraction(ef(c), ef(c) + ep(c)); }
/// Any measure with values from 0 to 1, made optimal for single faults.
template <Score (*Base)(const Counts&)>
Score opt(const Counts& c) {
  return c.nf == 0 ? fraction(np(c) + 2, 1) : Base(c);
}
Score kulczynski2(const Counts& c) {
  if (c.ef == 0) return {};
  return fraction(ef(c) * (ef(c) + ep(c) + failing(c)), 2 * failing(c) * (ef(c) + ep(c)));
}
Score wong1(const Counts& c) { return fraction(ef(c), 1); }
Score wong2(const Counts& c) { return fraction(ef(c) - ep(c), 1); }
Score wong3(const Counts& c) {
  const Whole thousandths = c.ep <= 2 ? 1000 * ep(c) : c.ep <= 10 ? 2000 + 100 * (ep(c) - 2) : 2800 + ep(c) - 10;
  return fraction(1000 * ef(c) - thousandths, 1000);
}
Score gp13(const Counts& c) {
  return c.ef == 0 ? Score{} : fraction(ef(c) * (2 * ep(c) + ef(c) + 1), 2 * ep(c) + ef(c));
}
Score zoltar(const Counts& c) {
  if (c.ef == 0) return {};
  return fraction(ef(c) * ef(c), ef(c) * (failing(c) + ep(c)) + 10000 * nf(c) * ep(c));
}
Score ideal(const Counts& c) { return c.nf > 0 ? Score{} : sbi(c); }

double quotient(const Score& score) {
  if (score.denominator == 0) return std::numeric_limits<double>::infinity();
  return static_cast<double>(score.numerator) / static_cast<double>(score.denominator);
}
double root(const Score& score) { return std::sqrt(quotient(score)); }
/// Of opt-ochiai: below 2 the square of ochiai, from 2 on what stands above all of them.
double root_below_two(const Score& score) { return score < Score{2, 1} ? root(score) : quotient(score); }

constexpr std::string_view nothing_covered = "ef = 0: 0";

constexpr Measure all[] = {
    {"ochiai", "ef / sqrt(F (ef + ep))", nothing_covered, "Abreu et al. 2006; ISSTA 2010", 3, ochiai_squared, root},
    {"tarantula", "(ef / F) / (ef / F + ep / P)", "ef = 0: 0; P = 0: ep / P is 0", "Jones and Harrold 2005", 5,
     tarantula, quotient},
    {"jaccard", "ef / (F + ep)", nothing_covered, "Chen et al. 2002", 4, jaccard, quotient},
    {"dstar2", "ef^2 / (ep + nf)", "ef = 0: 0; ep + nf = 0: infinite", "Wong et al. 2014", 0, dstar<2>, quotient},
    {"dstar3", "ef^3 / (ep + nf)", "ef = 0: 0; ep + nf = 0: infinite", "Wong et al. 2014", 0, dstar<3>, quotient},
    {"naish-o", "-1 if nf > 0, else np", "", "Naish et al. 2011", 1, naish_o, quotient},
    {"naish-op", "ef - ep / (P + 1)", "", "Naish et al. 2011; SFO", 1, naish_op, quotient},
    {"opt-ochiai", "np + 2 if nf = 0, else ochiai", "as ochiai", "SFO", 1, opt<ochiai_squared>, root_below_two},
    {"opt-jaccard", "np + 2 if nf = 0, else jaccard", "as jaccard", "SFO", 1, opt<jaccard>, quotient},
    {"sbi", "ef / (ef + ep)", nothing_covered, "Liblit et al. 2005; the ranking of tarantula", 5, sbi, quotient},
    {"kulczynski2", "(ef / F + ef / (ef + ep)) / 2", nothing_covered, "Naish et al. 2011", 2, kulczynski2, quotient},
    {"wong1", "ef", "", "Wong et al. 2007", 0, wong1, quotient},
    {"wong2", "ef - ep", "", "Wong et al. 2007", 0, wong2, quotient},
    {"wong3", "ef - h; h = ep up to 2, 2 + 0.1 (ep - 2) up to 10, then 2.8 + 0.001 (ep - 10)", "", "Wong et al. 2007",
     0, wong3, quotient},
    {"gp13", "ef (1 + 1 / (2 ep + ef))", nothing_covered, "Yoo 2012", 0, gp13, quotient},
    {"zoltar", "ef / (F + ep + 10000 nf ep / ef)", nothing_covered, "Gonzalez 2007", 0, zoltar, quotient},
    {"ideal", "0 if nf > 0, else ef / (ef + ep)", nothing_covered, "GZoltar", 0, ideal, quotient},
};

}  // namespace

std::weak_ordering operator<=>(const Score& a, const Score& b) {
  const auto sign = [](const Score& score) { return score.numerator > 0 ? 1 : score.numerator < 0 ? -1 : 0; };
  if (sign(a) != sign(b)) return sign(a) <=> sign(b);
  if (sign(a) == 0) return std::weak_ordering::equivalent;
  const auto size = [](Whole x) { return static_cast<Wide>(x < 0 ? -x : x); };
  const Product left = product(size(a.numerator), b.denominator), right = product(size(b.numerator), a.denominator);
  // For two infinite scores both products are zero; for one, that of the other side is.
  const auto sizes = left <=> right;
  return sign(a) > 0 ? sizes : 0 <=> sizes;
}

std::span<const Measure> measures() { return all; }

const Measure* find_measure(std::string_view name) {
  const auto* const found = std::ranges::find(all, name, &Measure::name);
  return found == std::end(all) ? nullptr : found;
}

}  // namespace smallscope::diagnosis
