// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <fstream>
#include <smallscope/subjects/command.hpp>
#include <stdexcept>
#include <thread>

#include "files.hpp"
#include "shell.hpp"

namespace smallscope::subjects {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
namespace fs = std::filesystem;

Limits quick() {
  Limits limits;
  limits.time = std::chrono::milliseconds(2000);
  return limits;
}

Observation run(Command command, const Input& input = {}, Limits limits = {}, std::stop_token stop = {}) {
  const TemporaryDirectory directory;
  return commands({std::move(command)}, limits)->open(directory.path())->observe(input, stop);
}

template <typename Exception, typename Function>
std::string message_of(Function function) {
  try {
    function();
  } catch (const Exception& exception) {
    return exception.what();
  }
  return "(no exception)";
}

TEST(CommandLine, IsWhatAPersonTypes) {
  EXPECT_EQ(command_line({{"tcc", "-run", "{input}"}, {}, {}}), "tcc -run {input}");
  EXPECT_EQ(command_line(
                {{"awk", "{{ print $1 }}", "it's", "", "{input:b c}"}, {{"LC_ALL", "C"}, {"A", "b c"}}, "two words"}),
            R"(LC_ALL=C A='b c' awk '{ print $1 }' 'it'\''s' '' '{input:b c}' <<< 'two words')");
  EXPECT_EQ(commands({{{"cc", "-o", "x", "{input}"}, {}, {}}, {{"./x"}, {}, {}}})->title(), "cc -o x {input} && ./x");
}

TEST(Command, ObservesOutputErrorAndStatus) {
  const Observation observation = run(shell("echo out; echo err >&2; exit 3"));
  EXPECT_EQ(observation.ending, Ending::completed);
  EXPECT_EQ(observation.exit_status, 3);
  EXPECT_EQ(observation.standard_output, "out\n");
  EXPECT_EQ(observation.standard_error, "err\n");
  EXPECT_FALSE(observation.output_truncated);
  EXPECT_NE(observation.seconds, 0);
  EXPECT_TRUE(observation.messages.empty());
}

TEST(Command, LearnsHowLongItMayTake) {
  Limits limits;
  limits.time = std::chrono::minutes(5);
  limits.learns_time = true;
  const TemporaryDirectory directory;
  const auto session = commands({{{"sh", "-c", "sleep {time}"}, {}, {}}}, limits)->open(directory.path());
  const auto sleeping = [&](const char* time) { return session->observe({{}, {{"time", time}}, ""}, {}); };
  for (int i = 0; i < 20; ++i) EXPECT_EQ(sleeping("0").ending, Ending::completed);
  const Observation hanging = sleeping("1000");
  EXPECT_EQ(hanging.ending, Ending::timed_out);
  EXPECT_THAT(hanging.messages, ElementsAre("no answer within the learned time limit"));
  session->set_patience(10'000);
  EXPECT_EQ(sleeping("1").ending, Ending::completed);
  session->set_patience(1);
  EXPECT_EQ(sleeping("2").ending, Ending::completed) << "ten times as long as the longest so far";
  EXPECT_THAT(describe(limits), HasSubstr("learns_time"));
}

TEST(Command, OtherLimitsForOneRunAreNotInItsDescription) {
  const auto subject = commands({shell("sleep 1000")});
  const auto limited = subject->with_limits({.time = std::chrono::milliseconds(50)});
  EXPECT_EQ(limited->describe(), subject->describe());
  const TemporaryDirectory directory;
  const auto session = limited->open(directory.path());
  EXPECT_THAT(session->observe({}, {}).messages, ElementsAre("no answer within 0.05 s"));
  session->set_patience(3);
  EXPECT_THAT(session->observe({}, {}).messages, ElementsAre("no answer within 0.05 s")) << "for any patience";
  const auto small = commands({shell("x=$(head -c 300000000 /dev/zero | tr '\\0' x); echo ${#x}")})
                         ->with_limits({.memory_bytes = std::uint64_t{100} << 20});
  EXPECT_NE(small->open(directory.path())->observe({}, {}).standard_output, "300000000\n");
}

TEST(Command, WritesTheFilesAndExpandsThePlaceholders) {
  const Input input = {{{"main.c", "int x;"}, {"lib/part.h", "int y;"}}, {{"level", "-O2"}}, "typed"};
  Command command =
      shell("cat \"$1\"; echo; cat lib/part.h; echo; echo \"$2 $3 $EXTRA\"; cat; pwd; test \"$1\" = \"$4/main.c\"");
  for (const char* argument : {"name", "{input}", "{level}", "{{}}", "{scratch}"})
    command.arguments.push_back(argument);
  command.environment = {{"EXTRA", "<{input:lib/part.h}>"}};
  const TemporaryDirectory directory;
  const Observation observation = commands({command})->open(directory.path())->observe(input, {});
  EXPECT_EQ(observation.standard_output, "int x;\nint y;\n-O2 {} <lib/part.h>\ntyped.\n");
  EXPECT_EQ(observation.exit_status, 0);
}

TEST(Command, StandardInputOfTheCommandComesBeforeThatOfTheInput) {
  Command command = {{"cat"}, {}, "{word}!"};
  EXPECT_EQ(run(command, {{}, {{"word", "hello"}}, "other"}).standard_output, "hello!");
  EXPECT_EQ(run({{"cat"}, {}, {}}, {{}, {}, std::string(300'000, 'x')}).standard_output.size(), 300'000u);
}

TEST(Command, AnUnknownPlaceholderIsLostAndNamed) {
  const Observation observation = run(shell("echo {nam}"), {{{"a.c", ""}}, {{"name", "f"}}, ""});
  EXPECT_EQ(observation.ending, Ending::lost);
  EXPECT_THAT(observation.messages, ElementsAre(HasSubstr("{nam}: known are {scratch}, {input}, {input:a.c}, {name}")));
}

TEST(Command, ExpandsBracesAndRefusesSingleOnes) {
  const Placement placement = {"/s", nullptr};
  EXPECT_EQ(expand("{{{scratch}}}", placement), "{/s}");
  EXPECT_EQ(expand("", placement), "");
  EXPECT_THAT(message_of<std::invalid_argument>([&] { expand("a } b", placement); }), HasSubstr("single }"));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { expand("a { b", placement); }), HasSubstr("single {"));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { expand("{input}", placement); }),
              HasSubstr("unknown placeholder {input}"));
}

TEST(Command, FileNamesThatLeaveTheDirectoryAreRefused) {
  for (const char* name : {"../x", "a/../../x", "/etc/x", "", "a//b", ".", "a/.."}) {
    const Input input = {{{name, ""}}, {}, ""};
    const Observation observation = run(shell("exit 0"), input);
    EXPECT_EQ(observation.ending, Ending::lost) << name;
    EXPECT_THAT(observation.messages, ElementsAre(HasSubstr("is not allowed"))) << name;
  }
}

TEST(Command, DeathBySignalIsACrash) {
  const Observation observation = run(shell("echo partial; kill -SEGV $$"));
  EXPECT_EQ(observation.ending, Ending::crashed);
  EXPECT_EQ(observation.signal, SIGSEGV);
  EXPECT_EQ(observation.standard_output, "partial\n");
  EXPECT_THAT(observation.messages, ElementsAre("killed by SIGSEGV"));
  EXPECT_EQ(run(shell("kill -KILL $$")).ending, Ending::crashed);
}

/// A script that counts its executions in the file "count" of this directory, which the deed sees as $count.
Command counting(const TemporaryDirectory& directory, const std::string& deed) {
  return shell("echo >> " + (directory.path() / "count").string() + "; count=$(wc -l < " +
               (directory.path() / "count").string() + "); " + deed);
}

TEST(Command, WhatOthersMayHaveEndedIsExecutedOnceMore) {
  for (const char* const end : {"kill -HUP $$", "kill -INT $$", "kill -QUIT $$", "kill -KILL $$", "kill -TERM $$",
                                "kill -USR1 $$", "kill -USR2 $$", "kill -XCPU $$", "exit 143", "exit 137"}) {
    const TemporaryDirectory directory;
    const Command once =
        counting(directory, std::string("[ -e left ] && exit 9; : > left; [ $count = 1 ] && ") + end + "; echo well");
    const Observation observation = run(once);
    EXPECT_EQ(observation.ending, Ending::completed) << end;
    EXPECT_EQ(observation.exit_status, 0) << end << ", in a directory that is as at first";
    EXPECT_EQ(observation.standard_output, "well\n") << end;
  }
}

TEST(Command, WhatEndsSoTwiceEndsSoByItself) {
  const auto executions = [](const std::string& deed, int signal, int status) {
    const TemporaryDirectory directory;
    const Observation observation = run(counting(directory, "echo $count; " + deed));
    EXPECT_EQ(observation.ending, signal == 0 ? Ending::completed : Ending::crashed) << deed;
    EXPECT_EQ(observation.signal, signal) << deed;
    EXPECT_EQ(observation.exit_status, status) << deed;
    return observation.standard_output;
  };
  EXPECT_EQ(executions("kill -TERM $$", SIGTERM, 0), "2\n");
  EXPECT_EQ(executions("exit 130", 0, 130), "2\n");
  // Nobody sends these from outside.
  EXPECT_EQ(executions("kill -SEGV $$", SIGSEGV, 0), "1\n");
  EXPECT_EQ(executions("kill -ABRT $$", SIGABRT, 0), "1\n");
  EXPECT_EQ(executions("exit 128", 0, 128), "1\n");
  EXPECT_EQ(executions("exit 139", 0, 139), "1\n");
}

TEST(Command, WhatIsStoppedMeanwhileIsNotExecutedOnceMore) {
  const TemporaryDirectory directory;
  const auto executions = [&] {
    std::error_code missing;
    const std::uintmax_t size = fs::file_size(directory.path() / "count", missing);
    return missing ? 0 : size;
  };
  std::stop_source stop;
  std::jthread stopper([&] {
    while (executions() == 0) std::this_thread::yield();
    stop.request_stop();
  });
  const Command waiting = counting(directory, "trap 'exit 143' TERM; sleep 1000 & wait");
  EXPECT_EQ(run(waiting, {}, {}, stop.get_token()).ending, Ending::cancelled);
  EXPECT_EQ(executions(), 1u);
}

TEST(Command, ItsVersionIsTheFirstLineThatACommandPrints) {
  const TemporaryDirectory directory;
  const auto version = [&](const std::string& script) {
    return commands({shell("true")}, {}, {}, shell(script))->open(directory.path())->version();
  };
  EXPECT_EQ(version("echo; echo tcc 1; echo more"), "tcc 1");
  EXPECT_EQ(version("echo tcc 2 >&2; exit 1"), "tcc 2");
  EXPECT_EQ(version("echo 'tcc 2.1, a compiler. '"), "tcc 2.1, a compiler");
  EXPECT_EQ(version("printf %300s | tr ' ' x"), std::string(200, 'x'));
  EXPECT_EQ(commands({shell("true")})->open(directory.path())->version(), "");
  EXPECT_THAT(message_of<SubjectUnavailable>([&] { version("true"); }),
              AllOf(HasSubstr("true"), HasSubstr("does not say which version it is (it prints nothing); give")));
  EXPECT_THAT(message_of<SubjectUnavailable>([&] { version("echo tcc; kill -SEGV $$"); }),
              HasSubstr("(killed by SIGSEGV)"));
  EXPECT_EQ(commands({shell("true")}, {}, {}, shell("echo 1"))->describe(), commands({shell("true")})->describe());
}

TEST(Command, HangingIsTimedOut) {
  const Observation observation = run(shell("echo before; sleep 1000"), {}, quick());
  EXPECT_EQ(observation.ending, Ending::timed_out);
  EXPECT_EQ(observation.standard_output, "before\n");
  EXPECT_THAT(observation.messages, ElementsAre("no answer within 2 s"));
  EXPECT_EQ(run(shell("kill -STOP $$"), {}, quick()).ending, Ending::timed_out);
  EXPECT_EQ(run(shell("trap '' TERM INT HUP; while :; do sleep 1; done"), {}, quick()).ending, Ending::timed_out);
}

TEST(Command, OutputBeyondItsBoundIsCutBetweenCharacters) {
  Limits limits;
  limits.output_bytes = 1000;
  const Observation observation = run(shell("yes héhé | head -c 5000"), {}, limits);
  EXPECT_EQ(observation.ending, Ending::completed);
  EXPECT_TRUE(observation.output_truncated);
  EXPECT_LE(observation.standard_output.size(), 1000u);
  EXPECT_GE(observation.standard_output.size(), 997u);
  EXPECT_NE(static_cast<unsigned char>(observation.standard_output.back()), 0xC3);
}

TEST(Command, AFloodIsKilledAsACrash) {
  Limits limits;
  limits.output_bytes = 1000;
  for (const char* flood : {"yes", "yes >&2"}) {
    const Observation observation = run(shell(flood), {}, limits);
    EXPECT_EQ(observation.ending, Ending::crashed);
    EXPECT_THAT(observation.messages, ElementsAre("wrote more than 64000 bytes"));
    EXPECT_LE(observation.standard_output.size(), 1000u);
  }
}

TEST(Command, TheMemoryLimitHolds) {
  Limits limits;
  limits.memory_bytes = 100u << 20;
  const Command command = {{SMALLSCOPE_PYTHON, "-c", "x = bytearray(1 << 30); print(len(x))"}, {}, {}};
  const Observation observation = run(command, {}, limits);
  EXPECT_NE(observation.exit_status, 0);
  EXPECT_THAT(observation.standard_error, HasSubstr("MemoryError"));
  EXPECT_EQ(run(command).exit_status, 0);
}

TEST(Command, AllProcessesTogetherHaveAMemoryLimit) {
  Limits limits;
  limits.memory_bytes = 300u << 20;
  // Each of the two may have as much as this.
  const std::string occupy =
      std::string(SMALLSCOPE_PYTHON) + " -c 'import time; x = b\"x\" * (200 << 20); time.sleep(1000)'";
  const Observation observation = run(shell(occupy + " & " + occupy + " & wait"), {}, limits);
  EXPECT_EQ(observation.ending, Ending::crashed);
  EXPECT_THAT(observation.messages, ElementsAre("used more than 314572800 bytes of memory"));
}

TEST(Command, TheNumberOfProcessesIsLimited) {
  Limits limits;
  limits.processes = 20;
  const std::string ten = "for i in 1 2 3 4 5 6 7 8 9 10; do sleep 1000 & done; ";
  const Observation observation = run(shell(ten + ten + "wait"), {}, limits);
  EXPECT_EQ(observation.ending, Ending::crashed);
  EXPECT_THAT(observation.messages, ElementsAre("had more than 20 processes"));
  EXPECT_EQ(run(shell(ten + "sleep 0.5"), {}, limits).ending, Ending::completed);
}

TEST(Command, FilesAreLimited) {
  Limits limits;
  limits.file_bytes = 1u << 20;
  const Command command = {{"dd", "if=/dev/zero", "of=file", "bs=1000000", "count=2"}, {}, {}};
  const Observation observation = run(command, {}, limits);
  EXPECT_EQ(observation.signal, SIGXFSZ);
  EXPECT_EQ(run(command).exit_status, 0);
}

TEST(Command, TheKernelIsToldToKillItFirst) {
  EXPECT_EQ(run(shell("cat /proc/self/oom_score_adj")).standard_output, "1000\n");
}

TEST(Command, OnlyNamedVariablesAreInherited) {
  setenv("SMALLSCOPE_TEST_SECRET", "secret", 1);
  setenv("SMALLSCOPE_TEST_OTHER", "other", 1);
  setenv("LC_ALL", "C", 1);
  const auto variables = [](std::vector<std::string> inherit) {
    Command command = shell("env | grep -E '^(SMALLSCOPE_TEST|LC_ALL|PATH)' | cut -d= -f1 | sort | tr '\\n' ' '");
    command.inherit = std::move(inherit);
    return run(command).standard_output;
  };
  EXPECT_EQ(variables({}), "LC_ALL PATH ");
  EXPECT_EQ(variables({"SMALLSCOPE_TEST_SECRET"}), "LC_ALL PATH SMALLSCOPE_TEST_SECRET ");
  EXPECT_EQ(variables({"SMALLSCOPE_TEST*"}), "LC_ALL PATH SMALLSCOPE_TEST_OTHER SMALLSCOPE_TEST_SECRET ");
  EXPECT_EQ(variables({"*"}), "LC_ALL PATH SMALLSCOPE_TEST_OTHER SMALLSCOPE_TEST_SECRET ");
  for (const char* name : {"SMALLSCOPE_TEST_SECRET", "SMALLSCOPE_TEST_OTHER", "LC_ALL"}) unsetenv(name);
}

TEST(Command, SignalsStartUnblockedWithTheirDefaults) {
  // The test runner of some machines ignores SIGPIPE or blocks signals; a subject must not inherit that.
  struct sigaction ignore = {}, before;
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &before);
  sigset_t blocked, mask;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &blocked, &mask);
  const Observation observation = run(shell("grep -E 'Sig(Blk|Ign)' /proc/self/status | tr -d '\\n\\t0'"));
  pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  sigaction(SIGPIPE, &before, nullptr);
  EXPECT_EQ(observation.standard_output, "SigBlk:SigIgn:");
}

