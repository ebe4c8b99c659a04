// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/hitting_sets.hpp>

#include <algorithm>
#include <bit>

#include "hitting_set_problem.hpp"

namespace smallscope::diagnosis {

namespace {

using Clock = std::chrono::steady_clock;
using Sink = std::function<bool(std::span<const Column>)>;

/// The bounds that may cut the search anywhere. The clock is read once in 1,024 steps.
class Interruption {
 public:
  explicit Interruption(const EnumerationBounds& bounds)
      : stop_(bounds.stop),
        most_steps_(bounds.steps),
        is_timed_(bounds.time != std::chrono::nanoseconds::max()),
        end_(is_timed_ ? Clock::now() + bounds.time : Clock::time_point::max()) {}

  /// Complete if the search may go on.
  Enumeration after_step() {
    if ((++steps_ & 1023u) != 0) return Enumeration::complete;
    if (stop_.stop_requested()) return Enumeration::stopped;
    if (steps_ >= most_steps_) return Enumeration::cut_by_steps;
    return is_timed_ && Clock::now() >= end_ ? Enumeration::cut_by_time : Enumeration::complete;
  }

 private:
  std::stop_token stop_;
  std::uint64_t most_steps_;
  bool is_timed_;
  Clock::time_point end_;
  std::uint64_t steps_ = 0;
};

/// Counts and hands over what the search finds, a set of elements for each way to take one of every group.
class Expansion {
 public:
  Expansion(const std::vector<std::vector<Column>>& groups, std::size_t most, Interruption& interruption,
            const Sink& sink)
      : groups_(groups), most_(most), interruption_(interruption), sink_(sink), has_several_(groups.size()) {
    for (std::size_t group = 0; group < groups.size(); ++group) {
      first_.push_back(groups[group][0]);
      has_several_[group] = groups[group].size() > 1;
    }
  }

  /// A bit for each chosen group. Complete if the search may go on.
  Enumeration emit(std::span<const Word> chosen) {
    set_.clear();
    several_.clear();
    // Groups ascend by their first elements, so these are in order.
    for_each_bit(chosen, [&](Column group) {
      if (has_several_[group]) several_.push_back({group, set_.size()});
      set_.push_back(first_[group]);
    });
    return several_.empty() ? hand_over(set_) : emit_all();
  }

 private:
  struct Place {
    Column group;
    std::size_t position;  ///< in the set
  };

  Enumeration emit_all() {
    std::vector<std::size_t> taken(several_.size());
    std::vector<Column> sorted;
    for (;;) {
      for (std::size_t i = 0; i < several_.size(); ++i)
        set_[several_[i].position] = groups_[several_[i].group][taken[i]];
      sorted = set_;
      std::ranges::sort(sorted);
      if (const Enumeration end = hand_over(sorted); end != Enumeration::complete) return end;
      std::size_t digit = several_.size();
      while (digit > 0 && ++taken[digit - 1] == groups_[several_[digit - 1].group].size()) taken[--digit] = 0;
      if (digit == 0) return Enumeration::complete;
    }
  }
  Enumeration hand_over(std::span<const Column> set) {
    if (found_ == most_) return Enumeration::cut_by_number;
    ++found_;
    return sink_(set) ? interruption_.after_step() : Enumeration::stopped;
  }

  const std::vector<std::vector<Column>>& groups_;
  std::size_t most_;
  Interruption& interruption_;
  const Sink& sink_;
  std::vector<Column> first_;  // of each group
  std::vector<bool> has_several_;
  std::vector<Column> set_;
  std::vector<Place> several_;
  std::size_t found_ = 0;
};

/// MMCS. A level of the search has chosen one group more than the level above it. Its state is four bit sets:
///
/// - hit: the conflicts that a chosen group is in; once: those that exactly one is in. A chosen group that is in no
///   conflict of `once` can be left out, so nothing below is minimal.
/// - free: the groups that may still be chosen; to do: those of one unhit conflict that remain to be tried here.
///
/// `Conflicts` and `Groups` are the words of such sets, or 0 if they are only known at run time.
template <std::size_t Conflicts, std::size_t Groups>
class HittingSetSearch {
 public:
  HittingSetSearch(const HittingSetProblem& problem, const EnumerationBounds& bounds, const Sink& sink)
      : conflicts_(problem.conflicts.size()),
        conflict_words_(problem.hits[0].size()),
        group_words_(problem.conflicts[0].size()),
        most_chosen_(bounds.cardinality),
        interruption_(bounds),
        expansion_(problem.groups, bounds.number, interruption_, sink) {
    for (const auto& hits : problem.hits) hits_.insert(hits_.end(), hits.begin(), hits.end());
    for (const auto& members : problem.conflicts) members_.insert(members_.end(), members.begin(), members.end());
    chosen_bits_.resize(group_words_);
    Word* const free = free_of(level(0));
    for (std::size_t group = 0; group < problem.groups.size(); ++group) set(free, group);
  }

