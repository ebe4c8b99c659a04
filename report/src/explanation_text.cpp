// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/explanation_text.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

namespace smallscope::report {

namespace {

using clustering::Attribute;
using clustering::Explanation;
using clustering::Literal;
using clustering::Matches;
using clustering::Ordinal;
using clustering::Term;

constexpr std::size_t label_width = 80;
constexpr std::size_t most_terms_of_a_line = 5;
constexpr std::size_t longest_line = 240;  // bytes
constexpr std::size_t few_failures = 5;    // fewer need no condition

std::string label_text(const Attribute& attribute, clustering::Value value) {
  const std::string& label = attribute.labels[value];
  if (attribute.are_statements) return one_line(label);
  return label.empty() ? std::string(name(attribute.nothing)) : fmt::format("`{}`", one_line(label, label_width));
}

/// "`a`, `b` and 3 more"
std::string list_text(const Attribute& attribute, const std::vector<clustering::Value>& values, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, values.size()); ++i)
    text += (i > 0 ? ", " : "") + label_text(attribute, values[i]);
  return values.size() > most ? fmt::format("{} and {} more", text, values.size() - most) : text;
}

/// Of an interval; `attribute` has at least one label outside it.
std::string interval_text(const Attribute& attribute, const Literal& literal) {
  const auto number = [&](clustering::Value value) { return std::stoll(attribute.labels[value]); };
  const long long first = number(literal.values.front()), last = number(literal.values.back());
  // The label of absence is neither.
  const auto is_beyond = [&](const std::string& label) { return !label.empty() && std::stoll(label) > last; };
  const auto is_below = [&](const std::string& label) { return !label.empty() && std::stoll(label) < first; };
  if (std::ranges::none_of(attribute.labels, is_beyond))
    return fmt::format("{} is at least {}", one_line(attribute.name), first);
  if (std::ranges::none_of(attribute.labels, is_below))
    return fmt::format("{} is at most {}", one_line(attribute.name), last);
  return fmt::format("{} is from {} to {}", one_line(attribute.name), first, last);
}

std::string statement_text(const Attribute& attribute, const Literal& literal) {
  std::string text;
  for (std::size_t value = 0; value < attribute.labels.size(); ++value) {
    const bool listed = std::ranges::find(literal.values, value) != literal.values.end();
    if (listed == (literal.kind == Literal::Kind::not_in)) continue;
    text += (text.empty() ? "" : " or ") + one_line(attribute.labels[value]);
  }
  return text;
}

/// Terms that are not shown.
std::string more_text(std::size_t terms) { return fmt::format("{} more term{}", terms, terms == 1 ? "" : "s"); }

std::string_view verb(const Explanation& explanation, const Wording& wording) {
  return explanation.unknown > 0 ? wording.so_far : wording.now;
}

std::string opening(const Explanation& explanation, const Wording& wording) {
  const std::string_view does = verb(explanation, wording);
  if (explanation.exceptions && explanation.scope.literals.empty())
    return fmt::format("always {}{}", does, explanation.terms.empty() ? "" : ", except when");
  const bool is_exact = explanation.unknown == 0 && explanation.unexplained == 0;
  return fmt::format("{}{} when", does, is_exact ? " exactly" : "");
}

bool is_always(const Explanation& explanation) {
  return !explanation.exceptions && explanation.terms.size() == 1 && explanation.terms.front().literals.empty();
}

/// What is said of inputs that match and were not executed: how many of them must be expected to fail.
std::string undecided_text(const Matches& matches, std::string_view whom, const Wording& wording) {
  return fmt::format("with 95% confidence, at least {:.0f}% of {} {} if the {} executed are a fair sample",
                     std::floor(100 * clustering::least_share_of_undecided(matches)), whom, wording.all,
                     grouped(matches.members + matches.others));
}

std::string undecided_text(const Explanation& explanation, const Wording& wording) {
  const Matches& matches = explanation.matches;
  if (explanation.is_of_listed)
    return matches.passing > 0 ? "" : undecided_text(matches, "all inputs that match", wording);
  if (matches.undecided == 0) return "every matching input was executed";
  const std::string text =
      fmt::format("{} {} not executed", grouped(matches.undecided),
                  matches.undecided == 1 ? "of the matching inputs was" : "of the matching inputs were");
  return matches.passing > 0 ? text : fmt::format("{} ({})", text, undecided_text(matches, "them", wording));
}

