// module: generators
// expect: use of deleted function
#include <vector>

#include <smallscope/generators.hpp>

namespace gen = smallscope::generators;

const int& kept(gen::Chooser& choose) { return choose(std::vector<int>{1, 2}); }
