// SPDX-License-Identifier: Apache-2.0
// What a program in Python covers, line by line, and where its lines are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include <smallscope/coverage/symbols.hpp>

#include "instrumented.hpp"

namespace smallscope::coverage {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view engine_in_python = R"(import os

LIMIT = len("abc")


class Engine:
    name = "engine"

    def run(self, number):
        total = 0
        for i in range(number):
            if i % 2:
                total += self.odd(i)
            else:
                total += i
        return total

    @staticmethod
    def odd(i):
        def inner(x):
            return x * 2

        return inner(i)


if LIMIT:
    async def late(
        a,
        b=2,
    ):
        text = """
unindented:
"""
        return [a + b
                for _ in range(2)], text


def die():
    os.kill(os.getpid(), 9)


def down(depth):
    return down(depth + 1)
)";

constexpr std::string_view program_in_python = R"(import os
import sys

from subject import core

engine = core.Engine()
if sys.argv[1] == "die":
    core.die()
elif sys.argv[1] == "child":
    if os.fork() == 0:
        engine.odd(1)
        os._exit(0)
    os.wait()
elif sys.argv[1] == "deep":
    import smallscope_coverage
    try:
        core.down(0)
    except RecursionError:
        engine.odd(1)
    smallscope_coverage.resume()
    engine.run(1)
else:
    engine.run(int(sys.argv[1]))
)";

/// What the standard library counts of the same program.
constexpr std::string_view counting = R"(import sys, trace
sys.argv = sys.argv[1:]
sys.path.insert(0, sys.argv[0].rpartition("/")[0])
from subject import core
tracer = trace.Trace(count=1, trace=0)
try:
    tracer.run(compile(open(sys.argv[0]).read(), sys.argv[0], "exec"))
finally:
    for (name, line), _ in sorted(tracer.results().counts.items()):
        if name.endswith("core.py"):
            print(line)
)";

class Python : public testing::Test {
 protected:
  void SetUp() override {
    if (!can_run("python3 --version")) GTEST_SKIP() << "NOT TESTED: there is no python3 here";
    std::filesystem::create_directory(folder / "subject");
    folder.write("subject/__init__.py", "");
    folder.write("subject/core.py", std::string(engine_in_python));
    folder.write("program.py", std::string(program_in_python));
    folder.write("counting.py", std::string(counting));
  }
  Ended covered_by(const Collector& collector, const std::string& word, const std::string& of = "subject") {
    return run({"/usr/bin/env", "PYTHONPATH=" SMALLSCOPE_PYTHON_WORKERS, "PYTHONDONTWRITEBYTECODE=1", "python3", "-m",
                "smallscope_coverage", "--of", of, (folder / "program.py").string(), word},
               &collector);
  }
  std::set<std::uint64_t> counted(const std::string& word) {
    const auto printed = folder / "counted";
    shell("python3 " + (folder / "counting.py").string() + " " + (folder / "program.py").string() + " " + word,
          printed);
    std::ifstream stream(printed);
    return {std::istream_iterator<std::uint64_t>(stream), {}};
  }
  TemporaryDirectory folder;
};

TEST_F(Python, LinesAreThoseThatItsOwnTracerCounts) {
  Collector collector(folder / "lane");
  for (const char* const word : {"0", "1", "2", "5"}) {
    collector.clear();
    EXPECT_EQ(covered_by(collector, word).exit_code, 0);
    const Covered covered = collector.take();
    EXPECT_EQ(lines(covered), counted(word)) << word;
    EXPECT_THAT(collector.problems(), IsEmpty());
  }
  ASSERT_THAT(collector.modules(), SizeIs(1));
  const Module& module = *collector.modules().front();
  EXPECT_TRUE(module.id.starts_with(line_module));
  EXPECT_EQ(module.path, (folder / "subject/core.py").string());
  const Symbols symbols(module);
  EXPECT_EQ(symbols.problem(), "");
  EXPECT_THAT(symbols.files(), ElementsAre("subject/core.py"));
  const Place place = symbols.place({.address = 13});
  EXPECT_EQ(place.function, "Engine.run");
  EXPECT_THAT(place.lines, ElementsAre(SourceLine{0, 13}));
}

TEST_F(Python, LinesSurviveAKillAndAreThoseOfChildren) {
  Collector collector(folder / "lane");
  EXPECT_EQ(covered_by(collector, "die"), (Ended{.exit_code = -1, .signal = 9}));
  EXPECT_THAT(lines(collector.take()), ElementsAre(39));
  collector.clear();
  EXPECT_EQ(covered_by(collector, "child").exit_code, 0);
  EXPECT_THAT(lines(collector.take()), ElementsAre(20, 21, 23)) << "what an import executes is not reported";
  collector.clear();
  EXPECT_EQ(covered_by(collector, "3", (folder / "subject").string()).exit_code, 0) << "a path is a name, too";
  EXPECT_FALSE(collector.take().parts.empty());
  collector.clear();
  EXPECT_EQ(covered_by(collector, "3", "subjects").exit_code, 0) << "the beginning of a name is not one";
  EXPECT_TRUE(collector.take().parts.empty());
}

TEST_F(Python, LinesAreReportedAgainAfterTooDeepARecursion) {
  Collector collector(folder / "lane");
  EXPECT_EQ(covered_by(collector, "deep").exit_code, 0);
  const std::set<std::uint64_t> covered = lines(collector.take());
  EXPECT_THAT(covered, ElementsAre(10, 11, 12, 15, 16, 43)) << "Python had given up before odd()";
}

TEST_F(Python, AnotherTextIsAnotherModule) {
  Collector collector(folder / "lane");
  EXPECT_EQ(covered_by(collector, "2").exit_code, 0);
  ASSERT_THAT(collector.take().parts, SizeIs(1));
  folder.write("subject/core.py", "\n" + std::string(engine_in_python));
  collector.clear();
  EXPECT_EQ(covered_by(collector, "2").exit_code, 0);
  ASSERT_THAT(collector.take().parts, SizeIs(1));
  EXPECT_THAT(collector.modules(), SizeIs(2));
}

TEST_F(Python, LinesAreInTheInnermostNamedFunction) {
  Collector collector(folder / "lane");
  EXPECT_EQ(covered_by(collector, "2").exit_code, 0);
  collector.take();
  ASSERT_THAT(collector.modules(), SizeIs(1));
  const Symbols symbols(*collector.modules().front());
  const std::pair<std::uint64_t, std::string_view> functions[] = {
      {10, "Engine.run"}, {15, "Engine.run"}, {20, "Engine.odd"}, {21, "Engine.odd.inner"},
      {23, "Engine.odd"}, {31, "late"},       {34, "late"},       {35, "late"},
      {39, "die"}};
  for (const auto& [line, function] : functions)
    EXPECT_EQ(symbols.place({.address = line}).function, function) << "line " << line;
}

}  // namespace
}  // namespace smallscope::coverage
