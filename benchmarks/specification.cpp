// SPDX-License-Identifier: Apache-2.0
// Inputs of a specification against the same inputs of generators in C++, and how long the examples take to load.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <smallscope/generators.hpp>
#include <smallscope/program/specification.hpp>
#include <smallscope/runner/generator_space.hpp>
#include <stdexcept>

#include "best_times.hpp"
#include "registered.hpp"
#include "scratch_file.hpp"

namespace smallscope_benchmarks {
namespace {

namespace gen = smallscope::generators;
using smallscope::runner::Space;
using smallscope::subjects::Input;
using Texts = std::vector<std::string>;

const Texts types{"int", "long", "short", "unsigned"}, operators{"+", "-", "*", "&", "|"};
Texts numbers() {
  Texts texts;
  for (int i = 0; i < 100; ++i) texts.push_back(std::to_string(i));
  return texts;
}

constexpr const char* specification = R"toml(
name = "benchmark"
[inputs]
file = "input.c"
template = '''
int printf(const char *, ...);
int main(void) { {{type}} x = {{expression}}; printf("%lld\n", (long long)x); return 0; }
'''
[inputs.choices]
type = ["int", "long", "short", "unsigned"]
expression = EXPRESSION
left = { range = [0, 99] }
operator = ["+", "-", "*", "&", "|"]
right = { range = [0, 99] }
[subject]
run = ["true", "{input}"]
[[oracles]]
exit_status = 0
)toml";

std::shared_ptr<const Space> specified(bool nested) {
  std::string text = specification;
  const std::string expression = "{{left}} {{operator}} ({{type}}){{right}}";
  if (nested)
    text.replace(text.find("EXPRESSION"), 10, "[\"" + expression + "\"]");
  else
    text.replace(text.find("{{expression}}"), 14, expression).replace(text.find("expression = EXPRESSION\n"), 24, "");
  const ScratchFile file("specification.toml");
  std::ofstream(file.path()) << text;
  return smallscope::program::load_specification(file.path()).space;
}

struct Program {
  std::string type, left, operation, right;
};
Input to_input(const Program& program) {
  const auto& [type, left, operation, right] = program;
  Input input;
  input.files.push_back({"input.c", "int printf(const char *, ...);\nint main(void) { " + type + " x = " + left + " " +
                                        operation + " (" + type + ")" + right +
                                        "; printf(\"%lld\\n\", (long long)x); return 0; }\n"});
  input.parameters = {{"type", type}, {"left", left}, {"operator", operation}, {"right", right}};
  return input;
}
std::shared_ptr<const Space> written() {
  const auto programs =
      gen::product<Program>(gen::elements(types).named("type"), gen::elements(numbers()).named("left"),
                            gen::elements(operators).named("operator"), gen::elements(numbers()).named("right"));
  return smallscope::runner::spaces_of(smallscope::runner::levels_of(programs), &to_input).front();
}

std::size_t rendered(const Space& space) {
  std::size_t bytes = 0;
  for (gen::Ordinal ordinal = 0; ordinal < space.size(); ++ordinal)
    bytes += space.render(ordinal)->files.front().text.size();
  return bytes;
}

void measure_loading() {
  double slowest = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SMALLSCOPE_SPECIFICATIONS)) {
    if (entry.path().extension() != ".toml") continue;
    const auto start = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(smallscope::program::load_specification(entry.path()).space->size());
    slowest = std::max(slowest, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  print_row("specification: the example that takes longest to load", "", fmt::format("{:.1f} ms", slowest * 1e3),
            slowest * 1e3, 100, "ms");
}

void run(int argc, char** argv) {
  const auto in_template = specified(false), in_value = specified(true), in_cpp = written();
  if (rendered(*in_template) != rendered(*in_cpp) || rendered(*in_value) != rendered(*in_cpp))
    throw std::runtime_error("the inputs differ");
  add("written", [&] { return rendered(*in_cpp); });
  add("template", [&] { return rendered(*in_template); });
  add("value", [&] { return rendered(*in_value); });
  BestTimes times;
  times.run(argc, argv, 15);
  const auto inputs = static_cast<double>(in_cpp->size());
  times.compare("specification: inputs of a template with 4 holes", "written", inputs, "template", inputs, 3);
  times.compare("specification: the same, 3 of them in a value", "written", inputs, "value", inputs, 3);
  measure_loading();
}

}  // namespace
}  // namespace smallscope_benchmarks

int main(int argc, char** argv) { smallscope_benchmarks::run(argc, argv); }
