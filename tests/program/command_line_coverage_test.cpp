// SPDX-License-Identifier: Apache-2.0
// run --coverage, and diagnose on its stores: from a failing cluster to the faulty function, on a program that a
// compiler of this machine instruments.
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <iomanip>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "covered/coverage_bench.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Coverage = CoverageBench;

TEST_F(Coverage, LeadsFromAClusterToTheFaultyLine) {
  const Ended ended = run({"--store", "s.sqlite", "--coverage"});
  EXPECT_EQ(ended.status, 1) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("coverage   36 tests covered"));
  const Ended found = diagnose({"s.sqlite", "--cluster", "C1", "--measure", "naish-op"});
  EXPECT_EQ(found.status, 0) << found.err;
  EXPECT_THAT(found.out, AllOf(HasSubstr("failing"), HasSubstr("calculator.c:8"), HasSubstr("return a + b;")));
  EXPECT_THAT(found.out, HasSubstr("calculator.c:7 <")) << "comparisons, where the code reports them";
  const Json json =
      parsed(diagnose({"s.sqlite", "--cluster", "C1", "--measure", "naish-op", "--elements", "blocks", "--json"}).out);
  const Json& spectrum = json["spectra"][0];
  EXPECT_EQ(spectrum["functions"][0]["function"], "subtract");
  EXPECT_EQ(spectrum["ranking"][0]["line"], 8);
  EXPECT_EQ(spectrum["failing"], 3);
  EXPECT_GT(spectrum["failing_in_other_ways"], 0) << "divisions by zero";
}

TEST_F(Coverage, TellsFaultsApartThatSayTheSame) {
  // It also adds wrongly with zero: another wrong number, which no message tells from those of subtract.
  compile(with(calculator, "return a + b;\n}\nstatic int subtract",
               "return b == 0 ? a + 1 : a + b;\n}\nstatic int subtract"));
  const Ended ended = run({"--store", "s.sqlite", "--coverage"});
  EXPECT_EQ(ended.status, 1) << ended.err;
  EXPECT_THAT(ended.out,
              AllOf(HasSubstr("at calculator.c:4 = of add"), HasSubstr("at calculator.c:7 < of subtract"),
                    HasSubstr("of divide, where 3 of 12 fail; fails exactly when operator is `/` and b is `0`\n")));
  const auto clusters = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {smallscope_program, "clusters", "s.sqlite", "--from", "calculator.toml"});
    return bench_.run(options).out;
  };
  EXPECT_THAT(clusters({}), AllOf(HasSubstr("in 3 clusters"),
                                  HasSubstr("clusters by code that failures cover; `--by "
                                            "cause` shows those without it\n"),
                                  HasSubstr("at calculator.c:4 = of add")));
  EXPECT_THAT(clusters({"--by", "message"}), AllOf(HasSubstr("in 2 clusters"), Not(HasSubstr("calculator.c"))));
  EXPECT_THAT(clusters({"--by", "cause"}), AllOf(HasSubstr("clusters by causes"), Not(HasSubstr("calculator.c"))));
  EXPECT_THAT(clusters({"--why", "C1", "C2"}),
              AllOf(HasSubstr("apart: other code is responsible for them\n"), HasSubstr("  code: calculator.c:")));
  const Json json = parsed(clusters({"--json"}));
  EXPECT_EQ(json["by"], "code");
  EXPECT_THAT(json["clusters"][0]["causes"].get<std::string>(), HasSubstr("judged inputs that cover it fail)"));
  EXPECT_EQ(parsed(clusters({"--by", "cause", "--json"}))["by"], "cause");
  for (const char* const by : {"code", "cause"}) {
    const Ended exported =
        bench_.run({smallscope_program, "export", "s.sqlite", "--from", "calculator.toml", "--by", by});
    EXPECT_EQ(parsed(exported.out)["by"], by);
  }
  // What is known of the code is nothing without the campaign, which tells what the inputs chose.
  make_too_long_to_keep(bench_ / "calculator.toml");
  ASSERT_EQ(run({"--store", "unkept.sqlite", "--coverage"}).status, 1);
  EXPECT_EQ(parsed(bench_.run({smallscope_program, "clusters", "unkept.sqlite", "--json"}).out)["by"], "message");
  EXPECT_EQ(parsed(bench_.run({smallscope_program, "clusters", "s.sqlite", "--json"}).out)["by"], "code");
}

