// Single classes with a field and references to it, and pairs of classes: the generators of FASE 2009 by these names.
//
// Composed of fields.hpp and relations.hpp; what is chosen there is a parameter here. Programs are values of what
// varies; classes() and unit() make classes of them. Merged, references stand beside one another as statements.
#pragma once

#include <string>
#include <vector>

#include <smallscope/java/fields.hpp>
#include <smallscope/java/together.hpp>

namespace smallscope::java {

/// Where the references of a single class stand.
enum class Member { method, constructor };
/// method, constructor.
gen::Elements<Member> members();

/// A class A with a field, and each of the accesses in each of the members with each of the uses: one of each unless
/// they are merged.
struct SingleFieldProgram {
  Field field;
  std::vector<Access> accesses;
  std::vector<Member> members;
  std::vector<Use> uses;
  friend bool operator==(const SingleFieldProgram&, const SingleFieldProgram&) = default;
};
/// A, and a Main that uses it and shows its field.
CompilationUnit unit(const SingleFieldProgram& program);

/// What bounds the single classes with field references.
struct SingleFieldBounds {
  std::size_t most_uses = 100;      ///< of one type: uses(type, most_uses)
  gen::Ordinal uses_at_a_time = 4;  ///< on level 3
};

/// For each field of `fields` (a generator of Field): accesses() x members() x the uses of its type. Accesses are
/// merged on level 1, all of them; members on 2; on 3 some neighbouring uses. Size: the sum over the fields of 5 x 2 x
/// uses.
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

/// Classes A and B in a relation, A with a field, each of the accesses with each of the uses: one of each unless they
/// are merged.
struct DualFieldProgram {
  Relation relation;
  Field field;
  std::vector<Access> accesses;
  std::vector<Use> uses;
  /// What refers to the field then prints it: a method show() of A, which the methods of A and, where it can, B call
  /// last.
  bool shows_field = true;
  bool refers_in(Place place) const;
  friend bool operator==(const DualFieldProgram&, const DualFieldProgram&) = default;
};
/// A, B, U, where the program refers to the field there, what the relation needs, and a Main that executes all
/// references.
CompilationUnit unit(const DualFieldProgram& program);

/// What bounds the dual-class programs with field references.
struct DualFieldBounds {
  std::size_t most_uses = 100;          ///< of one type: uses(type, most_uses)
  gen::Ordinal accesses_at_a_time = 8;  ///< on levels 1 and 2; all of them on level 3
  bool shows_field = true;
};

/// For each of `relations`, each declaration of `fields`: the legal accesses x the uses of the type. Accesses are
/// merged on level 1, some at a time; uses on level 2; on level 3 all accesses are together. Size: the sum over
/// relations and fields of accesses x uses.
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
