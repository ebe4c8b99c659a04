// SPDX-License-Identifier: Apache-2.0
#include <smallscope/coverage/source_files.hpp>

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <zlib.h>

#include <boost/uuid/detail/md5.hpp>
#include <cstdint>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include <smallscope/coverage/covered.hpp>
#include <smallscope/coverage/source_folders.hpp>

#include "elf_file.hpp"
#include "line_table.hpp"

namespace smallscope::coverage {

namespace {

constexpr std::size_t md5_digits = 32, checksum_digits = 16;

std::string md5_of(std::string_view text) {
  boost::uuids::detail::md5 sum;
  sum.process_bytes(text.data(), text.size());
  boost::uuids::detail::md5::digest_type digest;
  sum.get_digest(digest);
  static_assert(sizeof digest * 2 == md5_digits);
  std::string digits;
  for (const auto part : digest) digits += fmt::format("{:0{}x}", part, 2 * sizeof part);  // words or bytes
  return digits;
}

std::string checksums_of(std::string_view text) {
  const auto* const bytes = reinterpret_cast<const Bytef*>(text.data());
  return fmt::format("{:08x}{:08x}", crc32_z(0, bytes, text.size()), adler32_z(1, bytes, text.size()));
}

/// Of a section, as it is without compression.
Bytes section_named(Elf* elf, std::string_view name) {
  std::size_t names = 0;
  if (elf_getshdrstrndx(elf, &names) != 0) return {};
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type == SHT_NOBITS) continue;
    const char* const found = elf_strptr(elf, names, header.sh_name);
    if (found == nullptr || name != found) continue;
    if ((header.sh_flags & SHF_COMPRESSED) != 0 && elf_compress(section, 0, 0) < 0) return {};
    const Elf_Data* const data = elf_getdata(section, nullptr);
    if (data == nullptr || data->d_buf == nullptr) return {};
    return {static_cast<const std::uint8_t*>(data->d_buf), data->d_size};
  }
  return {};
}

/// The name relative to the folder if it is below it, as Symbols has it.
std::string name_of(const std::filesystem::path& path, const std::filesystem::path& folder) {
  const std::filesystem::path whole = (folder / path).lexically_normal();
  const std::filesystem::path relative = whole.lexically_relative(folder);
  return (!relative.empty() && *relative.begin() != ".." ? relative : whole).string();
}

std::vector<SourceFile> files_of_program(std::string_view id, const std::filesystem::path& module) {
  std::vector<SourceFile> files;
  ElfFile file(module);
  if (file.elf() == nullptr || !file.is_of_module(id)) return files;
  Dwarf* const dwarf = file.debug_information();
  const LineSections sections{.line = section_named(file.elf(), ".debug_line"),
                              .line_strings = section_named(file.elf(), ".debug_line_str"),
                              .strings = section_named(file.elf(), ".debug_str")};
  std::set<std::tuple<std::string, std::filesystem::path, std::string>> seen;
  Dwarf_CU* unit = nullptr;
  Dwarf_Die die;
  while (dwarf != nullptr && dwarf_get_units(dwarf, unit, &unit, nullptr, nullptr, &die, nullptr) == 0) {
    Dwarf_Attribute attribute;
    const char* const folder = dwarf_formstring(dwarf_attr(&die, DW_AT_comp_dir, &attribute));
    Dwarf_Word offset = 0;
    if (folder == nullptr || folder[0] != '/' || dwarf_attr(&die, DW_AT_stmt_list, &attribute) == nullptr ||
        dwarf_formudata(&attribute, &offset) != 0)
      continue;
    for (LineFile& each : files_of_line_table(sections, offset)) {
      std::string name = name_of(each.path, std::filesystem::path(folder).lexically_normal());
      if (seen.emplace(name, folder, each.md5).second) files.push_back({std::move(name), folder, std::move(each.md5)});
    }
  }
  return files;
}

/// "lines-<16 digits>-<8 digits>", of a file that is text.
std::vector<SourceFile> file_of_lines(std::string_view id, const std::filesystem::path& module) {
  if (module.extension() != ".py") return {};
  const std::filesystem::path folder = source_folders(id, module).front();
  std::string_view sum = id.substr(line_module.size());
  sum = sum.substr(0, sum.find('-'));
  return {{module.lexically_relative(folder).string(), folder,
           sum.size() == checksum_digits ? std::string(sum) : std::string()}};
}

}  // namespace

bool SourceFile::may_be(std::string_view text) const {
  if (sum.size() == md5_digits) return md5_of(text) == sum;
  return sum.size() != checksum_digits || checksums_of(text) == sum;
}

std::vector<SourceFile> source_files(std::string_view id, const std::filesystem::path& module) {
  return id.starts_with(line_module) ? file_of_lines(id, module) : files_of_program(id, module);
}

}  // namespace smallscope::coverage
