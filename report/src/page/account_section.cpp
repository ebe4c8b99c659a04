// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <smallscope/report/account.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "page/sections.hpp"

namespace smallscope::report::page {

namespace {

constexpr std::size_t kinds_of_reasons = 20;

Markup row(std::string_view name, const Markup& value) {
  return markup("<div><dt>{}</dt><dd>{}</dd></div>\n", name, value);
}

Markup row(std::string_view name, std::string_view value) { return row(name, markup("{}", value)); }

Markup table_of(const JudgingTable& table) {
  Markup head, body;
  const auto kind = [&](std::size_t column) { return table.right[column] ? markup(" class=\"number\"") : Markup(); };
  for (std::size_t i = 0; i < table.header.size(); ++i)
    head += markup("<th scope=\"col\"{}>{}</th>", kind(i), table.header[i]);
  for (const auto& cells : table.rows) {
    body += markup("<tr><th scope=\"row\"{}>{}</th>", kind(0), cells.front());
    for (std::size_t i = 1; i < cells.size(); ++i) body += markup("<td{}>{}</td>", kind(i), cells[i]);
    body += markup("</tr>\n");
  }
  return markup(
      "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{0}\"><table class=\"figures\">"
      "<caption>{0}</caption><thead><tr>{1}</tr></thead>\n<tbody>\n{2}</tbody></table></div>\n{3}",
      table.caption, head, body,
      table.more == 0 ? Markup() : markup("<p>And {} more kinds of reasons.</p>\n", grouped(table.more)));
}

}  // namespace

Markup heading(const PageContents& contents) {
  const results::Store& store = contents.findings.store;
  const results::Account account = store.account();
  const std::size_t clusters = contents.findings.clusters.size();
  Markup items;
  for (const std::string& warning : warnings(store)) items += markup("<li>{}</li>\n", warning);
  for (const std::string& line : contents.findings.unjudged) items += markup("<li>Not judged: {}.</li>\n", line);
  if (account.open > 0)
    items += markup("<li>{} input{} could not be judged; `run --resume` tries again.</li>\n", grouped(account.open),
                    account.open == 1 ? "" : "s");
  if (!account.complete)
    items += markup("<li>The run is not complete: {} executed.</li>\n", executed_of_inputs(account, " inputs"));
  const std::string lead =
      account.failed() == 0
          ? std::string("No input fails.")
          : fmt::format("{} failing input{} in {} cluster{}.", grouped(account.failed()),
                        account.failed() == 1 ? "" : "s", grouped(clusters), clusters == 1 ? "" : "s");
  return markup(
      "<header>\n<h1>{}</h1>\n{}<p class=\"lead\">{}{}</p>\n{}</header>\n", store.manifest().campaign,
      store.manifest().description.empty() ? Markup() : markup("<p>{}</p>\n", store.manifest().description), lead,
      account.complete ? fmt::format(" All {} inputs of the space have a verdict.", grouped(account.inputs)) : "",
      items.empty() ? items : markup("<ul class=\"warnings\" aria-label=\"Warnings\">\n{}</ul>\n", items));
}

Markup account_section(const PageContents& contents) {
  const results::Store& store = contents.findings.store;
  const results::Account account = store.account();
  Markup rows = row("executed", executed_of_inputs(account, " inputs") + (account.complete ? " (all)" : ""));
  if (account.executed > 0) rows += row("passed", grouped(account.judged() - store.counts(0).failed));
  rows += row("failing", grouped(account.failed()));
  for (const auto& [name, count] :
       {std::pair("refused by the subject", account.refused), std::pair("no oracle applied", account.not_applicable),
        std::pair("could not be judged", account.open), std::pair("filtered by the generator", account.filtered),
        std::pair("rejected by an oracle", account.rejected)})
    if (count > 0) rows += row(name, grouped(count));
  for (const results::LevelAccount& level : account.merged)
    rows += row(
        fmt::format("merge level {}", level.level),
        fmt::format("{} of {} merged inputs executed, {} failed", grouped(level.executed),
                    level.inputs == generators::uncounted ? "unknown" : grouped(level.inputs), grouped(level.failed)));
  if (!store.manifest().summary.empty()) rows += row("space", store.manifest().summary);
  const std::string certificate = store.certificate();
  rows += row("certificate", certificate.empty()
                                 ? markup("none: only a complete store has one")
                                 : markup("<code>{}</code> <small>equal runs have equal ones</small>", certificate));
  Markup tables;
  for (const JudgingTable& table : judging_tables(store, kinds_of_reasons)) tables += table_of(table);
  return markup(
      "<section id=\"account\" aria-labelledby=\"account-title\">\n<h2 id=\"account-title\">What ran</h2>\n"
      "<dl class=\"account\">\n{}</dl>\n{}</section>\n",
      rows, tables);
}

}  // namespace smallscope::report::page