TEST(Command, NoDescriptorOfOursLeaksIntoTheSubject) {
  // Not close-on-exec, as an embedding program may have them: among a worker's numbers, and above them.
  const int low = dup(1), high = fcntl(1, F_DUPFD, 40);
  // No shell: it would hold the pipes of its own pipelines.
  const char* script = "import os\nprint(*[n for n in range(256) if os.path.lexists(f'/proc/self/fd/{{n}}')])";
  const Observation observation = run({{SMALLSCOPE_PYTHON, "-c", script}, {}, {}});
  close(low);
  close(high);
  EXPECT_EQ(observation.standard_output, "0 1 2\n") << observation.standard_error;
}

TEST(Command, AMissingProgramIsUnavailableWithARemedy) {
  const TemporaryDirectory directory;
  const auto open = [&](const char* program) { commands({{{program}, {}, {}}})->open(directory.path()); };
  const std::string text = message_of<SubjectUnavailable>([&] { open("no-such-compiler"); });
  EXPECT_THAT(text, HasSubstr("no-such-compiler: not found on PATH (/"));
  EXPECT_THAT(text, HasSubstr("install it or give its path"));
  const std::string path = message_of<SubjectUnavailable>([&] { run({{"/no/such/compiler"}, {}, {}}); });
  EXPECT_THAT(path,
              HasSubstr("cannot start /no/such/compiler: No such file or directory (looked for at /no/such/compiler"));
  EXPECT_THAT(message_of<SubjectUnavailable>([&] { run({{"/etc/passwd"}, {}, {}}); }), HasSubstr("Permission denied"));
  EXPECT_THROW(commands({}), std::invalid_argument);
  EXPECT_THROW(commands({{}}), std::invalid_argument);
}

