// SPDX-License-Identifier: Apache-2.0
#include "line_table.hpp"

#include <dwarf.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace smallscope::coverage {

namespace {

/// Reads from the beginning of bytes; what lies beyond their end is 0, and then nothing is left.
class Cursor {
 public:
  explicit Cursor(Bytes bytes) : rest_(bytes) {}
  bool is_at_end() const { return rest_.empty(); }
  std::size_t size() const { return rest_.size(); }

  Bytes take(std::uint64_t size) {
    const Bytes taken = rest_.first(std::min<std::uint64_t>(size, rest_.size()));
    rest_ = size > rest_.size() ? Bytes() : rest_.subspan(size);
    return taken.size() == size ? taken : Bytes();
  }
  /// With the little end first.
  std::uint64_t number(std::size_t size) {
    std::uint64_t value = 0;
    const Bytes bytes = take(size);
    for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | bytes[i];
    return value;
  }
  std::uint64_t leb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; !rest_.empty(); shift += 7) {
      const std::uint64_t byte = number(1);
      if (shift < 64) value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) break;
    }
    return value;
  }
  std::string_view text() {
    const auto end = std::ranges::find(rest_, std::uint8_t{0});
    const auto size = static_cast<std::size_t>(end - rest_.begin());
    const std::string_view text(reinterpret_cast<const char*>(rest_.data()), size);
    take(size + 1);
    return text;
  }

 private:
  Bytes rest_;
};

std::string_view text_at(Bytes section, std::uint64_t offset) {
  return offset < section.size() ? Cursor(section.subspan(offset)).text() : std::string_view();
}

struct Header {
  Cursor rest;
  std::size_t offset_size = 4;
  std::uint64_t version = 0;
};

/// What comes before the tables of files.
std::optional<Header> header_at(Bytes section, std::uint64_t offset) {
  if (offset >= section.size()) return std::nullopt;
  Cursor cursor(section.subspan(offset));
  std::uint64_t length = cursor.number(4);
  const std::size_t offset_size = length == 0xffffffff ? 8 : 4;
  if (offset_size == 8) length = cursor.number(8);
  Header header{Cursor(cursor.take(std::min<std::uint64_t>(length, cursor.size()))), offset_size, 0};
  header.version = header.rest.number(2);
  if (header.version < 2 || header.version > 5) return std::nullopt;
  if (header.version >= 5) header.rest.take(2);  // sizes of addresses and segment selectors
  header.rest.take(offset_size);                 // the header's length
  header.rest.take(header.version >= 4 ? 5 : 4);
  const std::uint64_t opcodes = header.rest.number(1);
  header.rest.take(opcodes == 0 ? 0 : opcodes - 1);
  return header;
}

/// Directories, and files that name one of them from 1, each list until an empty name.
std::vector<LineFile> files_until_5(Cursor cursor) {
  std::vector<std::filesystem::path> folders{""};
  while (!cursor.is_at_end()) {
    const std::string_view name = cursor.text();
    if (name.empty()) break;
    folders.emplace_back(name);
  }
  std::vector<LineFile> files;
  while (!cursor.is_at_end()) {
    const std::string_view name = cursor.text();
    if (name.empty()) break;
    const std::uint64_t folder = cursor.leb();
    cursor.leb(), cursor.leb();  // time and size
    if (folder < folders.size()) files.push_back({folders[folder] / name, ""});
  }
  return files;
}

struct Entry {
  std::string_view name;
  std::uint64_t folder = 0;
  Bytes md5;
};

/// The entries of a table that says of what they consist; nothing where a form is unknown.
class Tables {
 public:
  Tables(const LineSections& sections, const Header& header)
      : sections_(sections), cursor_(header.rest), offset_size_(header.offset_size) {}

  std::vector<Entry> next() {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> format;
    for (std::uint64_t left = cursor_.number(1); left > 0; --left) {
      const std::uint64_t content = cursor_.leb(), form = cursor_.leb();
      format.emplace_back(content, form);
    }
    std::vector<Entry> entries;
    for (std::uint64_t left = cursor_.leb(); left > 0 && !cursor_.is_at_end() && !format.empty(); --left) {
      Entry entry;
      for (const auto& [content, form] : format) read(entry, content, form);
      entries.push_back(entry);
    }
    return entries;
  }

 private:
  void read(Entry& entry, std::uint64_t content, std::uint64_t form) {
    std::uint64_t number = 0;
    std::string_view text;
    Bytes bytes;
    switch (form) {
      case DW_FORM_string:
        text = cursor_.text();
        break;
      case DW_FORM_line_strp:
        text = text_at(sections_.line_strings, cursor_.number(offset_size_));
        break;
      case DW_FORM_strp:
        text = text_at(sections_.strings, cursor_.number(offset_size_));
        break;
      case DW_FORM_udata:
        number = cursor_.leb();
        break;
      case DW_FORM_data1:
        number = cursor_.number(1);
        break;
      case DW_FORM_data2:
        number = cursor_.number(2);
        break;
      case DW_FORM_data4:
        number = cursor_.number(4);
        break;
      case DW_FORM_data8:
        number = cursor_.number(8);
        break;
      case DW_FORM_data16:
        bytes = cursor_.take(16);
        break;
      case DW_FORM_block:
        cursor_.take(cursor_.leb());
        break;
      default:
        cursor_ = Cursor(Bytes());
        return;
    }
    if (content == DW_LNCT_path) entry.name = text;
    if (content == DW_LNCT_directory_index) entry.folder = number;
    if (content == DW_LNCT_MD5) entry.md5 = bytes;
  }

  const LineSections& sections_;
  Cursor cursor_;
  std::size_t offset_size_;
};

}  // namespace

std::vector<LineFile> files_of_line_table(const LineSections& sections, std::uint64_t offset) {
  const std::optional<Header> header = header_at(sections.line, offset);
  if (!header) return {};
  if (header->version < 5) return files_until_5(header->rest);
  Tables tables(sections, *header);
  const std::vector<Entry> folders = tables.next();
  std::vector<LineFile> files;
  for (const Entry& entry : tables.next()) {
    if (entry.folder >= folders.size() || entry.name.empty()) continue;
    // The first folder is that of compilation, to which the others are relative.
    const std::filesystem::path folder = entry.folder == 0 ? "" : folders[entry.folder].name;
    std::string md5;
    for (const std::uint8_t byte : entry.md5) md5 += fmt::format("{:02x}", byte);
    files.push_back({folder / entry.name, std::move(md5)});
  }
  return files;
}

}  // namespace smallscope::coverage
