// Un-merging: which fragments of a merged input its failure comes from, found by adaptive group testing.
//
// Used by run() after a merged pass and by the command `unmerge`. The search asks for probes, executions of a part of
// the merged input, and knows nothing of how they are made. Pure; the caller's thread makes the probes.
#pragma once

#include <compare>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <smallscope/runner/campaign.hpp>

namespace smallscope::runner {

/// A fragment, by its merged node and its place among the node's alternatives: the same in every merged input.
struct FragmentKey {
  std::string node;
  Ordinal alternative = 0;
  friend auto operator<=>(const FragmentKey&, const FragmentKey&) = default;
};

/// What parts of merged inputs have shown so far.
struct Known {
  std::set<std::string> messages;                         ///< the abstract messages that they account for
  std::map<std::string, std::set<FragmentKey>> culprits;  ///< which fragments showed a message
  std::set<FragmentKey> rejected;                         ///< the fragments of parts that are no valid inputs
  /// Adds a part of an input with these constituents. Of several merged nodes the one with most fragments is blamed:
  /// leaving one of those out loses least.
  void add(const Constituents& constituents, const Selection& part, oracles::Verdict verdict,
           const std::vector<std::string>& shown);
};

/// What un-merging needs to know of outcomes.
struct UnmergeRules {
  /// The abstract messages of a failing outcome, each with its oracle. Without it: messages as they are.
  std::function<std::vector<std::string>(const std::vector<oracles::Judgement>&)> messages;
  /// How judgements begin that hide what the other fragments do: see MergingHooks::hiding.
  std::vector<std::string> hiding;
  /// The fragments that judgements blame: see MergingHooks::suspects. Without it: none.
  std::function<std::vector<Ordinal>(const std::vector<oracles::Judgement>&)> suspects = {};
  /// Whether judgements show that no part can be better: see Campaign::hopeless. Without it: never.
  std::function<bool(const std::vector<oracles::Judgement>&)> hopeless = {};
  /// What parts of other merged inputs have shown.
  Known known = {};
  /// The most probes for one merged input; 0: twice its fragments and 16 more.
  Ordinal most_probes = 0;
  /// How many probes are left for all merged inputs together.
  Ordinal probes_left = ~Ordinal{0};
};

/// The abstract messages of judgements under the rules, ascending, each once.
std::vector<std::string> messages_of(const UnmergeRules& rules, const std::vector<oracles::Judgement>& judgements);
/// Whether the outcome hides what other fragments do: a crash, a time-out, a rejection, or a judgement that begins as
/// the rules say.
bool hides(const UnmergeRules& rules, oracles::Verdict verdict, const std::vector<oracles::Judgement>& judgements);

/// A part of a merged input that is wrong by itself and none of whose fragments can be left out.
struct Culprit {
  Selection selection;  ///< with one fragment an axis: an input of level 0; with more, only the combination shows it
  Outcome outcome;      ///< of executing it; discarded when the part is no valid input
  Ordinal probes = 0;   ///< how many had been made when it was found
  bool is_single() const;
};

struct Unmerged {
  std::vector<Culprit> parts;
  Ordinal probes = 0;
  results::Unmerging::Ending ending = results::Unmerging::Ending::explained;
};

/// Executes the selected fragments only. Nothing when a stop was requested.
using Probe = std::function<std::optional<Outcome>(const Selection&)>;

/// Takes a failing or rejected merged input apart. `whole` is its outcome. Halves the fragments of the longest axis,
/// again and again, and follows every half that is wrong, until single inputs are left: about 2 log2(fragments) probes
/// for one culprit, at most twice the fragments for any number. What shows only messages that parts account for, and
/// hides nothing, is not followed. Where neither half is wrong only a combination is: its fragments are left out one by
/// one, as long as what remains shows some of the same messages and no others. At last what is left without the parts
/// is executed: it passes, or shows nothing new, or is taken apart in its turn. Fragments that judgements blame are
/// tried first: alone, where they show a message that no part accounts for. Where their messages are known they are
/// only left out, all with one probe; so are fragments that showed these, or were rejected, in other merged inputs.
/// An outcome that is hopeless ends the search. Nothing when a stop was requested.
std::optional<Unmerged> unmerge(const Constituents& constituents, const Outcome& whole, const UnmergeRules& rules,
                                const Probe& probe);

}  // namespace smallscope::runner
