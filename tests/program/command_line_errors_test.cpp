// SPDX-License-Identifier: Apache-2.0
// Wrong use: one clear line, the documented status, and nothing is run, made or lost.
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Wrong {
  std::vector<std::string> arguments;  // of relative-path
  std::vector<std::string> says;
};

void PrintTo(const Wrong& wrong, std::ostream* stream) {
  for (const std::string& argument : wrong.arguments) *stream << argument << ' ';
}

class WrongUse : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongUse, IsOneLineAndStatusTwo) {
  Bench bench;
  std::vector<std::string> command{relative_path};
  command.insert(command.end(), GetParam().arguments.begin(), GetParam().arguments.end());
  const Ended ended = bench.run(command);
  for (const std::string& part : GetParam().says) expect_error(ended, 2, HasSubstr(part));
  EXPECT_LT(ended.err.size(), 400u);
  EXPECT_TRUE(std::filesystem::is_empty(bench.directory())) << "something was made";
}

std::vector<Wrong> commands() {
  return {{{}, {"give a command: init, check-worker, list, count", "--help"}},
          {{"frob"}, {"there is no command `frob`", "the commands are init"}},
          {{"cluster", "x.sqlite"}, {"there is no command `cluster`", "did you mean `clusters`?"}},
          {{"frob", "--help"}, {"there is no command `frob`", "the commands are init"}},
          {{"cluster", "x.sqlite", "--help"}, {"there is no command `cluster`", "did you mean `clusters`?"}},
          {{"--help", "frob"}, {"there is no command `frob`"}},
          {{"frob", "--version"}, {"there is no command `frob`"}},
          {{"evaluate"},
           {"give a command of evaluate: orders, merging, clustering, learning, sbfl, tdp, fdc, sfo, localisation, "
            "directed, loop, concolic, fase2009"}},
          {{"evaluate", "order"}, {"there is no command `evaluate order`", "did you mean `orders`?"}},
          {{"evaluate", "order", "--help"}, {"there is no command `evaluate order`", "see", "evaluate --help"}},
          {{"run", "--frob", "--help"}, {"there is no option `--frob`", "run --help"}},
          {{"run", "--help", "--sed", "3"}, {"there is no option `--sed`", "did you mean `--seed`?"}},
          {{"run", "x", "--order", "up", "--help"}, {"--order", "up", "dense"}},
          {{"run", "x", "--jobs", "--help"}, {"--jobs"}},
          {{"clusters", "a", "b", "--help"}, {"not expected", "b"}},
          {{"run", "relative-path", "--version"}, {"there is no option `--version`"}},
          {{"run"}, {"campaign is required", "run --help"}},
          {{"show", "relative-path"}, {"ordinals is required"}},
          {{"clusters"}, {"store is required"}},
          {{"run", "relativ-path"}, {"no campaign `relativ-path`", "did you mean `relative-path`?"}},
          {{"count", "tcc"}, {"no campaign `tcc`", "the campaigns are relative-path"}},
          {{"show", "other", "1"}, {"no campaign `other`"}},
          {{"run", "relative-path", "more"}, {"not expected", "more"}},
          {{"show", "relative-path", "115600"}, {"ordinals 0 to 115599; 115600 is none of them"}},
          {{"show", "relative-path", "-1"}, {"`-1`"}},
          {{"show", "relative-path", "one"}, {"`one` is not an ordinal, a range such as 3-9"}},
          {{"show", "relative-path", "1.5"}, {"`1.5` is not an ordinal"}},
          {{"show", "relative-path", "18446744073709551616"}, {"`18446744073709551616` is not an ordinal"}},
          {{"show", "relative-path", "9-3"}, {"`9-3` is not an ordinal"}},
          {{"show", "relative-path", "0-9999999"}, {"more than 1000000 ordinals", "show fewer at a time"}},
          {{"count", "none.toml"}, {"none.toml", "No such file"}},
          {{"run", "none.toml"}, {"none.toml", "No such file"}},
          {{"list", "none.toml"}, {"none.toml", "No such file"}},
          {{"clusters", "none.sqlite"}, {"there is no store none.sqlite", "--store none.sqlite"}},
          {{"export", "none.sqlite"}, {"there is no store none.sqlite"}},
          {{"replay", "none.sqlite", "1"}, {"there is no store none.sqlite"}}};
}

