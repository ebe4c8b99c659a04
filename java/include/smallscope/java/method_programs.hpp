// SPDX-License-Identifier: Apache-2.0
// Classes with a method and references to and from it: single, in pairs, in triples, with the names of FASE 2009.
//
// They are composed from methods.hpp and relations.hpp. The values are structs of what varies; unit() makes classes
// from them, with a Main that runs everything. When merged, references stand beside one another as statements.
// Generators are immutable and may be shared by threads.
#pragma once

#include <string>
#include <vector>

#include <smallscope/java/methods.hpp>
#include <smallscope/java/together.hpp>

namespace smallscope::java {

/// A class A with a method m, members called n, and references to m. Without merging there is one of each.
struct SingleMethodProgram {
  Method method;
  std::vector<Namesake> namesakes;
  std::vector<Call> calls;
  friend bool operator==(const SingleMethodProgram&, const SingleMethodProgram&) = default;
};
CompilationUnit unit(const SingleMethodProgram& program);

/// For each method of `methods`: namesakes() x calls(). Level 1 merges `calls_at_a_time` calls, level 2 all of them,
/// level 3 also the namesakes. Size: the sum over the methods of 4 x calls.
template <gen::IndexedGenerator Methods>
auto single_class_method_references(Methods methods, gen::Ordinal calls_at_a_time) {
  return gen::bind(methods.named("method"), [=](const Method& method) {
    return gen::product<SingleMethodProgram>(
        gen::just(method), together(namesakes(), {.from_level = 3}).named("namesake"),
        together(calls(method, "n"), {.at_a_time = {calls_at_a_time, 0}}).named("call"));
  });
}

/// A method m of one visibility that reads fields, and a method mPrime that calls m. Both are in B, which extends C.
struct TripleMethodProgram {
  TriplePlacement placement;
  Visibility visibility = Visibility::public_visible;
  std::vector<Expression> references;
  Caller caller;
  std::vector<Expression> calls;
  friend bool operator==(const TripleMethodProgram&, const TripleMethodProgram&) = default;
};
CompilationUnit unit(const TripleMethodProgram& program);
/// B x C x m x reference x mPrime x call, 2 x 3 x 2 x 6 x 4 x 4 = 1,152 programs, of which 736 compile. Level 1 merges
/// references (192), level 2 calls (48). FASE 2009, sections 3 and 5.
inline auto triple_class_method_child() {
  const auto placements =
      gen::product<TriplePlacement>(triple_b_placements().named("B"), triple_c_placements().named("C"));
  return gen::product<TripleMethodProgram>(
      placements, visibilities({Visibility::public_visible, Visibility::private_visible}).named("m"),
      together(gen::elements("f", "new A().f", "A.this.f", "super.f", "this.f", "new C().f"), {}).named("reference"),
      callers().named("mPrime"),
      together(gen::elements("m()", "new B().m()", "this.m()", "B.this.m()"), {.from_level = 2}).named("call"));
}

/// A method m of B, which extends A, reads fields of A; a method mPrime of B calls m.
struct DualMethodChildProgram {
  Nesting b = Nesting::apart;
  std::vector<Expression> references;
  Visibility visibility = Visibility::public_visible;
  Caller caller;
  std::vector<Expression> calls;
  friend bool operator==(const DualMethodChildProgram&, const DualMethodChildProgram&) = default;
};
CompilationUnit unit(const DualMethodChildProgram& program);
/// The references of B to the field f of its superclass A, six for each place. If B is inside A, one of them is
/// A.this.f; elsewhere it is ((A) this).f instead.
gen::Elements<Expression> child_references(Nesting b);
/// B (inner, local, outer) x reference x m x mPrime x call, 3 x 6 x 2 x 4 x 4 = 576 programs; all compile. Level 1
/// merges references (96), level 2 calls (24).
inline auto dual_class_method_child() {
  const auto b_and_references = gen::linked(
      triple_c_placements().named("B"), [](Nesting b) { return together(child_references(b), {}).named("reference"); });
  return gen::map(
      gen::tuples(
          b_and_references, visibilities({Visibility::public_visible, Visibility::private_visible}).named("m"),
          callers().named("mPrime"),
          together(gen::elements("m()", "new B().m()", "this.m()", "B.this.m()"), {.from_level = 2}).named("call")),
      [](const auto& parts) {
        const auto& [first, visibility, caller, calls] = parts;
        return DualMethodChildProgram{first.first, first.second, visibility, caller, calls};
      });
}

/// The class whose mPrime calls the method of the superclass.
enum class CallingClass { a, b, sibling };
/// The place of B, the visibility of m, and where and what mPrime is, chosen so that it can call m.
struct ParentHost {
  Nesting b = Nesting::apart;
  Visibility visibility = Visibility::public_visible;
  CallingClass calling_class = CallingClass::b;
  Caller caller;
  friend bool operator==(const ParentHost&, const ParentHost&) = default;
};
/// A method m of A, the superclass of B, reads fields; mPrime calls m.
struct DualMethodParentProgram {
  ParentHost host;
  Visibility field_visibility = Visibility::public_visible;
  std::vector<Expression> references;
  std::vector<Expression> calls;
  friend bool operator==(const DualMethodParentProgram&, const DualMethodParentProgram&) = default;
};
CompilationUnit unit(const DualMethodParentProgram& program);
/// B (inner, local, outer) x m (public, private) x four possible callers mPrime for each: 24.
gen::Elements<ParentHost> parent_hosts();
/// Four legal calls of m from mPrime.
gen::Elements<Expression> parent_calls(const ParentHost& host);
/// The references of A's own method to its field: f, this.f, new A().f, A.this.f, ((A) this).f: 5.
gen::Elements<Expression> parent_references();
/// Hosts x field (public, private) x reference x call, 24 x 2 x 5 x 4 = 960 programs; all compile. Level 1 merges
/// references (192), level 2 calls (48).
inline auto dual_class_method_parent() {
  return gen::bind(parent_hosts().named("host"), [](const ParentHost& host) {
    return gen::product<DualMethodParentProgram>(
        gen::just(host), visibilities({Visibility::public_visible, Visibility::private_visible}).named("field"),
        together(parent_references(), {}).named("reference"),
        together(parent_calls(host), {.from_level = 2}).named("call"));
  });
}

}  // namespace smallscope::java