TEST_F(Coverage, NamesWhatDecidedAndNotWhatReports) {
  // complain() comes first in the code, and the same tests cover it.
  compile(with(with(calculator, "static int subtract",
                    "static int complain(int a) {\n  printf(\"bad \");\n  return a;\n}\nstatic int subtract"),
               "return a + b;\n  return a - b;", "return complain(a);\n  return a - b;"));
  const Ended ended = run({"--store", "s.sqlite", "--coverage"});
  EXPECT_THAT(ended.out,
              AllOf(HasSubstr("at calculator.c:11 < of subtract; fails exactly when"), Not(HasSubstr("of complain"))));
}

TEST_F(Coverage, OfAPartOfTheSpaceTellsFaultsApartByCodeAndMessages) {
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage", "--order", "dense", "--max-tests", "20"}).status, 1);
  const Json json =
      parsed(bench_.run({smallscope_program, "clusters", "s.sqlite", "--from", "calculator.toml", "--json"}).out);
  EXPECT_EQ(json["by"], "code");
  EXPECT_EQ(json["obstacle"], nullptr);
  EXPECT_THAT(json["clusters"][0]["causes"].get<std::string>(), HasSubstr("calculator.c:"));
}

TEST_F(Coverage, OfAllClustersWithEachKindOfElement) {
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage"}).status, 1);
  for (const char* const elements : {"blocks", "predicates", "values", "lines", "functions", "choices"}) {
    std::vector<std::string> options{"s.sqlite", "--elements", elements};
    if (elements == std::string("choices")) options.insert(options.end(), {"--from", "calculator.toml"});
    const Ended found = diagnose(options);
    EXPECT_EQ(found.status, 0) << found.err;
    EXPECT_THAT(found.out, AllOf(HasSubstr("C1  "), HasSubstr("C2  "))) << elements;
  }
  EXPECT_THAT(diagnose({"s.sqlite", "--elements", "predicates"}).out, HasSubstr("calculator.c:7 <"));
  EXPECT_THAT(diagnose({"s.sqlite", "--elements", "choices"}).out, HasSubstr("operator = /"));
  EXPECT_THAT(diagnose({"s.sqlite", "--elements", "choices", "--from", "calculator.toml"}).out,
              AllOf(HasSubstr("operator = /"), HasSubstr("b = 0")));
  make_too_long_to_keep(bench_ / "calculator.toml");
  ASSERT_EQ(run({"--store", "unkept.sqlite", "--coverage"}).status, 1);
  EXPECT_THAT(diagnose({"unkept.sqlite", "--elements", "choices"}).err, HasSubstr("--from FILE"));
}

TEST_F(Coverage, OfWhatCallsReturnIsRankedIfAsked) {
  if (std::string(SMALLSCOPE_RETURN_VALUES_PLUGIN).empty())
    GTEST_SKIP() << "NOT TESTED: the plugin was not built; install the Debian packages clang and llvm-14-dev";
  const std::string compile = "cd " + bench_.directory().string() +
                              " && " SMALLSCOPE_RETURN_VALUES_CLANG
                              " -g -O0 -fsanitize-coverage=bb,no-prune,inline-bool-flag,pc-table,trace-cmp "
                              "-fpass-plugin=" SMALLSCOPE_RETURN_VALUES_PLUGIN
                              " -c calculator.c && " SMALLSCOPE_RETURN_VALUES_CLANG
                              " -o calculator calculator.o " SMALLSCOPE_COVERAGE_RUNTIME;
  ASSERT_EQ(std::system(compile.c_str()), 0);
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage"}).status, 1);
  const std::vector<std::string> all = {"s.sqlite", "--cluster", "C1", "--top", "1000", "--elements"};
  const auto with_elements = [&](const char* elements) {
    std::vector<std::string> options = all;
    options.emplace_back(elements);
    return diagnose(options).out;
  };
  EXPECT_THAT(with_elements("values"), AllOf(HasSubstr("calculator.c:16 returns negative #2 (main)"),
                                             HasSubstr("calculator.c:16 returns 0 (main)"),
                                             HasSubstr("calculator.c:17 returns above 1 #2 (main)")))
      << "operands and results";
  EXPECT_THAT(with_elements("predicates"), Not(HasSubstr("returns")));
  EXPECT_EQ(diagnose({"s.sqlite", "--cluster", "C1", "--json"}).out,
            diagnose({"s.sqlite", "--cluster", "C1", "--elements", "predicates", "--json"}).out);
  EXPECT_EQ(bench_.run({smallscope_program, "verify", "s.sqlite"}).status, 0);
}

