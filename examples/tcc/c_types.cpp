// SPDX-License-Identifier: Apache-2.0
#include "c_types.hpp"

#include <cmath>
#include <cstdio>

namespace tcc {
namespace {

Value power_of_two(int exponent) { return std::ldexp(Value{1}, exponent); }

std::string integer_digits(Value value) {
  if (value < 0) return "-" + std::to_string(static_cast<std::uint64_t>(-value));
  return std::to_string(static_cast<std::uint64_t>(value));
}

std::string_view suffix(const CType& type) {
  if (type == type::unsigned_int) return "u";
  if (type == type::long_long) return "LL";
  if (type == type::unsigned_long_long) return "ULL";
  return "";
}

}  // namespace

Value CType::minimum() const { return is_signed ? -power_of_two(bits - 1) : Value{0}; }
Value CType::maximum() const { return power_of_two(is_signed ? bits - 1 : bits) - 1; }

Value wrap(Value value, int bits, bool is_signed) {
  const Value modulus = power_of_two(bits);
  Value residue = std::fmod(value, modulus);
  if (residue < 0) residue += modulus;
  if (is_signed && residue >= modulus / 2) residue -= modulus;
  return residue;
}

std::optional<Value> convert(Value value, const CType& from, const CType& to) {
  if (to.kind == CType::Kind::boolean) return value != 0 ? 1 : 0;
  if (to.is_floating()) {
    if (to.bits == 32) return static_cast<float>(value);
    if (to.bits == 64) return static_cast<double>(value);
    return value;
  }
  if (!from.is_floating()) return wrap(value, to.bits, to.is_signed);
  const Value truncated = std::trunc(value);
  if (truncated < to.minimum() || truncated > to.maximum()) return std::nullopt;
  return truncated;
}

std::string literal(Value value, const CType& type) {
  if (type.is_floating()) {
    char text[64];
    std::snprintf(text, sizeof text, "%.20Lg", value);
    std::string digits = text;
    if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
    return digits + (type.bits == 32 ? "f" : type.bits == 80 ? "L" : "");
  }
  // C has no negative literals: the least value of a type as wide as its literal has to be computed.
  if (type.is_signed && type.bits >= 32 && value == type.minimum()) return "(" + literal(value + 1, type) + " - 1)";
  return integer_digits(value) + std::string(suffix(type));
}

}  // namespace tcc
