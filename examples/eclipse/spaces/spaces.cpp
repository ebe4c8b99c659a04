// SPDX-License-Identifier: Apache-2.0
#include "spaces.hpp"

namespace eclipse_campaigns {
namespace {

namespace java = smallscope::java;
using smallscope::subjects::Input;
using smallscope::subjects::NamedText;

std::vector<NamedText> renaming_to(const char* name) { return {{"new name", name}, {"there and back", "yes"}}; }

/// A second opinion, for methods only: the compilers differ in how they resolve calls, but not in how they find fields,
/// and on the large spaces of fields javac would cost as much as the refactoring.
std::vector<NamedText> with_javac(std::vector<NamedText> more = {}) {
  more.push_back({"javac", "yes"});
  return more;
}

}  // namespace

Input push_down_field(const java::DualFieldProgram& program) {
  return request("push down field", java::unit(program), "A", "f");
}
Input encapsulate_field(const java::DualFieldProgram& program) {
  return request("encapsulate field", java::unit(program), "A", "f");
}
Input encapsulate_field(const java::SingleFieldProgram& program) {
  return request("encapsulate field", java::unit(program), "A", "f");
}
Input rename_field(const java::DualFieldProgram& program) {
  return request("rename field", java::unit(program), "A", "f", renaming_to(new_field_name));
}
Input rename_field(const java::SingleFieldProgram& program) {
  return request("rename field", java::unit(program), "A", "f", renaming_to(new_field_name));
}
Input rename_method(const java::SingleMethodProgram& program) {
  return request("rename method", java::unit(program), "A", "m", with_javac(renaming_to(new_name)));
}
Input push_down_method(const java::DualMethodParentProgram& program) {
  return request("push down method", java::unit(program), "A", "m", with_javac());
}
Input pull_up_method(const java::TripleMethodProgram& program) {
  return request("pull up method", java::unit(program), "B", "m", with_javac({{"destination", "C"}}));
}
Input pull_up_method(const java::DualMethodChildProgram& program) {
  return request("pull up method", java::unit(program), "B", "m", with_javac({{"destination", "A"}}));
}

}  // namespace eclipse_campaigns
