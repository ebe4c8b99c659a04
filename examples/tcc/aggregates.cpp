// SPDX-License-Identifier: Apache-2.0
// The second part of tcc/initialisers: aggregates under lists of one or two initialisers, positional or designated,
// braced or not, overriding one another or not. Their meaning is computed by C11 6.7.9, paragraphs 17 to 21.
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "c_types.hpp"
#include "compiler_test.hpp"

namespace tcc {
namespace {

namespace g = smallscope::generators;

/// A scalar inside an aggregate; `bits` is the width of a bit-field or of the type.
struct Scalar {
  std::string path;
  int bits = 32;
  bool is_signed = true;
  bool is_bit_field = false;
  bool is_floating = false;
  std::string kind() const { return is_bit_field ? "a bit-field" : is_floating ? "a floating number" : "an integer"; }
};

/// A place that an initialiser can name: scalars [first, first + size), of which a braced list fills `filled`.
struct Place {
  std::string designator;
  std::size_t first = 0;
  std::size_t size = 1;
  std::size_t filled = 0;  ///< 0: a scalar without braces
  std::size_t outer = 0;   ///< the scalar behind the outermost subobject that holds it
};

struct Shape {
  std::string name;
  std::string declaration;  ///< `$` stands for the variable
  std::vector<Scalar> scalars;
  std::vector<Place> places;
};

/// One initialiser: the place that it names, and the value written there. A braced list continues with value + 1.
struct Initialiser {
  Place place;
  bool positional = false;
  int value = 0;
};
enum class Storage { of_static, automatic, of_const, loop };
struct Declaration {
  Storage storage = Storage::of_static;
  Shape shape;
  std::vector<Initialiser> list;
};

Shape array_of(const std::string& type, int bits) {
  Shape shape{type + "[3]", type + " $[3]", {}, {}};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string index = "[" + std::to_string(i) + "]";
    shape.scalars.push_back({.path = "$" + index, .bits = bits, .is_floating = type == "double"});
    shape.places.push_back({index, i, 1, 0, i + 1});
  }
  return shape;
}

Shape structure_of(std::string name, const std::string& members, std::vector<Scalar> scalars) {
  Shape shape{std::move(name), "struct { " + members + " } $", std::move(scalars), {}};
  for (std::size_t i = 0; i < shape.scalars.size(); ++i) {
    shape.places.push_back({shape.scalars[i].path, i, 1, 0, i + 1});
    shape.scalars[i].path.insert(0, "$");
  }
  return shape;
}

std::vector<Shape> shapes() {
  return {
      array_of("int", 32),
      array_of("signed char", 8),
      array_of("long long", 64),
      array_of("double", 64),
      structure_of("structure", "signed char a; int b; long long c;", {{".a", 8}, {".b", 32}, {".c", 64}}),
      structure_of("small structure", "unsigned char a; unsigned short b; float c;",
                   {{".a", 8, false}, {".b", 16, false}, {".c", 32, true, false, true}}),
      structure_of("bit-fields", "int a : 5; unsigned b : 3; int c : 9;",
                   {{".a", 5, true, true}, {".b", 3, false, true}, {".c", 9, true, true}}),
      structure_of("bit-fields of two words", "int a : 31; long long b : 3; int c : 4;",
                   {{".a", 31, true, true}, {".b", 3, true, true}, {".c", 4, true, true}}),
      {"structure in structure",
       "struct { int a; struct { short b, c; } d; } $",
       {{"$.a", 32}, {"$.d.b", 16}, {"$.d.c", 16}},
       {{".a", 0, 1, 0, 1}, {".d.b", 1, 1, 0, 3}, {".d.c", 2, 1, 0, 3}, {".d", 1, 2, 1, 3}, {".d", 1, 2, 2, 3}}},
      {"array in structure",
       "struct { int a; signed char b[3]; } $",
       {{"$.a", 32}, {"$.b[0]", 8}, {"$.b[1]", 8}, {"$.b[2]", 8}},
       {{".a", 0, 1, 0, 1}, {".b[0]", 1, 1, 0, 4}, {".b[1]", 2, 1, 0, 4}, {".b", 1, 3, 1, 4}, {".b", 1, 3, 2, 4}}},
      {"array of arrays",
       "short $[2][2]",
       {{"$[0][0]", 16}, {"$[0][1]", 16}, {"$[1][0]", 16}, {"$[1][1]", 16}},
       {{"[0][0]", 0, 1, 0, 2},
        {"[0][1]", 1, 1, 0, 2},
        {"[1][0]", 2, 1, 0, 4},
        {"[0]", 0, 2, 1, 2},
        {"[1]", 2, 2, 2, 4}}},
      {"array of structures",
       "struct { signed char a; int b; } $[2]",
       {{"$[0].a", 8}, {"$[0].b", 32}, {"$[1].a", 8}, {"$[1].b", 32}},
       {{"[0].a", 0, 1, 0, 2}, {"[0].b", 1, 1, 0, 2}, {"[1].a", 2, 1, 0, 4}, {"[0]", 0, 2, 1, 2}, {"[1]", 2, 2, 2, 4}}},
      {"union in structure",
       "struct { union { int i; short s; } u; int b; } $",
       {{"$.u.i", 32}, {"$.b", 32}},
       {{".u.i", 0, 1, 0, 1}, {".u", 0, 1, 1, 1}, {".b", 1, 1, 0, 2}}},
  };
}

/// The contents of an aggregate while a list of initialisers is applied, correctly or with one mistake.
struct Contents {
  enum class Mistake { none, combines, leaves_subobject };
  Mistake mistake = Mistake::none;
  std::vector<std::int64_t> values = {};
  std::vector<std::string> history = {};
  std::size_t cursor = 0;
  bool overrun = false;

