// SPDX-License-Identifier: Apache-2.0
// A store is data: what it says of programs is never started, and one process at a time writes it.
#include <sqlite3.h>

#include <sys/stat.h>
#include <algorithm>

#include <csignal>

#include "command_line_programs.hpp"
#include "older_formats.hpp"

namespace smallscope::command_line {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Sets what the store says of who made it; quotes are not escaped. Who forges a store can forge its checksums, or make
/// it one of a format without.
void forge(const fs::path& store, const std::string& program) {
  results::samples::make_older(store, 4);  // which has no checksums
  sqlite3* opened = nullptr;
  ASSERT_EQ(sqlite3_open(store.c_str(), &opened), SQLITE_OK);
  const std::string change = "UPDATE manifest SET value='" + program + "' WHERE key='program'";
  EXPECT_EQ(sqlite3_exec(opened, change.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(opened);
  sqlite3_close(opened);
}

/// A program that leaves a trace where it is started.
std::string trap(const Bench& bench) {
  bench.write("trap.sh", "#!/bin/sh\ntouch " + (bench / "started").string() + "\n");
  fs::permissions(bench / "trap.sh", fs::perms(0755));
  return (bench / "trap.sh").string();
}

TEST(CommandLineTrust, NoProgramThatAStoreNamesIsStarted) {
  Bench bench;
  const std::string program = trap(bench);
  bench.run({campaigns, "run", "merged", "--store", "s.sqlite", "--ladder"});
  forge(bench / "s.sqlite", "[\"" + program + "\", \"\\u001b[31m\"]");
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"replay", "s.sqlite", "5"}, {"unmerge", "s.sqlite", "0"}, {"unmerge", "s.sqlite", "0", "--again"}}) {
    std::vector<std::string> other{smallscope_program}, own{campaigns};
    for (auto* whole : {&other, &own}) whole->insert(whole->end(), command.begin(), command.end());
    expect_error(bench.run(other), 2,
                 AllOf(HasSubstr("the campaign `merged`"), HasSubstr("--from FILE"), HasSubstr(program),
                       Not(HasSubstr("\x1b"))));
    EXPECT_EQ(bench.run(own).status, 1) << "the campaign is this program's";
  }
  for (const std::string command : {"clusters", "export"}) bench.run({smallscope_program, command, "s.sqlite"});
  bench.run({smallscope_program, "evaluate", "orders", "s.sqlite"});
  bench.run({smallscope_program, "evaluate", "fase2009", "s.sqlite"});
  EXPECT_FALSE(fs::exists(bench / "started"));
}

TEST(CommandLineTrust, NoSpecificationThatAStoreNamesIsLoaded) {
  Bench bench;
  const std::string program = trap(bench);
  bench.specification("mixed.toml");
  bench.run({smallscope_program, "run", "mixed.toml", "--store", "m.sqlite"});
  std::string text = text_of(bench / "mixed.toml");
  text.replace(text.find("\"sh\""), 4, "\"" + program + "\"");
  bench.write("forged.toml", text);
  forge(bench / "m.sqlite", "[\"/usr/bin/smallscope\", \"" + (bench / "forged.toml").string() + "\"]");
  expect_error(bench.run({smallscope_program, "replay", "m.sqlite", "7"}), 2,
               AllOf(HasSubstr("--from FILE"), HasSubstr("forged.toml")));
  EXPECT_FALSE(fs::exists(bench / "started"));
  EXPECT_EQ(bench.run({smallscope_program, "replay", "m.sqlite", "7", "--from", "mixed.toml"}).status, 1);
  EXPECT_FALSE(fs::exists(bench / "started"));
  // Not even by what is printed to be pasted.
  EXPECT_THAT(
      bench.run({smallscope_program, "clusters", "m.sqlite", "--representatives", "1"}).out,
      AllOf(HasSubstr("again: " + smallscope_program + " replay m.sqlite --from FILE 1\n"), Not(HasSubstr("forged"))));
  bench.run({smallscope_program, "run", "mixed.toml", "--store", "m.sqlite", "--resume"});
  bench.run({smallscope_program, "replay", "m.sqlite", "7", "--from", "forged.toml"});
  EXPECT_TRUE(fs::exists(bench / "started")) << "the user has named it";
}