  Enumeration run() {
    if (most_chosen_ == 0) return Enumeration::cut_by_cardinality;
    Enumeration found = Enumeration::complete;
    begin(level(0), level(1));
    for (std::size_t depth = 0;;) {
      Word* const here = level(depth);
      const std::size_t group = take_first(to_do_of(here));
      if (group == none) {
        if (depth-- == 0) return found;
        release(level(depth + 1));
        continue;
      }
      if (const Enumeration end = interruption_.after_step(); end != Enumeration::complete) return end;
      Word* const next = level(depth + 1);
      if (!choose(here, next, group)) continue;  // and it is not free below its siblings
      if (is_all_hit(next)) {
        if (const Enumeration end = expansion_.emit(chosen_bits_); end != Enumeration::complete) return end;
      } else if (chosen_.size() == most_chosen_) {
        found = Enumeration::cut_by_cardinality;
      } else if (begin(next, level(depth + 2))) {
        ++depth;
        continue;
      }
      release(next);
    }
  }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  std::size_t conflict_words() const { return Conflicts != 0 ? Conflicts : conflict_words_; }
  std::size_t group_words() const { return Groups != 0 ? Groups : group_words_; }
  const Word* hits_of(std::size_t group) const { return hits_.data() + group * conflict_words(); }
  const Word* members_of(std::size_t conflict) const { return members_.data() + conflict * group_words(); }
  static void set(Word* bits, std::size_t bit) { bits[bit / word_bits] |= Word{1} << (bit % word_bits); }

  /// The state of a level, which stays where it is.
  Word* level(std::size_t depth) {
    while (levels_.size() <= depth) levels_.emplace_back(2 * conflict_words() + 2 * group_words());
    return levels_[depth].data();
  }
  Word* hit_of(Word* state) const { return state; }
  Word* once_of(Word* state) const { return state + conflict_words(); }
  Word* free_of(Word* state) const { return state + 2 * conflict_words(); }
  Word* to_do_of(Word* state) const { return state + 2 * conflict_words() + group_words(); }

  std::size_t take_first(Word* bits) const {
    for (std::size_t i = 0; i < group_words(); ++i)
      if (bits[i] != 0) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(bits[i]));
        bits[i] &= bits[i] - 1;
        return i * word_bits + bit;
      }
    return none;
  }

  /// Chooses the group, unless a chosen one could then be left out.
  bool choose(Word* here, Word* next, std::size_t group) {
    const Word* const hits = hits_of(group);
    for (std::size_t i = 0; i < conflict_words(); ++i) {
      once_of(next)[i] = (once_of(here)[i] & ~hits[i]) | (hits[i] & ~hit_of(here)[i]);
      hit_of(next)[i] = hit_of(here)[i] | hits[i];
    }
    for (const Column other : chosen_)
      if (!meets(hits_of(other), once_of(next))) return false;
    chosen_.push_back(static_cast<Column>(group));
    set(chosen_bits_.data(), group);
    return true;
  }
  bool meets(const Word* a, const Word* b) const {
    for (std::size_t i = 0; i < conflict_words(); ++i)
      if ((a[i] & b[i]) != 0) return true;
    return false;
  }
  /// Takes the choice back; it is free below its siblings.
  void release(Word* next) {
    set(free_of(next), chosen_.back());
    chosen_bits_[chosen_.back() / word_bits] &= ~(Word{1} << (chosen_.back() % word_bits));
    chosen_.pop_back();
  }

