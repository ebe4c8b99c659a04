// SPDX-License-Identifier: Apache-2.0
// The symbolic integer: a value and the expression of the inputs that it came from. What subjects are written against.
//
// A subject is a template of its integer type. With std::int64_t it runs at full speed; with Integer, the Recorder of
// the thread (recorder.hpp) notes which conditions on the inputs it evaluated, and where. Integers are mathematical
// integers of at most 64 bits: a result that does not fit throws std::overflow_error, a division by zero
// std::domain_error; both end the run, as a crash. Division truncates, as in C++. An Integer belongs to the thread and
// to the run that made it.
//
// Example: template <class Int> Int larger(Int a, Int b) { return a < b ? b : a; }
#pragma once

#include <concepts>
#include <cstdint>
#include <source_location>
#include <stdexcept>
#include <utility>

#include <smallscope/concolic/path.hpp>

namespace smallscope::concolic {

/// A comparison that was evaluated. It is a bool: where it becomes one, in `if`, `&&`, `?:` or a variable, the run has
/// taken a branch, and the recorder notes it.
class Condition {
 public:
  Condition(Node comparison, bool holds, bool is_negated, const Place& place)
      : place_(place), comparison_(comparison), holds_(holds), is_negated_(is_negated) {}
  operator bool() const;  // NOLINT(google-explicit-constructor): subjects use it as the bool that it is with plain ints

 private:
  Place place_;
  Node comparison_;  ///< whose opposite this is, if negated
  bool holds_, is_negated_;
};

class Integer {
 public:
  Integer() = default;
  /// A plain number. Throws std::overflow_error for an unsigned one beyond 63 bits.
  template <std::integral Number>
  Integer(Number number, std::source_location at = std::source_location::current()) : value_(fitting(number)) {
    note(at);
  }
  /// 1 or 0, as a bool is.
  Integer(const Condition& condition) : value_(condition ? 1 : 0) {}
  /// Made by a recorder.
  static Integer made(std::int64_t value, Node node) {
    Integer integer;
    integer.value_ = value;
    integer.node_ = node;
    return integer;
  }
  /// The number, without a trace; value_of() is for subjects.
  std::int64_t value() const { return value_; }
  Node node() const { return node_; }

  template <class Number>
  static std::int64_t fitting(Number number) {
    if (!std::in_range<std::int64_t>(number)) throw std::overflow_error("a number of more than 63 bits");
    return static_cast<std::int64_t>(number);
  }

 private:
  /// A statement has been there.
  static void note(const std::source_location& at);

  std::int64_t value_ = 0;
  Node node_ = plain;
};
template <>
inline std::int64_t Integer::fitting(bool number) {
  return number ? 1 : 0;
}

/// An operand and the place of its operator: an operator cannot have a default argument, a conversion to its operand
/// can. Subjects never name it.
class Operand {
 public:
  Operand(const Integer& integer, std::source_location at = std::source_location::current())
      : integer_(integer), place_(at) {}
  template <std::integral Number>
  Operand(Number number, std::source_location at = std::source_location::current())
      : integer_(Integer::made(Integer::fitting(number), plain)), place_(at) {}
  const Integer& integer() const { return integer_; }
  const Place& place() const { return place_; }

 private:
  Integer integer_;
  Place place_;
};

/// The operation on two operands, recorded if one depends on an input. A divisor that does is a branch, too: whether it
/// is zero.
Integer computed(Operation operation, const Operand& left, const Operand& right);
Condition compared(Operation operation, const Operand& left, const Operand& right, bool is_negated, const Place& place);

inline Integer operator+(const Operand& a, const Operand& b) { return computed(Operation::add, a, b); }
inline Integer operator-(const Operand& a, const Operand& b) { return computed(Operation::subtract, a, b); }
inline Integer operator*(const Operand& a, const Operand& b) { return computed(Operation::multiply, a, b); }
inline Integer operator/(const Operand& a, const Operand& b) { return computed(Operation::divide, a, b); }
inline Integer operator%(const Operand& a, const Operand& b) { return computed(Operation::remainder, a, b); }
inline Integer operator-(const Operand& a) {
  return computed(Operation::subtract, Operand(Integer::made(0, plain)), a);
}
inline Integer operator+(const Operand& a) { return a.integer(); }
inline Integer& operator+=(Integer& a, const Operand& b) { return a = a + b; }
inline Integer& operator-=(Integer& a, const Operand& b) { return a = a - b; }
inline Integer& operator*=(Integer& a, const Operand& b) { return a = a * b; }
inline Integer& operator/=(Integer& a, const Operand& b) { return a = a / b; }
inline Integer& operator%=(Integer& a, const Operand& b) { return a = a % b; }
/// These have no operand that knows the place of the operator; theirs is here.
inline Integer& operator++(Integer& a) { return a = a + 1; }
inline Integer& operator--(Integer& a) { return a = a - 1; }
inline Integer operator++(Integer& a, int) { return std::exchange(a, a + 1); }
inline Integer operator--(Integer& a, int) { return std::exchange(a, a - 1); }

inline Condition operator<(const Operand& a, const Operand& b) {
  return compared(Operation::less, a, b, false, b.place());
}
inline Condition operator>(const Operand& a, const Operand& b) {
  return compared(Operation::less, b, a, false, b.place());
}
inline Condition operator<=(const Operand& a, const Operand& b) {
  return compared(Operation::at_most, a, b, false, b.place());
}
inline Condition operator>=(const Operand& a, const Operand& b) {
  return compared(Operation::at_most, b, a, false, b.place());
}
inline Condition operator==(const Operand& a, const Operand& b) {
  return compared(Operation::equal, a, b, false, b.place());
}
inline Condition operator!=(const Operand& a, const Operand& b) {
  return compared(Operation::equal, a, b, true, b.place());
}

/// The number itself, for what needs one: `switch`, an index, a call. The run then depends on this very value, so it is
/// a branch, of which every other value is another outcome.
std::int64_t value_of(const Integer& integer, std::source_location at = std::source_location::current());
inline std::int64_t value_of(std::int64_t number) { return number; }

}  // namespace smallscope::concolic
