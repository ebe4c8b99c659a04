// SPDX-License-Identifier: Apache-2.0
// Where in the code a fault may be, as the page shows it: which lines, with which figures; sources that are missing,
// changed, or no text; how much of the page it takes.
#include <smallscope/report/page/suspects.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <algorithm>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <sstream>

#include <smallscope/report/page/page.hpp>
#include <smallscope/subjects/text_encoding.hpp>

namespace smallscope::report {
namespace {

using results::Ordinal;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// A store with so many clusters of one input each.
results::Store store_of_clusters(std::size_t clusters) {
  results::Store store =
      results::Store::in_memory({.campaign = "code", .oracles = {"right"}, .inputs = clusters, .structure = "range"});
  const int pass = store.add_pass({.order = {.name = "dense"}, .end = clusters, .size = clusters}).id;
  results::Batch batch{.pass = pass, .done = clusters, .executed = clusters};
  for (Ordinal ordinal = 0; ordinal < clusters; ++ordinal) {
    results::Case failing{.ordinal = ordinal, .test = ordinal + 1};
    failing.judgements = {{"right", oracles::Verdict::fail, {"message " + std::to_string(ordinal)}}};
    batch.cases.push_back(failing);
  }
  store.commit(batch);
  return store;
}

std::string page_with(const std::vector<Suspects>& suspects, const SourceLine& source, std::size_t clusters = 1) {
  const results::Store store = store_of_clusters(clusters);
  const auto found = clustering::cluster(store, {});
  std::ostringstream output;
  write_page({.findings = {.store = store, .clusters = found},
              .suspects = suspects,
              .source = source,
              .diagnose = "program diagnose s.sqlite --cluster"},
             output);
  return output.str();
}

Suspects suspects_of(const std::vector<SuspectLine>& lines, double unspecific = 0, const std::string& name = "work",
                     const std::string& file = "work.c") {
  double greatest = 0;
  for (const SuspectLine& line : lines) greatest = std::max(greatest, line.score);
  return {.failing = 4,
          .passing = 20,
          .elements = 1234,
          .greatest = greatest,
          .unspecific = unspecific,
          .measure = "ochiai",
          .views = {"block", "code"},
          .all_functions = 30,
          .functions = {{.name = name, .file = file, .rank = {1, 2}, .views = {{1, 1}, {3, 5}}, .lines = lines}},
          .notes = {"2 inputs failing in other ways left out"}};
}

SourceLine source_of_lines(std::vector<std::string> lines) {
  return [lines = std::move(lines)](const std::string& file, std::uint32_t line) {
    return file == "work.c" && line >= 1 && line <= lines.size() ? std::optional(lines[line - 1]) : std::nullopt;
  };
}

/// Numbered lines of code.
SourceLine source_of_length(std::uint32_t length) {
  std::vector<std::string> lines;
  for (std::uint32_t line = 1; line <= length; ++line) lines.push_back("code " + std::to_string(line));
  return source_of_lines(std::move(lines));
}

/// The rows of the first table of source: "shade-8|3|0.9 <|1|4|20|text", "off|4|-||||text", "gap|12 lines".
std::vector<std::string> rows_of(const std::string& page) {
  std::vector<std::string> rows;
  std::size_t begin = page.find("<table class=\"source\">");
  if (begin == std::string::npos) return rows;
  begin = page.find("<tbody>", begin);
  static const std::regex row_tags("^<tr(?: class=\"([^\"]*)\")?>|</tr>$"), ends("</t[hd]>"), tags("<[^>]*>");
  std::istringstream table(page.substr(begin, page.find("</tbody>", begin) - begin));
  for (std::string line; std::getline(table, line);) {
    if (!line.starts_with("<tr")) continue;
    line = std::regex_replace(line, row_tags, "$1|");
    line = std::regex_replace(line, ends, "|");
    line = std::regex_replace(line, tags, "");
    while (line.ends_with("|")) line.pop_back();
    rows.push_back(line);
  }
  return rows;
}

TEST(Suspects, TheSourceHasScoresRanksAndCounts) {
  const Suspects suspects =
      suspects_of({{.line = 2, .score = 0.9, .rank = {1, 1}, .failing = 4, .passing = 1},
                   {.line = 3, .score = 0.45, .rank = {7, 12}, .failing = 3, .passing = 1200, .outcome = "<"},
                   {.line = 5, .score = 0, .rank = {900, 1234}, .failing = 0, .passing = 6}});
  const std::string page = page_with({suspects}, source_of_lines({"work()", "{", "  if (a < b)\r", "\tcall();", "  }",
                                                                  "", "int not_covered;", "behind"}));
  EXPECT_THAT(rows_of(page), ::testing::ElementsAre("off|1|-||||work()", "shade-8|2|0.9|1|4|1|{",
                                                    "shade-2|3|0.45 &lt;|7-12|3|1,200|  if (a &lt; b)",
                                                    "off|4|-||||        call();", "|5|0|900-1,234|0|6|  }"));
  EXPECT_THAT(page, AllOf(HasSubstr("Where in the code? First of 30 functions: work (work.c)"),
                          HasSubstr("24 tests, of which 4 fail; 2 inputs failing in other ways left out."),
                          HasSubstr("by block</th>"), HasSubstr("<td class=\"number\">3-5</td>"),
                          HasSubstr("the rank of that among 1,234"),
                          HasSubstr("the greatest of the cluster, 0.9; what all tests cover has 0."),
                          HasSubstr("29 further functions: <code class=\"command\">program diagnose s.sqlite "
                                    "--cluster C1 --top 30</code>"),
                          HasSubstr("<caption>2 lines that a failing test covers, and those around</caption>")));
}

/// Against drawn functions: the most suspicious lines are shown, as many as have room with those around them; what is
/// not shown is counted.
TEST(Suspects, ExcerptsHaveTheMostSuspiciousLinesAndCountTheOthers) {
  const std::regex gap("gap\\|\\|(\\d+) lines?"), shown_line("[^|]*\\|(\\d+)\\|.*\\|code (\\d+)");
  std::mt19937 random(1);
  for (int round = 0; round < 100; ++round) {
    const std::uint32_t first = 1 + random() % 100, length = 1 + random() % 400;
    std::vector<SuspectLine> lines;
    std::map<std::uint32_t, double> scores;
    for (std::uint32_t line = first; line < first + length; ++line) {
      if (random() % 3 == 0) continue;
      const double score = static_cast<double>(random() % 12) / 12;
      lines.push_back({.line = line, .score = score, .failing = score > 0 ? 1u : 0u});
      if (score > 0) scores[line] = score;
    }
    const double unspecific = round % 2 == 0 ? 0 : 0.7;
    const bool is_above = std::ranges::any_of(scores, [&](const auto& each) { return each.second > unspecific; });
    if (is_above) std::erase_if(scores, [&](const auto& each) { return each.second <= unspecific; });
    const std::uint32_t end_of_file = first + length + random() % 4;
    const std::vector<std::string> rows =
        rows_of(page_with({suspects_of(lines, unspecific)}, source_of_length(end_of_file)));
    if (scores.empty()) {
      ASSERT_TRUE(rows.empty());
      continue;
    }
    std::set<std::uint32_t> shown;
    std::uint32_t next = 0;  // the line that the next row is of
    for (const std::string& row : rows) {
      std::smatch match;
      if (std::regex_match(row, match, gap)) {
        next = (next == 0 ? lines.front().line : next) + static_cast<std::uint32_t>(std::stoul(match[1]));
        continue;
      }
      ASSERT_TRUE(std::regex_match(row, match, shown_line)) << row;
      ASSERT_EQ(match[1], match[2]) << "the line with its own text";
      const auto line = static_cast<std::uint32_t>(std::stoul(match[1]));
      ASSERT_TRUE(next == 0 ? line <= lines.front().line : line == next) << "rows and gaps follow each other: " << row;
      next = line + 1;
      shown.insert(line);
    }
    ASSERT_GE(next, lines.back().line + 1) << "the last gap ends with the function";
    ASSERT_LE(shown.size(), most_lines_of_suspect);
    double greatest_hidden = 0;
    for (const auto& [line, score] : scores)
      if (!shown.contains(line)) greatest_hidden = std::max(greatest_hidden, score);
    for (const std::uint32_t line : shown) {
      bool is_around = false;  // of a line that is shown for its own sake
      for (std::uint32_t near = line - std::min(line, 3u); near <= line + 3; ++near)
        is_around = is_around || (scores.contains(near) && shown.contains(near) && scores[near] >= greatest_hidden);
      ASSERT_TRUE(is_around) << line;
    }
    ASSERT_TRUE(greatest_hidden == 0 || shown.size() > most_lines_of_suspect - 10) << "room that is not used";
  }
}

TEST(Suspects, WithoutTheSourceThereAreNumbersOfLines) {
  const Suspects suspects = suspects_of({{.line = 7, .score = 0.5, .rank = {1, 1}, .failing = 2, .passing = 3},
                                         {.line = 90, .score = 0.4, .rank = {2, 3}, .failing = 1, .passing = 4}});
  for (const SourceLine& source : {SourceLine(), source_of_lines({})}) {
    const std::string page = page_with({suspects}, source);
    EXPECT_THAT(rows_of(page), ::testing::ElementsAre("shade-8|7|0.5|1|2|3", "shade-6|90|0.4|2-3|1|4"));
    EXPECT_THAT(page, AllOf(HasSubstr("The source of work.c was not found"), HasSubstr("--source")));
  }
}

TEST(Suspects, AChangedSourceIsSaid) {
  const Suspects suspects = suspects_of({{.line = 2, .score = 0.5, .failing = 2},
                                         {.line = 9, .score = 0.5, .failing = 2},
                                         {.line = 0xffff'ffff, .score = 0.5, .failing = 2}});
  const std::string page = page_with({suspects}, source_of_length(3));
  EXPECT_THAT(page, AllOf(HasSubstr("work.c ends before a line that was covered"), Not(HasSubstr("was not found"))));
  EXPECT_THAT(rows_of(page), ::testing::ElementsAre("off|1|-||||code 1", "shade-8|2|0.5|1|2|0|code 2",
                                                    "off|3|-||||code 3", "gap||5 lines", "shade-8|9|0.5|1|2|0",
                                                    "gap||4,294,967,285 lines", "shade-8|4294967295|0.5|1|2|0"));
}

TEST(Suspects, WhatIsNotKnownIsSaid) {
  EXPECT_THAT(page_with({{.notes = {"found at <merged> levels only"}}}, {}),
              HasSubstr("Nothing is known of the code; found at &lt;merged&gt; levels only."));
  EXPECT_THAT(page_with({suspects_of({})}, {}), HasSubstr("No line of it is known"));
  EXPECT_THAT(page_with({suspects_of({{.line = 3, .score = 0, .passing = 8}})}, source_of_length(9)),
              HasSubstr("No failing test covers a line of it"));
  const std::string none = page_with({}, {});
  for (const char* text : {"in the code", "<table class=\"source\"", "Nothing is"})
    EXPECT_THAT(none, Not(HasSubstr(text))) << "a store without spectra";
  const results::Store store = store_of_clusters(1);
  const auto clusters = clustering::cluster(store, {});
  std::ostringstream output;
  write_page({.findings = {.store = store, .clusters = clusters}, .undiagnosed = "no <test> reported"}, output);
  EXPECT_THAT(output.str(), HasSubstr("Nothing is said of the code: no &lt;test&gt; reported."));
}

/// Sources, and what a store says of the code, are text from outside.
TEST(Suspects, SourcesAreTextAndNothingElse) {
  const std::string hostile =
      std::string("</table></details><script>alert(1)</script><!-- <img src=x onerror=y> \"'&") +
      "\x1b[31m\u202e\u2066\xff\xc0" + std::string(1, '\0');
  Suspects suspects = suspects_of({{.line = 1, .score = 1, .failing = 1, .outcome = hostile}}, 0, hostile, hostile);
  suspects.notes = {hostile};
  suspects.views = {hostile, hostile};
  suspects.measure = hostile;
  const SourceLine source = [&](const std::string&, std::uint32_t) { return hostile; };
  const std::string page = page_with({suspects}, source);
  const std::string plain = page_with({suspects_of({{.line = 1, .score = 1, .failing = 1}})}, source_of_length(3));
  for (const std::string markup : {"<script", "</script", "<!--", "<img", "</table", "</details", "<style"}) {
    const auto count = [&](const std::string& text) {
      std::size_t found = 0;
      for (std::size_t at = 0; (at = text.find(markup, at)) != std::string::npos; ++at) ++found;
      return found;
    };
    EXPECT_EQ(count(page), count(plain)) << markup;
  }
  EXPECT_TRUE(subjects::is_utf8(page));
  EXPECT_EQ(page.find_first_of(std::string("\x1b\0", 2)), std::string::npos);
  EXPECT_EQ(page.find("\u202e"), std::string::npos);
  EXPECT_THAT(page, HasSubstr("&lt;/table&gt;&lt;/details&gt;&lt;script&gt;alert(1)"));
}

/// The page of 500 clusters whose functions are as large as the code of a compiler.
TEST(Suspects, TakeABoundedPartOfThePage) {
  constexpr std::size_t clusters = 500;
  std::vector<SuspectLine> lines;
  for (std::uint32_t line = 1; line <= 5000; ++line)
    lines.push_back({.line = line, .score = 1.0 / line, .rank = {1000 * line, 1000 * line}, .failing = 1000 * line});
  Suspects suspects = suspects_of(lines);
  suspects.functions.resize(100, suspects.functions.front());
  std::size_t asked = 0;
  const auto source = [&](std::size_t length) {
    return [&asked, length](const std::string&, std::uint32_t) {
      ++asked;
      return std::optional(std::string(length, 'x'));
    };
  };
  const std::vector<Suspects> all(most_clusters_with_suspects, suspects);
  const std::size_t without = page_with({}, {}, clusters).size(), with = page_with(all, source(60), clusters).size();
  EXPECT_LT(with - without, 2u << 20u) << "bytes, of " << with;
  EXPECT_EQ(page_with(all, source(1000), clusters).size(), page_with(all, source(100'000), clusters).size());
  EXPECT_LT(asked, 3 * 70 * most_suspects_with_source * most_clusters_with_suspects) << "lines of the source are read";
  EXPECT_THAT(page_with(all, source(60), clusters),
              HasSubstr("The first 20 clusters say where in the code their fault may be. Of another one: <code "
                        "class=\"command\">program diagnose s.sqlite --cluster C21</code>"));
  // A file without an end of line, such as a binary one.
  EXPECT_LT(page_with({suspects}, source(1u << 20u)).size(), with);
}

}  // namespace
}  // namespace smallscope::report
