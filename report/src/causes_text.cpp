// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/causes_text.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

namespace smallscope::report {

namespace {

const clustering::CodeElement* responsible(const clustering::Triage& triage, const clustering::CauseGroup& group) {
  const std::optional<clustering::CodeEvidence>& code = triage.by_causes->code;
  if (!code || !group.part || *group.part >= code->elements.size()) return nullptr;
  return &code->elements[*group.part];
}

/// The responsible element, unless it is everywhere: that is no place to look at.
const clustering::CodeElement* element_of(const clustering::Triage& triage, const clustering::CauseGroup& group) {
  const clustering::CodeElement* const element = responsible(triage, group);
  return element && element->is_everywhere ? nullptr : element;
}

/// Whether failures are in parts by code, which causes only divide.
bool is_code_first(const clustering::Triage& triage) {
  return triage.by_causes && triage.by_causes->code && triage.by_causes->code->is_first;
}

/// "calendar.c:40 = of is_valid"
std::string place_text(const clustering::CodeElement& element) {
  constexpr std::size_t most = 48;  // with its line, without its function
  return fmt::format("{}{}", one_line_of_file(element.name, most),
                     element.function.empty() ? "" : fmt::format(" of {}", one_line(element.function)));
}

/// "calendar.c:40 = of is_valid (769 of 769 judged inputs that cover it fail)"
std::string element_text(const clustering::CodeElement& element) {
  return fmt::format("{}{} ({} of {} judged inputs that cover it fail)", place_text(element),
                     element.alternatives == 0
                         ? ""
                         : fmt::format(" or {} other element{} that the same inputs cover",
                                       grouped(element.alternatives), element.alternatives == 1 ? "" : "s"),
                     grouped(element.failing), grouped(element.judged));
}

std::string_view reason_text(clustering::Cause::Reason reason) {
  switch (reason) {
    case clustering::Cause::Reason::rate:
      return "";
    case clustering::Cause::Reason::messages:
      return ", most with messages of their own";
    case clustering::Cause::Reason::contexts:
      return ", where inputs with other values of it do";
  }
  return "";
}

std::string choices_text(const clustering::Triage& triage, const clustering::CauseGroup& group) {
  if (group.causes.empty()) {
    if (group.kinds.size() < 2 || group.bits_apart <= 0) return {};
    return fmt::format("{} kinds of messages, whose inputs are described together in {:.0f} bits, apart in {:.0f}",
                       group.kinds.size(), group.bits, group.bits_apart);
  }
  std::string text;
  for (const clustering::Cause& cause : group.causes) {
    const clustering::Attribute& attribute = triage.explainer->population().attributes()[cause.attribute];
    const std::string& label = attribute.labels[cause.value];
    text += fmt::format("{}{} ({} of {} valid inputs with it fail{})", text.empty() ? "" : "; ",
                        attribute.are_statements ? label : fmt::format("{} = `{}`", attribute.name, label),
                        grouped(cause.failing), grouped(cause.valid), reason_text(cause.reason));
  }
  for (const std::size_t attribute : group.deciding) {
    const clustering::Attribute& deciding = triage.explainer->population().attributes()[attribute];
    text += deciding.are_statements ? fmt::format("; whether {} decides what they say", deciding.name)
                                    : fmt::format("; `{}` decides what they say", deciding.name);
  }
  return text;
}

}  // namespace

std::string causes_text(const clustering::Triage& triage, const clustering::Cluster& cluster) {
  if (!cluster.group || !triage.by_causes) return {};
  const clustering::CauseGroup& group = triage.by_causes->causes.groups[*cluster.group];
  const clustering::CodeElement* const element = element_of(triage, group);
  const std::string choices = choices_text(triage, group);
  if (!element) return choices;
  return fmt::format("{}{}{}", element_text(*element), choices.empty() ? "" : "; ", choices);
}

namespace {

const clustering::CauseGroup* group_of(const clustering::Triage& triage, const clustering::Cluster& cluster) {
  return cluster.group && triage.by_causes ? &triage.by_causes->causes.groups[*cluster.group] : nullptr;
}

/// How the outputs of members differ, the most frequent ways first: "number for null (12), nothing for word (3)".
std::string differences_text(const clustering::CauseClusters& by_causes, const clustering::CauseGroup& group) {
  constexpr std::size_t most = 4;
  std::map<std::string_view, std::size_t> counts;
  for (const std::size_t member : group.members)
    if (const std::string& text = by_causes.difference_texts[by_causes.differences[member]]; !text.empty())
      ++counts[text];
  std::vector<std::pair<std::string_view, std::size_t>> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, std::greater{}, [](const auto& each) { return each.second; });
  std::string text;
  for (std::size_t i = 0; i < std::min(most, sorted.size()); ++i)
    text += fmt::format("{}{} ({})", text.empty() ? "" : "; ", sorted[i].first, grouped(sorted[i].second));
  if (sorted.size() > most) text += fmt::format("; and {} more", sorted.size() - most);
  return text;
}

/// The cluster, its causes and its kinds of messages.
std::string reasons_text(const clustering::Triage& triage, const clustering::Cluster& cluster) {
  constexpr std::size_t most_kinds = 5, width = 160;
  const clustering::CauseGroup* const group = group_of(triage, cluster);
  std::string text = fmt::format("{}  {} failing\n", cluster.id, grouped(cluster.members.size()));
  if (!group) return text + fmt::format("  message: {}\n", message_text(cluster, width));
  if (const auto* const element = element_of(triage, *group))
    text += fmt::format("  code: {}\n", one_line(element_text(*element), 2 * width));
  else if (triage.by_causes->code)
    text += responsible(triage, *group) ? "  code: every judged test covers what could be responsible\n"
                                        : "  code: no responsible element is covered\n";
  if (!group->causes.empty())
    text += fmt::format("  cause: {}\n", one_line(choices_text(triage, *group), 2 * width));
  else if (!is_code_first(triage))
    text += "  cause: no value of a single choice\n";
  for (std::size_t i = 0; i < std::min(most_kinds, group->kinds.size()); ++i)
    text += fmt::format("  message: {}\n", one_line(triage.by_causes->kind_texts[group->kinds[i]], width));
  if (group->kinds.size() > most_kinds)
    text += fmt::format("  and {} more kinds of messages\n", group->kinds.size() - most_kinds);
  if (const std::string differences = differences_text(*triage.by_causes, *group); !differences.empty())
    text += fmt::format("  outputs differ: {}\n", differences);
  return text;
}

std::string why_one(const clustering::Triage& triage, const clustering::CauseGroup* group) {
  if (!group) return "together: they have the same abstract messages\n";
  if (is_code_first(triage))
    return fmt::format("together: they cover {} responsible element, and {}\n",
                       responsible(triage, *group) ? "the same" : "no",
                       group->kinds.size() < 2 ? "give one kind of message" : "no messages keep them apart");
  if (group->causes.size() > 1 && group->causes.front().reason == clustering::Cause::Reason::contexts)
    return "together: their causes have labels alike, or mostly give the same messages\n";
  if (group->causes.size() > 1)
    return "together: their causes have labels alike, and they mostly give the same kind of message\n";
  if (!group->causes.empty()) return "together: they have the same cause\n";
  if (group->kinds.size() < 2) return "together: they have no cause, and give one kind of message\n";
  return fmt::format(
      "together: they have no cause, and describing their inputs together takes {:.0f} bits, apart {:.0f}\n",
      group->bits, group->bits_apart);
}

bool have_no_value_in_common(const clustering::Column& column, const clustering::CauseGroup& a,
                             const clustering::CauseGroup& b) {
  std::set<clustering::Value> values;
  for (const std::size_t member : a.members) values.insert(column[member]);
  return std::ranges::none_of(b.members, [&](std::size_t member) { return values.contains(column[member]); });
}

std::string why_apart(const clustering::Triage& triage, const clustering::CauseGroup* a,
                      const clustering::CauseGroup* b, bool have_one_verdict) {
  if (!a || !b) return "apart: their abstract messages differ\n";
  const bool is_divided = a->divided && a->divided == b->divided;
  if (is_divided || (is_code_first(triage) && a->part != b->part))
    return element_of(triage, *a) && element_of(triage, *b)
               ? "apart: other code is responsible for them\n"
               : "apart: the code that is responsible for one of them is not covered by the other\n";
  if (!a->causes.empty() && !b->causes.empty()) {
    const bool same = a->causes.front().attribute == b->causes.front().attribute &&
                      a->causes.front().value == b->causes.front().value;
    if (!same) return "apart: they have different causes\n";
    for (const std::size_t attribute : a->deciding)
      if (have_no_value_in_common(triage.explainer->columns()[attribute], *a, *b))
        return fmt::format("apart: they have the same cause, but `{}` decides what they say\n",
                           triage.explainer->population().attributes()[attribute].name);
    return "apart: they have the same cause, but other verdicts\n";
  }
  if (!a->causes.empty() || !b->causes.empty()) return "apart: one has a cause that the other has not\n";
  if (!triage.explainer) return "apart: they give different kinds of messages\n";
  const clustering::CauseClusters& by_causes = *triage.by_causes;
  // As clusters are formed: for them, what the subject declined passed.
  const clustering::Explainer contrast = triage.explainer->with_declined_passing();
  const clustering::GroupComparison found =
      is_code_first(triage) ? clustering::compare_in_part(contrast, by_causes.kinds, by_causes.causes, *a, *b)
                            : clustering::compare_groups(contrast, by_causes.kinds, by_causes.causes.telling, *a, *b);
  constexpr double least = clustering::CauseOptions().shared;
  if (found.shared < least)
    return fmt::format(
        "apart: describing their inputs together saves {:.0f}% of the shorter description, less than {:.0f}%\n",
        100 * std::max(found.shared, 0.0), 100 * least);
  if (found.is_lone) return "apart: one is a single failure with a message of its own\n";
  if (found.deciding)
    return fmt::format("apart: they give different messages, and have no value of `{}` in common\n",
                       triage.explainer->population().attributes()[*found.deciding].name);
  return have_one_verdict ? "apart: when they were formed, others had more in common with them\n"
                          : "apart: their verdicts differ\n";
}

oracles::Verdict verdict_of(const clustering::Cluster& cluster) { return cluster.signature.front().verdict; }

}  // namespace

