// SPDX-License-Identifier: Apache-2.0
// What a tester decided about failures, with the evidence on which the decision rests.
//
// A part of a fault in a file of faults (faults.hpp); fault_states.hpp compares it with a store. Values, each of which
// belongs to the thread that uses it. Example: faults.all()[0].decision.expires < today().
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/clustering/known_faults/written_explanation.hpp>
#include <smallscope/results/record.hpp>

namespace smallscope::clustering {

/// A date without a time.
using Day = std::chrono::year_month_day;
/// The day in Greenwich.
Day day_at(std::chrono::system_clock::time_point time);
/// "2026-11-22"
std::string to_string(Day day);
/// The inverse; empty for other texts, and for days that do not exist.
std::optional<Day> day_named(std::string_view text);

/// The inputs that failed when a decision was made, and the space that gives their ordinals a meaning.
struct Evidence {
  std::vector<generators::Ordinal> failing;  ///< of level 0, ascending
  std::string space;                         ///< its size and fingerprint: results::Fingerprint::population
  friend bool operator==(const Evidence&, const Evidence&) = default;
};

/// Whether the ordinals of the evidence mean the same inputs in a store with this manifest.
bool is_of_space(const Evidence& evidence, const results::Manifest& manifest);
/// The failing inputs, in any order, as evidence from this store.
Evidence evidence_from(const results::Manifest& manifest, std::vector<generators::Ordinal> failing);

struct Decision {
  enum class Kind {
    known,   ///< a fault that need not be reported again
    ignore,  ///< the failures are of no interest; otherwise as known
    note,    ///< a remark about failures that remain new
  };
  Kind kind = Kind::known;
  std::vector<std::string> keys;  ///< message keys (clustering::key) of the failures
  std::string reason, ticket;
  std::optional<Day> expires;  ///< the last day on which the decision holds
  std::optional<Day> first_seen;
  std::optional<WrittenExplanation> explanation;
  std::optional<Evidence> evidence;
  friend bool operator==(const Decision&, const Decision&) = default;
};

std::string_view name(Decision::Kind kind);
std::optional<Decision::Kind> decision_named(std::string_view name);

}  // namespace smallscope::clustering
