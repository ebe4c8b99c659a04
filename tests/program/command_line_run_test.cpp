// SPDX-License-Identifier: Apache-2.0
// run: exit statuses, the summary, progress, and an honest account of whatever was left out.
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<std::string> command(const std::string& program, std::initializer_list<std::string> arguments) {
  std::vector<std::string> whole{program, "run"};
  whole.insert(whole.end(), arguments);
  return whole;
}

TEST(CommandLineRun, WithoutAStoreAnInputIsExecutedAgainByTheCampaign) {
  Bench bench;
  const std::string ran = bench.run(command(relative_path, {"relative-path", "--no-store", "--progress", "none"})).out;
  const std::string mark = "    again: ";
  const std::size_t begin = ran.find(mark) + mark.size();
  ASSERT_NE(ran.find(mark), std::string::npos) << ran;
  const Ended again = bench.run({"/bin/sh", "-c", ran.substr(begin, ran.find('\n', begin) - begin)});
  EXPECT_EQ(again.status, 1) << again.err;
  EXPECT_THAT(again.out, HasSubstr("verdict: fail"));
}

TEST(CommandLineRun, TheSummaryIsJsonAndNothingElse) {
  Bench bench;
  const Ended ended = bench.run(command(relative_path, {"relative-path", "--json", "--store", "s.sqlite"}));
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.err, Not(IsEmpty()));  // plain progress
  const Json json = parsed(ended.out);
  EXPECT_EQ(json["campaign"], "relative-path");
  EXPECT_EQ(json["inputs"], 115'600);
  EXPECT_EQ(json["executed"], 115'600);
  EXPECT_EQ(json["discarded"], 0);
  EXPECT_EQ(json["failed"], 934);
  EXPECT_EQ(json["clusters"], 2);
  EXPECT_EQ(json["first_failure"]["ordinal"], 87'500);
  EXPECT_EQ(json["first_failure"]["tests"], 28);
  EXPECT_TRUE(json["first_failure"]["seconds"].is_number_float());
  EXPECT_TRUE(json["seconds"].is_number_float());
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["stop"], "finished");
  EXPECT_EQ(json["store"], (bench / "s.sqlite").string());
}

TEST(CommandLineRun, DiscardsAndVerdictsAreCounted) {
  Bench bench;
  bench.specification("mixed.toml");
  const Json json = parsed(bench.run(command(smallscope_program, {"mixed.toml", "--json", "--no-store"})).out);
  EXPECT_EQ(json["inputs"], 120);
  EXPECT_EQ(json["executed"], 120);
  EXPECT_EQ(json["discarded"], 26);
  EXPECT_EQ(json["filtered"], 6);
  EXPECT_EQ(json["rejected"], 20);
  EXPECT_EQ(json["failed"], 57);
  EXPECT_EQ(json["verdicts"], Json({{"fail", 40}, {"crashed", 17}}));
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["store"], "");
  EXPECT_FALSE(std::filesystem::exists(bench / "runs"));
}

TEST(CommandLineRun, TheOnlyInputMayFail) {
  Bench bench;
  for (const std::string holes : {"", "[inputs.choices]\na = [\"x\"]\n", "[inputs.choices]\na = [\"\"]\nb = [1]\n"}) {
    bench.write("one.toml", "name = \"one\"\n[inputs]\nfile = \"f\"\ntemplate = \"" +
                                std::string(holes.empty()                     ? ""
                                            : holes.find("b =") == holes.npos ? "{{a}}"
                                                                              : "{{a}}{{b}}") +
                                "\"\n" + holes + "[subject]\nrun = [\"false\"]\n[[oracles]]\nexit_status = 0\n");
    const Ended ran = bench.run({smallscope_program, "run", "one.toml", "--store", "s.sqlite", "--overwrite"});
    EXPECT_EQ(ran.status, 1) << holes << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("1 failing")) << holes;
    for (const std::vector<std::string>& command : {std::vector<std::string>{"clusters", "s.sqlite"},
                                                    {"explain", "s.sqlite"},
                                                    {"clusters", "s.sqlite", "--budget", "3"},
                                                    {"report", "s.sqlite", "-o", "page.html"},
                                                    {"export", "s.sqlite", "--format", "sarif"}}) {
      std::vector<std::string> words{smallscope_program};
      words.insert(words.end(), command.begin(), command.end());
      words.insert(words.end(), {"--from", "one.toml"});
      const Ended ended = bench.run(words);
      EXPECT_THAT(ended.status, AnyOf(0, 1)) << command.front() << ended.err;
    }
  }
}

