// SPDX-License-Identifier: Apache-2.0
#include <smallscope/coverage/symbols.hpp>

#include <map>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "instrumented.hpp"

namespace smallscope::coverage {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

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
  std::size_t cells = 0, differing = 0, differing_at_return = 0;
  std::string differences;
  for (const auto& calculation : calculations) {
    collector.clear();
    std::vector<std::string> ours = {(folder / "ours").string()}, theirs = {(folder / "theirs").string()};
    ours.insert(ours.end(), calculation.begin(), calculation.end());
    theirs.insert(theirs.end(), calculation.begin(), calculation.end());
    const Ended ended = run(ours, &collector);
    EXPECT_EQ(ended, run(theirs));
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
      if (ended.exit_code == 0) ++differing_at_return;
      differences += " " + std::to_string(line) + (found->second ? "+" : "-");
    }
  }
  // A block counts as executed from its beginning on, and gcov knows when exit() is called in the middle of one. What
  // is left are jumps at the end of a block: clang gives that of the block before "} else if" the line of the else.
  EXPECT_GT(cells, 1000U);
  EXPECT_LE(differing, cells / 100) << "of " << cells << ":" << differences;
  EXPECT_LE(differing_at_return, 3U) << "of " << cells << ":" << differences;
}

constexpr std::string_view inlining =
    R"(namespace outer { volatile int seen; __attribute__((noinline)) void see(int value) { seen = value; }
template <typename T> static inline __attribute__((always_inline)) T twice(T value) {
  while (value < 2)
    see(value++);
  return value * 2;
}
struct Inner { __attribute__((noinline)) int method(int value) const; };
int Inner::method(int value) const {
  return twice(value) + 1;
}
}
int main(int argc, char**) { return outer::Inner().method(argc) == 5 ? 0 : 1; }
)";

/// "function:line" of the first lines of all covered points.
std::set<std::string> places(const Covered& covered, const Symbols& symbols) {
  std::set<std::string> all;
  for (const Element element : covered.parts.at(0).elements) {
    const Place place = symbols.place(covered.parts[0].module->point(element));
    all.insert(place.function + ":" + (place.lines.empty() ? "?" : std::to_string(place.lines[0].line)));
  }
  return all;
}

TEST_F(SymbolsTest, InlinedCodeBelongsToTheFunctionThatItWasWrittenIn) {
  SMALLSCOPE_NEEDS_CLANG();
  const auto work = folder.path().string();
  folder.write("inlining.cpp", inlining);
  shell("cd " + work + " && " + *clang() + clang_options + "-O0 -c inlining.cpp && " + *clang() + " inlining.o" +
            runtime + "-o inlining",
        folder / "log");
  Collector collector(folder / "lane");
  EXPECT_EQ(run({(folder / "inlining").string()}, &collector), Ended{.exit_code = 0});
  const Covered covered = collector.take();
  const Symbols symbols(*only_module(collector));
  EXPECT_EQ(symbols.problem(), "");
  EXPECT_THAT(symbols.files(), ElementsAre("inlining.cpp"));
  const auto found = places(covered, symbols);
  EXPECT_THAT(found, Contains("outer::Inner::method(int) const:8"));
  EXPECT_THAT(found, Contains(HasSubstr("main:12")));
  EXPECT_THAT(found, Contains(HasSubstr("twice<int>(int):4")));
  // Without a reason to see anything, the loop is left out.
  collector.clear();
  run({(folder / "inlining").string(), "more"}, &collector);
  EXPECT_THAT(places(collector.take(), symbols), Not(Contains(HasSubstr(":4"))));
}

TEST_F(SymbolsTest, WithoutDebugInformationOnlyFunctionsAreKnown) {
  SMALLSCOPE_NEEDS_CLANG();
  const auto work = folder.path().string();
  folder.write("inlining.cpp", inlining);
  shell("cd " + work + " && " + *clang() + clang_options + "-g0 -c inlining.cpp && " + *clang() + " inlining.o" +
            runtime + "-Wl,--strip-debug -o inlining",
        folder / "log");
  Collector collector(folder / "lane");
  run({(folder / "inlining").string()}, &collector);
  const Covered covered = collector.take();
  const Symbols symbols(*only_module(collector));
  EXPECT_THAT(symbols.problem(), HasSubstr("no debug information, so no lines are known: compile with -g"));
  EXPECT_THAT(places(covered, symbols), Contains("main:?"));
  EXPECT_THAT(places(covered, symbols), Contains("outer::Inner::method(int) const:?"));
}

