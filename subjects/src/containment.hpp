// SPDX-License-Identifier: Apache-2.0
// Processes that a subject started must not outlive its execution.
//
// Where the machine offers PID namespaces (keeper.hpp), the kernel sees to that. This is for those where it does not. A
// process group catches most of them. Processes that left their group (new sessions, daemons) are re-parented to the
// runner, which makes itself a child subreaper. It recognises them by the mark that their execution put into their
// environment. Parallel lanes share the runner's children, so marks tell whose an orphan is. Processes that removed the
// mark are killed when nothing is being executed, at the latest after the last execution. If the runner itself is
// killed, a keeper kills those with a mark. Only processes that another user's rights protect escape. All functions are
// thread-safe.
#pragma once

#include <sys/types.h>

#include <string>

namespace smallscope::subjects {

inline constexpr char mark_variable[] = "SMALLSCOPE_EXECUTION";

/// Becomes a subreaper (once), makes sure that marked processes do not outlive this one, and says whether orphans can
/// be found on this machine.
bool adopts_orphans();

/// A fresh mark. Inside a subject of another runner it extends that runner's mark, so that runner finds our children
/// too.
std::string new_mark();

/// Held while a child is started and registered, so that no other lane takes it for an orphan.
class Start {
 public:
  Start();
  ~Start();
  Start(const Start&) = delete;
  Start& operator=(const Start&) = delete;
  /// Registers the started child: it is a leader, and not an orphan until it is forgotten.
  void succeeded(pid_t leader);
};
/// Forgets a leader, after it has been reaped.
void forget_leader(pid_t leader);

/// Kills and reaps the orphans of the execution with that mark and process group, until none is left; if nothing else
/// is being executed, all that this process adopted. Costs one read of /proc if there are none. Gives up after a few
/// seconds on processes that cannot be killed.
void kill_orphans(const std::string& mark, pid_t group);

}  // namespace smallscope::subjects
