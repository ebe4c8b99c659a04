// SPDX-License-Identifier: Apache-2.0
// The first minutes of a user: init, check-worker, the manual, and what a shell completes.
#include <map>
#include <set>

#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

bool is_installed(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

/// A kind whose campaign is a specification, and how its bug is mended.
struct Planted {
  std::string kind, needs, file, bug, mended;
  int failing;
};

class Begun : public testing::TestWithParam<Planted> {
 protected:
  void SetUp() override {
    if (!is_installed(GetParam().needs)) GTEST_SKIP() << GetParam().needs << " is not installed";
    const Ended ended = bench.run({smallscope_program, "init", "demo", "--kind", GetParam().kind});
    ASSERT_EQ(ended.status, 0) << ended.err;
    EXPECT_THAT(ended.out, AllOf(HasSubstr("wrote  demo/README.md\n"), HasSubstr("next: cd demo\n"),
                                 HasSubstr("run demo.toml\n"), Not(HasSubstr("needs"))));
  }
  Ended run() { return bench.run({smallscope_program, "run", "demo/demo.toml", "--store", "s.sqlite", "--overwrite"}); }
  Bench bench;
};

TEST_P(Begun, FindsThePlantedBugAndNothingOnceItIsMended) {
  const auto& [kind, needs, file, bug, mended, failing] = GetParam();
  const Ended found = run();
  EXPECT_EQ(found.status, 1) << found.err;
  EXPECT_THAT(found.out, AllOf(HasSubstr(" " + std::to_string(failing) + " failing"), HasSubstr("\nC1 "),
                               Not(HasSubstr("\nC2 ")), HasSubstr("every input has one verdict")));
  const Ended explained = bench.run({smallscope_program, "explain", "s.sqlite", "--from", "demo/demo.toml"});
  EXPECT_THAT(explained.out, HasSubstr("fails exactly when")) << explained.err;

  std::string text = text_of(bench / ("demo/" + file));
  ASSERT_NE(text.find(bug), std::string::npos);
  text.replace(text.find(bug), bug.size(), mended);
  bench.write("demo/" + file, text);
  const Ended passed = run();
  EXPECT_EQ(passed.status, 0) << passed.out << passed.err;
}

TEST_P(Begun, IsTheUsersOwn) {
  std::size_t marks = 0;
  for (const auto& entry : fs::recursive_directory_iterator(bench / "demo")) {
    if (entry.is_directory()) continue;
    const std::string text = text_of(entry.path()), name = entry.path().filename();
    EXPECT_THAT(text, AllOf(Not(HasSubstr("@NAME@")), Not(ContainsRegex("@[A-Z]+@")))) << name;
    const bool is_library =
        name.starts_with("smallscope") || name.starts_with("Smallscope") || name == "make-coverage-agent";
    EXPECT_EQ(text.find("SPDX") != std::string::npos, is_library) << name;
    marks += text.find("CHANGE: ") != std::string::npos;
  }
  EXPECT_GE(marks, 1u);
}

TEST_P(Begun, BugReportsHaveAScriptThatShowsTheBug) {
  ASSERT_EQ(run().status, 1);
  const Ended reported = bench.run(
      {smallscope_program, "bugreport", "s.sqlite", "--from", "demo/demo.toml", "--cluster", "C1", "-o", "bug"});
  EXPECT_EQ(reported.status, 0) << reported.err;
  EXPECT_THAT(reported.err, Not(HasSubstr("gets no script")));
  const Ended shown = bench.run({"/bin/sh", (bench / "bug/reproduce.sh").string()});
  EXPECT_EQ(shown.status, 1) << shown.out << shown.err;
}

TEST_P(Begun, AStoreIsNotContinuedWithAnotherSubject) {
  ASSERT_EQ(run().status, 1);
  bench.write("demo/" + GetParam().file, text_of(bench / ("demo/" + GetParam().file)) + "\n");
  expect_error(bench.run({smallscope_program, "run", "demo/demo.toml", "--store", "s.sqlite", "--resume"}), 2,
               HasSubstr("demo"));
}

TEST_P(Begun, TheWorkerKeepsToTheProtocol) {
  if (!GetParam().kind.starts_with("worker-")) GTEST_SKIP() << "has no worker";
  const Ended ended = bench.run({smallscope_program, "check-worker", "--campaign", "demo/demo.toml"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("18 of 18 cases kept, 0 broken, 0 with advice, 0 skipped"));
}

INSTANTIATE_TEST_SUITE_P(All, Begun,
                         testing::Values(Planted{"compiler", "cc", "compiler", "x >> 1", "x / 2", 6},
                                         Planted{"refactoring", "cc", "refactor", "/$value/g", "/($value)/g", 6},
                                         Planted{"worker-python", "python3", "subject.py", "if left == 0:",
                                                 "if left == 0 and not isinstance(node.op, ast.Sub):", 8},
                                         Planted{"worker-javascript", "node", "subject.js", "if (left === \"0\")",
                                                 "if (left === \"0\" && operator !== \"-\")", 8},
                                         Planted{"worker-java", "javac", "Subject.java", "if (left.is(\"0\")) {",
                                                 "if (left.is(\"0\") && !node.is(\"-\")) {", 8}),
                         [](const auto& planted) {
                           std::string name = planted.param.kind;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

/// In a run with coverage, the cluster and its diagnosis name the function, and the statement below the planted bug,
/// which is where failures meet.
void expect_line_of_the_bug(const std::string& kind, const std::string& subject, const std::string& function,
                            const std::string& statement) {
  Bench bench;
  ASSERT_EQ(bench.run({smallscope_program, "init", "demo", "--kind", kind}).status, 0);
  const std::string text = text_of(bench / ("demo/" + subject));
  const std::size_t bug = text.find("the planted bug");
  ASSERT_NE(bug, std::string::npos);
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bug), '\n');
  const Ended found = bench.run({smallscope_program, "run", "demo/demo.toml", "--store", "s.sqlite", "--coverage"});
  EXPECT_EQ(found.status, 1) << found.err;
  EXPECT_THAT(found.out, HasSubstr("\nC1   at " + subject + ":" + std::to_string(line + 1) + " of " + function +
                                   ", where 8 of 16 fail; fails exactly when left is `0` and op is `-`"));
  const Ended diagnosed =
      bench.run({smallscope_program, "diagnose", "s.sqlite", "--from", "demo/demo.toml", "--cluster", "C1"});
  EXPECT_EQ(diagnosed.status, 0) << diagnosed.err;
  EXPECT_THAT(diagnosed.out, AllOf(HasSubstr(function), HasSubstr(statement)));
}

TEST(InitPython, NamesTheLineOfThePlantedBugIfTheRunHasCoverage) {
  expect_line_of_the_bug("worker-python", "subject.py", "_Simplifier.visit_BinOp", "return node.right");
}

TEST(InitJavaScript, NamesTheLineOfThePlantedBugIfTheRunHasCoverage) {
  if (std::system("node -e \"try { require('acorn') } catch { require('/usr/share/nodejs/acorn') }\" 2>/dev/null") != 0)
    GTEST_SKIP() << "NOT TESTED: there is no Node.js with acorn here (nodejs, node-acorn)";
  expect_line_of_the_bug("worker-javascript", "subject.js", "operation", "return right;");
}

TEST(InitJava, NamesTheLineOfThePlantedBugIfTheRunHasCoverage) {
  if (std::system("javac --version >/dev/null 2>&1 && test -e /usr/share/java/asm-all.jar") != 0)
    GTEST_SKIP() << "NOT TESTED: there is no JDK with ASM here (default-jdk-headless, libasm-java)";
  expect_line_of_the_bug("worker-java", "Subject.java", "Subject.simplified(Subject.Node)", "return right;");
}

TEST(Init, RefusesWhatItWouldSpoil) {
  Bench bench;
  const auto init = [&](std::string name, std::string kind = "compiler") {
    return bench.run({smallscope_program, "init", std::move(name), "--kind", std::move(kind)});
  };
  fs::create_directory(bench / "taken");
  bench.write("taken/mine", "");
  expect_error(init("taken"), 2, HasSubstr("taken exists and is not an empty folder: remove it, or give --directory"));
  bench.write("a-file", "");
  expect_error(init("a-file"), 2, HasSubstr("a-file exists"));
  fs::create_symlink("nowhere", bench / "link");
  expect_error(init("link"), 2, HasSubstr("link exists"));
  for (const std::string name : {"", "../up", "A", "1st", "a b", "a\n", "-x"}) EXPECT_EQ(init(name).status, 2) << name;
  expect_error(init("Demo"), 2, HasSubstr("the name `Demo` is not allowed: give a lower-case letter"));
  expect_error(init("test"), 2, HasSubstr("give another, such as my-test"));
  expect_error(init("demo", "rust"), 2, HasSubstr("worker-java"));
  EXPECT_FALSE(fs::exists(bench / "demo"));

  fs::create_directory(bench / "empty");
  EXPECT_EQ(bench.run({smallscope_program, "init", "demo", "--kind", "compiler", "--directory", "empty"}).status, 0);
  EXPECT_TRUE(fs::exists(bench / "empty/demo.toml"));
}

TEST(Init, SaysWhatIsNotInstalled) {
  Bench bench;
  const Ended ended = bench.run({smallscope_program, "init", "demo", "--kind", "worker-java"},
                                {.environment = {{"PATH", bench.directory().string()}}});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, HasSubstr("needs  javac, which is not on PATH: on Debian, apt-get install openjdk-17-jdk-"));
}

TEST(CheckWorker, SaysWhatIsWrongAndEndsWithStatus1) {
  Bench bench;
  const std::string faulty = SMALLSCOPE_SOURCE_DIR "/tests/subjects/faulty_worker.py";
  const auto check = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {smallscope_program, "check-worker"});
    return bench.run(arguments);
  };
  const Ended broken = check({python, faulty, "short identifiers"});
  EXPECT_EQ(broken.status, 1) << broken.err;
  EXPECT_THAT(broken.out, AllOf(HasSubstr("BROKEN     large identifier\n           its reply has the id 1 instead of"),
                                HasSubstr("17 of 18 cases kept, 1 broken"), HasSubstr("see docs/worker-protocol.md")));
  EXPECT_THAT(broken.out, Not(HasSubstr("of your environment")));
  EXPECT_THAT(check({python, "-c", "import os; os.environ['ENGINE']"}).out,
              AllOf(HasSubstr("KeyError: 'ENGINE'"), HasSubstr("\nof your environment it saw PATH, HOME")));
  fs::create_symlink(faulty, bench / "worker.py");
  EXPECT_EQ(check({python, "worker.py", "short identifiers"}).out, broken.out) << "a file of this directory";
  const Ended advised = check({"--json", python, faulty, "misspelt output"});
  EXPECT_EQ(advised.status, 0) << advised.err;
  EXPECT_EQ(parsed(advised.out)["cases"][2]["result"], "advice");

  expect_error(check({}), 2, HasSubstr("no worker is given: add its command line"));
  expect_error(check({"--fast", python}), 2, HasSubstr("there is no option `--fast`"));
  expect_error(check({"--file", "none", python}), 2, HasSubstr("`none` cannot be read"));
  expect_error(check({"--parameter", "old", python}), 2, HasSubstr("write NAME=TEXT"));
  expect_error(check({"./none"}), 3, HasSubstr("cannot start ./none"));
}

