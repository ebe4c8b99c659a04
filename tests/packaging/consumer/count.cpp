// SPDX-License-Identifier: Apache-2.0
// Links generators alone and oracles, whose third-party libraries must be found without being named.
#include <iostream>
#include <vector>

#include <smallscope/generators.hpp>
#include <smallscope/oracles/standard.hpp>

namespace gen = smallscope::generators;
namespace oracles = smallscope::oracles;

struct Point {
  int x, y;
};

int main() {
  const auto points = gen::product<Point>(gen::range(0, 7), gen::range(0, 7));
  const oracles::Normaliser normaliser(std::vector<oracles::Rewrite>{{"[0-9]+", "N"}});
  const std::vector<oracles::Judgement> judgements(1);
  std::cout << points.size() << " points, verdict " << name(oracles::combine(judgements)) << ", "
            << normaliser("line 12") << "\n";
}
