// SPDX-License-Identifier: Apache-2.0
#include "debug_information.hpp"

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <gelf.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "elf_file.hpp"

namespace smallscope::coverage {

namespace {

constexpr int most_depth = 200;  ///< of nested scopes: files come from outside
constexpr std::string_view trace_function = "__sanitizer_cov_trace_pc";

/// The name that the source has, if the text is the linker's name of a C++ function.
std::string demangled(const char* name) {
  if (std::string_view(name).starts_with("_Z")) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name, nullptr, nullptr, &status),
                                                           &std::free);
    if (status == 0 && text != nullptr) return text.get();
  }
  return name;
}

class Reader {
 public:
  explicit Reader(DebugInformation& to) : to_(to) {}

  void read(const Module& module) {
    file_.emplace(module.path);
    if (!file_->is_open()) {
      to_.problem = fmt::format("{}: {}: nothing is known of its code", module.path, std::strerror(errno));
      return;
    }
    elf_ = file_->elf();
    if (elf_ == nullptr) {
      to_.problem = fmt::format("{}: no ELF file: nothing is known of its code", module.path);
      return;
    }
    if (!file_->is_of_module(module.id)) {
      const std::string id = file_->build_id();
      to_.problem = fmt::format("{}: has build id {}, the program that ran had {}: restore that build or run again",
                                module.path, id.empty() ? "none" : id, module.id);
      return;
    }
    read_symbols();
    if (const std::string section = file_->damaged_section(); !section.empty()) {
      to_.problem =
          fmt::format("{}: its section {} is damaged, so no lines are known: build it again", module.path, section);
      return;
    }
    dwarf_ = file_->debug_information();
    read_units();
    if (to_.rows.empty()) {
      to_.problem =
          fmt::format("{}: no debug information, so no lines are known: compile with -g and do not strip", module.path);
    }
  }

 private:
  // --- the symbol table

