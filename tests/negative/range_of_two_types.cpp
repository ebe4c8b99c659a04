// module: generators
// expect: no matching function for call to .*range\(int, long int\)
// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators.hpp>

auto mixed = smallscope::generators::range(0, 3L);
