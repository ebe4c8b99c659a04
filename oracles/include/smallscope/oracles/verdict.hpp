// SPDX-License-Identifier: Apache-2.0
// Verdicts and judgements: what oracles say, and the one verdict of an executed input.
//
// Flow: oracles -> Judgement (one per oracle) -> combine() -> one Verdict per (level, ordinal), kept by results.
// Values and functions without state: any thread may use them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <smallscope/oracles/normaliser.hpp>
#include <smallscope/subjects/observation.hpp>

namespace smallscope::oracles {

/// An oracle says what is wrong in an ordered list of messages (FASE 2009, section 6: lists, not sets).
using Message = std::string;

/// One per executed input; the numbers are stored, so they never change.
enum class Verdict : int {
  pass = 0,
  fail = 1,            ///< some oracle objected
  crashed = 2,         ///< the subject itself crashed
  timed_out = 3,       ///< the subject itself hung
  flaky = 4,           ///< attempts differ
  discarded = 5,       ///< filtered by the generator or rejected by an oracle: not a valid input
  oracle_error = 6,    ///< an oracle could not judge
  infrastructure = 7,  ///< a worker or machine was lost; not the subject's fault
  refused = 8,         ///< the subject declined with a reason, and no oracle objected: nothing else was shown
  not_applicable = 9,  ///< of an oracle: the input gives it nothing to judge; of an input: no oracle applied
};
inline constexpr int verdict_count = 10;

/// The stable name ("timed out"), as printed and exported.
std::string_view name(Verdict verdict);
/// The verdict called `name`; empty if there is none.
std::optional<Verdict> verdict_named(std::string_view name);

/// Whether the verdict counts as a failure of the subject, and so is clustered: fail, crashed, timed_out, flaky.
bool is_failing(Verdict verdict);
/// Whether the input still has no verdict on the subject, because something else failed: oracle_error, infrastructure.
/// Such an input stays open, and can be executed again.
bool is_open(Verdict verdict);

/// What the subject should have done instead, as far as an oracle knows.
struct Expectation {
  struct Text {
    std::string text;
    Normaliser normalise = {};  ///< applied to what was printed before it is compared with the text
  };
  std::optional<Text> standard_output = {};
  std::optional<Text> standard_error = {};
  std::optional<int> exit_status = {};
  std::optional<bool> is_early = {};  ///< whether a command before its last one fails, and ends the execution
};

/// What one oracle said about one input. `messages` is empty for a pass, and if the oracle does not apply.
struct Judgement {
  std::string oracle;
  Verdict verdict = Verdict::pass;
  std::vector<Message> messages;
  // For a person who looks at the failure; neither compared nor stored with the judgement.
  std::vector<subjects::NamedText> exhibits = {};  ///< what the oracle saw beside the observation: another's output
  std::optional<Expectation> expectation = {};
  friend bool operator==(const Judgement& a, const Judgement& b) {
    return std::tie(a.oracle, a.verdict, a.messages) == std::tie(b.oracle, b.verdict, b.messages);
  }
};

/// The verdict of an input from those of its oracles: the first of infrastructure, oracle_error, discarded, crashed,
/// timed_out, flaky, fail, refused and pass that any of them gave. Otherwise, and without judgements, not_applicable.
Verdict combine(std::span<const Judgement> judgements);

}  // namespace smallscope::oracles