std::vector<Wrong> options() {
  std::vector<Wrong> all;
  const auto add = [&](std::vector<std::string> arguments, std::vector<std::string> says) {
    arguments.insert(arguments.begin(), {"run", "relative-path"});
    all.push_back({arguments, says});
  };
  add({"--nope"}, {"no option `--nope`"});
  add({"--job", "2"}, {"no option `--job`", "did you mean `--jobs`?"});
  add({"--time-limit", "3s"}, {"no option `--time-limit`", "did you mean `--timeout`?"});
  add({"--sample=5"}, {"no option `--sample`", "did you mean `--max-tests`?"});
  add({"--order=dense", "--sed=3"}, {"no option `--sed`", "did you mean `--seed`?"});
  add({"--order", "up"}, {"--order", "up", "dense"});
  add({"--order"}, {"--order"});
  for (const std::string value : {"0", "-3", "x", "1.5", "99999999999999999999"})
    add({"--jump-limit", value}, {"--jump-limit", "`" + value + "`"});
  for (const std::string value : {"-1", "x", "0x10", "1e3", "18446744073709551616"})
    add({"--seed", value}, {"--seed", "`" + value + "`"});
  for (const std::string value : {"-1", "few", "2.5", "18446744073709551616"})
    add({"--max-tests", value}, {"--max-tests", "`" + value + "`"});
  for (const std::string value : {"soon", "-5s", "nan", "5 parsecs", "s", "3d"})
    add({"--budget=" + value}, {"--budget: `" + value + "` is not a duration", "90s"});
  for (const std::string value : {"0", "-1", "1025", "many", "1.5"})
    add({"--jobs", value}, {"--jobs", value, "1 to 1024"});
  for (const std::string value : {"loud", "0", ""})
    add({"--progress", value}, {"--progress", "{auto,bar,plain,json,none}"});
  for (const std::string value : {"some", "1"}) add({"--confirm", value}, {"--confirm", "{none,first,all}"});
  for (const std::string value : {"-1", "x"})
    add({"--representatives", value}, {"--representatives", "`" + value + "`"});
  add({"--scratch", "/no/such/directory"}, {"--scratch", "/no/such/directory"});
  add({"--store"}, {"--store"});
  add({"--store", ""}, {"--store"});
  add({"--budget", ""}, {"--budget"});
  add({"--resume", "--overwrite"}, {"--resume and --overwrite contradict each other; give one of them"});
  add({"--no-store", "--store", "x.sqlite"}, {"--no-store cannot be combined"});
  add({"--no-store", "--resume"}, {"--no-store cannot be combined"});
  add({"--json=perhaps"}, {"--json"});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Commands, WrongUse, ::testing::ValuesIn(commands()));
INSTANTIATE_TEST_SUITE_P(Options, WrongUse, ::testing::ValuesIn(options()));

TEST(Help, NeedsNothingElse) {
  Bench bench;
  for (const std::vector<std::string>& command : {std::vector<std::string>{},
                                                  {"list"},
                                                  {"count"},
                                                  {"show"},
                                                  {"run"},
                                                  {"clusters"},
                                                  {"replay"},
                                                  {"unmerge"},
                                                  {"export"},
                                                  {"evaluate"},
                                                  {"evaluate", "orders"},
                                                  {"evaluate", "merging"},
                                                  {"evaluate", "clustering"},
                                                  {"explain"},
                                                  {"rules"},
                                                  {"evaluate", "fase2009"},
                                                  {"evaluate", "learning"},
                                                  {"evaluate", "sbfl"},
                                                  {"evaluate", "tdp"},
                                                  {"evaluate", "fdc"},
                                                  {"evaluate", "localisation"},
                                                  {"evaluate", "directed"},
                                                  {"diagnose"},
                                                  {"direct"},
                                                  {"plan"},
                                                  {"run", "relative-path", "--order", "dense"}}) {
    std::vector<std::string> line{relative_path};
    line.insert(line.end(), command.begin(), command.end());
    for (const std::string help : {"--help", "-h"}) {
      line.push_back(help);
      const Ended ended = bench.run(line);
      line.pop_back();
      EXPECT_EQ(ended.status, 0) << ::testing::PrintToString(ended);
      EXPECT_THAT(ended.out, HasSubstr("Usage: "));
      EXPECT_EQ(ended.err, "");
    }
  }
  EXPECT_THAT(bench.run({relative_path, "--version"}).out, StartsWith("smallscope "));
}