TEST(Command, ACommandLineThatIsTooLongIsLost) {
  const Observation observation = run({{"true", "{long}"}, {}, {}}, {{}, {{"long", std::string(1u << 20, 'x')}}, ""});
  EXPECT_EQ(observation.ending, Ending::lost);
  EXPECT_THAT(observation.messages, ElementsAre(HasSubstr("Argument list too long")));
}

TEST(Command, StepsStopAtTheFirstFailure) {
  const TemporaryDirectory directory;
  const auto session = commands({shell("echo one; exit {status}"), shell("echo two")})->open(directory.path());
  EXPECT_EQ(session->observe({{}, {{"status", "0"}}, ""}, {}).standard_output, "two\n");
  const Observation failed = session->observe({{}, {{"status", "4"}}, ""}, {});
  EXPECT_EQ(failed.standard_output, "one\n");
  EXPECT_EQ(failed.exit_status, 4);
}

TEST(Command, AnObservationOfStepsSaysWhichOneEnded) {
  const TemporaryDirectory directory;
  const auto session =
      commands({{{"/bin/sh", "-c", "{first}"}, {}, {}}, {{"/bin/bash", "-c", "{second}"}, {}, {}}}, quick())
          ->open(directory.path());
  const auto observed = [&](std::string first, std::string second) {
    return session->observe({{}, {{"first", std::move(first)}, {"second", std::move(second)}}, ""}, {});
  };
  const auto expect_in_first = [](const Observation& observation, const char* message) {
    EXPECT_EQ(observation.program, "sh");
    EXPECT_EQ(observation.steps, 2u);
    EXPECT_EQ(observation.steps_left, 1u);
    EXPECT_THAT(observation.messages, ElementsAre(message));
  };
  expect_in_first(observed("kill -SEGV $$", ""), "killed by SIGSEGV in sh");
  expect_in_first(observed("sleep 60", ""), "no answer within 2 s in sh");
  const Observation second = observed("", "kill -SEGV $$");
  EXPECT_EQ(second.program, "bash");
  EXPECT_EQ(second.steps, 2u);
  EXPECT_EQ(second.steps_left, 0u);
  EXPECT_THAT(second.messages, ElementsAre("killed by SIGSEGV"));
  // Without other steps, it is clear.
  EXPECT_THAT(run(shell("kill -SEGV $$")).messages, ElementsAre("killed by SIGSEGV"));
}

