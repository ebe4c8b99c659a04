// SPDX-License-Identifier: Apache-2.0
// What a run needs to know of messages: which failures are meant to be one fault.
#pragma once

#include <smallscope/clustering/causes/message_kind.hpp>
#include <smallscope/clustering/clusters.hpp>
#include <smallscope/runner/run.hpp>

namespace smallscope::program {

/// Failures with the same abstract messages are one.
inline results::Signature signature_by(const clustering::Options& options) {
  return [options](const results::Case& failing) {
    return clustering::to_string(clustering::signature(failing.verdict, failing.judgements, options, failing.ordinal));
  };
}

/// The same notion, for confirming and for taking merged inputs apart.
inline void use_message_rules(runner::RunOptions& run, const clustering::Options& options) {
  run.signature = signature_by(options);
  run.kind = [options](const results::Case& failing) {
    return clustering::message_kind(
        clustering::signature(failing.verdict, failing.judgements, options, failing.ordinal));
  };
  run.messages = [options](const auto& judgements) { return clustering::messages(judgements, options); };
}

}  // namespace smallscope::program
