// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/ordinal.hpp>

#include <smallscope/generators/composition/atoms.hpp>
#include <smallscope/generators/composition/bind.hpp>

#include <string>

namespace smallscope::generators {

namespace {
[[noreturn]] void throw_overflow(std::string_view what, Ordinal a, const char* operation, Ordinal b) {
  throw GeneratorError(std::string(what) + ": the size overflows 64 bits (" + std::to_string(a) + " " + operation +
                       " " + std::to_string(b) + "); reduce a bound or split the space into several campaigns");
}
}  // namespace

std::string size_text(Ordinal size) { return size == uncounted ? "uncounted" : std::to_string(size); }

Ordinal checked_add(Ordinal a, Ordinal b, std::string_view what) {
  Ordinal sum = 0;
  if (__builtin_add_overflow(a, b, &sum) || sum == uncounted) throw_overflow(what, a, "+", b);
  return sum;
}

Ordinal checked_multiply(Ordinal a, Ordinal b, std::string_view what) {
  Ordinal product = 0;
  if (__builtin_mul_overflow(a, b, &product) || product == uncounted) throw_overflow(what, a, "x", b);
  return product;
}

Ordinal checked_power(Ordinal base, Ordinal exponent, std::string_view what) {
  if (base <= 1) return exponent == 0 ? 1 : base;
  Ordinal power = 1;
  for (; exponent > 0; --exponent) power = checked_multiply(power, base, what);
  return power;
}

void throw_out_of_range(Ordinal ordinal, Ordinal size) {
  throw std::out_of_range("ordinal " + std::to_string(ordinal) + " is not below the size " + std::to_string(size));
}

void require_bindable(Ordinal first_size) {
  if (first_size > bind_limit)
    throw GeneratorError("bind: the first generator has " + std::to_string(first_size) + " values, more than the " +
                         std::to_string(bind_limit) +
                         " whose prefix sums are kept; bind to the part that the second really depends on");
}

Elements<char> characters(std::string_view alphabet) {
  for (std::size_t i = 0; i < alphabet.size(); ++i)
    if (alphabet.find(alphabet[i], i + 1) != std::string_view::npos)
      throw GeneratorError("characters: '" + std::string(1, alphabet[i]) +
                           "' stands twice in the alphabet; list it once");
  return Elements<char>(std::vector<char>(alphabet.begin(), alphabet.end()));
}

}  // namespace smallscope::generators