TEST(WrongUseOfSpecifications, MistakesHaveALineNumber) {
  Bench bench;
  bench.write("wrong.toml",
              "name = \"wrong\"\n[inputs]\nfile = \"a\"\ntemplate = \"{{b}}\"\n[inputs.choices]\nc = [1]\n"
              "[subject]\nrun = [\"true\"]\n");
  bench.write("syntax.toml", "name = \"syntax\"\nnonsense\n");
  for (const std::string command : {"run", "count"}) {
    expect_error(bench.run({smallscope_program, command, "wrong.toml"}), 2,
                 AllOf(StartsWith("error: wrong.toml:4: "), HasSubstr("{{b}}")));
    expect_error(bench.run({smallscope_program, command, "syntax.toml"}), 2, StartsWith("error: syntax.toml:2: "));
  }
  expect_error(bench.run({smallscope_program, "show", "wrong.toml", "0"}), 2, StartsWith("error: wrong.toml:4: "));
  expect_error(bench.run({smallscope_program, "run", "tcc/casts"}), 2, HasSubstr("give one that ends in .toml"));
  EXPECT_FALSE(std::filesystem::exists(bench / "runs"));
}

TEST(WrongUseOfSpaces, AnOverflowingSpaceIsAMistake) {
  Bench bench;
  for (const std::string command : {"run", "count"})
    expect_error(bench.run({campaigns, command, "overflowing"}), 2, HasSubstr("overflows 64 bits"));
  expect_error(bench.run({campaigns, "show", "empty", "0"}), 2, HasSubstr("empty"));
}

TEST(WrongUseOfStores, OptionsOfTriage) {
  Bench bench;
  bench.run({relative_path, "run", "relative-path", "--max-tests", "100", "--store", "s.sqlite"});
  const std::vector<Wrong> wrongs{{{"clusters", "s.sqlite", "--by", "luck"}, {"--by", "luck", "message"}},
                                  {{"clusters", "s.sqlite", "--rule", "x"}, {"`x` has no `=>`"}},
                                  {{"clusters", "s.sqlite", "--rule", "(=>x"}, {"message rule `(`"}},
                                  {{"clusters", "s.sqlite", "--preset", "java"}, {"--preset", "java", "javac"}},
                                  {{"clusters", "s.sqlite", "--groups", "0"}, {"--groups", "`0`"}},
                                  {{"clusters", "s.sqlite", "--seed", "-1"}, {"--seed", "`-1`"}},
                                  {{"clusters", "s.sqlite", "more"}, {"more"}},
                                  {{"export", "s.sqlite", "--format", "xml"}, {"--format", "xml", "junit"}},
                                  {{"replay", "s.sqlite", "115600"}, {"115600", "has the ordinals 0 to 115599"}},
                                  {{"replay", "s.sqlite", "x"}, {"`x` is not an ordinal, a range such as 3-9"}}};
  for (const Wrong& wrong : wrongs) {
    std::vector<std::string> command{relative_path};
    command.insert(command.end(), wrong.arguments.begin(), wrong.arguments.end());
    const Ended ended = bench.run(command);
    for (const std::string& part : wrong.says) expect_error(ended, 2, HasSubstr(part));
  }
}

