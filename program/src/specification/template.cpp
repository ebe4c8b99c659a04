// SPDX-License-Identifier: Apache-2.0
#include "template.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "section.hpp"

namespace smallscope::program::specification {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

Delimiters delimiters_of(const Value* value) {
  if (value == nullptr) return {};
  constexpr std::string_view expected = "the opening and the closing delimiter, such as [\"<%\", \"%>\"]";
  if (!value->is_list() || value->items.size() != 2) wrong_type(*value, expected);
  for (const Value& delimiter : value->items)
    if (string_of(delimiter).empty()) wrong_type(delimiter, "a delimiter that is not empty");
  return {value->items[0].text, value->items[1].text};
}

void check_file_name(const Value& name) {
  const std::filesystem::path path = string_of(name);
  const bool leaves =
      std::any_of(path.begin(), path.end(), [](const auto& part) { return part == ".." || part == "."; });
  if (path.empty() || path.is_absolute() || leaves || !path.has_filename() || name.text.find("//") != std::string::npos)
    throw Mistake(name.line, fmt::format("`{}` is {}, which is not a file inside the test's directory; give a relative "
                                         "path without `..`, such as \"input.c\"",
                                         name.path, name.raw));
}

}  // namespace

Template::Template(const Value& text, const Delimiters& delimiters, Names& names) {
  std::string_view rest = string_of(text);
  while (true) {
    const std::size_t open = rest.find(delimiters.open);
    if (open == std::string_view::npos) break;
    const std::string_view behind = rest.substr(open + delimiters.open.size());
    const std::size_t close = behind.find(delimiters.close);
    if (close == std::string_view::npos) {
      const std::string_view shown = behind.substr(0, std::min<std::size_t>(behind.find('\n'), 20));
      throw Mistake(line_of(text, delimiters.open + std::string(shown)),
                    fmt::format("`{}` has a hole that is not closed: `{}{}`; close it with {}, or choose "
                                "other delimiters with `holes` in [inputs]",
                                text.path, delimiters.open, shown, delimiters.close));
    }
    const std::string_view inside = behind.substr(0, close);
    const std::string name(trimmed(inside));
    const auto found = std::find(names.holes.begin(), names.holes.end(), name);
    if (found == names.holes.end()) {
      const std::string hole = fmt::format("{}{}{}", delimiters.open, inside, delimiters.close);
      throw Mistake(
          line_of(text, hole),
          fmt::format("`{}` has the unknown hole `{}`; {} (or, if this is not meant as a hole, choose other delimiters "
                      "with `holes` in [inputs])",
                      text.path, hole, suggestion(name, names.holes)));
    }
    names.used.insert(name);
    pieces_.push_back({std::string(rest.substr(0, open)), static_cast<std::size_t>(found - names.holes.begin())});
    rest = behind.substr(close + delimiters.close.size());
  }
  pieces_.push_back({std::string(rest), HoleTable::npos});
}

std::string Template::render(const Combination& combination) const {
  std::size_t size = 0;
  for (const Piece& piece : pieces_)
    size += piece.literal.size() + (piece.hole == HoleTable::npos ? 0 : combination[piece.hole].text.size());
  std::string text;
  text.reserve(size);
  for (const Piece& piece : pieces_) {
    text += piece.literal;
    if (piece.hole != HoleTable::npos) text += combination[piece.hole].text;
  }
  return text;
}

Renderer::Renderer(const Value& inputs, Names& names) : parameters_(names.holes) {
  const Section section(inputs, "[inputs]",
                        {"file", "template", "files", "standard_input", "holes", "choices", "exclude"});
  const Delimiters delimiters = delimiters_of(section.find("holes"));
  const auto add = [&](const Value& name, const Value& text) {
    check_file_name(name);
    if (std::find(names.files.begin(), names.files.end(), name.text) != names.files.end())
      throw Mistake(name.line, fmt::format("`{}`: there are two files called `{}`; rename one", name.path, name.text));
    names.files.push_back(name.text);
    files_.push_back({name.text, Template(text, delimiters, names)});
  };
  if (section.find("file") != nullptr || section.find("template") != nullptr) {
    const Value& name = section.require("file", "the name under which the template is written: file = \"input.c\"");
    const Value& text = section.require("template", "the text of the file: template = '''...'''");
    if (const Value* files = section.find("files"))
      throw Mistake(files->line,
                    "`inputs.files` stands beside `inputs.file`; give one file by `file` and `template`, "
                    "or all of them by `files`");
    add(name, text);
  }
  if (const Value* files = section.find("files")) {
    for (const Value& file : list_of(*files, "one [[inputs.files]] table for each file")) {
      const Section entry(file, "[[inputs.files]]", {"name", "template"});
      add(entry.require("name", "the file's name: name = \"input.c\""),
          entry.require("template", "the text of the file: template = '''...'''"));
    }
  }
  if (const Value* text = section.find("standard_input")) standard_input_.emplace_back(*text, delimiters, names);
}

subjects::Input Renderer::operator()(const Combination& combination) const {
  subjects::Input input;
  input.files.reserve(files_.size());
  for (const File& file : files_) input.files.push_back({file.name, file.text.render(combination)});
  input.parameters.reserve(parameters_.size());
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    input.parameters.push_back({parameters_[i], combination[i].text});
  for (const Template& text : standard_input_) input.standard_input = text.render(combination);
  return input;
}

}  // namespace smallscope::program::specification