/// The commands of --help, outermost first.
std::set<std::string> commands_in(const std::string& help) {
  std::set<std::string> commands;
  for (const std::string& line : lines_of(help))
    if (line.starts_with("  ") && line.size() > 30 && line[2] != ' ' && line[2] != '-')
      commands.insert(line.substr(2, line.find(' ', 2) - 2));
  return commands;
}

TEST(Manual, HasAPageForEachCommandAndOption) {
  Bench bench;
  ASSERT_EQ(bench.run({smallscope_program, "manual", "--directory", "man"}).status, 0);
  const auto commands = commands_in(bench.run({smallscope_program, "--help"}).out);
  EXPECT_GE(commands.size(), 28u);
  for (const std::string& command : commands)
    EXPECT_TRUE(fs::exists(bench / ("man/smallscope-" + command + ".1"))) << command;
  EXPECT_TRUE(fs::exists(bench / "man/smallscope-evaluate-orders.1"));
  const std::string help = bench.run({smallscope_program, "run", "--help"}).out;
  const std::string page = text_of(bench / "man/smallscope-run.1");
  EXPECT_EQ(bench.run({smallscope_program, "manual", "run"}).out, page);
  std::string plain;
  for (const char c : page) plain += c == '\\' ? std::string() : std::string(1, c);
  for (const std::string& line : lines_of(help)) {
    if (!line.starts_with("  --")) continue;
    EXPECT_THAT(plain, HasSubstr(line.substr(2, line.find_first_of(" ,", 2) - 2)));
  }
  if (!is_installed("man")) return;
  for (const auto& entry : fs::directory_iterator(bench / "man")) {
    const Ended shown = bench.run({"/usr/bin/env", "man", "--warnings=w", "-E", "UTF-8", "-l", entry.path()},
                                  {.environment = {{"LC_ALL", "C.UTF-8"}}});
    EXPECT_EQ(shown.status, 0);
    EXPECT_EQ(shown.err, "") << entry.path();
    EXPECT_THAT(shown.out, HasSubstr("NAME"));
  }
  expect_error(bench.run({smallscope_program, "manual", "rum"}), 2, HasSubstr("has no command `rum`"));
}