/// What matches without being explained: "12 of the matching inputs fail in another way; 3 of the matching inputs
/// neither pass nor fail".
std::string beside_text(const Explanation& explanation, const Wording& wording) {
  const Matches& all = explanation.matches;
  std::string text;
  const auto add = [&](Ordinal count, std::string_view what) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : "; ", grouped(count), what);
  };
  add(all.others,
      all.others == 1 ? "of the matching inputs fails in another way" : "of the matching inputs fail in another way");
  add(all.unjudged, all.unjudged == 1 ? "of the matching inputs neither passes nor fails"
                                      : "of the matching inputs neither pass nor fail");
  if (const std::string undecided = explanation.unknown > 0 ? undecided_text(explanation, wording) : "";
      !undecided.empty())
    text += (text.empty() ? "" : "; ") + undecided;
  add(explanation.unexplained, explanation.exceptions
                                   ? fmt::format("{} inputs are not among the exceptions", wording.others)
                                   : fmt::format("{} inputs are not explained", wording.such));
  return text;
}

std::string literals_text(const Explanation& explanation, const std::vector<Literal>& literals, std::size_t most) {
  std::string text;
  for (const Literal& literal : literals)
    text += (text.empty() ? "" : " and ") + literal_text(explanation, literal, most);
  return text;
}

/// The term without the literals that are said once for all terms.
std::string rest_of_term(const Explanation& explanation, const Term& term, const std::vector<Literal>& common,
                         std::size_t most) {
  std::vector<Literal> own = term.literals;
  std::erase_if(own, [&](const Literal& literal) { return std::ranges::find(common, literal) != common.end(); });
  return literals_text(explanation, own, most);
}

/// Whether what all members have in common is no part of what the terms, or the scope, say together.
bool adds_something(const Explanation& explanation, const std::vector<Literal>& common) {
  const std::vector<Literal>& said = explanation.exceptions ? explanation.scope.literals : common;
  return std::ranges::any_of(explanation.necessary.literals,
                             [&](const Literal& literal) { return std::ranges::find(said, literal) == said.end(); });
}

/// How many inputs the term tells apart.
Ordinal told_by(const Explanation& explanation, const Term& term) {
  return term.matches.members + (explanation.exceptions ? term.matches.others : 0);
}

/// The terms in one line; `between` joins those that have nothing in common.
std::string terms_text(const ExplanationParts& parts, std::string_view between) {
  std::string text;
  if (!parts.scope.empty()) text += fmt::format("{}, except when ", parts.scope);
  if (!parts.common.empty()) text += fmt::format("{} and either ", parts.common);
  for (std::size_t i = 0; i < parts.terms.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : parts.common.empty() ? between : "; or ", parts.terms[i].text);
  if (parts.more > 0) text += "; or " + more_text(parts.more);
  return text;
}

}  // namespace

std::string literal_text(const Explanation& explanation, const Literal& literal, std::size_t most_values) {
  const Attribute& attribute = explanation.attributes[literal.attribute];
  if (attribute.are_statements) return statement_text(attribute, literal);
  if (literal.kind == Literal::Kind::between) return interval_text(attribute, literal);
  const bool none = literal.kind == Literal::Kind::not_in;
  if (literal.values.size() == 1)
    return fmt::format("{} is {}{}", one_line(attribute.name), none ? "not " : "",
                       label_text(attribute, literal.values.front()));
  return fmt::format("{} is {} {}", one_line(attribute.name), none ? "none of" : "one of",
                     list_text(attribute, literal.values, most_values));
}

std::string term_text(const Explanation& explanation, const Term& term, std::size_t most_values) {
  const std::string text = literals_text(explanation, term.literals, most_values);
  return text.empty() ? "always" : text;
}

std::string conditions_text(const Explanation& explanation, const ExplanationLimits& limits) {
  return terms_text(explanation_parts(explanation, limits), "; or ");
}

