// SPDX-License-Identifier: Apache-2.0
#include <smallscope/coverage/collector.hpp>

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
    shell(compile + " -c " + file.string() + " -o " + program.string() + ".o && " + compiler + " " + program.string() +
              ".o " + libraries + " -o " + program.string(),
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

// Each way of compiling and linking. A program that is killed shows whether flags are shared memory.
struct Build {
  std::string name, compile, link;
  bool keeps_when_killed = true;
};

const std::vector<Build> builds = {
    {"optimised", "-O2", runtime},
    {"no-pie", "-fno-pie", runtime + "-no-pie"},
    {"static", "-O1", runtime + "-static"},
    {"lld", "-O0", runtime + "-fuse-ld=lld"},
    {"collected", "-ffunction-sections -fdata-sections", runtime + "-Wl,--gc-sections"},
    {"comparisons", "-fsanitize-coverage=trace-cmp", runtime},
    {"no build id", "-O1", runtime + "-Wl,--build-id=none"},
};

TEST_F(Coverage, HoweverAProgramIsBuilt) {
  SMALLSCOPE_NEEDS_CLANG();
  for (const Build& build_of : builds) {
    if (build_of.name == "lld" && !can_run("ld.lld --version")) continue;
    const auto program = build("ending", ending, *clang() + clang_options + build_of.compile, build_of.link);
    Collector collector(folder / "lane");
    for (const int way : {2, 4, 5, 9}) {
      collector.clear();
      const std::vector<std::string> command = {program.string(), std::to_string(way)};
      EXPECT_EQ(run(command, &collector), run(command)) << build_of.name << way;
      EXPECT_THAT(covered_lines(collector.take(), program, folder), Contains(19)) << build_of.name << way;
    }
    EXPECT_THAT(collector.hints(), IsEmpty()) << build_of.name;
    EXPECT_THAT(collector.problems(), IsEmpty()) << build_of.name;
    ASSERT_EQ(collector.modules().size(), 1U) << build_of.name;
    EXPECT_EQ(collector.modules()[0]->id.starts_with("code-"), build_of.name == "no build id");
    EXPECT_EQ(collector.modules()[0]->path, program.string());
  }
}

// Linked first, the flags share their last page with other data. They are kept unless the program is killed.
TEST_F(Coverage, FlagsThatShareAPageAreKeptAtExitsAndFatalSignals) {
  SMALLSCOPE_NEEDS_CLANG();
  const auto file = folder.write("ending.c", ending);
  const auto program = folder / "ending";
  shell(*clang() + clang_options + "-c " + file.string() + " -o " + program.string() + ".o && " + *clang() +
            " -Wl,--whole-archive" + runtime + "-Wl,--no-whole-archive " + program.string() + ".o -o " +
            program.string(),
        folder / "log");
  Collector collector(folder / "lane");
  for (const int way : {0, 1, 4, 5, 6, 8, 9}) {
    collector.clear();
    const std::vector<std::string> command = {program.string(), std::to_string(way)};
    EXPECT_EQ(run(command, &collector), run(command)) << way;
    const auto lines = covered_lines(collector.take(), program, folder);
    EXPECT_THAT(lines, Contains(8 + way));
    EXPECT_THAT(lines, Contains(19));
  }
  collector.clear();
  EXPECT_EQ(run({program.string(), "2"}, &collector), Ended{.signal = SIGKILL});
  EXPECT_THAT(collector.take().parts, IsEmpty());
  EXPECT_THAT(collector.problems(), IsEmpty());
  EXPECT_THAT(collector.hints(), ElementsAre(HasSubstr("flags are lost if it is killed: link "
                                                       "libsmallscope_coverage_runtime.a last")));
}

constexpr std::string_view forking = R"(#include <sys/wait.h>
#include <unistd.h>
#include <stdio.h>
#include <stdlib.h>
static int child(void) { return 0; }
static int before(void) { return 0; }
static int never(void) { return 0; }
static int executed(void) { return 0; }
int main(int argc, char** argv) {
  if (argc > 1) { executed(); _exit(4); }
  before();
  if (fork() == 0) { child(); execl(argv[0], argv[0], "again", NULL); never(); _exit(5); }
  int status = 0;
  wait(&status);
  return WEXITSTATUS(status);
})";

