// SPDX-License-Identifier: Apache-2.0
#include "elf_file.hpp"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstddef>

#include <fmt/format.h>

namespace smallscope::coverage {

ElfFile::ElfFile(const std::filesystem::path& path) {
  elf_version(EV_CURRENT);
  file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file_ < 0) return;
  elf_ = elf_begin(file_, ELF_C_READ, nullptr);
  if (elf_ != nullptr && elf_kind(elf_) != ELF_K_ELF) {
    elf_end(elf_);
    elf_ = nullptr;
  }
}

ElfFile::~ElfFile() {
  if (elf_ != nullptr) elf_end(elf_);
  if (file_ >= 0) close(file_);
}

std::string ElfFile::build_id() const {
  const void* bytes = nullptr;
  const ssize_t size = elf_ == nullptr ? 0 : dwelf_elf_gnu_build_id(elf_, &bytes);
  std::string id;
  for (ssize_t i = 0; i < size; ++i) id += fmt::format("{:02x}", static_cast<const unsigned char*>(bytes)[i]);
  return id;
}

bool ElfFile::is_of_module(std::string_view id) const {
  const std::string own = build_id();
  return own == id || (own.empty() && id.starts_with("code-"));
}

bool ElfFile::has_section(std::string_view name) const {
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

bool ElfFile::has_text(std::string_view text) const {
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

}  // namespace smallscope::coverage
