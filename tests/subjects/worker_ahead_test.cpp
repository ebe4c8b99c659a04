// SPDX-License-Identifier: Apache-2.0
// Requests that are sent ahead: a worker may get its next input while the reply to the last is still read and judged.
// Nothing that is observed may depend on that.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <random>
#include <thread>

#include "misbehaving_worker.hpp"
#include "processes.hpp"

namespace smallscope::subjects {
namespace {

using testing::ElementsAre;

/// What an observation says, but for its time.
std::string told(const Observation& observation) {
  return to_json(observation) + observation.standard_output + "|" + observation.standard_error;
}

Input noting(const std::filesystem::path& file) {
  Input input = doing("note");
  input.parameters.push_back({"file", file.string()});
  return input;
}

using Ahead = Worker;

/// Answers until the worker is at `next` before it is asked for that. Ahead of a caller that is slow, as this one may
/// be on a busy machine, nothing is sent: then once more.
void answer_until_ahead(Session& session, const Input& next, const std::filesystem::path& trace) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    std::filesystem::remove(trace);
    session.announce(next);
    ASSERT_EQ(session.observe(doing("answer"), {}).ending, Ending::completed);
    for (int wait = 0; wait < 100; ++wait) {
      if (std::filesystem::exists(trace)) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ASSERT_EQ(session.observe(doing("answer"), {}).ending, Ending::completed) << "gives up what may be ahead";
    ASSERT_EQ(session.observe(doing("answer"), {}).ending, Ending::completed);
  }
  FAIL() << "nothing was ever sent ahead";
}

TEST_F(Ahead, TheNextInputIsBegunBeforeItIsAskedFor) {
  const auto session = open();
  const auto trace = directory_.path() / "trace";
  answer_until_ahead(*session, noting(trace), trace);
  std::filesystem::remove(trace);
  EXPECT_EQ(session->observe(noting(trace), {}).ending, Ending::completed);
  EXPECT_FALSE(std::filesystem::exists(trace)) << "executed once more";
}

TEST_F(Ahead, NothingIsSentAheadOfACallerThatTakesItsTime) {
  const auto session = open();
  const auto trace = directory_.path() / "trace";
  EXPECT_EQ(session->observe(doing("answer"), {}).ending, Ending::completed);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  session->announce(noting(trace));
  EXPECT_EQ(session->observe(doing("answer"), {}).ending, Ending::completed);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(std::filesystem::exists(trace));
  EXPECT_EQ(session->observe(noting(trace), {}).ending, Ending::completed);
  EXPECT_TRUE(std::filesystem::exists(trace));
}

TEST_F(Ahead, WhatWasBegunInVainIsGivenUp) {
  const auto session = open();
  const auto trace = directory_.path() / "trace";
  answer_until_ahead(*session, noting(trace), trace);
  EXPECT_EQ(output(session->observe(doing("count"), {}), "count"), "1") << "a fresh worker";
  EXPECT_EQ(output(session->observe(doing("count"), {}), "count"), "2");
}

/// The misbehaving worker's hanging deed, which makes a file when it has started a process.
struct Hanging {
  explicit Hanging(const TemporaryDirectory& directory) : trace(directory.path() / "hanging") {
    input.parameters.push_back({"file", trace.string()});
    input.parameters.push_back({"mark", mark});
  }
  std::size_t survivors() const {
    EXPECT_TRUE(std::filesystem::exists(trace));
    return processes_with(mark).size();
  }
  std::filesystem::path trace;
  std::string mark = fresh_mark();
  Input input = doing("hang");
};

TEST_F(Ahead, NothingSurvivesASessionThatEndsAhead) {
  const Hanging hanging(directory_);
  {
    const auto session = open();
    answer_until_ahead(*session, hanging.input, hanging.trace);
  }
  EXPECT_EQ(hanging.survivors(), 0);
}

TEST_F(Ahead, RenewingGivesUpWhatIsAhead) {
  const Hanging hanging(directory_);
  const auto session = open();
  answer_until_ahead(*session, hanging.input, hanging.trace);
  session->renew();
  EXPECT_EQ(hanging.survivors(), 0);
  EXPECT_EQ(output(session->observe(doing("count"), {}), "count"), "1");
}

TEST_F(Ahead, AStopEndsWhatIsAhead) {
  const Hanging hanging(directory_);
  const auto session = open();
  answer_until_ahead(*session, hanging.input, hanging.trace);
  std::stop_source stop;
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.request_stop();
  });
  EXPECT_EQ(session->observe(hanging.input, stop.get_token()).ending, Ending::cancelled);
  stopper.join();
  EXPECT_EQ(hanging.survivors(), 0);
  EXPECT_EQ(session->observe(doing("answer"), {}).ending, Ending::completed);
}