TEST_F(Coverage, ChildrenAndExecutedProgramsAddToTheSameTest) {
  SMALLSCOPE_NEEDS_CLANG();
  const auto program = build("forking", forking, *clang() + clang_options);
  Collector collector(folder / "lane");
  EXPECT_EQ(run({program.string()}, &collector), Ended{.exit_code = 4});
  const auto lines = covered_lines(collector.take(), program, folder);
  EXPECT_THAT(lines, testing::IsSupersetOf({5, 6, 8}));
  EXPECT_THAT(lines, Not(Contains(7)));
}

// What lies next to the flags, before and behind them, is data of the program: here, a child changes it.
constexpr std::string_view neighbours = R"(#include <sys/wait.h>
#include <unistd.h>
char* begin_of_flags(void);
char* end_of_flags(void);
static int changed = 1;
int main(void) {
  char* const before = begin_of_flags() - 1;
  char* const behind = end_of_flags();
  const char was_before = *before, was_behind = *behind;
  if (fork() == 0) {
    *before = was_before + 1;
    *behind = was_behind + 1;
    changed = 2;
    _exit(0);
  }
  int status = 0;
  wait(&status);
  return (*before != was_before) + 2 * (*behind != was_behind) + 4 * (changed != 1);
})";
// By itself: clang would take these names for its own.
constexpr std::string_view bounds = R"(extern char __start___sancov_bools[], __stop___sancov_bools[];
char* begin_of_flags(void) { return __start___sancov_bools; }
char* end_of_flags(void) { return __stop___sancov_bools; }
)";

TEST_F(Coverage, DataNextToTheFlagsAreNotShared) {
  SMALLSCOPE_NEEDS_CLANG();
  for (const std::string order : {"last", "first", "between"}) {
    const std::string name = "neighbours-" + order;
    const auto file = folder.write(name + ".c", neighbours);
    const auto plain = folder.write("bounds.c", bounds);
    const auto other = folder.write("other.c", "int other(int value) { return value > 3 ? 1 : 2; }");
    const std::string objects = folder.path().string() + "/";
    const std::string all = "-Wl,--whole-archive" + runtime + "-Wl,--no-whole-archive ";
    const std::string first = objects + name + ".o ", second = objects + "other.o ";
    shell("cd " + folder.path().string() + " && " + *clang() + clang_options + "-c " + file.string() + " " +
              other.string() + " && " + *clang() + " -c " + plain.string() + " && " + *clang() + " bounds.o " +
              (order == "last"    ? first + second + all
               : order == "first" ? all + first + second
                                  : first + all + second) +
              "-o " + name,
          folder / "log");
    Collector collector(folder / "lane");
    EXPECT_EQ(run({(folder / name).string()}, &collector), Ended{.exit_code = 0}) << order;
    const Covered covered = collector.take();
    ASSERT_EQ(covered.parts.size(), 1U) << order;
    EXPECT_THAT(covered_lines(covered, folder / name, folder), testing::AllOf(Contains(6), Contains(16))) << order;
    EXPECT_THAT(covered_lines(covered, folder / name, folder), Not(Contains(1))) << order;
    // The child ends with _exit(): what is not shared memory is lost with it.
    EXPECT_EQ(covered_lines(covered, folder / name, folder).contains(11), order != "first");
    EXPECT_EQ(collector.hints().empty(), order == "last");
  }
}

constexpr std::string_view library = R"(#include <signal.h>
int in_library(int value) {
  if (value > 1)
    return 1;
  if (value < 0) raise(SIGKILL);
  return 2;
})";
constexpr std::string_view library_user = R"(#include <stdlib.h>
int in_library(int);
int main(int argc, char** argv) { return in_library(argc > 1 ? atoi(argv[1]) : 0); })";

