// module: generators
// expect: static assertion failed: recursive: the function of a rule takes its components' values
// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators.hpp>

namespace gen = smallscope::generators;

void add_rule(gen::Sorts& sorts, const gen::Sort<int>& number) {
  sorts.rule(
      number, {"text"}, [](const std::string& text) { return static_cast<int>(text.size()); }, gen::range(0, 3));
}