ExplanationParts explanation_parts(const Explanation& explanation, const ExplanationLimits& limits) {
  ExplanationParts parts{.beside = beside_text(explanation, limits.wording),
                         .is_compact = clustering::is_compact(explanation)};
  if (is_always(explanation)) {
    parts.opening = fmt::format("always {}", verb(explanation, limits.wording));
    parts.is_compact = true;
    return parts;
  }
  parts.opening = opening(explanation, limits.wording);
  parts.scope = literals_text(explanation, explanation.scope.literals, limits.values);
  const std::vector<Literal> common = clustering::common_literals(explanation);
  parts.common = literals_text(explanation, common, limits.values);
  const std::size_t shown = std::min(limits.terms, explanation.terms.size());
  const bool is_whole = parts.is_compact && shown == explanation.terms.size();
  if (!is_whole && adds_something(explanation, common))
    parts.necessary = necessary_line(explanation, limits.values, limits.wording);
  if (!is_whole || explanation.unexplained > 0) parts.usual = usual_line(explanation, limits.values, limits.wording);
  for (std::size_t i = 0; i < shown; ++i)
    parts.terms.push_back({told_by(explanation, explanation.terms[i]),
                           rest_of_term(explanation, explanation.terms[i], common, limits.values)});
  parts.more = explanation.terms.size() - shown;
  return parts;
}

std::string difference_text(const clustering::Population::ChoicesOf& choices, const clustering::Witness& witness,
                            const std::vector<Attribute>& attributes) {
  const auto named = [&](Ordinal ordinal) {
    generators::Choices of_input = choices(ordinal);
    std::erase_if(of_input, [&](const generators::Choice& choice) {
      return std::ranges::none_of(witness.differing,
                                  [&](std::size_t attribute) { return attributes[attribute].name == choice.name; });
    });
    return of_input.empty() ? std::string("without these choices") : one_line(generators::to_string(of_input));
  };
  return fmt::format("{} | {}", named(witness.failing), named(witness.without));
}

std::string explanation_line(const Explanation& explanation, const ExplanationLimits& limits) {
  if (is_always(explanation) && explanation.unknown == 0) return "always fails";
  const ExplanationParts parts = explanation_parts(explanation, limits);
  std::string text = parts.opening;
  if (const std::string terms = terms_text(parts, "; or when "); !terms.empty()) text += " " + terms;
  return parts.beside.empty() ? text : fmt::format("{} ({})", text, parts.beside);
}

std::string short_explanation(const Explanation& explanation) {
  const bool is_short = clustering::is_compact(explanation) && explanation.unexplained == 0 &&
                        explanation.terms.size() <= most_terms_of_a_line;
  return is_short ? explanation_line(explanation) : "";
}

std::string necessary_line(const Explanation& explanation, std::size_t most_values, const Wording& wording) {
  if (explanation.necessary.literals.empty()) return {};
  const Matches& matches = explanation.necessary.matches;
  const bool is_partial = explanation.unknown > 0;
  return fmt::format("{} only when {} ({} of {} such inputs{})", verb(explanation, wording),
                     literals_text(explanation, explanation.necessary.literals, most_values), grouped(matches.members),
                     grouped(matches.inputs - matches.undecided), is_partial ? " that were executed" : "");
}

namespace {
/// In per cent. Only all of them are 100%, and only none is 0%.
double rounded_share(Ordinal part, Ordinal all) {
  if (part == 0 || part == all) return part == 0 ? 0 : 100;
  return std::clamp(std::round(100 * static_cast<double>(part) / static_cast<double>(all)), 1.0, 99.0);
}
}  // namespace

std::string usual_line(const Explanation& explanation, std::size_t most_values, const Wording& wording) {
  if (explanation.usual.literals.empty() || explanation.usual.literals == explanation.necessary.literals) return {};
  const Matches& matches = explanation.usual.matches;
  const Ordinal members = explanation.matches.members + explanation.unexplained;
  const Ordinal judged = matches.members + matches.others + matches.passing;
  return fmt::format("{} mostly when {} ({} of these {}, and {:.0f}% of such inputs{})", verb(explanation, wording),
                     literals_text(explanation, explanation.usual.literals, most_values), grouped(matches.members),
                     grouped(members), rounded_share(matches.members, judged),
                     explanation.unknown > 0 ? " that were executed" : "");
}

