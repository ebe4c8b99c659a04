// SPDX-License-Identifier: Apache-2.0
// Lines of the source of the code under test, as a store names it. Belongs to one thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/coverage/source_files.hpp>
#include <smallscope/diagnosis/spectrum.hpp>

namespace smallscope::program {

/// Where files are looked for, in this order: in the folders that a user names, where those that are known to be
/// compiled were, and in further folders.
struct SourcePlaces {
  std::vector<std::filesystem::path> named;
  std::vector<coverage::SourceFile> compiled = {};
  std::vector<std::filesystem::path> further = {};
  /// A page is passed on: what a module says about folders decides nothing about what is on it.
  bool only_named = false;
};

/// Adds where the files of a module were compiled, and its further folders.
void add_module(SourcePlaces& places, std::string_view id, const std::filesystem::path& module);

class SourceFiles {
 public:
  /// Files are looked for below the folders of the places and nowhere else, whatever names a store holds. One that has
  /// another text than what was compiled, as far as that is known, is none, which is noted on standard error.
  explicit SourceFiles(SourcePlaces places);

  /// Empty if there is no such file or line. A file is read once, at most 16 MiB of it.
  std::optional<std::string> line(const std::string& file, std::uint32_t number);
  /// Where it was found; empty if it was not.
  std::filesystem::path path_of(const std::string& file);

 private:
  struct File {
    std::filesystem::path path;
    std::vector<std::string> lines;
  };
  const File& file(const std::string& name);
  std::vector<std::filesystem::path> folders_of(const std::string& name) const;
  bool may_be(const std::string& name, std::string_view text) const;

  SourcePlaces places_;
  std::map<std::string, File> files_;
  std::size_t changed_ = 0;  ///< files that were found with another text only
};

/// The line of an element without its indentation; "" if it was not found.
std::string source_text(SourceFiles& files, const diagnosis::Element& element);
/// The same as a function that keeps the files.
std::function<std::string(const diagnosis::Element&)> source_of(std::shared_ptr<SourceFiles> files);

}  // namespace smallscope::program
