// SPDX-License-Identifier: Apache-2.0
// The spectra that diagnose ranks: which clusters of a store they are of, and files of them for other tools.
#include <filesystem>
#include <set>

#include "covered/coverage_bench.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::HasSubstr;
using StoredSpectra = CoverageBench;

const std::string table =
    "#tests\nT1 FAILED\nT2 FAILED\nT3 FAILED\nT4 PASSED\n\n#uuts\na.c:f:1\na.c:f:2 | 0\na.c:g:9\n\n"
    "#matrix\n0 1 1 1\n1 1 2 1\n0 1 2 1\n0 1 2 1\n";

TEST(CommandLineSpectra, ListsTheMembersOfAGroupOnce) {
  Bench bench;
  bench.write("g.mhs2", "6 2\n1 1 0 1 1 1 x\n0 0 1 0 0 0 .\n");
  const Json json = parsed(bench.run({smallscope_program, "diagnose", "g.mhs2", "--json"}).out)["spectra"][0];
  ASSERT_EQ(json["ranking"].size(), 6u);
  EXPECT_EQ(json["group_members"].size(), 2u);
  for (const Json& each : json["ranking"]) {
    const Json& members = json["group_members"][std::to_string(each["group"].get<int>())];
    EXPECT_NE(std::ranges::find(members, each["element"]), members.end()) << each;
    EXPECT_EQ(members.size(), each["element"] == 2 ? 1u : 5u) << each;
  }
}

TEST(CommandLineSpectra, WritesWhatItRanks) {
  Bench bench;
  bench.write("t.tcm", table);
  const auto write = [&](const std::string& file, const std::vector<std::string>& more = {}) {
    std::vector<std::string> command{smallscope_program, "diagnose", "t.tcm", "--write", file};
    command.insert(command.end(), more.begin(), more.end());
    return bench.run(command);
  };
  const std::string ranked = bench.run({smallscope_program, "diagnose", "t.tcm"}).out;
  for (const char* format : {"compact", "tcm", "bgu"}) {
    const std::string target = std::string("written.") + format;
    EXPECT_EQ(write(target, {"--format", format}).status, 0) << format;
    EXPECT_EQ(bench.run({smallscope_program, "diagnose", target}).out, ranked) << format;
  }
  EXPECT_EQ(write("folded", {"--fold", "functions"}).status, 0);
  EXPECT_THAT(bench.run({smallscope_program, "diagnose", "folded"}).out, HasSubstr("2 elements in 2 ambiguity groups"));
  EXPECT_THAT(write("written.tcm").err, HasSubstr("--write written.tcm: it is there already; name another file"));
  EXPECT_THAT(write("new", {"--format", "siemens"}).err, HasSubstr("--format: "));
  const Ended alone = bench.run({smallscope_program, "diagnose", "t.tcm", "--format", "tcm"});
  EXPECT_THAT(alone.err, HasSubstr("--format requires --write"));
  bench.write("two.tcm", table);
  const Ended several =
      bench.run({smallscope_program, "diagnose", "t.tcm", "two.tcm", "--write", "both", "--format", "mhs2"});
  EXPECT_EQ(several.status, 2);
  EXPECT_THAT(several.err, HasSubstr("--format mhs2: it holds one spectrum, and there are 2; choose one"));
  EXPECT_FALSE(std::filesystem::exists(bench / "both"));
}

TEST_F(StoredSpectra, OfAStoreIsWrittenForOtherTools) {
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage"}).status, 1);
  const Ended written = diagnose({"s.sqlite", "--cluster", "C1", "--write", "c1.tcm", "--format", "tcm"});
  ASSERT_EQ(written.status, 0) << written.err;
  const auto scores = [](const Ended& ended) {
    std::multiset<double> found;
    const Json json = parsed(ended.out);
    for (const Json& each : json["spectra"][0]["ranking"]) found.insert(each["score"].get<double>());
    return found;
  };
  const auto of_file = scores(diagnose({"c1.tcm", "--json", "--top", "1000"}));
  EXPECT_GT(of_file.size(), 5u);
  EXPECT_EQ(of_file, scores(diagnose({"s.sqlite", "--cluster", "C1", "--json", "--top", "1000"})));
  EXPECT_THAT(text_of(bench_ / "c1.tcm"), testing::ContainsRegex("input-[0-9]+ FAILED"));
  EXPECT_THAT(diagnose({"s.sqlite", "--write", "all"}).status, 0);
  EXPECT_THAT(diagnose({"all"}).out, HasSubstr("C1 v"));
}

