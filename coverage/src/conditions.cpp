// SPDX-License-Identifier: Apache-2.0
#include <smallscope/coverage/conditions.hpp>

#include <capstone/capstone.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "debug_information.hpp"
#include "elf_file.hpp"
#include "layout.h"

namespace smallscope::coverage {

namespace {

using Bytes = std::span<const std::uint8_t>;

struct Section {
  std::uint64_t address = 0;
  Bytes bytes;
};

/// The position of the byte that says which condition the instruction depends on. Legacy prefixes and REX come before
/// it, and 0x0f of the longer codes.
std::optional<std::size_t> condition_byte(Bytes instruction) {
  constexpr std::uint8_t prefixes[] = {0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf2, 0xf3};
  std::size_t at = 0;
  while (at < instruction.size() && std::ranges::find(prefixes, instruction[at]) != std::end(prefixes)) ++at;
  if (at < instruction.size() && (instruction[at] & 0xf0) == 0x40) ++at;
  if (at >= instruction.size()) return std::nullopt;
  if ((instruction[at] & 0xf0) == 0x70) return at;  // short jump
  if (instruction[at] != 0x0f || ++at >= instruction.size()) return std::nullopt;
  const std::uint8_t family = instruction[at] & 0xf0;
  if (family == 0x40 || family == 0x80 || family == 0x90) return at;  // move, jump, set
  return std::nullopt;
}

/// Decodes instructions one by one.
class Decoder {
 public:
  Decoder() {
    if (cs_open(CS_ARCH_X86, CS_MODE_64, &handle_) != CS_ERR_OK) return;
    cs_option(handle_, CS_OPT_DETAIL, CS_OPT_ON);
    instruction_ = cs_malloc(handle_);
  }
  ~Decoder() {
    if (instruction_ != nullptr) cs_free(instruction_, 1);
    if (handle_ != 0) cs_close(&handle_);
  }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  bool is_open() const { return instruction_ != nullptr; }

  /// Calls visit(instruction) until the end, or what is no instruction. Whether it came to the end.
  template <typename Visit>
  bool for_each(Bytes code, std::uint64_t address, const Visit& visit) const {
    const std::uint8_t* at = code.data();
    std::size_t size = code.size();
    while (size > 0 && cs_disasm_iter(handle_, &at, &size, &address, instruction_)) visit(*instruction_);
    return size == 0;
  }

 private:
  csh handle_ = 0;
  cs_insn* instruction_ = nullptr;
};

class Search {
 public:
  Search(const Module& module, Conditions& to) : module_(module), to_(to), file_(module.path) {}

  void run() {
    if (!file_.is_open()) return problem("{}", std::strerror(errno));
    if (file_.elf() == nullptr) return problem("it is no ELF file");
    if (!file_.is_of_module(module_.id)) return problem("it is not the build that ran: restore it, or run again");
    GElf_Ehdr header;
    if (gelf_getehdr(file_.elf(), &header) == nullptr || header.e_machine != EM_X86_64)
      return problem("conditions are known on x86-64 only");
    if (!decoder_.is_open()) return problem("the library capstone of this machine does not know x86-64");
    information_ = read_debug_information(module_);
    read_sections();
    read_blocks();
    for (const auto& [begin, end] : information_.code_end) decode(begin, end);
    for (auto& [key, found] : found_) to_.conditions.push_back(condition_of(std::move(found)));
    std::ranges::sort(to_.conditions, {}, [](const Condition& each) { return each.branches.front(); });
    if (to_.conditions.empty()) return problem("no condition was found in its functions: do not strip it");
    if (undecoded_ > 0) problem("{} of its functions could not be decoded to their end", undecoded_);
  }

 private:
  template <typename... Arguments>
  void problem(fmt::format_string<Arguments...> what, Arguments&&... arguments) {
    to_.problem = fmt::format("{}: {}", module_.path, fmt::format(what, std::forward<Arguments>(arguments)...));
  }

  void read_sections() {
    std::size_t names = 0;
    elf_getshdrstrndx(file_.elf(), &names);
    for (Elf_Scn* section = nullptr; (section = elf_nextscn(file_.elf(), section)) != nullptr;) {
      GElf_Shdr header;
      if (gelf_getshdr(section, &header) == nullptr) continue;
      const char* const name = elf_strptr(file_.elf(), names, header.sh_name);
      if (name != nullptr && std::string_view(name) == "__sancov_bools") {
        flags_begin_ = header.sh_addr;
        flags_end_ = header.sh_addr + header.sh_size;
      }
      if (header.sh_type != SHT_PROGBITS || (header.sh_flags & SHF_EXECINSTR) == 0) continue;
      const Elf_Data* const data = elf_rawdata(section, nullptr);
      if (data == nullptr || data->d_buf == nullptr) continue;
      code_.push_back({header.sh_addr, {static_cast<const std::uint8_t*>(data->d_buf), data->d_size}});
    }
  }

  void read_blocks() {
    for (Element block = 0; block < module_.blocks.size(); ++block)
      if (module_.blocks[block] != 0) blocks_.emplace(module_.blocks[block], block);
    if (!blocks_.empty()) return;
    for (const std::uint64_t call : information_.trace_calls)
      if (call - module_.code_begin < module_.code_size)
        blocks_.emplace(call, module_.element({.address = call, .is_return_address = true}));
  }

