// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <sstream>
#include <thread>

#include "misbehaving_worker.hpp"
#include "processes.hpp"

namespace smallscope::subjects {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Optional;

TEST_F(Worker, AnswersAreObservations) {
  const auto session = open();
  EXPECT_EQ(session->version(), "test 1");
  const Observation observation = session->observe(doing("answer"), {});
  EXPECT_EQ(observation.ending, Ending::completed);
  EXPECT_THAT(observation.messages, ElementsAre("m"));
  EXPECT_THAT(observation.outputs, ElementsAre(NamedText{"z", "1"}, NamedText{"a", "2"}));
  EXPECT_EQ(observation.standard_output, "so");
  EXPECT_NE(observation.seconds, 0);
}

TEST_F(Worker, OutcomesAreEndings) {
  EXPECT_EQ(observe("refused").ending, Ending::refused);
  EXPECT_EQ(observe("crashed").ending, Ending::crashed);
  const Observation lost = observe("lost");
  EXPECT_EQ(lost.ending, Ending::lost);
  EXPECT_THAT(lost.messages, ElementsAre("because"));
}

TEST_F(Worker, WhatItSaysDoesNotDependOnWhereItsDirectoryIs) {
  const Observation observation = observe("say where");
  EXPECT_THAT(observation.messages, ElementsAre("at ."));
  EXPECT_THAT(observation.outputs, ElementsAre(NamedText{"file", "request/input.py"}));
}

TEST_F(Worker, RequestsHoldWhatTheInputHolds) {
  const auto session = open();
  Input input = {{{"b.py", "two\nlines \"q\" \\ \x01"}, {"a.py", "é"}}, {{"do", "echo"}}, "typed"};
  EXPECT_EQ(output(session->observe(input, {}), "request"),
            R"({"id": 1, "input": "b.py", "files": {"b.py": "two\nlines \"q\" \\ \u0001", "a.py": "\u00e9"}, )"
            R"("parameters": {"do": "echo"}, "standard_input": "typed"})");
  EXPECT_EQ(output(session->observe(doing("echo"), {}), "request"), R"({"id": 2, "parameters": {"do": "echo"}})");
}

TEST_F(Worker, TextThatIsNotUtf8TravelsInBase64) {
  const auto session = open();
  const Observation observation = session->observe({{{"f", "\xff\xfe"}}, {{"do", "repeat"}}, ""}, {});
  EXPECT_EQ(output(observation, "file"), "\xff\xfe");
  EXPECT_EQ(output(observation, "raw"), "\xff\xfe");
  const Observation lost = session->observe({{{"\xff", ""}}, {}, ""}, {});
  EXPECT_EQ(lost.ending, Ending::lost);
  EXPECT_THAT(lost.messages, ElementsAre(HasSubstr("not UTF-8")));
}

TEST_F(Worker, GarbageIsLostWithItsFirst200Characters) {
  const Observation observation = observe("garbage");
  EXPECT_EQ(observation.ending, Ending::lost);
  EXPECT_THAT(
      observation.messages,
      ElementsAre("the worker's reply is not a JSON object in UTF-8: \"Traceback: " + std::string(189, 'x') + "\"..."));
  EXPECT_EQ(observation.standard_error, "printed before\n");
}

TEST_F(Worker, RepliesThatBreakTheProtocolAreLost) {
  const auto message = [&](const char* deed) {
    const Observation observation = observe(deed);
    EXPECT_EQ(observation.ending, Ending::lost) << deed;
    return observation.messages.at(0);
  };
  EXPECT_THAT(message("wrong id"), HasSubstr("has the id 2 instead of 1"));
  EXPECT_THAT(message("deep id"), HasSubstr("has the id [...] instead of 1"));
  for (const char* deed : {"nul", "half a mark", "half a pair"})
    EXPECT_THAT(message(deed), HasSubstr("not a JSON object in UTF-8")) << deed;
  EXPECT_THAT(message("two objects"), HasSubstr("not a JSON object in UTF-8"));
  EXPECT_THAT(message("odd"), HasSubstr("outcome \"odd\"; the outcomes are"));
  EXPECT_THAT(message("wrong type"), HasSubstr("\"outputs\" that are not an object"));
  EXPECT_THAT(message("bad base64"), HasSubstr("neither a string nor"));
  EXPECT_THAT(message("bad utf-8"), HasSubstr("not a JSON object in UTF-8"));
  EXPECT_THAT(message("two lines"), HasSubstr("several lines"));
  EXPECT_THAT(message("close"), HasSubstr("closed its replies"));
}

