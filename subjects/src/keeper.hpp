// SPDX-License-Identifier: Apache-2.0
// Keepers: small processes that end what subjects left behind, also when the runner is killed (keeper/keeper.cpp).
//
// A PidNamespace has a keeper as its first process. What is started in it, and everything that this starts, in whatever
// session, group and environment, is killed by the kernel when the keeper ends. Keepers are no children of the runner,
// so a program that waits for its own children does not meet them. A PidNamespace belongs to one thread at a time; the
// functions are thread-safe.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "descriptor.hpp"

namespace smallscope::subjects {

class PidNamespace {
 public:
  /// Throws std::system_error if this machine offers none to this user.
  PidNamespace();
  PidNamespace(const PidNamespace&) = delete;
  PidNamespace& operator=(const PidNamespace&) = delete;
  /// Kills everything in it, and waits for that.
  ~PidNamespace();

  /// While it exists, children of the calling thread are born in the namespace. Nothing but vfork() may happen.
  class Entry {
   public:
    explicit Entry(const PidNamespace& space);
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

   private:
    const PidNamespace& space_;
  };
  /// In such a child, before it executes something: shows it the files of the namespace. Only system calls. 0, or
  /// errno.
  int enter_mounts() const noexcept;
  /// Whether a process besides the keeper is left in it, if no child of ours is. One system call.
  bool is_inhabited() const;
  /// The processes that the keeper adopted.
  std::vector<pid_t> adopted() const;
  /// Whether the keeper lives.
  bool is_alive() const;

 private:
  friend class Entry;
  pid_t owner_;
  Descriptor keeper_;                           // a pidfd
  Descriptor processes_, mounts_, root_, own_;  // namespaces, the root directory, and our own PID namespace
  Descriptor children_;                         // the list of what the keeper adopted
};

/// As long as one exists, namespaces that nobody uses are kept, to be used again; the last one ends them. So a program
/// that is a subreaper itself, and waits for whatever it adopts, meets no keeper when it has closed its sessions.
class NamespaceUse {
 public:
  NamespaceUse();
  ~NamespaceUse();
  NamespaceUse(const NamespaceUse&) = delete;
  NamespaceUse& operator=(const NamespaceUse&) = delete;
};

/// A namespace for one execution, made or used again; null where there are none. Afterwards it goes to give_back().
std::unique_ptr<PidNamespace> take_namespace();
/// Kills what is left in it; if nothing was, it will be used again.
void give_back(std::unique_ptr<PidNamespace> space);

/// Where there are no namespaces: from now on, processes whose environment contains this text are killed when this
/// process ends, however it does. Does nothing if that is impossible.
void kill_marked_at_end(const std::string& text);

}  // namespace smallscope::subjects
