// SPDX-License-Identifier: Apache-2.0
#include <smallscope/coverage/symbols.hpp>

#include <map>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "instrumented.hpp"

namespace smallscope::coverage {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::shared_ptr<const Module> only_module(const Collector& collector) {
  const auto all = collector.modules();
  if (all.size() != 1) throw std::runtime_error("there are " + std::to_string(all.size()) + " modules");
  return all.front();
}

/// Of one source file: each line with code, and whether it was covered.
using Lines = std::map<std::uint32_t, bool>;

Lines lines_by_us(const Symbols& symbols, const Module& module, const Covered& covered, const std::vector<Element>& all,
                  std::string_view file) {
  std::set<Element> elements;
  for (const Part& part : covered.parts) {
    if (part.module->id == module.id) elements.insert(part.elements.begin(), part.elements.end());
  }
  Lines lines;
  for (const Element element : all) {
    for (const SourceLine& line : symbols.place(module.point(element)).lines) {
      if (symbols.files()[line.file].ends_with(file)) lines[line.line] |= elements.contains(element);
    }
  }
  return lines;
}

Lines lines_by_gcov(const std::filesystem::path& report) {
  Lines lines;
  std::ifstream stream(report);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream fields(line);
    std::string count;
    std::uint32_t number = 0;
    char colon = 0;
    std::getline(fields, count, ':');
    fields >> number >> colon;
    if (number == 0 || count.find('-') != std::string::npos) continue;
    lines[number] = count.find('#') == std::string::npos;
  }
  return lines;
}

const std::vector<std::vector<std::string>> calculations = {
    {},
    {"1 + 2"},
    {"3 * (4 - 5) / 7 % 2"},
    {"a=5", "a + -a", "--statistics"},
    {"((1", "2"},
    {"1 / 0"},
    {"--statistics"},
    {"?"},
    {"* 3"},
    {"A=3"},
    {"2 + +3", "7", "-(4)", "--statistics"},
    {"((((((((((((((((((1))))))))))))))))))"},
};

class SymbolsTest : public testing::Test {
 protected:
  std::filesystem::path source() const {
    return std::filesystem::path(SMALLSCOPE_SOURCE_DIR) / "tests/coverage/programs/expressions.c";
  }

  TemporaryDirectory folder;
};

TEST_F(SymbolsTest, CoveredLinesAreThoseOfGcov) {
  SMALLSCOPE_NEEDS_CLANG();
  const auto work = folder.path().string();
  shell("cd " + work + " && " + *clang() + clang_options + "-O0 -c " + source().string() + " -o ours.o && " + *clang() +
            " ours.o" + runtime + "-o ours && gcc -O0 --coverage " + source().string() + " -o theirs",
        folder / "log");
  Collector collector(folder / "lane");
  std::size_t cells = 0, differing = 0;
  std::string differences;
  for (const auto& calculation : calculations) {
    collector.clear();
    std::vector<std::string> ours = {(folder / "ours").string()}, theirs = {(folder / "theirs").string()};
    ours.insert(ours.end(), calculation.begin(), calculation.end());
    theirs.insert(theirs.end(), calculation.begin(), calculation.end());
    EXPECT_EQ(run(ours, &collector), run(theirs));
    const Covered covered = collector.take();
    const auto module = only_module(collector);
    const Symbols symbols(*module);
    EXPECT_EQ(symbols.problem(), "");
    std::vector<Element> all(module->blocks.size());
    for (Element i = 0; i < all.size(); ++i) all[i] = i;
    const Lines by_us = lines_by_us(symbols, *module, covered, all, "expressions.c");
    shell("cd " + work + " && gcov theirs-expressions.gcda && rm theirs-expressions.gcda", folder / "log");
    const Lines by_gcov = lines_by_gcov(folder / "expressions.c.gcov");
    EXPECT_GT(by_gcov.size(), 90U);
    for (const auto& [line, is_covered] : by_gcov) {
      const auto found = by_us.find(line);
      if (found == by_us.end()) continue;  // a label: no code of clang's
      ++cells;
      if (found->second == is_covered) continue;
      ++differing;
      differences += " " + std::to_string(line) + (found->second ? "+" : "-");
    }
  }
  EXPECT_EQ(differing, 0U) << "of " << cells << ":" << differences;
}

}  // namespace
}  // namespace smallscope::coverage
