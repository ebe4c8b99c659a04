// SPDX-License-Identifier: Apache-2.0
// tcc/casts: a value of one type converted to a second and a third, written as constants or through variables.
#include <cmath>

#include "c_types.hpp"
#include "compiler_test.hpp"

namespace tcc {
namespace {

namespace g = smallscope::generators;

enum class Form { constant, variable };

/// The start of a chain of conversions.
struct Source {
  CType type;
  Value value = 0;
};
struct Chain {
  Source source;
  CType through;
  CType to;
};
struct Cast {
  Form form = Form::constant;
  Chain chain;
};

const std::vector<CType>& types() {
  static const std::vector<CType> all{type::boolean,      type::signed_char,    type::unsigned_char,
                                      type::short_int,    type::unsigned_short, type::int_,
                                      type::unsigned_int, type::long_long,      type::unsigned_long_long,
                                      type::float_,       type::double_,        type::long_double};
  return all;
}

/// The values at which conversions change their behaviour.
std::vector<Value> edges(const CType& type) {
  switch (type.kind) {
    case CType::Kind::boolean:
      return {0, 1};
    case CType::Kind::integer:
      if (type.is_signed) return {type.minimum(), -1, 1, type.maximum()};
      return {1, std::ldexp(Value{1}, type.bits - 1), type.maximum()};
    case CType::Kind::floating:
      if (type.bits == 32) return {-1, 0.5L, 255, 2147483648.0L};
      return {-1, -0.5L, 200.5L, 65535, 4294967295.0L};
  }
  return {};
}

auto sources() {
  return g::bind(g::named("type", g::elements(types())), [](const CType& type) {
    std::vector<g::Labelled<Source>> all;
    for (const Value value : edges(type)) all.push_back({literal(value, type), {type, value}});
    return g::named("value", g::labelled_elements(std::move(all)));
  });
}

/// The value of the chain if every conversion is done right; empty if C leaves one of them undefined.
std::optional<Value> value_of(const Chain& chain) {
  const auto middle = convert(chain.source.value, chain.source.type, chain.through);
  return middle ? convert(*middle, chain.through, chain.to) : std::nullopt;
}

/// The chains from a source that are defined, including the final conversion of the result to the returned `long long`.
auto chains(const Source& source) {
  std::vector<CType> throughs;
  for (const CType& through : types())
    if (convert(source.value, source.type, through)) throughs.push_back(through);
  return g::bind(g::named("through", g::elements(std::move(throughs))), [source](const CType& through) {
    std::vector<g::Labelled<Chain>> all;
    for (const CType& to : types()) {
      const Chain chain{source, through, to};
      const auto value = value_of(chain);
      if (value && convert(*value, to, type::long_long)) all.push_back({std::string(to.name), chain});
    }
    return g::named("to", g::labelled_elements(std::move(all)));
  });
}

/// How the generated code could get one conversion wrong.
enum class Mistake { left_out, left_out_unsigned, through_double };

std::optional<Value> wrongly_converted(Value value, const CType& from, const CType& to, Mistake mistake) {
  switch (mistake) {
    case Mistake::left_out:  // the register keeps its value
      return value;
    case Mistake::left_out_unsigned:  // and is read as unsigned
      return convert(value, from, type::unsigned_int);
    case Mistake::through_double: {
      const Value rounded = static_cast<double>(value);
      const auto result = convert(rounded, type::double_, to);
      return result ? result : type::long_long.minimum();  // the instruction's result when out of range
    }
  }
  return std::nullopt;
}

std::vector<Suspicion> suspicions(const Chain& chain, std::int64_t expected) {
  const CType steps[] = {chain.source.type, chain.through, chain.to, type::long_long};
  std::vector<Suspicion> all;
  for (int wrong = 0; wrong < 3; ++wrong) {
    const CType &from = steps[wrong], &to = steps[wrong + 1];
    for (const Mistake mistake : {Mistake::left_out, Mistake::left_out_unsigned, Mistake::through_double}) {
      const bool through_double = mistake == Mistake::through_double;
      if (through_double != (from == type::long_double && to.kind == CType::Kind::integer)) continue;
      std::optional<Value> value = chain.source.value;
      for (int step = 0; step < 3 && value; ++step) {
        if (step == wrong)
          value = wrongly_converted(*value, from, to, mistake);
        else if (steps[step] != steps[step + 1])  // converting to the same type changes nothing, not even a wrong value
          value = convert(*value, steps[step], steps[step + 1]);
      }
      if (!value || *value != std::trunc(*value)) continue;
      const auto returned = convert(*value, type::long_double, type::long_long);
      if (!returned || static_cast<std::int64_t>(*returned) == expected) continue;
      const std::string conversion = "the conversion of " + std::string(from.name) + " to " + std::string(to.name);
      all.push_back({conversion + (through_double ? " goes through double" : " is left out"),
                     static_cast<std::int64_t>(*returned)});
    }
  }
  return all;
}

CompilerTest to_test(const Cast& cast) {
  const auto& [source, through, to] = cast.chain;
  const std::string from(source.type.name), text = literal(source.value, source.type);
  const std::string casts = "(" + std::string(to.name) + ")(" + std::string(through.name) + ")";
  CompilerTest test;
  if (cast.form == Form::constant)
    test.code = "long long @(void) { return " + casts + "(" + from + ")" + text + "; }";
  else
    test.code = "long long @(void) { " + from + " x = " + text + "; return " + casts + "x; }";
  // The space holds only chains whose value is defined.
  test.expected = static_cast<std::int64_t>(*convert(*value_of(cast.chain), to, type::long_long));
  test.construct = cast.form == Form::constant ? "constant conversions" : "conversions of a variable";
  test.suspicions = suspicions(cast.chain, test.expected);
  return test;
}

}  // namespace

Tests casts() {
  const auto chain =
      g::bind(g::named("source", sources()), [](const Source& source) { return g::named("casts", chains(source)); });
  const auto form =
      g::named("form", g::enumeration<Form>({{"constant", Form::constant}, {"variable", Form::variable}}));
  return g::map(g::product<Cast>(form, g::named("conversion", chain)), to_test);
}

}  // namespace tcc
