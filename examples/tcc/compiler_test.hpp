// SPDX-License-Identifier: Apache-2.0
// One test of a compiler: C functions, the value that they must return, and the wrong value that they would return if
// the compiler made a certain known mistake. Pure values.
#pragma once

#include <cstdint>
#include <smallscope/generators.hpp>
#include <smallscope/subjects/observation.hpp>
#include <span>
#include <string>
#include <vector>

namespace tcc {

/// A mistake that would make the compiler return `value`: "an overriding initialiser is OR-ed with the overridden one".
struct Suspicion {
  std::string mistake;
  std::int64_t value = 0;
};

/// What some bits of the returned value mean, for tests that return several things at once.
struct Lane {
  std::string holds;
  int shift = 0;
  int bits = 64;
};

struct CompilerTest {
  /// Defines `long long @(void)`. Every name at file scope begins with `@`, so many tests fit in one file.
  std::string code;
  std::int64_t expected = 0;
  /// What the test is about, in words that distinguish faults; part of the messages.
  std::string construct;
  std::vector<Suspicion> suspicions = {};
  std::vector<Lane> lanes = {};
  /// For several tests in one program (merged()): these with their numbers; the members above are then empty.
  std::vector<smallscope::generators::Fragment<CompilerTest>> together = {};
};

using Tests = smallscope::generators::AnyGenerator<CompilerTest>;

/// The spaces of the four campaigns; docs/campaigns/tcc.md has tables of them.
Tests casts();
Tests initialisers();
Tests structures();
Tests bit_fields();

/// Two parts of initialisers() and structures() that are spaces of their own.
Tests aggregates();
Tests attributes();
/// Of attributes(): whether the requested alignment is lower or higher than that of the type, from their labels.
std::string requested_alignment(std::span<const std::string> type_and_alignment);

/// What explanations may say of inputs beside choices. They describe inputs as C and the ABI do, and know nothing of
/// what compilers answer.
using Properties = std::vector<smallscope::generators::DeclaredAttribute>;
Properties initialiser_properties();
Properties structure_properties();

/// `text` with every `hole` replaced by `filling`.
std::string filled(std::string_view text, char hole, std::string_view filling);

/// The same tests, merged from level 1 on: many functions in one program, which costs little more than one.
Tests merged(Tests tests);

/// A complete program, test.c, that prints the value, with the parameters that answer() (answer.hpp) reads. A program
/// of several tests prints one line "number value" for each. The names of their parameters end in the number, "tests"
/// lists the numbers, and compilers see each test as a file of its own, test7.c.
smallscope::subjects::Input to_input(const CompilerTest& test);

}  // namespace tcc