  void write(const Shape& shape, std::size_t scalar, std::int64_t value, bool zero) {
    if (scalar >= values.size()) {
      overrun = true;
      return;
    }
    const Scalar& to = shape.scalars[scalar];
    const auto stored = static_cast<std::int64_t>(wrap(static_cast<Value>(value), to.bits, to.is_signed));
    std::string& past = history[scalar];
    values[scalar] = mistake == Mistake::combines ? values[scalar] | stored : stored;
    past = past.empty() && zero ? "" : past.empty() ? "named" : "overridden";
  }
  void apply(const Shape& shape, const Initialiser& initialiser) {
    const Place& place = initialiser.place;
    if (initialiser.positional) {
      write(shape, cursor++, initialiser.value, false);
      return;
    }
    if (place.filled == 0) {
      write(shape, place.first, initialiser.value, false);
    } else {
      for (std::size_t i = 0; i < place.size; ++i)
        write(shape, place.first + i, i < place.filled ? initialiser.value + static_cast<int>(i) : 0,
              i >= place.filled);
    }
    cursor = mistake == Mistake::leaves_subobject ? place.outer : place.first + place.size;
  }
};

Contents contents(const Shape& shape, const std::vector<Initialiser>& list, Contents::Mistake mistake) {
  Contents result{mistake, std::vector<std::int64_t>(shape.scalars.size()),
                  std::vector<std::string>(shape.scalars.size())};
  for (const Initialiser& initialiser : list) result.apply(shape, initialiser);
  return result;
}

/// All scalars in one number, 16 bits each.
std::int64_t packed(const std::vector<std::int64_t>& values) {
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    result |= (static_cast<std::uint64_t>(values[i]) & 0xffff) << (16 * i);
  return static_cast<std::int64_t>(result);
}
std::string packing(const Shape& shape) {
  std::string text;
  for (std::size_t i = 0; i < shape.scalars.size(); ++i)
    text += (i > 0 ? " | " : "") + ("((long long)" + filled(shape.scalars[i].path, '$', "x")) + " & 65535ULL) << " +
            std::to_string(16 * i);
  return text;
}

std::string written(const std::vector<Initialiser>& list) {
  std::string text = "{";
  for (const Initialiser& initialiser : list) {
    if (text.size() > 1) text += ", ";
    const Place& place = initialiser.place;
    if (!initialiser.positional) text += place.designator + " = ";
    if (!initialiser.positional && place.filled > 0) {
      text += "{";
      for (std::size_t i = 0; i < place.filled; ++i)
        text += (i > 0 ? ", " : "") + std::to_string(initialiser.value + static_cast<int>(i));
      text += "}";
    } else {
      text += std::to_string(initialiser.value);
    }
  }
  return text + "}";
}

std::string body(const Declaration& declaration) {
  const Shape& shape = declaration.shape;
  const std::string variable = filled(shape.declaration, '$', "x") + " = " + written(declaration.list) + ";";
  const std::string result = packing(shape);
  switch (declaration.storage) {
    case Storage::of_static:
      return "static " + variable + " return " + result + ";";
    case Storage::automatic:
      return variable + " return " + result + ";";
    case Storage::of_const:
      return "const " + variable + " return " + result + ";";
    case Storage::loop:
      break;
  }
  std::string text = "long long r = 0; int i; for (i = 0; i < 2; i++) { " + variable + " r = " + result + ";";
  for (const Scalar& scalar : shape.scalars) text += " " + filled(scalar.path, '$', "x") + " = -1;";
  return text + " } return r;";
}

CompilerTest to_test(const Declaration& declaration) {
  const Shape& shape = declaration.shape;
  const Contents right = contents(shape, declaration.list, Contents::Mistake::none);
  CompilerTest test;
  test.code = "long long @(void) { " + body(declaration) + " }";
  test.expected = packed(right.values);
  test.construct = "a list of initialisers";
  using Mistake = Contents::Mistake;
  for (const auto& [mistake, text] :
       {std::pair{Mistake::combines, "an overriding initialiser is OR-ed with the overridden one"},
        std::pair{Mistake::leaves_subobject, "after a designator inside a subobject the list goes on behind it"}}) {
    const Contents wrong = contents(shape, declaration.list, mistake);
    if (!wrong.overrun && packed(wrong.values) != test.expected)
      test.suspicions.push_back({text, packed(wrong.values)});
  }
  for (std::size_t i = 0; i < shape.scalars.size(); ++i) {
    const std::string history = right.history[i].empty() ? "not named" : right.history[i];
    test.lanes.push_back(
        {history + (shape.scalars[i].is_bit_field ? " bit-field" : " element"), static_cast<int>(16 * i), 16});
  }
  return test;
}

constexpr int first_value = 255, second_value = 7;

std::vector<g::Labelled<Initialiser>> initialisers_of(const Shape& shape, int value, bool positional) {
  std::vector<g::Labelled<Initialiser>> all;
  if (positional) all.push_back({"positional", {{}, true, value}});
  for (const Place& place : shape.places) {
    const std::string braces = place.filled == 0 ? "" : place.filled == 1 ? " = {one}" : " = {two}";
    all.push_back({place.designator + braces, {place, false, value}});
  }
  return all;
}

/// The lists for a shape. A second initialiser is positional only if the first one leaves room for it.
auto lists(const Shape& shape) {
  const auto first = g::named("first", g::labelled_elements(initialisers_of(shape, first_value, true)));
  return g::bind(first, [shape](const Initialiser& initialiser) {
    using List = std::vector<Initialiser>;
    const Contents so_far = contents(shape, {initialiser}, Contents::Mistake::none);
    std::vector<g::Labelled<List>> all{{"none", List{initialiser}}};
    for (auto& [label, second] : initialisers_of(shape, second_value, so_far.cursor < shape.scalars.size()))
      all.push_back({label, List{initialiser, second}});
    return g::named("second", g::labelled_elements(std::move(all)));
  });
}

/// The initialiser with this label; empty for "none", and for inputs of another kind.
std::optional<Initialiser> labelled(const std::vector<g::Labelled<Initialiser>>& all, const std::string& label) {
  const auto found = std::ranges::find(all, label, [](const auto& one) { return one.label; });
  return found == all.end() ? std::nullopt : std::optional(found->value);
}

/// What the second initialiser replaces, by C: nothing, zeros only, or other values of scalars of this kind.
std::string overridden(std::span<const std::string> shape_first_second) {
  const std::vector<Shape> all = shapes();
  const auto shape = std::ranges::find(all, shape_first_second[0], &Shape::name);
  if (shape == all.end()) return "";
  const auto first = labelled(initialisers_of(*shape, first_value, true), shape_first_second[1]);
  const auto second = labelled(initialisers_of(*shape, second_value, true), shape_first_second[2]);
  if (!first || !second) return "nothing";
  const Contents before = contents(*shape, {*first}, Contents::Mistake::none);
  const std::size_t begin = second->positional ? before.cursor : second->place.first;
  const std::size_t end = begin + (second->positional ? 1 : second->place.size);
  const std::size_t begun = first->positional ? 0 : first->place.first;
  const std::size_t ended = begun + (first->positional ? 1 : first->place.size);
  std::string text = "nothing";
  for (std::size_t i = std::max(begin, begun); i < std::min(end, ended); ++i) {
    if (before.values[i] != 0) return shape->scalars[i].kind();
    text = "zero";
  }
  return text;
}

}  // namespace

Properties initialiser_properties() {
  return {
      {"overridden", {"kind/aggregate/shape", "kind/aggregate/list/first", "kind/aggregate/list/second"}, overridden}};
}

Tests aggregates() {
  std::vector<g::Labelled<Shape>> all;
  for (Shape& shape : shapes()) {
    const std::string name = shape.name;
    all.push_back({name, std::move(shape)});
  }
  const auto storage = g::named("storage", g::enumeration<Storage>({{"static", Storage::of_static},
                                                                    {"automatic", Storage::automatic},
                                                                    {"const", Storage::of_const},
                                                                    {"in a loop", Storage::loop}}));
  const auto shape = g::named("shape", g::labelled_elements(std::move(all)));
  return g::map(g::bind(storage,
                        [shape](Storage where) {
                          return g::bind(shape, [where](const Shape& what) {
                            return g::map(g::named("list", lists(what)),
                                          [where, what](const std::vector<Initialiser>& list) {
                                            return Declaration{where, what, list};
                                          });
                          });
                        }),
                to_test);
}

}  // namespace tcc
