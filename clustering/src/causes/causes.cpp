// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/causes/causes.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "causes/alike_labels.hpp"
#include "causes/candidates.hpp"
#include "causes/deciding.hpp"
#include "causes/description.hpp"
#include "causes/joining.hpp"
#include "causes/sharing.hpp"
#include "causes/triggers.hpp"
#include "causes/value_counts.hpp"
#include "explanations/literals.hpp"

namespace smallscope::clustering {

namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// What comparing all pairs of groups may cost, as Description::effort().
constexpr double most_effort = 5e9;

/// The failing inputs by kind of message and by cause.
class Finder {
 public:
  Finder(const Explainer& explainer, std::span<const std::uint32_t> kinds, std::span<const std::uint32_t> verdicts,
         const CauseOptions& options, std::span<const std::uint32_t> messages,
         std::span<const std::uint32_t> differences, std::span<const std::uint32_t> errors)
      : explainer_(explainer),
        kinds_(kinds),
        verdicts_(verdicts),
        messages_(messages),
        differences_(differences),
        options_(options),
        alike_(attributes()) {
    for (std::size_t attribute = 0; attribute < attributes().size(); ++attribute)
      counts_.push_back(count_values(explainer, attribute));
    for (const std::uint32_t kind : kinds) {
      ++failing_of_kind_[kind];
      errors_.push_back(errors.empty() ? kind : errors[kind]);
    }
    cause_of_.assign(kinds.size(), none);
  }

  Causes find() {
    claim();
    settle();
    std::set<std::size_t> telling;
    for (const Cause& cause : causes_) telling.insert(cause.attribute);
    Causes result{.groups = {}, .group_of = {}, .telling = {telling.begin(), telling.end()}};
    const PrimeCubes found = find_prime_cubes(explainer_);
    const Description description(explainer_, found, kinds_, result.telling);
    release(description);
    result.groups = groups_of_causes();
    join_kinds(found, description, result);
    std::ranges::sort(result.groups, {}, [](const CauseGroup& group) { return group.members.front(); });
    result.group_of.assign(kinds_.size(), 0);
    for (std::size_t group = 0; group < result.groups.size(); ++group)
      for (const std::size_t member : result.groups[group].members) result.group_of[member] = group;
    return result;
  }

 private:
  const Attributes& attributes() const { return explainer_.population().attributes(); }
  Value value_of(std::size_t failing, std::size_t attribute) const { return explainer_.columns()[attribute][failing]; }

  /// Calls use(failing) for each failing input with the cause.
  template <class Use>
  void for_each_with(const Cause& cause, Use&& use) const {
    for_each_failing_with(explainer_, cause.attribute, cause.value, use);
  }

  /// Whether the kind says no more than that outputs differ.
  bool is_silent(std::uint32_t kind) const { return kind < options_.silent.size() && options_.silent[kind]; }

  /// Gives each failure to the first cause that it has. A cause of which others have most failures is none.
  void claim() {
    for (const Cause& cause : Candidates(explainer_, counts_, kinds_, options_).find()) {
      std::vector<std::size_t> left;
      for_each_with(cause, [&](std::size_t failing) {
        if (cause_of_[failing] == none) left.push_back(failing);
      });
      if (left.size() < 2 || 2 * left.size() < cause.failing) continue;
      for (const std::size_t failing : left) cause_of_[failing] = causes_.size();
      causes_.push_back(cause);
    }
    // Where all failures say the same, nothing but the causes themselves could tell them from the rest.
    if (failing_of_kind_.size() > 1 || std::ranges::find(cause_of_, none) == cause_of_.end()) return;
    causes_.clear();
    std::ranges::fill(cause_of_, none);
  }

  /// Gives each failure with several causes to that of which most failures give its kind of message.
  void settle() {
    std::map<std::pair<std::size_t, std::uint32_t>, double> shares;  // by cause and kind
    for (std::size_t cause = 0; cause < causes_.size(); ++cause)
      for_each_with(causes_[cause], [&](std::size_t failing) {
        shares[{cause, kinds_[failing]}] += 1.0 / static_cast<double>(causes_[cause].failing);
      });
    std::vector<double> most(kinds_.size());
    for (std::size_t cause = 0; cause < causes_.size(); ++cause)
      for_each_with(causes_[cause], [&](std::size_t failing) {
        const double share = shares[{cause, kinds_[failing]}];
        if (share <= most[failing]) return;
        most[failing] = share;
        cause_of_[failing] = cause;
      });
  }

