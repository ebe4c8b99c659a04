// SPDX-License-Identifier: Apache-2.0
// The nine spaces of the FASE 2009 case study: what is varied, and the request that each program makes.
//
// Each is a generator of the library of Java programs (docs/java-generators.md) within its own bounds, together with
// the requests that a refactoring makes from its values. Two refactorings may share a generator, as in the paper.
// docs/campaigns/eclipse-spaces.md has the factors and counts. Generators are immutable and may be shared by threads.
#pragma once

#include "requests.hpp"

namespace eclipse_campaigns {

/// The names of the refactored declarations afterwards.
inline constexpr const char* new_name = "n";
inline constexpr const char* new_field_name = "g";

// The generators.

/// Encapsulate field and rename field: seven relations x three visibilities x seven types, with accesses and uses.
inline auto dual_class_field_references() {
  namespace java = smallscope::java;
  using java::Inheritance, java::Nesting, java::Visibility;
  return java::dual_class_field_references(
      java::relations({{Nesting::apart, Inheritance::b_extends_a},
                       {Nesting::b_inner, Inheritance::b_extends_a},
                       {Nesting::b_local, Inheritance::b_extends_a},
                       {Nesting::apart, Inheritance::b_extends_c},
                       {Nesting::apart, Inheritance::none},
                       {Nesting::b_inner, Inheritance::none},
                       {Nesting::a_inner, Inheritance::none}}),
      java::field_declarations(
          java::types({{"int"}, {"byte"}, {"char"}, {"boolean"}, {"long"}, {"String"}, {"int", 1}}),
          java::visibilities({Visibility::public_visible, Visibility::private_visible, Visibility::protected_visible}),
          java::field_kinds({java::FieldKind::initialised})),
      {});
}

/// Push down field: B is a subclass of A, alone or beside D; types matter little. Only the references refer to the
/// field, because the engine warns about what it leaves behind.
inline auto parent_field_references() {
  namespace java = smallscope::java;
  using java::Inheritance, java::Nesting;
  return java::dual_class_field_references(
      java::relations({{Nesting::apart, Inheritance::b_extends_a},
                       {Nesting::b_inner, Inheritance::b_extends_a},
                       {Nesting::b_local, Inheritance::b_extends_a},
                       {Nesting::apart, Inheritance::b_extends_c},
                       {Nesting::b_inner, Inheritance::b_extends_c},
                       {Nesting::b_local, Inheritance::b_extends_c},
                       {Nesting::apart, Inheritance::b_extends_a, true}}),
      java::field_declarations(java::types({{"int"}, {"int", 1}}), java::visibilities(),
                               java::field_kinds({java::FieldKind::initialised})),
      {.most_uses = 9, .shows_field = false});
}

/// Encapsulate field and rename field: twelve types x two visibilities, which matter little inside one class, x three
/// kinds, with accesses, members and uses.
inline auto single_class_field_references() {
  namespace java = smallscope::java;
  using java::Visibility;
  return java::single_class_field_references(
      java::field_declarations(java::types(java::field_types()),
                               java::visibilities({Visibility::public_visible, Visibility::private_visible}),
                               java::field_kinds()),
      {.most_uses = 12, .uses_at_a_time = 4});
}

/// Rename method: four visibilities x two kinds x five signatures, with namesakes and calls.
inline auto single_class_method_references() {
  return smallscope::java::single_class_method_references(smallscope::java::method_declarations(), 8);
}

using smallscope::java::dual_class_method_child;
using smallscope::java::dual_class_method_parent;
using smallscope::java::triple_class_method_child;

// The requests.

smallscope::subjects::Input push_down_field(const smallscope::java::DualFieldProgram& program);
smallscope::subjects::Input encapsulate_field(const smallscope::java::DualFieldProgram& program);
smallscope::subjects::Input encapsulate_field(const smallscope::java::SingleFieldProgram& program);
smallscope::subjects::Input rename_field(const smallscope::java::DualFieldProgram& program);
smallscope::subjects::Input rename_field(const smallscope::java::SingleFieldProgram& program);
smallscope::subjects::Input rename_method(const smallscope::java::SingleMethodProgram& program);
smallscope::subjects::Input push_down_method(const smallscope::java::DualMethodParentProgram& program);
/// To C, the superclass of B.
smallscope::subjects::Input pull_up_method(const smallscope::java::TripleMethodProgram& program);
/// To A, the superclass of B.
smallscope::subjects::Input pull_up_method(const smallscope::java::DualMethodChildProgram& program);

}  // namespace eclipse_campaigns
