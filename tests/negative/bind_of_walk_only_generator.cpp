// module: generators
// expect: no matching function for call to .tuples\(smallscope::generators::WalkedBind<
// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators.hpp>

namespace gen = smallscope::generators;

// What has no index cannot be a component of a product: the message names the generator, the note the missing size().
auto walked = gen::walked_bind(gen::range(0, 3), [](int n) { return gen::range(0, n); });
auto pairs = gen::tuples(walked, gen::booleans());
