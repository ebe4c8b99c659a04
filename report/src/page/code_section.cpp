// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <cmath>

#include <smallscope/report/text.hpp>

#include "page/sections.hpp"
#include "page/source_excerpt.hpp"

namespace smallscope::report::page {

namespace {

constexpr std::size_t name_width = 100;
constexpr std::size_t functions_in_summary = 3;
constexpr std::size_t most_on_first_rank = 10;
constexpr int shades = 8;  // page.css

std::string interval(const RankInterval& rank) {
  return rank.first == rank.last ? grouped(rank.first) : grouped(rank.first) + "-" + grouped(rank.last);
}

std::string counted_things(std::size_t number, const std::string& what) {
  return grouped(number) + " " + what + (number == 1 ? "" : "s");
}

/// As `diagnose` writes it.
std::string score_text(double score) { return fmt::format("{:.4g}", score); }

std::string short_text(const std::string& text) { return one_line(text, name_width); }

/// "gen_cast (tccgen.c)"
std::string title_of(const SuspectFunction& function) {
  return short_text(function.name) + (function.file.empty() ? "" : " (" + short_text(function.file) + ")");
}

/// From 1 to 8, as the square of the score, which is what ochiai is the root of: 8 is the greatest of the cluster.
int shade_of(double score, double greatest) {
  const double share = greatest > 0 ? score / greatest : 0;
  return std::clamp(static_cast<int>(std::ceil(shades * share * share)), 1, shades);
}

/// Whether a line can have code: one of brackets alone, or an empty one, has none.
bool has_words(const std::string& text) {
  return std::ranges::any_of(text,
                             [](unsigned char character) { return character >= 0x80 || std::isalnum(character); });
}

Markup row_of(const ExcerptRow& row, double greatest) {
  if (row.left_out > 0)
    return markup("<tr class=\"gap\"><td></td><td colspan=\"5\">{}</td></tr>\n", counted_things(row.left_out, "line"));
  if (row.suspect == nullptr)
    return markup("<tr class=\"off\"><th scope=\"row\">{}</th><td>{}</td><td></td><td></td><td></td><td>{}</td></tr>\n",
                  row.line, has_words(row.text) ? "-" : "", row.text);
  const SuspectLine& line = *row.suspect;
  const Markup shade = line.failing == 0 ? Markup() : markup(" class=\"shade-{}\"", shade_of(line.score, greatest));
  return markup("<tr{}><th scope=\"row\">{}</th><td>{}{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                shade, row.line, score_text(line.score), line.outcome.empty() ? "" : " " + line.outcome,
                interval(line.rank), grouped(line.failing), grouped(line.passing), row.text);
}

/// What is wrong with the source of a function, if anything is.
Markup obstacle_of(const Excerpt& excerpt, const SuspectFunction& function) {
  switch (excerpt.source) {
    case Excerpt::Source::missing:
      return markup(
          "<p class=\"beside\">The source of {} was not found, so its lines are numbers only. Name its folder with "
          "--source.</p>\n",
          function.file.empty() ? "this function" : short_text(function.file));
    case Excerpt::Source::shorter:
      return markup(
          "<p class=\"beside\">{} ends before a line that was covered: it is not the source that was compiled, or too "
          "large.</p>\n",
          short_text(function.file));
    case Excerpt::Source::found:
      break;
  }
  return {};
}

Markup function_source(const SuspectFunction& function, const Suspects& suspects, const SourceLine& source) {
  const Excerpt excerpt = excerpt_of(function, source, suspects.unspecific, most_lines_of_suspect);
  if (function.lines.empty())
    return markup("<p class=\"beside\">No line of it is known: the code was compiled without -g.</p>\n");
  if (excerpt.rows.empty()) return markup("<p class=\"beside\">No failing test covers a line of it.</p>\n");
  Markup rows;
  for (const ExcerptRow& row : excerpt.rows) rows += row_of(row, suspects.greatest);
  const std::string lines = counted_things(excerpt.suspicious, "line") + " that a failing test covers";
  Markup text = obstacle_of(excerpt, function);
  text += markup(
      "<table class=\"source\"><caption>{}{}</caption><thead><tr><th scope=\"col\">line</th><th "
      "scope=\"col\">score</th><th scope=\"col\">rank</th><th scope=\"col\">failing</th><th "
      "scope=\"col\">passing</th><th scope=\"col\">source</th></tr></thead>\n<tbody>\n{}</tbody></table>\n",
      excerpt.chosen == excerpt.suspicious ? lines : "the " + grouped(excerpt.chosen) + " most suspicious of " + lines,
      excerpt.source == Excerpt::Source::missing ? "" : ", and those around", rows);
  return text;
}

Markup function_table(const Suspects& suspects, std::size_t shown, const std::string& command) {
  Markup views, rows;
  for (const std::string& view : suspects.views) views += markup("<th scope=\"col\" class=\"number\">by {}</th>", view);
  for (std::size_t i = 0; i < shown; ++i) {
    const SuspectFunction& function = suspects.functions[i];
    Markup ranks;
    for (const RankInterval& rank : function.views) ranks += markup("<td class=\"number\">{}</td>", interval(rank));
    rows += markup("<tr><td class=\"number\">{}</td><th scope=\"row\"><code>{}</code></th><td>{}</td>{}</tr>\n",
                   interval(function.rank), short_text(function.name), short_text(function.file), ranks);
  }
  Markup text = markup(
      "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"Functions by suspicion\">\n<table "
      "class=\"figures suspects\"><caption>Functions by the sum of their ranks in {}</caption><thead><tr><th "
      "scope=\"col\" class=\"number\">rank</th><th scope=\"col\">function</th><th scope=\"col\">file</th>{}"
      "</tr></thead>\n<tbody>\n{}</tbody></table>\n</div>\n",
      counted_things(suspects.views.size(), "view"), views, rows);
  if (shown < suspects.all_functions && !command.empty())
    text += markup("<p class=\"again\">{}: <code class=\"command\">{}</code></p>\n",
                   counted_things(suspects.all_functions - shown, "further function"), command);
  return text;
}

Markup legend(const Suspects& suspects) {
  return markup(
      "<p class=\"beside\">A line has the {} score of its most suspicious block or outcome of a comparison (&lt;, =, "
      "&gt;), the rank of that among {}, and how many failing and passing tests cover it. The higher its score, the "
      "stronger its colour, up to the greatest of the cluster, {}; what all tests cover has {}. Lines with - are "
      "covered by no test, or have no code.</p>\n",
      suspects.measure, grouped(suspects.elements), score_text(suspects.greatest), score_text(suspects.unspecific));
}

/// Its source is shown at once: it is the first one, or has the most suspicious line of all.
bool is_open(const SuspectFunction& function, std::size_t place) {
  return place == 0 || std::ranges::any_of(function.lines, [](const SuspectLine& line) {
           return line.rank.first == 1 && line.rank.last <= most_on_first_rank;
         });
}

Markup notes_of(const Suspects& suspects) {
  Markup notes;
  for (const std::string& note : suspects.notes) notes += markup("; {}", note);
  return notes;
}

}  // namespace

Markup code_text(const PageContents& contents, std::size_t place, const std::string& id) {
  const Suspects& suspects = contents.suspects[place];
  if (suspects.functions.empty())
    return markup("<p class=\"beside\">Nothing is known of the code{}.</p>\n", notes_of(suspects));
  const std::size_t shown = std::min(suspects.functions.size(), most_suspects);
  Markup sources;
  for (std::size_t i = 0; i < std::min(shown, most_suspects_with_source); ++i)
    sources += markup("<details class=\"function\"{}><summary>{}</summary>\n{}</details>\n",
                      is_open(suspects.functions[i], i) ? markup(" open") : Markup(), title_of(suspects.functions[i]),
                      function_source(suspects.functions[i], suspects, contents.source));
  return markup("<p class=\"beside\">{}, of which {} fail{}.</p>\n{}{}{}",
                counted_things(suspects.failing + suspects.passing, "test"), grouped(suspects.failing),
                notes_of(suspects),
                function_table(suspects, shown,
                               contents.diagnose.empty()
                                   ? ""
                                   : fmt::format("{} {} --top {}", contents.diagnose, id, suspects.all_functions)),
                legend(suspects), sources);
}

Markup code_part(const PageContents& contents, std::size_t place, const std::string& id) {
  if (place >= contents.suspects.size()) return {};
  const Suspects& suspects = contents.suspects[place];
  if (suspects.functions.empty()) return code_text(contents, place, id);
  std::string first;
  for (std::size_t i = 0; i < std::min(suspects.functions.size(), functions_in_summary); ++i)
    first += (i == 0 ? "" : ", ") + (i == 0 ? title_of(suspects.functions[i]) : short_text(suspects.functions[i].name));
  return markup("<details class=\"code\"><summary>Where in the code? First of {}: {}</summary>\n{}</details>\n",
                counted_things(suspects.all_functions, "function"), first, code_text(contents, place, id));
}

}  // namespace smallscope::report::page
