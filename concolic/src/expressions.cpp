// SPDX-License-Identifier: Apache-2.0
#include <smallscope/concolic/expressions.hpp>

#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include <smallscope/generators/hash.hpp>

namespace smallscope::concolic {

namespace {

constexpr const char* signs[] = {"", "", "+", "-", "*", "/", "%", "<", "<=", "=="};

[[noreturn]] void too_large(Operation operation, std::int64_t left, std::int64_t right) {
  throw std::overflow_error(
      fmt::format("{} {} {} does not fit into 64 bits", left, signs[static_cast<std::size_t>(operation)], right));
}

}  // namespace

std::int64_t result(Operation operation, std::int64_t left, std::int64_t right) {
  std::int64_t made = 0;
  switch (operation) {
    case Operation::add:
      if (__builtin_add_overflow(left, right, &made)) too_large(operation, left, right);
      return made;
    case Operation::subtract:
      if (__builtin_sub_overflow(left, right, &made)) too_large(operation, left, right);
      return made;
    case Operation::multiply:
      if (__builtin_mul_overflow(left, right, &made)) too_large(operation, left, right);
      return made;
    case Operation::divide:
    case Operation::remainder:
      if (right == 0) throw std::domain_error(fmt::format("{} {} 0", left, signs[static_cast<std::size_t>(operation)]));
      if (right == -1) {
        if (operation == Operation::remainder) return 0;
        if (left == std::numeric_limits<std::int64_t>::min()) too_large(operation, left, right);
      }
      return operation == Operation::divide ? left / right : left % right;
    case Operation::less:
      return left < right ? 1 : 0;
    case Operation::at_most:
      return left <= right ? 1 : 0;
    case Operation::equal:
      return left == right ? 1 : 0;
    case Operation::number:
    case Operation::input:
      break;
  }
  throw std::logic_error("a number and an input are no operations");
}

Node Expressions::input(std::size_t index) {
  return add(
      {.operation = Operation::input, .number = static_cast<std::int64_t>(index), .inputs = std::uint64_t{1} << index});
}

Node Expressions::make(Operation operation, Node left, Node right) {
  return add({.operation = operation, .left = left, .right = right, .inputs = all_[left].inputs | all_[right].inputs});
}

Node Expressions::add(const Expression& expression) {
  std::uint64_t hash = generators::mixed(static_cast<std::uint64_t>(expression.number) +
                                         static_cast<std::uint64_t>(expression.operation));
  hash = generators::mixed(hash ^ (std::uint64_t{expression.left} << 32 | expression.right));
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    const Expression& each = all_[it->second];
    if (each.operation == expression.operation && each.left == expression.left && each.right == expression.right &&
        each.number == expression.number)
      return it->second;
  }
  all_.push_back(expression);
  const auto node = static_cast<Node>(all_.size() - 1);
  by_hash_.emplace(hash, node);
  return node;
}

std::int64_t Expressions::value(Node node, std::span<const std::int64_t> values) const {
  // Operands have lower numbers than what is made of them, so a loop replaces recursion, whose depth has no bound.
  std::vector<bool> is_needed(node + 1);
  is_needed[node] = true;
  for (Node each = node; each > plain; --each)
    if (is_needed[each]) is_needed[all_[each].left] = is_needed[all_[each].right] = true;
  std::vector<std::int64_t> known(node + 1);
  for (Node each = plain + 1; each <= node; ++each) {
    if (!is_needed[each]) continue;
    const Expression& made = all_[each];
    known[each] = made.operation == Operation::number  ? made.number
                  : made.operation == Operation::input ? values[static_cast<std::size_t>(made.number)]
                                                       : result(made.operation, known[made.left], known[made.right]);
  }
  return known[node];
}

}  // namespace smallscope::concolic
