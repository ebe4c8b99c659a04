// SPDX-License-Identifier: Apache-2.0
// A calculator with faults that a compiler of this machine instruments, and a campaign of it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "command_line_programs.hpp"

namespace smallscope::command_line {

using ::testing::HasSubstr;
using ::testing::Not;

/// A calculator that subtracts wrongly with a negative right operand, and dies of a division by zero.
inline constexpr const char* calculator = R"(#include <stdio.h>
#include <stdlib.h>
static int add(int a, int b) {
  return a + b;
}
static int subtract(int a, int b) {
  if (b < 0)
    return a + b;
  return a - b;
}
static int divide(int a, int b) {
  return a / b;
}
int main(int count, char** words) {
  if (count < 4) return 2;
  int a = atoi(words[1]), b = atoi(words[3]);
  int result = words[2][0] == '+' ? add(a, b) : words[2][0] == '-' ? subtract(a, b) : divide(a, b);
  printf("%d\n", result);
  return 0;
}
)";

inline constexpr const char* specification = R"(name = "calculator"
[inputs]
file = "input"
template = "{{a}} {{operator}} {{b}}\n"
[inputs.choices]
a = ["6", "7", "-8"]
operator = ["+", "-", "/"]
b = ["1", "2", "-3", "0"]
[subject]
run = ["SUBJECT", "{a}", "{operator}", "{b}"]
[[oracles]]
[oracles.differential]
name = "python"
run = ["python3", "-c", """
import sys
a, operator, b = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
print(a + b if operator == '+' else a - b if operator == '-' else int(a / b) if b else 0)
""", "{a}", "{operator}", "{b}"]
)";

inline std::string with(std::string text, const std::string& word, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += by.size())
    text.replace(at, word.size(), by);
  return text;
}

class CoverageBench : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::system("gcc --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "NOT TESTED: there is no gcc here";
    compile(calculator);
    const std::string folder = bench_.directory().string();
    bench_.write("calculator.toml", with(specification, "SUBJECT", folder + "/calculator"));
    bench_.write("plain.toml", with(specification, "SUBJECT", folder + "/plain"));
  }
  /// Makes the subjects of this source, with and without coverage.
  void compile(const std::string& source) {
    bench_.write("calculator.c", source);
    const std::string command = "cd " + bench_.directory().string() +
                                " && gcc -g -O0 -fsanitize-coverage=trace-pc,trace-cmp -c calculator.c && gcc -o "
                                "calculator calculator.o " SMALLSCOPE_COVERAGE_RUNTIME
                                " && gcc -g -O0 -o plain calculator.c";
    ASSERT_EQ(std::system(command.c_str()), 0);
  }
  /// From now on a script starts the calculator, so that another calculator is no other subject.
  void start_by_script() {
    bench_.write("start", "exec \"$(dirname \"$0\")/calculator\" \"$@\"\n");
    bench_.write("calculator.toml", with(specification, "\"SUBJECT\"", "\"sh\", \"{here}/start\""));
  }
  Ended run(std::vector<std::string> options, const std::string& file = "calculator.toml") {
    options.insert(options.begin(), {smallscope_program, "run", file, "--progress", "none"});
    return bench_.run(options);
  }
  Ended diagnose(std::vector<std::string> options) {
    options.insert(options.begin(), {smallscope_program, "diagnose"});
    return bench_.run(options);
  }
  /// A command that executes inputs of the store's campaign.
  Ended more(const std::string& command, std::vector<std::string> options) {
    options.insert(options.begin(), {smallscope_program, command});
    options.insert(options.end(), {"--from", "calculator.toml"});
    return bench_.run(options);
  }
  /// What `ended` printed, of a command that must have ended with 0.
  static Json printed(const Ended& ended) {
    EXPECT_EQ(ended.status, 0) << ended.err;
    return parsed(ended.out);
  }
  /// The store `name` as it is after the first failure, a copy each time.
  std::string first_failure(const std::string& name) {
    if (!std::filesystem::exists(bench_ / "first.sqlite")) {
      EXPECT_EQ(run({"--store", "first.sqlite", "--order", "dense", "--first-failure"}).status, 1);
    }
    std::filesystem::copy(bench_ / "first.sqlite", bench_ / name);
    return name;
  }
  /// The page of the store, and what the command says beside it.
  std::string report(std::vector<std::string> options, const std::string& note = "") {
    options.insert(options.begin(), {smallscope_program, "report"});
    options.insert(options.end(), {"-o", "page.html"});
    const Ended ended = bench_.run(options);
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_THAT(ended.err, ::testing::HasSubstr(note));
    return text_of(bench_ / "page.html");
  }
  Bench bench_;
};

}  // namespace smallscope::command_line
