// SPDX-License-Identifier: Apache-2.0
#include <smallscope/runner/unmerge.hpp>

#include <algorithm>
#include <set>

namespace smallscope::runner {

namespace {

using oracles::Judgement;
using oracles::Verdict;
using UnmergingEnding = results::Unmerging::Ending;

/// Ends a search from within. The reason is not an error.
struct Stopped {};
struct Ended {
  UnmergingEnding ending;
};

bool includes(const std::vector<std::string>& all, const std::vector<std::string>& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

bool is_single_selection(const Selection& selection) {
  return std::all_of(selection.begin(), selection.end(), [](const auto& kept) { return kept.size() == 1; });
}

std::size_t longest_axis(const Selection& selection) {
  const auto longest = std::max_element(selection.begin(), selection.end(),
                                        [](const auto& a, const auto& b) { return a.size() < b.size(); });
  return static_cast<std::size_t>(longest - selection.begin());
}

/// A selection and the result of executing it.
struct Seen {
  Selection selection;
  Outcome outcome;
  std::vector<std::string> messages;
};

class Search {
 public:
  Search(const Constituents& constituents, const Outcome& whole, const UnmergeRules& rules, const Probe& probe)
      : rules_(rules),
        probe_(probe),
        constituents_(constituents),
        whole_{constituents.all(), whole, messages_of(rules, whole.judgements)},
        accounted_(rules.known.messages) {
    most_ = rules.most_probes;
    if (most_ == 0) {
      most_ = 16;
      for (const auto& axis : constituents.axes) most_ += 2 * axis.count;
    }
    most_ = std::min(most_, rules.probes_left);
  }

  Unmerged run() {
    try {
      require_hope(whole_.outcome);
      look();
    } catch (const Ended& ended) {
      result_.ending = ended.ending;
    }
    // Nothing is left of it without the fragments that showed the same in other inputs.
    if (result_.ending == UnmergingEnding::explained && result_.probes == 0 && result_.parts.empty())
      result_.ending = UnmergingEnding::known;
    return std::move(result_);
  }

 private:
  /// Takes the whole apart, then the rest without the parts found, until the rest shows nothing more.
  void look() {
    Seen rest = whole_;
    while (true) {
      if (follow_suspects(rest)) return;
      const std::size_t known_parts = result_.parts.size();
      take_apart(rest);
      if (result_.ending == UnmergingEnding::unstable || shows_nothing_new(rest) || result_.parts.size() == known_parts)
        return;
      Selection left = rest.selection;
      for (std::size_t i = known_parts; i < result_.parts.size(); ++i) {
        std::optional<Selection> without = remove(left, result_.parts[i]);
        if (!without) return;
        left = std::move(*without);
      }
      rest = probed(left);
      if (!is_wrong(rest.outcome) || shows_nothing_new(rest)) return;
    }
  }

  /// Leaves out the suspected fragments, as long as there are any and they are right. Returns whether nothing is left
  /// to find.
  bool follow_suspects(Seen& seen) {
    while (true) {
      Selection suspects = blamed(seen);
      if (is_nobody(suspects)) {
        suspects = known_culprits(seen);
        if (is_nobody(suspects)) return false;
      } else {
        for (const Ordinal suspect : suspects.front()) {
          if (is_accounted_for(seen)) break;
          Seen alone = probed({{suspect}});
          if (!is_wrong(alone.outcome)) return false;
          record(alone);
        }
        if (!is_accounted_for(seen)) return false;
      }
      if (shows_nothing_new(seen)) return true;
      Selection left = seen.selection;
      for (std::size_t axis = 0; axis < left.size(); ++axis) {
        for (const Ordinal suspect : suspects[axis]) std::erase(left[axis], suspect);
        if (left[axis].empty()) return true;
      }
      seen = probed(left);
      if (!is_wrong(seen.outcome)) return true;
    }
  }

  /// The fragments that the judgements blame, as far as they are present; none if several axes could be meant.
  Selection blamed(const Seen& seen) const {
    Selection suspects(seen.selection.size());
    if (suspects.size() != 1) return suspects;
    const auto keep_present = [&](const std::vector<Ordinal>& all) {
      for (const Ordinal fragment : seen.selection.front())
        if (std::find(all.begin(), all.end(), fragment) != all.end()) suspects.front().push_back(fragment);
    };
    const std::vector<Judgement>& judgements = seen.outcome.judgements;
    if (rules_.suspects) keep_present(rules_.suspects(judgements));
    if (is_nobody(suspects) && rules_.lines && rules_.fragment_lines)
      if (const std::vector<NamedLine> lines = rules_.lines(judgements); !lines.empty())
        keep_present(fragments_on(lines, rules_.fragment_lines(seen.selection)));
    return suspects;
  }

  /// The fragments that showed the same in other inputs, if everything that this input shows is known.
  Selection known_culprits(const Seen& seen) const {
    Selection suspects(seen.selection.size());
    const bool rejected = seen.messages.empty() && seen.outcome.verdict == Verdict::discarded;
    if (!rejected && !is_accounted_for(seen)) return suspects;
    const Known& known = rules_.known;
    const auto is_culprit = [&](const FragmentKey& fragment) {
      if (rejected) return known.rejected.contains(fragment);
      return std::any_of(seen.messages.begin(), seen.messages.end(), [&](const std::string& message) {
        const auto culprits = known.culprits.find(message);
        return culprits != known.culprits.end() && culprits->second.contains(fragment);
      });
    };
    for (std::size_t axis = 0; axis < suspects.size(); ++axis) {
      const auto& [node, first, count, stride] = constituents_.axes[axis];
      for (const Ordinal fragment : seen.selection[axis])
        if (is_culprit({node, first + fragment})) suspects[axis].push_back(fragment);
    }
    return suspects;
  }

  static bool is_nobody(const Selection& suspects) {
    return std::all_of(suspects.begin(), suspects.end(), [](const auto& fragments) { return fragments.empty(); });
  }

  /// Finds the parts of a failing selection by halving its longest axis, half by half, down to single inputs.
  void take_apart(const Seen& seen) {
    const std::size_t axis = longest_axis(seen.selection);
    if (seen.selection[axis].size() == 1) return record(seen);
    const std::vector<Ordinal>& kept = seen.selection[axis];
    const auto middle = kept.begin() + static_cast<std::ptrdiff_t>((kept.size() + 1) / 2);
    const std::size_t known_parts = result_.parts.size();
    bool found = false;
    for (const auto& [first, last] : {std::pair{kept.begin(), middle}, std::pair{middle, kept.end()}}) {
      if (found && shows_nothing_new(seen)) return;
      Selection selection = seen.selection;
      selection[axis].assign(first, last);
      const Seen half = probed(selection);
      if (!is_wrong(half.outcome)) continue;
      found = true;
      if (!shows_nothing_new(half)) take_apart(half);
    }
    if (!found || (result_.parts.size() == known_parts && !is_accounted_for(seen))) take_combination_apart(seen, axis);
  }

  /// Neither half along the axis shows what both show together: leaves out fragments one by one, on all axes.
  void take_combination_apart(Seen seen, std::size_t first_axis) {
    if (seen.selection == whole_.selection && !is_wrong(probed(seen.selection).outcome)) {
      result_.ending = UnmergingEnding::unstable;
      return;
    }
    // Repeated after another axis became shorter: a fragment needed beside another may not be needed without it.
    const std::size_t axes = seen.selection.size();
    for (std::size_t axis = first_axis, tried = 0; tried < axes; axis = (axis + 1) % axes)
      tried = leave_out_one_by_one(seen, axis) ? 1 : tried + 1;
    record(seen);
  }

  /// Whether a fragment of the axis could be left out.
  bool leave_out_one_by_one(Seen& seen, std::size_t axis) {
    const std::vector<Ordinal> kept = seen.selection[axis];
    for (const Ordinal fragment : kept) {
      if (seen.selection[axis].size() == 1) break;
      Selection selection = seen.selection;
      std::erase(selection[axis], fragment);
      Seen smaller = probed(selection);
      if (matches(smaller, seen) && (is_accounted_for(seen) || !is_accounted_for(smaller))) seen = std::move(smaller);
    }
    return seen.selection[axis].size() < kept.size();
  }

  void record(const Seen& culprit) {
    accounted_.insert(culprit.messages.begin(), culprit.messages.end());
    result_.parts.push_back({culprit.selection, culprit.outcome, result_.probes});
  }

  static bool is_wrong(const Outcome& outcome) {
    return oracles::is_failing(outcome.verdict) || outcome.verdict == Verdict::discarded;
  }
  /// Whether parts account for every message.
  bool is_accounted_for(const Seen& seen) const {
    if (seen.messages.empty()) return !result_.parts.empty();
    return std::all_of(seen.messages.begin(), seen.messages.end(),
                       [&](const auto& message) { return accounted_.contains(message); });
  }
  /// Whether parts account for every message, and nothing hides further failures.
  bool shows_nothing_new(const Seen& seen) const {
    return is_accounted_for(seen) && !hides(rules_, seen.outcome.verdict, seen.outcome.judgements);
  }

  Seen probed(const Selection& selection) {
    if (result_.probes == most_) throw Ended{UnmergingEnding::bounded};
    ++result_.probes;
    std::optional<Outcome> outcome = probe_(selection);
    if (!outcome) throw Stopped();
    require_hope(*outcome);
    std::vector<std::string> messages = messages_of(rules_, outcome->judgements);
    return {selection, std::move(*outcome), std::move(messages)};
  }

  void require_hope(const Outcome& outcome) const {
    if (rules_.hopeless && rules_.hopeless(outcome.judgements)) throw Ended{UnmergingEnding::hopeless};
  }

  /// Whether the smaller part shows (some of) what the larger one shows and nothing else, so that leaving out fragments
  /// does not slip to another fault.
  static bool matches(const Seen& part, const Seen& whole) {
    if (whole.outcome.verdict == Verdict::discarded) return part.outcome.verdict == Verdict::discarded;
    if (!oracles::is_failing(part.outcome.verdict)) return false;
    if (whole.messages.empty()) return part.outcome.verdict == whole.outcome.verdict;
    return !part.messages.empty() && includes(whole.messages, part.messages);
  }

  /// `selection` without the fragment that makes the culprit fail. With several axes it is one on an axis where another
  /// fragment in its place would not fail in this way. Empty if there is no other fragment, or if it fails with all of
  /// them.
  std::optional<Selection> remove(const Selection& selection, const Culprit& culprit) {
    std::vector<std::size_t> candidates;
    for (std::size_t axis = 0; axis < selection.size(); ++axis)
      if (selection[axis].size() > 1) candidates.push_back(axis);
    const Seen seen{culprit.selection, culprit.outcome, messages_of(rules_, culprit.outcome.judgements)};
    for (const std::size_t axis : candidates) {
      Selection without = selection;
      std::erase(without[axis], culprit.selection[axis].back());
      if (without[axis] == selection[axis]) return selection;  // left out with an earlier part
      if (candidates.size() == 1) return without;
      Selection replaced = culprit.selection;
      replaced[axis] = without[axis];
      if (!matches(probed(replaced), seen)) return without;
    }
    return std::nullopt;
  }

  const UnmergeRules& rules_;
  const Probe& probe_;
  const Constituents& constituents_;
  const Seen whole_;
  Ordinal most_ = 0;
  std::set<std::string> accounted_;
  Unmerged result_;
};

}  // namespace

bool Culprit::is_single() const { return is_single_selection(selection); }

void Known::add(const Constituents& constituents, const Selection& part, Verdict verdict,
                const std::vector<std::string>& shown) {
  messages.insert(shown.begin(), shown.end());
  const std::size_t axis = longest_axis(constituents.all());
  for (const Ordinal fragment : part[axis]) {
    const FragmentKey key{constituents.axes[axis].name, constituents.axes[axis].first + fragment};
    for (const std::string& message : shown) culprits[message].insert(key);
    if (verdict == Verdict::discarded) rejected.insert(key);
  }
}

std::vector<std::string> messages_of(const UnmergeRules& rules, const std::vector<Judgement>& judgements) {
  std::vector<std::string> all;
  if (rules.messages) {
    all = rules.messages(judgements);
  } else {
    for (const Judgement& judgement : judgements) {
      if (judgement.messages.empty()) all.push_back(judgement.oracle);
      for (const oracles::Message& message : judgement.messages) all.push_back(judgement.oracle + ": " + message);
    }
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

bool hides(const UnmergeRules& rules, Verdict verdict, const std::vector<Judgement>& judgements) {
  if (verdict == Verdict::crashed || verdict == Verdict::timed_out || verdict == Verdict::discarded) return true;
  const auto begins = [&](const std::string& text) {
    return std::any_of(rules.hiding.begin(), rules.hiding.end(),
                       [&](const std::string& beginning) { return text.starts_with(beginning); });
  };
  return std::any_of(judgements.begin(), judgements.end(), [&](const Judgement& judgement) {
    return begins(judgement.oracle) ||
           std::any_of(judgement.messages.begin(), judgement.messages.end(),
                       [&](const oracles::Message& message) { return begins(judgement.oracle + ": " + message); });
  });
}

std::optional<Unmerged> unmerge(const Constituents& constituents, const Outcome& whole, const UnmergeRules& rules,
                                const Probe& probe) {
  try {
    return Search(constituents, whole, rules, probe).run();
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

}  // namespace smallscope::runner
