// SPDX-License-Identifier: Apache-2.0
// switch: conditions of a program that are negated one after the other, and which of them mend a failing input.
#include <filesystem>

#include "covered/coverage_bench.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// Starts the program, which finds what is negated in the environment of the worker.
constexpr const char* worker = R"(
import subprocess, sys
sys.path.insert(0, "WORKERS")
import smallscope_worker as worker

def answer(request):
    a, operator, b = (request.parameters[name] for name in ("a", "operator", "b"))
    actual = subprocess.run(["FOLDER/calculator", a, operator, b], capture_output=True, text=True).stdout
    x, y = int(a), int(b)
    expected = x + y if operator == "+" else x - y if operator == "-" else int(x / y) if y else 0
    return worker.done({"expected": f"{expected}\n", "actual": actual})

worker.serve("calculator", "1", answer, outputs=["expected", "actual"])
)";

class Switch : public CoverageBench {
 protected:
  void SetUp() override {
    CoverageBench::SetUp();
    if (!IsSkipped()) run({"--store", "s.sqlite"});
  }
  Ended switched(std::vector<std::string> options) {
    options.insert(options.begin(), "s.sqlite");
    options.insert(options.end(), {"--progress", "none"});
    return more("switch", std::move(options));
  }
  /// Of the cluster of wrong differences, which is the first.
  Json wrong_difference(std::vector<std::string> options = {}) {
    options.insert(options.begin(), {"--cluster", "C1", "--json"});
    return printed(switched(options));
  }
  /// What the store says of the campaign.
  std::string account() { return bench_.run({smallscope_program, "export", "s.sqlite", "--format", "csv"}).out; }
};

TEST_F(Switch, FindsTheConditionThatIsAtFault) {
  const std::string before = account();
  const Json json = wrong_difference();
  EXPECT_EQ(json["tried"], json["conditions"]);
  EXPECT_EQ(json["not_negated"], 0);
  bool is_found = false;
  for (const Json& critical : json["critical"]) {
    if (critical["function"] != "subtract") continue;
    is_found = true;
    EXPECT_EQ(critical["file"], "calculator.c");
    EXPECT_EQ(critical["line"], 7);
    EXPECT_EQ(critical["mended"], json["failing"].size());
    // A difference with a right operand above 0 is wrong then; sums and quotients are as they were.
    EXPECT_LT(critical["kept"], json["passing"].size());
    EXPECT_GT(critical["kept"], 0);
  }
  EXPECT_TRUE(is_found) << json;
  EXPECT_EQ(account(), before);
  EXPECT_EQ(wrong_difference({"--jobs", "3"}), json);
  const Ended text = switched({"--cluster", json["key"].get<std::string>()});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(HasSubstr("one is critical"), HasSubstr("3 of 3    15 of 20  calculator.c:7 (subtract)"),
                              HasSubstr("if (b < 0)")));
}

