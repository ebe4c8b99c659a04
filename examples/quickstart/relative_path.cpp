// SPDX-License-Identifier: Apache-2.0
// The smallest campaign: does std::filesystem::path::lexically_relative lead back to where it started?
#include <filesystem>

#include <smallscope/generators.hpp>
#include <smallscope/program/main.hpp>
#include <smallscope/runner/in_process.hpp>

namespace gen = smallscope::generators;
namespace run = smallscope::runner;
using std::filesystem::path;

struct Walk { std::string from, to; };
std::string choice_label(const Walk& walk) { return walk.from + " -> " + walk.to; }

run::Campaign leads_back() {
  const auto paths = gen::strings("ab./", 1, 4);
  return run::in_process("relative-path", gen::product<Walk>(paths.named("from"), paths.named("to")),
      run::property("leads back", [](const Walk& walk) -> std::vector<std::string> {
        const path from = walk.from, to = walk.to, way = to.lexically_relative(from);
        const path end = (from / way).lexically_normal(), wanted = to.lexically_normal();
        if (way.empty() || end == wanted) return {};  // empty: there is no way
        return {end == wanted / "" ? "the way ends with a slash too many" : "the way leads elsewhere"};
      }));
}

int main(int argc, char** argv) {
  return smallscope::program::main(argc, argv, {{"relative-path", "a relative path leads to its target", leads_back}});
}
