// SPDX-License-Identifier: Apache-2.0
#include <smallscope/coverage/collector.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "instrumented.hpp"

namespace smallscope::coverage {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

// Line 5, 6, ... are the ways in which the program can end.
constexpr std::string_view ending = R"(#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int segv(void) { *(volatile int*)0 = 1; return 0; }
static int overflow(int depth) { volatile char page[4096]; page[0] = 1; return overflow(depth + 1) + page[0]; }
static int loop(void) { for (;;) { } }
static int many(int n) { switch (n) { case 0: return 3;
    case 1: abort();
    case 2: kill(getpid(), SIGKILL); return 0;
    case 3: _exit(7);
    case 4: exit(8);
    case 5: return segv();
    case 6: return overflow(0);
    case 7: return loop();
    case 8: raise(SIGTERM); return 0;
    case 9: __builtin_trap();
    default: return 0; } }
int main(int argc, char** argv) { return many(argc > 1 ? atoi(argv[1]) : 99); }
)";

class Coverage : public testing::Test {
 protected:
  std::filesystem::path build(const std::string& name, std::string_view source, const std::string& compile,
                              const std::string& libraries = runtime) {
    const auto file = folder.write(name + ".c", source);
    const auto program = folder / name;
    const std::string compiler = compile.substr(0, compile.find(' '));
    shell(compile + " -c " + file.string() + " -o " + program.string() + ".o && " + compiler + " " +
              program.string() + ".o " + libraries + " -o " + program.string(),
          folder / "log");
    return program;
  }

  TemporaryDirectory folder;
};

TEST_F(Coverage, HoweverAProgramEnds) {
  SMALLSCOPE_NEEDS_CLANG();
  const auto program = build("ending", ending, *clang() + clang_options);
  Collector collector(folder / "lane");
  for (int way = 0; way < 10; ++way) {
    collector.clear();
    const std::vector<std::string> command = {program.string(), std::to_string(way)};
    const auto most = std::chrono::milliseconds(way == 7 ? 500 : 20000);
    const Ended plain = run(command, nullptr, most);
    EXPECT_EQ(run(command, &collector, most), plain) << way;
    const auto lines = covered_lines(collector.take(), program, folder);
    EXPECT_THAT(lines, Contains(8 + way));
    EXPECT_THAT(lines, Not(Contains(8 + (way + 1) % 10 + (way == 9 ? 1 : 0))));
    EXPECT_THAT(lines, Contains(19));
  }
  EXPECT_THAT(collector.problems(), IsEmpty());
  EXPECT_THAT(collector.hints(), IsEmpty());
}

}  // namespace
}  // namespace smallscope::coverage