TEST_F(Coverage, ASharedLibraryIsAModuleOfItsOwn) {
  SMALLSCOPE_NEEDS_CLANG();
  {
    folder.write("library.c", library);
    folder.write("user.c", library_user);
    shell("cd " + folder.path().string() + " && " + *clang() + clang_options + "-fPIC -c library.c user.c && " +
              *clang() + " -shared library.o" + runtime + "-o liblibrary.so && " + *clang() +
              " user.o -L. -llibrary -Wl,-rpath," + folder.path().string() + runtime + "-o user",
          folder / "log");
    Collector collector(folder / "lane");
    for (const std::string value : {"0", "5"}) {
      collector.clear();
      run({(folder / "user").string(), value}, &collector);
      const Covered covered = collector.take();
      EXPECT_EQ(covered.parts.size(), 2U);
      EXPECT_EQ(covered_lines(covered, folder / "liblibrary.so", folder).contains(4), value == "5");
      EXPECT_EQ(covered_lines(covered, folder / "liblibrary.so", folder).contains(6), value == "0");
      EXPECT_THAT(covered_lines(covered, folder / "user", folder), Contains(3));
    }
    collector.clear();
    EXPECT_EQ(run({(folder / "user").string(), "-1"}, &collector), Ended{.signal = SIGKILL});
    EXPECT_EQ(covered_lines(collector.take(), folder / "liblibrary.so", folder).contains(5), true);
    EXPECT_THAT(collector.hints(), IsEmpty());
    EXPECT_THAT(collector.problems(), IsEmpty());
  }
}

constexpr std::string_view closing = R"(#include <dlfcn.h>
#include <stddef.h>
int main(int argc, char** argv) {
  void* const library = dlopen(argv[1], RTLD_NOW);
  if (library == NULL) return 9;
  int (*function)(int) = (int (*)(int))dlsym(library, "in_library");
  const int result = function(argc);
  dlclose(library);
  return result;
})";

TEST_F(Coverage, ALibraryMayBeOpenedAndClosed) {
  SMALLSCOPE_NEEDS_CLANG();
  {
    folder.write("library.c", library);
    folder.write("closing.c", closing);
    shell("cd " + folder.path().string() + " && " + *clang() + clang_options + "-fPIC -c library.c closing.c && " +
              *clang() + " -shared library.o" + runtime + "-o liblibrary.so && " + *clang() + " closing.o -rdynamic" +
              runtime + "-o closing",
          folder / "log");
    Collector collector(folder / "lane");
    EXPECT_EQ(run({(folder / "closing").string(), (folder / "liblibrary.so").string()}, &collector),
              Ended{.exit_code = 1});
    const Covered covered = collector.take();
    EXPECT_THAT(covered_lines(covered, folder / "closing", folder), Contains(3));
    EXPECT_THAT(covered_lines(covered, folder / "liblibrary.so", folder), Contains(4));
    EXPECT_THAT(collector.problems(), IsEmpty());
  }
}

constexpr std::string_view comparing = R"(#include <pthread.h>
#include <stdlib.h>
int less_than_five(int value) {
  return value < 5; }
int of_two(int left, int right) {
  return left == right; }
int unsigned_ones(unsigned long left, unsigned long right) {
  return left > right; }
int selected(int value) {
  switch (value) { case 3: return 1; case 7: return 2; case 20: return 8; case 35: return 3; default: return 0; } }
static void* work(void* argument) { return (void*)(long)of_two(*(int*)argument, 3); }
int main(int argc, char** argv) {
  const int value = atoi(argv[1]);
  pthread_t threads[4];
  int values[4] = {1, 2, 3, 4};
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, work, &values[i]);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  less_than_five(value);
  unsigned_ones(value, 100);
  selected(value);
  return 0;
})";

