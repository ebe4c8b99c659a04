// module: generators
// expect: no matching function for call to .*enumeration<int>
// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators.hpp>

auto wrong = smallscope::generators::enumeration<int>({{"one", 1}});
