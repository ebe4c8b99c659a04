// SPDX-License-Identifier: Apache-2.0
// diagnose and evaluate sbfl on the command line: files of spectra, measures, diagnoses, and what is no spectrum.
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string table_1 =
    "#tests\nT1 FAILED\nT2 FAILED\nT3 FAILED\nT4 PASSED\n\n#uuts\na.c:f:1\na.c:f:2 | 0\na.c:g:9\n\n"
    "#matrix\n0 1 1 1\n1 1 2 1\n0 1 2 1\n0 1 2 1\n";

TEST(CommandLineDiagnose, RanksElementsWithIntervals) {
  Bench bench;
  bench.write("t.tcm", table_1);
  const Ended ended = bench.run({smallscope_program, "diagnose", "t.tcm"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  EXPECT_THAT(ended.out, AllOf(HasSubstr("4 tests, 3 failing; 3 elements in 3 ambiguity groups"),
                               HasSubstr("1  0.8165  a.c:f:2 (faulty)"), HasSubstr("2-3  0.6667  a.c:f:1"),
                               HasSubstr("the first known faulty element has rank 1 (best 1, worst 1): EXAM 33.3%")));
  EXPECT_THAT(ended.out, Not(HasSubstr("diagnoses")));
}

TEST(CommandLineDiagnose, NamesTheGroupOfAnElement) {
  Bench bench;
  bench.write("g.mhs2", "6 2\n1 1 0 1 1 1 x\n0 0 1 0 0 0 .\n");
  const Ended ended = bench.run({smallscope_program, "diagnose", "g.mhs2", "--top", "1"});
  EXPECT_THAT(ended.out, AllOf(HasSubstr("6 elements in 2 ambiguity groups"), HasSubstr("2, 4, 5 and 1 more")));
}

TEST(CommandLineDiagnose, ShowsAGroupOnceByAFaultyElementOfIt) {
  Bench bench;
  bench.write("t.tcm",
              "#tests\nT1 FAILED\nT2 PASSED\nT3 PASSED\n\n"
              "#uuts\na.c:f:1\na.c:f:2 | 0\na.c:g:3\na.c:g:4\na.c:h:5\n\n"
              "#matrix\n0 1 1 1 2 1 3 1\n2 1 3 1\n4 1\n");
  const Ended ended = bench.run({smallscope_program, "diagnose", "t.tcm"});
  EXPECT_THAT(ended.out, HasSubstr("\nrank  ochiai  element           covered by the same tests\n"
                                   " 1-2       1  a.c:f:2 (faulty)  a.c:f:1\n"
                                   " 3-4  0.7071  a.c:g:3           a.c:g:4\n"
                                   "   5       0  a.c:h:5\n"
                                   "the first known faulty element has rank"));
  const Ended two = bench.run({smallscope_program, "diagnose", "t.tcm", "--top", "2"});
  EXPECT_THAT(two.out, AllOf(HasSubstr("a.c:g:3"), Not(HasSubstr("a.c:h:5")), HasSubstr("1 more group; --top")));
  const Json json = parsed(bench.run({smallscope_program, "diagnose", "t.tcm", "--json", "--top", "2"}).out);
  EXPECT_EQ(json["spectra"][0]["ranking"][1]["name"], "a.c:f:2") << "elements, each with its group";
}

TEST(CommandLineDiagnose, GivesTheWholePosterior) {
  Bench bench;
  bench.write("t.tcm", table_1);
  const Ended ended = bench.run({smallscope_program, "diagnose", "t.tcm", "--barinel"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("3 diagnoses of at most 2 elements: complete"),
                               HasSubstr("0.4554  a.c:f:1 0.500, a.c:f:2 0.000"), HasSubstr("0.0892")));
  const Json json = parsed(bench.run({smallscope_program, "diagnose", "t.tcm", "--barinel", "--json"}).out);
  const Json& found = json["spectra"][0]["diagnoses"];
  EXPECT_EQ(found["found"], 3);
  EXPECT_EQ(found["enumeration"], "complete");
  EXPECT_NEAR(found["list"][0]["probability"].get<double>(), 0.4554, 5e-5);
  EXPECT_EQ(json["spectra"][0]["ranking"][1]["first"], 2);
  EXPECT_EQ(json["spectra"][0]["ranking"][1]["last"], 3);
  EXPECT_THAT(bench.run({smallscope_program, "diagnose", "t.tcm", "--barinel", "--cardinality", "1"}).out,
              HasSubstr("0 diagnoses of at most 1 element: cut by cardinality"));
}

TEST(CommandLineDiagnose, FoldsAndChoosesTheMeasure) {
  Bench bench;
  bench.write("t.tcm", table_1);
  const Ended ended =
      bench.run({smallscope_program, "diagnose", "t.tcm", "--fold", "functions", "--measure", "dstar2", "--top", "1"});
  EXPECT_THAT(ended.out, AllOf(HasSubstr("2 elements"), HasSubstr("dstar2"), HasSubstr("1       9  f (faulty)"),
                               HasSubstr("1 more group; --top shows them")));
  const Ended unknown = bench.run({smallscope_program, "diagnose", "t.tcm", "--measure", "magic"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("tarantula"));
}

TEST(CommandLineDiagnose, WithoutAFailingTestThereIsNothingToSay) {
  Bench bench;
  bench.write("p.mhs2", "2 1\n1 0 .\n");
  const Ended ended = bench.run({smallscope_program, "diagnose", "p.mhs2", "--barinel"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, HasSubstr("no test fails, so there is nothing to diagnose"));
}

TEST(CommandLineDiagnose, SaysWhatIsWrongWithAFile) {
  Bench bench;
  bench.write("bad.mhs2", "2 1\n1 7z x\n");
  const Ended bad = bench.run({smallscope_program, "diagnose", "bad.mhs2"});
  EXPECT_EQ(bad.status, 2);
  EXPECT_THAT(bad.err, HasSubstr("bad.mhs2:2: '7z' is not a number"));
  const Ended missing = bench.run({smallscope_program, "diagnose", "none"});
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("none: the file cannot be opened"));
}

TEST(CommandLineDiagnose, TextOfAFileStaysOnItsLine) {
  Bench bench;
  bench.write("h.json", R"({"components_names": [[0,"a\nrank 1 forged\u001b[2J"]], "initial_tests": [], "bugs": [],
                            "tests_details": [["t",[0],1]]})");
  const Ended ended = bench.run({smallscope_program, "diagnose", "h.json", "--barinel"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr("\nrank 1 forged"))));
}

TEST(CommandLineDiagnose, EvaluatesMeasures) {
  Bench bench;
  bench.write("t.tcm", table_1);
  const Ended ended = bench.run({smallscope_program, "evaluate", "sbfl", "t.tcm", "t.tcm"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("2 spectra with known faults"), HasSubstr("naish-op"), HasSubstr("proven")));
  const Json json = parsed(bench.run({smallscope_program, "evaluate", "sbfl", "t.tcm", "--json"}).out);
  EXPECT_EQ(json["measures"][0]["measure"], "ochiai");
  EXPECT_EQ(json["measures"][0]["ties"]["max"]["mean_rank"], 1.0);
  EXPECT_EQ(json["measures"][0]["ties"]["max"]["acc"]["1"], 1);
  bench.write("p.mhs2", "1 1\n1 x\n");
  const Ended nothing = bench.run({smallscope_program, "evaluate", "sbfl", "p.mhs2"});
  EXPECT_EQ(nothing.status, 2);
  EXPECT_THAT(nothing.err, HasSubstr("no spectrum has a known fault and a failing test"));
}

const std::string two_faults =
    "#tests\nT1 FAILED\nT2 FAILED\nT3 FAILED\nT4 FAILED\nT5 PASSED\n\n#uuts\na.c:f:1 | 0\na.c:f:2\na.c:g:9 | 1\n\n"
    "#matrix\n0 1 1 1\n0 1 1 1\n0 1 1 1\n2 1\n1 1 2 1\n";

TEST(CommandLineDiagnose, RanksForSeveralFaultsAtOnce) {
  Bench bench;
  bench.write("t.tcm", two_faults);
  const Ended ended = bench.run({smallscope_program, "diagnose", "t.tcm", "--flitsr"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("FLITSR: 2 bases\nrank  by ochiai  basis  element"),
                               HasSubstr("\n   1          3      1  a.c:g:9 (faulty)"),
                               HasSubstr("\n   2          1      1  a.c:f:1 (faulty)"),
                               HasSubstr("\n   3          2      2  a.c:f:2")));
  const Json json = parsed(bench.run({smallscope_program, "diagnose", "t.tcm", "--flitsr", "--json"}).out);
  const Json& found = json["spectra"][0]["flitsr"];
  EXPECT_EQ(found["bases"], Json::parse("[[[2], [0]], [[1]]]"));
  EXPECT_EQ(found["ranking"][0]["name"], "a.c:g:9");
  EXPECT_EQ(found["unexplained"], 0);
  EXPECT_THAT(bench.run({smallscope_program, "diagnose", "t.tcm"}).out, Not(HasSubstr("FLITSR")));
}

TEST(CommandLineDiagnose, EvaluatesFlitsr) {
  Bench bench;
  bench.write("t.tcm", two_faults);
  const Ended ended = bench.run({smallscope_program, "evaluate", "sbfl", "t.tcm", "--flitsr"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out,
              AllOf(HasSubstr("of all faults that a failing test covers"), HasSubstr("\ntarantula  FLITSR* ")));
  const Json rows =
      parsed(bench.run({smallscope_program, "evaluate", "sbfl", "t.tcm", "--flitsr", "--json"}).out)["flitsr"];
  ASSERT_EQ(rows.size(), 6u);
  EXPECT_EQ(rows[0]["with"], "-");
  EXPECT_EQ(rows[0]["ties"]["average"]["mean_rank_of_last"], 3.0);
  EXPECT_EQ(rows[1]["with"], "FLITSR");
  EXPECT_EQ(rows[1]["ties"]["average"]["mean_rank_of_last"], 2.0);
  EXPECT_EQ(rows[1]["ties"]["average"]["mean_rank_of_all"], 1.5);
}

/// The fault is element 2. All failing tests cover three elements, and a passing test tells it from both others.
const std::string one_fault =
    "#tests\nT1 FAILED\nT2 FAILED\nT3 FAILED\nT4 PASSED\nT5 PASSED\nT6 PASSED\n\n"
    "#uuts\na.c:f:1\na.c:f:2\na.c:f:3 | 0\na.c:g:9\na.c:g:10\n\n"
    "#matrix\n0 1 1 1 2 1 3 1\n0 1 1 1 2 1 4 1\n0 1 1 1 2 1\n0 1 1 1\n0 1 1 1\n4 1\n";

TEST(CommandLineDiagnose, RanksBySingleFaultOptimalData) {
  Bench bench;
  bench.write("t.tcm", one_fault);
  const Ended ended = bench.run({smallscope_program, "diagnose", "t.tcm", "--single-fault"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, AllOf(HasSubstr("single fault: 3 elements covered by all 3 failing tests\n"
                                         "certificate: 6 tests known; how many there are"),
                               HasSubstr("witnesses: 1 failing test has only these in common; no fewer do\n"
                                         "companions: 1 passing test, by split\n"
                                         "test  outcome\nT3    fail\nT4    pass\n"),
                               HasSubstr("\n   1          1     yes  a.c:f:3 (faulty)"),
                               HasSubstr("\n 4-5          4          a.c")));
  const Json json = parsed(bench.run({smallscope_program, "diagnose", "t.tcm", "--single-fault", "--json"}).out);
  const Json& found = json["spectra"][0]["single_fault"];
  EXPECT_EQ(found["common"], Json::parse("[0, 1, 2]"));
  EXPECT_EQ(found["certificate"]["known"], 6);
  EXPECT_EQ(found["certificate"]["complete"], false);
  EXPECT_EQ(found["witnesses"], Json::parse(R"([{"ordinal": 2, "test": "T3"}])"));
  EXPECT_EQ(found["ranking"][0]["name"], "a.c:f:3");
  EXPECT_EQ(found["ranking"][0]["last"], 1);
  EXPECT_THAT(bench.run({smallscope_program, "diagnose", "t.tcm"}).out, Not(HasSubstr("single fault")));
}

TEST(CommandLineDiagnose, SlicesASingleFaultToTheFunctionsOfItsOwn) {
  Bench bench;
  // Every test goes through main. T6, which passes, has another way through f, and is the only one in g.
  bench.write("t.tcm",
              "#tests\nT1 FAILED\nT2 FAILED\nT4 PASSED\nT6 PASSED\n\n"
              "#uuts\na.c:main:1\na.c:main:2\na.c:f:3 | 0\na.c:f:4\na.c:g:9\n\n"
              "#matrix\n0 1 1 1 2 1 3 1\n0 1 2 1 3 1\n0 1 3 1\n0 1 1 1 3 1 4 1\n");
  const auto diagnose = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {smallscope_program, "diagnose"});
    return bench.run(options);
  };
  const Ended ended = diagnose({"t.tcm", "--single-fault", "--slice"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, ::testing::EndsWith(R"(
slice: restricted to 2 elements of 1 function; 3 elements of 2 functions left out: a fault there is missed
single fault: 2 elements covered by all 2 failing tests
certificate: 4 tests known; how many there are, and whether more fail, is not known
witnesses: 1 failing test has only these in common; no fewer do
companions: 1 passing test, by split
test  outcome
T1    fail
T4    pass
rank  by ochiai  common  element           covered by the same tests
   1          1     yes  a.c:f:3 (faulty)
   2        2-3     yes  a.c:f:4           a.c:main:1
)")) << "nothing that is left out is shown";
  const Json found =
      parsed(diagnose({"t.tcm", "--single-fault", "--slice", "--json"}).out)["spectra"][0]["single_fault"];
  EXPECT_EQ(found["slice"], Json::parse(R"({"state": "restricted", "elements": 2, "functions": 1, "failing": 2,
    "passing": 2, "other_elements": 3, "other_functions": 2, "without_function": 0})"));
  EXPECT_EQ(found["ranking"].size(), 2u);
  EXPECT_EQ(found["common"], Json::parse("[2, 3]"));
}

TEST(CommandLineDiagnose, ASliceThatWouldKeepNothingKeepsEverythingAndSaysSo) {
  Bench bench;
  const auto sliced = [&](const std::string& tests, const std::string& matrix) {
    bench.write("t.tcm", "#tests\n" + tests + "\n#uuts\na.c:main:1\na.c:f:2\nelsewhere\n\n#matrix\n" + matrix);
    const Ended ended = bench.run({smallscope_program, "diagnose", "t.tcm", "--single-fault", "--slice"});
    EXPECT_EQ(ended.status, 0) << ended.err;
    return ended.out;
  };
  EXPECT_THAT(
      sliced("T1 FAILED\nT2 PASSED\n", "0 1 1 1\n0 1 1 1\n"),
      HasSubstr("slice: not restricted, because every passing test covers what the failing ones have in common; "
                "1 element without a known function kept\nsingle fault: 2 elements"));
  EXPECT_THAT(sliced("T1 FAILED\nT2 FAILED\nT3 PASSED\n", "0 1\n1 1\n0 1\n"),
              HasSubstr("slice: not restricted, because the failing tests have no element in common; "));
  EXPECT_THAT(sliced("T1 FAILED\n", "0 1\n"),
              HasSubstr("slice: not restricted, because no passing test covers an element; "));
  EXPECT_THAT(
      sliced("T1 FAILED\nT2 PASSED\n", "0 1 1 1 2 1\n0 1\n"),
      HasSubstr("slice: restricted to 2 elements of 1 function; 1 element of 1 function left out: a fault there "
                "is missed; 1 element without a known function kept\nsingle fault: 2 elements"));
}

TEST(CommandLineDiagnose, SlicesNeedFunctionsAndASingleFault) {
  Bench bench;
  bench.write("t.tcm", one_fault);
  bench.write("lines.txt",
              "siemens-spectra 1\nprogram p\nversion v1\nelements 3 4\nfaults 3\nrawdiff \nrows 2\n3\n1\n"
              "tests 0 1\noutcomes F1 P1\nend\n");
  const auto diagnose = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {smallscope_program, "diagnose"});
    return bench.run(options);
  };
  EXPECT_THAT(diagnose({"t.tcm", "--slice"}).err, HasSubstr("--slice requires --single-fault"));
  EXPECT_THAT(diagnose({"t.tcm", "--slice", "--loop"}).err, HasSubstr("--single-fault"));
  EXPECT_EQ(diagnose({"lines.txt", "--single-fault"}).status, 0);
  const Ended lines = diagnose({"lines.txt", "--single-fault", "--slice"});
  EXPECT_EQ(lines.status, 2);
  EXPECT_THAT(lines.err, HasSubstr("--slice: no function is known of the 2 elements of p v1; give a store"));
  EXPECT_EQ(lines.out, "");
}

TEST(CommandLineDiagnose, OptionsOfCompanionsNeedASingleFault) {
  Bench bench;
  bench.write("t.tcm", one_fault);
  const auto diagnose = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {smallscope_program, "diagnose", "t.tcm"});
    return bench.run(options);
  };
  EXPECT_THAT(diagnose({"--single-fault", "--companion-rule", "random", "--companions", "1", "--seed", "3"}).out,
              HasSubstr("companions: 1 passing test, by random"));
  EXPECT_THAT(diagnose({"--companions", "3"}).err, HasSubstr("requires --single-fault"));
  EXPECT_THAT(diagnose({"--single-fault", "--companions", "0"}).err, HasSubstr("--companions"));
  EXPECT_THAT(diagnose({"--single-fault", "--companion-rule", "magic"}).err, HasSubstr("nearest-coverage"));
  const Ended unknown = diagnose({"--single-fault", "--companion-rule", "nearest-choices"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("no choices of inputs are known"));
}

TEST(CommandLineDiagnose, EvaluatesFewTestsForASingleFault) {
  Bench bench;
  bench.write("t.tcm", one_fault);
  const std::vector<std::string> sfo{smallscope_program, "evaluate", "sfo", "t.tcm", "t.tcm"};
  const Ended ended = bench.run(sfo);
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out,
              AllOf(HasSubstr("2 faults\nfor 2 a faulty element is covered by all failing tests, with 3.00"),
                    ContainsRegex("one failing test  +2  +1.00  +0.00  +1.50  +1.50  +3.00  +2.00  +100.0  +0.0"),
                    ContainsRegex("with split  +2  +2.00  +1.00  +0.00  +0.00  +0.00  +0.00  +100.0  +100.0"),
                    ContainsRegex("with split, sliced  +2  +1.00  +1.00  +0.00 .* 3.0 +100.0"),
                    HasSubstr("sliced to: elements of the cluster's own functions"), Not(HasSubstr("ms: mean"))));
  EXPECT_EQ(bench.run(sfo).out, ended.out);
  const auto with = [&](std::vector<std::string> options) {
    options.insert(options.begin(), sfo.begin(), sfo.end());
    return bench.run(options);
  };
  EXPECT_THAT(with({"--time", "--starts", "3"}).out,
              AllOf(HasSubstr("ms: mean"), HasSubstr("begun with each of 3 failing tests")));
  const Json json = parsed(with({"--json", "--companions", "1"}).out);
  EXPECT_EQ(json["faults"], 2);
  EXPECT_EQ(json["in_common"], 2);
  EXPECT_EQ(json["suites"][0]["ties"]["average"]["wasted_effort"], 1.5);
  EXPECT_EQ(json["suites"][0]["ties"]["average"]["as_good_as_all"], 0.0);
  EXPECT_EQ(json["suites"][6]["ties"]["max"]["as_good_as_all"], 1.0);
  EXPECT_EQ(json["suites"][6]["ties"]["max"]["median_wasted_effort"], 0.0);
  EXPECT_EQ(json["without_functions"], 0);
  EXPECT_EQ(json["suites"][8]["tests"], "sfo, first, sliced");
  EXPECT_EQ(json["suites"][8]["slices"], Json::parse(R"({"elements": 3.0, "functions": 1.0, "other_elements": 2.0,
    "other_functions": 1.0, "restricted": 1.0, "keep_fault": 1.0})"));
  EXPECT_FALSE(json["suites"][6].contains("slices"));
  EXPECT_EQ(json["suites"][4]["passing"], 1.0);
  EXPECT_FALSE(json["suites"][0].contains("mean_milliseconds"));
  EXPECT_THAT(with({"--starts", "0"}).err, HasSubstr("--starts"));
  bench.write("u.tcm", one_fault.substr(0, one_fault.find("#uuts")) + "#uuts\n1\n2\n3 | 0\n4\n5\n\n" +
                           one_fault.substr(one_fault.find("#matrix")));
  EXPECT_THAT(with({"u.tcm"}).out, HasSubstr("1 fault without a known function not sliced\n"));
  EXPECT_THAT(bench.run({smallscope_program, "evaluate", "sfo", "u.tcm"}).out,
              AllOf(HasSubstr("no element has a known function, so nothing is sliced to functions\n"),
                    Not(HasSubstr("sliced to:")), Not(HasSubstr("keeps %"))));
  bench.write("p.mhs2", "1 1\n1 x\n");
  const Ended nothing = bench.run({smallscope_program, "evaluate", "sfo", "p.mhs2"});
  EXPECT_EQ(nothing.status, 2);
  EXPECT_THAT(nothing.err, HasSubstr("no spectrum has a known faulty element"));
}

