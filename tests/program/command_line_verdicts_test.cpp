// SPDX-License-Identifier: Apache-2.0
// Nothing is green that was not judged: runs that once ended with status 0 although nothing, or not all, was judged.
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

/// A worker as somebody new to the protocol writes it: `answer` is the body of a function from n to a reply.
std::string worker(const std::string& answer) {
  return "import json, os\n"
         "requests = os.fdopen(int(os.environ['SMALLSCOPE_REQUESTS']))\n"
         "replies = os.fdopen(int(os.environ['SMALLSCOPE_REPLIES']), 'w')\n"
         "def say(value): replies.write(json.dumps(value) + '\\n'); replies.flush()\n"
         "def answer(n):\n" +
         answer +
         "requests.readline()\n"
         "say({'protocol': 'smallscope-worker', 'version': 1, 'subject': 'refactor', 'subject_version': '1.0'})\n"
         "for line in requests:\n"
         "    request = json.loads(line)\n"
         "    say({'id': request['id'], **answer(int(request['parameters']['n']))})\n";
}

/// A campaign over n from 0 to 19 beside such a worker; `more` are keys of [subject], then the oracles.
std::string specification(const std::string& more, const std::string& inputs = {}) {
  return "name = \"refactor\"\n[inputs]\n" + inputs +
         "[inputs.choices]\nn = { range = [0, 19] }\n[subject]\nworker = [\"" + python + "\", \"{here}/worker.py\"]\n" +
         more;
}

class Verdicts : public ::testing::Test {
 protected:
  Ended run(const std::string& answer, const std::string& more, std::vector<std::string> arguments = {},
            const std::string& inputs = {}) {
    bench_.write("worker.py", worker(answer));
    bench_.write("refactor.toml", specification(more, inputs));
    arguments.insert(arguments.begin(), {smallscope_program, "run", "refactor.toml", "--store", "s.sqlite",
                                         "--overwrite", "--progress", "none"});
    return bench_.run(arguments);
  }
  Ended clusters() { return bench_.run({smallscope_program, "clusters", "s.sqlite"}); }
  std::string exported(const std::string& format) {
    return bench_.run({smallscope_program, "export", "s.sqlite", "--format", format}).out;
  }
  Bench bench_;
};

constexpr const char* compiles = "[[oracles]]\nreported_compiles = true\n";

TEST_F(Verdicts, AMisspeltOutputIsNoSuccess) {
  const Ended ran =
      run("    return {'outcome': 'done', 'outputs': {'compile errors before': '', 'compile error after': ''}}\n",
          compiles);
  EXPECT_EQ(ran.status, 3) << ::testing::PrintToString(ran);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("20 not judged"), HasSubstr("20 inputs could not be judged (oracle error)"),
                             HasSubstr("no output \"compile errors after\""),
                             HasSubstr("did you mean \"compile error after\"?"), Not(HasSubstr("complete  "))));
  EXPECT_EQ(clusters().status, 3);
  EXPECT_THAT(clusters().out, HasSubstr("20 not judged"));
  EXPECT_THAT(exported("junit"), HasSubstr("<error message=\"20 inputs could not be judged\">"));
  EXPECT_EQ(parsed(exported("json"))["open"], 20);
}

TEST_F(Verdicts, AWorkerThatDeclaresItsOutputsIsNotAskedForOthers) {
  bench_.write("refactor.toml", specification({}) + compiles);
  std::string declaring = worker("    open('asked', 'w').close()\n    return {'outcome': 'done', 'outputs': {}}\n");
  const std::string version = "'subject_version': '1.0'";
  declaring.insert(declaring.find(version) + version.size(),
                   ", 'outputs': ['compile errors before', 'compile error after']");
  bench_.write("worker.py", declaring);
  const Ended ran = bench_.run({smallscope_program, "run", "refactor.toml", "--no-store", "--progress", "none"});
  EXPECT_EQ(ran.status, 3) << ::testing::PrintToString(ran);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("the oracle \"compiles after\" reads the output \"compile errors after\", which "
                                       "the worker never reports"),
                             HasSubstr("declared: \"compile errors before\", \"compile error after\""),
                             HasSubstr("did you mean \"compile error after\"?")));
  EXPECT_EQ(ran.out, "") << "no input was executed";
}

