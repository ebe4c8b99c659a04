// SPDX-License-Identifier: Apache-2.0
// Text from outside is inert in every output of every command: no escape sequence, no change of direction, no forged
// line.
#include <sqlite3.h>

#include <fstream>
#include <regex>

#include <smallscope/report/formats.hpp>

#include "command_line_programs.hpp"
#include "hostile_texts.hpp"
#include "older_formats.hpp"

namespace smallscope::command_line {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Commands = std::vector<std::vector<std::string>>;

const std::string hostile_campaigns = SMALLSCOPE_HOSTILE_CAMPAIGNS;

/// In these, a newline stands within quotation marks or markup.
bool is_format_for_tools(const std::string& word) {
  return word == "csv" || word == "junit" || word.ends_with(".csv") || word.ends_with(".junit") ||
         word.ends_with(".html");
}

/// Expects of everything that the command prints that it is inert. Returns what it did.
Ended expect_inert(const Bench& bench, const std::vector<std::string>& command, const Setting& setting = {}) {
  Bench& started = const_cast<Bench&>(bench);
  const Ended ended = started.run(command, setting);
  const bool has_lines = std::ranges::none_of(command, is_format_for_tools);
  for (const auto& [stream, text] : {std::pair("standard output", &ended.out), {"standard error", &ended.err}})
    if (const auto harm = harm_in(*text, has_lines))
      ADD_FAILURE() << ::testing::PrintToString(std::vector<std::string>(command.begin() + 1, command.end())) << "\n"
                    << stream << ": " << *harm;
  EXPECT_EQ(ended.signal, 0) << ::testing::PrintToString(command);
  return ended;
}

void expect_inert_file(const fs::path& file) {
  ASSERT_TRUE(fs::exists(file)) << file;
  if (const auto harm = harm_in(text_of(file), !is_format_for_tools(file.string())))
    ADD_FAILURE() << file.filename() << ": " << *harm;
}

/// TOML with the text as a value.
std::string quoted(const std::string& text) {
  return Json(text).dump(-1, ' ', true);  // the escapes of JSON, all of which TOML has
}

std::string faults_file(const Bench& bench, const std::string& campaign, const std::string& key) {
  // TOML has no surrogates.
  const std::string name = std::regex_replace(quoted(hostile("fault")), std::regex(R"(\\udb40\\udc41)"), "");
  bench.write("faults.toml", "[[fault]]\ncampaign = " + campaign + "\nname = " + name + "\nkeys = [\"" + key +
                                 "\"]\nreason = " + name + "\nticket = " + name + "\nnote = " + name +
                                 "\nwhy = " + name + "\n");
  return "faults.toml";
}

/// Every command that reads a store, in every form of its output.
Commands readers(const std::string& store) {
  Commands commands{{"clusters", store, "--representatives", "9", "--budget", "5"},
                    {"clusters", store, "--budget", "5", "--each"},
                    {"clusters", store, "--by", "message", "--rule", "message=>" + hostile("rule")},
                    {"clusters", store, "--by", "oracle", "--json"},
                    {"clusters", store, "--why", "C1", "C2"},
                    {"explain", store},
                    {"explain", store, "--json"},
                    {"compare", store, store},
                    {"compare", store, store, "--json"},
                    {"review", store},
                    {"recheck", store},
                    {"recheck", store, "--json"},
                    {"replay", store, "5"},
                    {"replay", store, "5", "--json"},
                    {"replay", store, "10"},
                    {"replay", store, "20"},
                    {"replay", store, "1000"},
                    {"unmerge", store, "0"},
                    {"unmerge", store, "1"},
                    {"rules", store},
                    {"verify", store},
                    {"verify", store, "--sample", "3"},
                    {"gather", store, "--output", "gathered.sqlite", "--overwrite"},
                    {"gather", store, "--output", "gathered.sqlite", "--overwrite", "--json"},
                    {"report", store, "-o", "report.html"},
                    {"evaluate", "orders", store},
                    {"evaluate", "orders", store, "--json"},
                    {"evaluate", "orders", store, "--figures", "figures"},
                    {"evaluate", "merging", store},
                    {"evaluate", "clustering", store},
                    {"evaluate", "fase2009", store}};
  for (const report::Format& format : report::formats()) {
    commands.push_back({"export", store, "--format", std::string(format.name)});
    commands.push_back(
        {"export", store, "--format", std::string(format.name), "-o", "export." + std::string(format.name)});
  }
  return commands;
}

void expect_inert_readers(const Bench& bench, const std::string& program, const std::string& store,
                          const std::vector<std::string>& more = {}) {
  for (std::vector<std::string> command : readers(store)) {
    if (!more.empty() && command.front() != "clusters" && command.front() != "export") continue;
    command.insert(command.begin(), program);
    command.insert(command.end(), more.begin(), more.end());
    expect_inert(bench, command);
  }
  for (const report::Format& format : report::formats())
    expect_inert_file(bench / ("export." + std::string(format.name)));
}

TEST(CommandLineOutsideText, IsInertInEveryCommandOfACampaignProgram) {
  Bench bench;
  const std::string observed = hostile("observed"), merged = hostile("merged");
  for (const std::string& campaign : {observed, merged, std::string("impossible"), hostile("none")}) {
    expect_inert(bench, {hostile_campaigns, "count", campaign, "--structure"});
    expect_inert(bench, {hostile_campaigns, "show", campaign, "2"});
    expect_inert(bench, {hostile_campaigns, "show", campaign, "2", "--json"});
    expect_inert(bench, {hostile_campaigns, "show", campaign, "2000"});
    expect_inert(bench, {hostile_campaigns, "run", campaign, "--no-store", "--json"});
    expect_inert(bench, {hostile_campaigns, "run", campaign, "--no-store", "--progress", "json"});
    expect_inert(bench, {hostile_campaigns, "run", campaign, "--no-store", "--merge-level", "7"});
  }
  const Ended refused = expect_inert(bench, {hostile_campaigns, "run", observed, "--no-store", "--coverage"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("cannot be observed")) << "its subject is of its own, and knows no coverage";
  expect_inert(bench, {hostile_campaigns, "list"});
  expect_inert(bench, {hostile_campaigns, "list", "--json"});
  const Ended ran =
      expect_inert(bench, {hostile_campaigns, "run", observed, "--store", "o.sqlite", "--representatives", "9"});
  EXPECT_EQ(ran.status, 1) << ::testing::PrintToString(ran);
  expect_inert(bench, {hostile_campaigns, "run", merged, "--store", "m.sqlite", "--ladder", "--representatives", "9"});
  expect_inert(bench, {hostile_campaigns, "run", observed, "--store", "lost.sqlite"},
               {.environment = {{"SMALLSCOPE_TEST_LOST", "1"}}});
  expect_inert(bench, {hostile_campaigns, "run", merged, "--store", "o.sqlite", "--resume"});
  for (const std::string store : {"o.sqlite", "m.sqlite", "lost.sqlite"}) {
    expect_inert_readers(bench, hostile_campaigns, store);
    expect_inert_readers(bench, smallscope_program, store);
    expect_inert_file(bench / "report.html");
  }
}

TEST(CommandLineOutsideText, IsInertInKnownFaults) {
  Bench bench;
  bench.run({hostile_campaigns, "run", hostile("observed"), "--store", "o.sqlite", "--progress", "none"});
  const Json clusters = parsed(bench.run({hostile_campaigns, "clusters", "o.sqlite", "--json"}).out)["clusters"];
  ASSERT_GE(clusters.size(), 2u);
  const std::string name = std::regex_replace(quoted(hostile("observed")), std::regex(R"(\\udb40\\udc41)"), "");
  // The tag of the name has no short form in TOML.
  const std::string campaign =
      std::regex_replace(quoted(hostile("observed")), std::regex(R"(\\udb40\\udc41)"), "\\U000e0041");
  const std::string file = faults_file(bench, campaign, clusters[0]["key"]);
  expect_inert(bench, {hostile_campaigns, "run", hostile("observed"), "--no-store", "--faults", file});
  expect_inert_readers(bench, hostile_campaigns, "o.sqlite", {"--faults", file});
  expect_inert(bench, {hostile_campaigns, "report", "o.sqlite", "--faults", file, "-o", "report.html"});
  const std::string answers = "printf '%s\\n' 's 1' 'o a note' u '? ' 'n " + hostile("named") + "' q | '" +
                              hostile_campaigns + "' review o.sqlite --faults " + file;
  expect_inert(bench, {"/bin/sh", "-c", answers});
  expect_inert_file(bench / file);
  for (const std::string& wrong :
       {"[[fault]]\n" + name + " = 1\n", "[[fault]]\ncampaign = \"c\"\nname = \"n\"\ndecision = " + name + "\n",
        "[[fault]]\nname = \"" + hostile("raw") + "\"\n", name + " = [\n",
        "[[fault]]\ncampaign = \"c\"\nname = \"n\"\nmessages = [\"(" + name.substr(1, name.size() - 2) + "\"]\n"}) {
    bench.write("wrong.toml", wrong);
    EXPECT_EQ(expect_inert(bench, {hostile_campaigns, "clusters", "o.sqlite", "--faults", "wrong.toml"}).status, 2);
  }
}

TEST(CommandLineOutsideText, IsInertInReportsForOthers) {
  Bench bench;
  bench.write("again.sh", "echo seen; exit 1\n");
  const Setting setting{.environment = {{"SMALLSCOPE_TEST_SCRIPT", (bench / "again.sh").string()}}};
  bench.run({hostile_campaigns, "run", hostile("observed"), "--store", "o.sqlite", "--progress", "none"});
  for (const std::string command : {"bugreport", "reduce"}) {
    for (const std::string& cluster : {std::string("C1"), std::string("C2"), hostile("C9")})
      expect_inert(bench,
                   {hostile_campaigns, command, "o.sqlite", "--cluster", cluster, "-o", command + cluster.substr(0, 2)},
                   setting);
    expect_inert_file(bench / (command + "C1") / "README.md");
    expect_inert_file(bench / (command + "C1") / "bug.json");
  }
}

TEST(CommandLineOutsideText, IsInertInNamesThatTheUserGives) {
  Bench bench;
  const std::string odd = "odd\x1b[31m\xe2\x80\xae\nagain: forged\x9b";
  bench.specification("mixed.toml");
  fs::copy_file(bench / "mixed.toml", bench / (odd + ".toml"));
  bench.run({smallscope_program, "run", "mixed.toml", "--store", "s.sqlite", "--progress", "none"});
  expect_inert(bench, {smallscope_program, "run", odd + ".toml", "--store", odd + ".sqlite"});
  expect_inert(bench, {smallscope_program, "run", odd + ".toml", "--store", odd + ".sqlite"});
  expect_inert(bench, {smallscope_program, "list", odd + ".toml", "mixed.toml", odd + "no.toml"});
  expect_inert(bench, {smallscope_program, "list", odd + ".toml", odd + "no.toml", "--json"});
  expect_inert(bench, {smallscope_program, "count", odd + "none.toml"});
  for (const std::string& store : {odd + ".sqlite", odd + "none.sqlite", odd + ".toml"})
    expect_inert_readers(bench, smallscope_program, store, {"--from", odd + ".toml"});
  for (const std::string& wrong : {odd, "--" + odd, "--json=" + odd})
    for (const Commands::value_type& command : Commands{{wrong},
                                                        {"clusters", wrong},
                                                        {"clusters", "s.sqlite", wrong},
                                                        {"clusters", "s.sqlite", "--by", wrong},
                                                        {"clusters", "s.sqlite", "--rule", wrong},
                                                        {"clusters", "s.sqlite", "--rule", "(" + wrong + "=>"},
                                                        {"clusters", "s.sqlite", "--why", wrong, wrong},
                                                        {"clusters", "s.sqlite", "--budget", wrong},
                                                        {"clusters", "s.sqlite", "--faults", wrong},
                                                        {"clusters", "s.sqlite", "--faults", "f", "--today", wrong},
                                                        {"run", "mixed.toml", "--order", wrong},
                                                        {"replay", "s.sqlite", wrong},
                                                        {"replay", "s.sqlite", "1", "--from", wrong},
                                                        {"evaluate", wrong},
                                                        {"export", "s.sqlite", "-o", wrong + "/none"},
                                                        {"export", "s.sqlite", "--source-root", wrong}}) {
      std::vector<std::string> whole{smallscope_program};
      whole.insert(whole.end(), command.begin(), command.end());
      expect_inert(bench, whole);
    }
  fs::create_symlink(smallscope_program, bench / odd);
  expect_inert(bench, {(bench / odd).string(), "--help"});
  expect_inert(bench, {(bench / odd).string(), "clusters", "--help"});
  expect_inert(bench, {(bench / odd).string(), "clusters"});
}

TEST(CommandLineOutsideText, IsInertInMistakesOfSpecifications) {
  Bench bench;
  const std::string text = text_of(bench / bench.specification("mixed.toml"));
  const std::string word = std::regex_replace(quoted(hostile("word")), std::regex(R"(\\udb40\\udc41)"), "");
  const std::string inner = word.substr(1, word.size() - 2);
  int mistakes = 0;
  for (const auto& [old, replacement] : std::vector<std::pair<std::string, std::string>>{
           {"name = \"check/mixed\"", "name = " + word},
           {"description = ", word + " = 1\ndescription = "},
           {"file = \"input.sh\"", "file = \"/" + inner + "\""},
           {"number = { range", word + " = { range"},
           {"number = { range = [0, 19] }", "number = { range = [0, 19], " + word + " = 2 }"},
           {"number = { range = [0, 19] }", "number = { file = " + word + " }"},
           {"number = { range = [0, 19] }", "number = { depends = " + word + ", cases = {} }"},
           {"time_limit = \"5min\"", "time_limit = " + word},
           {"run = [\"sh\", \"{input}\"]", "run = [" + word + "]"},
           {"run = [\"sh\", \"{input}\"]", "run = [\"sh\", \"{" + inner + "}\"]"},
           {"run = [\"sh\", \"{input}\"]",
            "worker = [\"sh\", \"-c\", \"printf '" + inner + "\\n' >&$SMALLSCOPE_REPLIES\"]"},
           {"presets = [\"numbers\"]", "presets = [" + word + "]"},
           {"presets = [\"numbers\"]", "rules = [{ pattern = \"(" + inner + "\", replacement = \"\" }]"},
           {"exit_status = 0", word + " = 0"},
           {"exit_status = 0", "exit_status = " + word},
           {"exclude = [{ number", "exclude = [{ " + word}}) {
    std::string changed = text;
    const std::size_t at = changed.find(old);
    ASSERT_NE(at, std::string::npos) << old;
    bench.write("wrong.toml", changed.replace(at, old.size(), replacement));
    const Ended ended = expect_inert(bench, {smallscope_program, "run", "wrong.toml", "--no-store"});
    mistakes += ended.status == 2 || ended.status == 3 ? 1 : 0;
    expect_inert(bench, {smallscope_program, "list", "wrong.toml"});
  }
  EXPECT_GE(mistakes, 15);
}

/// A store in which one text is replaced, whatever its table and meaning.
TEST(CommandLineOutsideText, IsInertInEveryFieldOfACraftedStore) {
  Bench bench;
  bench.run({campaigns, "run", "merged", "--store", "s.sqlite", "--ladder", "--progress", "none"});
  // Who forges a store can forge its checksums, or make it one of a format without.
  results::samples::make_older(bench / "s.sqlite", 4);
  sqlite3* opened = nullptr;
  ASSERT_EQ(sqlite3_open((bench / "s.sqlite").c_str(), &opened), SQLITE_OK);
  std::vector<std::pair<std::string, std::string>> fields;
  ASSERT_EQ(sqlite3_exec(
                opened, "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type='table'",
                [](void* into, int, char** row, char**) {
                  static_cast<decltype(fields)*>(into)->emplace_back(row[0], row[1]);
                  return 0;
                },
                &fields, nullptr),
            SQLITE_OK);
  sqlite3_close(opened);
  int changed = 0;
  for (const auto& [table, column] : fields) {
    // Once as it is, once as a JSON string, where the field is JSON.
    for (const std::string& text : {hostile_bytes("field"), "[" + Json(hostile("field")).dump() + "]"}) {
      fs::copy_file(bench / "s.sqlite", bench / "c.sqlite", fs::copy_options::overwrite_existing);
      ASSERT_EQ(sqlite3_open((bench / "c.sqlite").c_str(), &opened), SQLITE_OK);
      sqlite3_stmt* change = nullptr;
      const std::string update = "UPDATE OR IGNORE \"" + table + "\" SET \"" + column + "\"=? WHERE typeof(\"" +
                                 column + "\") IN ('text', 'blob')";
      if (sqlite3_prepare_v2(opened, update.c_str(), -1, &change, nullptr) == SQLITE_OK) {
        sqlite3_bind_text(change, 1, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
        sqlite3_step(change);
        sqlite3_finalize(change);
      }
      const bool is_changed = sqlite3_total_changes(opened) > 0;
      sqlite3_close(opened);
      if (!is_changed) continue;
      ++changed;
      SCOPED_TRACE(table + "." + column);
      for (const std::vector<std::string>& command : Commands{{"clusters", "c.sqlite", "--representatives", "9"},
                                                              {"replay", "c.sqlite", "5"},
                                                              {"verify", "c.sqlite"},
                                                              {"compare", "c.sqlite", "s.sqlite"},
                                                              {"export", "c.sqlite", "--format", "csv"},
                                                              {"run", "merged", "--store", "c.sqlite", "--resume"}}) {
        std::vector<std::string> whole{campaigns};
        whole.insert(whole.end(), command.begin(), command.end());
        expect_inert(bench, whole);
      }
    }
  }
  EXPECT_GE(changed, 10);
}

/// What is printed to be pasted names the same files, whatever their names are made of.
TEST(CommandLineOutsideText, PrintedCommandsNameTheirFiles) {
  for (const std::string odd : {"a b';x", "new\nline", "\x1b[31mred", "over\xe2\x80\xaeride", "no utf-8 \x9b",
                                "$HOME`id`", "100%d\\n", "ends in a newline\n"}) {
    SCOPED_TRACE(odd);
    Bench bench;
    bench.specification("mixed.toml");
    fs::rename(bench / "mixed.toml", bench / (odd + ".toml"));
    const std::string store = odd + ".sqlite" + (odd.ends_with('\n') ? "\n" : "");
    const Ended ran =
        expect_inert(bench, {smallscope_program, "run", odd + ".toml", "--store", store, "--representatives", "1"});
    int pasted = 0;
    const std::string all = ran.out + ran.err;
    for (const std::string mark : {"again: ", "next: "})
      for (std::size_t at = 0; (at = all.find(mark, at)) != std::string::npos;) {
        at += mark.size();
        // A word that ends in a newline has that newline in quotation marks, the only one that stands as it is.
        std::size_t end = all.find('\n', at);
        while (all.compare(end - 1, 3, "'\n'") == 0) end = all.find('\n', end + 1);
        const Ended ended = bench.run({"/bin/sh", "-c", all.substr(at, end - at)});
        EXPECT_THAT(ended.out, HasSubstr(mark == "again: " ? "as recorded" : "deed is `fail`"))
            << all.substr(at, end - at) << "\n"
            << ::testing::PrintToString(ended);
        ++pasted;
      }
    EXPECT_GE(pasted, 3) << all;
  }
}

}  // namespace
}  // namespace smallscope::command_line
