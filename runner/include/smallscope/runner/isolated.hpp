// SPDX-License-Identifier: Apache-2.0
// In-process campaigns whose inputs are executed in processes of their own: what ends one of them, costs one verdict.
//
// isolated() forks a small server from the process as it is then: call it before threads are started and memory is
// filled. Each lane gets a server of its own from that one, and each portion a child of the lane's server. A child that
// ends early, by a signal, by exit() or because its time is over, has executed the portion in vain. The lane then
// halves what it asks for until the input is alone that ends its process; that input has crashed, or timed out.
// Verdicts, messages and stores are those of a run that is supervised instead (program/src/run/supervisor.hpp).
//
// Thread rule: isolated() before threads are started; the campaign then like any other. Example:
// runner::Engine engine(runner::isolated(campaign, {.time = 10s}), {});
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include <smallscope/runner/campaign.hpp>

namespace smallscope::runner {

struct IsolationOptions {
  /// That a test may take, alone; without it, as long as it likes.
  std::optional<std::chrono::duration<double>> time = {};
  /// Data that a child may have (RLIMIT_DATA) beside what the campaign's program has: beyond it, allocations fail.
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;
};

/// The campaign with its inputs executed in children. A campaign that does not execute them in process is returned as
/// it is. Throws subjects::SubjectUnavailable if the server cannot be started. Executing throws it, too, if a server
/// ends.
Campaign isolated(Campaign campaign, const IsolationOptions& options = {});

/// How often a child ended although none of its inputs ends one alone: state that leaks between inputs, or memory that
/// an earlier one has corrupted. 0 for a campaign that is not isolated.
std::uint64_t unexplained_ends(const Campaign& campaign);

}  // namespace smallscope::runner
