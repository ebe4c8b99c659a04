// module: generators
// expect: no matching function for call to .*enumeration<int>
#include <smallscope/generators.hpp>

auto wrong = smallscope::generators::enumeration<int>({{"one", 1}});