TEST(CommandLineDiagnose, ReadsFoldersOfCoverage) {
  Bench bench;
  for (const std::string tool : {"gcov", "llvm"}) {
    const std::string folder = SMALLSCOPE_SOURCE_DIR "/tests/diagnosis/coverage/" + tool;
    const Ended ended = bench.run({smallscope_program, "diagnose", folder, "--fold", "lines"});
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_THAT(ended.out,
                AllOf(HasSubstr("2 tests, 1 failing"), HasSubstr("regions.cpp:13"), HasSubstr("1-3       1")));
  }
  const Ended empty = bench.run({smallscope_program, "diagnose", bench.directory().string()});
  EXPECT_EQ(empty.status, 2);
  EXPECT_THAT(empty.err, HasSubstr("this folder has no spectra: it has neither matrix.txt"));
}

/// As docs/diagnosis.md does it: ten tests of a program with a fault, each measured by gcov.
TEST(CommandLineDiagnose, RanksTheFaultyLineOfAProgramMeasuredByGcov) {
  Bench bench;
  bench.write("middle.c",
              "#include <stdio.h>\n#include <stdlib.h>\nstatic int middle(int x, int y, int z) {\n  if (y < z) {\n"
              "    if (x < y)\n      return y;\n    else if (x < z)\n      return y;\n    return z;\n  }\n"
              "  if (x > y)\n    return y;\n  if (x > z)\n    return x;\n  return z;\n}\n"
              "int main(int count, char **values) {\n  if (count != 4)\n    return 2;\n"
              "  printf(\"%d\\n\", middle(atoi(values[1]), atoi(values[2]), atoi(values[3])));\n  return 0;\n}\n");
  const std::string script =
      "gcc --coverage -O0 -c middle.c && gcc --coverage middle.o -o middle && mkdir coverage && cd coverage || exit 1\n"
      "echo test,outcome >tests.csv\n"
      "number=0\n"
      "while read -r x y z expected; do\n"
      "  number=$((number + 1)); rm -f ../middle.gcda; outcome=fail\n"
      "  [ \"$(../middle $x $y $z)\" = \"$expected\" ] && outcome=pass\n"
      "  echo t$number,$outcome >>tests.csv\n"
      "  mkdir t$number && (cd t$number && gcov --json-format --branch-probabilities ../../middle.gcda >log) || exit "
      "1\n"
      "done <<'EOF'\n1 2 3 2\n1 3 2 2\n2 1 3 2\n2 3 1 2\n3 1 2 2\n3 2 1 2\n1 1 2 1\n2 1 2 2\n5 4 9 5\n4 4 4 4\nEOF\n";
  const Ended made = bench.run({"/bin/sh", "-c", script});
  ASSERT_EQ(made.status, 0) << made.err;
  const Ended ended = bench.run({smallscope_program, "diagnose", "coverage", "--json"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  const Json spectrum = parsed(ended.out)["spectra"][0];
  EXPECT_EQ(spectrum["tests"], 10);
  EXPECT_EQ(spectrum["failing"], 2);
  // The branch to the faulty line is taken by the same tests.
  EXPECT_EQ(spectrum["ranking"][0]["name"], "middle.c:7 branch 0");
  EXPECT_EQ(spectrum["ranking"][1]["name"], "middle.c:8");
  EXPECT_EQ(spectrum["ranking"][1]["function"], "middle");
  EXPECT_EQ(spectrum["ranking"][1]["last"], 2);
  EXPECT_EQ(spectrum["ranking"][2]["first"], 3);
}

TEST(CommandLineDiagnose, EvaluatesPlanners) {
  Bench bench;
  const std::vector<std::string> few{smallscope_program,
                                     "evaluate",
                                     "tdp",
                                     "--study",
                                     "callgraph",
                                     "--runs",
                                     "2",
                                     "--planner",
                                     "entropy",
                                     "--planner",
                                     "sparse-sampling random",
                                     "--health",
                                     "0"};
  const Ended table = bench.run(few);
  EXPECT_EQ(table.status, 0);
  EXPECT_THAT(table.out, AllOf(HasSubstr("call graph: 2 instances"), HasSubstr("55.69"), HasSubstr("wrong")));
  EXPECT_EQ(bench.run(few).out, table.out);
  std::vector<std::string> as_json = few;
  as_json.push_back("--json");
  const Json json = parsed(bench.run(as_json).out);
  EXPECT_EQ(json["studies"][0]["planners"].size(), 2u);
  EXPECT_EQ(json["studies"][0]["planners"][1]["thresholds"][4]["published_cost"], 6.45);
  const Ended vending =
      bench.run({smallscope_program, "evaluate", "tdp", "--study", "vending", "--runs", "1", "--planner", "random"});
  EXPECT_THAT(vending.out, AllOf(HasSubstr("vending machine, 1 fault: 4 instances"),
                                 HasSubstr("vending machine, 2 faults: 6 instances")));
}

TEST(CommandLineDiagnose, RefusesSettingsOfPlannersThatAreNone) {
  Bench bench;
  const auto refused = [&](std::vector<std::string> options, const std::string& why) {
    options.insert(options.begin(), {smallscope_program, "evaluate", "tdp", "--runs", "1"});
    const Ended ended = bench.run(options);
    EXPECT_EQ(ended.status, 2) << why;
    EXPECT_THAT(ended.err, HasSubstr(why));
  };
  refused({"--planner", "best"}, "no such planner");
  refused({"--study", "chess"}, "chess");
  refused({"--health", "1.5"}, "from 0 to below 1");
  refused({"--prior", "0"}, "above 0 and below 1");
  refused({"--shows", "2"}, "--shows");
  refused({"--depth", "0"}, "at least 1");
}

}  // namespace
}  // namespace smallscope::command_line
