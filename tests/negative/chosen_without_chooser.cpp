// module: generators
// expect: no matching function for call to .chosen\(
// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators.hpp>

namespace gen = smallscope::generators;

auto some = gen::chosen([](int alternatives) { return alternatives; });
