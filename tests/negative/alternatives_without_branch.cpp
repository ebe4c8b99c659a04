// module: generators
// expect: alternatives: give at least one branch
#include <smallscope/generators.hpp>

auto nothing = smallscope::generators::alternatives();
