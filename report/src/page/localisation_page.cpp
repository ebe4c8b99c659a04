// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/page/localisation_page.hpp>

#include <algorithm>

#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "page/document.hpp"
#include "page/exhibits.hpp"
#include "page/sections.hpp"

namespace smallscope::report {

namespace {

using page::markup;
using page::Markup;

Markup localisation_heading(const Localisation& localisation, const std::vector<page::ShownCluster>& clusters) {
  const results::Store& store = localisation.contents.findings.store;
  Markup notes;
  for (const std::string& note : localisation.notes) notes += markup("<li>{}</li>\n", note);
  return markup(
      "<header>\n<h1>{}: {}</h1>\n<p>{}</p>\n{}<p>{} {}</p>\n{}</header>\n", store.manifest().campaign,
      clusters.empty() ? "a failure" : clusters.front().id, clusters.empty() ? "" : clusters.front().message,
      localisation.first.empty() ? Markup() : markup("<p class=\"lead\">Most suspicious: {}</p>\n", localisation.first),
      localisation.used, localisation.stopped,
      notes.empty() ? notes : markup("<ul class=\"warnings\" aria-label=\"Left out\">\n{}</ul>\n", notes));
}

Markup diagnosis_table(const Localisation& localisation) {
  if (localisation.diagnoses.empty()) return {};
  Markup rows;
  for (const LocalisationDiagnosis& each : localisation.diagnoses)
    rows += markup("<tr><td class=\"number\">{}</td><td>{}</td><td><code>{}</code></td></tr>\n",
                   fmt::format("{:.4f}", each.probability), each.elements, one_line(each.source, 100));
  Markup text = markup(
      "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"Diagnoses\">\n<table class=\"figures\"><caption>"
      "What explains every failing test, most probable first, each with what nothing tells apart from it</caption>"
      "<thead><tr><th scope=\"col\" class=\"number\">probability</th><th scope=\"col\">elements</th><th scope=\"col\">"
      "source</th></tr></thead>\n<tbody>\n{}</tbody></table>\n</div>\n",
      rows);
  if (localisation.all_diagnoses > localisation.diagnoses.size())
    text += markup("<p class=\"beside\">And {} less probable ones.</p>\n",
                   grouped(localisation.all_diagnoses - localisation.diagnoses.size()));
  return text;
}

Markup where_section(const Localisation& localisation, const std::vector<page::ShownCluster>& clusters) {
  return markup(
      "<section id=\"where\" aria-labelledby=\"where-title\">\n<h2 id=\"where-title\">Where in the code</h2>\n{}{}"
      "</section>\n",
      localisation.contents.suspects.empty()
          ? Markup()
          : page::code_text(localisation.contents, 0, clusters.empty() ? "" : clusters.front().id),
      diagnosis_table(localisation));
}

Markup test_row(const LocalisationTest& test, std::size_t number) {
  const auto number_cell = [](const std::string& text) { return markup("<td class=\"number\">{}</td>", text); };
  return markup("<tr{}>{}<td>{}</td>{}{}<td>{}</td>{}{}<td>{}</td></tr>\n",
                test.outcome == "pass" ? Markup() : markup(" class=\"failing\""), number_cell(grouped(number)),
                test.stage, number_cell("#" + std::to_string(test.ordinal)), number_cell(grouped(test.distance)),
                test.outcome, number_cell(test.first_elements == 0 ? "-" : grouped(test.first_elements)),
                number_cell(test.greatest == 0 ? "-" : fmt::format("{:.3f}", test.greatest)),
                test.was_known ? "known before" : "");
}

Markup test_section(const Localisation& localisation) {
  Markup rows;
  for (std::size_t i = 0; i < localisation.tests.size(); ++i) rows += test_row(localisation.tests[i], i);
  const std::string& replay = localisation.contents.findings.replay;
  return markup(
      "<section id=\"tests\" aria-labelledby=\"tests-title\">\n<h2 id=\"tests-title\">The tests</h2>\n<p>{} Inputs "
      "near "
      "the failing one and drawn ones come first (direct), then those that would tell most of the code apart (select), "
      "then those whose outcome says most about the diagnoses (plan).</p>\n<div class=\"wide\" role=\"region\" "
      "tabindex=\"0\" aria-label=\"The tests\">\n<table class=\"figures tests\"><caption>Each test, and what was known "
      "after it</caption><thead><tr><th scope=\"col\" class=\"number\">test</th><th scope=\"col\">stage</th><th "
      "scope=\"col\" class=\"number\">input</th><th scope=\"col\" class=\"number\">choices changed</th><th "
      "scope=\"col\">outcome</th><th scope=\"col\" class=\"number\">elements on first rank</th><th scope=\"col\" "
      "class=\"number\">best diagnosis</th><th scope=\"col\"></th></tr></thead>\n<tbody>\n{}</tbody></table>\n</div>\n"
      "{}</section>\n",
      localisation.used, rows,
      replay.empty() ? Markup()
                     : markup("<p class=\"again\">any of them again: <code class=\"command\">{} {}</code></p>\n",
                              replay, localisation.failing));
}

}  // namespace

void write_localisation_page(const Localisation& localisation, std::ostream& output) {
  const PageContents& contents = localisation.contents;
  const std::vector<page::ShownCluster> clusters = page::shown_clusters(contents.findings);
  Markup body = markup("<body>\n<a class=\"skip\" href=\"#where\">Skip to the code</a>\n");
  body += localisation_heading(localisation, clusters);
  body += markup(
      "<nav aria-label=\"Sections\"><ul><li><a href=\"#where\">Where in the code</a></li><li><a "
      "href=\"#clusters\">When it fails</a></li><li><a href=\"#tests\">The tests</a></li></ul></nav>\n<main>\n");
  body += where_section(localisation, clusters);
  body += page::explained_section(contents, clusters);
  body += test_section(localisation);
  body += markup("</main>\n");
  body += page::witness_elements(contents);
  page::write_document(contents.findings.store.manifest().campaign, body, output);
}

}  // namespace smallscope::report