/// The page says of each cluster what `diagnose` says of it.
TEST_F(Coverage, OnTheReportPageIsThatOfDiagnose) {
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage"}).status, 1);
  const std::string page = report({"s.sqlite", "--from", "calculator.toml"});
  const Json json = parsed(diagnose({"s.sqlite", "--from", "calculator.toml", "--json", "--top", "1000"}).out);
  ASSERT_EQ(json["spectra"].size(), 2u);
  std::size_t at = 0, rows = 0;
  for (const Json& spectrum : json["spectra"]) {
    at = page.find("<article class=\"cluster\"", at + 1);
    const std::string card = page.substr(at, page.find("</article>", at) - at);
    for (const Json& function : spectrum["functions"])
      EXPECT_THAT(card, HasSubstr("<code>" + function["function"].get<std::string>() + "</code>"));
    EXPECT_THAT(card, HasSubstr("Where in the code? First of " + std::to_string(spectrum["functions"].size()) +
                                " functions: " + spectrum["functions"][0]["function"].get<std::string>()));
    // The first element of a line gives it its score and its ranks.
    std::set<int> seen;
    for (const Json& element : spectrum["ranking"]) {
      const std::string name = element["name"];
      std::smatch match;
      ASSERT_TRUE(std::regex_match(name, match, std::regex("calculator\\.c:(\\d+)(-\\d+)?( [<=>])?( #\\d+)?"))) << name;
      const int line = std::stoi(match[1]), last_line = match[2].matched ? -std::stoi(match[2]) : line;
      const bool is_first = seen.insert(line).second;
      for (int more = line + 1; more <= last_line; ++more) seen.insert(more);
      if (!is_first || line != last_line || element["score"] == 0) continue;
      const std::map<std::string, std::string> signs{{"", ""}, {" <", " &lt;"}, {" =", " ="}, {" >", " &gt;"}};
      const int first = element["first"], last = element["last"];
      std::ostringstream row;
      row << std::setprecision(4) << "<th scope=\"row\">" << line << "</th><td>" << element["score"].get<double>()
          << signs.at(match[3]) << "</td><td>" << first;
      if (first != last) row << "-" << last;
      EXPECT_THAT(card, HasSubstr(row.str() + "</td>"));
      ++rows;
    }
  }
  EXPECT_GE(rows, 4u);
  EXPECT_THAT(page, AllOf(HasSubstr("<td>    return a + b;</td>"), HasSubstr("inputs failing in other ways left out"),
                          HasSubstr("by pairs</th>")));
}

TEST_F(Coverage, OnTheReportPageIsTheSameForAnyRun) {
  const auto page = [&](const std::vector<std::string>& options) {
    run(options);
    return report({"s.sqlite", "--from", "calculator.toml"});
  };
  const std::string expected = page({"--store", "s.sqlite", "--coverage", "--jobs", "1"});
  ASSERT_THAT(expected, HasSubstr("<table class=\"source\">"));
  EXPECT_EQ(page({"--store", "s.sqlite", "--coverage", "--overwrite", "--jobs", "4"}), expected);
  run({"--store", "s.sqlite", "--coverage", "--overwrite", "--max-tests", "13"});
  EXPECT_EQ(page({"--store", "s.sqlite", "--coverage", "--resume"}), expected);
}

