// SPDX-License-Identifier: Apache-2.0
// export: what other tools read is well-formed and complete. export_formats_test.py has independent readers.
#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <smallscope/subjects/text_encoding.hpp>
#include <thread>

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

/// Of the store alone, without its campaign; if there are failures, that is said.
std::string exported(Bench& bench, const std::string& format) {
  const Ended ended = bench.run({smallscope_program, "export", "m.sqlite", "--format", format});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.err,
              ::testing::AnyOf(
                  "", ::testing::MatchesRegex(
                          "note: no explanations, and clusters by messages: they need the "
                          "campaign; name its program or specification with --from FILE; the "
                          "store says that it was made by [^\n]*(smallscope with [^\n]*|command-line-campaigns)\n")));
  // The same in a file.
  const Ended named = bench.run({smallscope_program, "export", "m.sqlite", "--format", format, "-o", "exported"});
  EXPECT_EQ(named.out, "");
  EXPECT_EQ(named.err, ended.err);
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

TEST(CommandLineExport, WhileARunWritesIsOneStateOfTheStore) {
  Bench bench;
  constexpr results::Ordinal inputs = 1'000'000, step = 10;
  results::Manifest manifest;
  manifest.campaign = "check/written";
  manifest.inputs = inputs;
  results::Store store = results::Store::create(bench / "m.sqlite", manifest);
  results::Pass pass{.end = inputs};
  pass.order.name = "dense";
  pass = store.add_pass(pass);
  std::jthread writer([&](const std::stop_token& stop) {
    for (results::Ordinal from = 0; from < inputs && !stop.stop_requested(); from += step) {
      results::Batch batch{.pass = pass.id, .begin = from, .done = from + step, .executed = step};
      batch.cases.push_back({.ordinal = from, .test = from + 1, .judgements = {{"o", oracles::Verdict::fail, {"m"}}}});
      batch.discards.rejected = {from + 1};
      store.commit(batch);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  });
  std::set<int> states;
  for (int i = 0; i < 50; ++i) {
    const Ended ended = bench.run({smallscope_program, "export", "m.sqlite"});
    ASSERT_EQ(ended.status, 0) << ended.err;
    const Json json = parsed(ended.out);
    const int done = json["passes"][0]["done"].get<int>();
    states.insert(done);
    EXPECT_EQ(json["cases"].size() * step, static_cast<std::size_t>(done));
    EXPECT_EQ(json["rejected_ordinals"].size() * step, static_cast<std::size_t>(done));
    EXPECT_EQ(json["failed"].get<std::size_t>() * step, static_cast<std::size_t>(done));
    EXPECT_EQ(json["executed"], done);
  }
  EXPECT_GT(states.size(), 10u) << "the store was written meanwhile";
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

/// The text of a JSON value as the store has it.
std::string decoded(const Json& text) {
  return text.is_string() ? text.get<std::string>()
                          : subjects::decode_base64(text.at("base64").get<std::string>()).value();
}

TEST(CommandLineExport, JsonKeepsBytesThatAreNoUtf8) {
  Bench bench;
  bench.specification("odd.toml");
  bench.run({smallscope_program, "run", "odd.toml", "--store", "m.sqlite"});
  const Json cases = parsed(exported(bench, "json"))["cases"];
  std::size_t next = 0, encoded = 0;
  results::Store::inspect(bench / "m.sqlite").for_each_failure([&](const results::Case& record) {
    const Json& json = cases.at(next++);
    EXPECT_EQ(decoded(json["input"]["standard_input"]), record.input.standard_input);
    EXPECT_EQ(json["input"]["parameters"].size(), record.input.parameters.size());
    for (std::size_t i = 0; i < record.input.parameters.size(); ++i)
      EXPECT_EQ(decoded(json["input"]["parameters"][i]["text"]), record.input.parameters[i].text);
    EXPECT_EQ(json["judgements"].size(), record.judgements.size());
    for (std::size_t i = 0; i < record.judgements.size(); ++i)
      for (std::size_t k = 0; k < record.judgements[i].messages.size(); ++k) {
        const Json& message = json["judgements"][i]["messages"][k];
        EXPECT_EQ(decoded(message), record.judgements[i].messages[k]);
        encoded += message.is_object() ? 1 : 0;
      }
    for (std::size_t i = 0; i < record.observed.size(); ++i)
      EXPECT_EQ(decoded(json["observed"][i]["text"]), record.observed[i].text);
    return true;
  });
  EXPECT_EQ(next, 7u);
  EXPECT_GT(encoded, 0u) << "one of the messages is not UTF-8";
  // The same in `clusters` and `replay`.
  const Json clusters = parsed(bench.run({smallscope_program, "clusters", "m.sqlite", "--json"}).out)["clusters"];
  EXPECT_TRUE(std::any_of(clusters.begin(), clusters.end(), [](const Json& cluster) {
    return decoded(cluster["signature"][0]["messages"][0]) == "\xff\xfe no utf-8";
  })) << clusters;
}

TEST(CommandLineExport, CsvHasARowACaseAndAColumnAChoice) {
  Bench bench;
  make_store(bench);
  const std::string csv = exported(bench, "csv");
  EXPECT_EQ(
      read_by_python(bench, csv,
                     "import csv\nrows = list(csv.DictReader(input))\n"
                     "print(list(rows[0]))\n"
                     "print(len(rows), {len(row) for row in rows}, len({row['ordinal'] for row in rows}),\n"
                     "      sorted({row['verdict'] for row in rows}), sorted({row['cluster'] for row in rows}),\n"
                     "      len({row['key'] for row in rows}), all(row['choice:number'].isdigit() for row in rows))\n"),
      "['level', 'ordinal', 'test', 'verdict', 'cluster', 'key', 'explanation', 'oracles', 'messages', 'seconds', "
      "'reproduction', "
      "'choice:number', 'choice:deed']\n"
      "57 {13} 57 ['crashed', 'fail'] ['C1', 'C2', 'C3'] 3 True\n");
}

/// A choice that is not made has an empty cell; its column cannot be taken for another one; labels are quoted.
TEST(CommandLineExport, CsvColumnsOfChoicesThatNotAllInputsMake) {
  Bench bench;
  const Ended ended = bench.run({campaigns, "run", "branches", "--store", "m.sqlite", "--order", "dense"});
  ASSERT_EQ(ended.status, 1) << ::testing::PrintToString(ended);
  EXPECT_EQ(read_by_python(bench, exported(bench, "csv"),
                           "import csv\nrows = list(csv.DictReader(input))\n"
                           "print([name for name in rows[0] if name.startswith('choice:')])\n"
                           "for row in rows: print([row[name] for name in row if name.startswith('choice:')])\n"),
            "['choice:', 'choice:of digits/digit', 'choice:of texts/text, quoted']\n"
            "['of digits', '0', '']\n['of digits', '1', '']\n"
            "['of texts', '', 'a,b']\n['of texts', '', 'say \"c\"']\n");
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
  EXPECT_EQ(read_by_python(bench, xml, junit_summary), "testsuites check/mixed 5 5 3 3 0 0\n");
  EXPECT_THAT(xml, HasSubstr("<system-out>120 of 120 inputs executed</system-out>"));
}

/// What GitLab and Jenkins read in a report. GitLab recognises a test by suite, classname and name, drops duplicates,
/// and shows only the content of <failure>; Jenkins shows the attribute `message`, and the content below it.
TEST(CommandLineExport, JunitIsWhatGitlabAndJenkinsShow) {
  Bench bench;
  make_store(bench);
  const std::string read =
      read_by_python(bench, exported(bench, "junit"),
                     "import xml.etree.ElementTree as tree\nsuite = tree.parse(input).getroot()[0]\n"
                     "cases = suite.findall('testcase')\n"
                     "print(len({(suite.get('name'), case.get('classname'), case.get('name')) for case in cases}),\n"
                     "      {case.get('classname') for case in cases})\n"
                     "for failure in suite.findall('testcase/failure'):\n"
                     "  print(failure.text.startswith(failure.get('message') + '\\n'), 'again: ' in failure.text, "
                     "failure.get('type'))\n"
                     "print(len(suite.findall('testcase/system-out')), suite.findall('.//*[@name=\"C1\"]'))\n");
  EXPECT_EQ(read, "5 {'check/mixed'}\nTrue True fail\nTrue True fail\nTrue True crashed\n1 []\n");
}

/// The names of the tests of a JUnit report, each with the number of failing inputs.
std::map<std::string, std::string> junit_names(Bench& bench) {
  std::map<std::string, std::string> counts;
  for (const std::string& line :
       lines_of(read_by_python(bench, exported(bench, "junit"),
                               "import xml.etree.ElementTree as tree\n"
                               "for case in tree.parse(input).getroot()[0].findall('testcase'):\n"
                               "  for failure in case.findall('failure'):\n"
                               "    print(case.get('name') + '\\t' + failure.text.split('\\n')[1].split()[0])\n")))
    counts[line.substr(0, line.find('\t'))] = line.substr(line.find('\t') + 1);
  return counts;
}

TEST(CommandLineExport, JunitNamesAreTheSameForEverySeedJobsOrderAndResumption) {
  Bench bench;
  make_store(bench);
  const auto whole = junit_names(bench);
  ASSERT_EQ(whole.size(), 3u);
  const Json clusters = parsed(bench.run({smallscope_program, "clusters", "m.sqlite", "--json"}).out)["clusters"];
  const std::string table = bench.run({smallscope_program, "clusters", "m.sqlite"}).out;
  for (const Json& cluster : clusters) {
    const std::string key = cluster["key"];
    const auto named =
        std::find_if(whole.begin(), whole.end(), [&](const auto& name) { return name.first.starts_with(key + " "); });
    ASSERT_NE(named, whole.end()) << key;
    EXPECT_EQ(named->second, cluster["failing"].dump());
    EXPECT_THAT(table, ::testing::ContainsRegex(cluster["id"].get<std::string>() + " +" + key + " +" + named->second));
  }
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--order", "shuffle", "--seed", "3", "--jobs", "3"},
        {"--order", "dense", "--jobs", "1"},
        {"--max-tests", "60"}}) {
    std::vector<std::string> command{smallscope_program, "run", "mixed.toml", "--store", "m.sqlite", "--overwrite"};
    command.insert(command.end(), options.begin(), options.end());
    EXPECT_EQ(bench.run(command).status, 1);
    if (options.front() != "--max-tests") {
      EXPECT_EQ(junit_names(bench), whole);
      continue;
    }
    for (const auto& [name, count] : junit_names(bench)) EXPECT_TRUE(whole.contains(name)) << name;
    EXPECT_EQ(bench.run({smallscope_program, "run", "mixed.toml", "--store", "m.sqlite", "--resume"}).status, 1);
    EXPECT_EQ(junit_names(bench), whole);
  }
}

