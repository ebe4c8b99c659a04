// SPDX-License-Identifier: Apache-2.0
// The processes behind an isolated campaign: one nursery, forked early and small; a server for each lane, forked from
// it; a child for each portion, forked from the server.
#pragma once

#include <sys/types.h>

#include <mutex>

#include <smallscope/runner/isolated.hpp>

namespace smallscope::runner {

/// Thread-safe.
class Nursery {
 public:
  /// Forks it. It ends with this object or this process. Throws subjects::SubjectUnavailable.
  Nursery(const Campaign& campaign, const IsolationOptions& options);
  ~Nursery();
  Nursery(const Nursery&) = delete;
  Nursery& operator=(const Nursery&) = delete;

  /// A new server; its socket, which the caller closes to end it. Throws subjects::SubjectUnavailable.
  int new_server();

 private:
  std::mutex mutex_;
  int control_ = -1;
  pid_t pid_ = -1;
};

}  // namespace smallscope::runner