std::string leading_line(const Explanation& explanation, std::size_t most_values) {
  if (!clustering::is_compact(explanation) || explanation.exceptions || explanation.terms.empty()) return {};
  const Term& term = explanation.terms.front();
  const Ordinal members = explanation.matches.members + explanation.unexplained;
  return fmt::format("{} when {} ({} of these {})", explanation.unknown > 0 ? "always failed so far" : "always fails",
                     term_text(explanation, term, most_values), grouped(term.matches.members), grouped(members));
}

namespace {

/// What the terms say, if they are few: one, or those of a line.
std::string exact_condition(const Explanation& explanation) {
  // One term that several inputs match says more than they do, however few they are.
  const bool is_one_term = explanation.terms.size() == 1 && explanation.unexplained == 0 && !explanation.exceptions &&
                           explanation.terms.front().matches.members > 1 && explanation.bits < explanation.bits_of_list;
  return is_one_term ? explanation_line(explanation) : short_explanation(explanation);
}

/// One term is shown at any length; several that nobody reads to their end give way.
bool can_be_read(const Explanation& explanation, const std::string& exact) {
  return !exact.empty() && (explanation.terms.size() == 1 || exact.size() <= longest_line);
}

}  // namespace

std::string cluster_condition(const Explanation& explanation) {
  const std::string exact = exact_condition(explanation);
  if (can_be_read(explanation, exact)) return exact;
  const Ordinal members = explanation.matches.members + explanation.unexplained;
  const std::string usual = usual_line(explanation);
  const bool is_usual = !usual.empty() && usual.size() <= longest_line;
  const auto says_less = [&](const Term& term) {
    return is_usual && clustering::f1(term.matches, members) < clustering::f1(explanation.usual.matches, members);
  };
  const std::string necessary = necessary_line(explanation);
  if (!necessary.empty()) return says_less(explanation.necessary) ? usual : necessary;
  if (!exact.empty() && !is_usual) return exact;
  const std::string leading = leading_line(explanation);
  if (!leading.empty() && leading.size() <= longest_line && !says_less(explanation.terms.front())) return leading;
  return is_usual ? usual : "";
}

std::string explanation_block(const Explanation& explanation, const ExplanationLimits& limits) {
  const ExplanationParts parts = explanation_parts(explanation, limits);
  std::string text;
  for (const std::string& line : {parts.necessary, parts.usual})
    if (!line.empty()) text += fmt::format("  {}\n", line);
  text += "  " + parts.opening;
  if (!parts.scope.empty()) text += fmt::format(" {}, except when", parts.scope);
  if (!parts.common.empty()) text += fmt::format(" {} and either", parts.common);
  text += "\n";
  std::size_t width = 0;
  for (const auto& term : parts.terms) width = std::max(width, grouped(term.members).size());
  for (const auto& term : parts.terms) text += fmt::format("    {:>{}}  {}\n", grouped(term.members), width, term.text);
  if (parts.more > 0) text += fmt::format("    and {}\n", more_text(parts.more));
  if (!parts.beside.empty()) text += fmt::format("  {}\n", parts.beside);
  if (!parts.is_compact) text += "  hardly shorter than a list of these inputs\n";
  return text;
}

clustering::ExplainOptions options_of_lines(const clustering::Explainer& explainer, const std::stop_token& stop) {
  clustering::ExplainOptions options = explainer.options();
  options.most_terms = std::min(options.most_terms, most_terms_of_a_line + 1);
  options.stop = stop;
  return options;
}

std::vector<std::string> explanation_lines(const clustering::Triage& triage, const std::stop_token& stop) {
  if (!triage.explainer) return {};
  const std::size_t quick = clustering::quick_explanations(*triage.explainer);
  std::vector<std::string> lines(quick == 0 ? 0 : triage.clusters.size());
  const clustering::ExplainOptions options = options_of_lines(*triage.explainer, stop);
  const bool by_code = triage.by_causes && triage.by_causes->code;  // which has told faults apart
  for (std::size_t i = 0; i < std::min(quick, lines.size()); ++i) {
    const std::vector<Ordinal> members = clustering::explained_members(triage.clusters[i]);
    if (members.empty()) continue;
    const clustering::Explanation explanation = triage.explainer->explain(members, options);
    if (stop.stop_requested()) break;
    lines[i] = cluster_condition(explanation);
    if (lines[i].empty() && !by_code && members.size() >= few_failures)
      lines[i] = "no few conditions describe it, so it may be several faults";
  }
  return lines;
}

}  // namespace smallscope::report
