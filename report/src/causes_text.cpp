// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/causes_text.hpp>

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

namespace smallscope::report {

std::string causes_text(const clustering::Triage& triage, const clustering::Cluster& cluster) {
  if (!cluster.group || !triage.by_causes) return {};
  const clustering::CauseGroup& group = triage.by_causes->causes.groups[*cluster.group];
  if (group.causes.empty()) {
    if (group.kinds.size() < 2) return {};
    return fmt::format("{} kinds of messages, whose inputs are described together in {:.0f} bits, apart in {:.0f}",
                       group.kinds.size(), group.bits, group.bits_apart);
  }
  std::string text;
  for (const clustering::Cause& cause : group.causes) {
    const clustering::Attribute& attribute = triage.explainer->population().attributes()[cause.attribute];
    text += fmt::format("{}{} = `{}` ({} of {} judged inputs with it fail{})", text.empty() ? "" : "; ", attribute.name,
                        attribute.labels[cause.value], grouped(cause.failing), grouped(cause.judged),
                        cause.by_messages ? ", most with messages of their own" : "");
  }
  for (const std::size_t attribute : group.deciding)
    text += fmt::format("; `{}` decides what they say", triage.explainer->population().attributes()[attribute].name);
  return text;
}

namespace {

const clustering::CauseGroup* group_of(const clustering::Triage& triage, const clustering::Cluster& cluster) {
  return cluster.group && triage.by_causes ? &triage.by_causes->causes.groups[*cluster.group] : nullptr;
}

/// The cluster, its causes and its kinds of messages.
std::string reasons_text(const clustering::Triage& triage, const clustering::Cluster& cluster) {
  constexpr std::size_t most_kinds = 5, width = 160;
  const clustering::CauseGroup* const group = group_of(triage, cluster);
  std::string text = fmt::format("{}  {} failing\n", cluster.id, grouped(cluster.members.size()));
  if (!group) return text + fmt::format("  message: {}\n", message_text(cluster, width));
  if (group->causes.empty())
    text += "  cause: no value of a single choice\n";
  else
    text += fmt::format("  cause: {}\n", one_line(causes_text(triage, cluster), 2 * width));
  for (std::size_t i = 0; i < std::min(most_kinds, group->kinds.size()); ++i)
    text += fmt::format("  message: {}\n", one_line(triage.by_causes->kind_texts[group->kinds[i]], width));
  if (group->kinds.size() > most_kinds)
    text += fmt::format("  and {} more kinds of messages\n", group->kinds.size() - most_kinds);
  return text;
}

std::string why_one(const clustering::CauseGroup* group) {
  if (!group) return "together: they have the same abstract messages\n";
  if (group->causes.size() > 1)
    return "together: their causes have labels alike, and they mostly give the same kind of message\n";
  if (!group->causes.empty()) return "together: they have the same cause\n";
  if (group->kinds.size() < 2) return "together: they have no cause, and give one kind of message\n";
  return fmt::format(
      "together: they have no cause, and describing their inputs together takes {:.0f} bits, apart {:.0f}\n",
      group->bits, group->bits_apart);
}

bool have_no_value_in_common(const std::vector<clustering::Value>& column, const clustering::CauseGroup& a,
                             const clustering::CauseGroup& b) {
  std::set<clustering::Value> values;
  for (const std::size_t member : a.members) values.insert(column[member]);
  return std::ranges::none_of(b.members, [&](std::size_t member) { return values.contains(column[member]); });
}

std::string why_apart(const clustering::Triage& triage, const clustering::CauseGroup* a,
                      const clustering::CauseGroup* b) {
  if (!a || !b) return "apart: their abstract messages differ\n";
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
  const clustering::GroupComparison found =
      clustering::compare_groups(*triage.explainer, triage.by_causes->kinds, *a, *b);
  constexpr double least = clustering::CauseOptions().shared;
  if (found.shared < least)
    return fmt::format(
        "apart: describing their inputs together saves {:.0f}% of the shorter description, less than {:.0f}%\n",
        100 * std::max(found.shared, 0.0), 100 * least);
  if (found.is_lone) return "apart: one is a single failure with a message of its own\n";
  if (found.deciding)
    return fmt::format("apart: they give different messages, and have no value of `{}` in common\n",
                       triage.explainer->population().attributes()[*found.deciding].name);
  return "apart: their verdicts differ\n";
}

}  // namespace

std::string why_text(const clustering::Triage& triage, const clustering::Cluster& a, const clustering::Cluster& b) {
  const clustering::CauseGroup *const first = group_of(triage, a), *const second = group_of(triage, b);
  if (a.id == b.id) return why_one(first) + "\n" + reasons_text(triage, a);
  return why_apart(triage, first, second) + "\n" + reasons_text(triage, a) + "\n" + reasons_text(triage, b);
}

}  // namespace smallscope::report