TEST_F(Coverage, WhichRelationHeldAtAComparison) {
  std::vector<std::string> compilers = {"gcc" + gcc_options};
  if (clang()) compilers.push_back(*clang() + clang_options);
  for (const std::string& compiler : compilers) {
    const auto program =
        build("comparing", comparing, compiler + "-O0 -fsanitize-coverage=trace-cmp", runtime + "-pthread");
    Collector collector(folder / "lane");
    const bool is_gcc = compiler.starts_with("gcc");  // makes value <= 4 of value < 5
    const auto lines = [&](const std::string& value, Kind kind) {
      collector.clear();
      EXPECT_EQ(run({program.string(), value}, &collector), Ended{.exit_code = 0});
      return covered_lines(collector.take(), program, folder, {kind});
    };
    for (const int line : {4, 10}) {
      EXPECT_TRUE(lines("2", Kind::less).contains(line)) << compiler << line;
      EXPECT_FALSE(lines("2", Kind::equal).contains(line)) << compiler << line;
      EXPECT_FALSE(lines("2", Kind::greater).contains(line)) << compiler << line;
      EXPECT_TRUE(lines(line != 4 ? "7" : is_gcc ? "4" : "5", Kind::equal).contains(line)) << compiler << line;
      EXPECT_TRUE(lines("8", Kind::greater).contains(line)) << compiler << line;
      EXPECT_FALSE(lines("8", Kind::less).contains(line)) << compiler << line;
    }
    EXPECT_TRUE(lines("99", Kind::less).contains(8));
    EXPECT_TRUE(lines("101", Kind::greater).contains(8));
    for (const Kind kind : {Kind::less, Kind::equal, Kind::greater}) EXPECT_TRUE(lines("0", kind).contains(6));
    EXPECT_THAT(lines("0", Kind::block), Contains(11));
    ASSERT_EQ(collector.modules().size(), 1U);
    EXPECT_EQ(collector.modules()[0]->blocks.empty(), is_gcc);
    for (const Part& part : collector.take().parts) {
      EXPECT_TRUE(std::ranges::is_sorted(part.elements));
      for (const Element element : part.elements) {
        EXPECT_EQ(part.module->element(part.module->point(element)), element);
      }
    }
  }
}

TEST_F(Coverage, GccReportsHoweverAProgramEnds) {
  const auto program = build("ending", ending, "gcc" + gcc_options + "-O1");
  Collector collector(folder / "lane");
  for (const int way : {1, 2, 3, 5, 9}) {
    collector.clear();
    const std::vector<std::string> command = {program.string(), std::to_string(way)};
    EXPECT_EQ(run(command, &collector), run(command)) << way;
    EXPECT_THAT(covered_lines(collector.take(), program, folder), Contains(way == 5 ? 5 : 8 + way)) << way;
  }
  EXPECT_THAT(collector.problems(), IsEmpty());
}

TEST_F(Coverage, TheSameTestHasTheSameCoverageInEveryLane) {
  SMALLSCOPE_NEEDS_CLANG();
  const auto program = build("ending", ending, *clang() + clang_options + "-fsanitize-coverage=trace-cmp");
  Collector one(folder / "one"), other(folder / "other");
  run({program.string(), "3"}, &other);
  other.clear();
  for (Collector* const collector : {&one, &other}) run({program.string(), "4"}, collector);
  EXPECT_EQ(one.take(), other.take());
  EXPECT_EQ(*one.modules().at(0), *other.modules().at(0));
  one.clear();
  run({program.string(), "3"}, &one);
  EXPECT_NE(one.take(), other.take());
}

TEST_F(Coverage, ProcessesThatStartTogetherMakeOneFile) {
  SMALLSCOPE_NEEDS_CLANG();
  const auto program = build("ending", ending, *clang() + clang_options);
  const auto covered = [&](int processes) {
    Collector collector(folder / "lane");
    std::string all;
    for (int i = 0; i < processes; ++i) all += program.string() + " 4 & ";
    EXPECT_EQ(run({"/bin/sh", "-c", all + "wait"}, &collector), Ended{.exit_code = 0});
    const Covered taken = collector.take();
    EXPECT_THAT(collector.problems(), IsEmpty());
    EXPECT_THAT(collector.modules(), testing::SizeIs(1));
    return taken;
  };
  const Covered of_one = covered(1);
  EXPECT_THAT(of_one.parts, testing::SizeIs(1));
  for (int round = 0; round < 10; ++round) EXPECT_EQ(covered(8), of_one);
}

}  // namespace
}  // namespace smallscope::coverage
