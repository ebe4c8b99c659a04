// SPDX-License-Identifier: Apache-2.0
// A directory that is empty at the start of every test, whatever the last test did to it. A Scratch belongs to one
// thread.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace smallscope::subjects {

class Scratch {
 public:
  /// The directory is made by the first renew() and removed by the destructor.
  explicit Scratch(std::filesystem::path directory) : directory_(std::move(directory)) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();

  const std::filesystem::path& directory() const { return directory_; }
  /// Makes it exist, empty and writable for us. Throws std::filesystem::filesystem_error.
  void renew();
  /// Up to `bound` bytes of the regular file `name` in it; empty if there is none. Sets `cut` if the file is longer.
  std::optional<std::string> read(const std::string& name, std::size_t bound, bool& cut) const;

 private:
  std::filesystem::path directory_;
};

}  // namespace smallscope::subjects
