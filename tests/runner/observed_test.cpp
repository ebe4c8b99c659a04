// SPDX-License-Identifier: Apache-2.0
// Campaigns on processes and workers: what the runner makes of endings, discards, lost workers, and state that leaks.
#include <smallscope/runner/observed.hpp>

#include <filesystem>
#include <mutex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/oracles/executing.hpp>
#include <smallscope/subjects/command.hpp>
#include <smallscope/subjects/worker.hpp>

#include "campaigns.hpp"

namespace smallscope::runner {
namespace {

using oracles::Judgement;
using oracles::Verdict;
using subjects::Input;
using testing::ElementsAre;

/// A shell script on the inputs 0 to 9, given as {n}.
Campaign shell(const std::string& script, std::vector<oracles::OraclePointer> oracles, subjects::Limits limits = {}) {
  return observed(
      "shell", generators::range(0, 9).named("n"),
      [](int n) {
        Input input;
        input.parameters.push_back({"n", std::to_string(n)});
        return input;
      },
      subjects::commands({{.arguments = {"sh", "-c", script, "sh", "{n}"}, .environment = {}, .standard_input = {}}},
                         limits),
      std::move(oracles));
}

Ran run_with_jobs(unsigned jobs, const Campaign& campaign, const RunOptions& options = {}) {
  return run_in_memory(campaign, options, {.jobs = jobs});
}

TEST(Observed, EndingsBecomeVerdicts) {
  const Campaign campaign = shell("case $1 in 3) exit 3;; 4) kill -SEGV $$;; 5) sleep 60;; esac; echo $1",
                                  {oracles::exit_status(0)}, {.time = std::chrono::milliseconds(500)});
  const Ran ran = run_with_jobs(2, campaign);
  EXPECT_EQ(ran.store.verdict(0, 0), Verdict::pass);
  EXPECT_EQ(ran.store.verdict(0, 3), Verdict::fail);
  EXPECT_EQ(ran.store.verdict(0, 4), Verdict::crashed);
  EXPECT_EQ(ran.store.verdict(0, 5), Verdict::timed_out);
  EXPECT_EQ(ran.store.account().failed(), 3u);
  EXPECT_EQ(ran.store.find_case(0, 4)->judgements.front().oracle, "no crash") << "no oracle spoke of the crash";
  EXPECT_EQ(ran.store.find_case(0, 4)->judgements.size(), 1u) << "what else is wrong with the remains says nothing";
  EXPECT_GT(ran.store.find_case(0, 5)->seconds, 0.5);
  const oracles::Tallies tallies = ran.store.tallies(0);
  EXPECT_EQ(tallies.of("exit status").failed(), 1);
  EXPECT_EQ(tallies.of("no crash").failed(), 1) << "what no oracle says has a number, too";
  EXPECT_EQ(tallies.of("no time-out").failed(), 1);
}

TEST(Observed, WhatAnOracleSawIsKeptWithAFailure) {
  using subjects::NamedText;
  const auto reference = oracles::differential({{"other", {{.arguments = {"echo", "{n}"}}}}});
  const Ran ran =
      run_with_jobs(2, shell("case $1 in 3) exit 3;; 4) kill -SEGV $$;; 5) echo 6; exit;; esac; echo $1", {reference}));
  const auto observed = [&](Ordinal ordinal) { return ran.store.find_case(0, ordinal)->observed; };
  EXPECT_THAT(observed(3), ElementsAre(NamedText{"ending", "completed, exit status 3"},
                                       NamedText{"standard output of other", "3\n"}));
  EXPECT_THAT(observed(4),
              ElementsAre(NamedText{"ending", "crashed, signal 11"}, NamedText{"message", "killed by SIGSEGV"},
                          NamedText{"standard output of other", "4\n"}))
      << "though the crash is what is wrong";
  EXPECT_THAT(observed(5),
              ElementsAre(NamedText{"standard output", "6\n"}, NamedText{"standard output of other", "5\n"}));
  EXPECT_EQ(ran.store.account().failed(), 3u);
}

TEST(Observed, RejectedInputsAreDiscardedAndCounted) {
  const auto valid = oracles::predicate(
      "valid", [](const Input&, const subjects::Observation&) { return std::vector<std::string>{}; });
  struct Rejecting : oracles::Oracle {
    const std::string& name() const override {
      static const std::string name = "rejecting";
      return name;
    }
    std::string describe() const override { return "rejecting"; }
    std::unique_ptr<oracles::Judge> open(const std::filesystem::path&) const override {
      struct Odd : oracles::Judge {
        Judgement judge(const Input& input, const subjects::Observation&, std::stop_token) override {
          const bool odd = std::stoi(input.parameters.front().text) % 2 == 1;
          return {"rejecting", odd ? Verdict::discarded : Verdict::pass, {}};
        }
      };
      return std::make_unique<Odd>();
    }
  };
  const Ran ran = run_with_jobs(2, shell("exit $1", {std::make_shared<Rejecting>(), oracles::exit_status(0), valid}));
  EXPECT_EQ(ran.store.account().rejected, 5u);
  EXPECT_EQ(ran.store.account().failed(), 4u);
  EXPECT_EQ(ran.store.verdict(0, 3), Verdict::discarded);
}

TEST(Observed, AMissingProgramIsNoticedBeforeAnythingRuns) {
  const Campaign campaign =
      observed("missing", generators::range(0, 9), [](int) { return Input{}; },
               subjects::worker({.arguments = {"no-such-program-anywhere"}, .environment = {}, .standard_input = {}}),
               {oracles::no_crash()});
  EXPECT_THROW(Engine(campaign, {.jobs = 1}), subjects::SubjectUnavailable);
}

/// The text with its braces doubled: commands read single ones as placeholders.
std::string literal(const std::string& text) {
  std::string result;
  for (const char c : text) result += std::string(c == '{' || c == '}' ? 2 : 1, c);
  return result;
}

/// A worker in Python whose `answer` is an expression over `n` and the list `seen` of earlier requests.
Campaign worker(const std::string& answer) {
  const std::string script = R"(
import json, os, sys
requests = os.fdopen(int(os.environ["SMALLSCOPE_REQUESTS"]), "r", encoding="utf-8")
replies = os.fdopen(int(os.environ["SMALLSCOPE_REPLIES"]), "w", encoding="utf-8")
def say(value): replies.write(json.dumps(value) + "\n"); replies.flush()
requests.readline()
say({"protocol": "smallscope-worker", "version": 1, "subject": "test", "subject_version": "7"})
seen = []
for line in requests:
    request = json.loads(line); n = int(request["parameters"]["n"])
    answer = )" + answer + R"(
    seen.append(n)
    say({"id": request["id"], "outcome": "done", "messages": [], "outputs": {"answer": str(answer)}})
)";
  return observed(
      "worker", generators::range(0, 9).named("n"),
      [](int n) {
        Input input;
        input.parameters.push_back({"n", std::to_string(n)});
        return input;
      },
      subjects::worker(
          {.arguments = {SMALLSCOPE_PYTHON, "-c", literal(script)}, .environment = {}, .standard_input = {}}),
      {oracles::predicate("right",
                          [](const Input&, const subjects::Observation& observation) -> std::vector<std::string> {
                            const std::string* given = subjects::find(observation.outputs, "answer");
                            if (given != nullptr && *given == "True") return {};
                            return {"answered " + (given == nullptr ? "nothing" : *given)};
                          })});
}

TEST(Confirmation, ARealFailureIsConfirmedInAFreshProcess) {
  const Ran ran = run_with_jobs(2, worker("n != 4"));
  EXPECT_EQ(ran.store.verdict(0, 4), Verdict::fail);
  EXPECT_EQ(ran.summary.confirmed, 1u);
  EXPECT_EQ(ran.summary.flaky, 0u);
  ASSERT_EQ(ran.store.attempts(0, 4).size(), 1u);
  EXPECT_EQ(ran.store.attempts(0, 4).front().kind, "confirmation");
}

TEST(Confirmation, AFailureThatNeedsEarlierRequestsIsFlaky) {
  const Ran ran = run_with_jobs(1, worker("len(seen) < 5"));
  EXPECT_EQ(ran.store.account().cases.at(Verdict::flaky), 1u) << "the first of the signature was confirmed";
  EXPECT_EQ(ran.summary.flaky, 1u);
  RunOptions all;
  all.confirmation = Confirmation::all;
  EXPECT_EQ(run_with_jobs(1, worker("len(seen) < 5"), all).store.account().cases.at(Verdict::flaky), 5u);
  RunOptions none;
  none.confirmation = Confirmation::none;
  EXPECT_EQ(run_with_jobs(1, worker("len(seen) < 5"), none).summary.confirmed, 0u);
}

TEST(Confirmation, WhatFailsAgainWithAnotherProcessNumberIsConfirmed) {
  const Campaign campaign = worker("os.getpid() if n == 4 else True");
  EXPECT_EQ(run_with_jobs(1, campaign).store.verdict(0, 4), Verdict::flaky) << "nobody says that the number is nothing";
  RunOptions options;
  options.signature = [](const results::Case& failing) {
    std::string text = failing.judgements.front().messages.front();
    std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
    return text;
  };
  const Ran ran = run_with_jobs(1, campaign, options);
  EXPECT_EQ(ran.store.verdict(0, 4), Verdict::fail);
  EXPECT_EQ(ran.summary.confirmed, 1u);
  EXPECT_EQ(ran.summary.flaky, 0u);
  EXPECT_EQ(ran.summary.alike, std::vector<Ordinal>{4});
  ASSERT_EQ(ran.store.attempts(0, 4).size(), 1u);
  EXPECT_EQ(ran.store.attempts(0, 4).front().kind, results::alike);
  EXPECT_EQ(ran.store.executions(0, 4).failed, 2u);
}

/// What a session is asked to do, in order: "announce 3", "observe 2".
struct Recorded {
  std::mutex mutex;
  std::vector<std::string> calls;
  void add(const char* what, const Input& input) {
    const std::lock_guard lock(mutex);
    calls.push_back(std::string(what) + " " + input.parameters.front().text);
  }
};

class RecordingSubject : public subjects::Subject {
 public:
  explicit RecordingSubject(std::shared_ptr<Recorded> recorded) : recorded_(std::move(recorded)) {}
  std::unique_ptr<subjects::Session> open(const std::filesystem::path&) const override {
    struct Session : subjects::Session {
      std::shared_ptr<Recorded> recorded;
      subjects::Observation observe(const Input& input, std::stop_token) override {
        recorded->add("observe", input);
        return {};
      }
      void announce(const Input& next) override { recorded->add("announce", next); }
    };
    auto session = std::make_unique<Session>();
    session->recorded = recorded_;
    return session;
  }
  std::string describe() const override { return "recording"; }