TEST_F(Worker, AnOutputThatIsNullIsAbsent) {
  const Observation observation = observe("report null");
  EXPECT_THAT(observation.outputs, ElementsAre(NamedText{"there", ""}));
  EXPECT_THAT(observation.absent, ElementsAre("not there"));
  EXPECT_THAT(to_json(observation), HasSubstr("\"absent\":[\"not there\"]"));
}

TEST_F(Worker, StreamsAreObservedWhenTheyAreReported) {
  EXPECT_TRUE(observe("answer").streams);
  EXPECT_FALSE(observe("count").streams);
}

TEST_F(Worker, EscapedPairsAreOneCharacter) { EXPECT_THAT(observe("emoji").messages, ElementsAre("\U0001f600")); }

TEST_F(Worker, UnknownMembersAreIgnored) { EXPECT_EQ(observe("unknown members").ending, Ending::completed); }

TEST_F(Worker, AWorkerThatDiesHasCrashed) {
  const Observation exited = observe("exit");
  EXPECT_EQ(exited.ending, Ending::crashed);
  EXPECT_EQ(exited.exit_status, 3);
  EXPECT_THAT(exited.messages, ElementsAre("the worker exited with status 3 during the request"));
  EXPECT_EQ(exited.standard_error, "last words\n");

  const Observation segfault = observe("segfault");
  EXPECT_EQ(segfault.ending, Ending::crashed);
  EXPECT_EQ(segfault.signal, SIGSEGV);
  EXPECT_THAT(segfault.messages, ElementsAre("the worker was killed by SIGSEGV"));
  EXPECT_EQ(observe("abort").signal, SIGABRT);
  EXPECT_EQ(observe("no newline").ending, Ending::crashed);
}

TEST_F(Worker, WhatOthersMayHaveEndedIsExecutedOnceMoreInAnother) {
  const std::string file = (directory_.path() / "noted").string();
  const auto session = open();
  session->observe(doing("answer"), {});
  const Input once{{}, {{"do", "terminated once"}, {"file", file}}, ""};
  session->announce(doing("count"));
  const Observation observation = session->observe(once, {});
  EXPECT_EQ(observation.ending, Ending::completed);
  EXPECT_EQ(output(observation, "count"), "1");
  EXPECT_EQ(output(session->observe(doing("count"), {}), "count"), "2");

  std::filesystem::remove(file);
  const Observation always = session->observe({{}, {{"do", "terminated"}, {"file", file}}, ""}, {});
  EXPECT_EQ(always.ending, Ending::crashed);
  EXPECT_THAT(always.messages, ElementsAre("the worker was killed by SIGTERM"));
  EXPECT_EQ(std::filesystem::file_size(file), 2u);
  EXPECT_EQ(session->observe(doing("answer"), {}).ending, Ending::completed);
}

TEST_F(Worker, DeathByTheKernelOrForMemoryIsLost) {
  const Observation killed = observe("killed");
  EXPECT_EQ(killed.ending, Ending::lost);
  EXPECT_THAT(killed.messages, ElementsAre(HasSubstr("killed by SIGKILL, not by this runner")));

  WorkerOptions options;
  options.limits.memory_bytes = 1u << 30;
  const Observation memory = observe("out of memory", options);
  EXPECT_EQ(memory.ending, Ending::lost);
  EXPECT_THAT(memory.messages, ElementsAre("the worker exited with status 1 during the request, out of memory; the "
                                           "limit is 1024 MiB of addresses a process: raise `memory_limit`"));
  try {
    open(options, {"greedy"});
    ADD_FAILURE() << "started with 8 GiB";
  } catch (const SubjectUnavailable& unavailable) {
    EXPECT_THAT(unavailable.what(), HasSubstr("out of memory; the limit is 1024 MiB"));
  }
}

TEST_F(Worker, AWorkerThatEndsBetweenRequestsCostsNothing) {
  const auto session = open();
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(session->observe(doing("answer and exit"), {}).ending, Ending::completed);
  }
}