TEST_F(Coverage, OnTheReportPageNeedsTheSourceForItsText) {
  namespace fs = std::filesystem;
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage"}).status, 1);
  fs::create_directory(bench_ / "elsewhere");
  fs::rename(bench_ / "calculator.c", bench_ / "elsewhere/calculator.c");
  const auto missing = AllOf(HasSubstr("The source of calculator.c was not found"), Not(HasSubstr("return a + b;")),
                             HasSubstr("<th scope=\"row\">8</th>"));
  EXPECT_THAT(report({"s.sqlite"}), missing);
  EXPECT_THAT(report({"s.sqlite", "--source", "none"}), missing);
  EXPECT_THAT(bench_.run({smallscope_program, "diagnose", "s.sqlite", "--source", "none"}).err,
              HasSubstr("note: --source none: there is no such folder\n"));
  EXPECT_THAT(report({"s.sqlite", "--source", "elsewhere"}),
              AllOf(HasSubstr("<td>    return a + b;</td>"), Not(HasSubstr("was not found"))));
  bench_.write("calculator.c", "int one;\nint two;\n");
  EXPECT_THAT(report({"s.sqlite"}), HasSubstr("calculator.c ends before a line that was covered"));
  std::string binary;
  for (int line = 0; line < 30; ++line)
    binary += std::string(3000, '\xff') + std::string(100, '\0') + "</script>\x1b[2J\n\x1b[2J</table>\n";
  bench_.write("calculator.c", binary);
  EXPECT_THAT(report({"s.sqlite"}),
              AllOf(HasSubstr("<td>\\xff\\xff"), HasSubstr("<td>\\x1b[2J&lt;/table&gt;</td>"), Not(HasSubstr("\x1b"))));
  fs::remove(bench_ / "calculator.c");
  ASSERT_EQ(mkfifo((bench_ / "calculator.c").c_str(), 0600), 0);
  EXPECT_THAT(report({"s.sqlite"}), missing);
  fs::remove(bench_ / "calculator.c");
  fs::create_directory(bench_ / "calculator.c");
  EXPECT_THAT(report({"s.sqlite"}), missing);
  const Ended wrong = bench_.run({smallscope_program, "report", "s.sqlite", "-o", "p.html", "--source", ""});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--source"));
}

TEST_F(Coverage, OfOtherFaultsMakesTheirCodeLessSuspicious) {
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage"}).status, 1);
  const std::string folder = bench_.directory().string();
  std::string divisions = with(specification, "SUBJECT", folder + "/calculator");
  divisions = with(with(divisions, R"(["+", "-", "/"])", R"(["/"])"), "name = \"calculator\"", "name = \"divisions\"");
  bench_.write("divisions.toml", divisions);
  ASSERT_EQ(run({"--store", "divisions.sqlite", "--coverage"}, "divisions.toml").status, 1);
  const std::vector<std::string> of_c1{"s.sqlite", "--cluster", "C1", "--background", "divisions.sqlite"};
  EXPECT_THAT(diagnose(of_c1).out,
              AllOf(HasSubstr("by code: less the mean score for 1 cluster of other stores"), HasSubstr("   1")));
  std::vector<std::string> as_json = of_c1;
  as_json.emplace_back("--json");
  const Json json = parsed(diagnose(as_json).out)["spectra"][0];
  EXPECT_EQ(json["functions"][0]["function"], "subtract");
  EXPECT_EQ(json["background"], 1);
  EXPECT_THAT(diagnose({"s.sqlite", "--background", "s.sqlite"}).err, HasSubstr("the store to be diagnosed"));
  EXPECT_THAT(diagnose({"s.sqlite", "--background", "none.sqlite"}).err, HasSubstr("none.sqlite"));
  EXPECT_THAT(diagnose({"s.sqlite", "--background", "divisions.sqlite", "--elements", "lines"}).err,
              HasSubstr("--elements blocks, predicates and values"));
  // Of another build, no element is the same.
  ASSERT_EQ(std::system(("cd " + folder +
                         " && gcc -g -O1 -fsanitize-coverage=trace-pc,trace-cmp -c calculator.c && "
                         "gcc -o calculator calculator.o " SMALLSCOPE_COVERAGE_RUNTIME)
                            .c_str()),
            0);
  ASSERT_EQ(run({"--store", "rebuilt.sqlite", "--coverage"}, "divisions.toml").status, 1);
  EXPECT_THAT(diagnose({"s.sqlite", "--background", "rebuilt.sqlite"}).err, HasSubstr("the same build"));
}