TEST(MissingSubject, IsNamedAndNothingIsMade) {
  Bench bench;
  const std::string mixed = text_of(bench / bench.specification("mixed.toml"));
  const auto with = [&](const std::string& old, const std::string& replacement) {
    std::string text = mixed;
    text.replace(text.find(old), old.size(), replacement);
    bench.write("missing.toml", text);
    return bench.run({smallscope_program, "run", "missing.toml"});
  };
  expect_error(with("run = [\"sh\", \"{input}\"]", "run = [\"no-such-shell\", \"{input}\"]"), 3,
               AllOf(HasSubstr("no-such-shell"), HasSubstr("install it")));
  expect_error(with("run = [\"sh\", \"-c\"", "run = [\"no-such-oracle\", \"-c\""), 3, HasSubstr("no-such-oracle"));
  EXPECT_FALSE(std::filesystem::exists(bench / "runs"));
  // An absolute path is looked for when the first test runs.
  const Ended absolute = with("run = [\"sh\", \"{input}\"]", "run = [\"/no/such/shell\", \"{input}\"]");
  EXPECT_EQ(absolute.status, 3);
  EXPECT_THAT(lines_of(absolute.err).back(), AllOf(StartsWith("error: "), HasSubstr("/no/such/shell")));
}

TEST(MissingSubject, AVariableWithAMisspeltNameIsDoubtful) {
  Bench bench;
  bench.write("cat.toml",
              "name = \"cat\"\n[inputs.choices]\na = [\"x\"]\n[subject]\nrun = [\"echo\", \"{a}\"]\n"
              "inherit = [\"PATH_OF_ENGIN\"]\n[[oracles]]\nno_crash = true\n");
  const std::vector<std::string> command{smallscope_program, "run",        "cat.toml", "--store",
                                         "c.sqlite",         "--progress", "none"};
  EXPECT_EQ(bench.run(command).err, "") << "what nobody has set may be left to its default";
  std::filesystem::remove(bench / "c.sqlite");
  const Ended ended = bench.run(command, {.environment = {{"PATH_OF_ENGINE", "/engine"}}});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.err, HasSubstr("warning: subject.inherit[0]: PATH_OF_ENGIN is not set in the environment"));
}

TEST(MissingSubject, AWorkerThatIsNone) {
  Bench bench;
  std::string text = text_of(bench / bench.specification("worker.toml"));
  text.replace(text.find("[\"" + python), text.find("]", text.find("worker = ")) + 1 - text.find("[\"" + python),
               "[\"/bin/echo\", \"hello\"]");
  bench.write("none.toml", text);
  expect_error(bench.run({smallscope_program, "run", "none.toml"}), 3,
               AllOf(HasSubstr("/bin/echo"), HasSubstr("first line"), HasSubstr("hello")));
}

TEST(GarbageOfAWorker, CostsOneVerdictAndTheStatus) {
  Bench bench;
  bench.specification("worker.toml");
  bench.specification("worker.py");
  const Ended ended = bench.run({smallscope_program, "run", "worker.toml", "--store", "w.sqlite", "--jobs", "2"},
                                {.environment = {{"GARBAGE", "5"}}});
  EXPECT_EQ(ended.status, 3) << ::testing::PrintToString(ended);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("trouble    1 input could not be judged (infrastructure)"), HasSubstr("what?"),
                               HasSubstr("3 failing")));
  EXPECT_THAT(ended.err, HasSubstr("trouble    #5 could not be judged (infrastructure): ")) << "as soon as it is known";
  const results::Store store = results::Store::inspect(bench / "w.sqlite");
  EXPECT_EQ(store.account().executed, 12u);
  for (results::Ordinal number = 0; number < 12; ++number)
    EXPECT_EQ(store.verdict(0, number), number == 5       ? results::Verdict::infrastructure
                                        : number % 4 == 3 ? results::Verdict::crashed
                                                          : results::Verdict::pass)
        << number;
}

}  // namespace
}  // namespace smallscope::command_line
