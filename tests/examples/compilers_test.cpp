// SPDX-License-Identifier: Apache-2.0
// The spaces of examples/compilers: their sizes, that gcc and clang agree on one program of each, and that a planted
// fault and a known one of tcc are found, alone and merged.
#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>
#include <smallscope/program/specification.hpp>

#include "files.hpp"

namespace {

namespace fs = std::filesystem;
namespace ss = smallscope;
using ss::generators::Ordinal;

const fs::path folder = fs::path(SMALLSCOPE_SOURCE_DIR) / "examples/compilers";

/// A space, its size, the number of its merged inputs, what the planted fault changes in an input, and an input that
/// tcc 0.9.27 miscompiles.
struct CompilerSpace {
  const char* name;
  Ordinal programs, merged;
  const char *planted, *known;  ///< regular expressions
};
void PrintTo(const CompilerSpace& space, std::ostream* out) { *out << space.name; }
constexpr CompilerSpace spaces[] = {
    {"promotions", 36864, 369, R"(volatile unsigned short a = 65535;[^\n]*\n[^\n]*\(short\)a \+ )",
     R"(signed char a = -1;[^\n]*\n[^\n]*\(unsigned short\)a \+ )"},
    {"loops", 34560, 346,
     R"(unsigned short a\[6\][^\n]*p = a \+ 2, \*q = a \+ 0;\n[^\n]*\n[^\n]*p\[i\] \^= q\[i\] - p)",
     R"(unsigned a\[n\][^\n]*\*q = \*&a)"},
    {"bit-fields", 11520, 116, R"(packed\)\) s \{ signed int a : 17; unsigned char b : 5; unsigned c : 11)",
     R"(packed\)\) s \{ unsigned a : 31; signed int b : 31; [^\n]*\n  s.a \^= 1)"},
    {"jumps", 26256, 263, R"(top: a = [^\n]*\n  switch \(a & 3\) \{\n    case 0: a \^= b; break;)",
     R"(top: a = a \* 3 \+ 1;\n  switch \(b - 2ul\) \{\n    case 0: a \^= a; \n    \n    case 1[^:]*: b \+= 2)"}};

bool has(const char* program) {
  return std::system(("command -v " + std::string(program) + " >/dev/null").c_str()) == 0;
}

ss::oracles::Verdict verdict(const ss::runner::Campaign& campaign, int level, Ordinal ordinal) {
  const TemporaryDirectory scratch;
  const std::vector<Ordinal> ordinals{ordinal};
  // Outcomes are those that do not pass.
  const auto outcomes =
      campaign.body->open(scratch.path())->execute({.level = level, .ordinals = ordinals}, {}).outcomes;
  return outcomes.empty() ? ss::oracles::Verdict::pass : outcomes.front().verdict;
}

/// The verdict if the program under test is `compiler`.
ss::oracles::Verdict verdict_of(const std::string& compiler, const CompilerSpace& space, int level, Ordinal ordinal) {
  setenv("SMALLSCOPE_COMPILER", compiler.c_str(), 1);
  return verdict(ss::program::load_specification(folder / (std::string(space.name) + ".toml")), level, ordinal);
}

class CompilerSpaces : public ::testing::TestWithParam<CompilerSpace> {
 protected:
  const ss::runner::Campaign campaign_ =
      ss::program::load_specification(folder / (std::string(GetParam().name) + ".toml"));
  const ss::runner::Space& level(int number) const {
    return number == 0 ? *campaign_.space : *campaign_.merged.at(static_cast<std::size_t>(number) - 1);
  }
  /// The first input of the level that has what `text` describes.
  Ordinal first_with(const char* text, int number) const {
    const std::regex pattern(text);
    for (Ordinal ordinal = 0; ordinal < level(number).size(); ++ordinal)
      if (std::regex_search(level(number).render(ordinal)->files.front().text, pattern)) return ordinal;
    throw std::runtime_error(std::string("no input has the pattern ") + text);
  }
};

TEST_P(CompilerSpaces, HasItsSize) {
  EXPECT_EQ(level(0).size(), GetParam().programs);
  EXPECT_EQ(level(1).size(), GetParam().merged);
}

TEST_P(CompilerSpaces, TellsAPlantedFaultFromARightCompiler) {
  for (const char* program : {"gcc", "clang"})
    if (!has(program)) GTEST_SKIP() << program << " is not installed";
  const std::string wrong = (folder / "miscompile").string() + " gcc -O1";
  const Ordinal planted = first_with(GetParam().planted, 1);
  EXPECT_EQ(verdict_of("gcc -O1", GetParam(), 1, planted), ss::oracles::Verdict::pass);
  EXPECT_EQ(verdict_of(wrong, GetParam(), 1, planted), ss::oracles::Verdict::fail);
}

TEST_P(CompilerSpaces, FindsAKnownFaultOfTcc) {
  for (const char* program : {"gcc", "clang", "tcc"})
    if (!has(program)) GTEST_SKIP() << program << " is not installed";
  for (const int number : {0, 1}) {
    const Ordinal known = first_with(GetParam().known, number);
    EXPECT_EQ(verdict_of("tcc", GetParam(), number, known), ss::oracles::Verdict::fail) << number;
    EXPECT_EQ(verdict_of("gcc -O1", GetParam(), number, known), ss::oracles::Verdict::pass) << number;
  }
}

INSTANTIATE_TEST_SUITE_P(Spaces, CompilerSpaces, ::testing::ValuesIn(spaces), [](const auto& test) {
  std::string name = test.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
