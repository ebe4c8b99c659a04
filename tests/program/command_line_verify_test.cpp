// SPDX-License-Identifier: Apache-2.0
// verify: stores that are whole, stores that are not, and samples that are executed again. What other commands do with
// a store that is not what was written.
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

class Verify : public testing::Test {
 protected:
  void SetUp() override {
    bench.specification("mixed.toml");
    ASSERT_EQ(bench.run({smallscope_program, "run", "mixed.toml", "--store", "m.sqlite"}).status, 1);
  }
  Ended verify(const std::vector<std::string>& options = {}) {
    std::vector<std::string> command{smallscope_program, "verify", "m.sqlite"};
    command.insert(command.end(), options.begin(), options.end());
    return bench.run(command);
  }
  /// Changes a byte of the file where this text is.
  void damage(const std::string& text) {
    std::string bytes = text_of(bench / "m.sqlite");
    const std::size_t at = bytes.find(text);
    ASSERT_NE(at, std::string::npos);
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    bench.write("m.sqlite", bytes);
  }
  Bench bench;
};

TEST_F(Verify, AWholeStore) {
  const std::string before = text_of(bench / "m.sqlite");
  const Ended ended = verify();
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  const std::string certificate = results::Store::inspect(bench / "m.sqlite").certificate();
  EXPECT_THAT(ended.out, AllOf(HasSubstr("pages        sound\n"), HasSubstr("rows are what was written"),
                               HasSubstr(certificate + ", as when the run was complete"),
                               HasSubstr("whole: m.sqlite\n"), Not(HasSubstr("sample"))));
  EXPECT_EQ(text_of(bench / "m.sqlite"), before);
  EXPECT_EQ(bench.run({smallscope_program, "verify", "none.sqlite"}).status, 2);
}

TEST_F(Verify, OneBitOfAMessageIsFoundByEveryCommand) {
  damage("number 7 is bad");
  const Ended ended = verify();
  EXPECT_EQ(ended.status, 3);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("damage       content: cases with id 0 to 1023"),
                               HasSubstr("damaged: m.sqlite; use a copy"), Not(HasSubstr("whole"))));
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"clusters", "m.sqlite"},
           {"clusters", "m.sqlite", "--json"},
           {"explain", "m.sqlite", "--from", "mixed.toml"},
           {"replay", "m.sqlite", "7", "--from", "mixed.toml"},
           {"recheck", "m.sqlite", "--from", "mixed.toml"},
           {"compare", "m.sqlite", "m.sqlite"},
           {"export", "m.sqlite"},
           {"report", "m.sqlite", "-o", "page.html"},
           {"evaluate", "orders", "m.sqlite"},
           {"run", "mixed.toml", "--store", "m.sqlite", "--resume"},
           {"run", "mixed.toml", "--store", "n.sqlite", "--failed-first", "m.sqlite"}}) {
    SCOPED_TRACE(testing::PrintToString(command));
    std::vector<std::string> whole{smallscope_program};
    whole.insert(whole.end(), command.begin(), command.end());
    expect_error(bench.run(whole), 3, AllOf(HasSubstr("m.sqlite: the file is damaged"), HasSubstr("cases with id")));
  }
  EXPECT_FALSE(std::filesystem::exists(bench / "page.html"));
  EXPECT_EQ(bench.run({smallscope_program, "run", "mixed.toml", "--store", "m.sqlite", "--overwrite"}).status, 1);
  EXPECT_EQ(verify().status, 0);
}

TEST_F(Verify, ASampleThatIsAsRecorded) {
  const Ended ended = verify({"--sample", "12", "--from", "mixed.toml"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("sample       12 inputs executed again: 12 as recorded, 0 different\n"));
  EXPECT_EQ(verify({"--sample", "12", "--from", "mixed.toml"}).out, ended.out);
  EXPECT_THAT(verify({"--sample", "1000", "--from", "mixed.toml"}).out, HasSubstr("120 inputs executed again: 120 as"));
  EXPECT_EQ(verify({"--sample", "1000", "--from", "mixed.toml", "--jobs", "1"}).out,
            verify({"--sample", "1000", "--from", "mixed.toml", "--jobs", "7"}).out);
  expect_error(verify({"--sample", "2", "--from", "mixed.toml", "--budget", "soon"}), 2, HasSubstr("`soon`"));
  expect_error(verify({"--budget", "1s"}), 2, HasSubstr("give --sample N as well"));
  const Ended stopped = verify({"--sample", "12", "--from", "mixed.toml", "--budget", "0s"});
  EXPECT_EQ(stopped.status, 3);
  EXPECT_THAT(stopped.out, HasSubstr("stopped at the end of --budget; 0 of 12 inputs executed again"));
  expect_error(verify({"--sample", "1"}), 2, HasSubstr("--from FILE"));
}

TEST_F(Verify, ASampleThatDiffersNamesTheInputs) {
  std::string text = text_of(bench / "mixed.toml");
  const std::string message = "is bad";
  text.replace(text.find(message), message.size(), "is wrong");
  bench.write("mixed.toml", text);
  const Ended ended = verify({"--sample", "1000", "--from", "mixed.toml"});
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("100 as recorded, 20 different"),
                               HasSubstr("different    #1: recorded as fail, v1-"), HasSubstr("whole: m.sqlite")));
  EXPECT_THAT(ended.err, HasSubstr("has changed since m.sqlite was made"));
}

TEST_F(Verify, AStoreThatIsNotComplete) {
  bench.run({smallscope_program, "run", "mixed.toml", "--store", "p.sqlite", "--max-tests", "30"});
  const Ended ended = bench.run({smallscope_program, "verify", "p.sqlite", "--sample", "5", "--from", "mixed.toml"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("certificate  none"), HasSubstr("5 inputs executed again: 5 as recorded")));
  bench.run({smallscope_program, "run", "mixed.toml", "--store", "p.sqlite", "--resume"});
  EXPECT_THAT(bench.run({smallscope_program, "verify", "p.sqlite"}).out,
              HasSubstr(results::Store::inspect(bench / "m.sqlite").certificate()));
}

}  // namespace
}  // namespace smallscope::command_line