std::vector<std::string> lines_with_code(const clustering::Triage& triage, std::vector<std::string> lines) {
  if (!triage.by_causes || !triage.by_causes->code) return lines;
  lines.resize(triage.clusters.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::optional<std::size_t>& group = triage.clusters[i].group;
    const auto* const element = group ? element_of(triage, triage.by_causes->causes.groups[*group]) : nullptr;
    if (!element) continue;
    // Where most inputs pass, the place is a trace of the fault and seldom its cause.
    const std::string share =
        2 * element->failing > element->judged
            ? ""
            : fmt::format(", where {} of {} fail", grouped(element->failing), grouped(element->judged));
    lines[i] =
        fmt::format("at {}{}{}{}", one_line(place_text(*element)), share, lines[i].empty() ? "" : "; ", lines[i]);
  }
  return lines;
}

std::string why_text(const clustering::Triage& triage, const clustering::Cluster& a, const clustering::Cluster& b) {
  const clustering::CauseGroup *const first = group_of(triage, a), *const second = group_of(triage, b);
  if (a.id == b.id) return why_one(triage, first) + "\n" + reasons_text(triage, a);
  const bool have_one_verdict = verdict_of(a) == verdict_of(b);
  return why_apart(triage, first, second, have_one_verdict) + "\n" + reasons_text(triage, a) + "\n" +
         reasons_text(triage, b);
}

}  // namespace smallscope::report
