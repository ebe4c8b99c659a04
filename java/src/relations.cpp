// SPDX-License-Identifier: Apache-2.0
#include <smallscope/java/relations.hpp>

#include <stdexcept>
#include <utility>

namespace smallscope::java {
namespace {

/// Java forbids cycles of inheritance, and a class depends on the classes around it.
bool is_legal(const Relation& relation) {
  if (relation.has_sibling && relation.nesting == Nesting::a_inner) return false;  // D would not see A
  switch (relation.inheritance) {
    case Inheritance::none:
      return true;
    case Inheritance::b_extends_a:
    case Inheritance::b_extends_c:
      return relation.nesting != Nesting::a_inner;
    case Inheritance::a_extends_b:
      return relation.nesting == Nesting::apart || relation.nesting == Nesting::a_inner;
  }
  return false;
}

Class subclass_of_a(std::string name) { return {.modifiers = {}, .name = std::move(name), .superclass = "A"}; }

/// The method of A that holds local classes, the last of them B.
Method holder(std::vector<Class> local_classes, const std::string& start) {
  std::vector<Statement> body;
  for (Class& local : local_classes) body.push_back({"", {}, {std::move(local)}});
  if (!start.empty()) body.push_back({"new B()." + start + "();"});
  return procedure("local", std::move(body));
}

const char* name_of(Nesting nesting) {
  switch (nesting) {
    case Nesting::apart:
      return "apart";
    case Nesting::b_inner:
      return "B inner";
    case Nesting::b_local:
      return "B local";
    case Nesting::a_inner:
      return "A inner";
  }
  return "";
}

}  // namespace

bool inherits(const Relation& relation) {
  return relation.inheritance == Inheritance::b_extends_a || relation.inheritance == Inheritance::b_extends_c;
}

bool is_inside_a(const Relation& relation) {
  return relation.nesting == Nesting::b_inner || relation.nesting == Nesting::b_local;
}

bool shares_privates(const Relation& relation) { return relation.nesting != Nesting::apart; }

std::string label_of(const Relation& relation) {
  std::string label = name_of(relation.nesting);
  if (relation.inheritance == Inheritance::b_extends_a) label += ", B extends A";
  if (relation.inheritance == Inheritance::b_extends_c) label += ", B extends C extends A";
  if (relation.inheritance == Inheritance::a_extends_b) label += ", A extends B";
  if (relation.has_sibling) label += ", D extends A";
  return label;
}

gen::Elements<Relation> relations(std::vector<Relation> chosen) {
  std::vector<std::string> labels;
  for (const Relation& relation : chosen) {
    labels.push_back(label_of(relation));
    if (!is_legal(relation))
      throw std::invalid_argument("relations: Java forbids \"" + labels.back() + "\"; leave it out");
  }
  return gen::Elements<Relation>(std::move(chosen), std::move(labels));
}

gen::Elements<Relation> relations() {
  std::vector<Relation> all;
  for (const Nesting nesting : {Nesting::apart, Nesting::b_inner, Nesting::b_local, Nesting::a_inner})
    for (const Inheritance inheritance :
         {Inheritance::none, Inheritance::b_extends_a, Inheritance::b_extends_c, Inheritance::a_extends_b})
      if (is_legal({nesting, inheritance})) all.push_back({nesting, inheritance});
  return relations(std::move(all));
}

gen::Elements<Relation> subclass_relations() {
  std::vector<Relation> all;
  for (const Nesting nesting : {Nesting::apart, Nesting::b_inner, Nesting::b_local})
    for (const Inheritance inheritance : {Inheritance::b_extends_a, Inheritance::b_extends_c})
      all.push_back({nesting, inheritance});
  return relations(std::move(all));
}

std::vector<Class> arranged(const Relation& relation, Class a, Class b, const std::string& start) {
  if (relation.inheritance == Inheritance::b_extends_a) b.superclass = "A";
  if (relation.inheritance == Inheritance::b_extends_c) b.superclass = "C";
  if (relation.inheritance == Inheritance::a_extends_b) a.superclass = "B";
  std::vector<Class> classes;
  switch (relation.nesting) {
    case Nesting::apart:
      classes = {std::move(a), std::move(b)};
      break;
    case Nesting::b_inner:
      a.classes.push_back(std::move(b));
      classes = {std::move(a)};
      break;
    case Nesting::b_local:
      a.methods.push_back(holder({std::move(b)}, start));
      classes = {std::move(a)};
      break;
    case Nesting::a_inner:
      b.classes.push_back(std::move(a));
      classes = {std::move(b)};
      break;
  }
  if (relation.inheritance == Inheritance::b_extends_c) classes.push_back(subclass_of_a("C"));
  if (relation.has_sibling) classes.push_back(subclass_of_a("D"));
  return classes;
}

Expression new_a(const Relation& relation) {
  return relation.nesting == Nesting::a_inner ? "new B().new A()" : "new A()";
}

Expression new_b(const Relation& relation) {
  if (relation.nesting == Nesting::b_local) return "";
  return relation.nesting == Nesting::b_inner ? "new A().new B()" : "new B()";
}

Statement started(const Relation& relation, const std::string& start) {
  if (relation.nesting == Nesting::b_local) return {"new A().local();"};
  return {new_b(relation) + "." + start + "();"};
}

gen::Elements<Nesting> triple_b_placements() {
  return gen::enumeration<Nesting>({{"inner", Nesting::b_inner}, {"outer", Nesting::apart}});
}

gen::Elements<Nesting> triple_c_placements() {
  return gen::enumeration<Nesting>(
      {{"inner", Nesting::b_inner}, {"local", Nesting::b_local}, {"outer", Nesting::apart}});
}

std::vector<Class> arranged(const TriplePlacement& placement, Class a, Class b, Class c, const std::string& start) {
  b.superclass = "C";
  std::vector<Class> outside, local;
  if (placement.b == Nesting::apart) outside.push_back(b);
  switch (placement.c) {
    case Nesting::apart:
      outside.push_back(std::move(c));
      break;
    case Nesting::b_inner:
      a.classes.push_back(std::move(c));
      break;
    default:
      local.push_back(std::move(c));
  }
  const bool b_inside = placement.b != Nesting::apart;
  if (b_inside && local.empty()) a.classes.insert(a.classes.begin(), b);
  if (b_inside && !local.empty()) local.push_back(b);
  if (!local.empty()) a.methods.push_back(holder(std::move(local), b_inside ? start : ""));
  outside.insert(outside.begin(), std::move(a));
  return outside;
}

Statement started(const TriplePlacement& placement, const std::string& start) {
  if (placement.b == Nesting::apart) return {"new B()." + start + "();"};
  if (placement.c == Nesting::b_local) return {"new A().local();"};
  return {"new A().new B()." + start + "();"};
}

}  // namespace smallscope::java
