// SPDX-License-Identifier: Apache-2.0
#include <smallscope/java/field_programs.hpp>

#include <algorithm>
#include <utility>

namespace smallscope::java {
namespace {

/// The statements of every access in this place with every use; if there are several, their variables are numbered.
std::vector<Statement> references(const std::vector<Access>& accesses, const std::vector<Use>& uses, Place place) {
  std::vector<Statement> body;
  const std::size_t count = accesses.size() * uses.size();
  std::size_t number = 0;
  for (const Access& access : accesses) {
    for (const Use& use : uses) {
      const std::string suffix = numbered("", number++, count);
      if (access.place == place) body.push_back(applied(use, access, suffix));
    }
  }
  return body;
}

Statement call(const Expression& object, const std::string& method) { return {object + "." + method + "();"}; }

}  // namespace

gen::Elements<Member> members() {
  return gen::enumeration<Member>({{"method", Member::method}, {"constructor", Member::constructor}});
}

CompilationUnit unit(const SingleFieldProgram& program) {
  Class a{.modifiers = {Visibility::public_visible}, .name = "A", .superclass = "", .fields = {program.field}};
  std::vector<Statement> main{{"A a = new A();"}};
  for (const Member member : program.members) {
    const std::vector<Statement> body = references(program.accesses, program.uses, Place::in_a);
    if (member == Member::method) {
      a.methods.push_back(procedure("use", body));
      main.push_back({"a.use();"});
    } else {
      // Called separately from new A(); otherwise a reference through a new A would construct without end.
      Method constructor = procedure("A", body);
      constructor.result = {};
      constructor.parameters = {{{"int"}, "constructed"}};
      a.methods.push_back(procedure("A", {}));
      a.methods.back().result = {};
      a.methods.push_back(std::move(constructor));
      main.push_back({"new A(1).show();"});
    }
  }
  a.methods.push_back(procedure("show", {shown(program.field.type, "f")}));
  main.push_back({"a.show();"});
  return {{std::move(a), main_class(std::move(main))}};
}

bool DualFieldProgram::refers_in(Place place) const {
  return std::any_of(accesses.begin(), accesses.end(), [&](const Access& access) { return access.place == place; });
}

CompilationUnit unit(const DualFieldProgram& program) {
  const Relation& relation = program.relation;
  Class a{.modifiers = {}, .name = "A", .superclass = "", .fields = {program.field}};
  Class b{.modifiers = {}, .name = "B", .superclass = "", .fields = {}}, u{.modifiers = {}, .name = "U"};
  bool shows = false;
  const auto refer = [&](Place place, Class& type, const char* method, bool sees_a) {
    std::vector<Statement> body = references(program.accesses, program.uses, place);
    if (body.empty()) return;
    if (program.shows_field && sees_a) {
      body.push_back({"show();"});
      shows = true;
    }
    type.methods.push_back(procedure(method, std::move(body)));
  };
  refer(Place::in_a, a, "useInA", true);
  refer(Place::in_b, b, "useInB", inherits(relation) || is_inside_a(relation));
  refer(Place::in_u, u, "useInU", false);
  if (shows) a.methods.push_back(procedure("show", {shown(program.field.type, "f")}));

  std::vector<Statement> main;
  if (!b.methods.empty()) main.push_back(started(relation, "useInB"));
  if (program.refers_in(Place::in_a)) main.push_back(call(new_a(relation), "useInA"));
  if (!u.methods.empty()) main.push_back(call("new U()", "useInU"));
  const std::string start = b.methods.empty() ? "" : "useInB";
  CompilationUnit result{arranged(relation, std::move(a), std::move(b), start)};
  if (!u.methods.empty()) result.classes.push_back(std::move(u));
  result.classes.push_back(main_class(std::move(main)));
  return result;
}

}  // namespace smallscope::java