TEST_F(Worker, HangingIsTimedOutAndNothingSurvives) {
  WorkerOptions options;
  options.limits.time = std::chrono::seconds(3);
  const std::string mark = fresh_mark();
  Input input = doing("hang");
  input.parameters.push_back({"mark", mark});
  std::size_t seen = 0;
  std::jthread watcher([&](std::stop_token stop) {
    while (!stop.stop_requested() && seen == 0) seen = processes_with(mark).size();
  });
  const Observation observation = open(options)->observe(input, {});
  watcher = {};
  EXPECT_GT(seen, 0u) << "nothing was left behind";
  EXPECT_EQ(observation.ending, Ending::timed_out);
  EXPECT_THAT(observation.messages, ElementsAre("no answer within 3 s"));
  EXPECT_THAT(processes_with(mark), testing::IsEmpty());
}

TEST_F(Worker, WhatItPrintsNeverBlocksIt) {
  const auto session = open();
  for (int i = 0; i < 5; ++i) EXPECT_EQ(session->observe(doing("print"), {}).ending, Ending::completed);
}

TEST_F(Worker, AFloodIsACrash) {
  WorkerOptions options;
  options.limits.output_bytes = 10'000;
  const Observation observation = observe("flood", options);
  EXPECT_EQ(observation.ending, Ending::crashed);
  EXPECT_THAT(observation.messages, ElementsAre("the worker printed more than 640000 bytes"));
  EXPECT_LE(observation.standard_output.size(), 10'000u);
}

TEST_F(Worker, RepliesAreBounded) {
  WorkerOptions options;
  options.limits.output_bytes = 200'000;
  const auto session = open(options);
  Input input = doing("long");
  input.parameters.push_back({"size", "150000"});
  EXPECT_EQ(output(session->observe(input, {}), "after").size(), 150'000u);
  input.parameters[1].text = "50000000";
  const Observation observation = session->observe(input, {});
  EXPECT_EQ(observation.ending, Ending::crashed);
  EXPECT_THAT(observation.messages, ElementsAre("the worker's reply has more than 200000 bytes"));
  EXPECT_EQ(session->observe(doing("answer"), {}).ending, Ending::completed);
}

TEST_F(Worker, LargeRequestsArrive) {
  const auto session = open({{std::chrono::seconds(60), 0, 8u << 20}});
  const std::string large(3u << 20, 'x');
  EXPECT_EQ(output(session->observe({{{"f", large}}, {{"do", "repeat"}}, ""}, {}), "file"), large);
}

TEST_F(Worker, StateLivesUntilItIsRenewedOrRecycled) {
  WorkerOptions options;
  options.recycle_after = 3;
  const auto session = open(options);
  std::string counts;
  for (int i = 0; i < 7; ++i) counts += output(session->observe(doing("count"), {}), "count");
  EXPECT_EQ(counts, "1231231");
  session->renew();
  EXPECT_EQ(output(session->observe(doing("count"), {}), "count"), "1");
}

TEST_F(Worker, AWorkerThatCannotStartIsUnavailable) {
  const auto message = [&](const char* start) {
    try {
      WorkerOptions options;
      if (std::string_view(start) == "silent") options.start = std::chrono::milliseconds(1000);
      open(options, {start});
    } catch (const SubjectUnavailable& unavailable) {
      return std::string(unavailable.what());
    }
    return std::string("(available)");
  };
  EXPECT_THAT(message("garbage"), HasSubstr("wrote a line that is not a JSON object"));
  EXPECT_THAT(message("garbage"), HasSubstr("it answered: \"Welcome!\""));
  EXPECT_THAT(message("garbage"), HasSubstr("docs/worker-protocol.md"));
  EXPECT_THAT(message("exit"), HasSubstr("exited with status 1"));
  EXPECT_THAT(message("exit"), HasSubstr("no licence"));
  EXPECT_THAT(message("silent"), HasSubstr("no answer within 1 s"));
  EXPECT_THAT(message("other protocol"), HasSubstr("does not have the protocol"));
  EXPECT_THAT(message("other version"), HasSubstr("speaks version 2 of the protocol; this runner speaks version 1"));
  EXPECT_THAT(message("nameless"), HasSubstr("has no \"subject\""));
  EXPECT_THAT(message("odd outputs"), HasSubstr("has \"outputs\" that are not an array of names"));
  EXPECT_THROW(worker({{"no-such-worker"}, {}, {}})->open(directory_.path()), SubjectUnavailable);
  EXPECT_THROW(worker({{"cat", "{unknown}"}, {}, {}})->open(directory_.path()), SubjectUnavailable);
  EXPECT_THROW(worker({}), std::invalid_argument);
}

TEST_F(Worker, OutputsAreKnownBeforeTheFirstRequestIfTheyAreDeclared) {
  EXPECT_EQ(open({}, {"well"})->declared_outputs(), std::nullopt);
  EXPECT_THAT(open({}, {"declaring"})->declared_outputs(), Optional(ElementsAre("after", "\xff")));
}

TEST_F(Worker, AWorkerThatCannotStartAgainIsLost) {
  const auto session = open({}, {"once", (directory_.path() / "mark").string()});
  EXPECT_EQ(session->observe(doing("exit"), {}).ending, Ending::crashed);
  const Observation observation = session->observe(doing("answer"), {});
  EXPECT_EQ(observation.ending, Ending::lost);
  EXPECT_THAT(observation.messages, ElementsAre(HasSubstr("only once")));
  std::filesystem::remove(directory_.path() / "mark");
  EXPECT_EQ(session->observe(doing("answer"), {}).ending, Ending::completed);
}

TEST_F(Worker, AWorkerThatComesBackAsAnotherVersionIsLost) {
  const auto session = open({}, {"changing", (directory_.path() / "starts").string()});
  session->renew();
  const Observation observation = session->observe(doing("answer"), {});
  EXPECT_EQ(observation.ending, Ending::lost);
  EXPECT_THAT(observation.messages,
              ElementsAre(HasSubstr("said that it is \"test 1\", having been \"test 0\" before")));
}

TEST_F(Worker, StoppingCancelsAtOnceAndTheSessionGoesOn) {
  const auto session = open();
  std::stop_source stop;
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stop.request_stop();
  });
  const Observation observation = session->observe(doing("hang"), stop.get_token());
  stopper.join();
  EXPECT_EQ(observation.ending, Ending::cancelled);
  EXPECT_EQ(session->observe(doing("answer"), stop.get_token()).ending, Ending::cancelled);
  EXPECT_EQ(session->observe(doing("answer"), {}).ending, Ending::completed);
}

