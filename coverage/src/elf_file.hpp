// SPDX-License-Identifier: Apache-2.0
// An ELF file that is open for libelf and libdw as long as the object lives. One thread at a time.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <elfutils/libdw.h>
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
  /// The section of debug information whose last string does not end; empty if there is none.
  std::string damaged_section() const;
  /// Its debug information. Null if there is none, or a damaged_section(), behind which libdw would read on.
  Dwarf* debug_information();
  /// Whether the text is among what is loaded and not executed.
  bool has_text(std::string_view text) const;

 private:
  int file_ = -1;
  Elf* elf_ = nullptr;
  Dwarf* dwarf_ = nullptr;
};

}  // namespace smallscope::coverage