  void read_symbols() {
    std::uint64_t trace_address = 0;
    Elf_Scn* section = nullptr;
    while ((section = elf_nextscn(elf_, section)) != nullptr) {
      GElf_Shdr header;
      if (gelf_getshdr(section, &header) == nullptr) continue;
      if (header.sh_type != SHT_SYMTAB && header.sh_type != SHT_DYNSYM) continue;
      Elf_Data* const data = elf_getdata(section, nullptr);
      if (data == nullptr || header.sh_entsize == 0) continue;
      for (std::size_t i = 0; i < data->d_size / header.sh_entsize; ++i) {
        GElf_Sym symbol;
        if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr) break;
        const char* const name = elf_strptr(elf_, header.sh_link, symbol.st_name);
        if (name == nullptr || symbol.st_value == 0 || GELF_ST_TYPE(symbol.st_info) != STT_FUNC) continue;
        if (name == trace_function) trace_address = symbol.st_value;
        const bool is_new = to_.code_end.emplace(symbol.st_value, symbol.st_value + symbol.st_size).second;
        if (is_new && symbol.st_size > 0) paint(symbol.st_value, symbol.st_value + symbol.st_size, demangled(name));
      }
    }
    if (trace_address != 0) find_trace_calls(trace_address);
  }

  /// A call on x86-64 is 0xe8 and the distance from its end. Other bytes look like a call of just this function once
  /// in four gigabytes.
  void find_trace_calls(std::uint64_t target) {
    GElf_Ehdr file;
    if (gelf_getehdr(elf_, &file) == nullptr || file.e_machine != EM_X86_64) return;
    Elf_Scn* section = nullptr;
    while ((section = elf_nextscn(elf_, section)) != nullptr) {
      GElf_Shdr header;
      if (gelf_getshdr(section, &header) == nullptr || (header.sh_flags & SHF_EXECINSTR) == 0) continue;
      const Elf_Data* const data = elf_rawdata(section, nullptr);
      if (data == nullptr || data->d_buf == nullptr) continue;
      const std::span bytes(static_cast<const unsigned char*>(data->d_buf), data->d_size);
      for (std::size_t at = 0; at + trace_call_size <= bytes.size(); ++at) {
        if (bytes[at] != 0xe8) continue;
        std::int32_t distance = 0;
        std::memcpy(&distance, &bytes[at + 1], sizeof distance);
        const std::uint64_t end = header.sh_addr + at + trace_call_size;
        if (end + static_cast<std::uint64_t>(static_cast<std::int64_t>(distance)) == target) {
          to_.trace_calls.push_back(end);
        }
      }
    }
    std::ranges::sort(to_.trace_calls);
  }

  // --- debug information

  void read_units() {
    Dwarf_CU* unit = nullptr;
    Dwarf_Die die;
    Dwarf_Die split;
    std::uint8_t type = 0;
    while (dwarf_ != nullptr && dwarf_get_units(dwarf_, unit, &unit, nullptr, &type, &die, &split) == 0) {
      if (type != DW_UT_compile && type != DW_UT_skeleton) continue;
      read_rows(die);
      // Inner scopes are painted over outer ones.
      read_scopes(type == DW_UT_skeleton && dwarf_tag(&split) != DW_TAG_invalid ? split : die, 0);
    }
    std::ranges::stable_sort(to_.rows, [](const Row& left, const Row& right) {
      return std::pair(left.address, !left.is_end) < std::pair(right.address, !right.is_end);
    });
  }

  std::uint32_t file_number(const char* name, const std::filesystem::path& folder) {
    const std::filesystem::path path = (folder / name).lexically_normal();
    const std::filesystem::path relative = folder.empty() ? path : path.lexically_relative(folder);
    const bool is_below = !relative.empty() && *relative.begin() != "..";
    const std::string text = (is_below ? relative : path).string();
    const auto [found, is_new] = file_numbers_.try_emplace(text, static_cast<std::uint32_t>(to_.files.size()));
    if (is_new) to_.files.push_back(text);
    return found->second;
  }

  void read_rows(Dwarf_Die& unit) {
    Dwarf_Lines* lines = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrclines(&unit, &lines, &count) != 0) return;
    Dwarf_Attribute attribute;
    const char* const folder = dwarf_formstring(dwarf_attr(&unit, DW_AT_comp_dir, &attribute));
    std::map<const char*, std::uint32_t> numbers;  // libdw returns the same pointer for the same file
    for (std::size_t i = 0; i < count; ++i) {
      Dwarf_Line* const line = dwarf_onesrcline(lines, i);
      Dwarf_Addr address = 0;
      int number = 0;
      Row row;
      if (dwarf_lineaddr(line, &address) != 0 || dwarf_lineno(line, &number) != 0) continue;
      dwarf_linebeginstatement(line, &row.is_statement);
      dwarf_lineendsequence(line, &row.is_end);
      const char* const name = dwarf_linesrc(line, nullptr, nullptr);
      if (name == nullptr || number < 0) continue;
      const auto found = numbers.find(name);
      row.file = found != numbers.end()
                     ? found->second
                     : numbers[name] = file_number(name, folder == nullptr ? "" : std::filesystem::path(folder));
      row.address = address;
      row.line = static_cast<std::uint32_t>(number);
      if (int column = 0; dwarf_linecol(line, &column) == 0 && column > 0)
        row.column = static_cast<std::uint32_t>(column);
      to_.rows.push_back(row);
    }
  }

  void read_scopes(Dwarf_Die parent, int depth) {
    Dwarf_Die die;
    if (depth > most_depth || dwarf_child(&parent, &die) != 0) return;
    do {
      const int tag = dwarf_tag(&die);
      switch (tag) {
        case DW_TAG_subprogram:
        case DW_TAG_inlined_subroutine:
          paint_function(die);
          [[fallthrough]];
        case DW_TAG_lexical_block:
        case DW_TAG_namespace:
        case DW_TAG_class_type:
        case DW_TAG_structure_type:
        case DW_TAG_union_type:
          read_scopes(die, depth + 1);
          break;
        default:
          break;
      }
    } while (dwarf_siblingof(&die, &die) == 0);
  }

  void paint_function(Dwarf_Die& die) {
    Dwarf_Addr base = 0, begin = 0, end = 0;
    std::optional<std::string> name;
    for (ptrdiff_t at = 0; (at = dwarf_ranges(&die, at, &base, &begin, &end)) > 0;) {
      if (begin == 0 || begin >= end) continue;
      if (!name) name = name_of(die);
      paint(begin, end, *name);
    }
  }

  static std::string name_of(Dwarf_Die& die) {
    Dwarf_Attribute attribute;
    for (const unsigned key : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name, DW_AT_name}) {
      const char* const name = dwarf_formstring(dwarf_attr_integrate(&die, key, &attribute));
      if (name != nullptr) return demangled(name);
    }
    return "";
  }

  void paint(std::uint64_t begin, std::uint64_t end, const std::string& name) {
    if (name.empty() || begin >= end) return;
    const auto [found, is_new] = function_numbers_.try_emplace(name, static_cast<std::uint32_t>(to_.functions.size()));
    if (is_new) to_.functions.push_back(name);
    auto& from = to_.function_from;
    const auto after = from.upper_bound(end);
    const std::uint32_t behind = after == from.begin() ? no_function : std::prev(after)->second;
    from.erase(from.lower_bound(begin), after);
    from[begin] = found->second;
    from[end] = behind;
  }

  DebugInformation& to_;
  std::optional<ElfFile> file_;
  Elf* elf_ = nullptr;
  Dwarf* dwarf_ = nullptr;
  std::map<std::string, std::uint32_t> file_numbers_, function_numbers_;
};

}  // namespace

DebugInformation read_debug_information(const Module& module) {
  DebugInformation information;
  Reader(information).read(module);
  return information;
}

}  // namespace smallscope::coverage
