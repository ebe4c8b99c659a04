// module: generators
// expect: too many initializers for .Point
// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators.hpp>

namespace gen = smallscope::generators;

struct Point {
  int x, y;
};
auto point = gen::product<Point>(gen::range(0, 3), gen::range(0, 3), gen::range(0, 3)).at(0);
