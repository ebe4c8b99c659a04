// module: generators
// expect: alternatives: give at least one branch
// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators.hpp>

auto nothing = smallscope::generators::alternatives();
