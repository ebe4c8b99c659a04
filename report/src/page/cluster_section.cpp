// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <smallscope/report/explanation_text.hpp>
#include <smallscope/report/known_faults_text.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "page/exhibits.hpp"
#include "page/packed.hpp"
#include "page/sections.hpp"

namespace smallscope::report::page {

namespace {

constexpr std::size_t clusters_with_program = 200;  // the others have theirs in the list of inputs
constexpr std::size_t causes_width = 300;
constexpr std::size_t terms_at_once = 4;
constexpr std::size_t values_in_full = 100;
constexpr std::size_t terms_with_witnesses = 5;
constexpr std::size_t most_witnesses = 12;  // of a cluster

/// Text with `values` set as code. Where a label contains a backtick, it is left as it is.
Markup with_code(const std::string& text, bool has_backticks) {
  if (has_backticks) return markup("{}", text);
  Markup result;
  bool inside = false;
  for (std::size_t begin = 0; begin <= text.size(); inside = !inside) {
    const std::size_t end = std::min(text.find('`', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    result += inside ? markup("<code>{}</code>", part) : markup("{}", part);
    begin = end + 1;
  }
  return result;
}

bool has_backticks(const clustering::Explanation& explanation) {
  return std::ranges::any_of(explanation.attributes, [](const clustering::Attribute& attribute) {
    return attribute.name.find('`') != std::string::npos ||
           std::ranges::any_of(attribute.labels,
                               [](const std::string& label) { return label.find('`') != std::string::npos; });
  });
}

Markup terms_of(const ExplanationParts& parts, bool plain) {
  Markup items;
  for (const auto& term : parts.terms)
    items += markup("<li><span class=\"count\">{}</span> <span>{}</span></li>\n", grouped(term.members),
                    with_code(term.text, plain));
  return items.empty() ? items : markup("<ul class=\"terms\">\n{}</ul>\n", items);
}

Markup scope_of(const ExplanationParts& parts, bool plain) {
  return parts.scope.empty() ? Markup() : markup("{}<b>, except when</b> ", with_code(parts.scope, plain));
}

Markup explanation_markup(const clustering::Explanation& explanation) {
  const bool plain = has_backticks(explanation);
  const ExplanationParts parts = explanation_parts(explanation, {terms_at_once, 8});
  Markup text;
  for (const std::string& line : {parts.necessary, parts.usual})
    if (!line.empty()) text += markup("<p class=\"when\">{}</p>\n", with_code(line, plain));
  text += markup("<p class=\"when\"><b>{}</b> {}{}</p>\n{}", parts.opening, scope_of(parts, plain),
                 parts.common.empty() ? Markup() : markup("{} and either", with_code(parts.common, plain)),
                 terms_of(parts, plain));
  const ExplanationParts whole = explanation_parts(explanation, {explanation.terms.size(), values_in_full});
  const bool is_cut =
      parts.more > 0 || parts.scope != whole.scope || parts.common != whole.common ||
      !std::ranges::equal(parts.terms, whole.terms, {}, &ExplanationParts::Term::text, &ExplanationParts::Term::text);
  if (is_cut) {
    const Markup scope = whole.scope.empty() ? Markup() : markup("<p>{}</p>\n", scope_of(whole, plain));
    const Markup common =
        whole.common.empty() ? Markup() : markup("<p>{} and either</p>\n", with_code(whole.common, plain));
    text +=
        markup("<details><summary>{}</summary>\n{}{}{}</details>\n",
               parts.more == 0 ? std::string("in full")
                               : fmt::format("{} more term{}, and all in full", parts.more, parts.more == 1 ? "" : "s"),
               scope, common, terms_of(whole, plain));
  }
  if (!parts.beside.empty()) text += markup("<p class=\"beside\">{}.</p>\n", parts.beside);
  if (!parts.is_compact)
    text +=
        markup("<p class=\"beside\">Hardly shorter than a list of these inputs, which may show several faults.</p>\n");
  return text;
}

bool has_witnesses(const PageContents& contents, const clustering::Explanation* explanation) {
  return contents.findings.explainer != nullptr && contents.render && contents.choices && explanation != nullptr &&
         std::ranges::any_of(clustering::witnessed_terms(*explanation),
                             [](const clustering::Term& term) { return !term.literals.empty(); });
}

Json witness_json(const PageContents& contents, const clustering::Explanation& explanation,
                  const clustering::Literal& literal, const clustering::Witness& witness) {
  const std::string_view except = witness.is_of_exception ? "except when " : "";
  Json json{{"condition", shown_json(fmt::format("{}{}", except, literal_text(explanation, literal)))},
            {"differing", witness.differing.size()},
            {"difference", shown_json(difference_text(contents.choices, witness,
                                                      contents.findings.explainer->population().attributes()))},
            {"exhibits", Json::array()}};
  const auto failing = contents.render(witness.failing), without = contents.render(witness.without);
  for (const Exhibit& exhibit :
       comparison(fmt::format("#{} fails", witness.failing), failing.value_or(subjects::Input{}),
                  fmt::format("#{} {}", witness.without, witness.passes ? "passes" : "fails in another way"),
                  without.value_or(subjects::Input{})))
    json["exhibits"].push_back(to_json(exhibit));
  return json;
}

Json witnesses_of(const PageContents& contents, const clustering::Explanation& explanation,
                  const std::vector<results::Ordinal>& members) {
  Json witnesses = Json::array();
  std::vector<clustering::Literal> shown;
  for (const clustering::Term& term : clustering::witnessed_terms(explanation, terms_with_witnesses))
    for (const clustering::Literal& literal : term.literals) {
      if (std::ranges::find(shown, literal) != shown.end() || shown.size() == most_witnesses) continue;
      shown.push_back(literal);
      if (const auto witness = contents.findings.explainer->witness(explanation, term, literal, members))
        witnesses.push_back(witness_json(contents, explanation, literal, *witness));
    }
  return witnesses;
}

std::string replay_of(const PageContents& contents, const results::Case& record) {
  return contents.findings.replay.empty() ? ""
                                          : fmt::format("{} {}", contents.findings.replay, replay_arguments(record));
}

/// Where to look if the representative may show another fault, too.
Markup clearer(const PageContents& contents, const std::optional<clustering::ClearerMember>& member) {
  if (!member) return {};
  const auto record = contents.findings.store.find_failure(member->input.first, member->input.second);
  if (!record) return {};
  return markup("<p class=\"beside\">A{}.</p>\n", clearer_text(*member, contents.findings.clusters, *record).substr(1));
}

Markup smallest(const PageContents& contents, std::size_t place,
                const std::optional<clustering::ClearerMember>& clearer_member = {}) {
  const Smallest smallest = smallest_of(contents.findings, place);
  const auto record = contents.findings.store.find_failure(smallest.input.first, smallest.input.second);
  if (!record) return {};
  const std::string replay = replay_of(contents, *record);
  const bool represents = smallest.input == contents.findings.clusters[place].representative;
  return markup(
      "<h4>T{} is {}</h4>\n{}{}{}", smallest.text.substr(1), short_name(*record),
      represents ? clearer(contents, clearer_member) : Markup(), shown(details_of(*record)),
      replay.empty() ? Markup() : markup("<p class=\"again\">again: <code class=\"command\">{}</code></p>\n", replay));
}

/// For elements that the reader can choose by it.
Markup known_attribute(const Findings& findings, std::size_t place) {
  std::string words;
  for (const std::string& word : known_words(findings, place)) words += (words.empty() ? "" : " ") + word;
  return words.empty() ? Markup() : markup(" data-known=\"{}\"", words);
}

/// How the failures are known, a line each.
Markup known_list(const Findings& findings, std::size_t place, std::size_t failing) {
  if (!findings.known) return {};
  Markup items;
  for (const std::string& line :
       cluster_state_lines(findings.known->states[place], failing, findings.known->faults, findings.known->comparison))
    items += markup("<li>{}</li>\n", line);
  return markup("<ul class=\"known\" aria-label=\"Known faults\">\n{}</ul>\n", items);
}

/// When its inputs fail, and why these conditions are needed.
Markup explained(const PageContents& contents, std::size_t place) {
  const clustering::Explanation* explanation = explanation_of(contents.findings, place);
  Markup text;
  if (explanation != nullptr)
    text += explanation_markup(*explanation);
  else if (!contents.findings.explanations.empty())
    text += markup("<p class=\"beside\">Not explained: flaky, or found at merged levels only.</p>\n");
  if (has_witnesses(contents, explanation))
    text += markup(
        "<details class=\"witnesses\" data-chunk=\"witnesses-{}\"><summary>Why these conditions? A failing input "
        "beside one that does not fail so</summary></details>\n",
        place);
  return text;
}

Markup card(const PageContents& contents, const ShownCluster& cluster, std::size_t place,
            const std::optional<clustering::ClearerMember>& clearer_member) {
  Markup text = markup(
      "<article class=\"cluster\" id=\"{0}\" aria-labelledby=\"title-{1}\"{6}>\n<h3 id=\"title-{1}\"><span "
      "class=\"id\">{1}"
      "</span> {2}</h3>\n<p class=\"meta\">{3} failing, first in test {4} <span class=\"key\">{5}</span> "
      "<a class=\"list\" href=\"#inputs&amp;cluster={0}\">List the inputs of {1}</a></p>\n",
      cluster.anchor, cluster.id, cluster.message, grouped(cluster.failing), grouped(cluster.first_test), cluster.key,
      known_attribute(contents.findings, place));
  text += known_list(contents.findings, place, cluster.failing);
  if (const std::string_view causes = causes_of(contents.findings, place); !causes.empty())
    text += markup("<p class=\"causes\">one cluster: {}</p>\n", one_line(causes, causes_width));
  text += explained(contents, place);
  text += code_part(contents, place, cluster.id);
  if (place < clusters_with_program) text += smallest(contents, place, clearer_member);
  text += markup("</article>\n");
  return text;
}

Markup known_line(const Findings& findings, std::size_t place, std::size_t failing) {
  if (!findings.known) return {};
  return markup(
      "<div class=\"fault\">{}</div>",
      cluster_state_text(findings.known->states[place], failing, findings.known->faults, findings.known->comparison));
}

Markup overview(const PageContents& contents, const std::vector<ShownCluster>& clusters) {
  Markup rows;
  for (std::size_t i = 0; i < std::min(clusters.size(), most_clusters_on_page); ++i) {
    const ShownCluster& cluster = clusters[i];
    const clustering::Explanation* explanation = explanation_of(contents.findings, i);
    std::string condition = explanation == nullptr ? "" : cluster_condition(*explanation);
    // There is room for the first terms of many, instead of the largest of them.
    if (explanation != nullptr && clustering::is_compact(*explanation) &&
        (condition.empty() || condition == leading_line(*explanation)))
      condition = explanation_line(*explanation);
    rows += markup(
        "<tr{}><th scope=\"row\"><a href=\"#{}\">{}</a></th><td class=\"number\">{}</td><td class=\"number "
        "seen\">{}</td>"
        "<td>{}{}{}</td></tr>\n",
        known_attribute(contents.findings, i), cluster.anchor, cluster.id, grouped(cluster.failing),
        grouped(cluster.first_test), known_line(contents.findings, i, cluster.failing), cluster.message,
        condition.empty() ? Markup()
                          : markup("<div class=\"when\">{}</div>", with_code(condition, has_backticks(*explanation))));
  }
  return markup(
      "<table class=\"overview\"><caption class=\"hidden\">The clusters, {}</caption><thead><tr>"
      "<th scope=\"col\">cluster</th><th scope=\"col\" class=\"number\">failing</th>"
      "<th scope=\"col\" class=\"number seen\">first in test</th>"
      "<th scope=\"col\">message, and when it fails</th></tr>"
      "</thead>\n<tbody>\n{}</tbody></table>\n",
      contents.findings.known ? "those that need a decision first" : "the largest first", rows);
}

}  // namespace

Markup cluster_section(const PageContents& contents, const std::vector<ShownCluster>& clusters) {
  Markup text =
      markup("<section id=\"clusters\" aria-labelledby=\"clusters-title\">\n<h2 id=\"clusters-title\">Clusters</h2>\n");
  if (clusters.empty()) {
    text += markup("<p>There is none: no input that was judged fails.</p>\n</section>\n");
    return text;
  }
  if (!contents.findings.unexplained.empty())
    text += markup("<p class=\"beside\">There are no explanations: {}.</p>\n", contents.findings.unexplained);
  if (contents.findings.known)
    text += markup("<p>{}.</p>\n<div class=\"controls\" id=\"known-controls\"></div>\n",
                   comparison_text(contents.findings.known->comparison));
  if (!contents.undiagnosed.empty())
    text += markup("<p class=\"beside\">Nothing is said of the code: {}.</p>\n", contents.undiagnosed);
  text += overview(contents, clusters);
  const std::size_t shown = std::min(clusters.size(), most_clusters_on_page);
  if (shown < clusters.size())
    text += markup(
        "<p>And {} smaller clusters, whose inputs are in the <a href=\"#inputs&amp;group=cluster\">list of "
        "failing inputs</a>.</p>\n",
        grouped(clusters.size() - shown));
  if (!contents.suspects.empty() && contents.suspects.size() < clusters.size())
    text += markup(
        "<p class=\"beside\">The first {} clusters say where in the code their fault may be. Of another one: <code "
        "class=\"command\">{} {}</code></p>\n",
        contents.suspects.size(), contents.diagnose, clusters[contents.suspects.size()].id);
  const auto clearer_members = clustering::clearer_members(contents.findings.store, contents.findings.clusters);
  for (std::size_t i = 0; i < shown; ++i) text += card(contents, clusters[i], i, clearer_members[i]);
  text += markup("</section>\n");
  return text;
}

Markup explained_section(const PageContents& contents, const std::vector<ShownCluster>& clusters) {
  if (clusters.empty()) return {};
  return markup(
      "<section id=\"clusters\" aria-labelledby=\"clusters-title\">\n<h2 id=\"clusters-title\">When it fails</h2>\n"
      "<article class=\"cluster\">\n<p class=\"meta\">{} failing, first in test {} <span class=\"key\">{}</span></p>\n"
      "{}{}{}</article>\n</section>\n",
      grouped(clusters.front().failing), grouped(clusters.front().first_test), clusters.front().key,
      contents.findings.unexplained.empty()
          ? Markup()
          : markup("<p class=\"beside\">There is no explanation: {}.</p>\n", contents.findings.unexplained),
      explained(contents, 0), smallest(contents, 0));
}

Markup witness_elements(const PageContents& contents) {
  Markup elements;
  for (std::size_t i = 0; i < std::min(contents.findings.clusters.size(), most_clusters_on_page); ++i) {
    const clustering::Explanation* explanation = explanation_of(contents.findings, i);
    if (!has_witnesses(contents, explanation)) continue;
    const Json witnesses =
        witnesses_of(contents, *explanation, clustering::explained_members(contents.findings.clusters[i]));
    elements += data_element(fmt::format("witnesses-{}", i), packed(witnesses.dump()));
  }
  return elements;
}

}  // namespace smallscope::report::page
