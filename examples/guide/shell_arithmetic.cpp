// SPDX-License-Identifier: Apache-2.0
// The campaign that docs/writing-campaigns.md builds step by step: the arithmetic of a shell against C++'s own.
#include <cstdint>
#include <string>

#include <smallscope/generators.hpp>
#include <smallscope/oracles/standard.hpp>
#include <smallscope/program/main.hpp>
#include <smallscope/runner/observed.hpp>
#include <smallscope/subjects/command.hpp>

namespace gen = smallscope::generators;
namespace oracles = smallscope::oracles;
namespace runner = smallscope::runner;
namespace subjects = smallscope::subjects;

namespace {

struct Operation {
  std::string symbol;
  std::int64_t left = 0;
  std::int64_t right = 0;
};

auto operations() {
  const auto edges = gen::elements<std::int64_t>({0, 1, -1, 7, INT64_MAX, INT64_MIN});
  // The right operand is linked to the symbol: shifts have their own bounds, and division by zero is left out.
  const auto with_right = [edges](const std::string& symbol) -> gen::AnyGenerator<std::int64_t> {
    if (symbol == "<<" || symbol == ">>") return gen::range<std::int64_t>(0, 63).named("right");
    const bool divides = symbol == "/" || symbol == "%";
    return edges.named("right").filter([divides](std::int64_t right) { return !divides || right != 0; });
  };
  const auto symbols = gen::elements("+", "-", "*", "/", "%", "<<", ">>", "&", "<").named("symbol");
  return gen::tuples(gen::linked(symbols, with_right), edges.named("left")).map([](const auto& parts) {
    const auto& [symbol_and_right, left] = parts;
    return Operation{symbol_and_right.first, left, symbol_and_right.second};
  });
}

/// The result of 64-bit two's complement arithmetic. The least integer divided by -1 wraps, too.
std::int64_t expected(const Operation& operation) {
  const auto left = static_cast<std::uint64_t>(operation.left), right = static_cast<std::uint64_t>(operation.right);
  const bool wraps = operation.right == -1;
  switch (operation.symbol.front()) {
    case '+': return static_cast<std::int64_t>(left + right);
    case '-': return static_cast<std::int64_t>(left - right);
    case '*': return static_cast<std::int64_t>(left * right);
    case '/': return wraps ? static_cast<std::int64_t>(-left) : operation.left / operation.right;
    case '%': return wraps ? 0 : operation.left % operation.right;
    case '&': return operation.left & operation.right;
    case '>': return operation.left >> operation.right;
    default: break;
  }
  return operation.symbol == "<<" ? static_cast<std::int64_t>(left << right) : operation.left < operation.right;
}

subjects::Input render(const Operation& operation) {
  subjects::Input input;
  input.parameters = {{"left", std::to_string(operation.left)},
                      {"symbol", operation.symbol},
                      {"right", std::to_string(operation.right)},
                      {"expected", std::to_string(expected(operation)) + "\n"}};
  return input;
}

runner::Campaign shell_arithmetic() {
  subjects::Command command;
  command.arguments = {"dash", "-c", "left={left}; echo $((left {symbol} {right}))"};
  return runner::observed("shell-arithmetic", operations(), render, subjects::commands({command}),
                          {oracles::no_crash(), oracles::exit_status(0), oracles::expected_output("{expected}")});
}

}  // namespace

int main(int argc, char** argv) {
  return smallscope::program::main(argc, argv,
                                   {{"shell-arithmetic", "dash calculates as C++ does", shell_arithmetic}});
}
