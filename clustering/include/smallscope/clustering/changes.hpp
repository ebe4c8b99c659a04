// SPDX-License-Identifier: Apache-2.0
// What became of an input between two executions: fixed, still failing, changed, new.
//
// `recheck` compares a store with executions of the present program, `compare` one store with another. Both ask here,
// so the words mean the same. Functions without state, for any thread. Example:
// change({.kind = Standing::Kind::fails, .key = "v1-..."}, {.kind = Standing::Kind::passes}) == Change::fixed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/clustering/clusters.hpp>

namespace smallscope::clustering {

/// What is known of an input from one side.
struct Standing {
  enum class Kind {
    not_executed,
    open,     ///< executed, but an oracle or the machine failed: nothing is known of the subject
    no_test,  ///< discarded, or no oracle applied
    refused,
    passes,
    fails
  };
  Kind kind = Kind::not_executed;
  std::string key = {};  ///< of a failing input: key() of the signature of its judgements
  bool flaky = false;    ///< it fails, but not always
  friend bool operator==(const Standing&, const Standing&) = default;
};

/// The standing of an input with this verdict; without one, it was not executed. A flaky input has the key of its
/// judgements, so that it is recognised when it fails in the same way again.
Standing standing(std::optional<oracles::Verdict> verdict, const std::vector<oracles::Judgement>& judgements,
                  const Options& options);

/// From a standing before to a standing now. Only an execution that passes shows that something is fixed.
enum class Change {
  none,              ///< it failed neither before nor now
  fixed,             ///< failed, passes
  failing,           ///< fails with the same key
  changed,           ///< fails with another key
  appeared,          ///< fails now, and before it passed, was refused, or was no test
  appeared_unknown,  ///< fails now, and was not executed or not judged before
  refused,           ///< failed; now the subject refuses it
  not_judged,        ///< failed; now it could not be judged, is no test, or was flaky and passes this time
  not_executed       ///< failed; not executed now
};
Change change(const Standing& before, const Standing& now);

/// "fixed", "still failing", "changed", "new", "not known before", "refused", "not judged", "not executed".
std::string_view name(Change change);

}  // namespace smallscope::clustering
