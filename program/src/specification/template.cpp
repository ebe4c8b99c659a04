// SPDX-License-Identifier: Apache-2.0
#include "template.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <filesystem>

#include "section.hpp"

namespace smallscope::program::specification {
namespace {

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

Template::Template(const Value& text, const Delimiters& delimiters, Names& names)
    : pieces_(pieces_of_template(text, delimiters, names.holes)) {
  for (const Piece& piece : pieces_)
    if (piece.hole != no_hole) names.used.insert(names.holes[piece.hole]);
}

std::string Template::render(const Combination& combination, const Places& places) const {
  std::size_t size = 0;
  for (const Piece& piece : pieces_)
    size += piece.literal.size() + (piece.hole == no_hole ? 0 : combination[places[piece.hole]].text.size());
  HoleValue whole;
  whole.text.reserve(size);
  append(whole, pieces_, combination, places);
  return std::move(whole.text);
}

Renderer::Renderer(const Value& inputs, const Delimiters& delimiters, Names& names) {
  const Section section(inputs, "[inputs]",
                        {"file", "template", "files", "standard_input", "holes", "choices", "grammar", "exclude"});
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

void Renderer::set_holes(const std::vector<std::size_t>& declared, const std::vector<std::string>& names) {
  places_.assign(names.size(), no_hole);
  for (std::size_t i = 0; i < declared.size(); ++i) {
    places_[declared[i]] = i;
    parameters_.push_back(names[declared[i]]);
  }
}

subjects::Input Renderer::operator()(const Combination& combination) const {
  subjects::Input input;
  input.files.reserve(files_.size());
  for (const File& file : files_) input.files.push_back({file.name, file.text.render(combination, places_)});
  input.parameters.reserve(parameters_.size());
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    HoleValue value;
    append(value, combination[i], combination, places_);
    input.parameters.push_back({parameters_[i], std::move(value.text)});
  }
  for (const Template& text : standard_input_) input.standard_input = text.render(combination, places_);
  return input;
}

}  // namespace smallscope::program::specification
