// SPDX-License-Identifier: Apache-2.0
// One child process with its group: started without fork, ended with everything that it started.
//
// A Process belongs to one thread.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "descriptor.hpp"
#include "keeper.hpp"
#include "usage.hpp"

namespace smallscope::subjects {

/// What to start and how.
struct Launch {
  std::vector<std::string> arguments;    ///< the program first
  std::vector<std::string> environment;  ///< "NAME=value", added to what is inherited
  std::vector<std::string> inherit;      ///< as Command::inherit
  std::string directory;
  std::array<int, inherited_descriptors> descriptors{-1, -1, -1, -1,
                                                     -1};  ///< the child's 0, 1, ...; -1: /dev/null or closed
  std::uint64_t memory_bytes = 0;                          ///< of address space; 0: no limit
  std::uint64_t file_bytes = 0;                            ///< of a file; 0: no limit
  bool ends_with_thread = false;  ///< killed when the calling thread ends: for children that never outlive a call
};

/// How a leader ended.
struct Exit {
  int status = 0;  ///< if it exited
  int signal = 0;  ///< if it was killed, else 0
};

class Process {
 public:
  /// Throws SubjectUnavailable if the program does not exist or is not executable. Throws std::system_error if the
  /// machine (descriptors, memory, processes) or the input (too long a command line) is the obstacle.
  explicit Process(const Launch& launch);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  /// Becomes readable when the leader has ended.
  int descriptor() const { return watch_.get(); }
  bool ended() const;
  /// What is there now: the leader, what it started, and what that left behind; as usage_of().
  Usage usage(std::size_t most_processes) const;
  /// Kills the leader and its group, reaps the leader, and kills everything else that it started.
  Exit end();

 private:
  NamespaceUse use_;
  pid_t leader_ = -1;
  std::string mark_;
  std::unique_ptr<PidNamespace> namespace_;  ///< in which it lives, where there are any
  Descriptor watch_;
  std::optional<Exit> exit_;
};

/// "killed by SIGSEGV" or "exited with status 3".
std::string to_text(const Exit& exit);

/// Where the program of a command may be: all paths to try, in order. Throws SubjectUnavailable if a name without a
/// slash is not on PATH.
std::vector<std::string> locate(const std::string& program);

}  // namespace smallscope::subjects
