// A directory that is empty at the start of every test, whatever the last one did to it.
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
  /// Makes it exist, empty and ours to write. Throws std::filesystem::filesystem_error.
  void renew();
  /// Up to `bound` bytes of the regular file `name` in it, nothing when there is none. Sets `cut` when it is
  /// longer.
  std::optional<std::string> read(const std::string& name, std::size_t bound, bool& cut) const;

 private:
  std::filesystem::path directory_;
};

}  // namespace smallscope::subjects
