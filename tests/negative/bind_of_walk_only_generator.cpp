// module: generators
// expect: no matching function for call to .tuples\(smallscope::generators::WalkedBind<
#include <smallscope/generators.hpp>

namespace gen = smallscope::generators;

// What has no index is no component of a product: the message names the generator, the note the missing size().
auto walked = gen::walked_bind(gen::range(0, 3), [](int n) { return gen::range(0, n); });
auto pairs = gen::tuples(walked, gen::booleans());
