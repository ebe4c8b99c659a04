// module: generators
// expect: no matching function for call to .*product<Point>
// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators.hpp>

namespace gen = smallscope::generators;

struct Point {
  int x, y;
};
auto points = gen::product<Point>(gen::range(0, 3), 4);
