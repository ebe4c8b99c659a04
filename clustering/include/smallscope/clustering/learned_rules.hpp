// SPDX-License-Identifier: Apache-2.0
// Message rules that are learned from the messages of a store, where no rule knows them.
//
// The messages are divided by what they have in common, as log parsers do (Drain, ICWS 2017), until what still differs
// does not recur. Such a part is *free*: it may be anything. A part that recurs in combination with others is a
// vocabulary ("raised TypeError", "raised NameError"): it stays. A rule folds messages that differ in free parts only.
// It is an ordinary rule, to be pasted into a campaign (runner::MessageRules::learned), so that the keys of clusters
// never depend on what else is in a store. Functions without state: any thread may use them.
// Example: eight messages "field NAME not visible" make "field <any word> not visible".
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <smallscope/clustering/rules.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::clustering {

/// A rule for whole messages. It changes exactly the messages that it was learned from, and those like them in which
/// the free parts have other values of the same kind.
struct LearnedRule {
  Rule rule;  ///< printable ASCII, whatever the messages are made of
  /// What it makes of its messages. Each free part is <any number>, <any hex>, <any word>, <any path> or <any text>.
  std::string text;
  std::size_t messages = 0;           ///< how many different ones it folds
  std::vector<std::string> examples;  ///< the first of them, in the order of their bytes
  friend bool operator==(const LearnedRule&, const LearnedRule&) = default;
};

struct Learned {
  std::vector<LearnedRule> rules;  ///< most messages first, then by text
  std::size_t messages = 0;        ///< how many different ones there were
  std::size_t too_long = 0;        ///< those of more than 4,096 bytes or 256 words, which are left alone
  std::size_t left_out = 0;        ///< rules beyond the first 100
};

/// The rules that fold these messages, which are as the rules in use have left them. The order of the messages does not
/// matter, nor do repetitions. A rule is made if it, together with what it leaves of its messages and with the values
/// of the free parts, is shorter than these messages, and at least half of their words stay. So few short messages are
/// never folded. What rules have written (<number>) stays. Messages that differ in words only from one that a learned
/// rule has written are left alone, because learning has decided about them; so it gives nothing when it is repeated.
/// Linear in the text of the messages, times the number of parts
/// that differ. Memory: proportional to the text.
Learned learned_rules(std::vector<std::string> messages);

/// The same for the messages of all known failures of a store, abstracted by `rules`.
Learned learned_rules(const results::Store& store, const RuleSet& rules);

}  // namespace smallscope::clustering