TEST_F(Ahead, TheTimeLimitCountsFromTheCall) {
  WorkerOptions options;
  options.limits.time = std::chrono::seconds(2);
  const Hanging hanging(directory_);
  const auto session = open(options);
  answer_until_ahead(*session, hanging.input, hanging.trace);
  const Observation observation = session->observe(hanging.input, {});
  EXPECT_EQ(observation.ending, Ending::timed_out);
  EXPECT_THAT(observation.messages, ElementsAre("no answer within 2 s"));
  EXPECT_GE(observation.seconds, 2) << "counts from when it was sent";
  EXPECT_EQ(hanging.survivors(), 0);
}

TEST_F(Ahead, NothingIsSentAheadToAWorkerThatIsToBeReplaced) {
  WorkerOptions options;
  options.recycle_after = 3;
  const auto session = open(options);
  std::string counts;
  for (int i = 0; i < 7; ++i) {
    session->announce(doing("count"));
    counts += output(session->observe(doing("count"), {}), "count");
  }
  EXPECT_EQ(counts, "1231231");
}

TEST_F(Ahead, LargeRequestsArriveWhole) {
  const auto session = open({{std::chrono::seconds(60), 0, 8u << 20}});
  std::vector<Input> inputs;
  for (const char letter : {'a', 'b', 'c', 'd'})
    inputs.push_back({{{"f", std::string(1u << 20, letter)}}, {{"do", "repeat"}}, ""});
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (i + 1 < inputs.size()) session->announce(inputs[i + 1]);
    EXPECT_EQ(output(session->observe(inputs[i], {}), "file"), inputs[i].files.front().text);
  }
}

TEST_F(Ahead, AnAnnouncedNameThatIsNotUtf8IsLostWhenItsTurnComes) {
  const auto session = open();
  const Input bad{{{"\xff", ""}}, {}, ""};
  session->announce(bad);
  EXPECT_EQ(session->observe(doing("answer"), {}).ending, Ending::completed);
  EXPECT_EQ(session->observe(bad, {}).ending, Ending::lost);
  EXPECT_EQ(session->observe(doing("answer"), {}).ending, Ending::completed);
}

TEST_F(Ahead, RandomConversationsTellTheSameWithAndWithout) {
  const std::vector<std::string> deeds{"answer", "count",      "refused",  "crashed",         "lost",
                                       "odd",    "garbage",    "wrong id", "bad base64",      "two lines",
                                       "exit",   "no newline", "killed",   "answer and exit", "abort"};
  std::mt19937 random(1);
  const auto one_of = [&](std::size_t size) { return std::uniform_int_distribution<std::size_t>(0, size - 1)(random); };
  std::vector<Input> conversation;
  for (int i = 0; i < 400; ++i) {
    const std::size_t deed = one_of(3) == 0 ? one_of(deeds.size()) : one_of(3);
    conversation.push_back(doing(deeds[deed]));
  }
  // Its own identity and process tell nothing of the subject.
  const auto plain = [&](Session& session, const Input& input) {
    Observation observation = session.observe(input, {});
    std::erase_if(observation.outputs, [](const NamedText& text) { return text.name == "pid"; });
    std::erase_if(observation.messages, [](const std::string& text) { return text.find(" id ") != std::string::npos; });
    return told(observation);
  };
  std::vector<std::string> expected;
  const auto without = open();
  for (const Input& input : conversation) expected.push_back(plain(*without, input));
  const TemporaryDirectory other;
  const auto with = worker(python(misbehaving_worker))->open(other.path());
  for (std::size_t i = 0; i < conversation.size(); ++i) {
    if (i + 1 < conversation.size()) with->announce(conversation[i + 1]);
    EXPECT_EQ(plain(*with, conversation[i]), expected[i])
        << "request " << i << ", " << conversation[i].parameters[0].text;
  }
}

}  // namespace
}  // namespace smallscope::subjects
