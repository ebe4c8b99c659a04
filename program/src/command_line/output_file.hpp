// SPDX-License-Identifier: Apache-2.0
// A file that a command writes: complete under its name, or not at all. The previous content stays until then.
#pragma once

#include <array>
#include <filesystem>
#include <initializer_list>
#include <ostream>
#include <streambuf>

namespace smallscope::program {

/// The text goes into a file with another name in the same directory. That file gets the target's name when all of the
/// text is on the disk. A target that is not a regular file (a device, a pipe) is written in place.
class OutputFile {
 public:
  /// `inputs` are stores that the command reads. Throws UsageError if the target is one of them or belongs to one, is a
  /// directory, or lies in a directory that does not exist; results::StoreError if it cannot be made.
  explicit OutputFile(std::filesystem::path target, std::initializer_list<std::filesystem::path> inputs = {});
  /// Leaves the target as it was, unless finish() has been called.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::ostream& stream() { return stream_; }
  /// Throws results::StoreError if something could not be written.
  void finish();

 private:
  /// Writes to a descriptor, and keeps the first error.
  class Buffer : public std::streambuf {
   public:
    Buffer() { setp(bytes_.data(), bytes_.data() + bytes_.size()); }
    int descriptor = -1;
    int obstacle = 0;

   private:
    int_type overflow(int_type next) override;
    int sync() override;
    std::array<char, 1 << 16> bytes_;
  };

  [[noreturn]] void fail(int obstacle) const;

  std::filesystem::path target_;      ///< as the user named it
  std::filesystem::path file_;        ///< after following links
  std::filesystem::path unfinished_;  ///< empty if the file is written in place
  Buffer buffer_;
  std::ostream stream_{&buffer_};
};

}  // namespace smallscope::program
