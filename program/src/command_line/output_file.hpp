// A file that a command writes: whole under its name, or not at all; what was there before stays until then.
#pragma once

#include <array>
#include <filesystem>
#include <initializer_list>
#include <ostream>
#include <streambuf>

namespace smallscope::program {

/// The text goes into a file of another name in the same directory, which takes the name when all of it is on the disk.
/// What is no regular file (a device, a pipe) is written in place.
class OutputFile {
 public:
  /// `inputs` are stores that the command reads. Throws UsageError when the target is one of them or belongs to one, is
  /// a directory or lies in one that does not exist; results::StoreError when it cannot be made.
  explicit OutputFile(std::filesystem::path target, std::initializer_list<std::filesystem::path> inputs = {});
  /// Leaves the target as it was, unless finish() has been called.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::ostream& stream() { return stream_; }
  /// Throws results::StoreError when something could not be written.
  void finish();

 private:
  /// Writes to a descriptor, and keeps what the first failure was.
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
  std::filesystem::path file_;        ///< behind links
  std::filesystem::path unfinished_;  ///< empty when the file is written in place
  Buffer buffer_;
  std::ostream stream_{&buffer_};
};

}  // namespace smallscope::program