TEST_F(Verdicts, ProgramsThatAllFailAgreeOnLittle) {
  const auto compared = [&](const std::string& subject, const std::vector<std::string>& more = {}) {
    bench_.write("both.toml",
                 "name = \"both\"\n[inputs.choices]\nn = { range = [1, 9] }\n[subject]\nrun = [\"sh\", \"-c\", \"" +
                     subject + "\"]\n[[oracles]]\ndifferential = { name = \"other\", run = [\"sh\", \"-c\", \"" +
                     subject + "\"] }\n");
    std::vector<std::string> command{smallscope_program, "run", "both.toml", "--no-store", "--progress", "none"};
    command.insert(command.end(), more.begin(), more.end());
    return bench_.run(command);
  };
  const Ended failed = compared("exit {n}");
  EXPECT_EQ(failed.status, 3) << ::testing::PrintToString(failed);
  EXPECT_THAT(failed.out, AllOf(HasSubstr("`differential` passed all inputs although every program failed or printed"),
                                ContainsRegex("passed +for instance +oracle +although \\(abstract\\)\n +9 +#0  "
                                              "differential  every program failed\n")));
  EXPECT_EQ(compared("exit {n}", {"--allow-empty"}).status, 0);
  EXPECT_EQ(compared("exit {n}", {"--max-tests", "4"}).status, 3) << "nothing was compared so far";
  EXPECT_THAT(compared(": {n}").out, ContainsRegex(" 9 +#0  differential  no program printed anything\n"));
  const Ended some = compared("echo 1; exit $(({n} / 9))");
  EXPECT_EQ(some.status, 0);
  EXPECT_THAT(some.out,
              AllOf(ContainsRegex(" 1 +#8  differential  every program failed\n"), Not(HasSubstr("warning"))));
}

TEST_F(Verdicts, MergedProgramsThatAllFailAgreeOnLittle) {
  bench_.write("merged.toml",
               "name = \"merged\"\n[inputs]\nfile = \"input\"\n"
               "template = \"{{#each}}f{{number}} {{n}}\\n{{/each}}\"\n[inputs.choices]\nn = { range = [1, 9] }\n"
               "[inputs.merging]\nat_a_time = 3\n[subject]\nrun = [\"sh\", \"-c\", \"grep -vc f1 {input}\"]\n"
               "[[oracles]]\ndifferential = { each_line = true, name = \"other\", "
               "run = [\"sh\", \"-c\", \"grep -vc f1 {input}\"] }\n");
  const auto run = [&](const std::string& pattern) {
    std::string text = text_of(bench_ / "merged.toml");
    for (std::size_t at; (at = text.find("f1")) != std::string::npos;) text.replace(at, 2, pattern);
    bench_.write("other.toml", text);
    return bench_.run(
        {smallscope_program, "run", "other.toml", "--no-store", "--progress", "none", "--merge-level", "1"});
  };
  const Ended failed = run("f");
  EXPECT_EQ(failed.status, 3) << ::testing::PrintToString(failed);
  EXPECT_THAT(failed.out,
              HasSubstr("`differential` passed all merged inputs of level 1 although every program failed"));
  const Ended some = run("none");
  EXPECT_EQ(some.status, 0) << ::testing::PrintToString(some);
  EXPECT_THAT(some.out, Not(HasSubstr("although")));
}

TEST_F(Verdicts, AMissingProgramOfAnOracleEndsTheRun) {
  bench_.write(
      "one.toml",
      "name = \"one\"\n[inputs.choices]\nn = { range = [1, 9] }\n[subject]\nrun = [\"echo\", \"{n}\"]\n[[oracles]]\n"
      "differential = { run = [\"./no-such-program\"] }\n");
  const Ended ran = bench_.run({smallscope_program, "run", "one.toml", "--no-store", "--progress", "none"});
  EXPECT_EQ(ran.status, 3) << ::testing::PrintToString(ran);
  EXPECT_THAT(ran.err, HasSubstr("error: cannot start ./no-such-program"));
}

