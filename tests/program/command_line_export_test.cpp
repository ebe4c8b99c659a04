// export: what other tools read is well-formed and complete.
#include <set>

#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// A whole run of mixed.toml in m.sqlite.
void make_store(Bench& bench) {
  bench.specification("mixed.toml");
  const Ended ended = bench.run({smallscope_program, "run", "mixed.toml", "--store", "m.sqlite"});
  ASSERT_EQ(ended.status, 1) << ::testing::PrintToString(ended);
}

std::string exported(Bench& bench, const std::string& format) {
  const Ended ended = bench.run({smallscope_program, "export", "m.sqlite", "--format", format});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  // The same in a file.
  const Ended named = bench.run({smallscope_program, "export", "m.sqlite", "--format", format, "-o", "exported"});
  EXPECT_EQ(named.out + named.err, "");
  EXPECT_EQ(text_of(bench / "exported"), ended.out);
  return ended.out;
}

/// What the python program prints when its standard input is the text.
std::string read_by_python(Bench& bench, const std::string& text, const std::string& program) {
  bench.write("read", text);
  const Ended ended =
      bench.run({python, "-c", "import sys\ninput = open('read', encoding='utf-8', newline='')\n" + program});
  EXPECT_EQ(ended.status, 0) << ended.err;
  return ended.out;
}

TEST(CommandLineExport, JsonHoldsEveryCase) {
  Bench bench;
  make_store(bench);
  const Json json = parsed(exported(bench, "json"));
  EXPECT_EQ(json["campaign"], "check/mixed");
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["certificate"], results::Store::inspect(bench / "m.sqlite").certificate());
  EXPECT_EQ(json["passes"].size(), 1u);
  EXPECT_EQ(json["passes"][0]["executed"], 120);
  EXPECT_EQ(json["rejected_ordinals"].size(), 20u);
  ASSERT_EQ(json["cases"].size(), 57u);
  std::set<int> ordinals, members;
  for (const Json& record : json["cases"]) {
    ordinals.insert(record["ordinal"].get<int>());
    EXPECT_EQ(record["choices"].size(), 2u);
    EXPECT_EQ(record["judgements"].size(), 1u);
    EXPECT_EQ(record["input"]["files"][0]["name"], "input.sh");
    EXPECT_THAT(record["reproduction"].get<std::string>(),
                ::testing::EndsWith(" replay " + (bench / "m.sqlite").string() + " --from " +
                                    (bench / "mixed.toml").string() + " " + record["ordinal"].dump()));
  }
  for (const Json& cluster : json["clusters"])
    for (const Json& member : cluster["members"]) members.insert(member["ordinal"].get<int>());
  EXPECT_EQ(ordinals.size(), 57u);
  EXPECT_EQ(ordinals, members);
  // The command that a case records runs it again, from anywhere.
  const std::string command = json["cases"][0]["reproduction"];
  EXPECT_THAT(bench.run({"/bin/sh", "-c", "cd / && " + command}).out, HasSubstr("as recorded"));
}

TEST(CommandLineExport, CsvHasARowACase) {
  Bench bench;
  make_store(bench);
  const std::string csv = exported(bench, "csv");
  EXPECT_THAT(csv, StartsWith("level,ordinal,test,verdict,cluster,oracles,messages,seconds,choices,reproduction\n"));
  EXPECT_EQ(read_by_python(bench, csv,
                           "import csv\nrows = list(csv.DictReader(input))\n"
                           "print(len(rows), {len(row) for row in rows}, len({row['ordinal'] for row in rows}),\n"
                           "      sorted({row['verdict'] for row in rows}), sorted({row['cluster'] for row in rows}),\n"
                           "      all(row['choices'].startswith('number = ') for row in rows))\n"),
            "57 {10} 57 ['crashed', 'fail'] ['C1', 'C2', 'C3'] True\n");
}

constexpr const char* junit_summary =
    "import xml.etree.ElementTree as tree\nroot = tree.parse(input).getroot()\nsuite = root[0]\n"
    "cases = suite.findall('testcase')\n"
    "print(root.tag, suite.get('name'), suite.get('tests'), len(cases), suite.get('failures'),\n"
    "      len(suite.findall('testcase/failure')), suite.get('skipped'), "
    "len(suite.findall('testcase/skipped')))\n";

TEST(CommandLineExport, JunitHasACaseAClusterAndOneForTheRun) {
  Bench bench;
  make_store(bench);
  const std::string xml = exported(bench, "junit");
  EXPECT_EQ(read_by_python(bench, xml, junit_summary), "testsuites check/mixed 4 4 3 3 0 0\n");
  EXPECT_THAT(xml, HasSubstr("name=\"120 of 120 inputs executed\""));
}

TEST(CommandLineExport, JunitOfAnIncompleteRunSaysSo) {
  Bench bench;
  bench.specification("mixed.toml");
  bench.run({smallscope_program, "run", "mixed.toml", "--store", "m.sqlite", "--order", "dense", "--max-tests", "1"});
  EXPECT_EQ(read_by_python(bench, exported(bench, "junit"), junit_summary), "testsuites check/mixed 1 1 0 0 1 1\n");
}

/// Outputs that no format likes: markup, quotes, line ends, control characters, bytes that are no text.
TEST(CommandLineExport, OddTextsStayWellFormed) {
  Bench bench;
  bench.specification("odd.toml");
  EXPECT_EQ(bench.run({smallscope_program, "run", "odd.toml", "--store", "m.sqlite"}).status, 1);
  EXPECT_EQ(parsed(exported(bench, "json"))["cases"].size(), 7u);
  EXPECT_EQ(read_by_python(bench, exported(bench, "csv"), "import csv\nprint(len(list(csv.reader(input))))\n"), "8\n");
  EXPECT_EQ(read_by_python(bench, exported(bench, "junit"), junit_summary), "testsuites check/odd 8 8 7 7 0 0\n");
  const Ended clusters = bench.run({smallscope_program, "clusters", "m.sqlite", "--representatives", "9"});
  for (const char forbidden : {'\x1b', '\x07', '\0'}) EXPECT_EQ(clusters.out.find(forbidden), std::string::npos);
}

}  // namespace
}  // namespace smallscope::command_line
