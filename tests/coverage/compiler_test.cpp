// SPDX-License-Identifier: Apache-2.0
// smallscope-cc and smallscope-c++ as build systems use them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/coverage/instrumentation.hpp>

#include "instrumented.hpp"

namespace smallscope::coverage {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// Line 4 is covered with an argument, line 5 without; in both languages.
constexpr const char* source = R"(int sign(int number);
int sign(int number) {
  if (number > 1)
    return 1;
  return -1;
}
)";
constexpr const char* main_source = R"(int sign(int number);
int main(int count, char** words) { (void)words; return sign(count) > 0 ? 3 : 4; }
)";

class Compiler : public testing::Test {
 protected:
  void SetUp() override {
    if (!clang()) GTEST_SKIP() << "NOT TESTED: there is no clang here; install the Debian package clang";
    folder.write("sign.c", source);
    folder.write("main.c", main_source);
  }

  std::string in_folder(const std::string& command) const { return "cd " + (folder / ".").string() + " && " + command; }
  void build(const std::string& command) const { shell(in_folder(command), folder / "log"); }

  /// What two runs of the program cover in sign.c, and nothing that tells them from a program without coverage.
  void expect_coverage(const std::string& program) const {
    Collector collector(folder / "lane");
    EXPECT_EQ(run({(folder / program).string()}, &collector), Ended{.exit_code = 4}) << program;
    const std::set<int> without = lines(collector, program);
    collector.clear();
    EXPECT_EQ(run({(folder / program).string(), "x"}, &collector), Ended{.exit_code = 3}) << program;
    const std::set<int> with = lines(collector, program);
    EXPECT_THAT(without, AllOf(Contains(5), Not(Contains(4)))) << program;
    EXPECT_THAT(with, AllOf(Contains(4), Contains(2))) << program;
    EXPECT_THAT(collector.remarks(), IsEmpty()) << program;
    EXPECT_EQ(run({(folder / program).string()}), Ended{.exit_code = 4}) << program;
  }

  TemporaryDirectory folder;
  const std::string cc = SMALLSCOPE_COMPILER_FOLDER "/smallscope-cc",
                    cxx = SMALLSCOPE_COMPILER_FOLDER "/smallscope-c++";

 private:
  std::set<int> lines(Collector& collector, const std::string& program) const {
    return covered_lines(collector.take(), folder / program, folder);
  }
};

TEST_F(Compiler, SaysThatAFuzzerIsNotLinked) {
  const auto said = [&](const std::string& options) {
    const std::string command = in_folder(cc + " " + options + " sign.c main.c -o fuzzed 2>said; echo $? >>said");
    EXPECT_EQ(std::system(command.c_str()), 0);
    return text_of(folder / "said");
  };
  for (const char* const options : {"-fsanitize=fuzzer", "-fsanitize=address,fuzzer"})
    EXPECT_THAT(said(options), AllOf(HasSubstr("-fsanitize=fuzzer links functions of coverage that are not "),
                                     HasSubstr("use -fsanitize=fuzzer-no-link"), testing::EndsWith("\n1\n")));
  EXPECT_EQ(said("-fsanitize=fuzzer-no-link"), "0\n");
}

TEST_F(Compiler, TakesTheArgumentsOfBuildSystems) {
  build(cc + " sign.c main.c -o at-once");
  expect_coverage("at-once");
  // Flags are there again when it links, as automake has it.
  build("for f in sign main; do " + cc + " -O2 -Wall -Werror -D_FORTIFY_SOURCE=2 -c $f.c -o $f.o || exit 1; done");
  build(cc + " -O2 -Wall -Werror -Wl,--gc-sections -o linked sign.o main.o -lm");
  expect_coverage("linked");
  build(cc + " -fPIC -shared -x c sign.c -o libsign.so && " + cc +
        " -x c main.c -x none -L. -lsign -Wl,-rpath,$PWD -o two");
  Collector collector(folder / "lane of two");
  EXPECT_EQ(run({(folder / "two").string()}, &collector), Ended{.exit_code = 4});
  EXPECT_THAT(collector.take().parts, SizeIs(2));
  build(cc + " -fPIE -pie sign.c main.c -o moved");
  expect_coverage("moved");
  build(cc + " -static sign.c main.c -o static");
  expect_coverage("static");
  build("cat main.c | " + cc + " sign.c -x c - -o piped");
  expect_coverage("piped");
  build(cxx + " -std=c++17 -x c++ sign.c main.c -o cxx");
  expect_coverage("cxx");
  build("SMALLSCOPE_CC='env " + *clang() + "' " + cc + " sign.c main.c -o of-words");
  expect_coverage("of-words");
}