TEST_F(Verdicts, AMisspeltValueIsNamed) {
  const std::string answer =
      "    if request['parameters']['action'] not in ('rename', 'move'): return {'outcome': 'refused'}\n"
      "    return {'outcome': 'done', 'outputs': {'compile errors before': '', 'compile errors after': ''}}\n";
  bench_.write("worker.py", worker(answer));
  std::string text = specification(compiles);
  text.replace(text.find("n = {"), 0, "action = [\"rename\", \"renmae\", \"move\"]\n");
  bench_.write("refactor.toml", text);
  const std::vector<std::string> command{smallscope_program, "run",        "refactor.toml", "--store",
                                         "s.sqlite",         "--progress", "none"};
  const Ended ran = bench_.run(command);
  EXPECT_EQ(ran.status, 0) << ::testing::PrintToString(ran);
  EXPECT_THAT(ran.out,
              HasSubstr("\nunjudged   none of the 20 inputs with action = renmae: all refused, such as #20\n"));
  EXPECT_THAT(ran.out, Not(HasSubstr("with n ="))) << "each number was judged with another action";
  std::vector<std::string> again = command;
  again.insert(again.end(), {"--resume", "--json"});
  const Json json = parsed(bench_.run(again).out);
  EXPECT_EQ(json["unjudged"]["values"],
            Json::parse(R"([{"choice": "action", "value": "renmae", "inputs": 20, "ordinal": 20, "because": "refused",
                             "all": true}])"));
  // Nobody who reads the results later misses it.
  const auto ask = [&](std::vector<std::string> asked) {
    asked.insert(asked.begin(), smallscope_program);
    asked.insert(asked.begin() + 2, {"s.sqlite", "--from", "refactor.toml"});
    return bench_.run(asked);
  };
  const std::string said = "none of the 20 inputs with action = renmae: all refused, such as #20";
  EXPECT_THAT(ask({"clusters"}).out, HasSubstr("\nnot judged: " + said + "\n"));
  EXPECT_EQ(parsed(ask({"clusters", "--json"}).out)["unjudged"], json["unjudged"]);
  EXPECT_EQ(parsed(ask({"export", "--format", "json"}).out)["unjudged_lines"], Json({said}));
  EXPECT_THAT(ask({"export", "--format", "markdown"}).out, HasSubstr("\nNot judged: `" + said + "`.\n"));
  EXPECT_THAT(ask({"export", "--format", "junit"}).out,
              AllOf(HasSubstr("<property name=\"inputs judged\" value=\"40\"/>"),
                    HasSubstr("<property name=\"not judged\" value=\"" + said + "\"/>")));
  EXPECT_EQ(ask({"report", "-o", "page.html"}).status, 0);
  EXPECT_THAT(text_of(bench_ / "page.html"), HasSubstr("<li>Not judged: " + said + ".</li>"));
  // In choices, with the same result for people and for programs.
  const auto explain = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {smallscope_program, "explain", "s.sqlite", "--from", "refactor.toml"});
    return bench_.run(more);
  };
  const Ended explained = explain({"--verdict", "refused"});
  EXPECT_EQ(explained.status, 0) << explained.err;
  EXPECT_THAT(explained.out, AllOf(HasSubstr("refactor: 20 of 60 executed inputs refused\n"),
                                   ContainsRegex("refused exactly when\n +20  action is `renmae`\n")));
  const Json refused = parsed(explain({"--verdict", "refused", "--json"}).out);
  EXPECT_EQ(refused["ordinals"], "20-39");
  EXPECT_EQ(refused["number"], 20);
  EXPECT_EQ(refused["explanation"]["terms"].size(), 1u);
  EXPECT_EQ(explain({"--verdict", "rejected"}).out, "refactor: 0 of 60 executed inputs rejected by an oracle\n");
  EXPECT_EQ(explain({"--verdict", "refused", "--cluster", "C1"}).status, 2);
  EXPECT_THAT(explain({"--verdict", "passed"}).err, HasSubstr("refused,rejected,not-applicable"));
}

TEST_F(Verdicts, AValueWhoseInputsCannotBeJudgedIsNamed) {
  const std::string answer =
      "    if n == 7: return {'outcome': 'well'}\n    if n == 8: return {'outcome': 'refused'}\n"
      "    return {'outcome': 'done', 'outputs': {'compile errors before': '', 'compile errors after': ''}}\n";
  bench_.write("worker.py", worker(answer));
  std::string text = specification(compiles);
  text.insert(text.find("n = {"), "again = { range = [1, 12] }\n");
  bench_.write("refactor.toml", text);
  const Ended ran = bench_.run({smallscope_program, "run", "refactor.toml", "--no-store", "--progress", "none"});
  EXPECT_EQ(ran.status, 3) << ::testing::PrintToString(ran);
  EXPECT_THAT(ran.out, HasSubstr("unjudged   none of the 12 inputs with n = 7: all could not be judged, such as #7\n"
                                 "           none of the 12 inputs with n = 8: all refused, such as #8\n"));
}

