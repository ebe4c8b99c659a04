// SPDX-License-Identifier: Apache-2.0
// A campaign in process whose code under test reports what it covers.
#include <optional>
#include <string>

#include <fmt/format.h>

#include <smallscope/generators.hpp>
#include <smallscope/program/main.hpp>
#include <smallscope/runner/in_process.hpp>

extern "C" {
int add(int a, int b);
int subtract(int a, int b);
int divide(int a, int b);
}

namespace {

namespace gen = smallscope::generators;
namespace runner = smallscope::runner;

struct Input {
  int operation, a, b;
};

int result_of(const Input& input) {
  if (input.operation == 0) return add(input.a, input.b);
  return input.operation == 1 ? subtract(input.a, input.b) : divide(input.a, input.b);
}

int expected(const Input& input) {
  if (input.operation == 0) return input.a + input.b;
  return input.operation == 1 ? input.a - input.b : input.a / input.b;
}

runner::Campaign covered() {
  return runner::in_process("covered",
                            gen::product<Input>(gen::range(0, 2).named("operation"), gen::range(5, 8).named("a"),
                                                gen::range(-2, 2).named("b")),
                            runner::property("calculates", [](const Input& input) -> std::optional<std::string> {
                              if (const int result = result_of(input); result != expected(input))
                                return fmt::format("says {}", result);
                              return std::nullopt;
                            }));
}

}  // namespace

int main(int count, char** arguments) {
  return smallscope::program::main(count, arguments,
                                   {{"covered", "a calculator that reports what it covers", covered}});
}
