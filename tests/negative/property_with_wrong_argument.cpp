// module: runner
// expect: every property's check must be callable with a value of the generator
// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators.hpp>
#include <smallscope/runner/in_process.hpp>

namespace gen = smallscope::generators;
namespace run = smallscope::runner;

auto campaign = run::in_process("wrong", gen::range(0, 3),
                                run::property("is empty", [](const std::string& text) { return text.empty(); }));
