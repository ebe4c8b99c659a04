// module: generators
// expect: no matching function for call to .chosen\(
#include <smallscope/generators.hpp>

namespace gen = smallscope::generators;

auto some = gen::chosen([](int alternatives) { return alternatives; });
