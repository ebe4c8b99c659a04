// SPDX-License-Identifier: Apache-2.0
// The texts of which a specification is made: its own, those of files that it includes, and those from which holes take
// values. They come from a folder and are remembered, or are those that a store keeps: then no file is read.
//
// Private to the loader; use on one thread.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace smallscope::program::specification {

/// The most bytes of a file that a specification is or names.
inline constexpr std::size_t greatest_file_bytes = std::size_t{64} << 20;
/// The most bytes of all texts together that a store keeps.
inline constexpr std::size_t greatest_kept_bytes = std::size_t{1} << 20;

class Files {
 public:
  using Texts = std::vector<std::pair<std::string, std::string>>;

  /// Reads files. Their names are remembered relative to `directory`, which is absolute.
  explicit Files(std::filesystem::path directory) : directory_(std::move(directory)) {}
  /// Reads what a store keeps.
  explicit Files(const Texts& kept) : are_kept_(true), texts_(kept) {}

  /// Whether they are those that a store keeps, so that nothing else on this machine has to do with the specification.
  bool are_kept() const { return are_kept_; }
  /// The folder of the specification; empty if files are kept.
  const std::filesystem::path& directory() const { return directory_; }
  /// The whole text. Throws Mistake, with `line` and the name `what` for the file, unless it is kept, or is a regular
  /// file of at most `greatest_file_bytes` that can be read. Never waits, and never reads more.
  std::string read(const std::filesystem::path& file, std::size_t line, std::string_view what);
  /// What has been read, for a store to keep; empty if that is more than `greatest_kept_bytes`.
  Texts to_keep() const;

 private:
  std::filesystem::path directory_;
  bool are_kept_ = false;
  Texts texts_;
};

}  // namespace smallscope::program::specification
