// SPDX-License-Identifier: Apache-2.0
// A store keeps its specification: what only reads needs no file beside it, and nothing executes what a store says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include <sqlite3.h>

#include "command_line_process.hpp"
#include "command_line_programs.hpp"
#include "older_formats.hpp"

namespace smallscope::command_line {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::vector<std::vector<std::string>> readers{
    {"clusters", "m.sqlite", "--representatives", "2"},
    {"clusters", "m.sqlite", "--json", "--budget", "3"},
    {"clusters", "m.sqlite", "--why", "C1", "C2"},
    {"explain", "m.sqlite"},
    {"explain", "m.sqlite", "--json", "--single-changes"},
    {"explain", "m.sqlite", "--verdict", "discarded"},
    {"compare", "m.sqlite", "m.sqlite"},
    {"export", "m.sqlite", "--format", "markdown"},
    {"export", "m.sqlite", "--format", "sarif"},
    {"diagnose", "m.sqlite"},
    {"evaluate", "clustering", "m.sqlite", "--faults", "faults.toml"},
};

/// With "--from mixed.toml" read as the word FILE, which stands in place of a file that nobody named, and without
/// widths of lines of that file, which is not read then.
std::string without_name(std::string text) {
  text = std::regex_replace(text, std::regex("\"endColumn\":[0-9]+"), "");
  for (std::size_t at = 0; (at = text.find("--from mixed.toml", at)) != std::string::npos;)
    text.replace(at, 17, "--from FILE");
  return text;
}

void run_mixed(Bench& bench) {
  bench.specification("mixed.toml");
  bench.write("faults.toml", "[[faults]]\nname = \"all\"\ncampaign = \"check/mixed\"\nrules = [{ message = \".\" }]\n");
  EXPECT_EQ(bench.run({smallscope_program, "run", "mixed.toml", "--store", "m.sqlite"}).status, 1);
}

TEST(KeptSpecificationOfAStore, IsReadAsWellAsItsFile) {
  Bench bench;
  run_mixed(bench);
  std::vector<std::string> named;
  for (std::vector<std::string> command : readers) {
    command.insert(command.begin(), smallscope_program);
    command.insert(command.end(), {"--from", "mixed.toml"});
    const Ended ended = bench.run(command);
    EXPECT_THAT(ended.err, Not(HasSubstr("by messages")));
    named.push_back(without_name(ended.out));
  }
  fs::remove(bench / "mixed.toml");
  for (std::size_t i = 0; i < readers.size(); ++i) {
    SCOPED_TRACE(testing::PrintToString(readers[i]));
    std::vector<std::string> command = readers[i];
    command.insert(command.begin(), smallscope_program);
    const Ended ended = bench.run(command);
    EXPECT_THAT(ended.err, Not(HasSubstr("by messages")));
    EXPECT_EQ(without_name(ended.out), named[i]);
  }
  EXPECT_EQ(bench.run({smallscope_program, "report", "m.sqlite", "-o", "page.html"}).status, 0);
  EXPECT_THAT(text_of(bench / "page.html"), HasSubstr("fails exactly when"));
}

TEST(KeptSpecificationOfAStore, IsNotExecuted) {
  Bench bench;
  run_mixed(bench);
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"replay", "m.sqlite", "7"},
                                             {"recheck", "m.sqlite"},
                                             {"verify", "m.sqlite", "--sample", "1"},
                                             {"explain", "m.sqlite", "--confirm"},
                                             {"bugreport", "m.sqlite", "--cluster", "C1", "-o", "bug"}}) {
    std::vector<std::string> words{smallscope_program};
    words.insert(words.end(), command.begin(), command.end());
    expect_error(bench.run(words), 2, AllOf(HasSubstr("--from FILE"), HasSubstr("mixed.toml")));
  }
}

