// SPDX-License-Identifier: Apache-2.0
// The walk alone, against nested loops that do the same test and branch on its failure. Built by g++ and by clang++.
#include <smallscope/generators/any.hpp>

#include "best_times.hpp"
#include "registered.hpp"
#include "seven.hpp"

namespace smallscope_benchmarks {
namespace {

namespace gen = smallscope::generators;

template <class G>
[[gnu::noinline]] std::vector<Seven> walk(const G& generator, int wrong) {
  std::vector<Seven> failing;
  generator.walk(0, generator.size(), [&](gen::Ordinal, const Seven& value) {
    if (!passes(value, wrong)) [[unlikely]]
      keep(failing, Seven(value));
    return true;
  });
  return failing;
}

/// The cost of components that own memory.
struct Words {
  std::string first, second, third;
};
bool agree(const Words& words, std::size_t wrong) {
  return words.first.size() + words.second.size() * words.third.size() != wrong;
}
std::vector<std::string> vocabulary() {
  std::vector<std::string> words;
  for (int i = 0; i < 30 * bound(); ++i) words.push_back("a fragment of a program, number " + std::to_string(i));
  return words;
}
[[gnu::noinline]] std::size_t words_in_loops(const std::vector<std::string>& words, std::size_t wrong) {
  std::size_t failing = 0;
  for (const std::string& first : words)
    for (const std::string& second : words)
      for (std::size_t i = 0; i < 40; ++i)
        if (const Words value{first, second, words[i]}; !agree(value, wrong)) ++failing;
  return failing;
}

void run(int argc, char** argv) {
  const auto space = sevens(bound());
  const gen::AnyGenerator<Seven> erased(space);
  const auto mapped = space.map([](const Seven& v) { return Seven{v.g, v.f, v.e, v.d, v.c, v.b, v.a}; });
  const auto filtered = space.filter([](const Seven& v) { return v.g != 5; });
  const auto vocabulary_words = vocabulary();
  const std::vector<std::string> few(vocabulary_words.begin(), vocabulary_words.begin() + 40);
  const auto words =
      gen::product<Words>(gen::elements(vocabulary_words), gen::elements(vocabulary_words), gen::elements(few));
  add("loops", [] { return nested_loops(bound(), unreachable()); });
  add("product", [&] { return walk(space, unreachable()); });
  add("mapped", [&] { return walk(mapped, unreachable()); });
  add("filtered", [&] { return walk(filtered, unreachable()); });
  add("erased", [&] { return walk(erased, unreachable()); });
  add("strings/loops", [&] { return words_in_loops(vocabulary_words, 0); });
  add("strings/product", [&] {
    std::size_t failing = 0;
    words.walk(0, words.size(), [&](gen::Ordinal, const Words& value) {
      if (!agree(value, 0)) ++failing;
      return true;
    });
    return failing;
  });

  BestTimes times;
  times.run(argc, argv, 15);
  const std::string compiler = SMALLSCOPE_BENCHMARK_COMPILER;
  const auto tests = static_cast<double>(space.size());
  times.compare("walk: product of 7 ranges, " + compiler, "loops", tests, "product", tests, 1.3);
  times.compare("walk: product, mapped, " + compiler, "loops", tests, "mapped", tests);
  times.compare("walk: product, filtered, " + compiler, "loops", tests, "filtered", tests);
  times.compare("walk: product behind AnyGenerator, " + compiler, "loops", tests, "erased", tests);
  const auto texts = static_cast<double>(words.size());
  times.compare("walk: product of 3 strings, " + compiler, "strings/loops", texts, "strings/product", texts);
}

}  // namespace
}  // namespace smallscope_benchmarks

int main(int argc, char** argv) { smallscope_benchmarks::run(argc, argv); }
