// SPDX-License-Identifier: Apache-2.0
// Files that fail where a test says so: a layer between SQLite and the file system.
//
// install() makes it SQLite's default for the process. It counts the operations that SQLite asks for while a Plan is
// armed, and lets the n-th of them fail, or ends the process there. A process that ends in a power failure first gives
// its files the content that a disk might then have: what was synced, and of the rest some sectors and others not.
// One thread at a time.
#pragma once

#include <cstdint>
#include <string>

namespace smallscope::results::faulty {

enum class Kind {
  fails,              ///< any operation fails, with the error that belongs to it
  fails_for_ever,     ///< and all after it
  fills_up,           ///< a write is cut short, since the disk is full; so are all after it
  reads_less,         ///< a read ends early, as if the file did; what is missing is zero
  killed,             ///< the process ends; what was written is in the files
  loses_power,        ///< the process ends; what was not synced may be lost or torn
  has_no_shared_map,  ///< no memory can be shared, from that operation on
};

/// For the name of a test: "FailsForEver".
std::string name(Kind kind);

struct Plan {
  Kind kind = Kind::fails;
  std::uint64_t at = 0;    ///< the operation, counted from 1 among those that the kind concerns; 0: none
  std::uint64_t seed = 0;  ///< of what a power failure loses
};

/// How a process that was killed or lost power ends.
constexpr int ended_status = 77;

/// Temporary files are from now on in memory, if the machine has a directory for that: nothing is to outlive it.
void install();
/// Starts counting from 1.
void arm(const Plan& plan);
/// Ends the plan. Returns how many operations it has concerned.
std::uint64_t disarm();
/// The last operation that failed, for messages: "write s.sqlite-wal".
std::string last_failure();

}  // namespace smallscope::results::faulty
