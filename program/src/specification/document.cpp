// SPDX-License-Identifier: Apache-2.0
#include "document.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

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
  std::size_t offset(const toml::source_position& position) const {
    if (position.line >= line_starts_.size()) return text_.size();
    std::size_t at = line_starts_[position.line];
    for (toml::source_index column = 1; column < position.column && at < text_.size(); ++column) {
      ++at;
      while (at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0) == 0x80) ++at;
    }
    return at;
  }
  const std::string& text_;
  std::vector<std::size_t> line_starts_;
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

Value converted(const toml::node& node, std::string path, const Source& source) {
  Value value;
  value.kind = kind_of(node);
  value.line = node.source().begin.line;
  value.path = std::move(path);
  if (const auto* table = node.as_table()) {
    std::vector<std::pair<toml::source_position, Entry>> entries;
    for (const auto& [key, child] : *table) {
      const std::string name(key.str());
      entries.push_back({key.source().begin,
                         {name, key.source().begin.line, converted(child, path_below(value.path, name), source)}});
    }
    std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [position, entry] : entries) value.entries.push_back(std::move(entry));
  } else if (const auto* array = node.as_array()) {
    for (const toml::node& child : *array) {
      // Tables in a list are distinguished by their lines, which every message contains.
      std::string item_path = child.is_table() ? value.path : fmt::format("{}[{}]", value.path, value.items.size());
      value.items.push_back(converted(child, std::move(item_path), source));
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

std::string read_text(const std::filesystem::path& file, std::size_t line, std::string_view what) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    throw Mistake(line, fmt::format("{} is a directory; give a file", what));
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream)
    throw Mistake(line, fmt::format("{} cannot be read: {}; check its name and permissions", what,
                                    std::generic_category().message(errno != 0 ? errno : EIO)));
  return text;
}

Value read_document(const std::filesystem::path& file) {
  const std::string text = read_text(file, 0, "the specification");
  try {
    const toml::table table = toml::parse(text);
    Value root = converted(table, "", Source(text));
    root.line = 1;
    return root;
  } catch (const toml::parse_error& error) {
    throw Mistake(error.source().begin.line,
                  fmt::format("not valid TOML: {}; see https://toml.io/en/v1.0.0", error.description()));
  }
}

std::size_t line_of(const Value& value, std::string_view part) {
  const std::size_t at = value.raw.find(part);
  if (at == std::string::npos) return value.line;
  return value.line +
         static_cast<std::size_t>(std::count(value.raw.begin(), value.raw.begin() + static_cast<long>(at), '\n'));
}

}  // namespace smallscope::program::specification
