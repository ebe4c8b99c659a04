// SPDX-License-Identifier: Apache-2.0
#include <smallscope/coverage/instrumentation.hpp>

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <cstddef>
#include <string_view>

#include "layout.h"

namespace smallscope::coverage {

namespace {

/// A file that libelf reads.
class ElfFile {
 public:
  explicit ElfFile(const std::filesystem::path& path) {
    elf_version(EV_CURRENT);
    file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file_ >= 0) elf_ = elf_begin(file_, ELF_C_READ, nullptr);
  }
  ~ElfFile() {
    if (elf_ != nullptr) elf_end(elf_);
    if (file_ >= 0) close(file_);
  }
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  bool has_section(std::string_view name) const {
    std::size_t names = 0;
    if (elf_ == nullptr || elf_getshdrstrndx(elf_, &names) != 0) return false;
    for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf_, section)) != nullptr;) {
      GElf_Shdr header;
      const char* const found =
          gelf_getshdr(section, &header) != nullptr ? elf_strptr(elf_, names, header.sh_name) : nullptr;
      if (found != nullptr && name == found) return true;
    }
    return false;
  }

  /// Among what is loaded and not executed.
  bool has_text(std::string_view text) const {
    for (Elf_Scn* section = nullptr; elf_ != nullptr && (section = elf_nextscn(elf_, section)) != nullptr;) {
      GElf_Shdr header;
      if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_PROGBITS ||
          (header.sh_flags & (SHF_ALLOC | SHF_EXECINSTR)) != SHF_ALLOC)
        continue;
      const Elf_Data* const data = elf_rawdata(section, nullptr);
      if (data != nullptr && data->d_buf != nullptr &&
          std::string_view(static_cast<const char*>(data->d_buf), data->d_size).find(text) != std::string_view::npos)
        return true;
    }
    return false;
  }

 private:
  int file_ = -1;
  Elf* elf_ = nullptr;
};

}  // namespace

bool lacks_runtime(const std::filesystem::path& program) {
  const ElfFile file(program);
  return file.has_section("__sancov_bools") && !file.has_text(SMALLSCOPE_COVERAGE_VARIABLE);
}

}  // namespace smallscope::coverage