TEST_F(Coverage, IsTheSameForAnyRun) {
  const auto ranking = [&](const std::string& store) { return diagnose({store, "--top", "100"}).out; };
  ASSERT_EQ(run({"--store", "one.sqlite", "--coverage", "--jobs", "1"}).status, 1);
  const std::string expected = ranking("one.sqlite");
  ASSERT_THAT(expected, HasSubstr("subtract"));
  ASSERT_EQ(run({"--store", "four.sqlite", "--coverage", "--jobs", "4"}).status, 1);
  EXPECT_EQ(ranking("four.sqlite"), expected);
  run({"--store", "parts.sqlite", "--coverage", "--max-tests", "13"});
  EXPECT_EQ(run({"--store", "parts.sqlite", "--coverage", "--resume"}).status, 1);
  EXPECT_EQ(ranking("parts.sqlite"), expected);
  for (const char* const shard : {"1/3", "2/3", "3/3"})
    run({"--store", std::string("shard-") + shard[0] + ".sqlite", "--coverage", "--shard", shard});
  ASSERT_EQ(bench_
                .run({smallscope_program, "gather", "shard-3.sqlite", "shard-1.sqlite", "shard-2.sqlite", "--output",
                      "all.sqlite"})
                .status,
            0);
  EXPECT_EQ(ranking("all.sqlite"), expected);
  EXPECT_EQ(bench_.run({smallscope_program, "verify", "all.sqlite"}).status, 0);
}

TEST_F(Coverage, ShowsHowWellAKnownPlaceIsFound) {
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage"}).status, 1);
  bench_.write("places.csv", "campaign,file,function,first_line,last_line\ncalculator,calculator.c,subtract,8,8\n");
  bench_.write("others.toml",
               "[[fault]]\ncampaign = \"calculator\"\nname = \"division by zero\"\n"
               "choices.operator = \"/\"\n");
  const auto study = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {smallscope_program, "evaluate", "localisation", "s.sqlite", "--faults", "others.toml",
                               "--from", "calculator.toml", "--places"});
    return bench_.run(more);
  };
  const Ended ended = study({"places.csv"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("sum of ranks, of blocks"), HasSubstr("\nblocks: 1 faults"),
                               HasSubstr("the first failing input and the 20 nearest"), Not(HasSubstr("left out"))));
  const Json json = parsed(study({"places.csv", "--json"}).out);
  const auto rank = [&](const std::string& level, const char* measure) {
    for (const Json& each : json["levels"])
      if (each["name"] == level) return each["faults"][0]["ranks"][measure]["min"].get<double>();
    return -1.0;
  };
  EXPECT_EQ(rank("blocks", "naish-op"), 1);
  EXPECT_EQ(rank("lines", "naish-op"), 1);
  EXPECT_EQ(rank("functions, each by its most suspicious block", "naish-op"), 1);
  EXPECT_EQ(json["views"][0]["faults"][0]["ranks"]["average"], 1);
  EXPECT_EQ(json["views"][0]["faults"][0]["campaign"], "calculator");
  bench_.write("elsewhere.csv", "campaign,file,function,first_line,last_line\ncalculator,other.c,subtract,8,8\n");
  EXPECT_THAT(study({"elsewhere.csv"}).out,
              HasSubstr("left out, no covered block is at a place of the fault: calculator"));
  bench_.write("another.csv", "campaign,file,function,first_line,last_line\nanother,calculator.c,subtract,8,8\n");
  EXPECT_THAT(study({"another.csv"}).out, HasSubstr("left out, no place of the fault is known: calculator"));
  bench_.write("others.toml",
               "[[fault]]\ncampaign = \"calculator\"\nname = \"all\"\nchoices.operator = [\"/\", \"-\"]\n");
  EXPECT_THAT(study({"places.csv"}).out, HasSubstr("left out, no failing input shows the fault: calculator"));
}

/// A worker that runs the calculator for each request, and before the first one, which belongs to no test.
constexpr const char* worker = R"(
import json, os, subprocess, sys
requests = os.fdopen(int(os.environ["SMALLSCOPE_REQUESTS"]))
replies = os.fdopen(int(os.environ["SMALLSCOPE_REPLIES"]), "w")
def reply(answer):
    replies.write(json.dumps(answer) + "\n")
    replies.flush()