TEST_F(Compiler, DoesNotStrip) {
  for (const char* const option : {"-s", "-Wl,-s", "-Wl,-O1,--strip-all,--gc-sections", "-Wl,-S", "-Xlinker -s",
                                   "-Xlinker --strip-all -Xlinker --gc-sections"}) {
    build(cc + " " + option + " sign.c main.c -o linked");
    expect_coverage("linked");
  }
  build(cc + " -s '-DMAIN=1, -s' sign.c main.c -Wl,-rpath,/opt/my-sys -o spaced");
  expect_coverage("spaced");
}

TEST_F(Compiler, HasSanitizersAndComparisons) {
  build(cc + " -fsanitize=address,undefined sign.c main.c -o sanitized");
  expect_coverage("sanitized");
  build(cc + " sign.c main.c -o compared");
  Collector collector(folder / "lane");
  EXPECT_EQ(run({(folder / "compared").string()}, &collector), Ended{.exit_code = 4});
  EXPECT_THAT(covered_lines(collector.take(), folder / "compared", folder, {Kind::equal}), Contains(3));
}

TEST_F(Compiler, SparesTheMistakeThatIsSeenInAProgram) {
  const std::string compile = *clang() + clang_options + "sign.c main.c ";
  build(compile + "-o mistaken");
  build(compile + "-o stripped -s");
  build(compile + "-fno-sanitize-link-runtime " + runtime + "-o right -s");
  build(*clang() + " sign.c main.c -o plain && " + cc + " sign.c main.c -o ours");
  for (const char* const program : {"mistaken", "stripped"}) EXPECT_TRUE(lacks_runtime(folder / program)) << program;
  for (const char* const program : {"right", "plain", "ours", "sign.c", "missing", "."})
    EXPECT_FALSE(lacks_runtime(folder / program)) << program;
}

TEST_F(Compiler, OfGnuCollectsToo) {
  build("SMALLSCOPE_CC=gcc " + cc + " -O2 -Werror -c sign.c && SMALLSCOPE_CC=gcc " + cc + " -O2 sign.o main.c -o gnu");
  expect_coverage("gnu");
}

TEST_F(Compiler, AnswersWhatIsAskedOfACompiler) {
  const auto said = [&](const std::string& command) {
    std::system((in_folder(command) + " >" + (folder / "out").string() + " 2>" + (folder / "err").string()).c_str());
    return text_of(folder / "out") + "|" + text_of(folder / "err");
  };
  EXPECT_THAT(said(cc + " --version"), HasSubstr("clang version"));
  EXPECT_THAT(said(cc + " -E sign.c"), AllOf(HasSubstr("return -1;"), testing::EndsWith("|")));
  EXPECT_THAT(said(cc + " -MM sign.c"), HasSubstr("sign.o: sign.c"));
  EXPECT_THAT(said(cxx + " --help"), AllOf(HasSubstr("usage: smallscope-c++"), HasSubstr("SMALLSCOPE_CXX")));
  EXPECT_THAT(said("SMALLSCOPE_CC=no-such-compiler " + cc + " sign.c"), HasSubstr("no-such-compiler"));
  EXPECT_NE(std::system((in_folder(cc + " missing.c") + " 2>/dev/null").c_str()), 0);
  EXPECT_EQ(std::system((in_folder("PATH=/nowhere /bin/sh " + cc + " sign.c 2>err")).c_str()) >> 8, 127);
}

}  // namespace
}  // namespace smallscope::coverage