TEST_F(Verdicts, AFewRefusalsAreNoValueWithoutAJudgement) {
  const std::string answer =
      "    if n % 2: return {'outcome': 'refused'}\n"
      "    return {'outcome': 'done', 'outputs': {'compile errors before': '', 'compile errors after': ''}}\n";
  EXPECT_THAT(run(answer, compiles).out, Not(HasSubstr("unjudged")));
}

TEST_F(Verdicts, AMissingMarkIsSaid) {
  bench_.write("marks.toml",
               "name = \"marks\"\n[inputs]\nfile = \"a.txt\"\ntemplate = \"{{a}}\"\nmarks = { here = \"^\" }\n"
               "exclude = [{ a = \"no^\" }]\n[inputs.choices]\na = [\"x^y\", \"no^\", \"xy\"]\n[subject]\n"
               "run = [\"true\", \"{here.offset}\"]\n[[oracles]]\nexit_status = 0\n");
  const Ended ran = bench_.run({smallscope_program, "run", "marks.toml", "--no-store", "--progress", "none"});
  EXPECT_EQ(ran.status, 0) << ::testing::PrintToString(ran);
  EXPECT_THAT(ran.out, HasSubstr("warning    1 input was filtered, such as #2: the mark `here` (^) is in no file\n"));
  const auto shown = [&](const std::string& ordinal) {
    return bench_.run({smallscope_program, "show", "marks.toml", ordinal}).out;
  };
  EXPECT_THAT(shown("2"), HasSubstr("discarded by the generator: the mark `here` (^) is in no file\n"));
  EXPECT_THAT(shown("1"), HasSubstr("discarded by the generator\n"));
  EXPECT_THAT(shown("0"), HasSubstr("xy\n ^here\n"));
}

TEST_F(Verdicts, AWorkerThatNeverAnswersInTheProtocolEndsTheRun) {
  const auto text = [](int inputs) {
    std::string all = specification(compiles);
    return all.replace(all.find("[0, 19]"), 7, "[0, " + std::to_string(inputs - 1) + "]");
  };
  bench_.write("worker.py", worker("    return {'outcome': 'well'}\n"));
  bench_.write("refactor.toml", text(400));
  const auto ran = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {smallscope_program, "run", "refactor.toml", "--store", "s.sqlite", "--overwrite",
                               "--jobs", "1", "--progress", "none"});
    return bench_.run(more);
  };
  const Ended ended = ran({"--max-unjudged", "7"});
  EXPECT_EQ(ended.status, 3) << ::testing::PrintToString(ended);
  EXPECT_THAT(ended.out, HasSubstr("because nothing can be judged any more (--max-unjudged)"));
  EXPECT_LT(parsed(exported("json"))["open"], 100);
  // What is judged in between begins the count anew.
  bench_.write("worker.py", worker("    if n % 5 == 0: return {'outcome': 'refused'}\n    if n % 5 == 1: return "
                                   "{'outcome': 'done', 'outputs': {'compile errors before': '', 'compile errors "
                                   "after': ''}}\n    return {'outcome': 'well'}\n"));
  bench_.write("refactor.toml", text(40));
  EXPECT_THAT(ran({"--order", "dense"}).out, HasSubstr("finished"));
}

