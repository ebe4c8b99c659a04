// SPDX-License-Identifier: Apache-2.0
// The campaign that docs/java-generators.md builds: does javac accept every reference to fields that hide one another?
#include <smallscope/generators.hpp>
#include <smallscope/java.hpp>
#include <smallscope/oracles/standard.hpp>
#include <smallscope/program/main.hpp>
#include <smallscope/runner/observed.hpp>
#include <smallscope/subjects/command.hpp>

namespace gen = smallscope::generators;
namespace java = smallscope::java;
namespace oracles = smallscope::oracles;
namespace runner = smallscope::runner;
namespace subjects = smallscope::subjects;

namespace {

struct HidingProgram {
  java::Type type;
  std::vector<std::string> accesses;
  std::vector<java::Use> uses;
};

auto hiding_programs() {
  return gen::bind(java::types({{"byte"}, {"boolean"}, {"int", 1}}).named("type"), [](const java::Type& type) {
    return gen::product<HidingProgram>(
        gen::just(type),
        java::together(gen::elements("f", "super.f", "((A) this).f"), {}).named("access"),
        java::together(java::uses(type), {.from_level = 2}).named("use"));
  });
}

java::CompilationUnit unit(const HidingProgram& program) {
  const java::Field f = java::field(program.type, java::Visibility::public_visible, java::FieldKind::initialised);
  java::Class a{.modifiers = {}, .name = "A", .superclass = "", .fields = {f}};
  java::Class b{.modifiers = {}, .name = "B", .superclass = "A", .fields = {f}};
  std::vector<java::Statement> body;
  const std::size_t count = program.accesses.size() * program.uses.size();
  for (const std::string& access : program.accesses)
    for (const java::Use& use : program.uses)
      body.push_back(java::applied(use, {java::Place::in_b, access}, java::numbered("", body.size(), count)));
  b.methods = {java::procedure("use", body)};
  return {{a, b}};
}

subjects::Input render(const HidingProgram& program) {
  return {.files = {{"A.java", java::print(unit(program))}}, .parameters = {}, .standard_input = {}};
}

runner::Campaign java_fields() {
  subjects::Command javac;
  javac.arguments = {"javac", "-d", "{scratch}", "{input}"};
  return runner::observed("java-fields", hiding_programs(), render, subjects::commands({javac}),
                          {oracles::no_crash(), oracles::exit_status(0)});
}

}  // namespace

int main(int argc, char** argv) {
  return smallscope::program::main(argc, argv, {{"java-fields", "javac accepts hidden fields", java_fields}});
}
