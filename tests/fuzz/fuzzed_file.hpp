// SPDX-License-Identifier: Apache-2.0
// A file for targets that read one: a name of this process, in memory where the machine has such a directory.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace smallscope::fuzz {

class File {
 public:
  explicit File(const std::string& name) {
    std::string made = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : std::filesystem::temp_directory_path().string();
    made += "/smallscope-fuzz-XXXXXX";
    if (mkdtemp(made.data()) == nullptr) std::abort();
    directory_ = made;
    path_ = directory_ / name;
  }
  ~File() {
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  void write(std::string_view bytes) const { std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path directory_, path_;
};

}  // namespace smallscope::fuzz
