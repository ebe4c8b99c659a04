// SPDX-License-Identifier: Apache-2.0
// tcc/bit-fields: one operation on a bit-field between two other members, which must keep their values.
//
// Fields are at most 32 bits wide. Beyond that, compilers disagree on the promoted type (gcc keeps the width, clang
// does not), and C leaves bit-fields of most types to the implementation anyway.
#include <functional>
#include <optional>
#include <utility>

#include "c_types.hpp"
#include "compiler_test.hpp"

namespace tcc {
namespace {

namespace g = smallscope::generators;

using Integer = std::int64_t;
using Result = std::optional<Integer>;  ///< empty if C leaves the operation undefined

struct Field {
  CType type;
  int width = 1;

  bool is_unsigned_int() const { return width == 32 && !type.is_signed; }
  Integer stored(Integer value) const {
    if (type.kind == CType::Kind::boolean) return value != 0;
    return static_cast<Integer>(wrap(static_cast<Value>(value), width, type.is_signed));
  }
};

/// The arithmetic of the type that a field is promoted to: `unsigned` if the field is that wide, otherwise `int`. The
/// mistaken arithmetic is always that of `int`, and wraps.
class Arithmetic {
 public:
  Arithmetic(const Field& field, bool mistaken) : unsigned_(field.is_unsigned_int() && !mistaken), wraps_(mistaken) {}
  Result fit(Integer value) const {
    if (unsigned_) return static_cast<Integer>(static_cast<std::uint32_t>(value));
    const auto low = static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
    return low == value || wraps_ ? Result(low) : std::nullopt;
  }
  Result binary(char operation, Integer left, Integer right) const {
    const Integer a = converted(left), b = converted(right);
    switch (operation) {
      case '+':
        return fit(a + b);
      case '-':
        return fit(a - b);
      case '*':
        return fit(a * b);
      case '/':
        return fit(a / b);  // the right operand is never zero here
      case '%':
        return fit(a % b);
      case '&':
        return fit(a & b);
      case '|':
        return fit(a | b);
      case '^':
        return fit(a ^ b);
      case '<':
        return a < 0 && !wraps_ ? std::nullopt : fit(a * 2);
      case '>':
        return fit(a >> 1);
      default:
        return std::nullopt;
    }
  }
  Result is_less(Result a, Integer b) const { return a ? Result(converted(*a) < converted(b)) : std::nullopt; }
  Result is_equal(Integer a, Integer b) const { return converted(a) == converted(b); }

