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
#include <vector>

#include <smallscope/diagnosis/spectrum.hpp>

namespace smallscope::program {

class SourceFiles {
 public:
  /// Files are looked for below these folders and nowhere else, whatever names a store holds.
  explicit SourceFiles(std::vector<std::filesystem::path> folders);

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

  std::vector<std::filesystem::path> folders_;
  std::map<std::string, File> files_;
};

/// The line of an element without its indentation; "" if it was not found.
std::string source_text(SourceFiles& files, const diagnosis::Element& element);
/// The same as a function that keeps the files.
std::function<std::string(const diagnosis::Element&)> source_of(std::shared_ptr<SourceFiles> files);

}  // namespace smallscope::program
