// SPDX-License-Identifier: Apache-2.0
// What processes and their descendants occupy, as /proc shows it at the moment. A function without state, for any
// thread.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace smallscope::subjects {

struct Usage {
  std::size_t processes = 0;
  std::uint64_t memory_bytes = 0;  ///< resident; what processes share counts for each of them
};

/// Of the processes and all their descendants, but no more than `most` and one. Costs a few reads for each, and one for
/// each of their threads.
Usage usage_of(std::vector<pid_t> processes, std::size_t most);

}  // namespace smallscope::subjects
