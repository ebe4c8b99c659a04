// SPDX-License-Identifier: Apache-2.0
// Un-merging: finds by adaptive group testing which fragments of a merged input its failure comes from.
//
// Used by run() after a merged pass and by the command `unmerge`. The search asks for probes, executions of a part of
// the merged input, and does not know how they are made. Pure; probes are made on the caller's thread.
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
  std::set<FragmentKey> rejected;                         ///< the fragments of parts that are not valid inputs
  /// Adds a part of an input with these constituents. If there are several merged nodes, the one with most fragments is
  /// blamed, because leaving out one of those loses least.
  void add(const Constituents& constituents, const Selection& part, oracles::Verdict verdict,
           const std::vector<std::string>& shown);
};

/// What un-merging needs to know about outcomes.
struct UnmergeRules {
  /// The abstract messages of a failing outcome, each with its oracle. If empty: the messages unchanged.
  std::function<std::vector<std::string>(const std::vector<oracles::Judgement>&)> messages;
  /// The beginnings of judgements that hide what the other fragments do: see MergingHooks::hiding.
  std::vector<std::string> hiding;
  /// The fragments that judgements blame: see MergingHooks::suspects. If empty: none.
  std::function<std::vector<Ordinal>(const std::vector<oracles::Judgement>&)> suspects = {};
  /// The lines that judgements name: see MergingHooks::lines. If empty: none.
  std::function<std::vector<NamedLine>(const std::vector<oracles::Judgement>&)> lines = {};
  /// Where the fragments of a part of the merged input stand: see Space::fragment_lines(). If empty: unknown.
  std::function<std::vector<FragmentLines>(const Selection&)> fragment_lines = {};
  /// Whether judgements show that no part can be better: see MergingHooks::hopeless. If empty: never.
  std::function<bool(const std::vector<oracles::Judgement>&)> hopeless = {};
  /// What parts of other merged inputs have shown.
  Known known = {};
  /// The most probes for one merged input; 0: twice its fragments and 16 more.
  Ordinal most_probes = 0;
  /// How many probes are left for all merged inputs together.
  Ordinal probes_left = ~Ordinal{0};
  /// How many times its limit a part may take of an input that ended.
  unsigned patience = 1;
};

/// The distinct abstract messages of judgements under the rules, ascending.
std::vector<std::string> messages_of(const UnmergeRules& rules, const std::vector<oracles::Judgement>& judgements);
/// Whether the outcome hides what other fragments do: a crash, a time-out, a rejection, or a judgement with a beginning
/// listed in the rules.
bool hides(const UnmergeRules& rules, oracles::Verdict verdict, const std::vector<oracles::Judgement>& judgements);

/// A part of a merged input that fails by itself, and of which no fragment can be left out.
struct Culprit {
  Selection selection;  ///< with one fragment per axis: an input of level 0; with more, only the combination shows it
  Outcome outcome;      ///< of executing it; discarded if the part is not a valid input
  Ordinal probes = 0;   ///< how many had been made when it was found
  bool is_single() const;
};

struct Unmerged {
  std::vector<Culprit> parts;
  Ordinal probes = 0;
  results::Unmerging::Ending ending = results::Unmerging::Ending::explained;
};

/// Executes only the selected fragments. Empty if a stop was requested.
using Probe = std::function<std::optional<Outcome>(const Selection&)>;

/// Takes a failing or rejected merged input apart. `whole` is its outcome. Halves the fragments of the longest axis
/// repeatedly and follows every half that fails, until single inputs are left: about 2 log2(fragments) probes for one
/// culprit, at most twice the fragments for any number. A half is not followed if parts account for all its messages
/// and it hides nothing. If neither half fails, only a combination does: its fragments are left out one by one, as long
/// as the rest shows some of the same messages and no others. Finally the rest without the parts is executed: it
/// passes, or shows nothing new, or is itself taken apart. Fragments that judgements blame are tried first: alone, if
/// they show a message that no part accounts for. If their messages are known, they are only left out, all with one
/// probe; so are fragments that showed these messages, or were rejected, in other merged inputs. A hopeless outcome
/// ends the search. Empty if a stop was requested.
std::optional<Unmerged> unmerge(const Constituents& constituents, const Outcome& whole, const UnmergeRules& rules,
                                const Probe& probe);

}  // namespace smallscope::runner
