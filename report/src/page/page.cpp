// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/page/page.hpp>

#include <ostream>

#include <smallscope/report/text.hpp>

#include "page/document.hpp"
#include "page/packed.hpp"
#include "page/sections.hpp"
#include "page/space_map.hpp"

namespace smallscope::report {

namespace {

using page::markup;
using page::Markup;

Markup navigation(bool has_failures) {
  const auto link = [](const char* section, const char* name) {
    return markup("<li><a href=\"#{}\">{}</a></li>", section, name);
  };
  Markup links = link("account", "What ran");
  links += link("clusters", "Clusters");
  if (has_failures) {
    links += link("run", "Over the run");
    links += link("map", "Map");
    links += link("inputs", "Failing inputs");
  }
  return markup("<nav aria-label=\"Sections\"><ul>{}</ul></nav>\n", links);
}

/// The parts that the script fills.
Markup map_section(const page::SpaceMap& map, bool is_complete) {
  if (map.axes.empty()) return {};
  const char* const judged =
      map.judged.empty() ? "Each cell counts failing inputs. Rates need the campaign: name it with --from."
      : is_complete
          ? "Each cell: which part of its judged inputs fails, and how many of how many. The counts are exact."
          : "Each cell: which part of the inputs that were judged so far fails, and how many of how many.";
  return markup(
      "<section id=\"map\" aria-labelledby=\"map-title\">\n<h2 id=\"map-title\">Map of the space</h2>\n<p>{}</p>\n"
      "<div class=\"controls\" id=\"map-controls\"></div>\n<div class=\"wide\" id=\"map-table\" role=\"region\" "
      "tabindex=\"0\" aria-label=\"Map of the space\"></div>\n</section>\n",
      judged);
}

Markup input_section(const page::Failures& failures) {
  const Markup room =
      failures.programs == failures.size()
          ? Markup()
          : markup(
                "<p>The page has the programs of {} of the {} failing inputs. All have their choices, their messages "
                "and the command that runs them again, which shows the program.</p>\n",
                grouped(failures.programs), grouped(failures.size()));
  return markup(
      "<section id=\"inputs\" aria-labelledby=\"inputs-title\">\n<h2 id=\"inputs-title\">Failing inputs</h2>\n{}"
      "<div class=\"controls\" id=\"input-controls\"></div>\n<p id=\"input-count\" role=\"status\" "
      "aria-live=\"polite\"></p>\n<div id=\"input-groups\"></div>\n<ol id=\"input-list\" class=\"inputs\"></ol>\n"
      "<div id=\"input-pages\" class=\"controls\"></div>\n</section>\n",
      room);
}

}  // namespace

void write_page(const PageContents& contents, std::ostream& output) {
  const std::vector<page::ShownCluster> clusters = page::shown_clusters(contents.findings);
  page::Failures failures = page::read_failures(contents);
  const bool has_failures = failures.size() > 0;
  page::write_head(contents.findings.store.manifest().campaign, output);
  const auto write = [&](const Markup& markup) { output << markup.text(); };
  write(markup("<body>\n<a class=\"skip\" href=\"#clusters\">Skip to the clusters</a>\n"));
  write(page::heading(contents));
  write(navigation(has_failures));
  write(markup("<main>\n"));
  write(page::account_section(contents));
  write(page::cluster_section(contents, clusters));
  if (has_failures) {
    page::SpaceMap map = page::space_map(contents, failures);
    page::drop_unused_labels(failures, map);
    write(page::run_section(clusters, failures, contents.findings.store.account()));
    write(
        markup("<noscript><p>The map and the list of failing inputs need JavaScript, which this browser does not "
               "run.</p></noscript>\n"));
    write(map_section(map, contents.findings.store.account().complete));
    write(input_section(failures));
    write(markup("</main>\n"));
    write(page::witness_elements(contents));
    write(page::data_element("space-map", page::packed(page::to_json(map).dump())));
    write(page::data_elements(failures, clusters, contents.findings.replay));
  } else {
    write(markup("</main>\n"));
  }
  page::write_end(output);
}

}  // namespace smallscope::report
