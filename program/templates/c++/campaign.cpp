// SPDX-License-Identifier: Apache-2.0
// The campaign: every sorted text of a few letters, searched for every letter.
#include <algorithm>
#include <string>
#include <vector>

#include <smallscope/generators.hpp>
#include <smallscope/program/main.hpp>
#include <smallscope/runner/in_process.hpp>

#include "subject.hpp"

namespace gen = smallscope::generators;
namespace run = smallscope::runner;

// CHANGE: one input of your code, and how it is named in listings.
struct Search {
  std::string sorted, wanted;
};
std::string choice_label(const Search& search) { return search.wanted + " in \"" + search.sorted + "\""; }

run::Campaign finds() {
  // CHANGE: all inputs within bounds, composed of smaller generators.
  const auto sorted = gen::strings("abc", 0, 4).filter([](const std::string& text) {
    return std::is_sorted(text.begin(), text.end());
  });
  const auto wanted = gen::strings("abcd", 1, 1);
  // CHANGE: what must hold. The messages say what is wrong; none means that it holds.
  const auto holds = [](const Search& search) -> std::vector<std::string> {
    const char letter = search.wanted.front();
    const std::size_t found = position(search.sorted, letter);
    if (found > 0 && search.sorted[found - 1] >= letter) return {"an earlier position has it"};
    if (found < search.sorted.size() && search.sorted[found] < letter) return {"the letter there is less"};
    return {};
  };
  return run::in_process("@NAME@", gen::product<Search>(sorted.named("sorted"), wanted.named("wanted")),
                         run::property("finds the position", holds));
}

int main(int argc, char** argv) {
  return smallscope::program::main(argc, argv, {{"@NAME@", "binary search finds the position", finds}});
}