TEST_F(Verdicts, ARefusalHasANumberAndAReason) {
  const std::string answer =
      "    if n % 4 == 0: return {'outcome': 'refused', 'messages': [f'not offered at {n}']}\n"
      "    return {'outcome': 'done', 'outputs': {'compile errors before': '', 'compile errors after': ''}}\n";
  const Ended ran = run(answer, compiles);
  EXPECT_EQ(ran.status, 0) << ::testing::PrintToString(ran);
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr("0 failing   5 refused"),
                    ContainsRegex("refused  for instance  reason \\(abstract\\)\n +5 +#0  refused: not offered "
                                  "at <number>"),
                    ContainsRegex("compiles after +15 +15 +0 +5\n"),
                    ContainsRegex("did not apply.*\n +5 +#0  compiles after  the subject refused\n")));
  const Ended replayed = bench_.run({smallscope_program, "replay", "s.sqlite", "8", "--from", "refactor.toml"});
  EXPECT_EQ(replayed.status, 0);
  EXPECT_THAT(replayed.out, AllOf(HasSubstr("verdict: refused, as recorded"), HasSubstr("not offered at 8")));
  const Json json = parsed(bench_.run({smallscope_program, "clusters", "s.sqlite", "--json"}).out);
  EXPECT_EQ(json["refused"], 5);
  EXPECT_EQ(json["judged"], 15);
  EXPECT_EQ(json["refusals"][0]["inputs"], 5);
  EXPECT_EQ(json["did_not_apply"][0]["inputs"], 5);
  EXPECT_THAT(exported("junit"), HasSubstr("<property name=\"refused\" value=\"5\"/>"));
  EXPECT_EQ(parsed(exported("json"))["refused_ordinals"], Json({0, 4, 8, 12, 16}));

  const Ended failing = run(answer, std::string("refusal = \"failure\"\n") + compiles);
  EXPECT_EQ(failing.status, 1);
  EXPECT_THAT(failing.out, HasSubstr("5 failing"));
  EXPECT_THAT(run(answer, std::string("refusal = \"rejection\"\n") + compiles).out, HasSubstr("5 rejected"));
}

TEST_F(Verdicts, WhereEverythingIsRejectedNothingWasJudged) {
  const std::string answer = "    return {'outcome': 'done', 'outputs': {'compile errors before': f'line {n}: no'}}\n";
  const Ended ran = run(answer, compiles);
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("nothing was judged: of 20 executed inputs, 0 were filtered, 20 rejected"),
                             ContainsRegex("by oracle +what is wrong with the input \\(abstract\\)\n"
                                           " +20 +#0  compiles after  line <number>: no")));
  EXPECT_EQ(clusters().status, 3);
  EXPECT_EQ(run(answer, compiles, {"--allow-empty"}).status, 0);
}

TEST_F(Verdicts, WhatAWorkerLeftAloneIsNotGreen) {
  const std::string answer =
      "    after = f'n is {n}' if n % 2 else 'changed'\n"
      "    return {'outcome': 'done', 'outputs': {'behaviour before': '', 'behaviour after': '', 'after': after}}\n";
  const auto judged_by = [&](const std::string& oracle) {
    return run(answer, "[[oracles]]\nreported_behaviour = " + oracle + "\n", {},
               "file = \"a.txt\"\ntemplate = \"n is {{n}}\"\n")
        .out;
  };
  EXPECT_THAT(judged_by("true"), ContainsRegex("behaviour preserved +20 +20 +0\n"));
  EXPECT_THAT(judged_by("{ changed = \"after\" }"),
              AllOf(HasSubstr("10 to which no oracle applied"), ContainsRegex("behaviour preserved +10 +10 +0 +10\n"),
                    ContainsRegex("did not apply +for instance +oracle +reason \\(abstract\\)\n +10 +#1  behaviour "
                                  "preserved  the subject left the input as it was\n")));
  EXPECT_THAT(judged_by("{ changed = \"aftr\" }"), HasSubstr("did you mean \"after\"?"));
}

TEST_F(Verdicts, AllReasonsCanBeListed) {
  const std::string answer =
      "    if n == 0: return {'outcome': 'done', 'outputs': {'compile errors before': '', 'compile errors after': "
      "''}}\n"
      "    return {'outcome': 'refused', 'messages': ['not for ' + 'abcdefg'[n % 7]]}\n";
  EXPECT_THAT(run(answer, compiles).out,
              HasSubstr("... and 2 more kinds of reasons; `clusters STORE --reasons 7` lists them\n"));
  const std::string all = bench_.run({smallscope_program, "clusters", "s.sqlite", "--reasons", "7"}).out;
  for (const char letter : std::string("abcdefg")) EXPECT_THAT(all, HasSubstr(std::string("not for ") + letter));
  EXPECT_THAT(all, Not(HasSubstr("more kinds")));
  EXPECT_EQ(bench_.run({smallscope_program, "clusters", "s.sqlite", "--reasons", "0"}).status, 2);
}