 private:
  Integer converted(Integer value) const {
    if (unsigned_) return static_cast<Integer>(static_cast<std::uint32_t>(value));
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
  }
  bool unsigned_;
  bool wraps_;
};

/// An operation as text, where `$` stands for the field, and as a function of the field's value.
struct Operation {
  std::string text;
  std::string kind;
  std::function<Result(const Field&, const Arithmetic&, Integer)> result;
  bool initialised = false;  ///< the structure gets its values from an initialiser, not from assignments
};

Result stored(const Field& field, Result value) { return value ? Result(field.stored(*value)) : std::nullopt; }

std::vector<Operation> reading_operations() {
  std::vector<Operation> all;
  const auto add = [&](std::string text, auto result) { all.push_back({std::move(text), "reading", result}); };
  all.push_back({"$", "initialising", [](const Field&, const Arithmetic&, Integer v) { return Result(v); }, true});
  add("$", [](const Field&, const Arithmetic&, Integer v) { return Result(v); });
  add("+$", [](const Field&, const Arithmetic& as, Integer v) { return as.fit(v); });
  add("-$", [](const Field&, const Arithmetic& as, Integer v) { return as.binary('-', 0, v); });
  add("~$", [](const Field&, const Arithmetic& as, Integer v) { return as.fit(~v); });
  add("!$", [](const Field&, const Arithmetic&, Integer v) { return Result(v == 0); });
  for (const char sign : {'+', '-', '*', '/', '%', '&', '|', '^'})
    add(std::string("$ ") + sign + " 3",
        [sign](const Field&, const Arithmetic& as, Integer v) { return as.binary(sign, v, 3); });
  add("$ << 1", [](const Field&, const Arithmetic& as, Integer v) { return as.binary('<', v, 1); });
  add("$ >> 1", [](const Field&, const Arithmetic& as, Integer v) { return as.binary('>', v, 1); });
  add("$ - 2 < 0", [](const Field&, const Arithmetic& as, Integer v) { return as.is_less(as.binary('-', v, 2), 0); });
  add("-1 < $", [](const Field&, const Arithmetic& as, Integer v) { return as.is_less(-1, v); });
  add("$ == -1", [](const Field&, const Arithmetic& as, Integer v) { return as.is_equal(v, -1); });
  add("(1 ? $ : -1) < 0", [](const Field&, const Arithmetic& as, Integer v) { return as.is_less(v, 0); });
  add("$ ? 5 : 6", [](const Field&, const Arithmetic&, Integer v) { return Result(v != 0 ? 5 : 6); });
  add("$ + 1LL", [](const Field&, const Arithmetic&, Integer v) { return Result(v + 1); });
  add("(unsigned char)$", [](const Field&, const Arithmetic&, Integer v) { return Result(v & 0xff); });
  add("(float)$",
      [](const Field&, const Arithmetic&, Integer v) { return Result(static_cast<Integer>(static_cast<float>(v))); });
  return all;
}

std::vector<Operation> writing_operations() {
  std::vector<Operation> all;
  const auto add = [&](std::string text, auto result) { all.push_back({std::move(text), "writing", result}); };
  add("($ = 5)", [](const Field& f, const Arithmetic&, Integer) { return Result(f.stored(5)); });
  add("($ = -1)", [](const Field& f, const Arithmetic&, Integer) { return Result(f.stored(-1)); });
  add("($ = 5, $)", [](const Field& f, const Arithmetic&, Integer) { return Result(f.stored(5)); });
  for (const char sign : {'+', '-', '*', '/', '&', '|', '^'})
    add(std::string("($ ") + sign + "= 3)",
        [sign](const Field& f, const Arithmetic& as, Integer v) { return stored(f, as.binary(sign, v, 3)); });
  add("($ <<= 1)", [](const Field& f, const Arithmetic& as, Integer v) { return stored(f, as.binary('<', v, 1)); });
  add("($ >>= 1)", [](const Field& f, const Arithmetic& as, Integer v) { return stored(f, as.binary('>', v, 1)); });
  add("++$", [](const Field& f, const Arithmetic& as, Integer v) { return stored(f, as.binary('+', v, 1)); });
  add("--$", [](const Field& f, const Arithmetic& as, Integer v) { return stored(f, as.binary('-', v, 1)); });
  add("($++, $)", [](const Field& f, const Arithmetic& as, Integer v) { return stored(f, as.binary('+', v, 1)); });
  add("$++", [](const Field&, const Arithmetic& as, Integer v) { return as.binary('+', v, 1) ? Result(v) : Result(); });
  add("$--", [](const Field&, const Arithmetic& as, Integer v) { return as.binary('-', v, 1) ? Result(v) : Result(); });
  return all;
}

struct Neighbour {
  std::string declaration;  ///< of the member before the field; empty for none
};
struct Use {
  Field field;
  Neighbour before;
  Operation operation;
  Integer value = 0;
};

CompilerTest to_test(const Use& use) {
  const Field& field = use.field;
  const bool has_neighbour = !use.before.declaration.empty();
  const std::string value = literal(static_cast<Value>(use.value), type::long_long);
  std::string code = "struct @_s { " + use.before.declaration + std::string(field.type.name) +
                     " b : " + std::to_string(field.width) + "; int q : 4; };\nlong long @(void) { struct @_s s";
  if (use.operation.initialised)
    code += std::string(" = {") + (has_neighbour ? ".p = 3, " : "") + ".b = " + value + ", .q = 5}; ";
  else
    code += std::string("; ") + (has_neighbour ? "s.p = 3; " : "") + "s.b = " + value + "; s.q = 5; ";
  code += "long long r = " + filled(use.operation.text, '$', "s.b") + "; return r * 4 + " +
          (has_neighbour ? "(s.p != 3) + " : "") + "(s.q != 5) * 2; }";

  CompilerTest test;
  test.code = std::move(code);
  // Operations that are undefined for the value are not in the space.
  test.expected = *use.operation.result(field, Arithmetic(field, false), use.value) * 4;
  test.construct = use.operation.kind + " a bit-field";
  const Result mistaken = use.operation.result(field, Arithmetic(field, true), use.value);
  if (field.is_unsigned_int() && mistaken && *mistaken * 4 != test.expected)
    test.suspicions.push_back({"an unsigned bit-field of 32 bits is promoted to int", *mistaken * 4});
  test.lanes = {{"the member before", 0, 1}, {"the member behind", 1, 1}, {"the result", 2, 62}};
  return test;
}

/// One bit, few, more than fit in the next smaller type, all but one, all; 32 at most.
std::vector<int> widths(const CType& type) {
  switch (type.bits) {
    case 1:
      return {1};
    case 8:
      return {1, 3, 8};
    case 16:
      return {1, 3, 11, 16};
    default:
      return {1, 3, 17, 31, 32};
  }
}

auto fields() {
  return g::bind(
      g::named("type", g::elements(std::vector<CType>{type::boolean, type::signed_char, type::unsigned_char,
                                                      type::short_int, type::unsigned_short, type::int_,
                                                      type::unsigned_int, type::long_long, type::unsigned_long_long})),
      [](const CType& type) {
        std::vector<g::Labelled<Field>> all;
        for (const int width : widths(type)) all.push_back({std::to_string(width), {type, width}});
        return g::named("width", g::labelled_elements(std::move(all)));
      });
}

std::vector<Integer> edges(const Field& field) {
  const Integer top = Integer{1} << (field.width - 1);
  if (field.width == 1 && field.type.is_signed) return {-1, 0};
  if (field.width == 1) return {0, 1};
  return field.type.is_signed ? std::vector<Integer>{-top, -1, top - 1} : std::vector<Integer>{0, top, 2 * top - 1};
}

/// An operation on a field with a value for which it is defined.
struct Application {
  Operation operation;
  Integer value = 0;
};
auto applications(const Field& field) {
  std::vector<g::Labelled<Operation>> operations;
  for (const auto& some : {reading_operations(), writing_operations()})
    for (const Operation& operation : some)
      operations.push_back({operation.text + (operation.initialised ? " (initialised)" : ""), operation});
  return g::bind(g::named("operation", g::labelled_elements(std::move(operations))),
                 [field](const Operation& operation) {
                   std::vector<g::Labelled<Application>> all;
                   for (const Integer value : edges(field))
                     if (operation.result(field, Arithmetic(field, false), value))
                       all.push_back({std::to_string(value), {operation, value}});
                   return g::named("value", g::labelled_elements(std::move(all)));
                 });
}

}  // namespace

Tests bit_fields() {
  const auto before = g::named("before", g::labelled_elements<Neighbour>({{"nothing", {""}},
                                                                          {"signed char", {"signed char p; "}},
                                                                          {"int : 3", {"int p : 3; "}},
                                                                          {"int : 31", {"int p : 31; "}},
                                                                          {"long long", {"long long p; "}}}));
  return g::bind(g::named("field", fields()), [before](const Field& field) {
    return g::named(
        "use", g::map(g::product<std::pair<Neighbour, Application>>(before, g::named("action", applications(field))),
                      [field](const std::pair<Neighbour, Application>& use) {
                        return to_test({field, use.first, use.second.operation, use.second.value});
                      }));
  });
}

}  // namespace tcc
