// SPDX-License-Identifier: Apache-2.0
#include "requests.hpp"

#include <stdexcept>
#include <utility>

namespace eclipse_campaigns {
namespace {

namespace java = smallscope::java;

/// Marks the first member with that name; returns whether there is one.
template <class Members>
bool mark(Members& members, std::string_view name) {
  for (auto& member : members) {
    if (member.name != name) continue;
    member.name.insert(0, "«");
    return true;
  }
  return false;
}

bool mark(java::Class& type, std::string_view owner, std::string_view member) {
  if (type.name == owner) return mark(type.fields, member) || mark(type.methods, member);
  for (java::Class& inner : type.classes)
    if (mark(inner, owner, member)) return true;
  for (java::Method& method : type.methods)
    for (java::Statement& statement : method.body)
      for (java::Class& local : statement.local_class)
        if (mark(local, owner, member)) return true;
  return false;
}

}  // namespace

std::string marked(java::CompilationUnit unit, std::string_view owner, std::string_view member) {
  for (java::Class& type : unit.classes)
    if (mark(type, owner, member)) return java::print(unit);
  throw std::logic_error("a program without a member " + std::string(member) + " of " + std::string(owner));
}

smallscope::subjects::Input request(std::string_view refactoring, java::CompilationUnit unit, std::string_view owner,
                                    std::string_view member, std::vector<smallscope::subjects::NamedText> more) {
  std::vector<smallscope::subjects::NamedText> parameters{{"refactoring", std::string(refactoring)}};
  for (auto& parameter : more) parameters.push_back(std::move(parameter));
  parameters.push_back({"main", "Main"});
  return {.files = {{"A.java", marked(std::move(unit), owner, member)}},
          .parameters = std::move(parameters),
          .standard_input = {}};
}

}  // namespace eclipse_campaigns
