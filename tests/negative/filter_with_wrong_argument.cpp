// module: generators
// expect: no matching function for call to .invoke\(const<lambda\(const std::string
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <smallscope/generators.hpp>

namespace gen = smallscope::generators;

auto some = gen::range(0, 3).filter([](const std::string& text) { return text.empty(); }).at(0);