  /// Takes out of each cause what fails without it, too.
  void release(const Description& description) {
    const std::vector<std::size_t> before = cause_of_;
    for (std::size_t cause = 0; cause < causes_.size(); ++cause) {
      std::map<std::uint32_t, std::size_t> counts;
      std::size_t all = 0;
      for (std::size_t failing = 0; failing < kinds_.size(); ++failing)
        if (before[failing] == cause) ++counts[kinds_[failing]], ++all;
      for (const auto& [kind, count] : counts) {
        if (2 * count >= all || count == failing_of_kind_.at(kind)) continue;
        RowSet elsewhere(description.rows());
        for (std::size_t failing = 0; failing < kinds_.size(); ++failing)
          if (kinds_[failing] == kind && before[failing] != cause) elsewhere.insert(description.row_of(failing));
        const RowSet without_it = description.described(elsewhere);
        for (std::size_t failing = 0; failing < kinds_.size(); ++failing)
          if (kinds_[failing] == kind && before[failing] == cause && without_it.contains(description.row_of(failing)))
            cause_of_[failing] = none;
      }
    }
  }

  /// Whether the labels of two of these causes have something in common that no label has but those of the others; or
  /// are numbers between which there are causes only, whichever.
  bool are_alike(const Cause& a, const Cause& b, const std::vector<Cause>& others) const {
    const auto& label = [&](const Cause& cause) { return attributes()[cause.attribute].labels[cause.value]; };
    if (a.attribute != b.attribute) return label(a) == label(b);
    const ValueCounts& counts = counts_[a.attribute];
    RowSet known(attributes()[a.attribute].labels.size());
    for (std::size_t value = 0; value < counts.judged.size(); ++value)
      if (counts.judged[value] == 0) known.insert(value);
    for (const Cause& cause : is_numeric(attributes()[a.attribute]) ? causes_ : others)
      if (cause.attribute == a.attribute) known.insert(cause.value);
    return alike_.are_alike(a.attribute, a.value, b.value, known);
  }