requests.readline()
subprocess.run([sys.argv[1], "1", "/", "1"], stdout=subprocess.DEVNULL)
reply({"protocol": "smallscope-worker", "version": 1, "subject": "calculator"})
for line in iter(requests.readline, ""):
    request = json.loads(line)
    words = request["parameters"]
    ended = subprocess.run([sys.argv[1], words["a"], words["operator"], words["b"]], stdout=subprocess.PIPE, text=True)
    reply({"id": request["id"], "outcome": "done", "standard_output": ended.stdout, "standard_error": ""})
)";

TEST_F(Coverage, OfAWorkerAndWhatItStartsIsThatOfTheCommands) {
  bench_.write("worker.py", worker);
  const std::string folder = bench_.directory().string();
  const std::string command = "run = [\"" + folder + "/calculator\", \"{a}\", \"{operator}\", \"{b}\"]";
  std::string text = with(specification, "SUBJECT", folder + "/calculator");
  ASSERT_NE(text.find(command), std::string::npos);
  text = with(text, command, "worker = [\"python3\", \"" + folder + "/worker.py\", \"" + folder + "/calculator\"]");
  bench_.write("worker.toml",
               with(text, "[oracles.differential]", "[oracles.differential]\ncompare_exit_status = false"));
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage"}).status, 1);
  const Ended ended = run({"--store", "w.sqlite", "--coverage", "--confirm", "none"}, "worker.toml");
  ASSERT_EQ(ended.status, 1) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("coverage   36 tests covered"));
  const auto ranked = [&](const std::string& store) {
    const Json json =
        parsed(diagnose({store, "--elements", "lines", "--json", "--top", "100", "--measure", "wong1"}).out);
    std::map<std::string, double> scores;
    for (const Json& each : json["spectra"][0]["ranking"]) scores[each["name"]] = each["score"];
    return std::pair(json["spectra"][0]["failing"].get<int>(), scores);
  };
  const auto [failing, scores] = ranked("w.sqlite");
  EXPECT_EQ(failing, 3) << "wrong subtractions";
  EXPECT_EQ(scores.at("calculator.c:8"), 3);
  EXPECT_EQ(scores.at("calculator.c:12"), 0) << "the division at the start, and those of other tests";
}

/// In process, each input in a child of its own.
TEST(CoverageInProcess, IsThatOfEachIsolatedInput) {
  Bench bench;
  const std::string covered = SMALLSCOPE_COVERED_CAMPAIGN;
  const auto run = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {covered, "run", "covered", "--coverage", "--progress", "none"});
    return bench.run(options);
  };
  const Ended mixed = run({"--no-store"});
  EXPECT_EQ(mixed.status, 2);
  EXPECT_THAT(mixed.err, AllOf(HasSubstr("in process"), HasSubstr("--isolate")));
  const Ended ended = run({"--store", "s.sqlite", "--isolate", "--jobs", "3"});
  EXPECT_EQ(ended.status, 1) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("coverage   60 tests covered"));
  const auto ranked = [&](const std::string& store, const std::string& cluster) {
    return parsed(bench.run({covered, "diagnose", store, "--cluster", cluster, "--json", "--measure", "naish-op"}).out);
  };
  const Json wrong = ranked("s.sqlite", "C1")["spectra"][0];
  EXPECT_EQ(wrong["failing"], 8) << wrong["messages"];
  EXPECT_EQ(wrong["functions"][0]["function"], "subtract");
  EXPECT_THAT(wrong["ranking"][0]["name"], HasSubstr("calculator.c:7")) << "b < 0 held";
  // What a child covered before it died of a signal is kept.
  const Json died = ranked("s.sqlite", "C2")["spectra"][0];
  EXPECT_EQ(died["failing"], 4) << died["messages"];
  EXPECT_EQ(died["functions"][0]["function"], "divide");
  ASSERT_EQ(run({"--store", "one.sqlite", "--isolate", "--jobs", "1"}).status, 1);
  EXPECT_EQ(ranked("one.sqlite", "C1"), ranked("s.sqlite", "C1"));
  EXPECT_EQ(ranked("one.sqlite", "C2"), ranked("s.sqlite", "C2"));
}

