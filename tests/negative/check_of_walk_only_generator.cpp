// module: generators
// expect: no matching function for call to .check\(smallscope::generators::WalkedBind<
// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators.hpp>

namespace gen = smallscope::generators;

auto report = gen::check(gen::walked_bind(gen::range(0, 3), [](int n) { return gen::range(0, n); }));
