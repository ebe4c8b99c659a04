// module: generators
// expect: a product needs at least one component
// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators.hpp>

struct Empty {};
auto nothing = smallscope::generators::product<Empty>();