TEST_F(Verdicts, CrashesHaveANumberAndAWarningIfNothingElseHappened) {
  const std::string some =
      "    if n < 3: return {'outcome': 'crashed', 'messages': ['boom']}\n"
      "    return {'outcome': 'done', 'outputs': {'compile errors before': '', "
      "'compile errors after': ''}}\n";
  const Ended ran = run(some, compiles);
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("3 failing"), ContainsRegex("compiles after +17 +17 +0 +3\nno crash +3 *\n"),
                             Not(HasSubstr("warning"))));
  const Ended all = run("    return {'outcome': 'crashed', 'messages': ['boom']}\n", compiles);
  EXPECT_EQ(all.status, 1);
  EXPECT_THAT(all.out, AllOf(ContainsRegex("no crash +20 *\n"),
                             HasSubstr("all 20 judged inputs crashed: is the subject called as it should be?")));
}

TEST_F(Verdicts, OutputsThatDifferOnlyInAddressesAreAWarning) {
  const std::string answer =
      "    now = hex(id(object()) + n)\n    return {'outcome': 'done', 'outputs': {'behaviour before': 'T at ' + now,\n"
      "            'behaviour after': 'T at ' + now + ('0' if n % 2 else '')}}\n";
  const std::string oracle = "[[oracles]]\nreported_behaviour = true\n";
  const std::string warning =
      "10 failing inputs are quoted with outputs that are equal but for addresses, such as #1 (0x";
  EXPECT_THAT(run(answer, oracle).out, HasSubstr("warning    " + warning));
  const Ended clusters = bench_.run({smallscope_program, "clusters", "s.sqlite"});
  EXPECT_THAT(clusters.out, HasSubstr("warning: " + warning));
  EXPECT_THAT(exported("markdown"), HasSubstr(warning));
  EXPECT_EQ(run(answer, oracle + "normalise = [{ pattern = '0x[0-9a-f]+', replacement = '<address>' }]\n").status, 0);
}

TEST_F(Verdicts, AnOracleThatNeverAppliedIsAWarningAndNoSuccess) {
  const std::string answer =
      "    return {'outcome': 'done', 'outputs': {'compile errors before': '', 'compile errors after': '',\n"
      "            'behaviour before': None, 'behaviour after': None}}\n";
  const std::string oracles = std::string(compiles) + "[[oracles]]\nreported_behaviour = true\n";
  const Ended ran = run(answer, oracles);
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(ran.out, HasSubstr("warning    the oracle `behaviour preserved` applied to no input"));
  EXPECT_THAT(exported("junit"), HasSubstr("<error message=\"the oracle `behaviour preserved` applied to no input\">"));
  EXPECT_EQ(run(answer, oracles, {"--max-tests", "5"}).status, 0) << "it may still apply";
  EXPECT_EQ(run(answer, oracles + "occasional = true\n").status, 0);
  EXPECT_EQ(run(answer, oracles, {"--allow-empty"}).status, 0);
}

TEST_F(Verdicts, WhatWasLostIsTriedAgainByAResumedRun) {
  // Lost while the file is there, as on a full disk.
  const std::string path = (bench_ / "full").string();
  const std::string answer = "    if n < 3 and os.path.exists('" + path +
                             "'): return {'outcome': 'lost', 'messages': ['no space left on device']}\n"
                             "    return {'outcome': 'done', 'outputs': {'compile errors before': '', 'compile errors "
                             "after': ''}}\n";
  bench_.write("full", "");
  const Ended ran = run(answer, compiles);
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("3 inputs could not be judged (infrastructure)"), HasSubstr("--resume")));
  EXPECT_EQ(clusters().status, 3);
  std::filesystem::remove(path);
  const Ended resumed = bench_.run({smallscope_program, "run", "refactor.toml", "--store", "s.sqlite", "--resume"});
  EXPECT_EQ(resumed.status, 0) << ::testing::PrintToString(resumed);
  EXPECT_THAT(resumed.out, AllOf(HasSubstr("3 could be judged this time"), HasSubstr("complete   20 of 20")));
  EXPECT_EQ(clusters().status, 0);
}

TEST_F(Verdicts, ReplayShowsWhyAnInputWasRejected) {
  run("    return {'outcome': 'done', 'outputs': {'compile errors before': 'unexpected token' if n < 9 else '',\n"
      "                                           'compile errors after': ''}}\n",
      compiles);
  const Ended replayed = bench_.run({smallscope_program, "replay", "s.sqlite", "4", "--from", "refactor.toml"});
  EXPECT_THAT(replayed.out, AllOf(HasSubstr("verdict: discarded, as recorded"), HasSubstr("unexpected token")));
}

}  // namespace
}  // namespace smallscope::command_line
