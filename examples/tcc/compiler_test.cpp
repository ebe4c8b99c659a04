// SPDX-License-Identifier: Apache-2.0
#include "compiler_test.hpp"

namespace tcc {
namespace {

// No headers: reading them would take longer than everything else. The stack below main() is filled first. So if a
// compiler forgets to initialise something, the test shows it, and shows the same in every run.
constexpr std::string_view prologue = "int printf(const char *, ...);\n";
constexpr std::string_view fill_stack = R"(
static void fill_stack(void) {
  volatile unsigned char bytes[1024];
  int i;
  for (i = 0; i < 1024; i++) bytes[i] = 0x5a;
}
int main(void) {
)";
constexpr std::string_view end_of_main = "  return 0;\n}\n";

/// Functions per program: a few hundred cost hardly more to compile and run than one.
constexpr smallscope::generators::Ordinal tests_together = 100;

void add_parameters(smallscope::subjects::Input& input, const CompilerTest& test, const std::string& number) {
  // For a worker, parameters are a JSON object: each needs a name of its own.
  const auto add = [&](std::string_view name, const std::string& item, std::string text) {
    input.parameters.push_back({std::string(name) + number + item, std::move(text)});
  };
  add("expected", "", std::to_string(test.expected));
  add("construct", "", test.construct);
  for (std::size_t i = 0; i < test.suspicions.size(); ++i)
    add("mistake", " " + std::to_string(i),
        std::to_string(test.suspicions[i].value) + " " + test.suspicions[i].mistake);
  for (std::size_t i = 0; i < test.lanes.size(); ++i) {
    const Lane& lane = test.lanes[i];
    add("lane", " " + std::to_string(i),
        std::to_string(lane.shift) + " " + std::to_string(lane.bits) + " " + lane.holds);
  }
}

}  // namespace

std::string filled(std::string_view text, char hole, std::string_view filling) {
  std::string result;
  for (const char character : text) {
    if (character == hole)
      result += filling;
    else
      result += character;
  }
  return result;
}

Tests merged(Tests tests) {
  using Fragments = std::vector<smallscope::generators::Fragment<CompilerTest>>;
  return smallscope::generators::merged(std::move(tests),
                                        [](const Fragments& fragments) {
                                          CompilerTest test;
                                          test.together = fragments;
                                          return test;
                                        },
                                        {.at_a_time = {tests_together}});
}

smallscope::subjects::Input to_input(const CompilerTest& test) {
  smallscope::subjects::Input input;
  std::string program{prologue}, calls, numbers;
  if (test.together.empty()) {
    program += filled(test.code, '@', "test");
    calls = "  fill_stack();\n  printf(\"%lld\\n\", test());\n";
  }
  for (const auto& [number, one] : test.together) {
    const std::string digits = std::to_string(number);
    // The compiler's messages then say which test they are about.
    program += "#line 1 \"test" + digits + ".c\"\n" + filled(one.code, '@', "test" + digits) + "\n";
    calls += "  fill_stack();\n  printf(\"" + digits + " %lld\\n\", test" + digits + "());\n";
    numbers += (numbers.empty() ? "" : " ") + digits;
  }
  if (!test.together.empty()) program += "#line 1 \"main.c\"\n";
  program.append(fill_stack).append(calls).append(end_of_main);
  input.files.push_back({"test.c", std::move(program)});
  if (test.together.empty()) {
    add_parameters(input, test, "");
  } else {
    input.parameters.push_back({"tests", std::move(numbers)});
    for (const auto& [number, one] : test.together) add_parameters(input, one, " " + std::to_string(number));
  }
  return input;
}

}  // namespace tcc