TEST(Command, StepsShareOneTimeLimit) {
  const TemporaryDirectory directory;
  const auto session =
      commands({shell("sleep 0.9"), shell("sleep 0.9"), shell("sleep 0.9")}, quick())->open(directory.path());
  const Observation observation = session->observe({}, {});
  EXPECT_EQ(observation.ending, Ending::timed_out);
  EXPECT_THAT(observation.messages, ElementsAre("no answer within 2 s"));
}

TEST(Command, ALaterStepRunsWhatAnEarlierOneMade) {
  const TemporaryDirectory directory;
  const std::vector<Command> steps = {
      shell("test {make} = no || {{ printf '#!/bin/sh\\necho made\\n' > tool; chmod +x tool; }}"),
      {{"./tool"}, {}, {}}};
  const auto session = commands(steps)->open(directory.path());
  EXPECT_EQ(session->observe({{}, {{"make", "yes"}}, ""}, {}).standard_output, "made\n");
  const Observation missing = session->observe({{}, {{"make", "no"}}, ""}, {});
  EXPECT_EQ(missing.ending, Ending::lost);
  EXPECT_THAT(missing.messages, ElementsAre(HasSubstr("no earlier step made it")));
}

TEST(Command, OutputsComeFromRegularFilesThatExist) {
  const TemporaryDirectory directory;
  Limits limits;
  limits.output_bytes = 10;
  const auto session = commands({shell("echo result > made; mkfifo pipe; ln -s /dev/zero zero; yes > long & while ! [ "
                                       "-s long ]; do sleep 0.01; done")},
                                limits, {"made", "pipe", "zero", "missing", "long"})
                           ->open(directory.path());
  const Observation observation = session->observe({}, {});
  ASSERT_EQ(observation.outputs.size(), 2u);
  EXPECT_EQ(observation.outputs[0], (NamedText{"made", "result\n"}));
  EXPECT_EQ(observation.outputs[1], (NamedText{"long", "y\ny\ny\ny\ny\n"}));
  EXPECT_TRUE(observation.output_truncated);
  EXPECT_THROW(commands({shell("")}, {}, {"../x"}), std::invalid_argument);
}

TEST(Command, TheDescriptionTellsCommandsApart) {
  const auto text = [](Command command, Limits limits = {}) {
    return commands({std::move(command)}, limits)->describe();
  };
  EXPECT_EQ(text(shell("a")), text(shell("a")));
  EXPECT_NE(text(shell("a")), text(shell("b")));
  EXPECT_NE(text(shell("a")), text(shell("a"), quick()));
  EXPECT_NE(text({{"a", "b"}, {}, {}}), text({{"a b"}, {}, {}}));
  EXPECT_NE(text({{"a"}, {}, {}}), text({{"a"}, {}, ""}));
  EXPECT_NE(text({{"a", "\xff"}, {}, {}}), text({{"a", "\xfe"}, {}, {}}));
  EXPECT_FALSE(commands({shell("")})->persistent());
}

}  // namespace
}  // namespace smallscope::subjects
