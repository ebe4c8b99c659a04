// SPDX-License-Identifier: Apache-2.0
// An ELF file that is open for libelf as long as the object lives. One thread at a time.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <gelf.h>

namespace smallscope::coverage {

class ElfFile {
 public:
  /// Sets errno if it cannot be opened.
  explicit ElfFile(const std::filesystem::path& path);
  ~ElfFile();
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  bool is_open() const { return file_ >= 0; }
  /// Null if it is no ELF file.
  Elf* elf() const { return elf_; }
  /// In hexadecimal digits; empty if it has none, or is no ELF file.
  std::string build_id() const;
  /// Whether it is the build that reports as this module: by its build id, or as one that has none.
  bool is_of_module(std::string_view id) const;
  bool has_section(std::string_view name) const;
  /// Whether the text is among what is loaded and not executed.
  bool has_text(std::string_view text) const;

 private:
  int file_ = -1;
  Elf* elf_ = nullptr;
};

}  // namespace smallscope::coverage
