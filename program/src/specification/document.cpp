// SPDX-License-Identifier: Apache-2.0
#include "document.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <map>
#include <smallscope/clustering/known_faults/toml_nesting.hpp>

namespace smallscope::program::specification {
namespace {

constexpr std::string_view choices_path = "inputs.choices";

/// Finds the bytes of a source region: the library counts columns in code points.
class Source {
 public:
  explicit Source(const std::string& text) : text_(text) {
    line_starts_ = {0, 0};  // lines count from 1
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') line_starts_.push_back(i + 1);
  }
  std::string slice(const toml::source_region& region) const {
    const std::size_t begin = offset(region.begin), end = offset(region.end);
    return begin < end ? text_.substr(begin, end - begin) : std::string();
  }

 private:
  static constexpr std::size_t stride = 64;

  std::size_t offset(const toml::source_position& position) const {
    if (position.line >= line_starts_.size()) return text_.size();
    const std::vector<std::size_t>& marks = marks_of(position.line);
    const std::size_t column = position.column - 1, mark = std::min(column / stride, marks.size() - 1);
    std::size_t at = marks[mark];
    for (std::size_t passed = mark * stride; passed < column && at < text_.size(); ++passed) at = next(at);
    return at;
  }
  std::size_t next(std::size_t at) const {
    ++at;
    while (at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0) == 0x80) ++at;
    return at;
  }
  /// The places of every 64th character of the line, so that a line of many values is not read again for each.
  const std::vector<std::size_t>& marks_of(std::size_t line) const {
    std::vector<std::size_t>& marks = marks_[line];
    if (!marks.empty()) return marks;
    const std::size_t end = line + 1 < line_starts_.size() ? line_starts_[line + 1] : text_.size();
    marks.push_back(line_starts_[line]);
    std::size_t column = 0;
    for (std::size_t at = line_starts_[line]; at < end; at = next(at))
      if (column++ % stride == 0 && column > 1) marks.push_back(at);
    return marks;
  }
  const std::string& text_;
  std::vector<std::size_t> line_starts_;
  mutable std::map<std::size_t, std::vector<std::size_t>> marks_;
};

std::string path_below(const std::string& path, std::string_view key) {
  return path.empty() || path == choices_path ? std::string(key) : path + "." + std::string(key);
}

Value::Kind kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::string:
      return Value::Kind::string;
    case toml::node_type::integer:
      return Value::Kind::integer;
    case toml::node_type::floating_point:
      return Value::Kind::floating;
    case toml::node_type::boolean:
      return Value::Kind::boolean;
    case toml::node_type::array:
      return Value::Kind::list;
    case toml::node_type::table:
      return Value::Kind::table;
    default:
      return Value::Kind::date;
  }
}

Value converted(const toml::node& node, std::string path, const Source& source, std::size_t before) {
  Value value;
  value.kind = kind_of(node);
  value.line = before + node.source().begin.line;
  value.path = std::move(path);
  if (const auto* table = node.as_table()) {
    std::vector<std::pair<toml::source_position, Entry>> entries;
    for (const auto& [key, child] : *table) {
      const std::string name(key.str());
      entries.push_back(
          {key.source().begin,
           {name, before + key.source().begin.line, converted(child, path_below(value.path, name), source, before)}});
    }
    std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [position, entry] : entries) value.entries.push_back(std::move(entry));
  } else if (const auto* array = node.as_array()) {
    for (const toml::node& child : *array) {
      // Tables in a list are distinguished by their lines, which every message contains.
      std::string item_path = child.is_table() ? value.path : fmt::format("{}[{}]", value.path, value.items.size());
      value.items.push_back(converted(child, std::move(item_path), source, before));
    }
  } else {
    value.raw = source.slice(node.source());
    value.text = value.raw;
    if (const auto* string = node.as_string()) value.text = string->get();
    if (const auto* integer = node.as_integer()) value.integer = integer->get();
    if (const auto* boolean = node.as_boolean()) value.boolean = boolean->get();
  }
  return value;
}

}  // namespace

const Value* Value::find(std::string_view key) const {
  for (const Entry& entry : entries)
    if (entry.key == key) return &entry.value;
  return nullptr;
}

Value Sources::read(const std::filesystem::path& file, std::size_t use, const std::string& what) {
  const std::string text = files().read(file, use, what);
  const std::size_t before = lines_;
  read_.push_back({file, before});
  lines_ += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  if (const auto line = clustering::too_deep_line(text))
    throw Mistake(before + *line, fmt::format("nested more than {} deep; write shorter keys and fewer brackets",
                                              clustering::greatest_toml_depth));
  try {
    const toml::table table = toml::parse(text);
    Value root = converted(table, "", Source(text), before);
    root.line = before + 1;
    return root;
  } catch (const toml::parse_error& error) {
    const auto says = [&](std::string_view words) { return error.description().find(words) != std::string_view::npos; };
    // Mostly a text of a program that goes on in the next line, and holes behind one that has a table of its own.
    const std::string_view remedy =
        says("control characters") ? "a text of several lines stands between ''' and '''; "
        : says("redefine existing table")
            ? "what follows a table [A.B] within [A] is a table [A.C], too, or B is written "
              "as B = { ... }; "
            : "";
    throw Mistake(before + error.source().begin.line,
                  fmt::format("not valid TOML: {}; {}see https://toml.io/en/v1.0.0", error.description(), remedy));
  }
}

std::string Sources::place(std::size_t line) const {
  if (read_.empty()) return {};
  if (line == 0) return read_.front().path.string();
  const auto file =
      std::find_if(read_.rbegin(), read_.rend(), [&](const Document& one) { return one.lines_before < line; });
  return fmt::format("{}:{}", file->path.string(), line - file->lines_before);
}

std::size_t line_of(const Value& value, std::string_view part) {
  const std::size_t at = value.raw.find(part);
  if (at == std::string::npos) return value.line;
  return value.line +
         static_cast<std::size_t>(std::count(value.raw.begin(), value.raw.begin() + static_cast<long>(at), '\n'));
}

}  // namespace smallscope::program::specification
