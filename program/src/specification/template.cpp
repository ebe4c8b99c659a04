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

constexpr std::string_view name_of_standard_input = "<stdin>";

/// Adds the lines of the stretches, which are in the order of `text`; none for an empty one.
void add_lines(const std::string& file, const std::string& text, const std::vector<Stretch>& stretches,
               std::vector<runner::FragmentLines>& lines) {
  std::size_t at = 0, line = 1;
  const auto line_at = [&](std::size_t place) {
    line += static_cast<std::size_t>(std::count(text.data() + at, text.data() + place, '\n'));
    at = place;
    return line;
  };
  for (const auto& [fragment, begin, end] : stretches) {
    if (begin == end) continue;
    const std::size_t first = line_at(begin);
    lines.push_back({fragment, file, first, line_at(end - 1)});
  }
}

}  // namespace

Template::Template(const Value& text, const HoleSyntax& syntax, Names& names) {
  for (const Part& part : parts_of(text, syntax)) {
    if (part.of_fragments && !names.merged)
      throw Mistake(line_of(text, syntax.open + "#each"),
                    fmt::format("`{}` has fragments, but there is no table [inputs.merging]; add it to say how many "
                                "are merged: at_a_time = 50",
                                text.path));
    segments_.push_back({part.of_fragments, pieces_of_template(part.text, text, syntax, names.in_texts)});
    const auto is_number = [&](const Piece& piece) {
      return piece.hole != no_hole && piece.hole >= names.holes.size();
    };
    if (!part.of_fragments && std::any_of(segments_.back().pieces.begin(), segments_.back().pieces.end(), is_number))
      throw Mistake(
          line_of(text, syntax.open + names.in_texts.back() + syntax.close),
          fmt::format("`{0}` has the number of a fragment where no fragment is; use it between {1}#each{2} and "
                      "{1}/each{2} only",
                      text.path, syntax.open, syntax.close));
    for (const Piece& piece : segments_.back().pieces)
      if (piece.hole != no_hole)
        (part.of_fragments ? names.in_fragments : names.used).insert(names.in_texts[piece.hole]);
  }
}

std::string Template::render(const Combination& frame, const Fragments& fragments, const Rendered& holes,
                             std::vector<Stretch>* stretches) const {
  HoleValue whole;
  for (const Segment& segment : segments_) {
    if (!segment.of_fragments) {
      append(whole, segment.pieces, frame, holes.frame);
      continue;
    }
    for (const NumberedFragment& fragment : fragments) {
      HoleValue part;
      append(part, segment.pieces, fragment.combination, holes.fragment);
      const std::size_t first = whole.text.size();
      append(whole, part, frame, holes.frame);
      if (stretches != nullptr) stretches->push_back({fragment.number, first, whole.text.size()});
    }
  }
  return std::move(whole.text);
}

Renderer::Renderer(const Value& inputs, const HoleSyntax& syntax, Names& names)
    : marks_(inputs.is_table() ? inputs.find("marks") : nullptr, names) {
  const Section section(inputs, "[inputs]",
                        {"file", "template", "files", "standard_input", "holes", "indent", "marks", "choices",
                         "grammar", "merging", "exclude"});
  const auto add = [&](const Value& name, const Value& text) {
    check_file_name(name);
    if (std::find(names.files.begin(), names.files.end(), name.text) != names.files.end())
      throw Mistake(name.line, fmt::format("`{}`: there are two files called `{}`; rename one", name.path, name.text));
    names.files.push_back(name.text);
    files_.push_back({name.text, Template(text, syntax, names)});
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
  if (const Value* text = section.find("standard_input")) standard_input_.emplace_back(*text, syntax, names);
  if (!marks_.empty() && files_.empty())
    throw Mistake(inputs.find("marks")->line,
                  "`inputs.marks` names places in files, and there is no file; give one by `file` and `template`");
}

void Renderer::set_holes(const std::vector<std::size_t>& frame, const std::vector<std::size_t>& fragment,
                         const Names& names) {
  holes_.frame.assign(names.in_texts.size(), no_hole);
  holes_.fragment = holes_.frame;
  for (std::size_t i = 0; i < frame.size(); ++i) {
    holes_.frame[frame[i]] = i;
    parameters_.push_back(names.holes[frame[i]]);
  }
  for (std::size_t i = 0; i < fragment.size(); ++i) holes_.fragment[fragment[i]] = i;
  if (names.merged) holes_.fragment.back() = fragment.size();  // the number stands behind the values
}

subjects::Input Renderer::with_marks(const Combination& frame, const Fragments& fragments) const {
  subjects::Input input;
  input.files.reserve(files_.size());
  for (const File& file : files_) input.files.push_back({file.name, file.text.render(frame, fragments, holes_)});
  return input;
}

std::string Renderer::why_discarded(const Combination& combination) const {
  return marks_.empty() ? "" : marks_.misplaced(with_marks(combination, {}), combination, holes_.frame);
}

std::optional<subjects::Input> Renderer::render(const Combination& frame, const Fragments& fragments) const {
  subjects::Input input = with_marks(frame, fragments);
  input.parameters.reserve(parameters_.size() + constants_.size());
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    HoleValue value;
    append(value, frame[i], frame, holes_.frame);
    input.parameters.push_back({parameters_[i], std::move(value.text)});
  }
  input.parameters.insert(input.parameters.end(), constants_.begin(), constants_.end());
  for (const Template& text : standard_input_) input.standard_input = text.render(frame, fragments, holes_);
  if (!marks_.empty() && !marks_.place(input, frame, holes_.frame)) return std::nullopt;
  return input;
}

std::vector<runner::FragmentLines> Renderer::fragment_lines(const Filling& filling) const {
  std::vector<runner::FragmentLines> lines;
  if (filling.fragments.size() < 2) return lines;
  const auto add = [&](const std::string& name, const Template& text) {
    std::vector<Stretch> stretches;
    const std::string rendered = text.render(filling.frame, filling.fragments, holes_, &stretches);
    add_lines(name, rendered, stretches, lines);
  };
  for (const File& file : files_) add(file.name, file.text);
  for (const Template& text : standard_input_) add(std::string(name_of_standard_input), text);
  return lines;
}

std::vector<std::string> Renderer::texts() const {
  std::vector<std::string> names;
  for (const File& file : files_) names.push_back(file.name);
  if (!standard_input_.empty()) names.emplace_back(name_of_standard_input);
  return names;
}

}  // namespace smallscope::program::specification
