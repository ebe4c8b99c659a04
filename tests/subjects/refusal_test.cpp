// SPDX-License-Identifier: Apache-2.0
// How a command says that it declines an input: by its exit status, by what it prints, or by both.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <smallscope/subjects/command.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "files.hpp"
#include "shell.hpp"

namespace smallscope::subjects {
namespace {

using testing::ElementsAre;

/// A script whose sign of a refusal is `sign`.
Observation observed(const std::string& script, const RefusalSign& sign) {
  const TemporaryDirectory directory;
  return commands({shell(script)}, {}, {}, {}, sign)->open(directory.path())->observe({}, {});
}

Ending ending_of(const std::string& script, const RefusalSign& sign) { return observed(script, sign).ending; }

TEST(RefusalOfACommand, IsAnExitStatus) {
  const RefusalSign sign{{2, 3}};
  const Observation refused = observed("echo cannot >&2; echo '  rename v  ' >&2; echo out; exit 3", sign);
  EXPECT_EQ(refused.ending, Ending::refused);
  EXPECT_EQ(refused.exit_status, 3);
  EXPECT_EQ(refused.standard_output, "out\n");
  EXPECT_THAT(refused.messages, ElementsAre("cannot", "  rename v"));
  EXPECT_THAT(observed("echo out; exit 2", sign).messages, ElementsAre("out"));
  EXPECT_THAT(observed("exit 2", sign).messages, ElementsAre("exit status 2"));
  EXPECT_EQ(ending_of("exit 1", sign), Ending::completed);
  EXPECT_EQ(ending_of("exit 0", sign), Ending::completed);
  EXPECT_EQ(ending_of("kill -SEGV $$", sign), Ending::crashed);
  EXPECT_EQ(observed("exit 1", sign).messages, std::vector<std::string>());
}

TEST(RefusalOfACommand, IsWhatItPrints) {
  const RefusalSign sign{{}, {"cannot", "would 'hide'"}};
  EXPECT_EQ(ending_of("echo this cannot be >&2; exit 7", sign), Ending::refused);
  EXPECT_EQ(ending_of("echo \"it would 'hide' x\"; exit 7", sign), Ending::refused);
  EXPECT_EQ(ending_of("echo something else; exit 7", sign), Ending::completed);
  EXPECT_EQ(ending_of("echo this cannot be", sign), Ending::completed) << "with 0, it succeeds";
}

TEST(RefusalOfACommand, IsBothIfBothAreGiven) {
  const RefusalSign sign{{0, 2}, {"cannot"}};
  EXPECT_EQ(ending_of("echo this cannot be", sign), Ending::refused);
  EXPECT_EQ(ending_of("echo this cannot be; exit 2", sign), Ending::refused);
  EXPECT_EQ(ending_of("echo this cannot be; exit 1", sign), Ending::completed);
  EXPECT_EQ(ending_of("echo done", sign), Ending::completed);
  EXPECT_EQ(ending_of("exit 4", RefusalSign{}), Ending::refused) << "any but 0";
  EXPECT_EQ(ending_of("exit 0", RefusalSign{}), Ending::completed);
}

TEST(RefusalOfACommand, IsThatOfWhicheverStep) {
  const TemporaryDirectory directory;
  const auto session =
      commands({shell("exit {first}"), shell("exit {second}")}, {}, {}, {}, RefusalSign{{2}})->open(directory.path());
  const auto ending = [&](const char* first, const char* second) {
    return session->observe({{}, {{"first", first}, {"second", second}}, ""}, {}).ending;
  };
  EXPECT_EQ(ending("2", "0"), Ending::refused);
  EXPECT_EQ(ending("0", "2"), Ending::refused);
  EXPECT_EQ(ending("1", "2"), Ending::completed);
}

TEST(RefusalOfACommand, KnowsTheDirectoryOfTheTestByNoName) {
  EXPECT_THAT(observed("echo {scratch}/main.go: no >&2; exit 2", {{2}}).messages, ElementsAre("main.go: no"));
}

TEST(RefusalOfACommand, IsPartOfWhatItIs) {
  const auto described = [](std::optional<RefusalSign> sign) {
    return commands({shell("true")}, {}, {}, {}, std::move(sign))->describe();
  };
  EXPECT_EQ(described({}), commands({shell("true")})->describe()) << "stores of before stay valid";
  EXPECT_NE(described({}), described(RefusalSign{}));
  EXPECT_NE(described(RefusalSign{{2}}), described(RefusalSign{{3}}));
  EXPECT_NE(described(RefusalSign{{2}}), described(RefusalSign{{2}, {"no"}}));
  EXPECT_EQ(described(RefusalSign{{2}, {"no"}}), described(RefusalSign{{2}, {"no"}}));
}

TEST(RefusalOfACommand, CannotBeWhatAnyInputMayShow) {
  for (const RefusalSign& wrong :
       {RefusalSign{{0}}, RefusalSign{{256}}, RefusalSign{{-1}}, RefusalSign{{2}, {""}}, RefusalSign{{2}, {"a\nb"}}})
    EXPECT_THROW(commands({shell("true")}, {}, {}, {}, wrong), std::invalid_argument);
}

}  // namespace
}  // namespace smallscope::subjects
