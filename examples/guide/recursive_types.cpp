// SPDX-License-Identifier: Apache-2.0
// The campaigns that docs/generators.md shows for recursive types: a printer and its parser, statements by a grammar of
// types, programs up to renaming, and a check of an ambiguous grammar.
#include <cstdio>
#include <string>
#include <string_view>

#include <smallscope/generators.hpp>
#include <smallscope/oracles/standard.hpp>
#include <smallscope/program/main.hpp>
#include <smallscope/runner/in_process.hpp>
#include <smallscope/runner/observed.hpp>
#include <smallscope/subjects/command.hpp>

namespace gen = smallscope::generators;
namespace oracles = smallscope::oracles;
namespace runner = smallscope::runner;
namespace subjects = smallscope::subjects;

using Expression = gen::Tree<std::string>;

/// Right operands need parentheses. The fault: a difference inside a difference gets none.
std::string print(const Expression& expression) {
  if (expression.is_leaf()) return expression.leaf();
  const Expression& right = expression.right();
  const bool bare = right.is_leaf() || (expression.label() == "-" && right.label() == "-");
  return print(expression.left()) + expression.label() + (bare ? print(right) : "(" + print(right) + ")");
}

/// Reads an expression from the beginning of the text, and removes it there.
Expression parse(std::string_view& text) {
  const auto operand = [&text] {
    const std::string first(text.substr(0, 1));
    text.remove_prefix(1);
    if (first != "(") return Expression(first);
    Expression inner = parse(text);
    text.remove_prefix(1);
    return inner;
  };
  Expression left = operand();
  while (!text.empty() && text[0] != ')') {
    const std::string symbol(text.substr(0, 1));
    text.remove_prefix(1);
    left = Expression(symbol, left, operand());
  }
  return left;
}

runner::Campaign print_parse() {
  const auto expressions = gen::trees_of(gen::elements("a", "b"), gen::elements("+", "-"), gen::size_up_to(7));
  return runner::in_process("print-parse", expressions.named("expression"),
                            runner::property("parses back", [](const Expression& expression) {
                              const std::string text = print(expression);
                              std::string_view rest = text;
                              return parse(rest) == expression;
                            }));
}

auto statements(gen::SizeBounds sizes) {
  gen::Sorts sorts;
  const auto condition = sorts.sort<std::string>("condition");
  const auto statement = sorts.sort<std::string>("statement");
  sorts.rule(condition, {"flag"}, [](char name) { return std::string(1, name); }, gen::characters("xy"));
  sorts.rule(condition, {"not"}, [](const std::string& negated) { return "!" + negated; }, condition);
  sorts.rule(statement, {"assign"}, [](char name) { return std::string(1, name) + " = !x; "; }, gen::characters("xy"));
  sorts.rule(statement, {"sequence"}, std::plus<std::string>(), statement.named("first"), statement.named("second"));
  sorts.rule(statement, {"if"},
             [](const std::string& when, const std::string& then) { return "if (" + when + ") { " + then + "} "; },
             condition.named("condition"), statement.named("then"));
  return sorts.values(statement, sizes);
}

subjects::Input file(const std::string& program) {
  return {.files = {{"test.c", program}}, .parameters = {}, .standard_input = {}};
}

runner::Campaign compiled(std::string name, const gen::AnyGenerator<std::string>& programs) {
  subjects::Command command;
  command.arguments = {"tcc", "-run", "{input}"};
  return runner::observed(std::move(name), programs, file, subjects::commands({command}),
                          {oracles::no_crash(), oracles::exit_status(0)});
}

runner::Campaign statement_programs() {
  return compiled("statements", statements(gen::size_up_to(6)).named("body").map([](const std::string& body) {
    return "int main(void) { int x = 0, y = 0; " + body + "return 0; }\n";
  }));
}

runner::Campaign renamed_programs() {
  return compiled("renamed", gen::programs_up_to_renaming(R"({{scope int a b}}int main(void) {
  int a = 1, b = 2;
  {{int}} = {{int}} - {{int}};
  {
    {{scope int c d; long l}}int c = 3, d = 4; long l = 5;
    {{int}} = {{int}} + {{long}};
    {{end}}
  }
  return 0;
}
{{end}})").named("hole"));
}

/// The page's check: how often an ambiguous grammar repeats a word.
int check_grammar() {
  const auto sums = gen::grammar({{"E", {"x", "E + E", "E * E"}}}).words(gen::size_up_to(7));
  std::fputs(to_string(gen::check(sums)).c_str(), stdout);
  std::fputs(to_string(gen::check(gen::distinct(sums))).c_str(), stdout);
  return 0;
}

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "check-grammar") return check_grammar();
  return smallscope::program::main(argc, argv,
                                   {{"print-parse", "printed expressions parse back", print_parse},
                                    {"statements", "small programs compile and terminate", statement_programs},
                                    {"renamed", "programs up to renaming of variables", renamed_programs}});
}
