// SPDX-License-Identifier: Apache-2.0
// The directory of a command's test: whatever a test does to it, the next one has its own, and nothing leads out of it.
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "files.hpp"
#include "shell.hpp"

namespace smallscope::subjects {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
namespace fs = std::filesystem;

/// A directory that is no business of any test, with a file.
class Elsewhere {
 public:
  Elsewhere() {
    std::filesystem::create_directories(directory_.path() / "test" / "deep");
    std::ofstream(directory_.path() / "test" / "precious") << "precious\n";
  }
  std::string path() const { return directory_.path().string(); }
  void expect_untouched() const {
    EXPECT_TRUE(std::filesystem::exists(directory_.path() / "test" / "precious"));
    EXPECT_TRUE(std::filesystem::exists(directory_.path() / "test" / "deep"));
  }

 private:
  TemporaryDirectory directory_;
};

TEST(OwnDirectory, IsNotInWhatACommandSays) {
  const TemporaryDirectory directory;
  fs::create_directories(directory.path() / "real");
  fs::create_directory_symlink(directory.path() / "real", directory.path() / "link");
  Command command = shell(
      "echo \"$1:3: error at '$1'; file://$1 -I$2/ -L$2 ($2) $2.\" >&2; echo \"$2-other $2/.. $2/.x $2/*\"; pwd -P;"
      "printf '%s\\0' \"$2\" > binary; echo \"$2\" > text");
  for (const char* argument : {"name", "{input}", "{scratch}"}) command.arguments.push_back(argument);
  const auto subject = commands({command}, {}, {"binary", "text"});
  const std::string scratch = (directory.path() / "link/lane/test").string();
  const Observation observation =
      subject->open(directory.path() / "link/lane")->observe({{{"main.c", ""}}, {}, ""}, {});
  EXPECT_EQ(observation.standard_error, "main.c:3: error at 'main.c'; file://main.c -I./ -L. (.) ..\n");
  EXPECT_EQ(observation.standard_output, scratch + "-other .. .x ./*\n.\n");
  EXPECT_THAT(observation.outputs, ElementsAre(NamedText{"binary", scratch + '\0'}, NamedText{"text", ".\n"}));
}

TEST(OwnDirectory, IsNotInPathsThatACommandShortens) {
  const TemporaryDirectory directory;
  for (const std::string lane : {"lane-3", "lane-.3", "lane...3"}) {
    Command command = shell(
        "for length in 1 2 3 4 9 20; do\n"
        "  echo \"...$(printf %s \"$1\" | tail -c $((length + 12))):3: error at \u2026$(printf %s \"$2\" | tail -c "
        "$((length + 5)))\"\n"
        "done; echo '.../test/a ...test/a ...4/test/a ...t/a' \"...${{2#????}}-other\"");
    for (const char* argument : {"name", "{input}", "{scratch}"}) command.arguments.push_back(argument);
    const Observation observation =
        commands({command})->open(directory.path() / lane)->observe({{{"main.c", ""}}, {}, ""}, {});
    std::string expected;
    for (int i = 0; i < 6; ++i) expected += "main.c:3: error at .\n";
    EXPECT_EQ(observation.standard_output, expected + "a ...test/a ...4/test/a ...t/a ..." +
                                               (directory.path() / lane / "test").string().substr(4) + "-other\n");
  }
}

TEST(OwnDirectory, ALinkInItsPlaceLeadsNowhere) {
  const Elsewhere elsewhere;
  const auto attack = [&](const std::string& script) {
    const TemporaryDirectory root;
    std::filesystem::create_directories(root.path() / "lane");
    const auto session = commands({shell(script)}, {}, {"precious"})->open(root.path() / "lane");
    for (int i = 0; i < 3; ++i) {
      const Observation observation = session->observe({}, {});
      EXPECT_EQ(observation.ending, Ending::completed) << testing::PrintToString(observation.messages);
      EXPECT_EQ(find(observation.outputs, "precious"), nullptr);
    }
  };
  attack("cd .. && rm -rf test && ln -s " + elsewhere.path() + "/test test");
  attack("cd ../.. && rm -rf lane && ln -s " + elsewhere.path() + " lane");
  attack("cd ../.. && mv lane moved-$$ && ln -s " + elsewhere.path() + " lane");
  attack("cd ../.. && rm -rf lane && echo > lane");
  attack("cd ../.. && mv lane moved-$$ && mkdir lane");
  elsewhere.expect_untouched();
}

TEST(OwnDirectory, ALinkInThePlaceOfAllEndsTheTests) {
  const Elsewhere elsewhere;
  const TemporaryDirectory above;
  const auto root = above.path() / "root";
  std::filesystem::create_directories(root / "lane");
  const auto session =
      commands({shell("cd ../../.. && mv root moved && ln -s " + elsewhere.path() + " root")})->open(root / "lane");
  EXPECT_EQ(session->observe({}, {}).ending, Ending::completed);
  const Observation observation = session->observe({}, {});
  EXPECT_EQ(observation.ending, Ending::lost);
  EXPECT_THAT(observation.messages, ElementsAre(HasSubstr("has replaced the directory of all tests")));
  elsewhere.expect_untouched();
}

TEST(OwnDirectory, OutputsAreReadWithinItOnly) {
  const Elsewhere elsewhere;
  const TemporaryDirectory root;
  const auto session = commands({shell("mkdir d; echo inner > d/file; ln -s d/file near; ln -s " + elsewhere.path() +
                                       "/test/precious far; ln -s " + elsewhere.path() +
                                       "/test away; ln -s ../../../../../etc/passwd up")},
                                {}, {"near", "far", "away/precious", "up", "d/file"})
                           ->open(root.path());
  const Observation observation = session->observe({}, {});
  EXPECT_THAT(observation.outputs, ElementsAre(NamedText{"near", "inner\n"}, NamedText{"d/file", "inner\n"}));
}

TEST(OwnDirectory, IsEmptyAtTheStartWhateverTheLastTestDid) {
  const TemporaryDirectory directory;
  const auto subject = commands({{{"/bin/sh", "-c", "ls -A; eval \"$HARM\""}, {{"HARM", "{harm}"}}, {}}});
  const auto victim = subject->open(directory.path());
  for (const char* harm : {
           "touch a .b; mkdir -p c/d; touch c/d/e; ln -s / c/root",
           "rm -rf \"$PWD\"",
           "rm -rf \"$PWD\" && ln -s /tmp \"$PWD\"",
           "rm -rf \"$PWD\" && touch \"$PWD\"",
           "mkdir locked; touch locked/x; chmod 000 locked; chmod 000 .",
           "rm -rf \"$(dirname \"$PWD\")\"",
           "i=0; while [ $i -lt 300 ]; do mkdir -p d/d/d/d && cd -P d/d/d/d; i=$((i+1)); done; touch bottom",
           "mkfifo fifo; touch \"$(printf 'a\\nb\\377')\"",
       }) {
    const Observation observation = victim->observe({{}, {{"harm", harm}}, ""}, {});
    EXPECT_EQ(observation.ending, Ending::completed) << harm;
    const Observation next = victim->observe({{{"only", ""}}, {{"harm", ""}}, ""}, {});
    EXPECT_EQ(next.standard_output, "only\n") << harm;
    EXPECT_EQ(next.ending, Ending::completed) << harm;
  }
}

TEST(OwnDirectory, IsMadeAgainIfItIsGone) {
  const TemporaryDirectory directory;
  const fs::path root = directory.path() / "root";
  const auto session = commands({shell("exit 0")})->open(root / "lane");
  fs::remove_all(root / "lane");
  std::ofstream(root / "lane") << "a file in the way";
  EXPECT_EQ(session->observe({}, {}).ending, Ending::completed);
  fs::remove_all(root);
  std::ofstream(root) << "a file in the way";
  const Observation observation = session->observe({}, {});
  EXPECT_EQ(observation.ending, Ending::lost);
  EXPECT_THAT(observation.messages, ElementsAre(HasSubstr("has replaced the directory of all tests")));
}

}  // namespace
}  // namespace smallscope::subjects
