// SPDX-License-Identifier: Apache-2.0
// Single classes with a field and references to it, and pairs of classes: the generators that FASE 2009 calls by these
// names.
//
// They are composed from fields.hpp and relations.hpp; the choices there are parameters here. The values are programs
// as structs of what varies; classes() and unit() make classes from them. When merged, references stand beside one
// another as statements. Generators are immutable and may be shared by threads.
#pragma once

#include <string>
#include <vector>

#include <smallscope/java/fields.hpp>
#include <smallscope/java/together.hpp>

namespace smallscope::java {

/// Where the references of a single class are.
enum class Member { method, constructor };
/// The labels are "method" and "constructor".
gen::Elements<Member> members();

/// A class A with a field, and each access in each member with each use. Without merging there is one of each.
struct SingleFieldProgram {
  Field field;
  std::vector<Access> accesses;
  std::vector<Member> members;
  std::vector<Use> uses;
  friend bool operator==(const SingleFieldProgram&, const SingleFieldProgram&) = default;
};
/// A, and a Main that uses it and shows its field.
CompilationUnit unit(const SingleFieldProgram& program);

/// Bounds of the single classes with field references.
struct SingleFieldBounds {
  std::size_t most_uses = 100;      ///< for one type: uses(type, most_uses)
  gen::Ordinal uses_at_a_time = 4;  ///< at level 3
};

/// For each field of `fields` (a generator of Field): accesses() x members() x the uses of its type. Level 1 merges all
/// accesses, level 2 the members, level 3 some neighbouring uses. Size: the sum over the fields of 5 x 2 x uses.
template <gen::IndexedGenerator Fields>
auto single_class_field_references(Fields fields, SingleFieldBounds bounds = {}) {
  return gen::bind(fields.named("field"), [=](const Field& field) {
    return gen::product<SingleFieldProgram>(
        gen::just(field), together(accesses(), {}).named("access"),
        together(members(), {.from_level = 2}).named("member"),
        together(uses(field.type, bounds.most_uses), {.from_level = 3, .at_a_time = {bounds.uses_at_a_time}})
            .named("use"));
  });
}

/// Classes A and B in a relation, A with a field, and each access with each use. Without merging there is one of each.
struct DualFieldProgram {
  Relation relation;
  Field field;
  std::vector<Access> accesses;
  std::vector<Use> uses;
  /// References print the field afterwards, by a method show() of A. The methods of A, and those of B if they can, call
  /// it last.
  bool shows_field = true;
  bool refers_in(Place place) const;
  friend bool operator==(const DualFieldProgram&, const DualFieldProgram&) = default;
};
/// A, B, U if the program refers to the field there, the classes that the relation needs, and a Main that executes all
/// references.
CompilationUnit unit(const DualFieldProgram& program);

/// Bounds of the programs of two classes with field references.
struct DualFieldBounds {
  std::size_t most_uses = 100;          ///< for one type: uses(type, most_uses)
  gen::Ordinal accesses_at_a_time = 8;  ///< at levels 1 and 2; all of them at level 3
  bool shows_field = true;
};

/// For each of `relations` and each declaration of `fields`: the legal accesses x the uses of the type. Level 1 merges
/// some accesses at a time, level 2 the uses; at level 3 all accesses are together. Size: the sum over relations and
/// fields of accesses x uses.
template <gen::IndexedGenerator Relations, gen::IndexedGenerator Fields>
auto dual_class_field_references(Relations relations, Fields fields, DualFieldBounds bounds = {}) {
  return gen::bind(gen::tuples(relations.named("relation"), fields.named("field")), [=](const auto& parts) {
    const auto& [relation, field] = parts;
    const gen::Ordinal some = bounds.accesses_at_a_time;
    return gen::product<DualFieldProgram>(
        gen::just(relation), gen::just(field),
        together(accesses(relation, field.modifiers), {.at_a_time = {some, some, 0}}).named("access"),
        together(uses(field.type, bounds.most_uses), {.from_level = 2}).named("use"), gen::just(bounds.shows_field));
  });
}

}  // namespace smallscope::java
