// SPDX-License-Identifier: Apache-2.0
// The campaign that docs/mergeable-generators.md builds: scripts of declared variables and their uses, many per script.
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include <smallscope/generators.hpp>
#include <smallscope/oracles/standard.hpp>
#include <smallscope/program/main.hpp>
#include <smallscope/runner/observed.hpp>
#include <smallscope/subjects/command.hpp>

namespace gen = smallscope::generators;
namespace oracles = smallscope::oracles;
namespace runner = smallscope::runner;
namespace subjects = smallscope::subjects;

namespace {

using Number = std::int64_t;
using Bits = std::uint64_t;

struct Variable { std::string name; Number value; };
struct Use { std::string expression; Number result; };

auto variables() {
  return gen::product<Variable>(gen::elements("x", "total").named("name"),
                                gen::elements<Number>({0, 1, -1, 7, INT64_MAX, INT64_MIN}).named("value"));
}

auto uses(const Variable& variable) {
  const auto [name, value] = variable;
  const Bits bits = static_cast<Bits>(value);
  std::vector<gen::Labelled<Use>> all;
  const auto add = [&](const std::string& expression, Number result) {
    all.push_back({expression, {expression, result}});
  };
  add(name, value);
  add(name + " + 1", static_cast<Number>(bits + 1));
  add("-" + name, static_cast<Number>(-bits));
  add(name + " / -1", static_cast<Number>(-bits));
  add(name + " == " + std::to_string(value), 1);
  add("~" + name + " ^ " + name, -1);
  if (value >= 0) add(name + " >> 1", value / 2);  // shells differ on negative numbers
  return gen::labelled_elements(std::move(all)).named("use");
}

struct Statement { Variable variable; Use use; };
using Script = std::vector<Statement>;

auto scripts() {
  const auto statements = gen::linked(variables().named("variable"), uses).map([](const auto& parts) {
    return Script{{parts.first, parts.second}};
  });
  const auto together = [](const std::vector<gen::Fragment<Script>>& fragments) {
    Script script;
    for (const auto& [number, fragment] : fragments) {
      Statement statement = fragment.front();
      const std::vector<std::string> names{statement.variable.name};
      const std::string suffix = std::to_string(number);
      statement.variable.name += suffix;
      statement.use.expression = gen::separated(statement.use.expression, names, suffix);
      script.push_back(statement);
    }
    return script;
  };
  return gen::merged(statements, together, {.at_a_time = {20}}).named("statement");
}

subjects::Input render(const Script& script) {
  std::string text, expected;
  for (const auto& [variable, use] : script) {
    text += variable.name + "=" + std::to_string(variable.value) + "\n";
    text += "echo $((" + use.expression + "))\n";
    expected += std::to_string(use.result) + "\n";
  }
  return {.files = {{"script.sh", text}}, .parameters = {{"expected", expected}}};
}

std::vector<oracles::Message> wrong_lines(const subjects::Input& input, const subjects::Observation& observation) {
  std::istringstream printed(observation.standard_output), expected(*subjects::find(input.parameters, "expected"));
  std::vector<oracles::Message> wrong;
  std::string is, should;
  while (std::getline(expected, should)) {
    if (!std::getline(printed, is)) is = "nothing";
    if (is != should) wrong.push_back("prints " + is + ", not " + should);
  }
  return wrong;
}

runner::Campaign shell_scripts() {
  subjects::Command command;
  command.arguments = {"dash", "{input}"};
  return runner::observed("shell-scripts", scripts(), render, subjects::commands({command}),
                          {oracles::no_crash(), oracles::predicate("right numbers", wrong_lines)});
}

}  // namespace

int main(int argc, char** argv) {
  return smallscope::program::main(argc, argv, {{"shell-scripts", "dash calculates with variables", shell_scripts}});
}
