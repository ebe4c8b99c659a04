// SPDX-License-Identifier: Apache-2.0
// The space of the in-process benchmarks: seven integers of 0..bound-1, with a predicate that costs almost nothing.
// Beside it the floor: hand-written nested loops for the same job.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <smallscope/generators.hpp>
#include <vector>

namespace smallscope_benchmarks {

struct Seven {
  int a, b, c, d, e, f, g;
};

/// Known only at run time. 14 gives 105,413,504 tests; SMALLSCOPE_BENCHMARK_BOUND reduces it, for callgrind.
inline int bound() {
  const char* chosen = std::getenv("SMALLSCOPE_BENCHMARK_BOUND");
  return chosen != nullptr ? std::atoi(chosen) : 14;
}
/// A sum that no combination gives; also known only at run time.
inline int unreachable() { return std::getenv("SMALLSCOPE_BENCHMARK_FAIL") != nullptr ? 7 : 1 << 20; }

inline bool passes(const Seven& v, int wrong) { return (((v.a ^ v.b) + (v.c ^ v.d) + (v.e ^ v.f)) ^ v.g) != wrong; }

inline auto sevens(int bound) {
  const auto digit = smallscope::generators::range(0, bound - 1);
  return smallscope::generators::product<Seven>(digit, digit, digit, digit, digit, digit, digit);
}

[[gnu::noinline, gnu::cold]] inline void keep(std::vector<Seven>& failing, const Seven& value) {
  failing.push_back(value);
}

[[gnu::noinline]] inline std::vector<Seven> nested_loops(int bound, int wrong) {
  std::vector<Seven> failing;
  for (int a = 0; a < bound; ++a)
    for (int b = 0; b < bound; ++b)
      for (int c = 0; c < bound; ++c)
        for (int d = 0; d < bound; ++d)
          for (int e = 0; e < bound; ++e)
            for (int f = 0; f < bound; ++f)
              for (int g = 0; g < bound; ++g)
                if (const Seven value{a, b, c, d, e, f, g}; !passes(value, wrong)) [[unlikely]]
                  keep(failing, Seven(value));
  return failing;
}

}  // namespace smallscope_benchmarks
