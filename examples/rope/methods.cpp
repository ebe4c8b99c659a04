// SPDX-License-Identifier: Apache-2.0
// Rename method: kinds of methods x class layouts x uses.
#include <smallscope/generators.hpp>

#include "campaigns.hpp"
#include "engine.hpp"
#include "fragments.hpp"
#include "text.hpp"

namespace rope_campaigns {
namespace {

using namespace smallscope::generators;
using smallscope::subjects::NamedText;

enum class Kind { instance, class_method, static_method, property };
enum class Layout { single, subclass, overriding, nested, same_name, second_base };

/// A program that declares the method m of class A and uses it; merged, several times.
struct MethodProgram {
  Kind kind;
  Layout layout;
  std::vector<std::string> uses;
};

auto method_programs() {
  return product<MethodProgram>(enumeration<Kind>({{"instance method", Kind::instance},
                                                   {"class method", Kind::class_method},
                                                   {"static method", Kind::static_method},
                                                   {"property", Kind::property}})
                                    .named("kind"),
                                enumeration<Layout>({{"single", Layout::single},
                                                     {"subclass", Layout::subclass},
                                                     {"overriding", Layout::overriding},
                                                     {"nested", Layout::nested},
                                                     {"same name in another class", Layout::same_name},
                                                     {"second base", Layout::second_base}})
                                    .named("layout"),
                                mergeable(fragments(method_uses())).named("use"));
}

/// The definition of a method; `name` is m, or «m if the refactoring is applied there.
std::string definition(Kind kind, const std::string& name, const std::string& value) {
  const auto method = [&](const std::string& decorator, const std::string& parameter) {
    return lines({decorator, block("def " + name + "(" + parameter + "):", "return " + value)});
  };
  switch (kind) {
    case Kind::instance:
      return method("", "self");
    case Kind::class_method:
      return method("@classmethod", "cls");
    case Kind::static_method:
      return method("@staticmethod", "");
    case Kind::property:
      return method("@property", "self");
  }
  return {};
}

std::string render(const MethodProgram& program) {
  const std::string a = block("class A:", definition(program.kind, "«m", "7"));
  const std::string other_method = definition(program.kind, "m", "8");
  const std::string call = program.kind == Kind::property ? "" : "()";

  std::string classes = a, object = "A()", more;
  switch (program.layout) {
    case Layout::single:
      break;
    case Layout::subclass:
      classes = lines({a, "class B(A):\n    pass"});
      object = "B()";
      break;
    case Layout::overriding:
      classes = lines({a, block("class B(A):", other_method)});
      object = "B()";
      break;
    case Layout::nested:
      classes = block("class O:", a);
      object = "O.A()";
      break;
    case Layout::same_name:
      classes = lines({a, block("class B:", other_method)});
      more = "print(B().m" + call + ")";
      break;
    case Layout::second_base:
      classes = lines({a, "class N:\n    pass\nclass B(N, A):\n    pass"});
      object = "B()";
      break;
  }
  return lines({classes, each(program.uses, [&](const std::string& use) {
                  return lines({"a = " + object, replaced(renamed(use, "X", "a"), "@", call), more});
                })});
}

}  // namespace

smallscope::runner::Campaign rename_method() {
  const auto input = [](const MethodProgram& program) {
    std::vector<NamedText> parameters{{"refactoring", "rename"}, {"old name", "m"}, {"new name", "renamed"}};
    // rope does not know the type of a comprehension's variable, and leaves unknown receivers alone.
    ignore_behaviour(parameters, program.uses, {" for i in "});
    return request(render(program), std::move(parameters));
  };
  return campaign("rope/rename-method", "a method gets a new name, there and back", method_programs(), input,
                  renaming_oracles(), {"A", "B", "N", "O", "m", "renamed"});
}

}  // namespace rope_campaigns
