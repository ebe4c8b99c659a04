// SPDX-License-Identifier: Apache-2.0
// A directory for files that nobody needs when its owner has ended, and how those of killed owners are removed.
//
// Flow: an engine makes one for its lanes, which give each subject a directory in it. Belongs to one thread; several
// may exist, also in several processes. Example: ScratchDirectory scratch({}); write_to(scratch.path() / "file");
#pragma once

#include <filesystem>

namespace smallscope::runner {

/// A directory "smallscope-XXXXXX" below `parent` (if empty, the system's temporary directory), removed with its
/// content in the end. Its owner holds a lock on it, which ends with the process, however that ends. A copy of the
/// process by fork() holds the lock, too, and does not remove the directory.
class ScratchDirectory {
 public:
  /// First removes what killed owners have left below `parent`: see remove_left_over(). Throws
  /// subjects::SubjectUnavailable if no directory can be made.
  explicit ScratchDirectory(const std::filesystem::path& parent);
  ~ScratchDirectory();
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;
  int owner_;  ///< the process that made it
};

/// Removes the directories below `parent` that a ScratchDirectory of this user made and whose owner does not live any
/// more: they have the name, the user, the mark and no lock. Everything else stays, and no link is followed. What
/// cannot be removed stays, too. O(entries of `parent`), and of what is removed.
void remove_left_over(const std::filesystem::path& parent);

}  // namespace smallscope::runner