  std::uint32_t main_kind(const CauseGroup& group) const {
    std::map<std::uint32_t, std::size_t> counts;
    for (const std::size_t member : group.members) ++counts[kinds_[member]];
    return std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; })->first;
  }

  /// Divides a group of a cause where another choice decides what its failures say.
  void divide(CauseGroup group, std::vector<CauseGroup>& into) const {
    std::vector<bool> is_ruled_out(attributes().size());
    for (const Cause& cause : group.causes) is_ruled_out[cause.attribute] = true;
    const auto division =
        DecidingChoices(explainer_, errors_).division(MarkedMembers(group.members, explainer_, errors_), is_ruled_out);
    if (!division) {
      into.push_back(std::move(group));
      return;
    }
    CauseGroup parts[2]{{.causes = group.causes}, {.causes = group.causes}};
    for (const std::size_t member : group.members)
      parts[division->first.contains(value_of(member, division->attribute)) ? 0 : 1].members.push_back(member);
    for (CauseGroup& part : parts) {
      part.deciding = group.deciding;
      part.deciding.push_back(division->attribute);
      list_kinds(part, kinds_);
      divide(std::move(part), into);
    }
  }

  /// Groups of one cause each, of which those with alike labels become one.
  std::vector<CauseGroup> joined_if_alike(std::vector<CauseGroup> groups) const {
    std::vector<Cause> causes;
    for (const CauseGroup& group : groups) causes.push_back(group.causes.front());
    std::vector<CauseGroup> joined;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const auto alike = std::ranges::find_if(joined, [&](const CauseGroup& other) {
        return std::ranges::all_of(other.causes, [&](const Cause& one) { return are_alike(one, causes[i], causes); });
      });
      if (alike == joined.end()) {
        joined.push_back(std::move(groups[i]));
      } else {
        alike->members.insert(alike->members.end(), groups[i].members.begin(), groups[i].members.end());
        alike->causes.push_back(causes[i]);
      }
    }
    return joined;
  }

  std::vector<CauseGroup> groups_of_causes() const {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<CauseGroup>> alike_messages;  // by verdict and kind
    for (std::size_t cause = 0; cause < causes_.size(); ++cause) {
      std::map<std::uint32_t, CauseGroup> by_verdict;
      for (std::size_t failing = 0; failing < kinds_.size(); ++failing)
        if (cause_of_[failing] == cause) by_verdict[verdicts_[failing]].members.push_back(failing);
      for (auto& [verdict, group] : by_verdict) {
        group.causes = {causes_[cause]};
        const std::uint32_t kind = main_kind(group);
        alike_messages[{verdict, kind}].push_back(std::move(group));
      }
    }
    std::vector<CauseGroup> divided;
    for (auto& [messages, groups] : alike_messages)
      for (CauseGroup& group : joined_if_alike(std::move(groups))) {
        list_kinds(group, kinds_);
        divide(std::move(group), divided);
      }
    return divided;
  }

  /// For each of these failures the first term of an explanation of all of them that it matches, or none. A term that
  /// every input matches tells nothing.
  std::vector<std::size_t> terms_of(const std::vector<std::size_t>& failures) const {
    std::vector<Ordinal> members;
    for (const std::size_t failing : failures) members.push_back(explainer_.failing()[failing]);
    ExplainOptions options = explainer_.options();
    options.exceptions = false;
    options.divides_nested = false;
    const Explanation explanation = explainer_.explain(members, options);
    std::vector<std::size_t> terms(failures.size(), none);
    for (std::size_t i = 0; i < failures.size(); ++i) {
      const auto found = std::ranges::find_if(explanation.terms, [&](const Term& term) {
        return !term.literals.empty() && matches(explanation, term, explainer_.population(), members[i]);
      });
      if (found != explanation.terms.end()) terms[i] = static_cast<std::size_t>(found - explanation.terms.begin());
    }
    return terms;
  }

  /// Groups of the failures without a cause: one for each kind of message; where these are too many to be compared,
  /// messages say little, and there is one for each term that explains several failures, if these are fewer.
  std::vector<CauseGroup> parts_without_cause(bool& by_terms) const {
    std::vector<std::size_t> failures;
    std::map<std::uint32_t, CauseGroup> by_kind;
    for (std::size_t failing = 0; failing < kinds_.size(); ++failing) {
      if (cause_of_[failing] != none) continue;
      failures.push_back(failing);
      by_kind[kinds_[failing]].members.push_back(failing);
    }
    std::vector<CauseGroup> groups;
    if (by_kind.size() > options_.most_groups) {
      const std::vector<std::size_t> terms = terms_of(failures);
      std::map<std::size_t, std::size_t> sizes;
      for (const std::size_t term : terms) ++sizes[term];
      std::map<std::tuple<std::size_t, std::uint32_t, std::uint32_t>, CauseGroup> by_term;  // term, verdict, kind
      for (std::size_t i = 0; i < failures.size(); ++i) {
        const bool alone = terms[i] == none || sizes[terms[i]] < 2;
        by_term[{alone ? none : terms[i], verdicts_[failures[i]], alone ? kinds_[failures[i]] : 0}].members.push_back(
            failures[i]);
      }
      by_terms = by_term.size() < by_kind.size();
      if (by_terms)
        for (auto& [part, group] : by_term) groups.push_back(std::move(group));
    }
    if (!by_terms)
      for (auto& [kind, group] : by_kind) groups.push_back(std::move(group));
    return groups;
  }

  /// Adds the groups of failures without a cause.
  void join_kinds(const PrimeCubes& found, const Description& with_kinds, Causes& result) const {
    bool by_terms = false;
    std::vector<CauseGroup> groups = parts_without_cause(by_terms);
    // Where messages say little, inputs that say something else are no rows of their own.
    std::optional<Description> without_kinds;
    if (by_terms)
      without_kinds.emplace(explainer_, found, std::vector<std::uint32_t>(kinds_.size()), std::vector<std::size_t>());
    const Description& description = without_kinds ? *without_kinds : with_kinds;
    if (!by_terms) groups = without_triggered(parts_of_kinds(groups, description, result.groups), result.groups);
    std::ranges::stable_sort(groups, std::greater{}, [](const CauseGroup& group) { return group.members.size(); });
    for (CauseGroup& group : groups) list_kinds(group, kinds_);
    const auto affordable = static_cast<std::size_t>(std::sqrt(2 * most_effort / std::max(description.effort(), 1.0)));
    const std::size_t tried = std::min({groups.size(), options_.most_groups, affordable});
    result.left_apart = groups.size() - tried;
    Joining(explainer_, kinds_, verdicts_, description, !by_terms).join(groups, tried, options_.shared);
    for (CauseGroup& group : groups)
      if (!group.members.empty()) result.groups.push_back(std::move(group));
  }

  /// Adds a group of its own to `triggered` for values that trigger failures of one of the groups, and returns what is
  /// left of the groups.
  std::vector<CauseGroup> without_triggered(std::vector<CauseGroup> groups, std::vector<CauseGroup>& triggered) const {
    if (messages_.empty()) return groups;
    const TriggerFinder finder(explainer_, messages_, counts_, options_);
    for (CauseGroup& group : groups) {
      const std::optional<Triggers> found = finder.find(group.members);
      if (!found) continue;
      const ValueCounts& counts = counts_[found->attribute];
      for (const std::vector<Value>& values : found->values) {
        CauseGroup& of_values = triggered.emplace_back();
        for (const Value value : values)
          of_values.causes.push_back(
              {found->attribute, value, counts.failing[value], counts.judged[value], Cause::Reason::contexts});
        const auto [first, last] = std::ranges::stable_partition(group.members, [&](std::size_t member) {
          return std::ranges::find(values, value_of(member, found->attribute)) == values.end();
        });
        of_values.members.assign(first, last);
        group.members.erase(first, last);
        list_kinds(of_values, kinds_);
      }
    }
    std::erase_if(groups, [](const CauseGroup& group) { return group.members.empty(); });
    return groups;
  }

  /// What members of the rows say; nothing if their messages are not known.
  std::set<std::uint32_t> messages_of(const CauseGroup& group, const RowSet& rows,
                                      const Description& description) const {
    std::set<std::uint32_t> found;
    for (const std::size_t member : group.members)
      if (!messages_.empty() && rows.contains(description.row_of(member))) found.insert(messages_[member]);
    return found;
  }

  /// Parts of a group, of which those that have a message in common are one.
  std::vector<RowSet> joined_by_messages(const std::vector<RowSet>& parts, const CauseGroup& group,
                                         const Description& description) const {
    Sharing<std::uint32_t> joined;
    for (const RowSet& part : parts) joined.add(messages_of(group, part, description), part);
    return std::move(joined).rows();
  }

  /// Failures without a cause that give one kind of message, in parts: terms that describe different ones mention no
  /// value in common, or their outputs differ in other ways. If the kind tells something, parts that have a message in
  /// common are one, because then more than the kind speaks for it.
  std::vector<CauseGroup> parts_of_kinds(const std::vector<CauseGroup>& groups, const Description& description,
                                         const std::vector<CauseGroup>& of_causes) const {
    std::set<std::uint32_t> common;
    for (const CauseGroup& group : of_causes) common.insert(group.kinds.begin(), group.kinds.end());
    const bool all_are_silent = std::ranges::all_of(kinds_, [&](std::uint32_t kind) { return is_silent(kind); });
    std::vector<CauseGroup> result;
    for (const CauseGroup& group : groups) {
      const bool is_of_cause = common.contains(kinds_[group.members.front()]);
      const bool says_nothing = is_of_cause || is_silent(kinds_[group.members.front()]);
      RowSet rows(description.rows());
      for (const std::size_t member : group.members) rows.insert(description.row_of(member));
      if (!says_nothing && messages_of(group, rows, description).size() < 2) {
        result.push_back(group);
        continue;
      }
      NotesByRow differences, messages;
      if (says_nothing) {
        differences = description.by_row(differences_, group.members);
        messages = description.by_row(messages_, group.members);
      }
      std::vector<RowSet> parts = description.parts(rows, all_are_silent && !is_of_cause, differences, messages);
      if (!says_nothing) parts = joined_by_messages(parts, group, description);
      // Scattered failures have nothing in common to begin with.
      if (parts.size() == 1 || 2 * parts.size() > group.members.size()) {
        result.push_back(group);
        continue;
      }
      for (const RowSet& part : parts) {
        CauseGroup& of_part = result.emplace_back();
        for (const std::size_t member : group.members)
          if (part.contains(description.row_of(member))) of_part.members.push_back(member);
      }
    }
    return result;
  }

  const Explainer& explainer_;
  std::span<const std::uint32_t> kinds_, verdicts_, messages_, differences_;
  const CauseOptions options_;
  std::vector<std::uint32_t> errors_;  ///< by failing input
  std::vector<ValueCounts> counts_;    ///< by attribute
  std::map<std::uint32_t, Ordinal> failing_of_kind_;
  std::vector<Cause> causes_;
  std::vector<std::size_t> cause_of_;  ///< by failing input
  AlikeLabels alike_;
};

}  // namespace

Causes find_causes(const Explainer& explainer, std::span<const std::uint32_t> kinds,
                   std::span<const std::uint32_t> verdicts, const CauseOptions& options,
                   std::span<const std::uint32_t> messages, std::span<const std::uint32_t> differences,
                   std::span<const std::uint32_t> errors) {
  if (kinds.empty()) return {};
  return Finder(explainer, kinds, verdicts, options, messages, differences, errors).find();
}

GroupComparison compare_groups(const Explainer& explainer, std::span<const std::uint32_t> kinds,
                               const std::vector<std::size_t>& telling, const CauseGroup& a, const CauseGroup& b) {
  const Description description(explainer, find_prime_cubes(explainer), kinds, telling);
  return Joining(explainer, kinds, {}, description, true).compare(a, b);
}

}  // namespace smallscope::clustering
