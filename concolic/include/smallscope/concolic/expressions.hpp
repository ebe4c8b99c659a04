// SPDX-License-Identifier: Apache-2.0
// What was computed of the inputs in one run: a directed acyclic graph of operations, in which equal ones are one node.
//
// A Recorder (recorder.hpp) fills it while the program runs; a Solver (solver.hpp) and value() read it. Node 0 is no
// expression: a plain number has it. One thread may add, or several may read.
//
// Example: Expressions all; const Node sum = all.make(Operation::add, all.input(0), all.number(1));
//          all.value(sum, Values{4}) == 5
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include <smallscope/concolic/inputs.hpp>

namespace smallscope::concolic {

enum class Operation : std::uint8_t { number, input, add, subtract, multiply, divide, remainder, less, at_most, equal };

/// The number of an expression in its Expressions.
using Node = std::uint32_t;
inline constexpr Node plain = 0;

struct Expression {
  Operation operation = Operation::number;
  Node left = plain, right = plain;  ///< of an operation
  std::int64_t number = 0;           ///< of `number`; of `input`, which one
  std::uint64_t inputs = 0;          ///< a bit for each input that it depends on
};

class Expressions {
 public:
  Expressions() : all_(1) {}
  Node number(std::int64_t value) { return add({.operation = Operation::number, .number = value}); }
  /// Requires an index below most_inputs.
  Node input(std::size_t index);
  /// Of two expressions of this graph. O(1).
  Node make(Operation operation, Node left, Node right);

  const Expression& operator[](Node node) const { return all_[node]; }
  std::size_t size() const { return all_.size(); }
  /// Comparisons are 1 or 0. What C++ defines for 64 bits: throws std::overflow_error where a result does not fit,
  /// std::domain_error for a division by zero. Linear in the graph below the node.
  std::int64_t value(Node node, std::span<const std::int64_t> values) const;

 private:
  Node add(const Expression& expression);

  std::vector<Expression> all_;
  std::unordered_multimap<std::uint64_t, Node> by_hash_;
};

/// The result of an operation on two numbers: the law of Integer (integer.hpp) and of Expressions::value(). Throws as
/// value() does.
std::int64_t result(Operation operation, std::int64_t left, std::int64_t right);

}  // namespace smallscope::concolic
