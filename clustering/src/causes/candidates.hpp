// SPDX-License-Identifier: Apache-2.0
// Values that may be causes: with them, nearly all inputs fail, or most do and say something of their own.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include <smallscope/clustering/causes/causes.hpp>

#include "causes/value_counts.hpp"

namespace smallscope::clustering {

class Candidates {
 public:
  /// `counts` are by attribute, `kinds` of messages by index of the explainer's failing inputs. All must outlive it.
  Candidates(const Explainer& explainer, std::span<const ValueCounts> counts, std::span<const std::uint32_t> kinds,
             const CauseOptions& options);

  /// Those that say most about what fails first, and last those that narrower ones account for. O(attributes x failing
  /// inputs), as often as there are causes by messages.
  std::vector<Cause> find() const;

 private:
  /// How many failures with the value give kinds of messages that hardly occur without it.
  Ordinal with_own_messages(std::size_t attribute, Value value) const;
  bool fails_nearly_always(std::size_t attribute, Value value) const;
  /// Whether every failing input with the value has the cause.
  bool fails_only_with(const Cause& cause, std::size_t attribute, Value value) const;
  /// Whether what fails with the cause is due to narrower values: of another choice, only failing together with it, of
  /// which nearly all inputs fail, and without which at most half of its inputs do.
  bool is_due_to_narrower(const Cause& cause) const;

  const Explainer& explainer_;
  std::span<const ValueCounts> counts_;
  std::span<const std::uint32_t> kinds_;
  const CauseOptions& options_;
  std::map<std::uint32_t, Ordinal> failing_of_kind_;
};

}  // namespace smallscope::clustering