TEST_F(StoredSpectra, ClustersAreThoseThatAreWanted) {
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage"}).status, 1);
  const Ended by_messages = diagnose({"s.sqlite", "--cluster", "C1", "--by", "message"});
  EXPECT_EQ(by_messages.err, "");
  EXPECT_THAT(by_messages.out, HasSubstr("C1  v1-"));
  EXPECT_THAT(diagnose({"s.sqlite", "--cluster", "C1"}).err, "");
  make_too_long_to_keep(bench_ / "calculator.toml");
  ASSERT_EQ(run({"--store", "unkept.sqlite", "--coverage"}).status, 1);
  EXPECT_THAT(diagnose({"unkept.sqlite", "--cluster", "C1"}).err,
              HasSubstr("note: clusters are by messages, so that an id such as C1 may be another one than in a run"));
  EXPECT_THAT(diagnose({"s.sqlite", "--cluster", "C1", "--from", "calculator.toml"}).err, "");
  EXPECT_THAT(diagnose({"s.sqlite", "--by", "nothing"}).err, HasSubstr("--by"));
}

/// clang notes sums of the texts that it compiles.
TEST_F(StoredSpectra, LinesOfAnotherTextAreNotShown) {
  namespace fs = std::filesystem;
  const fs::path folder = bench_.directory();
  const std::string clang = "cd " + folder.string() +
                            "/made && clang -g -gdwarf-5 -O0 -fsanitize-coverage=bb,no-prune,inline-bool-flag,pc-table "
                            "-c calculator.c && clang -o ../calculator calculator.o " SMALLSCOPE_COVERAGE_RUNTIME;
  if (std::system("clang --version >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "NOT TESTED: there is no clang here; install the Debian package clang";
  fs::create_directory(folder / "made");
  fs::rename(folder / "calculator.c", folder / "made/calculator.c");
  ASSERT_EQ(std::system(clang.c_str()), 0);
  bench_.write("calculator.c", "int another;\n");
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage"}).status, 1);
  const Ended found = diagnose({"s.sqlite", "--cluster", "C1", "--by", "message"});
  EXPECT_THAT(found.out, HasSubstr("return a + b;")) << "that of the folder in which it was compiled";
  EXPECT_EQ(found.err, "");

  bench_.write("made/calculator.c", std::string("// A line before.\n") + calculator);
  const Ended changed = diagnose({"s.sqlite", "--cluster", "C1", "--by", "message"});
  EXPECT_THAT(changed.out, testing::AllOf(HasSubstr("calculator.c:8"), Not(HasSubstr("return a + b;")),
                                          Not(HasSubstr("if (b < 0)"))));
  EXPECT_THAT(changed.err, HasSubstr("calculator.c has another text than what was compiled, so lines of it are not"));
  const auto page = [&](const std::vector<std::string>& more) {
    std::vector<std::string> command{smallscope_program, "report", "s.sqlite", "-o", "p.html"};
    command.insert(command.end(), more.begin(), more.end());
    const Ended ended = bench_.run(command);
    EXPECT_EQ(ended.status, 0) << ended.err;
    return text_of(bench_ / "p.html");
  };
  EXPECT_THAT(page({}), HasSubstr("The source of calculator.c was not found"));
  fs::create_directory(folder / "kept");
  bench_.write("kept/calculator.c", calculator);
  EXPECT_THAT(page({"--source", "kept"}), HasSubstr("<td>    return a + b;</td>"));
  EXPECT_THAT(diagnose({"s.sqlite", "--cluster", "C1", "--by", "message", "--source", "kept"}).out,
              HasSubstr("return a + b;"));
}

}  // namespace
}  // namespace smallscope::command_line