/// What a shell offers for the last word.
const std::map<std::string, std::vector<std::string>> offers{
    {"ru", {"rules", "run"}},
    {"run --ord", {"--order"}},
    {"run --order j", {"jump"}},
    {"run x.toml --confirm n", {"none"}},
    {"evaluate mer", {"merging"}},
    {"evaluate orders --sy", {"--synthetic"}},
    {"init --kind worker-p", {"worker-python"}},
    {"completion f", {"fish"}},
    {"show a-fi", {"a-file"}},
};

TEST(Completion, OffersInBash) {
  Bench bench;
  bench.write("a-file", "");
  bench.write("complete.sh", bench.run({smallscope_program, "completion", "bash"}).out + R"(
COMP_WORDS=(smallscope "$@")
COMP_CWORD=$#
_smallscope
printf '%s\n' "${COMPREPLY[@]}" | sort
)");
  for (const auto& [typed, expected] : offers) {
    std::vector<std::string> command{"/usr/bin/env", "bash", "complete.sh"};
    std::istringstream words(typed);
    for (std::string word; words >> word;) command.push_back(word);
    EXPECT_EQ(lines_of(bench.run(command).out), expected) << typed;
  }
}

TEST(Completion, OffersInFish) {
  if (!is_installed("fish")) GTEST_SKIP() << "fish is not installed";
  Bench bench;
  bench.write("a-file", "");
  bench.write("s.fish", bench.run({smallscope_program, "completion", "fish"}).out);
  for (const auto& [typed, expected] : offers) {
    const Ended ended = bench.run(
        {"/usr/bin/env", "fish", "--no-config", "-c", "source s.fish; complete -C 'smallscope " + typed + "'"});
    std::vector<std::string> offered;
    for (const std::string& line : lines_of(ended.out)) offered.push_back(line.substr(0, line.find('\t')));
    std::ranges::sort(offered);
    EXPECT_EQ(offered, expected) << typed << ended.err;
  }
}

TEST(Completion, OffersInZsh) {
  if (!is_installed("zsh")) GTEST_SKIP() << "zsh is not installed";
  Bench bench;
  bench.write("a-file", "");
  bench.write("_smallscope", bench.run({smallscope_program, "completion", "zsh"}).out);
  for (const auto& [typed, expected] : offers) {
    if (expected.size() != 1) continue;  // the test reads the completed line
    const Ended ended = bench.run({"/usr/bin/env", "zsh", "-f",
                                   SMALLSCOPE_SOURCE_DIR "/tests/program/begin/complete.zsh", "smallscope " + typed});
    EXPECT_THAT(ended.out, HasSubstr("<" + typed.substr(0, typed.rfind(' ') + 1) + expected.front() + ">"))
        << typed << ended.err;
  }
}

}  // namespace
}  // namespace smallscope::command_line
