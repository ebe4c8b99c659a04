// SPDX-License-Identifier: Apache-2.0
// tcc/initialisers: objects under constant expressions and under lists of initialisers (aggregates.cpp).
#include "c_types.hpp"
#include "compiler_test.hpp"

namespace tcc {
namespace {

namespace g = smallscope::generators;

/// A constant expression, and its value as C++ computes it from the same text: none of its operators differs between
/// the two languages.
struct Constant {
  std::string text;
  Value value = 0;
  bool is_floating = false;
};
template <class T>
Constant constant(std::string text, T value) {
  return {std::move(text), static_cast<Value>(value), std::is_floating_point_v<T>};
}
#define CONSTANT(expression) constant(#expression, expression)

std::vector<Constant> constants() {
  return {CONSTANT(7),           CONSTANT(-1),
          CONSTANT(!0.1),        CONSTANT(!0.0),
          CONSTANT(!7),          CONSTANT(!!0.5),
          CONSTANT(0.1 && 1),    CONSTANT(0.0 || 0.5),
          CONSTANT(0.5 < 0.75),  CONSTANT(0.5 == 0.5),
          CONSTANT(-0.0 != 0),   CONSTANT((int)3.75),
          CONSTANT(1 ? 2 : 3.5), CONSTANT(0.5 ? 2 : 3),
          CONSTANT(1.5f * 2),    CONSTANT(7 / 2 * 2.0),  // NOLINT(bugprone-integer-division): meant

          CONSTANT(0u - 1 > 5),  CONSTANT(~0u >> 28),
          CONSTANT(sizeof(int)), CONSTANT((unsigned char)300)};
}
#undef CONSTANT

struct Storage {
  std::string specifiers;
  bool in_loop = false;
};
struct Definition {
  Storage storage;
  CType type;
  Constant constant;
};

CompilerTest to_test(const Definition& definition) {
  const auto& [storage, type, constant] = definition;
  const std::string variable = storage.specifiers + std::string(type.name) + " x = " + constant.text + "; ";
  const std::string result = type.is_floating() ? "x * 4" : "x";
  CompilerTest test;
  test.code = "long long @(void) { " + (storage.in_loop ? "long long r = 0; int i; for (i = 0; i < 2; i++) { " +
                                                              variable + "r = " + result + "; x = 5; } return r; }"
                                                        : variable + "return " + result + "; }");
  const Value stored = *convert(constant.value, constant.is_floating ? type::double_ : type::long_long, type);
  test.expected = static_cast<std::int64_t>(type.is_floating() ? stored * 4 : stored);
  test.construct = "a constant expression";
  return test;
}

Tests scalars() {
  std::vector<g::Labelled<Constant>> all;
  for (const Constant& constant : constants()) all.push_back({constant.text, constant});
  const auto storage = g::labelled_elements<Storage>({{"static", {"static ", false}},
                                                      {"automatic", {"", false}},
                                                      {"const", {"const ", false}},
                                                      {"in a loop", {"", true}}});
  const auto type = g::elements(
      std::vector<CType>{type::int_, type::long_long, type::boolean, type::signed_char, type::float_, type::double_});
  return g::map(g::product<Definition>(g::named("storage", storage), g::named("type", type),
                                       g::named("expression", g::labelled_elements(std::move(all)))),
                to_test);
}

}  // namespace

Tests initialisers() {
  return g::named("kind", g::alternatives(g::labelled("constant", scalars()), g::labelled("aggregate", aggregates())));
}

}  // namespace tcc
