// SPDX-License-Identifier: Apache-2.0
#include "texts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "section.hpp"

namespace smallscope::program::specification {
namespace {

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::size_t hole_of(std::string_view name, const std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? no_hole : static_cast<std::size_t>(found - names.begin());
}

[[noreturn]] void throw_unknown(const Value& text, std::string_view name, const std::string& mark,
                                const std::vector<std::string>& names) {
  throw Mistake(line_of(text, mark),
                fmt::format("`{}` has the unknown hole `{}`; {} (or, if this is not meant as a hole, choose other "
                            "delimiters with `holes` in [inputs])",
                            text.path, mark, suggestion(std::string(name), names)));
}

/// Cuts `text` at its marks. `hole(inside, mark)` says which hole a mark is, no_hole: it belongs to the text;
/// `unclosed(rest)` is called with what follows an opening delimiter that is not closed.
template <class HoleOf, class Unclosed>
Pieces cut(std::string_view text, const HoleSyntax& syntax, const HoleOf& hole, const Unclosed& unclosed) {
  Pieces pieces;
  std::string literal;
  std::string_view rest = text;
  while (true) {
    const std::size_t open = rest.find(syntax.open);
    if (open == std::string_view::npos) break;
    const std::string_view behind = rest.substr(open + syntax.open.size());
    const std::size_t close = behind.find(syntax.close);
    if (close == std::string_view::npos) {
      unclosed(behind);
      break;
    }
    const std::string_view inside = behind.substr(0, close);
    const std::size_t found = hole(inside, rest.substr(open, syntax.open.size() + close + syntax.close.size()));
    if (found == no_hole) {
      // Another mark may begin within: `{{{name}}`.
      literal += rest.substr(0, open + 1);
      rest = rest.substr(open + 1);
      continue;
    }
    literal += rest.substr(0, open);
    pieces.push_back({std::exchange(literal, {}), found, syntax.indents});
    rest = behind.substr(close + syntax.close.size());
  }
  pieces.push_back({literal + std::string(rest), no_hole});
  return pieces;
}

}  // namespace

bool is_hole_name(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !name.empty() && letter(name.front()) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-'; });
}

HoleSyntax hole_syntax_of(const Value& inputs) {
  HoleSyntax syntax;
  if (!inputs.is_table()) return syntax;
  if (const Value* value = inputs.find("holes")) {
    constexpr std::string_view expected = "the opening and the closing delimiter, such as [\"<%\", \"%>\"]";
    if (!value->is_list() || value->items.size() != 2) wrong_type(*value, expected);
    for (const Value& delimiter : value->items)
      if (string_of(delimiter).empty()) wrong_type(delimiter, "a delimiter that is not empty");
    syntax.open = value->items[0].text;
    syntax.close = value->items[1].text;
  }
  if (const Value* value = inputs.find("indent")) syntax.indents = boolean_of(*value);
  return syntax;
}

Pieces pieces_of_template(std::string_view part, const Value& text, const HoleSyntax& syntax,
                          const std::vector<std::string>& names) {
  const auto unclosed = [&](std::string_view behind) {
    const std::string_view shown = behind.substr(0, std::min<std::size_t>(behind.find('\n'), 20));
    throw Mistake(line_of(text, syntax.open + std::string(shown)),
                  fmt::format("`{}` has a hole that is not closed: `{}{}`; close it with {}, or choose "
                              "other delimiters with `holes` in [inputs]",
                              text.path, syntax.open, shown, syntax.close));
  };
  const auto hole = [&](std::string_view inside, std::string_view mark) {
    const std::string_view name = without_blanks(inside);
    const std::size_t found = hole_of(name, names);
    if (found == no_hole) throw_unknown(text, name, std::string(mark), names);
    return found;
  };
  return cut(part, syntax, hole, unclosed);
}

std::vector<Part> parts_of(const Value& text, const HoleSyntax& syntax) {
  const std::string begin = syntax.open + "#each" + syntax.close;
  const std::string end = syntax.open + "/each" + syntax.close;
  std::vector<Part> parts{{false, ""}};
  std::string_view rest = string_of(text);
  while (true) {
    const bool inside = parts.back().of_fragments;
    const std::string& awaited = inside ? end : begin;
    const std::size_t at = rest.find(awaited), wrong = rest.find(inside ? begin : end);
    if (wrong < at)
      throw Mistake(line_of(text, inside ? begin : end),
                    fmt::format("`{}` has `{}` where `{}` is awaited; fragments stand between {} and {}, and not in "
                                "each other",
                                text.path, inside ? begin : end, awaited, begin, end));
    if (at == std::string_view::npos) break;
    std::string_view before = rest.substr(0, at), behind = rest.substr(at + awaited.size());
    const std::size_t start = before.find_last_of('\n') + 1;  // 0 if there is none
    if (without_blanks(before.substr(start)).empty() && behind.starts_with('\n')) {
      before = before.substr(0, start);
      behind.remove_prefix(1);
    }
    parts.back().text = before;
    parts.push_back({!inside, ""});
    rest = behind;
  }
  if (parts.back().of_fragments)
    throw Mistake(line_of(text, begin), fmt::format("`{}` has `{}` without `{}`; add it behind the text of a fragment",
                                                    text.path, begin, end));
  parts.back().text = rest;
  return parts;
}

Pieces pieces_of_value(std::string_view text, const Value& at, const HoleSyntax& syntax,
                       const std::vector<std::string>& names) {
  const auto hole = [&](std::string_view inside, std::string_view mark) {
    const std::string_view name = without_blanks(inside);
    if (!is_hole_name(name)) return no_hole;
    const std::size_t found = hole_of(name, names);
    if (found == no_hole) throw_unknown(at, name, std::string(mark), names);
    return found;
  };
  return cut(text, syntax, hole, [](std::string_view) {});
}

Pieces pieces_of_marked(std::string_view text, const HoleSyntax& syntax, const std::vector<std::string>& names) {
  const auto hole = [&](std::string_view inside, std::string_view) { return hole_of(without_blanks(inside), names); };
  return cut(text, syntax, hole, [](std::string_view) {});
}

HoleValue referring(const Pieces& pieces) {
  HoleValue value;
  for (const Piece& piece : pieces) {
    value.text += piece.literal;
    if (piece.hole != no_hole) value.references.push_back({value.text.size(), piece.hole, piece.indents});
  }
  return value;
}

void append(HoleValue& whole, const HoleValue& value) {
  for (const Reference& reference : value.references)
    whole.references.push_back({whole.text.size() + reference.at, reference.hole, reference.indents});
  whole.text += value.text;
}

namespace {

/// What the last line begins with.
std::string indentation_of(const std::string& text) {
  const std::size_t line = text.rfind('\n') + 1;  // 0 if there is only one
  const std::size_t end = text.find_first_not_of(" \t", line);
  return text.substr(line, end == std::string::npos ? end : end - line);
}

/// The value with its further lines indented. A line is empty if neither a text nor a reference stands in it.
HoleValue indented(const HoleValue& value, const std::string& indentation) {
  HoleValue result;
  auto reference = value.references.begin();
  std::size_t line = 0;
  while (true) {
    const std::size_t end = std::min(value.text.find('\n', line), value.text.size());
    const bool is_empty = end == line && (reference == value.references.end() || reference->at > end);
    if (line > 0 && !is_empty) result.text += indentation;
    for (; reference != value.references.end() && reference->at <= end; ++reference)
      result.references.push_back({result.text.size() + reference->at - line, reference->hole, reference->indents});
    result.text.append(value.text, line, end - line);
    if (end == value.text.size()) return result;
    result.text += '\n';
    line = end + 1;
  }
}

/// Appends what stands in a hole: its value in the combination, or a reference if it has none there.
void append_hole(HoleValue& whole, std::size_t hole, bool indents, const Combination& combination,
                 const Places& places) {
  const std::size_t place = places[hole];
  if (place == no_hole) {
    whole.references.push_back({whole.text.size(), hole, indents});
  } else if (!indents) {
    append(whole, combination[place], combination, places);
  } else {
    HoleValue value;
    append(value, combination[place], combination, places);
    const std::string indentation = indentation_of(whole.text);
    append(whole, indentation.empty() ? value : indented(value, indentation));
  }
}

}  // namespace

void append(HoleValue& whole, const HoleValue& value, const Combination& combination, const Places& places) {
  std::size_t done = 0;
  for (const Reference& reference : value.references) {
    whole.text.append(value.text, done, reference.at - done);
    done = reference.at;
    append_hole(whole, reference.hole, reference.indents, combination, places);
  }
  whole.text.append(value.text, done);
}

void append(HoleValue& whole, const Pieces& pieces, const Combination& combination, const Places& places) {
  for (const Piece& piece : pieces) {
    whole.text += piece.literal;
    if (piece.hole != no_hole) append_hole(whole, piece.hole, piece.indents, combination, places);
  }
}

}  // namespace smallscope::program::specification
