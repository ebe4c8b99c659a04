// module: generators
// expect: a product needs at least one component
#include <smallscope/generators.hpp>

struct Empty {};
auto nothing = smallscope::generators::product<Empty>();
