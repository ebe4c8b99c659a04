// SPDX-License-Identifier: Apache-2.0
// Inline variable: scopes x definitions x uses. Inline method: bodies x calls.
#include <smallscope/generators.hpp>

#include "campaigns.hpp"
#include "engine.hpp"
#include "fragments.hpp"
#include "text.hpp"

namespace rope_campaigns {
namespace {

using namespace smallscope::generators;
using smallscope::subjects::NamedText;

enum class Scope { module, function, method };

/// A program that defines v from p and q and uses it in an expression; merged, in several.
struct VariableProgram {
  Scope scope;
  std::string definition;
  std::vector<std::string> uses;
};

auto variable_programs() {
  return product<VariableProgram>(
      enumeration<Scope>({{"module", Scope::module}, {"function", Scope::function}, {"method", Scope::method}})
          .named("scope"),
      fragments(variable_definitions()).named("definition"), mergeable(fragments(variable_uses())).named("use"));
}

std::string render(const VariableProgram& program) {
  const std::string body = lines({"«v = " + program.definition, each(program.uses, [](const std::string& use) {
                                    return lines({"r = " + use, "print(r)"});
                                  })});
  switch (program.scope) {
    case Scope::module:
      return lines({"p = 5", "q = 2", body});
    case Scope::function:
      return lines({block("def run(p, q):", body), "run(5, 2)"});
    case Scope::method:
      return lines({block("class A:", block("def run(self, p, q):", body)), "A().run(5, 2)"});
  }
  return {};
}

/// Whether two evaluations of the definition give objects that are not equal: generators, functions.
bool has_no_equality(const std::string& definition) {
  return definition.starts_with("(i for ") || definition.starts_with("lambda");
}

/// A program that defines the method m of class A and calls it; merged, several times.
struct CallProgram {
  std::string body;
  std::vector<std::string> calls;
};

auto call_programs() {
  return product<CallProgram>(fragments(method_bodies()).named("body"),
                              mergeable(fragments(method_calls())).named("call"));
}

std::string render(const CallProgram& program) {
  const std::string a =
      block("class A:", lines({block("def __init__(self):", "self.f = 3"), block("def n(self, x):", "return x + 10"),
                               block("def «m(self, x):", program.body)}));
  if (program.calls.size() == 1)
    return lines({"G = 0", a, "a = A()", "b = A()", program.calls.front(), "print(a.f, b.f, G)"});
  return lines({a, each(program.calls, [](const std::string& call) {
                  return lines({"G = 0", "a = A()", "b = A()", call, "print(a.f, b.f, G)"});
                })});
}

}  // namespace

smallscope::runner::Campaign inline_variable() {
  const auto input = [](const VariableProgram& program) {
    std::vector<NamedText> parameters{{"refactoring", "inline"}};
    // Inlining evaluates the definition twice, so a new object is another object, as requested. Lists look for such an
    // object by its identity if it has no equality of its own.
    if (has_no_equality(program.definition))
      ignore_behaviour(parameters, program.uses, {"v is v", "v in [v]"});
    else
      ignore_behaviour(parameters, program.uses, {"v is v"});
    return request(render(program), std::move(parameters));
  };
  return campaign("rope/inline-variable", "a variable's uses become its definition", variable_programs(), input,
                  refactoring_oracles(), {"A", "fn", "p", "q", "r", "v", "run"});
}

smallscope::runner::Campaign inline_method() {
  const auto input = [](const CallProgram& program) {
    std::vector<NamedText> parameters{{"refactoring", "inline"}};
    // The keywords are in a dictionary that exists only at run time.
    ignore_behaviour(parameters, program.calls, {"**dict"});
    return request(render(program), std::move(parameters));
  };
  return campaign("rope/inline-method", "calls of a method become its body", call_programs(), input,
                  refactoring_oracles(), {"A", "G", "b", "f", "fn", "k", "m", "n", "r", "x", "y"});
}

}  // namespace rope_campaigns