TEST_F(Switch, SaysThatNothingIsCritical) {
  const Ended ended = switched({"--cluster", "C2"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("none of these alone is critical"));
}

TEST_F(Switch, StartsFromTheInputThatIsWanted) {
  const Json json = wrong_difference();
  const std::string input = std::to_string(json["failing"].back().get<int>());
  const Json other = parsed(switched({"--input", input, "--failing", "2", "--passing", "3", "--json"}).out);
  EXPECT_EQ(other["cluster"], json["cluster"]);
  EXPECT_EQ(other["failing"][0], json["failing"].back());
  EXPECT_EQ(other["failing"].size(), 2u);
  EXPECT_EQ(other["passing"].size(), 3u);
}

TEST_F(Switch, EndsWithItsTime) {
  const Ended ended = switched({"--cluster", "C1", "--budget", "0.000001s"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("left out: all, --budget had no time for the inputs as they are"));
}

TEST_F(Switch, OfAProgramThatAWorkerStarts) {
  const std::string folder = bench_.directory().string();
  bench_.write("worker.py", with(with(worker, "WORKERS", SMALLSCOPE_PYTHON_WORKERS), "FOLDER", folder));
  const std::string text(specification);
  bench_.write("calculator.toml", text.substr(0, text.find("[subject]")) + "[subject]\nworker = [\"python3\", \"" +
                                      folder + "/worker.py\"]\n[[oracles]]\n" +
                                      "reported_behaviour = { before = \"expected\", after = \"actual\" }\n");
  std::filesystem::remove(bench_ / "s.sqlite");
  ASSERT_EQ(run({"--store", "s.sqlite"}).status, 1);
  const Json json = wrong_difference();
  bool is_found = false;
  for (const Json& critical : json["critical"]) is_found |= critical["function"] == "subtract" && critical["line"] == 7;
  EXPECT_TRUE(is_found) << json;
}

TEST_F(Switch, SaysWhatCouldNotBeNegated) {
  start_by_script();
  std::filesystem::remove(bench_ / "s.sqlite");
  ASSERT_EQ(run({"--store", "s.sqlite"}).status, 1);
  // A subject that does not obey, as one with an older runtime.
  std::filesystem::rename(bench_ / "calculator", bench_ / "obedient");
  bench_.write("calculator",
               "#!/bin/sh\nunset SMALLSCOPE_SWITCH\nexec " + (bench_ / "obedient").string() + " \"$@\"\n");
  std::filesystem::permissions(bench_ / "calculator", std::filesystem::perms::owner_all);
  const Json json = wrong_difference();
  EXPECT_EQ(json["not_negated"], json["conditions"]);
  EXPECT_EQ(json["critical"].size(), 0u);
  EXPECT_THAT(switched({"--cluster", "C1"}).out,
              AllOf(HasSubstr("0 of them were negated"), HasSubstr("link the subject with the runtime of this version"),
                    Not(HasSubstr("critical"))));
}

TEST_F(Switch, TakesInputsThatTheStoreDoesNotHave) {
  std::filesystem::remove(bench_ / "s.sqlite");
  ASSERT_EQ(run({"--store", "s.sqlite", "--order", "dense", "--first-failure"}).status, 1);
  const Json json = wrong_difference();
  EXPECT_EQ(json["failing"].size(), 1u);
  EXPECT_GT(json["passing"].size(), 10u) << json;
  EXPECT_EQ(json["changed"], 0);
  EXPECT_EQ(json["critical"][0]["function"], "subtract");
}

TEST_F(Switch, IsJudgedByKnownPlaces) {
  std::filesystem::remove(bench_ / "s.sqlite");
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage"}).status, 1);
  bench_.write("places.csv", "campaign,file,function,first_line,last_line\ncalculator,calculator.c,subtract,7,7\n");
  std::filesystem::create_directory(bench_ / "negated");
  const auto evaluate = [&](std::string json) {
    bench_.write("negated/s.json", std::move(json));
    return bench_.run({smallscope_program, "evaluate", "localisation", "s.sqlite", "--places", "places.csv",
                       "--negated", "negated", "--json"});
  };
  const Json study = printed(evaluate(switched({"--cluster", "C1", "--json"}).out));
  EXPECT_EQ(study["failing"][0]["campaign"], "calculator");
  bool is_ranked = false;
  for (const Json& view : study["views"]) {
    if (view["name"] != "negated conditions, then sum of ranks, of blocks") continue;
    is_ranked = true;
    EXPECT_EQ(view["faults"][0]["ranks"]["max"], 1);
  }
  EXPECT_TRUE(is_ranked) << study;
  for (const char* const wrong : {"", "{", "[]", R"({"failing":[1],"passing":[],"critical":[{}]})",
                                  R"({"failing":[1],"passing":[],"critical":[{"file":"a","function":"f","line":1,)"
                                  R"("mended":2,"kept":0}]})"}) {
    const Ended ended = evaluate(wrong);
    EXPECT_EQ(ended.status, 2) << wrong;
    EXPECT_THAT(ended.err, HasSubstr("is not what `switch --json` prints")) << wrong;
  }
  std::filesystem::remove(bench_ / "negated/s.json");
  EXPECT_THAT(bench_
                  .run({smallscope_program, "evaluate", "localisation", "s.sqlite", "--places", "places.csv",
                        "--negated", "negated"})
                  .err,
              HasSubstr("write it with `switch --json`"));
}

TEST_F(Switch, NeedsWhatCanBeSwitched) {
  EXPECT_THAT(switched({"--cluster", "C99"}).err, HasSubstr("--cluster C99"));
  EXPECT_THAT(switched({"--input", "-1"}).err, HasSubstr("--input"));
  EXPECT_THAT(switched({"--failing", "0"}).err, HasSubstr("--failing"));
  start_by_script();
  std::filesystem::remove(bench_ / "s.sqlite");
  ASSERT_EQ(run({"--store", "s.sqlite"}).status, 1);
  std::filesystem::copy(bench_ / "plain", bench_ / "calculator", std::filesystem::copy_options::overwrite_existing);
  const Ended ended = switched({"--cluster", "C1"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("reports nothing of what it covers"));
}

}  // namespace
}  // namespace smallscope::command_line
