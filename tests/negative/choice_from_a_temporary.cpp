// module: generators
// expect: use of deleted function
// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include <smallscope/generators.hpp>

namespace gen = smallscope::generators;

const int& kept(gen::Chooser& choose) { return choose(std::vector<int>{1, 2}); }
