// SPDX-License-Identifier: Apache-2.0
// Extract variable: contexts x expressions. Extract method: the same, and two statements x ranges.
#include <smallscope/generators.hpp>

#include "campaigns.hpp"
#include "engine.hpp"
#include "fragments.hpp"
#include "text.hpp"

namespace rope_campaigns {
namespace {

using namespace smallscope::generators;

/// The marked program: the function run with this body, called twice.
std::string function_program(const std::string& body) {
  return lines({block("def run(a, b):", body), "print(run(5, 2))", "print(run(0, 3))"});
}

struct ExpressionInContext {
  std::string context;
  std::string expression;
};

/// Programs with a selected expression.
auto expression_programs() {
  return product<ExpressionInContext>(fragments(expression_contexts()).named("context"),
                                      fragments(expressions()).named("expression"))
      .map([](const ExpressionInContext& program) {
        return function_program(replaced(program.context, "@", selected(program.expression)));
      });
}

enum class Surroundings { function, loop };
enum class Part { first, second, both };

struct Statements {
  Surroundings surroundings;
  std::string first;
  std::string second;
  Part part;
};

std::string render(const Statements& program) {
  std::string body;
  switch (program.part) {
    case Part::first:
      body = lines({selected(program.first), program.second});
      break;
    case Part::second:
      body = lines({program.first, selected(program.second)});
      break;
    case Part::both:
      body = selected(lines({program.first, program.second}));
      break;
  }
  if (program.surroundings == Surroundings::loop) body = block("for k in [1, 2]:", body);
  return function_program(lines({"x = b", "y = 3", body, "return x, y"}));
}

/// Programs with selected statements.
auto statement_programs() {
  return product<Statements>(
             enumeration<Surroundings>({{"function", Surroundings::function}, {"loop", Surroundings::loop}})
                 .named("surroundings"),
             fragments(statements()).named("first"), fragments(statements()).named("second"),
             enumeration<Part>({{"first", Part::first}, {"second", Part::second}, {"both", Part::both}})
                 .named("selected"))
      .map([](const Statements& program) { return render(program); });
}

auto extraction(std::string refactoring) {
  return [refactoring = std::move(refactoring)](const std::string& program) {
    return request(program, {{"refactoring", refactoring}, {"new name", "extracted"}});
  };
}

const std::vector<std::string> identifiers{"C",  "E",   "G",         "Z", "b", "c", "f",
                                           "fn", "run", "extracted", "w", "x", "y", "z"};

}  // namespace

smallscope::runner::Campaign extract_variable() {
  return campaign("rope/extract-variable", "an expression becomes a variable", expression_programs(),
                  extraction("extract-variable"), refactoring_oracles(), identifiers);
}

smallscope::runner::Campaign extract_method() {
  return campaign(
      "rope/extract-method", "an expression or statements become a function",
      alternatives(labelled("expression", expression_programs()), labelled("statements", statement_programs()))
          .named("selection"),
      extraction("extract-method"), refactoring_oracles(), identifiers);
}

}  // namespace rope_campaigns
