// SPDX-License-Identifier: Apache-2.0
// Method declarations, and references that are linked to the declared method.
//
// The method is called m, its class A. A reference has a *receiver* (`this`, `new A()`, none) and a *context* around
// the call (an argument, a lambda, a local class). Not every receiver is legal in every context, so a reference is a
// legal pair. The declaration determines the arguments and the uses of the result. Generators are immutable and may be
// shared by threads.
#pragma once

#include <string>
#include <vector>

#include <smallscope/generators/composition/product.hpp>
#include <smallscope/generators/merging/merge.hpp>
#include <smallscope/java/relations.hpp>

namespace smallscope::java {

/// The parameters and the result of a method.
enum class Signature { procedure, function, of_int, of_strings, generic };
/// void m(), int m(), int m(int), void m(String...), <T> T m(T).
gen::Elements<Signature> signatures();
/// Labelled "instance" and "static".
gen::Elements<bool> static_or_not();

/// A method m of this signature. It prints that it was called, and returns its argument or 1.
Method method(Visibility visibility, bool is_static, Signature signature);

/// Declarations of m: every combination. Size: the product of the sizes.
template <gen::IndexedGenerator Visibilities, gen::IndexedGenerator Statics, gen::IndexedGenerator Signatures>
auto method_declarations(Visibilities visibilities, Statics statics, Signatures signatures) {
  return gen::map(gen::tuples(visibilities.named("visibility"), statics.named("kind"), signatures.named("signature")),
                  [](const auto& parts) { return method(std::get<0>(parts), std::get<1>(parts), std::get<2>(parts)); });
}
/// All declarations: 4 visibilities x 2 x 5 signatures.
inline auto method_declarations() { return method_declarations(visibilities(), static_or_not(), signatures()); }

/// A reference to m from inside its class.
struct Call {
  enum class Kind { statement, field_initialiser, inner_class };
  Kind kind = Kind::statement;
  std::string text;          ///< the statement, its own names being v, L and in; for other kinds the call: "this.m()"
  std::string other_method;  ///< of an inner class: the name of its own method(int), or ""
  friend bool operator==(const Call&, const Call&) = default;
};
/// The legal references to the method from an instance method of its class A, context by context: expression statement,
/// argument, local variable, condition, operand, nested argument, lambda, method reference, beside a local variable
/// called `other_name`, in local and anonymous classes (also in some that have a method of that name), in a local
/// subclass; and from a field initialiser and inner classes. Between 36 and 80, labelled by context and call.
gen::Elements<Call> calls(const Method& method, const std::string& other_name);
/// Puts a call into class A: into `body`, the body of one of its instance methods, or beside it as a member, which
/// `body` then runs. `suffix` is appended to the names that the call declares.
void add_call(Class& a, std::vector<Statement>& body, const Call& call, const std::string& suffix);

/// A member of A that already has the new name of another member.
enum class Namesake { none, field, overload, inner_class };
gen::Elements<Namesake> namesakes();
/// Adds a member of this kind called `name` to `type`.
void add_namesake(Class& type, Namesake kind, const std::string& name);

/// A method mPrime that refers to m: its visibility, and whether its signature is that of m.
struct Caller {
  Visibility visibility = Visibility::public_visible;
  bool takes_int = false;  ///< a signature other than that of m
  friend bool operator==(const Caller&, const Caller&) = default;
};
/// (public, private) x (same, different signature): 4.
gen::Elements<Caller> callers();
/// mPrime, with the calls as statements.
Method caller(const Caller& caller, const std::vector<Expression>& calls);
/// A method `run`, visible in the package, that calls mPrime: private ones cannot be called from outside.
Method runner_of(const Caller& caller);

}  // namespace smallscope::java
