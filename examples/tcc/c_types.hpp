// SPDX-License-Identifier: Apache-2.0
// The arithmetic types of C on LP64 x86-64 and exact conversions between them, from which the campaigns compute
// expected values. Values are long double, whose 64-bit mantissa holds every value of every type here exactly. Pure
// values, for any thread.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace tcc {

static_assert(std::numeric_limits<long double>::digits >= 64, "values of all C types must be exact in long double");
using Value = long double;

struct CType {
  enum class Kind { boolean, integer, floating };
  std::string_view name;
  Kind kind = Kind::integer;
  int bits = 32;
  bool is_signed = true;

  bool is_floating() const { return kind == Kind::floating; }
  Value minimum() const;  ///< of boolean and integer types
  Value maximum() const;
  friend bool operator==(const CType& left, const CType& right) { return left.name == right.name; }
};

namespace type {
inline constexpr CType boolean{"_Bool", CType::Kind::boolean, 1, false};
inline constexpr CType signed_char{"signed char", CType::Kind::integer, 8, true};
inline constexpr CType unsigned_char{"unsigned char", CType::Kind::integer, 8, false};
inline constexpr CType short_int{"short", CType::Kind::integer, 16, true};
inline constexpr CType unsigned_short{"unsigned short", CType::Kind::integer, 16, false};
inline constexpr CType int_{"int", CType::Kind::integer, 32, true};
inline constexpr CType unsigned_int{"unsigned", CType::Kind::integer, 32, false};
inline constexpr CType long_long{"long long", CType::Kind::integer, 64, true};
inline constexpr CType unsigned_long_long{"unsigned long long", CType::Kind::integer, 64, false};
inline constexpr CType float_{"float", CType::Kind::floating, 32, true};
inline constexpr CType double_{"double", CType::Kind::floating, 64, true};
inline constexpr CType long_double{"long double", CType::Kind::floating, 80, true};
}  // namespace type

/// `value` converted to `to` as C does it; empty if C leaves it undefined (a floating value outside an integer's
/// range). `from` decides whether the conversion wraps (integer to integer) or truncates (floating to integer).
std::optional<Value> convert(Value value, const CType& from, const CType& to);

/// The low `bits` bits of an integral value, read as signed or unsigned.
Value wrap(Value value, int bits, bool is_signed);

/// A constant expression of type `type` whose value is exactly `value`, without a cast if C has such a literal.
std::string literal(Value value, const CType& type);

/// The label of a type in choices.
inline std::string choice_label(const CType& type) { return std::string(type.name); }

}  // namespace tcc
