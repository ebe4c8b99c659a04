// SPDX-License-Identifier: Apache-2.0
// The second part of tcc/structures: `aligned`, `packed` and `_Alignas` in every place where they are allowed, and what
// they must do to sizes, alignments and addresses.
#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "compiler_test.hpp"

namespace tcc {
namespace {

namespace g = smallscope::generators;

/// A scalar type; on x86-64 the size of each of these is its alignment.
struct Scalar {
  std::string name;
  int size = 0;
};

/// Where the attribute is written.
enum class Place {
  member,
  member_before,
  first_of_two,
  second_of_two,
  alignas_member,
  structure,
  structure_before,
  packed_structure,
  packed_member,
  packed_aligned,
  type_definition,
  static_variable,
  local_variable,
  alignas_local,
};
enum class Question { size, alignment, address };

struct Attributed {
  Place place = Place::member;
  Scalar type;
  int alignment = 0;
  Question question = Question::size;
};

struct Layout {
  int size = 0;
  int alignment = 0;
  friend bool operator==(const Layout&, const Layout&) = default;
};

Layout structure_of(std::initializer_list<Layout> members, bool packed, int least_alignment) {
  Layout result{0, least_alignment};
  for (const Layout& member : members) {
    const int alignment = packed ? 1 : member.alignment;
    result.size = (result.size + alignment - 1) / alignment * alignment + member.size;
    result.alignment = std::max(result.alignment, alignment);
  }
  result.size = (result.size + result.alignment - 1) / result.alignment * result.alignment;
  return result;
}

bool is_variable(Place place) {
  return place == Place::static_variable || place == Place::local_variable || place == Place::alignas_local;
}
bool is_alignas(Place place) { return place == Place::alignas_member || place == Place::alignas_local; }

std::string describe(Place place) {
  switch (place) {
    case Place::member:
      return "aligned behind a member";
    case Place::member_before:
      return "aligned before a member";
    case Place::first_of_two:
      return "aligned behind the first of two members";
    case Place::second_of_two:
      return "aligned behind the second of two members";
    case Place::alignas_member:
      return "_Alignas of a member";
    case Place::structure:
      return "aligned behind a structure";
    case Place::structure_before:
      return "aligned after struct";
    case Place::packed_structure:
      return "packed of a structure";
    case Place::packed_member:
      return "packed of a member";
    case Place::packed_aligned:
      return "packed and aligned of a structure";
    case Place::type_definition:
      return "aligned of a typedef";
    case Place::static_variable:
      return "aligned of a static variable";
    case Place::local_variable:
      return "aligned of a local variable";
    case Place::alignas_local:
      return "_Alignas of a local variable";
  }
  return {};
}

/// How an attribute may be read: as gcc documents it, or with a mistake.
enum class Reading { right, ignored, lowering, spreading };

/// The type `@_t` under the attribute.
Layout layout(const Attributed& what, Reading reading) {
  const bool applied = reading != Reading::ignored;
  const Layout character{1, 1}, plain{what.type.size, what.type.size};
  const int wanted = applied ? what.alignment : 1;
  // A member's alignment can only be raised, unless it is packed.
  const Layout raised{plain.size, reading == Reading::lowering ? wanted : std::max(plain.alignment, wanted)};
  switch (what.place) {
    case Place::member:
    case Place::member_before:
    case Place::alignas_member:
      return structure_of({character, raised}, false, 1);
    case Place::first_of_two:
      return structure_of({raised, reading == Reading::right ? plain : raised}, false, 1);
    case Place::second_of_two:
      return structure_of({character, plain, raised}, false, 1);
    case Place::structure:
    case Place::structure_before:
      return structure_of({character, plain}, false, wanted);
    case Place::packed_structure:
      return structure_of({character, plain, character}, applied, 1);
    case Place::packed_member:
      return structure_of({character, applied ? Layout{plain.size, 1} : plain, character}, false, 1);
    case Place::packed_aligned:
      return structure_of({character, plain, character}, applied, wanted);
    case Place::type_definition:
      return {plain.size, applied ? what.alignment : plain.alignment};
    case Place::static_variable:
    case Place::local_variable:
    case Place::alignas_local:
      return raised;
  }
  return {};
}

constexpr std::pair<Reading, std::string_view> mistakes[] = {
    {Reading::ignored, "the attribute is ignored"},
    {Reading::spreading, "the attribute of one member applies to both"},
    {Reading::lowering, "the attribute lowers the alignment of a member"}};

/// The declaration of `@_t`; for variables, of the variable.
std::string declaration(const Attributed& what) {
  const std::string n = std::to_string(what.alignment), type = what.type.name;
  const std::string aligned = "__attribute__((aligned(" + n + ")))";
  switch (what.place) {
    case Place::member:
      return "typedef struct { char c; " + type + " m " + aligned + "; } @_t;";
    case Place::member_before:
      return "typedef struct { char c; " + aligned + " " + type + " m; } @_t;";
    case Place::first_of_two:
      return "typedef struct { " + type + " m " + aligned + ", n; } @_t;";
    case Place::second_of_two:
      return "typedef struct { char c; " + type + " m, n " + aligned + "; } @_t;";
    case Place::alignas_member:
      return "typedef struct { char c; _Alignas(" + n + ") " + type + " m; } @_t;";
    case Place::structure:
      return "typedef struct { char c; " + type + " m; } " + aligned + " @_t;";
    case Place::structure_before:
      return "typedef struct " + aligned + " { char c; " + type + " m; } @_t;";
    case Place::packed_structure:
      return "typedef struct { char c; " + type + " m; char d; } __attribute__((packed)) @_t;";
    case Place::packed_member:
      return "typedef struct { char c; " + type + " m __attribute__((packed)); char d; } @_t;";
    case Place::packed_aligned:
      return "typedef struct { char c; " + type + " m; char d; } __attribute__((packed, aligned(" + n + "))) @_t;";
    case Place::type_definition:
      return "typedef " + type + " @_t " + aligned + ";";
    case Place::static_variable:
      return "static char @_c; static " + type + " @_x " + aligned + "; static char @_d;";
    case Place::local_variable:
      return type + " x " + aligned + ";";
    case Place::alignas_local:
      return "_Alignas(" + n + ") " + type + " x;";
  }
  return {};
}

std::string code(const Attributed& what) {
  const std::string text = declaration(what), mask = std::to_string(what.alignment - 1);
  if (what.place == Place::static_variable)
    return text + "\nlong long @(void) { return ((unsigned long long)&@_x & " + mask + ") != 0; }";
  // A local variable may be aligned by chance, so the function calls itself over frames of different sizes.
  if (is_variable(what.place))
    return "static int @_g(int n) { char c; " + text +
           " char pad[16 * n + 1]; pad[0] = 0; return ((unsigned long long)&x & " + mask +
           ") != 0 || (n > 0 && @_g(n - 1)); }\nlong long @(void) { return @_g(8); }";
  const std::string question = what.question == Question::size ? "sizeof(@_t)" : "_Alignof(@_t)";
  return text + "\nlong long @(void) { return " + question + "; }";
}

CompilerTest to_test(const Attributed& what) {
  CompilerTest test;
  test.code = code(what);
  test.construct = what.place == Place::local_variable || what.place == Place::alignas_local
                       ? "the alignment of a local variable"
                       : describe(what.place);
  if (!is_variable(what.place)) {
    const auto answer = [&](Reading reading) -> std::int64_t {
      const Layout result = layout(what, reading);
      return what.question == Question::size ? result.size : result.alignment;
    };
    test.expected = answer(Reading::right);
    for (const auto& [reading, mistake] : mistakes)
      if (answer(reading) != test.expected) test.suspicions.push_back({std::string(mistake), answer(reading)});
  }
  test.lanes = {{what.question == Question::size        ? "the size"
                 : what.question == Question::alignment ? "the alignment"
                                                        : "the address"}};
  return test;
}

/// The alignments to request: an attribute on a typedef may also lower them, _Alignas must not.
std::vector<int> alignments(Place place, const Scalar& type) {
  if (place == Place::packed_structure || place == Place::packed_member) return {1};
  std::vector<int> all;
  for (const int alignment : {1, 2, 4, 8, 16, 32, 64})
    if (!is_alignas(place) || alignment >= type.size) all.push_back(alignment);
  return all;
}

std::vector<g::Labelled<Question>> questions(Place place) {
  if (is_variable(place)) return {{"address", Question::address}};
  if (place == Place::type_definition) return {{"alignment", Question::alignment}};  // its size is not to be rounded
  return {{"size", Question::size}, {"alignment", Question::alignment}};
}

const std::vector<Scalar>& scalars() {
  static const std::vector<Scalar> all{{"char", 1}, {"short", 2}, {"int", 4}, {"long long", 8}, {"double", 8}};
  return all;
}

}  // namespace

std::string requested_alignment(std::span<const std::string> type_and_alignment) {
  const auto type = std::ranges::find(scalars(), type_and_alignment[0], &Scalar::name);
  if (type == scalars().end() || type_and_alignment[1].empty()) return "";
  const int wanted = std::stoi(type_and_alignment[1]);
  return wanted < type->size ? "lower than the type's" : wanted > type->size ? "higher than the type's" : "the type's";
}

Tests attributes() {
  std::vector<g::Labelled<Place>> places;
  for (int i = 0; i <= static_cast<int>(Place::alignas_local); ++i)
    places.push_back({describe(static_cast<Place>(i)), static_cast<Place>(i)});
  std::vector<g::Labelled<Scalar>> types;
  for (const Scalar& scalar : scalars()) types.push_back({scalar.name, scalar});
  const auto type = g::named("type", g::labelled_elements(std::move(types)));
  return g::bind(g::named("place", g::enumeration<Place>(std::move(places))), [type](Place place) {
    return g::named(
        "of", g::bind(type, [place](const Scalar& scalar) {
          return g::named(
              "asks", g::map(g::product<Attributed>(g::just(place), g::just(scalar),
                                                    g::named("alignment", g::elements(alignments(place, scalar))),
                                                    g::named("question", g::enumeration<Question>(questions(place)))),
                             to_test));
        }));
  });
}

}  // namespace tcc