TEST(CommandLineTrust, AnotherProgramIsStartedWhenItIsNamed) {
  Bench bench;
  bench.run({relative_path, "run", "relative-path", "--order", "dense", "--max-tests", "10", "--store", "r.sqlite"});
  for (const std::vector<std::string>& from :
       std::vector<std::vector<std::string>>{{"--from", relative_path}, {"--from=" + relative_path}}) {
    std::vector<std::string> command{smallscope_program, "replay"};
    command.insert(command.end(), from.begin(), from.end());
    command.insert(command.end(), {"r.sqlite", "0"});
    const Ended ended = bench.run(command);
    EXPECT_EQ(ended.status, 1) << ::testing::PrintToString(ended);
    EXPECT_THAT(ended.out, HasSubstr("verdict: fail, as recorded\n"));
  }
  EXPECT_EQ(bench.run({relative_path, "replay", "r.sqlite", "0", "--from", relative_path}).status, 1);
  fs::create_symlink(relative_path, bench / "here");
  EXPECT_EQ(bench.run({smallscope_program, "replay", "r.sqlite", "0", "--from", "here"}).status, 1);
  expect_error(bench.run({smallscope_program, "replay", "r.sqlite", "0", "--from", "nowhere"}), 3,
               AllOf(HasSubstr("--from: nowhere cannot be started"), HasSubstr("No such file")));
  expect_error(bench.run({smallscope_program, "replay", "r.sqlite", "0", "--from", campaigns}), 2,
               HasSubstr("not one of this program's"));
  bench.specification("mixed.toml");
  expect_error(bench.run({smallscope_program, "replay", "r.sqlite", "0", "--from", "mixed.toml"}), 2,
               AllOf(HasSubstr("its campaign is `check/mixed`"), HasSubstr("`relative-path`")));
}

/// What is printed to be pasted is pasted, in a directory whose name a shell would take apart.
TEST(CommandLineTrust, PrintedCommandsWorkAsPasted) {
  Bench bench;
  fs::create_directory(bench / "it's mine");
  bench.specification("mixed.toml");
  fs::rename(bench / "mixed.toml", bench / "it's mine/mixed.toml");
  const Ended ran = bench.run(
      {smallscope_program, "run", "it's mine/mixed.toml", "--store", "it's mine/m.sqlite", "--representatives", "1"});
  int pasted = 0;
  for (const std::string& line : lines_of(ran.out + ran.err)) {
    const std::size_t at = line.find("again: ");
    if (at == std::string::npos) continue;
    ++pasted;
    EXPECT_THAT(bench.run({"/bin/sh", "-c", line.substr(at + 7)}).out, HasSubstr("as recorded")) << line;
  }
  EXPECT_EQ(pasted, 2);
  const std::vector<std::string> lines = lines_of(ran.out);
  const std::string next = lines.at(lines.size() - 2);  // and one more way to go on
  ASSERT_EQ(next.rfind("next: ", 0), 0u);
  EXPECT_THAT(bench.run({"/bin/sh", "-c", next.substr(6)}).out, HasSubstr("20  deed is `fail`\n"));
  const auto all =
      std::ranges::find_if(lines, [](const std::string& line) { return line.starts_with("all 3 clusters: "); });
  ASSERT_NE(all, lines.end());
  const std::string shown = bench.run({"/bin/sh", "-c", all->substr(16)}).out;
  const std::string again = lines_of(shown).back();
  EXPECT_THAT(bench.run({"/bin/sh", "-c", again.substr(again.find("again: ") + 7)}).out, HasSubstr("as recorded"));
}

/// 200,000 inputs in process: far from the end when the second comes.
TEST(CommandLineWriters, TheSecondIsRefused) {
  Bench bench;
  const auto run = [](const std::string& store, const std::string& more = "") {
    std::vector<std::string> command{campaigns, "run", "many", "--jobs", "1", "--progress", "none"};
    if (!store.empty()) command.insert(command.end(), {"--store", store});
    if (!more.empty()) command.push_back(more);
    return command;
  };
  for (const std::string named : {"s.sqlite", ""}) {
    const std::string store = named.empty() ? "runs/many.sqlite" : named;
    Child first = bench.start(run(named), {.environment = {{"SMALLSCOPE_TEST_SLOWLY", "1"}}});
    ASSERT_TRUE(first.wait_until(
        [&] { return fs::exists(bench / store) && results::Store::inspect(bench / store).account().executed > 0; }));
    for (const std::string more : {"--resume", "--overwrite", ""}) {
      if (more.empty() && !named.empty()) continue;  // there it is in the way, whether it is written or not
      expect_error(
          bench.run(run(named, more)), 3,
          AllOf(HasSubstr(store), HasSubstr("process "), HasSubstr("is writing it; wait until that has ended")));
    }
    EXPECT_EQ(bench.run({campaigns, "clusters", store}).status, 0) << "readers are welcome";
    EXPECT_EQ(bench.run({campaigns, "export", store}).status, 0);
    EXPECT_FALSE(fs::exists(bench / "runs/many.previous.sqlite"));
    first.send(SIGINT);
    EXPECT_EQ(first.wait().status, 130) << "it was not done";
    const results::Store left = results::Store::inspect(bench / store);
    EXPECT_EQ(left.passes().front().executed, left.passes().front().done);
    EXPECT_FALSE(left.account().complete);
  }
  const Ended last = bench.run(run("s.sqlite", "--resume"));
  EXPECT_EQ(last.status, 0) << ::testing::PrintToString(last);
  EXPECT_EQ(results::Store::inspect(bench / "s.sqlite").passes().front().executed, 200'000u);
}

}  // namespace
}  // namespace smallscope::command_line