  Bytes code_at(std::uint64_t begin, std::uint64_t end) const {
    for (const Section& section : code_)
      if (begin >= section.address && end <= section.address + section.bytes.size() && begin < end)
        return section.bytes.subspan(begin - section.address, end - begin);
    return {};
  }

  bool reads_flag(const cs_insn& instruction) const {
    const cs_x86& detail = instruction.detail->x86;
    for (const cs_x86_op& operand : std::span(detail.operands, detail.op_count)) {
      if (operand.type != X86_OP_MEM || operand.mem.index != X86_REG_INVALID) continue;
      const auto distance = static_cast<std::uint64_t>(operand.mem.disp);
      const std::uint64_t address =
          operand.mem.base == X86_REG_RIP ? instruction.address + instruction.size + distance : distance;
      if (operand.mem.base != X86_REG_RIP && operand.mem.base != X86_REG_INVALID) continue;
      if (address - flags_begin_ < flags_end_ - flags_begin_ && (operand.access & CS_AC_READ) != 0) return true;
    }
    return false;
  }

  void decode(std::uint64_t begin, std::uint64_t end) {
    const auto first = blocks_.lower_bound(begin);
    if (first == blocks_.end() || first->first >= end) return;  // without coverage
    bool has_read_flag = false;
    std::string before;
    const bool is_whole = decoder_.for_each(code_at(begin, end), begin, [&](const cs_insn& instruction) {
      has_read_flag |= reads_flag(instruction);
      const auto at = condition_byte({instruction.bytes, instruction.size});
      // The first condition behind the read of a flag is whether the flag is set already.
      if (at && !std::exchange(has_read_flag, false)) {
        const auto behind = blocks_.upper_bound(instruction.address);
        const Branch branch{.address = instruction.address + *at, .code = instruction.bytes[*at]};
        if (behind != blocks_.begin() && std::prev(behind)->first >= begin)
          found_[key_of(begin, instruction, branch, before)].emplace(branch, std::prev(behind)->second);
      }
      before = text_of(instruction);
    });
    undecoded_ += !is_whole;
  }

  using Key = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint8_t, std::string>;
  using Found = std::map<Branch, Element>;  ///< the branches of a condition, and their blocks

  /// The function, its place in the source, and what decides: the instruction before, and the kind of comparison, which
  /// is the same for `<` and `>=`. Of code without lines, the instruction itself.
  Key key_of(std::uint64_t function, const cs_insn& instruction, Branch branch, const std::string& before) const {
    const auto after = std::ranges::upper_bound(information_.rows, instruction.address, {}, &Row::address);
    if (after == information_.rows.begin() || std::prev(after)->is_end || std::prev(after)->line == 0)
      return {instruction.address, 0, 0, 0, 0, ""};
    const Row& row = *std::prev(after);
    const auto kind = static_cast<std::uint8_t>((branch.code & 0x0f) >> 1);
    return {function, row.file, row.line, row.column, kind, before};
  }

  /// The same for equal instructions, wherever they stand.
  static std::string text_of(const cs_insn& instruction) {
    const cs_x86& detail = instruction.detail->x86;
    for (const cs_x86_op& operand : std::span(detail.operands, detail.op_count))
      if (operand.type == X86_OP_MEM && operand.mem.base == X86_REG_RIP)
        return fmt::format("{} {:x} {}", instruction.mnemonic,
                           instruction.address + instruction.size + static_cast<std::uint64_t>(operand.mem.disp),
                           detail.op_count);
    return fmt::format("{} {}", instruction.mnemonic, instruction.op_str);
  }

  static Condition condition_of(Found found) {
    Condition condition;
    for (const auto& [branch, block] : found) {
      condition.branches.push_back(branch);
      condition.blocks.push_back(block);
    }
    std::ranges::sort(condition.blocks);
    const auto same = std::ranges::unique(condition.blocks);
    condition.blocks.erase(same.begin(), same.end());
    return condition;
  }

  const Module& module_;
  Conditions& to_;
  ElfFile file_;
  Decoder decoder_;
  std::vector<Section> code_;
  DebugInformation information_;
  std::map<std::uint64_t, Element> blocks_;  ///< by where each begins
  std::map<Key, Found> found_;
  std::uint64_t flags_begin_ = 0, flags_end_ = 0;
  std::size_t undecoded_ = 0;  ///< functions that hold what is no instruction
};

}  // namespace

Conditions conditions_of(const Module& module) {
  Conditions found;
  if (module.id.starts_with(line_module)) {
    found.problem = fmt::format("{}: its conditions are not in machine code", module.path);
    return found;
  }
  Search(module, found).run();
  return found;
}

std::pair<std::string, std::string> environment(const Switch& condition) {
  std::string text = condition.module;
  for (const Branch& branch : condition.branches) text += fmt::format(" {:x} {:02x}", branch.address, branch.code);
  return {SMALLSCOPE_COVERAGE_SWITCH, std::move(text)};
}

}  // namespace smallscope::coverage
