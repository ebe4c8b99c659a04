// SPDX-License-Identifier: Apache-2.0
// bugreport of campaigns of workers: the script asks the worker without smallscope, and says whether the failure is
// still there.
#include "scripts/script_bench.hpp"

namespace smallscope::command_line {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class WorkerScript : public ScriptBench {
 protected:
  /// Writes a worker for which the variable ENGINE names a file of Python with answer(request), the reply without its
  /// id; the campaign's is broken.py.
  void SetUp() override {
    bench.write("worker.py", R"(import importlib.util, json, os
from helper import line
requests = os.fdopen(int(os.environ["SMALLSCOPE_REQUESTS"]))
replies = os.fdopen(int(os.environ["SMALLSCOPE_REPLIES"]), "w")
greeting = json.loads(requests.readline())
assert os.listdir(".") == [], "the scratch directory is not empty"
assert os.path.samefile(".", greeting["scratch"]) and greeting["limits"]["reply_bytes"] > 0
spec = importlib.util.spec_from_file_location("engine", os.environ["ENGINE"])
engine = importlib.util.module_from_spec(spec)
spec.loader.exec_module(engine)
def say(value):
    replies.write(line(value))
    replies.flush()
say({"protocol": "smallscope-worker", "version": 1, "subject": "engine"})
for request in requests:
    request = json.loads(request)
    open("left behind", "w").close()
    print("printed by the subject")
    say({"id": request["id"], **engine.answer(request)})
)");
    bench.write("helper.py", "import json\ndef line(value): return json.dumps(value) + '\\n'\n");
  }
  static std::string specification(const std::string& oracles, const std::string& more = "") {
    return "name = \"check/engine\"\n[inputs]\nfile = \"in/put.txt\"\ntemplate = \"say {{word}}\\n\"\n"
           "[inputs.choices]\nword = [\"yes\", \"no\"]\n"
           "[subject]\nworker = [\"" +
           python +
           "\", \"{here}/worker.py\"]\nfiles = [\"helper.py\"]\ninherit = [\"ENGINE\"]\n"
           "parameters = { at = \"here\" }\n" +
           more + oracles;
  }
  std::string engine(const std::string& name, const std::string& answer) {
    bench.write(name,
                "import os, signal, time\ndef answer(request):\n    text = request['files']['in/put.txt']\n    place = "
                "request['parameters']['at']\n" +
                    answer);
    return (bench / name).string();
  }
  /// The report on a campaign of which all that says "no" fails.
  Ended report_on(const std::string& engine, const std::string& specification,
                  const std::vector<std::string>& options = {}, const std::string& file = "c.toml") {
    setting_ = installed();
    setting_.environment["ENGINE"] = engine;
    bench.write(file, specification);
    std::vector<std::string> run{smallscope_program, "run", file, "--store", "s.sqlite"};
    run.insert(run.end(), options.begin(), options.end());
    const Ended ran = bench.run(run, setting_);
    EXPECT_EQ(ran.status, 1) << ran.out << ran.err;
    return bench.run({smallscope_program, "bugreport", "s.sqlite", "--cluster", "C1", "-o", "bug", "--from", file},
                     setting_);
  }
  Ended script_on_engine(const std::string& engine) {
    Setting setting = setting_;
    setting.environment["ENGINE"] = engine;
    return bench.run({"/bin/sh", (bench / "bug/reproduce.sh").string()}, setting);
  }
  int status_on(const std::string& engine) {
    const Ended ended = script_on_engine(engine);
    return ended.status;
  }