TEST(CommandLineRun, AnEmptySpaceShowsNothing) {
  Bench bench;
  const Ended ended = bench.run(command(campaigns, {"empty"}));
  EXPECT_EQ(ended.status, 3) << ::testing::PrintToString(ended);
  EXPECT_EQ(ended.out, "warning    nothing was judged: the space is empty\n");
  const Ended allowed = bench.run(command(campaigns, {"empty", "--json", "--allow-empty"}));
  EXPECT_EQ(allowed.status, 0);
  const Json json = parsed(allowed.out);
  EXPECT_EQ(json["inputs"], 0);
  EXPECT_EQ(json["executed"], 0);
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["first_failure"], nullptr);
  EXPECT_EQ(bench.run({campaigns, "clusters", "runs/empty.sqlite"}).status, 3);
}

TEST(CommandLineRun, NothingFailedIsStatusZero) {
  Bench bench;
  const Ended ended = bench.run(command(relative_path, {"relative-path", "--order", "dense", "--max-tests", "0"}));
  EXPECT_EQ(ended.status, 3) << "nothing was judged: " << ::testing::PrintToString(ended);
  EXPECT_EQ(bench.run(command(campaigns, {"in-process", "--order", "dense", "--max-tests", "17"})).status, 0);
  EXPECT_EQ(bench.run(command(campaigns, {"in-process", "--order", "dense", "--max-tests", "17"})).status, 0)
      << "a store that nobody named is moved aside";
  EXPECT_TRUE(std::filesystem::exists(bench / "runs/in-process.previous.sqlite"));
}

TEST(CommandLineRun, MaxTestsStopsThereAndResumes) {
  Bench bench;
  const auto partial =
      bench.run(command(relative_path, {"relative-path", "--max-tests", "1234", "--store", "s.sqlite"}));
  EXPECT_EQ(partial.status, 1);
  EXPECT_THAT(partial.out,
              AllOf(StartsWith("stopped    at the limit of --max-tests: 1,234 of 115,600 executed in "),
                    Not(HasSubstr("every input has one verdict")),
                    EndsWith("\nnext: " + relative_path + " run relative-path --store s.sqlite --resume\n")));
  const auto more = bench.run(
      command(relative_path, {"relative-path", "--max-tests", "2000", "--store", "s.sqlite", "--resume", "--json"}));
  const Json json = parsed(more.out);
  EXPECT_EQ(json["executed"], 2'000);
  EXPECT_EQ(json["complete"], false);
  EXPECT_EQ(json["stop"], "max tests");
  EXPECT_EQ(json["first_failure"]["tests"], 28);
  // What `next` says is a command that works as it stands, and completes the store.
  const auto next = lines_of(partial.out).back().substr(6);
  EXPECT_EQ(bench.run({"/bin/sh", "-c", next}).status, 1);
  bench.run(command(relative_path, {"relative-path", "--store", "through.sqlite"}));
  EXPECT_EQ(dump_of(bench / "s.sqlite"), dump_of(bench / "through.sqlite"));
}

TEST(CommandLineRun, FirstFailureStopsAtIt) {
  Bench bench;
  bench.specification("mixed.toml");
  const auto ended = bench.run(command(
      smallscope_program, {"mixed.toml", "--order", "dense", "--first-failure", "--store", "s.sqlite", "--jobs", "2"}));
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.out, AllOf(StartsWith("stopped    at the first failure: 2 of 120 executed in "),
                               HasSubstr("--store s.sqlite --resume\n")));
  const auto again = bench.run(
      command(smallscope_program, {"mixed.toml", "--first-failure", "--store", "s.sqlite", "--resume", "--json"}));
  const Json json = parsed(again.out);
  EXPECT_EQ(json["executed"], 3);  // goes on in the order of the store, to the next one
  EXPECT_EQ(json["failed"], 2);
  EXPECT_EQ(json["complete"], false);
  EXPECT_EQ(json["stop"], "first failure");
  EXPECT_EQ(json["first_failure"]["ordinal"], 1);
}