  bool is_all_hit(Word* state) const {
    for (std::size_t i = 0; i + 1 < conflict_words(); ++i)
      if (~hit_of(state)[i] != 0) return false;
    return unhit(state, conflict_words() - 1) == 0;
  }
  Word unhit(Word* state, std::size_t word) const {
    const std::size_t used = conflicts_ - word * word_bits;
    return ~hit_of(state)[word] & (used >= word_bits ? ~Word{0} : (Word{1} << used) - 1);
  }

  /// Finds an unhit conflict with the fewest free groups, which become what is to do; the others stay free below. False
  /// if there is a conflict without any.
  bool begin(Word* here, Word* next) {
    std::size_t fewest = none, chosen = 0;
    for (std::size_t word = 0; word < conflict_words() && fewest > 1; ++word)
      for (Word rest = unhit(here, word); rest != 0; rest &= rest - 1) {
        const std::size_t conflict = word * word_bits + static_cast<std::size_t>(std::countr_zero(rest));
        const std::size_t size = free_in(here, conflict, fewest);
        if (size >= fewest) continue;
        fewest = size;
        chosen = conflict;
        if (size <= 1) break;
      }
    for (std::size_t i = 0; i < group_words(); ++i) {
      to_do_of(here)[i] = members_of(chosen)[i] & free_of(here)[i];
      free_of(next)[i] = free_of(here)[i] & ~members_of(chosen)[i];
    }
    return fewest > 0;
  }
  /// Or some number that is not below `enough`.
  std::size_t free_in(Word* here, std::size_t conflict, std::size_t enough) const {
    std::size_t size = 0;
    for (std::size_t i = 0; i < group_words() && size < enough; ++i)
      size += static_cast<std::size_t>(std::popcount(members_of(conflict)[i] & free_of(here)[i]));
    return size;
  }

  std::size_t conflicts_, conflict_words_, group_words_;
  std::vector<Word> hits_, members_;
  std::size_t most_chosen_;
  Interruption interruption_;
  Expansion expansion_;
  std::vector<std::vector<Word>> levels_;
  std::vector<Column> chosen_;
  std::vector<Word> chosen_bits_;
};

}  // namespace

std::string_view name(Enumeration enumeration) {
  static constexpr std::string_view names[] = {"complete",     "cut by cardinality", "cut by number",
                                               "cut by steps", "cut by time",        "stopped"};
  return names[static_cast<std::size_t>(enumeration)];
}

std::vector<ElementSet> conflicts_of(const Spectrum& spectrum) {
  std::vector<ElementSet> conflicts;
  for (std::size_t row = 0; row < spectrum.rows(); ++row) {
    if (spectrum.weight(row).failing == 0) continue;
    ElementSet conflict;
    for_each_bit(spectrum.row(row), [&](Column column) { conflict.push_back(column); });
    if (!conflict.empty()) conflicts.push_back(std::move(conflict));
  }
  return conflicts;
}

Enumeration for_each_minimal_hitting_set(std::span<const ElementSet> conflicts, const EnumerationBounds& bounds,
                                         const Sink& sink) {
  const HittingSetProblem problem = reduced(conflicts);
  if (problem.has_empty_conflict) return Enumeration::complete;
  if (problem.conflicts.empty()) {
    Interruption interruption(bounds);
    return Expansion(problem.groups, bounds.number, interruption, sink).emit({});
  }
  if (problem.hits[0].size() == 1 && problem.conflicts[0].size() == 1)
    return HittingSetSearch<1, 1>(problem, bounds, sink).run();
  return HittingSetSearch<0, 0>(problem, bounds, sink).run();
}

HittingSets minimal_hitting_sets(std::span<const ElementSet> conflicts, const EnumerationBounds& bounds) {
  HittingSets found;
  found.enumeration = for_each_minimal_hitting_set(conflicts, bounds, [&](std::span<const Column> set) {
    found.sets.emplace_back(set.begin(), set.end());
    return true;
  });
  std::ranges::sort(found.sets, [](const ElementSet& a, const ElementSet& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  return found;
}

}  // namespace smallscope::diagnosis
