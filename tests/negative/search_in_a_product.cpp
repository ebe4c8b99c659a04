// module: generators
// expect: no matching function for call to .tuples\(
// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators.hpp>

namespace gen = smallscope::generators;

// A search has no index: indexed() gives it one.
auto pairs = gen::tuples(gen::chosen([](gen::Chooser& choose) { return choose(2); }), gen::booleans());