TEST_F(SymbolsTest, AnotherBuildOrNoProgramAtThePathIsAProblem) {
  SMALLSCOPE_NEEDS_CLANG();
  const auto work = folder.path().string();
  const std::string build = "cd " + work + " && " + *clang() + clang_options + "-c one.c && " + *clang() + " one.o" +
                            runtime + "-Wl,--build-id -o one";
  folder.write("one.c", "int main(void) { return 0; }");
  shell(build, folder / "log");
  Collector collector(folder / "lane");
  run({(folder / "one").string()}, &collector);
  collector.take();
  const Module module = *only_module(collector);
  folder.write("one.c", "int main(void) { return 1 - 1 + 2; }");
  shell(build, folder / "log");
  EXPECT_THAT(Symbols(module).problem(), HasSubstr("restore that build or run again"));
  EXPECT_THAT(Symbols(module).place(module.point(0)).lines, IsEmpty());
  std::filesystem::remove(folder / "one");
  EXPECT_THAT(Symbols(module).problem(), HasSubstr("No such file"));
  folder.write("one", std::string(5000, 'x'));
  EXPECT_THAT(Symbols(module).problem(), HasSubstr("no ELF file"));
}

TEST_F(SymbolsTest, DamagedFilesDoNotEndTheProgram) {
  SMALLSCOPE_NEEDS_CLANG();
  const auto work = folder.path().string();
  folder.write("inlining.cpp", inlining);
  shell("cd " + work + " && " + *clang() + clang_options + "-c inlining.cpp && " + *clang() + " inlining.o" + runtime +
            "-o inlining",
        folder / "log");
  Collector collector(folder / "lane");
  run({(folder / "inlining").string()}, &collector);
  const Covered covered = collector.take();
  Module module = *only_module(collector);
  const std::string good = text_of(folder / "inlining");
  module.path = (folder / "damaged").string();
  // The sections with symbols, lines and scopes are in the last third of the file; the build id stays.
  for (std::size_t round = 0; round < 300; ++round) {
    std::string bad = good;
    for (std::size_t i = 0; i < 8; ++i) {
      const std::size_t at = good.size() / 3 + (round * 7919 + i * 104729) % (good.size() - good.size() / 3);
      bad[at] = static_cast<char>(bad[at] ^ static_cast<char>(round * 31 + i * 17 + 1));
    }
    if (round % 10 == 0) bad.resize(good.size() - round * good.size() / 600);
    folder.write("damaged", bad);
    const Symbols symbols(module);
    for (const Element element : covered.parts.at(0).elements) symbols.place(module.point(element));
  }
}

TEST_F(SymbolsTest, StringsWithoutAnEndAreNotRead) {
  SMALLSCOPE_NEEDS_CLANG();
  const auto work = folder.path().string();
  folder.write("one.c", "int main(void) { return 0; }");
  shell("cd " + work + " && " + *clang() + clang_options + "-gdwarf-5 -c one.c && " + *clang() + " one.o" + runtime +
            "-Wl,--build-id -o one",
        folder / "log");
  Collector collector(folder / "lane");
  run({(folder / "one").string()}, &collector);
  collector.take();
  const Module module = *only_module(collector);
  EXPECT_EQ(Symbols(module).problem(), "");
  folder.write("strings", "no end");
  for (const std::string section : {".debug_str", ".debug_line_str"}) {
    shell("cd " + work + " && objcopy --update-section " + section + "=strings one one.damaged", folder / "log");
    Module damaged = module;
    damaged.path = (folder / "one.damaged").string();
    EXPECT_THAT(Symbols(damaged).problem(),
                HasSubstr("its section " + section + " is damaged, so no lines are known: build it again"));
    EXPECT_THAT(Symbols(damaged).place(module.point(0)).lines, IsEmpty());
  }
}

TEST_F(SymbolsTest, BlocksOfGccAreKnownFromTheirCalls) {
  const auto work = folder.path().string();
  shell("cd " + work + " && gcc" + gcc_options + "-O0 -c " + source().string() + " -o ours.o && gcc ours.o" + runtime +
            "-o ours && gcc -O0 --coverage " + source().string() + " -o theirs",
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
    EXPECT_GT(symbols.blocks_of_calls().size(), 80U);
    EXPECT_TRUE(std::ranges::includes(symbols.blocks_of_calls(), covered.parts.at(0).elements));
    const Lines by_us = lines_by_us(symbols, *module, covered, symbols.blocks_of_calls(), "expressions.c");
    shell("cd " + work + " && gcov theirs-expressions.gcda && rm theirs-expressions.gcda", folder / "log");
    for (const auto& [line, is_covered] : lines_by_gcov(folder / "expressions.c.gcov")) {
      const auto found = by_us.find(line);
      if (found == by_us.end()) continue;
      ++cells;
      if (found->second == is_covered) continue;
      ++differing;
      differences += " " + std::to_string(line) + (found->second ? "+" : "-");
    }
  }
  // Code of a loop's end and of a jump may lie in the range of a block that it does not belong to.
  EXPECT_GT(cells, 1000U);
  EXPECT_LE(differing, 3 * cells / 100) << "of " << cells << ":" << differences;
}

}  // namespace
}  // namespace smallscope::coverage