/// Puts another text in the place of the kept specification, as whoever forges a store can.
void forge(const fs::path& store, const std::string& json) {
  results::samples::make_older(store, 4);  // which has no checksums
  sqlite3* opened = nullptr;
  ASSERT_EQ(sqlite3_open(store.c_str(), &opened), SQLITE_OK);
  sqlite3_stmt* change = nullptr;
  ASSERT_EQ(sqlite3_prepare_v2(opened, "UPDATE manifest SET value=? WHERE key='specification'", -1, &change, nullptr),
            SQLITE_OK);
  sqlite3_bind_text(change, 1, json.c_str(), -1, SQLITE_TRANSIENT);
  EXPECT_EQ(sqlite3_step(change), SQLITE_DONE);
  EXPECT_EQ(sqlite3_changes(opened), 1);
  sqlite3_finalize(change);
  sqlite3_close(opened);
}

TEST(KeptSpecificationOfAStore, ThatIsOfNoUseIsSaidAndLeftOut) {
  for (const auto& [json, reason] :
       {std::pair(R"([["a.toml","name = \"check/mixed\"\n"]])", "a.toml:1: the table [inputs] is missing"),
        std::pair(R"([["a.toml","\u001b[31m"]])", "a.toml:1: not valid TOML")}) {
    Bench bench;
    run_mixed(bench);
    forge(bench / "m.sqlite", json);
    const Ended ended = bench.run({smallscope_program, "clusters", "m.sqlite"});
    EXPECT_THAT(ended.err, AllOf(HasSubstr("note: the specification that m.sqlite keeps cannot be used"),
                                 HasSubstr(reason), HasSubstr("--from FILE"), Not(HasSubstr("\x1b"))));
    EXPECT_THAT(ended.out, HasSubstr("clusters by messages, not by causes"));
    EXPECT_THAT(bench.run({smallscope_program, "clusters", "m.sqlite", "--from", "mixed.toml"}).out,
                HasSubstr("clusters by causes"));
  }
}

/// The specification was changed since: ordinals of the store are those of other inputs, or of none.
TEST(KeptSpecificationOfAStore, IsOfUseWhereTheFileHasAnotherSpace) {
  Bench bench;
  run_mixed(bench);
  std::string text = text_of(bench / "mixed.toml");
  text.replace(text.find("[0, 19]"), 7, "[0, 12]");
  bench.write("mixed.toml", text);
  const Ended other = bench.run({smallscope_program, "clusters", "m.sqlite", "--from", "mixed.toml"});
  EXPECT_THAT(other.out,
              AllOf(HasSubstr("by messages, not by causes: the campaign's space has changed"), HasSubstr("\nC1 ")))
      << other.err;
  EXPECT_THAT(bench.run({smallscope_program, "clusters", "m.sqlite"}).out, HasSubstr("clusters by causes"));
}

/// Its subject, its oracles and what it includes say what its maker liked; a reader's machine does not care.
TEST(KeptSpecificationOfAStore, DoesNothingThatItsMakerLikes) {
  Bench bench;
  run_mixed(bench);
  const std::string started = (bench / "started").string();
  forge(bench / "m.sqlite",
        R"([["a.toml","name = \"check/mixed\"\n[inputs]\nfile = \"i\"\ntemplate = \"{{a}}\"\n[inputs.choices]\n)"
        R"(a = [\"1\", \"2\"]\n[subject]\nrun = [\"touch\", \")" +
            started + R"(\"]\nversion = [\"touch\", \")" + started +
            R"(\"]\n[[oracles]]\nname = \"o\"\n[oracles.command]\nrun = [\"touch\", \")" + started + R"(\"]\n"]])");
  for (std::vector<std::string> command : readers) {
    command.insert(command.begin(), smallscope_program);
    bench.run(command);
  }
  const Ended ended = bench.run({smallscope_program, "clusters", "m.sqlite"});
  EXPECT_THAT(
      ended.out + ended.err,
      HasSubstr("clusters by messages, not by causes: the campaign's space has changed since the store was made"));
  EXPECT_FALSE(fs::exists(started));
}

}  // namespace
}  // namespace smallscope::command_line
