// module: runner
// expect: nothing
// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators.hpp>
#include <smallscope/runner/run.hpp>

namespace gen = smallscope::generators;

struct Point {
  int x, y;
};

int main() {
  const auto points = gen::product<Point>(gen::range(0, 3), gen::alternatives(gen::just(1), gen::elements(5, 6)));
  return static_cast<int>(points.filter([](const Point& point) { return point.x < point.y; }).size());
}
