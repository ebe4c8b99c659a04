// SPDX-License-Identifier: Apache-2.0
// Field declarations, and references that are linked to the declared field.
//
// A reference has two parts that vary independently. The *access* says how and from which place the field is reached
// (`this.f`, `super.f`, `new A().f`). The *use* says what is done with it there (`f++`, `f += f`, an argument). The
// legal accesses depend on the classes and the visibility, the legal uses on the type. The field is called f, its class
// A. In patterns, $ stands for the access. Generators are immutable and may be shared by threads.
#pragma once

#include <string>
#include <vector>

#include <smallscope/generators/composition/product.hpp>
#include <smallscope/generators/merging/merge.hpp>
#include <smallscope/java/relations.hpp>

namespace smallscope::java {

/// int, byte, char, boolean, long, String, int[], double, java.util.List<String>, short, float, Object: the 12 types,
/// in this order, for which value_of() has values and uses() has uses.
std::vector<Type> field_types();
/// These types, labelled with their Java names.
gen::Elements<Type> types(std::vector<Type> chosen);

/// What varies in a declaration besides type and visibility.
enum class FieldKind { initialised, uninitialised, class_variable };
/// These kinds, labelled.
gen::Elements<FieldKind> field_kinds(const std::vector<FieldKind>& chosen);
/// initialised, uninitialised, static: 3.
gen::Elements<FieldKind> field_kinds();
/// The declaration of a field f of this kind.
Field field(const Type& type, Visibility visibility, FieldKind kind);

/// Declarations of a field f: every combination. Size: the product of the sizes; labels name the parts.
template <gen::IndexedGenerator Types, gen::IndexedGenerator Visibilities, gen::IndexedGenerator Kinds>
auto field_declarations(Types types, Visibilities visibilities, Kinds kinds) {
  return gen::map(gen::tuples(types.named("type"), visibilities.named("visibility"), kinds.named("kind")),
                  [](const auto& parts) { return field(std::get<0>(parts), std::get<1>(parts), std::get<2>(parts)); });
}
/// All declarations: 12 types x 4 visibilities x 3 kinds.
inline auto field_declarations() { return field_declarations(types(field_types()), visibilities(), field_kinds()); }

/// Whose code refers to the field: a method of A, of B, or of a class U beside both.
enum class Place { in_a, in_b, in_u };

struct Access {
  Place place = Place::in_a;
  Expression text;  ///< "this.f"
  friend bool operator==(const Access&, const Access&) = default;
};

/// The legal accesses to the field of class A in a relation with B: those of B first, then of A, then of U. Between 5
/// and 18, labelled "B: super.f". A static field can be reached in two more ways, which name a class.
gen::Elements<Access> accesses(const Relation& relation, const Modifiers& modifiers);
/// The accesses inside a single class A: f, this.f, new A().f, A.this.f, ((A) this).f: 5.
gen::Elements<Access> accesses();

/// What is done with a field: statements as text, with $ for the access. The variables that it declares are called v
/// and g.
struct Use {
  std::string pattern;
  friend bool operator==(const Use&, const Use&) = default;
};
/// The uses that are legal for a field of this type: reads, then writes, then both at once, then uses inside larger
/// expressions; between 9 and 18 for each type. Labels have f for the access: "f += f;".
gen::Elements<Use> uses(const Type& type);
/// At most `most` of them, spread evenly: for spaces in which other things matter more.
gen::Elements<Use> uses(const Type& type, std::size_t most);
/// A statement that prints what the field at `access` holds. The output is the same in every run.
Statement shown(const Type& type, const Expression& access);

/// The statement that applies the use to the field; `suffix` is appended to the names of its variables.
Statement applied(const Use& use, const Access& access, const std::string& suffix);

}  // namespace smallscope::java
