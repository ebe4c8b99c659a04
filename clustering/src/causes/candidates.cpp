// SPDX-License-Identifier: Apache-2.0
#include "causes/candidates.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace smallscope::clustering {

Candidates::Candidates(const Explainer& explainer, std::span<const ValueCounts> counts,
                       std::span<const std::uint32_t> kinds, const CauseOptions& options)
    : explainer_(explainer), counts_(counts), kinds_(kinds), options_(options) {
  for (const std::uint32_t kind : kinds) ++failing_of_kind_[kind];
}

Ordinal Candidates::with_own_messages(std::size_t attribute, Value value) const {
  std::map<std::uint32_t, Ordinal> here;
  for_each_failing_with(explainer_, attribute, value, [&](std::size_t failing) { ++here[kinds_[failing]]; });
  Ordinal own = 0;
  for (const auto& [kind, count] : here)
    if (static_cast<double>(count) >= options_.nearly_all * static_cast<double>(failing_of_kind_.at(kind)))
      own += count;
  return own;
}

bool Candidates::fails_nearly_always(std::size_t attribute, Value value) const {
  return static_cast<double>(counts_[attribute].failing[value]) >
         options_.nearly_all * static_cast<double>(counts_[attribute].judged[value]);
}

bool Candidates::fails_only_with(const Cause& cause, std::size_t attribute, Value value) const {
  if (counts_[attribute].failing[value] > cause.failing || counts_[attribute].judged[value] > cause.valid) return false;
  const auto& column = explainer_.columns()[cause.attribute];
  bool only = true;
  for_each_failing_with(explainer_, attribute, value,
                        [&](std::size_t failing) { only = only && column[failing] == cause.value; });
  return only;
}

bool Candidates::is_due_to_narrower(const Cause& cause) const {
  for (std::size_t attribute = 0; attribute < counts_.size(); ++attribute) {
    if (attribute == cause.attribute) continue;
    const ValueCounts& counts = counts_[attribute];
    Ordinal failing = cause.failing, valid = cause.valid;
    for (Value value = 0; value < counts.failing.size(); ++value) {
      if (counts.failing[value] == 0 || !fails_nearly_always(attribute, value) ||
          !fails_only_with(cause, attribute, value))
        continue;
      failing -= counts.failing[value];
      valid -= std::min(valid, counts.judged[value]);
    }
    const bool is_narrower = failing != cause.failing;
    if (is_narrower && static_cast<double>(failing) <= options_.most * static_cast<double>(valid)) return true;
  }
  return false;
}

std::vector<Cause> Candidates::find() const {
  const Attributes& attributes = explainer_.population().attributes();
  const auto failing = static_cast<double>(kinds_.size());
  const double rate = failing / static_cast<double>(explainer_.population().size() - explainer_.unjudged().size() -
                                                    explainer_.undecided().size());
  std::vector<std::pair<double, Cause>> found;
  for (std::size_t attribute = 0; attribute < attributes.size(); ++attribute) {
    const std::size_t labels = attributes[attribute].labels.size();
    const double mention = std::log2(static_cast<double>(std::max<std::size_t>(attributes.size(), 2))) +
                           std::log2(static_cast<double>(std::max<std::size_t>(labels, 2)));
    for (Value value = 0; value < labels; ++value) {
      const Ordinal fail = counts_[attribute].failing[value], judged = counts_[attribute].judged[value];
      const auto share = static_cast<double>(fail) / static_cast<double>(std::max<Ordinal>(judged, 1));
      // What all failures have in common says nothing about their messages.
      const bool has_all = fail == kinds_.size();
      if (fail < 2 || share <= (has_all ? options_.nearly_all : options_.most)) continue;
      const double bits = static_cast<double>(fail) * std::log2(share / rate) - mention;
      if (bits <= 0) continue;
      const bool by_messages =
          static_cast<double>(with_own_messages(attribute, value)) > options_.most * static_cast<double>(fail);
      if (by_messages || share > options_.nearly_all)
        found.emplace_back(bits, Cause{attribute, value, fail, judged,
                                       share > options_.nearly_all ? Cause::Reason::rate : Cause::Reason::messages});
    }
  }
  std::ranges::stable_sort(found, std::greater{}, [](const auto& candidate) { return candidate.first; });
  std::ranges::stable_partition(found, [this](const auto& candidate) {
    return candidate.second.reason == Cause::Reason::rate || !is_due_to_narrower(candidate.second);
  });
  std::vector<Cause> causes;
  for (const auto& [bits, cause] : found) causes.push_back(cause);
  return causes;
}

}  // namespace smallscope::clustering