TEST_F(Coverage, ThatDoesNotComeIsSaid) {
  const Ended ended = run({"--store", "s.sqlite", "--coverage"}, "plain.toml");
  EXPECT_THAT(ended.out, HasSubstr("no process reported what it covers: docs/coverage.md"));
  const auto said_early = [&](const char* style) {
    return bench_.run({smallscope_program, "run", "plain.toml", "--no-store", "--coverage", "--progress", style}).err;
  };
  EXPECT_THAT(said_early("plain"),
              HasSubstr("\nwarning    no process has reported what it covers so far: docs/coverage"));
  EXPECT_THAT(said_early("json"),
              HasSubstr(R"({"event":"remark","text":"no process has reported what it covers so far: docs)"));
  const Ended found = diagnose({"s.sqlite"});
  EXPECT_EQ(found.status, 2);
  EXPECT_THAT(found.err, HasSubstr("no process of its 36 tests reported what it covers"));
  EXPECT_THAT(report({"s.sqlite"}, "note: the page says nothing of the code: store s.sqlite: no process of its 36"),
              HasSubstr("Nothing is said of the code: no test reported what it covers"));
  bench_.write("quiet.toml",
               "name = \"quiet\"\n[inputs.choices]\nn = { range = [1, 3] }\n[subject]\nrun = [\"true\", \"{n}\"]\n"
               "[[oracles]]\nexit_status = 0\n");
  EXPECT_EQ(run({"--no-store", "--coverage"}, "quiet.toml").status, 3)
      << "nothing fails, but what was asked for is missing";
  EXPECT_EQ(run({"--no-store"}, "quiet.toml").status, 0);
  ASSERT_EQ(run({"--store", "without.sqlite"}).status, 1);
  EXPECT_THAT(report({"without.sqlite"}), AllOf(Not(HasSubstr("in the code")), Not(HasSubstr("of the code"))));
  EXPECT_THAT(diagnose({"without.sqlite"}).err, HasSubstr("run the campaign with --coverage"));
  EXPECT_THAT(bench_.run({campaigns, "run", "planted", "--coverage", "--no-store"}).err,
              AllOf(HasSubstr("--coverage"), HasSubstr("in process")));
}

TEST_F(Coverage, OfAStrippedProgramIsSaidToHaveNoLinesWhileTheRunGoesOn) {
  if (std::system(("strip " + (bench_.directory() / "calculator").string()).c_str()) != 0)
    GTEST_SKIP() << "NOT TESTED: there is no strip here; install the Debian package binutils";
  const Ended ended = bench_.run({smallscope_program, "run", "calculator.toml", "--no-store", "--coverage"});
  EXPECT_THAT(ended.err, HasSubstr("/calculator: no debug information, so no lines are known"));
  EXPECT_THAT(ended.out, HasSubstr("/calculator: no debug information, so no lines are known"));
}

TEST_F(Coverage, OfAProgramThatIsLinkedWithAnotherRuntimeIsMissedByName) {
  const std::string command =
      "cd " + bench_.directory().string() + " && clang -fsanitize-coverage=inline-bool-flag,pc-table";
  if (std::system((command + " calculator.c -o plain 2>/dev/null").c_str()) != 0)
    GTEST_SKIP() << "NOT TESTED: there is no clang here; install the Debian package clang";
  EXPECT_THAT(run({"--no-store", "--coverage"}, "plain.toml").out,
              AllOf(HasSubstr("no process reported what it covers"),
                    HasSubstr("/plain: it was compiled with coverage, but linked with a runtime of clang")));
}

TEST_F(Coverage, OptionsOfStoresAreForStores) {
  bench_.write("t.tcm", "#tests\none FAILED\n\n#uuts\na\n\n#matrix\n0 1\n");
  const Ended wrong = diagnose({"t.tcm", "--cluster", "C1"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, AllOf(HasSubstr("--cluster"), HasSubstr("t.tcm is a file of spectra")));
  ASSERT_EQ(run({"--store", "s.sqlite", "--coverage"}).status, 1);
  EXPECT_THAT(diagnose({"s.sqlite", "t.tcm"}).err, HasSubstr("is a store, which is diagnosed alone"));
  EXPECT_THAT(diagnose({"s.sqlite", "--cluster", "C99"}).err, HasSubstr("--cluster C99"));
}

}  // namespace
}  // namespace smallscope::command_line
