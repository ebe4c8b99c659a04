// SPDX-License-Identifier: Apache-2.0
#include <smallscope/java/method_programs.hpp>

#include <utility>

namespace smallscope::java {
namespace {

Class class_with_field(std::string name, Visibility visibility, const Expression& value) {
  return {.modifiers = {}, .name = std::move(name), .superclass = "", .fields = {{{visibility}, {"int"}, "f", value}}};
}

/// void m(), which prints each of the references.
Method reader(Visibility visibility, const std::vector<Expression>& references) {
  Method m = procedure("m", {});
  m.modifiers.visibility = visibility;
  for (const Expression& reference : references) m.body.push_back(print(reference));
  return m;
}

/// mPrime with these calls, and run() to call it from outside.
void add_caller(Class& type, const Caller& how, const std::vector<Expression>& calls) {
  type.methods.push_back(caller(how, calls));
  type.methods.push_back(runner_of(how));
}

std::string label_of(const ParentHost& host) {
  const char* place = host.b == Nesting::apart ? "B outer" : host.b == Nesting::b_inner ? "B inner" : "B local";
  const char* calling = host.calling_class == CallingClass::a ? "A" : host.calling_class == CallingClass::b ? "B" : "D";
  return std::string(place) + ", " + label_of(host.visibility) + " m, " + label_of(host.caller.visibility) +
         (host.caller.takes_int ? " mPrime(int)" : " mPrime()") + " in " + calling;
}

/// Four hosts: what can call m depends on whether m is private, and in that case on whether B is inside A.
void add_hosts(Nesting b, Visibility visibility, std::vector<ParentHost>& all) {
  const auto add = [&](CallingClass calling_class, Visibility of_caller, bool takes_int) {
    all.push_back({b, visibility, calling_class, {of_caller, takes_int}});
  };
  constexpr auto open = Visibility::public_visible, closed = Visibility::private_visible;
  const bool is_private = visibility == closed;
  if (is_private && b == Nesting::apart) {
    for (const Visibility of_caller : {open, closed})
      for (const bool takes_int : {false, true}) add(CallingClass::a, of_caller, takes_int);
    return;
  }
  add(CallingClass::b, open, false);
  add(CallingClass::b, open, true);
  add(CallingClass::a, open, false);
  if (is_private)
    add(CallingClass::a, open, true);
  else
    add(CallingClass::sibling, open, false);
}

}  // namespace

CompilationUnit unit(const SingleMethodProgram& program) {
  Class a{.modifiers = {Visibility::public_visible}, .name = "A", .superclass = "", .fields = {}};
  a.methods.push_back(program.method);
  for (const Namesake kind : program.namesakes) add_namesake(a, kind, "n");
  std::vector<Statement> body;
  for (std::size_t i = 0; i < program.calls.size(); ++i)
    add_call(a, body, program.calls[i], numbered("", i, program.calls.size()));
  a.methods.push_back(procedure("mPrime", std::move(body)));
  return {{std::move(a), main_class({{"new A().mPrime();"}})}};
}

CompilationUnit unit(const TripleMethodProgram& program) {
  Class a = class_with_field("A", Visibility::public_visible, "1");
  a.modifiers.visibility = Visibility::public_visible;
  Class b{.modifiers = {}, .name = "B", .superclass = "", .fields = {}};
  b.methods.push_back(reader(program.visibility, program.references));
  add_caller(b, program.caller, program.calls);
  CompilationUnit result{arranged(program.placement, std::move(a), std::move(b),
                                  class_with_field("C", Visibility::public_visible, "2"), "run")};
  result.classes.push_back(main_class({started(program.placement, "run")}));
  return result;
}

gen::Elements<Expression> child_references(Nesting b) {
  return gen::elements<Expression>("f", "new A().f", b == Nesting::apart ? "((A) this).f" : "A.this.f", "super.f",
                                   "this.f", "B.this.f");
}

CompilationUnit unit(const DualMethodChildProgram& program) {
  const Relation relation{program.b, Inheritance::b_extends_a};
  Class b{.modifiers = {}, .name = "B", .superclass = "", .fields = {}};
  b.methods.push_back(reader(program.visibility, program.references));
  add_caller(b, program.caller, program.calls);
  CompilationUnit result{
      arranged(relation, class_with_field("A", Visibility::public_visible, "1"), std::move(b), "run")};
  result.classes.push_back(main_class({started(relation, "run")}));
  return result;
}

gen::Elements<ParentHost> parent_hosts() {
  std::vector<ParentHost> all;
  for (const Nesting b : {Nesting::b_inner, Nesting::b_local, Nesting::apart})
    for (const Visibility visibility : {Visibility::public_visible, Visibility::private_visible})
      add_hosts(b, visibility, all);
  std::vector<std::string> labels;
  for (const ParentHost& host : all) labels.push_back(label_of(host));
  return gen::Elements<ParentHost>(std::move(all), std::move(labels));
}

gen::Elements<Expression> parent_calls(const ParentHost& host) {
  switch (host.calling_class) {
    case CallingClass::a:
      return gen::elements<Expression>("m()", "this.m()", "new A().m()", "A.this.m()");
    case CallingClass::sibling:
      return gen::elements<Expression>("m()", "this.m()", "super.m()", "new D().m()");
    case CallingClass::b:
      break;
  }
  // A private m is not inherited, so a B inside A calls that of A.
  if (host.visibility == Visibility::private_visible)
    return gen::elements<Expression>("m()", "A.this.m()", "super.m()", "new A().m()");
  return gen::elements<Expression>("m()", "this.m()", "super.m()", "new B().m()");
}

gen::Elements<Expression> parent_references() {
  return gen::elements<Expression>("f", "this.f", "new A().f", "A.this.f", "((A) this).f");
}

CompilationUnit unit(const DualMethodParentProgram& program) {
  const ParentHost& host = program.host;
  const Relation relation{host.b, Inheritance::b_extends_a};
  Class a = class_with_field("A", program.field_visibility, "1");
  a.methods.push_back(reader(host.visibility, program.references));
  Class b{.modifiers = {}, .name = "B", .superclass = "", .fields = {}};
  Class d{.modifiers = {}, .name = "D", .superclass = "A", .fields = {}};
  Class& calling = host.calling_class == CallingClass::a ? a : host.calling_class == CallingClass::b ? b : d;
  add_caller(calling, host.caller, program.calls);

  const bool in_b = host.calling_class == CallingClass::b, in_d = host.calling_class == CallingClass::sibling;
  const Statement start = in_b   ? started(relation, "run")
                          : in_d ? Statement{"new D().run();"}
                                 : Statement{"new A().run();"};
  CompilationUnit result{arranged(relation, std::move(a), std::move(b), in_b ? "run" : "")};
  if (in_d) result.classes.push_back(std::move(d));
  result.classes.push_back(main_class({start}));
  return result;
}

}  // namespace smallscope::java
