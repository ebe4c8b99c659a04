// SPDX-License-Identifier: Apache-2.0
// A campaign program of somebody else's, on the installed package.
#include <smallscope/generators.hpp>
#include <smallscope/program/main.hpp>
#include <smallscope/runner/in_process.hpp>

namespace gen = smallscope::generators;
namespace run = smallscope::runner;

namespace {
run::Campaign squares() {
  return run::in_process("squares", gen::range(0, 99),
                         run::property("is not negative", [](int number) { return number * number >= 0; }));
}
}  // namespace

int main(int argc, char** argv) {
  return smallscope::program::main(argc, argv, {{"squares", "no square is negative", squares}});
}
