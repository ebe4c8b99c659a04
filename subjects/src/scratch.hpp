// SPDX-License-Identifier: Apache-2.0
// A directory that is empty at the start of every test, whatever the last test did to it and to those above it.
//
// A test may put a symbolic link in the place of any of them. So what is emptied and read is reached by descriptors,
// and no link leads out of it. A Scratch belongs to one thread.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include <smallscope/subjects/observation.hpp>

#include "descriptor.hpp"

namespace smallscope::subjects {

class Scratch {
 public:
  /// The directory is made by the first renew() and removed by the destructor.
  explicit Scratch(std::filesystem::path directory) : directory_(std::move(directory)) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();

  const std::filesystem::path& directory() const { return directory_; }
  /// Makes it exist, empty and writable for us. Throws std::filesystem::filesystem_error; also if the directory above
  /// that of the lane is another one than it was.
  void renew();
  /// Up to `bound` bytes of the regular file `name` in it; empty if there is none, or if links lead out of the
  /// directory. Sets `cut` if the file is longer.
  std::optional<std::string> read(const std::string& name, std::size_t bound, bool& cut) const;
  /// Makes paths in this directory relative to it, in all texts: "DIRECTORY/input.c:3" becomes "input.c:3", and the
  /// directory itself ".". Every lane and every run has another directory, and what an input does must not depend on
  /// it. Nor must it on how much of a long path a program leaves out: "...3/lane-1/test/input.lua:3" becomes
  /// "input.lua:3". Texts with a NUL, which are no text, stay as they are.
  void make_relative(Observation& observation) const;

 private:
  void hold_lane();

  std::filesystem::path directory_;
  Descriptor root_, lane_;           // the directories above it
  std::filesystem::path root_path_;  // without links
  std::string lane_name_;
  std::filesystem::path without_links_;  // the directory, as a program that asks the system where it is sees it
};

}  // namespace smallscope::subjects
