// SPDX-License-Identifier: Apache-2.0
// Which failures have one cause, by the choices with which they fail and the kinds of messages that they give.
//
// Messages alone do not separate faults: two faults may say the same, and one fault says what the program around it
// makes of it. Choices alone do not either. So groups are formed in this order:
//
// 1. *Causes.* A value of an attribute is a cause if nearly all valid inputs with it fail, or if most of them do and
//    most of these give kinds of messages that hardly occur without it. Where all failures give one kind, values are
//    causes only if every failure has one. The failures of a cause are one group for each verdict.
//    Causes whose labels are alike are one: they have a piece of text in common that no other label has, they are
//    numbers without another number between them, or the same label of two attributes; and they mostly give the same
//    kind of message.
// 2. What a cause does not need to explain is taken out of its group: the less frequent kinds of messages that, by what
//    the same message needs elsewhere, these inputs would give without the cause.
// 3. Where another choice decides what the failures of a cause say, because some of its values give some kinds of
//    messages and the others give others, they are two groups.
// 4. The other failures are one group for each kind of message; if failures of a cause give this kind as well, if the
//    kind says no more than that outputs differ, or if its messages differ, one for each part of them whose terms
//    narrow no choice down to a value in common. Terms are also in different parts if outputs differ in other ways.
// 5. Values of a choice that fail in the same contexts, which are the values of all other choices, are causes of such a
//    part: they trigger its failures, and other choices decide whether that shows. The choice is the rarest one.
// 6. What is left are groups without a cause. Two are joined if the description of both is shorter than two
//    descriptions by a third of the shorter one. A description is as long as the values that the terms of an
//    explanation mention. Groups without a kind of message in common stay apart if a choice has no value in common
//    either, unless messages say more about this choice than which of two it is; and a failure with a message of its
//    own stays alone. Where there are more kinds of messages than can be compared, the groups are those of the terms
//    that explain these failures, whatever they say.
//
// Deterministic; functions without state, for any thread. Example: find_causes(explainer, kinds, verdicts).groups.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <smallscope/clustering/causes/code_parts.hpp>
#include <smallscope/clustering/explanations/explainer.hpp>

namespace smallscope::clustering {

struct CauseOptions {
  double nearly_all = 0.75;  ///< of the inputs with a value, or of the failures with a kind of message
  double most = 0.5;
  double shared = 1.0 / 3;  ///< of the shorter description: what two groups must have in common to be joined
  /// Of groups of one kind of message each, only so many of the largest are joined. Of one group, at most so many
  /// values are causes because they fail in the same contexts.
  std::size_t most_groups = 64;
  /// By kind of message: whether it says no more than that outputs differ. Those behind the end say more.
  std::vector<bool> silent = {};
};

/// A value with which inputs fail.
struct Cause {
  std::size_t attribute = 0;
  Value value = 0;
  Ordinal failing = 0;  ///< inputs with the value that fail
  Ordinal valid = 0;    ///< inputs with the value that fail, pass, or were declined
  /// Why it counts as one.
  enum class Reason {
    rate,      ///< nearly all inputs with it fail
    messages,  ///< most of them fail, and most of these with messages of their own
    contexts,  ///< they fail with the same values of other choices as those with other values of the choice do
  } reason = Reason::rate;
};

struct CauseGroup {
  /// Where failures are in parts (CodeParts): that of the members; of a group that code has divided, or could have: the
  /// element that is responsible for them.
  std::optional<std::uint32_t> part = std::nullopt;
  /// Of a group that code has divided: the number of what was divided.
  std::optional<std::size_t> divided = std::nullopt;
  std::vector<Cause> causes = {};  ///< none: the members have no value that is a cause
  /// Attributes that decide what failures of its causes say, by which these were divided, one after the other.
  std::vector<std::size_t> deciding = {};
  std::vector<std::uint32_t> kinds = {};  ///< of messages, ascending
  std::vector<std::size_t> members = {};  ///< indices of Explainer::failing(), ascending
  double bits = 0;                        ///< the length of its description; 0 for a cause, and for a group not tried
  double bits_apart = 0;                  ///< that of its parts, before they were joined
};

struct Causes {
  std::vector<CauseGroup> groups;     ///< by their first member
  std::vector<std::size_t> group_of;  ///< by index of Explainer::failing()
  std::size_t left_apart = 0;         ///< groups that were not tried, because there are too many
  /// Attributes of causes, which descriptions mention before others.
  std::vector<std::size_t> telling = {};
};

/// `kinds` has the kind of message of each failing input, and `verdicts` a number for the verdict of each: inputs with
/// different verdicts are never in one group. `messages` has the message of each, of which a kind may have several;
/// with none, kinds are not divided by what else messages say. `differences` has a number for how outputs of each
/// differ; with none, that divides nothing. `errors` has a number for each kind of message, the same for kinds that
/// differ only in what right programs answer (RightAnswers): no choice that decides about these divides what has one
/// cause. With none, each kind has its own. O(groups^2 x terms x distinct failing inputs); where that is much, fewer
/// inputs are starting points of terms.
Causes find_causes(const Explainer& explainer, std::span<const std::uint32_t> kinds,
                   std::span<const std::uint32_t> verdicts, const CauseOptions& options = {},
                   std::span<const std::uint32_t> messages = {}, std::span<const std::uint32_t> differences = {},
                   std::span<const std::uint32_t> errors = {});

/// The same for failures in parts, of which `part_of` has the number of each: failures of different parts are never in
/// one group. A part whose failures give one kind of message is a group. In any other, causes are found as if no other
/// inputs failed. Without an explainer, there is a group for each kind in each part.
Causes find_causes_in_parts(const Explainer* explainer, std::span<const std::uint32_t> kinds,
                            std::span<const std::uint32_t> verdicts, std::span<const std::uint32_t> part_of,
                            const CauseOptions& options = {});

/// Whether what covers the element is apart from other failures of the kind of message.
using Divides = std::function<bool(const CodeElement& element, std::uint32_t kind)>;

/// The same groups, divided where other code is responsible and divides them, as if nothing but the group failed.
/// `parts_of` gives the parts of members of a group; elements are added to `elements`.
Causes divided_by_code(Causes causes, std::span<const std::uint32_t> kinds, std::vector<CodeElement>& elements,
                       const std::function<CodeParts(std::span<const std::size_t> members)>& parts_of,
                       const Divides& divides);

/// What speaks for making two groups one, and against.
struct GroupComparison {
  double shared = 0;  ///< how much shorter describing both together is, as a share of the shorter description
  /// Where they have no kind of message in common: an attribute of which neither has a value of the other.
  std::optional<std::size_t> deciding = std::nullopt;
  bool is_lone = false;  ///< one of them is a single failure with a message of its own
};
/// `telling` is Causes::telling.
GroupComparison compare_groups(const Explainer& explainer, std::span<const std::uint32_t> kinds,
                               const std::vector<std::size_t>& telling, const CauseGroup& a, const CauseGroup& b);
/// The same for two groups of one part, as if nothing else failed than what is in their part.
GroupComparison compare_in_part(const Explainer& explainer, std::span<const std::uint32_t> kinds, const Causes& causes,
                                const CauseGroup& a, const CauseGroup& b);

}  // namespace smallscope::clustering
