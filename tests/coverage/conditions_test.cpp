// SPDX-License-Identifier: Apache-2.0
#include <smallscope/coverage/conditions.hpp>

#include <cstdlib>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/coverage/symbols.hpp>

#include "instrumented.hpp"

namespace smallscope::coverage {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Key;
using testing::Pair;
using testing::UnorderedElementsAre;

/// Each condition that is negated adds or takes away one bit of the exit code. Conditions on lines 4, 5 and 6.
const std::string conditioned_source = R"(#include <stdlib.h>
__attribute__((noinline)) int bits(int x, int y, int z, volatile int* to) {
  *to = 0;
  if (x > 3) *to |= 1;
  if (y == 7) *to |= 2;
  if (z * 2 < 100) *to |= 4;
  return *to;
}
int main(int count, char** values) {
  volatile int sum;
  return bits(atoi(values[1]), atoi(values[2]), atoi(values[3]), &sum);
}
)";

/// A program whose conditions are negated.
class Compiled : public testing::Test {
 protected:
  /// By "clang-O0" or "gcc-O2".
  void compile(const std::string& compiler, const std::string& source) {
    if (compiler.starts_with("clang")) SMALLSCOPE_NEEDS_CLANG();
    const bool is_clang = compiler.starts_with("clang");
    const std::string level = compiler.substr(compiler.find('-'));
    program_ = folder_ / "program";
    const auto file = folder_.write("program.c", source);
    shell((is_clang ? *clang() : "gcc") + " " + level + (is_clang ? clang_options : gcc_options) + "-c " +
              file.string() + " -o " + (folder_ / "program.o").string() + " && gcc " +
              (folder_ / "program.o").string() + runtime + "-o " + program_.string(),
          folder_ / "log");
  }

  Ended run_with(const Switch& condition, bool* was_negated = nullptr) {
    Collector collector(folder_ / "coverage");
    const auto [name, value] = environment(condition);
    setenv(name.c_str(), value.c_str(), 1);
    const Ended ended = run({program_.string(), "7", "7", "7"}, &collector);
    unsetenv(name.c_str());
    collector.take();
    if (was_negated != nullptr) *was_negated = collector.switched();
    return ended;
  }

  std::shared_ptr<const Module> module() {
    Collector collector(folder_ / "coverage");
    run({program_.string(), "7", "7", "7"}, &collector);
    collector.take();
    return collector.modules().at(0);
  }

  /// How the program ends with each condition negated, by the condition's line.
  std::map<std::uint32_t, std::multiset<int>> exit_codes() {
    const auto module = this->module();
    const Conditions found = conditions_of(*module);
    EXPECT_EQ(found.problem, "");
    const Symbols symbols(*module);
    std::map<std::uint32_t, std::multiset<int>> codes;
    for (const Condition& condition : found.conditions) {
      bool was_negated = false;
      const Ended ended = run_with({module->id, condition.branches}, &was_negated);
      EXPECT_TRUE(was_negated) << condition.branches.front().address;
      const Place place = symbols.place(condition.point());
      if (!place.lines.empty()) codes[place.lines.front().line].insert(ended.exit_code);
    }
    return codes;
  }

  TemporaryDirectory folder_;
  std::filesystem::path program_;
};

class Conditioned : public Compiled, public testing::WithParamInterface<std::string> {
 protected:
  void SetUp() override { compile(GetParam(), conditioned_source); }
};

TEST_P(Conditioned, EachIsNegatedAndNothingElse) {
  std::map<std::uint32_t, std::set<int>> codes;
  for (const auto& [line, exits] : exit_codes()) codes[line].insert(exits.begin(), exits.end());
  EXPECT_THAT(codes, UnorderedElementsAre(Pair(4, std::set{6}), Pair(5, std::set{5}), Pair(6, std::set{3})));
}

TEST_P(Conditioned, NothingIsNegatedInOtherCode) {
  const auto module = this->module();
  const Condition condition = conditions_of(*module).conditions.at(0);
  const auto [address, code] = condition.branches.front();
  for (const Switch& wrong :
       {Switch{"other", {{address, code}}}, Switch{module->id, {{address, static_cast<std::uint8_t>(code ^ 2)}}},
        Switch{module->id, {{module->code_begin + module->code_size, code}}},
        Switch{module->id, {{~std::uint64_t{0}, code}}}, Switch{module->id, {}}, Switch{}}) {
    bool was_negated = true;
    EXPECT_EQ(run_with(wrong, &was_negated), (Ended{.exit_code = 7}));
    EXPECT_FALSE(was_negated);
  }
}

INSTANTIATE_TEST_SUITE_P(Conditions, Conditioned,
                         testing::Values("clang-O0", "clang-O1", "clang-O2", "gcc-O0", "gcc-O2"),
                         [](const auto& compiler) {
                           std::string name = compiler.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

using SourceConditions = Compiled;

/// A macro has one line and column. Both comparisons of 0x30 are of the same register.
TEST_F(SourceConditions, ComparisonsOfAnotherKindAreOthers) {
  ASSERT_NO_FATAL_FAILURE(compile("clang-O0", R"(#include <stdlib.h>
#define is_octal(c) ((c) >= '0' && (c) <= '7' && (c) != '0')
int main(int count, char** values) {
  if (is_octal(*values[1])) return 1;
  return 0;
}
)"));
  if (IsSkipped()) return;
  EXPECT_THAT(exit_codes(), UnorderedElementsAre(Pair(4, std::multiset{0, 0, 0})));
}

/// Here by inlining.
TEST_F(SourceConditions, OneThatACompilerDuplicatesIsOne) {
  ASSERT_NO_FATAL_FAILURE(compile("clang-O1", R"(volatile int value;
__attribute__((always_inline)) static inline void tell(volatile int* to) { if (value == 7) *to = 1; }
int main(int count, char** values) {
  volatile int all = 0;
  tell(&all);
  value = count;
  tell(&all);
  return all;
}
)"));
  if (IsSkipped()) return;
  const auto module = this->module();
  std::vector<std::size_t> branches;
  for (const Condition& condition : conditions_of(*module).conditions) branches.push_back(condition.branches.size());
  EXPECT_THAT(branches, testing::ElementsAre(2u));
}

TEST(Conditions, WhatCannotBeReadSaysWhy) {
  TemporaryDirectory folder;
  Module module{.id = "12", .path = (folder / "gone").string()};
  EXPECT_THAT(conditions_of(module).problem, HasSubstr("gone"));
  module.path = folder.write("text", "no program").string();
  EXPECT_THAT(conditions_of(module).problem, HasSubstr("no ELF file"));
  module.path = "/proc/self/exe";
  EXPECT_THAT(conditions_of(module).problem, HasSubstr("not the build that ran"));
  module.id = std::string(line_module) + "1-2";
  EXPECT_THAT(conditions_of(module).problem, HasSubstr("not in machine code"));
  EXPECT_THAT(conditions_of(module).conditions, IsEmpty());
}

}  // namespace
}  // namespace smallscope::coverage