TEST_F(Worker, SessionsInParallelKeepTheirWorkers) {
  std::vector<std::thread> lanes;
  std::atomic<int> completed = 0;
  for (int lane = 0; lane < 3; ++lane) {
    lanes.emplace_back([&completed] {
      const TemporaryDirectory directory;
      const auto session = worker(python(misbehaving_worker))->open(directory.path());
      for (int i = 0; i < 20; ++i) {
        session->observe(doing(i % 10 == 5 ? "exit" : "answer"), {});
        completed += session->observe(doing("answer"), {}).ending == Ending::completed;
      }
    });
  }
  for (std::thread& lane : lanes) lane.join();
  EXPECT_EQ(completed, 60);
}

TEST_F(Worker, TheDescriptionTellsWorkersApart) {
  EXPECT_EQ(worker(python("a"))->describe(), worker(python("a"))->describe());
  EXPECT_NE(worker(python("a"))->describe(), worker(python("b"))->describe());
  WorkerOptions options;
  options.recycle_after = 1;
  EXPECT_FALSE(worker(python("a"), options)->persistent());
  EXPECT_TRUE(worker(python("a"))->persistent());
}

TEST_F(Worker, TheReferenceWorkerHoldsTheConversationOfTheDocument) {
  const auto session =
      worker(python(SMALLSCOPE_SOURCE_DIR "/examples/reference-worker/worker.py"))->open(directory_.path());
  EXPECT_EQ(session->version(), "rename 1.0");
  const auto rename = [&](std::string program, std::string name) {
    return session->observe({{{"input.py", std::move(program)}}, {{"old", "f"}, {"new", std::move(name)}}, ""}, {});
  };
  const Observation renamed = rename("f = 1\nprint(f)\n", "g");
  EXPECT_EQ(renamed.ending, Ending::completed);
  EXPECT_THAT(renamed.outputs,
              ElementsAre(NamedText{"compile errors before", ""}, NamedText{"after", "g = 1\nprint(g)\n"},
                          NamedText{"compile errors after", ""}));
  const Observation refused = rename("f = 1\n", "1");
  EXPECT_EQ(refused.ending, Ending::refused);
  EXPECT_THAT(refused.messages, ElementsAre("'1' is not an identifier"));
  EXPECT_EQ(output(rename("f = = 1\n", "g"), "compile errors before"), "SyntaxError: invalid syntax (input, line 1)");
  EXPECT_EQ(output(rename("f = 1 # \xff\n", "g"), "compile errors before").substr(0, 12), "UnicodeEncod");
  EXPECT_THAT(rename("if 1:\n  f\n f\n", "g").messages, ElementsAre());
}

}  // namespace
}  // namespace smallscope::subjects
