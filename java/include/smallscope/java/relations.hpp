// SPDX-License-Identifier: Apache-2.0
// Two or three classes in relation: which extends which, and which is inside which.
//
// The roles are always the same, so reports read alike: A declares the member of interest, B is the other class, C is
// between or beside them. Generators denote relations; arranged() puts classes into one. Only relations that Java
// allows are denoted, except by triple_placements(), whose set FASE 2009 fixes. Pure functions and plain values, for
// any thread.
#pragma once

#include <string>
#include <vector>

#include <smallscope/java/syntax.hpp>

namespace smallscope::java {

enum class Nesting {
  apart,    ///< both on top level
  b_inner,  ///< B is an inner class of A
  b_local,  ///< B is local in an instance method of A
  a_inner,  ///< A is an inner class of B
};
enum class Inheritance {
  none,
  b_extends_a,
  b_extends_c,  ///< and C, on top level, extends A
  a_extends_b,
};

struct Relation {
  Nesting nesting = Nesting::apart;
  Inheritance inheritance = Inheritance::none;
  bool has_sibling = false;  ///< a class D, at top level, extends A, which is not an inner class
  friend bool operator==(const Relation&, const Relation&) = default;
};

/// B has the members of A that its subclasses inherit.
bool inherits(const Relation& relation);
/// B is inside A.
bool is_inside_a(const Relation& relation);
/// B sees the private members of A, and A those of B.
bool shares_privates(const Relation& relation);
/// "B inner, extends A".
std::string label_of(const Relation& relation);

/// These relations, labelled. Throws std::invalid_argument for one that Java forbids (a class that extends its own
/// member class: A inner in B, and B extends A).
gen::Elements<Relation> relations(std::vector<Relation> chosen);
/// Every relation without a sibling: 12.
gen::Elements<Relation> relations();
/// The relations in which B inherits from A: B apart, inner, local, each directly and through C: 6.
gen::Elements<Relation> subclass_relations();

/// A and B in this relation, with C and D if it has them: the classes of a compilation unit. Sets what A and B extend.
/// A method `local` of A contains a local B, and calls the method `start` of a new B unless `start` is "".
std::vector<Class> arranged(const Relation& relation, Class a, Class b, const std::string& start);
/// A new A, or a new B, outside both classes; "" if B is local.
Expression new_a(const Relation& relation);
Expression new_b(const Relation& relation);
/// The statement, outside both classes, that makes a new B call its method `start`: through A.local() if B is local.
Statement started(const Relation& relation, const std::string& start);

/// Where the classes of a triple are. B extends C; A is not related to them. FASE 2009, figure 2.
struct TriplePlacement {
  Nesting b = Nesting::b_inner;  ///< b_inner or apart
  Nesting c = Nesting::b_inner;  ///< in the same words: inner (b_inner), local (b_local), apart
  friend bool operator==(const TriplePlacement&, const TriplePlacement&) = default;
};
/// The choices of B (inner, outer) and C (inner, method inner, outer), 2 x 3. B outer with C inside A does not compile:
/// the paper counts such programs, and so do we.
gen::Elements<Nesting> triple_b_placements();
gen::Elements<Nesting> triple_c_placements();
/// The three classes in place; with C local, an inner B is local in the same method of A. `start` as in arranged();
/// started(placement, start) calls it from outside.
std::vector<Class> arranged(const TriplePlacement& placement, Class a, Class b, Class c, const std::string& start);
Statement started(const TriplePlacement& placement, const std::string& start);

}  // namespace smallscope::java