 private:
  Setting setting_;
};

const std::string behaves = "[[oracles]]\nreported_compiles = true\n[[oracles]]\nreported_behaviour = true\n";

TEST_F(WorkerScript, ComparesWhatIsReported) {
  const std::string broken = engine("broken.py", R"(
    return {"outcome": "done", "outputs": {
        "compile errors before": "", "compile errors after": "", "behaviour before": text + "é",
        "behaviour after": text.replace("no", "nought") + "é", "after": "version 1", "log/of it": {"base64": "AP8="},
        "none": None}}
)");
  const Ended ended = report_on(broken, specification(behaves));
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  EXPECT_THAT(readme(), AllOf(HasSubstr("sh reproduce.sh"), HasSubstr("with 0 when the bug is fixed"),
                              HasSubstr("by which the worker finds it there, such as ENGINE:"),
                              HasSubstr("env VARIABLES sh DIR/reproduce.sh"), Not(HasSubstr(bench.directory()))));
  // It needs nothing of the campaign's.
  for (const char* const file : {"c.toml", "s.sqlite", "worker.py", "helper.py"}) fs::remove(bench / file);
  const Ended there = script_on_engine(broken);
  EXPECT_EQ(there.status, 1) << there.out << there.err;
  EXPECT_THAT(there.out, HasSubstr("behaviour preserved:\nbehaviour before:\nsay no\n"));
  EXPECT_THAT(there.out, HasSubstr("\nM-CM-)\nbehaviour after:\nsay nought\n"));
  EXPECT_THAT(there.out, HasSubstr("\nM-CM-)\nthis bug\n")) << "lines end where a text does not";
  const auto replies = [&](const std::string& errors, const std::string& before, const std::string& after) {
    return engine("other.py",
                  "    return {'outcome': 'done', 'outputs': {'compile errors before': '', 'compile errors "
                  "after': " +
                      errors + ", 'behaviour before': " + before + ", 'behaviour after': " + after + "}}\n");
  };
  // What no failing oracle reads may be different.
  EXPECT_EQ(status_on(replies("''", "text + 'é'", "text.replace('no', 'nought') + 'é'")), 1);
  EXPECT_EQ(status_on(replies("''", "text", "text")), 0);
  EXPECT_EQ(status_on(replies("''", "text", "'something else'")), 125);
  EXPECT_EQ(status_on(replies("'syntax error'", "text", "text")), 125) << "it does not compile";
  EXPECT_EQ(status_on(replies("None", "text", "text")), 0) << "an oracle that did not fail may not apply";
  EXPECT_EQ(status_on(replies("''", "text", "None")), 125) << "the one that fails must";
  EXPECT_EQ(status_on(engine("other.py", "    return {'outcome': 'lost'}\n")), 125);
  EXPECT_EQ(status_on(engine("other.py", "    return {'id': 7, 'outcome': 'done'}\n")), 125);
  EXPECT_EQ(status_on(engine("other.py", "    return {'outcome': 'crashed', 'messages': ['at ' + place]}\n")), 125);
  EXPECT_EQ(status_on(engine("other.py", "    syntax error\n")), 125) << "the worker does not start";
  EXPECT_EQ(status_on(engine("other.py", "    os._exit(0)\n")), 125);
  const Ended refused = script_on_engine(engine("other.py", "    return {'outcome': 'refused', 'messages': ['no']}\n"));
  EXPECT_EQ(refused.status, 0) << "a worker says clearly that it refuses: " << refused.out;
  EXPECT_THAT(refused.out, HasSubstr("fixed: it refuses this input"));
}

TEST_F(WorkerScript, KeepsFilesAboveTheCampaignWhereItFindsThem) {
  const std::string broken = engine("broken.py", R"(
    return {"outcome": "done", "outputs": {"behaviour before": text, "behaviour after": text.replace("no", "nought")}}
)");
  fs::create_directories(bench / "examples/engine");
  fs::create_directories(bench / "lib");
  fs::rename(bench / "helper.py", bench / "lib/helper.py");
  bench.write("examples/engine/worker.py",
              "import os, sys\nsys.path.insert(0, os.path.dirname(os.path.abspath(__file__)) + '/../../lib')\n" +
                  text_of(bench / "worker.py"));
  std::string text = specification("[[oracles]]\nreported_behaviour = true\n");
  text.replace(text.find("helper.py"), 9, "../../lib/helper.py");
  const Ended ended = report_on(broken, text, {}, "examples/engine/c.toml");
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  for (const char* const folder : {"examples", "lib"}) fs::remove_all(bench / folder);
  const Ended there = script_on_engine(broken);
  EXPECT_EQ(there.status, 1) << there.out << there.err;
  EXPECT_TRUE(fs::exists(bench / "bug/recorded/here/examples/engine/worker.py"));
  EXPECT_TRUE(fs::exists(bench / "bug/recorded/here/lib/helper.py"));
  for (const auto& entry : fs::recursive_directory_iterator(bench / "bug"))
    EXPECT_NE(entry.path().filename(), "__pycache__");
}

TEST_F(WorkerScript, KeepsWhatIsBesideThoughMuchIsAbove) {
  const std::string broken = engine("broken.py", R"(
    return {"outcome": "done", "outputs": {"behaviour before": text, "behaviour after": text.replace("no", "nought")}}
)");
  fs::create_directories(bench / "campaign");
  for (const char* const file : {"helper.py", "worker.py"}) fs::rename(bench / file, bench / "campaign" / file);
  bench.write("big", std::string(2u << 20, 'x'));
  std::string text = specification("[[oracles]]\nreported_behaviour = true\n");
  text.replace(text.find("\"helper.py\""), 11, "\"helper.py\", \"../big\"");
  const Ended ended = report_on(broken, text, {}, "campaign/c.toml");
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(status_on(broken), 1);
  EXPECT_TRUE(fs::exists(bench / "bug/recorded/here/campaign/helper.py"));
  EXPECT_FALSE(fs::exists(bench / "bug/recorded/here/big"));
}

TEST_F(WorkerScript, KnowsErrorsOfResultsAndResultsThatAreAsTheInputWas) {
  const std::string broken = engine("broken.py", R"(
    return {"outcome": "done", "outputs": {"compile errors before": "", "result": "x",
                                           "compile errors after": "a.c:1: no" if "no" in text else ""}}
)");
  ASSERT_EQ(report_on(broken, specification("[[oracles]]\nreported_compiles = { changed = \"result\" }\n")).status, 0);
  EXPECT_EQ(status_on(broken), 1);
  const auto replies = [&](const std::string& errors, const std::string& result) {
    return engine("other.py", "    return {'outcome': 'done', 'outputs': {'compile errors before': '', 'result': " +
                                  result + ", 'compile errors after': '" + errors + "'}}\n");
  };
  EXPECT_EQ(status_on(replies("", "'y'")), 0);
  EXPECT_EQ(status_on(replies("", "text")), 125) << "it has changed nothing";
  EXPECT_EQ(status_on(replies("a.c:1: yes", "'x'")), 125);
}

TEST_F(WorkerScript, ComparesTheWayBackWithTheInput) {
  const std::string broken = engine("broken.py", "    return {'outcome': 'done', 'outputs': {'back': text.upper()}}\n");
  const std::string oracle =
      "[[oracles]]\nreported_round_trip = { original = \"in/put.txt\", there_and_back = \"back\" }\n";
  ASSERT_EQ(report_on(broken, specification(oracle)).status, 0);
  EXPECT_EQ(status_on(broken), 1);
  EXPECT_EQ(status_on(engine("other.py", "    return {'outcome': 'done', 'outputs': {'back': text}}\n")), 0);
  EXPECT_EQ(status_on(engine("other.py", "    return {'outcome': 'done', 'outputs': {'back': text + text}}\n")), 125);
}

TEST_F(WorkerScript, RewritesWhatIsNormalised) {
  const auto replies = [&](const std::string& after) {
    return engine(
        after == "text.upper()" ? "broken.py" : "other.py",
        "    now = '0x%x' % time.time_ns()\n    return {'outcome': 'done', 'outputs': {'behaviour before': text + now, "
        "'behaviour after': " +
            after + " + now}}\n");
  };
  const std::string broken = replies("text.upper()");
  const std::string oracle =
      "[[oracles]]\nreported_behaviour = true\nnormalise = [{ pattern = '0x[0-9a-f]+', replacement = 'ADDRESS' }]\n";
  ASSERT_EQ(report_on(broken, specification(oracle)).status, 0);
  EXPECT_EQ(status_on(replies("text")), 0);
  EXPECT_EQ(status_on(replies("text * 2")), 125);
}

TEST_F(WorkerScript, KnowsCrashesByWhatTheWorkerSays) {
  const std::string broken =
      engine("broken.py", "    return {'outcome': 'crashed', 'messages': ['KeyError: ' + text + place, 'line 3']}\n");
  ASSERT_EQ(report_on(broken, specification("[[oracles]]\nno_crash = true\n")).status, 0);
  EXPECT_EQ(status_on(broken), 1);
  EXPECT_EQ(
      status_on(engine("other.py",
                       "    return {'outcome': 'crashed', 'messages': ['KeyError: ' + text + place, 'line 4']}\n")),
      1)
      << "the first message counts";
  EXPECT_EQ(status_on(engine("other.py",
                             "    return {'outcome': 'crashed', 'messages': ['KeyError: ' + text + place + '!']}\n")),
            125);
  EXPECT_EQ(status_on(engine("other.py", "    return {'outcome': 'crashed', 'messages': ['KeyError']}\n")), 125);
  EXPECT_EQ(status_on(engine("other.py", "    return {'outcome': 'done'}\n")), 0);
  EXPECT_EQ(status_on(engine("other.py", "    os.kill(os.getpid(), signal.SIGABRT)\n")), 125);
  const auto replies = [&](const std::string& length) {
    return engine("other.py", "    return {'outcome': 'done', 'outputs': {'log': 'x' * " + length + "}}\n");
  };
  EXPECT_EQ(status_on(replies("200000")), 0) << "longer than what a pipe holds";
  EXPECT_EQ(status_on(replies("2000000")), 125) << "longer than a reply may be";
}

TEST_F(WorkerScript, WhatCrashedMustBeRightInstead) {
  const std::string broken = engine("broken.py", R"(
    if "no" in text: return {'outcome': 'crashed', 'messages': ['KeyError']}
    return {'outcome': 'done', 'outputs': {'compile errors before': '', 'compile errors after': '',
                                           'behaviour before': text, 'behaviour after': text}}
)");
  ASSERT_EQ(report_on(broken, specification("[[oracles]]\nno_crash = true\n" + behaves)).status, 0);
  EXPECT_EQ(status_on(broken), 1);
  const auto replies = [&](const std::string& errors, const std::string& after) {
    return engine("other.py",
                  "    return {'outcome': 'done', 'outputs': {'compile errors before': '', 'compile errors "
                  "after': " +
                      errors + ", 'behaviour before': text, 'behaviour after': " + after + "}}\n");
  };
  EXPECT_EQ(status_on(replies("''", "text")), 0);
  EXPECT_EQ(status_on(replies("''", "'something else'")), 125) << "it crashes no more, and is wrong";
  EXPECT_EQ(status_on(replies("'syntax error'", "None")), 125);
  EXPECT_EQ(status_on(engine("other.py", "    return {'outcome': 'done'}\n")), 0) << "no oracle applies";
}

TEST_F(WorkerScript, KnowsHowAWorkerDies) {
  const std::string broken = engine("broken.py", "    os.kill(os.getpid(), signal.SIGSEGV)\n");
  ASSERT_EQ(report_on(broken, specification("[[oracles]]\nno_crash = true\n")).status, 0);
  const Ended there = script_on_engine(broken);
  EXPECT_EQ(there.status, 1) << there.out << there.err;
  EXPECT_THAT(there.out, AllOf(HasSubstr("killed by signal 11"), HasSubstr("printed by the subject")));
  EXPECT_EQ(status_on(engine("other.py", "    return {'outcome': 'done'}\n")), 0);
  EXPECT_EQ(status_on(engine("other.py", "    os._exit(3)\n")), 125);
  fs::remove_all(bench / "bug");
  const std::string exits = engine("exits.py", "    os._exit(3)\n");
  fs::remove(bench / "s.sqlite");
  ASSERT_EQ(report_on(exits, specification("[[oracles]]\nno_crash = true\n")).status, 0);
  EXPECT_EQ(status_on(exits), 1);
  EXPECT_EQ(status_on(engine("other.py", "    os._exit(4)\n")), 125);
}

TEST_F(WorkerScript, KnowsTimeOuts) {
  const std::string slow =
      engine("slow.py", "    time.sleep(60 if 'no' in text else 0)\n    return {'outcome': 'done'}\n");
  const std::string limited = specification("[[oracles]]\nno_time_out = true\n", "time_limit = \"2s\"\n");
  ASSERT_EQ(report_on(slow, limited, {"--patience", "1", "--confirm", "none"}).status, 0);
  const Ended there = script_on_engine(slow);
  EXPECT_EQ(there.status, 1) << there.out << there.err;
  EXPECT_THAT(there.out, HasSubstr("no answer within 2 s"));
  EXPECT_EQ(status_on(engine("other.py", "    return {'outcome': 'done'}\n")), 0);
}

TEST_F(WorkerScript, FindsResultsThatArePrinted) {
  const std::string prints = "    return {'outcome': 'done', 'standard_output': text + ";
  const std::string broken = engine("broken.py", prints + "'wrong\\n'}\n");
  // The oracle's own program fails on what is wrong.
  const std::string oracle =
      "[[oracles]]\ncompiles_after = { run = [\"sh\", \"-c\", \"! grep wrong $1\", \"-\", "
      "\"{input}\"], file = \"in/put.txt\" }\n";
  ASSERT_EQ(report_on(broken, specification(oracle)).status, 0);
  EXPECT_EQ(status_on(broken), 1);
  EXPECT_EQ(status_on(engine("other.py", prints + "'right\\n'}\n")), 0);
  EXPECT_EQ(status_on(engine("other.py", prints + "''}\n")), 125) << "it has changed nothing";
}

TEST_F(WorkerScript, IsNotMadeWhereItCannotShowTheFailure) {
  const std::string broken = engine("broken.py",
                                    "    return {'outcome': 'done', 'outputs': {'../x': 'a', 'behaviour before': 'a', "
                                    "'behaviour after': 'b'}}\n");
  const std::string oracle = "[[oracles]]\nreported_behaviour = true\n";
  const Ended ended = report_on(broken, specification(oracle));
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.err, HasSubstr("note: the folder gets no script: the output \"../x\" of the worker has a name that "
                                   "is no path of a file"));
  EXPECT_FALSE(fs::exists(bench / "bug/reproduce.sh"));
}

}  // namespace
}  // namespace smallscope::command_line
