// SPDX-License-Identifier: Apache-2.0
// A private file in the directory for temporary files, removed at the end with the files that SQLite puts beside it.
// For one thread.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

namespace smallscope_benchmarks {

class ScratchFile {
 public:
  explicit ScratchFile(const std::string& name)
      : path_(std::filesystem::temp_directory_path() / (std::to_string(getpid()) + "-" + name)) {
    remove();
  }
  ~ScratchFile() { remove(); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  void remove() const {
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path_.string() + suffix);
  }
  std::filesystem::path path_;
};

}  // namespace smallscope_benchmarks
