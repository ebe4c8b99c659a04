// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "instrumented.hpp"

namespace smallscope::coverage {
namespace {

constexpr std::string_view functions = R"(volatile int seen;
void one(int value) {
  if (value > 3) seen = value;
}
void other(int value) {
  if (value > 3) seen = -value;
})";

// All of it: sanitizers define the same functions, and the linker would take those.
const std::string whole_runtime = " -Wl,--whole-archive" + runtime + "-Wl,--no-whole-archive ";

class Attached : public testing::Test {
 protected:
  void attach(const std::string& compile, const std::string& link_last, const std::string& link_first = "") {
    const std::string source = std::string(SMALLSCOPE_SOURCE_DIR) + "/tests/coverage/attached.cpp";
    // As the module itself was compiled, perhaps with sanitizers.
    const std::string compiler = SMALLSCOPE_CXX " " SMALLSCOPE_CXX_FLAGS;
    folder.write("functions.c", functions);
    shell("cd " + folder.path().string() + " && " + compile + " -c functions.c && " + compiler + " -std=c++20 -I" +
              std::string(SMALLSCOPE_SOURCE_DIR) + "/coverage/include -c " + source + " && " + compiler + link_first +
              " attached.o functions.o " SMALLSCOPE_COVERAGE_LIBRARY " -lfmt -ldw -lelf " + link_last + "-o attached",
          folder / "log");
    EXPECT_EQ(run({(folder / "attached").string(), folder.path().string()}), Ended{.exit_code = 0});
  }

  TemporaryDirectory folder;
};

TEST_F(Attached, FlagsOfClang) {
  SMALLSCOPE_NEEDS_CLANG();
  attach(*clang() + clang_options, whole_runtime);
}

TEST_F(Attached, FlagsThatShareAPage) {
  SMALLSCOPE_NEEDS_CLANG();
  attach(*clang() + clang_options, "", whole_runtime);
}

TEST_F(Attached, CallsOfGcc) { attach("gcc" + gcc_options, whole_runtime); }

TEST_F(Attached, WithoutTheRuntimeThereIsNoCoverageOfThisProcess) {
  Collector collector(folder / "lane");
  EXPECT_FALSE(collector.attach());
  EXPECT_TRUE(collector.take().parts.empty());
}

}  // namespace
}  // namespace smallscope::coverage
