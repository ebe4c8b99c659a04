// SPDX-License-Identifier: Apache-2.0
// bugreport on the command line: what the folder holds, when it is refused, and that its script is tried.
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Bugreport : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(bench.run({campaigns, "run", "planted", "--store", "s.sqlite"}).status, 1);
    bench.write("again.sh", "grep -c '\"too big\"' bug.json\necho \"$GREETING\"\nexit 1\n");
  }
  Ended report(const std::vector<std::string>& arguments, const std::string& script = "again.sh") {
    std::vector<std::string> command{campaigns, "bugreport", "s.sqlite"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    Setting setting;
    if (!script.empty()) setting.environment["SMALLSCOPE_TEST_SCRIPT"] = (bench / script).string();
    return bench.run(command, setting);
  }
  Bench bench;
};

TEST_F(Bugreport, IsAFolderThatNeedsNothingElse) {
  const Ended ended = report({"--cluster", "C1", "-o", "bugs/too-big"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("bugs/too-big/README.md: C1, 12 failing; the smallest is #"));
  const std::string text = text_of(bench / "bugs/too-big/README.md");
  EXPECT_THAT(text,
              AllOf(HasSubstr("# planted: `right: too big`"), HasSubstr("```sh\nsh again.sh\n```"),
                    HasSubstr("```text\n1\ngood day\n```"), HasSubstr("git bisect run sh DIR/again.sh"),
                    HasSubstr("kind is one of `b`, `d <e>` and size is at least 7"),
                    HasSubstr("Nothing smaller in the space fails like this"), Not(HasSubstr(bench.directory()))));
  const Json facts = parsed(text_of(bench / "bugs/too-big/bug.json"));
  EXPECT_EQ(facts["judgements"][0]["messages"][0], "too big");
  EXPECT_EQ(facts["campaign"], "planted");
  EXPECT_NE(fs::status(bench / "bugs/too-big/again.sh").permissions() & fs::perms::owner_exec, fs::perms::none);
  // The same again, from the same store.
  ASSERT_EQ(report({"--cluster", "C1", "-o", "again"}).status, 0);
  EXPECT_EQ(text_of(bench / "again/README.md"), text);
}

TEST_F(Bugreport, TheInputIsTheLeastOfItsCluster) {
  ASSERT_EQ(report({"--cluster", "C1", "-o", "bug"}).status, 0);
  const results::Ordinal ordinal = parsed(text_of(bench / "bug/bug.json"))["ordinal"];
  const results::Store store = results::Store::inspect(bench / "s.sqlite");
  const auto size_of = [](const results::Case& failing) {
    std::size_t size = failing.input.standard_input.size();
    for (const auto* texts : {&failing.input.files, &failing.input.parameters})
      for (const auto& text : *texts) size += text.text.size();
    return std::pair(size, failing.ordinal);
  };
  const auto chosen = size_of(*store.find_case(0, ordinal));
  int members = 0;
  store.for_each_case([&](const results::Case& failing) {
    if (failing.judgements.front().messages.front() != "too big") return true;
    ++members;
    EXPECT_GE(size_of(failing), chosen);
    return true;
  });
  EXPECT_EQ(members, 12);
}

TEST_F(Bugreport, AScriptThatDoesNotShowTheBugIsReported) {
  bench.write("again.sh", "echo nothing to see\nexit 0\n");
  const Ended ended = report({"--cluster", "C1", "-o", "bug"});
  EXPECT_EQ(ended.status, 3);
  EXPECT_THAT(ended.err, HasSubstr("again.sh does not show the bug (status 0): nothing to see"));
}

TEST_F(Bugreport, WithoutAScriptThereIsTheCommandOfSmallscope) {
  EXPECT_EQ(report({"--cluster", "C2", "-o", "bug"}, "").status, 0);
  EXPECT_THAT(text_of(bench / "bug/README.md"), AllOf(HasSubstr(" replay STORE "), Not(HasSubstr("In this folder"))));
}

TEST_F(Bugreport, WhatIsRefused) {
  expect_error(report({"--cluster", "C9", "-o", "bug"}), 2, HasSubstr("the store has no such cluster"));
  EXPECT_FALSE(fs::exists(bench / "bug"));
  expect_error(report({"--cluster", "C1", "-o", "again.sh"}), 2, HasSubstr("is not an empty directory"));
  bench.run({campaigns, "run", "merged", "--merge-level", "1", "--unmerge", "none", "--store", "m.sqlite"});
  expect_error(bench.run({campaigns, "bugreport", "m.sqlite", "--cluster", "C1", "-o", "bug"}), 2,
               HasSubstr("only merged inputs are known to fail like this"));
}

TEST(CommandLineBugreport, OfASpecification) {
  Bench bench;
  bench.write("subject.sh", "case $1 in 3) echo three;; esac\n");
  bench.write("digits.toml",
              "name = \"check/digits\"\n[inputs.choices]\ndigit = { range = [0, 4] }\n"
              "[subject]\nrun = [\"sh\", \"{here}/subject.sh\", \"{digit}\"]\n[[oracles]]\nexpected_output = \"\"\n");
  ASSERT_EQ(bench.run({smallscope_program, "run", "digits.toml", "--store", "s.sqlite"}).status, 1);
  const auto report = [&](const std::string& directory) {
    return bench.run(
        {smallscope_program, "bugreport", "s.sqlite", "--cluster", "C1", "-o", directory, "--from", "digits.toml"});
  };
  ASSERT_EQ(report("first").status, 0);
  EXPECT_THAT(text_of(bench / "first/README.md"),
              AllOf(HasSubstr("```sh\nsh reproduce.sh\n```"), HasSubstr(" replay STORE --from digits.toml 3\n")));
  // A specification names its script.
  bench.write("look.sh", "echo expected nothing, saw three\nexit 1\n");
  bench.write("digits.toml", text_of(bench / "digits.toml") +
                                 "[reproduce]\nscript = \"look.sh\"\nnote = \"A digit is an argument.\"\n");
  ASSERT_EQ(report("second").status, 0);
  EXPECT_THAT(text_of(bench / "second/README.md"),
              AllOf(HasSubstr("A digit is an argument."), HasSubstr("```sh\nsh look.sh\n```"),
                    HasSubstr("expected nothing, saw three")));
  // And files that it needs.
  const std::string specified = text_of(bench / "digits.toml");
  const auto with_files = [&](const std::string& files) {
    bench.write("digits.toml", specified + "files = " + files + "\n");
  };
  bench.write("look.sh", ". ./client.sh\n");
  bench.write("client.sh", "echo the client saw three\nexit 1\n");
  with_files("[\"client.sh\"]");
  ASSERT_EQ(report("third").status, 0);
  EXPECT_THAT(text_of(bench / "third/README.md"), HasSubstr("the client saw three"));
  EXPECT_EQ(text_of(bench / "third/client.sh"), text_of(bench / "client.sh"));
  with_files("[\"client.sh\", \"clinet.sh\"]");
  expect_error(report("fourth"), 2, HasSubstr("`reproduce.files[1]` names clinet.sh, which is no file"));
  for (const std::string name : {"bug.json", "README.md", "look.sh"}) {
    if (name != "look.sh") bench.write(name, "mine");
    with_files("[\"" + name + "\"]");
    expect_error(report("fifth"), 2, HasSubstr("which has another file " + name + "; rename one of them"));
  }
  bench.write("digits.toml", specified);
  bench.write("subject.sh", "exit 0\n");
  const Ended ended = report("bug");
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err,
              AllOf(HasSubstr("its smallest input, #3, does not fail like this any more"),
                    HasSubstr("`recheck s.sqlite --cluster C1`"), HasSubstr("stored: unversioned subject.sh@")));
}

}  // namespace
}  // namespace smallscope::command_line
