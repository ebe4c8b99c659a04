// SPDX-License-Identifier: Apache-2.0
#include "elf_file.hpp"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstddef>
#include <optional>

#include <fmt/format.h>

namespace smallscope::coverage {

namespace {

/// The name of the first section of which `matches` says so, given the section, its header and its name; or nothing.
template <class Matches>
std::optional<std::string> find_section(Elf* elf, const Matches& matches) {
  std::size_t names = 0;
  if (elf == nullptr || elf_getshdrstrndx(elf, &names) != 0) return std::nullopt;
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header;
    const char* const name =
        gelf_getshdr(section, &header) != nullptr ? elf_strptr(elf, names, header.sh_name) : nullptr;
    if (name != nullptr && matches(section, header, std::string_view(name))) return name;
  }
  return std::nullopt;
}

}  // namespace

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
  if (dwarf_ != nullptr) dwarf_end(dwarf_);
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
  return find_section(elf_, [&](Elf_Scn*, const GElf_Shdr&, std::string_view found) { return found == name; })
      .has_value();
}

std::string ElfFile::damaged_section() const {
  const auto is_damaged = [](Elf_Scn* section, const GElf_Shdr& header, std::string_view name) {
    if (name != ".debug_str" && name != ".debug_line_str") return false;
    const Elf_Data* const data = (header.sh_flags & SHF_COMPRESSED) == 0 ? elf_rawdata(section, nullptr) : nullptr;
    return data != nullptr && data->d_buf != nullptr && data->d_size != 0 &&
           static_cast<const char*>(data->d_buf)[data->d_size - 1] != '\0';
  };
  return find_section(elf_, is_damaged).value_or("");
}

Dwarf* ElfFile::debug_information() {
  if (dwarf_ == nullptr && elf_ != nullptr && damaged_section().empty())
    dwarf_ = dwarf_begin_elf(elf_, DWARF_C_READ, nullptr);
  return dwarf_;
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