TEST(CommandLineExport, JunitOfAnIncompleteRunSaysSo) {
  Bench bench;
  bench.specification("mixed.toml");
  bench.run({smallscope_program, "run", "mixed.toml", "--store", "m.sqlite", "--order", "dense", "--max-tests", "1"});
  EXPECT_EQ(read_by_python(bench, exported(bench, "junit"), junit_summary), "testsuites check/mixed 2 2 0 0 1 1\n");
}

/// Outputs that no format likes: markup, quotes, line ends, control characters, bytes that are not text.
TEST(CommandLineExport, OddTextsStayWellFormed) {
  Bench bench;
  bench.specification("odd.toml");
  EXPECT_EQ(bench.run({smallscope_program, "run", "odd.toml", "--store", "m.sqlite"}).status, 1);
  EXPECT_EQ(parsed(exported(bench, "json"))["cases"].size(), 7u);
  EXPECT_EQ(read_by_python(bench, exported(bench, "csv"), "import csv\nprint(len(list(csv.reader(input))))\n"), "8\n");
  EXPECT_EQ(read_by_python(bench, exported(bench, "junit"), junit_summary), "testsuites check/odd 9 9 7 7 0 0\n");
  const Ended clusters = bench.run({smallscope_program, "clusters", "m.sqlite", "--representatives", "9"});
  for (const char forbidden : {'\x1b', '\x07', '\0'}) EXPECT_EQ(clusters.out.find(forbidden), std::string::npos);
}

}  // namespace
}  // namespace smallscope::command_line