TEST(CommandLineRun, ABudgetOfNoTimeRunsNothing) {
  Bench bench;
  for (const std::string budget : {"0", "0s", "0ms", "0min", "0h"}) {
    const auto ended = bench.run(
        command(relative_path, {"relative-path", "--budget", budget, "--store", "s.sqlite", "--overwrite", "--json"}));
    EXPECT_EQ(ended.status, 3) << ::testing::PrintToString(ended);
    const Json json = parsed(ended.out);
    EXPECT_EQ(json["executed"], 0);
    EXPECT_EQ(json["complete"], false);
    EXPECT_EQ(json["stop"], "budget");
    EXPECT_EQ(json["first_failure"], nullptr);
  }
  EXPECT_EQ(parsed(bench.run(command(relative_path, {"relative-path", "--budget", "2h", "--json"})).out)["complete"],
            true);
}

TEST(CommandLineRun, EveryOrderVisitsEveryInputOnce) {
  Bench bench;
  bench.specification("mixed.toml");
  const std::vector<std::vector<std::string>> orders{{"--order", "dense"},
                                                     {"--order", "golden"},
                                                     {"--order", "shuffle", "--seed", "7"},
                                                     {"--order", "jump", "--jump-limit", "5", "--seed", "2"},
                                                     {"--order", "jump", "--repeat"},
                                                     {"--order", "pairwise"},
                                                     {"--order", "pairwise", "--strength", "3"}};
  std::vector<std::string> cases;
  for (const auto& order : orders) {
    auto arguments = command(campaigns, {"in-process", "--json", "--store", "s.sqlite", "--overwrite"});
    arguments.insert(arguments.end(), order.begin(), order.end());
    const Json json = parsed(bench.run(arguments).out);
    EXPECT_EQ(json["executed"], 2'000) << order.back();
    EXPECT_EQ(json["filtered"], 286) << order.back();
    EXPECT_EQ(json["complete"], true) << order.back();
    Json failing = Json::array();
    const Json exported = parsed(bench.run({campaigns, "export", "s.sqlite"}).out);
    for (const Json& record : exported["cases"])
      failing.push_back({record["ordinal"], record["verdict"], record["judgements"]});
    EXPECT_EQ(failing.size(), json["failed"]);
    cases.push_back(failing.dump());
  }
  for (const std::string& others : cases) EXPECT_EQ(others, cases.front());
}

TEST(CommandLineRun, SaysWhichCombinationsAStoppedRunHasShown) {
  Bench bench;
  bench.write("five.toml", R"(
name = "five"
[inputs]
file = "input"
template = "{{a}}{{b}}{{c}}{{d}}{{e}}"
[inputs.choices]
a = { range = [1, 4] }
b = { range = [1, 4] }
c = { range = [1, 4] }
d = { range = [1, 4] }
e = { range = [1, 4] }
[subject]
run = ["true"]
[[oracles]]
exit_status = 0
)");
  const auto out_of = [&](const std::string& store, std::vector<std::string> more) {
    auto arguments = command(smallscope_program, {"five.toml", "--store", store});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return bench.run(arguments).out;
  };
  // Five columns of four levels: an orthogonal array of 16 rows.
  EXPECT_THAT(out_of("pairs.sqlite", {"--order", "pairwise", "--max-tests", "16"}),
              HasSubstr("   pairs covered 100%\n"));
  // By hand: d and e take all levels, a, b and c one; 16 + 6 * 4 + 3 of 10 * 16 pairs.
  EXPECT_THAT(out_of("dense.sqlite", {"--order", "dense", "--max-tests", "16"}), HasSubstr("   pairs covered 26.8%\n"));
  // 3 * 16 + 6 * 4 + 1 of 10 * 64.
  const std::vector<std::string> resumed{"--resume", "--strength", "3", "--max-tests", "16"};
  EXPECT_THAT(out_of("dense.sqlite", resumed), HasSubstr("   3-way combinations covered 11.4%\n"));
  const Json json = parsed(out_of("dense.sqlite", {"--resume", "--strength", "3", "--max-tests", "16", "--json"}));
  EXPECT_EQ(json["covered"], parsed(R"({"strength":3,"combinations":640,"covered":73,"exact":true})"));
  // A complete run covers all, and says more than that.
  const std::string complete = bench.run(command(relative_path, {"relative-path"})).out;
  EXPECT_THAT(complete, AllOf(HasSubstr("every input has one verdict"), Not(HasSubstr("covered"))));
  const Json whole = parsed(bench.run(command(relative_path, {"relative-path", "--json"})).out);
  EXPECT_EQ(whole["covered"], parsed(R"({"strength":2,"combinations":115600,"covered":115600,"exact":true})"));
  EXPECT_EQ(parsed(bench.run(command(campaigns, {"empty", "--json"})).out)["covered"], nullptr);
  expect_error(bench.run(command(smallscope_program, {"five.toml", "--strength", "0"})), 2, HasSubstr("--strength"));
}

TEST(CommandLineRun, CombinesWhatIsWithinTextsWithTheOtherChoices) {
  Bench bench;
  const auto covered_of = [&](const std::string& texts, const std::string& order) {
    bench.write("texts.toml", R"(
name = "texts"
[inputs]
file = "input"
template = "{{a}}{{text}}"
[inputs.choices]
a = { range = [1, 4] }
b = { range = [1, 4] }
c = { range = [1, 4] }
text = )" + texts + R"(
[subject]
run = ["true"]
[[oracles]]
exit_status = 0
)");
    return bench.run(command(smallscope_program, {"texts.toml", "--order", order, "--max-tests", "16", "--no-store"}))
        .out;
  };
  // Four choices of four levels: an orthogonal array of 16 rows.
  EXPECT_THAT(covered_of(R"(["1{{b}}{{c}}", "2{{c}}{{b}}", "{{b}}3{{c}}", "{{b}}{{c}}4"])", "pairwise"),
              HasSubstr("   pairs covered 100%\n"));
  // By hand: one of 4 x 2 pairs of a level and a text, and 4 x 4 within the first text.
  EXPECT_THAT(covered_of(R"(["{{b}}{{c}}", "0"])", "dense"), HasSubstr("   pairs covered 70.8%\n"));
}

TEST(CommandLineRun, RepeatNeedsTheJumpOrder) {
  Bench bench;
  for (const std::string order : {"dense", "golden", "shuffle"})
    expect_error(bench.run(command(relative_path, {"relative-path", "--repeat", "--order", order})), 2,
                 HasSubstr("needs --order jump"));
  expect_error(bench.run(command(relative_path, {"relative-path", "--repeat"})), 2, HasSubstr("needs --order jump"));
  EXPECT_FALSE(std::filesystem::exists(bench / "runs"));
}

TEST(CommandLineRun, PlainProgress) {
  Bench bench;
  const auto ended = bench.run(command(relative_path, {"relative-path", "--progress", "plain"}));
  const auto lines = lines_of(ended.err);
  ASSERT_GE(lines.size(), 4u);
  EXPECT_THAT(lines[0], StartsWith("space      relative-path   "));
  EXPECT_THAT(lines[0], EndsWith(" = 115,600 inputs"));
  EXPECT_THAT(lines[1], AllOf(StartsWith("subject    "), HasSubstr("oracles: leads back")));
  EXPECT_EQ(lines[2], "store      runs/relative-path.sqlite");
  EXPECT_EQ(lines[3], "pass       115,600 inputs in pairwise-dense order");
  EXPECT_THAT(ended.err, Not(HasSubstr("\x1b")));
}

TEST(CommandLineRun, TheSubjectIsShownAsAPersonTypesIt) {
  Bench bench;
  bench.specification("mixed.toml");
  bench.specification("worker.toml");
  bench.specification("worker.py");
  bench.specification("odd.toml");
  const auto subject = [&](const std::string& specification) {
    const auto lines =
        lines_of(bench.run(command(smallscope_program, {specification, "--no-store", "--jobs", "1"})).err);
    return lines.size() > 1 ? lines[1] : "";
  };
  EXPECT_EQ(subject("mixed.toml"), "subject    sh {input} (1 job)   oracles: deed, exit status");
  EXPECT_THAT(subject("odd.toml"), StartsWith("subject    printf {text} (1 job)   oracles: "));
  EXPECT_THAT(subject("worker.toml"), StartsWith("subject    numbers 1 (1 job)   oracles: no crash"));
}

TEST(CommandLineRun, ProgressAsJsonLines) {
  Bench bench;
  bench.specification("mixed.toml");
  const auto ended =
      bench.run(command(smallscope_program, {"mixed.toml", "--progress", "json", "--json", "--order", "jump"}));
  std::map<std::string, int> events;
  Json last;
  int clusters = 0;
  for (const std::string& line : lines_of(ended.err)) {
    const Json event = parsed(line);
    ++events[event["event"]];
    if (event["event"] == "case") clusters += event["new_cluster"] == true ? 1 : 0;
    if (event["event"] == "progress") last = event;
  }
  EXPECT_EQ(events["pass"], 1);
  EXPECT_EQ(events["case"], 57);
  EXPECT_EQ(clusters, 3);
  EXPECT_EQ(last["done"], 120);
  EXPECT_EQ(last["inputs"], 120);
  EXPECT_EQ(last["failed"], 57);
  EXPECT_EQ(last["discarded"], 26);
  EXPECT_EQ(last["clusters"], 3);
  EXPECT_EQ(parsed(ended.out)["failed"], 57);
}

TEST(CommandLineRun, ProgressAsABarOrNotAtAll) {
  Bench bench;
  const auto bar = bench.run(command(relative_path, {"relative-path", "--progress", "bar"}));
  EXPECT_THAT(bar.err,
              AllOf(HasSubstr("\r\x1b[K["), HasSubstr(" of 115,600"), HasSubstr("failure    after 28 tests, ")));
  EXPECT_THAT(bar.out, Not(HasSubstr("\x1b")));
  EXPECT_EQ(bench.run(command(relative_path, {"relative-path", "--progress", "none"})).err, "");
}

TEST(CommandLineRun, AWorkersFailuresAreConfirmed) {
  Bench bench;
  bench.specification("worker.toml");
  bench.specification("worker.py");
  const auto confirmed = [&](const std::string& which) {
    const auto ended =
        bench.run(command(smallscope_program, {"worker.toml", "--no-store", "--json", "--confirm", which}));
    EXPECT_EQ(ended.status, 1) << ::testing::PrintToString(ended);
    EXPECT_EQ(parsed(ended.out)["failed"], 3);
    return parsed(ended.out)["confirmed"];
  };
  EXPECT_EQ(confirmed("none"), 0);
  EXPECT_EQ(confirmed("first"), 1);
  EXPECT_EQ(confirmed("all"), 3);
}

TEST(CommandLineRun, ScratchFilesGoWhereTheyAreTold) {
  Bench bench;
  bench.specification("mixed.toml");
  std::filesystem::create_directory(bench / "here");
  EXPECT_EQ(bench.run(command(smallscope_program, {"mixed.toml", "--scratch", "here"})).status, 1);
  EXPECT_TRUE(std::filesystem::is_empty(bench / "here"));
  expect_error(
      bench.run(command(smallscope_program, {"mixed.toml"}), {.environment = {{"TMPDIR", (bench / "none").string()}}}),
      3, AllOf(HasSubstr((bench / "none").string())));
}

}  // namespace
}  // namespace smallscope::command_line