 private:
  std::shared_ptr<Recorded> recorded_;
};

/// The calls of a run over 0 to 49 without those that leave a remainder of 2 when divided by 3.
std::vector<std::string> calls_of(const RunOptions& options) {
  const auto recorded = std::make_shared<Recorded>();
  const Campaign campaign =
      observed("recording", generators::filter(generators::range(0, 49), [](int n) { return n % 3 != 2; }),
               [](int n) {
                 Input input;
                 input.parameters.push_back({"n", std::to_string(n)});
                 return input;
               },
               std::make_shared<RecordingSubject>(recorded), {oracles::no_crash()});
  EXPECT_EQ(run_with_jobs(1, campaign, options).store.account().executed, 50u);
  return recorded->calls;
}

TEST(Announcements, NameTheInputThatIsObservedNext) {
  const std::vector<std::string> calls = calls_of({});
  int announced = 0, observed = 0;
  std::string expected;                // announced since the last call of observe
  std::optional<std::string> pending;  // announced before that
  for (const std::string& call : calls) {
    if (call.starts_with("announce")) {
      ++announced;
      EXPECT_EQ(expected, "") << "announced twice";
      expected = call.substr(9);
      continue;
    }
    ++observed;
    EXPECT_EQ(pending.value_or(call.substr(8)), call.substr(8));
    pending.reset();
    if (!expected.empty()) pending = std::exchange(expected, "");
  }
  EXPECT_EQ(observed, 34);
  EXPECT_GT(announced, 0);
}

TEST(Announcements, AreNotMadeWhereTheNextInputMayNotBeWanted) {
  RunOptions options;
  options.first_failure = true;
  for (const std::string& call : calls_of(options)) EXPECT_TRUE(call.starts_with("observe")) << call;
}

TEST(Worker, AnUnansweringOneIsInfrastructureAfterRetries) {
  // Dies for one input, by its own hand: that is the subject's crash, and the others are judged.
  const Ran ran = run_with_jobs(2, worker("os.abort() if n == 6 else True"));
  EXPECT_EQ(ran.store.verdict(0, 6), Verdict::crashed);
  EXPECT_EQ(ran.store.account().failed(), 1u);
  EXPECT_EQ(ran.store.account().executed, 10u);
}

TEST(Worker, GarbageIsInfrastructureAndNothingElseIsLost) {
  const Ran ran = run_with_jobs(2, worker("replies.write('garbage\\n') if n == 6 else True"));
  EXPECT_EQ(ran.store.verdict(0, 6), Verdict::infrastructure);
  EXPECT_EQ(ran.store.account().failed(), 0u);
  EXPECT_EQ(ran.store.account().executed, 10u);
}

}  // namespace
}  // namespace smallscope::runner
