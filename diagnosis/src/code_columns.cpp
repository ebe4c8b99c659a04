// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/code_columns.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace smallscope::diagnosis {

namespace {

using results::CodeElement;

struct BuiltColumns {
  std::vector<Element> elements;
  std::vector<std::vector<std::uint32_t>> lines;  ///< of each
  std::vector<std::string> keys;                  ///< of each
  std::vector<std::vector<Column>> parts_of;      ///< by the element's index in the store
};

/// What stands behind the place.
std::string_view fact(coverage::Kind kind) {
  switch (kind) {
    case coverage::Kind::less:
      return " <";
    case coverage::Kind::equal:
      return " =";
    case coverage::Kind::greater:
      return " >";
    case coverage::Kind::negative:
      return " returns negative";
    case coverage::Kind::zero:
      return " returns 0";
    case coverage::Kind::one:
      return " returns 1";
    case coverage::Kind::above_one:
      return " returns above 1";
    case coverage::Kind::null:
      return " returns null";
    case coverage::Kind::not_null:
      return " returns not null";
    case coverage::Kind::different:
      return " returns different values";
    case coverage::Kind::block:
      break;
  }
  return "";
}

/// "tccgen.c:3574-3576", "tccgen.c:3574 <", "tccgen.c:3574 returns 0"; without lines, the
/// function or the module, and the address.
std::string name_of(const CodeElement& element, const std::vector<results::CodeModule>& modules) {
  const results::CodePlace& place = element.place;
  if (place.file.empty() || place.lines.empty())
    return fmt::format("{}:{:#x}{}", place.function.empty() ? modules[element.module].path : place.function,
                       element.point.address, fact(element.point.kind));
  const std::uint32_t first = place.lines.front(), last = place.lines.back();
  return first == last ? fmt::format("{}:{}{}", place.file, first, fact(element.point.kind))
                       : fmt::format("{}:{}-{}{}", place.file, first, last, fact(element.point.kind));
}

/// Names that several elements have get numbers: "tccgen.c:3574 #2".
void tell_apart(std::vector<Element>& elements) {
  std::map<std::string, std::size_t> uses;
  for (const Element& element : elements) ++uses[element.name];
  std::map<std::string, std::size_t> numbers;
  for (Element& element : elements)
    if (uses[element.name] > 1) {
      const std::size_t number = ++numbers[element.name];
      element.name += fmt::format(" #{}", number);
    }
}

/// Indices of the store's elements, by file, line and address.
std::vector<std::size_t> in_code_order(const std::vector<CodeElement>& elements) {
  std::vector<std::size_t> order(elements.size());
  std::iota(order.begin(), order.end(), 0);
  const auto line = [](const CodeElement& each) { return each.place.lines.empty() ? 0 : each.place.lines.front(); };
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    const CodeElement &left = elements[a], &right = elements[b];
    return std::tuple(std::string_view(left.place.file), line(left), left.point, left.element, left.module) <
           std::tuple(std::string_view(right.place.file), line(right), right.point, right.element, right.module);
  });
  return order;
}

/// A block of no statement has no line, and so no file: it is that of the rest of its function, if that has one.
std::vector<CodeElement> elements_with_files(const results::Store& store) {
  std::vector<CodeElement> elements = store.code_elements();
  std::map<std::pair<std::size_t, std::string>, std::set<std::string>> files;
  for (const CodeElement& element : elements)
    if (!element.place.file.empty()) files[{element.module, element.place.function}].insert(element.place.file);
  for (CodeElement& element : elements) {
    if (!element.place.file.empty()) continue;
    const auto found = files.find({element.module, element.place.function});
    if (found != files.end() && found->second.size() == 1) element.place.file = *found->second.begin();
  }
  return elements;
}

ElementKind kind_of(coverage::Kind kind) {
  if (coverage::is_returned(kind)) return ElementKind::value;
  return coverage::is_outcome(kind) ? ElementKind::predicate : ElementKind::block;
}

bool is_wanted(coverage::Kind kind, CodeElements elements) {
  if (coverage::is_returned(kind)) return elements == CodeElements::values;
  return !coverage::is_outcome(kind) || elements != CodeElements::blocks;
}

/// What may be columns: the elements of the store, and whether those of the compiler's own files are left out.
struct Candidates {
  std::vector<CodeElement> elements;
  std::size_t left_out = 0;
  bool is_left_out(const CodeElement& element) const { return left_out > 0 && is_of_compiler(element.place.file); }
};

Candidates candidates(const results::Store& store) {
  Candidates found{.elements = elements_with_files(store)};
  const auto of_compiler = static_cast<std::size_t>(std::ranges::count_if(
      found.elements, [](const CodeElement& element) { return is_of_compiler(element.place.file); }));
  if (of_compiler < found.elements.size()) found.left_out = of_compiler;
  return found;
}

BuiltColumns point_columns(const results::Store& store, const Candidates& among, CodeElements wanted) {
  const std::vector<CodeElement>& elements = among.elements;
  const std::vector<results::CodeModule> modules = store.code_modules();
  BuiltColumns columns{
      .elements = {}, .lines = {}, .keys = {}, .parts_of = std::vector<std::vector<Column>>(elements.size())};
  for (const std::size_t index : in_code_order(elements)) {
    const CodeElement& element = elements[index];
    if (!is_wanted(element.point.kind, wanted) || among.is_left_out(element)) continue;
    columns.parts_of[index] = {static_cast<Column>(columns.elements.size())};
    columns.lines.push_back(element.place.lines);
    columns.elements.push_back({.name = name_of(element, modules),
                                .file = element.place.file,
                                .line = element.place.lines.empty() ? 0 : element.place.lines.front(),
                                .function = element.place.function,
                                .kind = kind_of(element.point.kind)});
    columns.keys.push_back(
        fmt::format("{}:{:#x}{}", modules[element.module].id, element.point.address, fact(element.point.kind)));
  }
  tell_apart(columns.elements);
  return columns;
}

/// The coarser elements that `coarser` names for each block.
template <class Coarser>
BuiltColumns coarse_columns(const Candidates& among, const Coarser& coarser) {
  const std::vector<CodeElement>& elements = among.elements;
  BuiltColumns columns{
      .elements = {}, .lines = {}, .keys = {}, .parts_of = std::vector<std::vector<Column>>(elements.size())};
  std::map<Element, Column> known;
  for (const std::size_t index : in_code_order(elements)) {
    if (elements[index].point.kind != coverage::Kind::block || among.is_left_out(elements[index])) continue;
    for (Element& element : coarser(elements[index].place))
      columns.parts_of[index].push_back(known.try_emplace(std::move(element), Column{}).first->second);
  }
  // Numbered in the order of the code, which is that of (file, line).
  std::vector<std::pair<std::tuple<std::string, std::uint32_t, std::string>, const Element*>> order;
  for (const auto& [element, column] : known)
    order.push_back({{element.file, element.line, element.function}, &element});
  std::ranges::sort(order);
  for (const auto& [key, element] : order) {
    known.at(*element) = static_cast<Column>(columns.elements.size());
    columns.elements.push_back(*element);
    columns.keys.push_back(fmt::format("{}:{}", element->file, element->name));
    columns.lines.push_back(element->line == 0 ? std::vector<std::uint32_t>() : std::vector{element->line});
  }
  for (std::size_t index = 0; index < elements.size(); ++index) {
    if (columns.parts_of[index].empty()) continue;
    columns.parts_of[index].clear();
    for (const Element& element : coarser(elements[index].place)) columns.parts_of[index].push_back(known.at(element));
  }
  return columns;
}

std::vector<Element> lines_of(const results::CodePlace& place) {
  std::vector<Element> lines;
  for (const std::uint32_t line : place.lines)
    lines.push_back({.name = fmt::format("{}:{}", place.file, line),
                     .file = place.file,
                     .line = line,
                     .function = place.function,
                     .kind = ElementKind::line});
  return lines;
}

std::vector<Element> function_of(const results::CodePlace& place) {
  if (place.function.empty()) return {};
  return {{.name = place.function,
           .file = place.file,
           .line = 0,
           .function = place.function,
           .kind = ElementKind::function}};
}

BuiltColumns columns_of(const results::Store& store, const Candidates& among, CodeElements elements) {
  switch (elements) {
    case CodeElements::lines:
      return coarse_columns(among, lines_of);
    case CodeElements::functions:
      return coarse_columns(among, function_of);
    case CodeElements::blocks:
    case CodeElements::predicates:
    case CodeElements::values:
      break;
  }
  return point_columns(store, among, elements);
}

}  // namespace

bool is_of_compiler(std::string_view file) {
  // "/usr/include/c++/12/vector", "/usr/include/x86_64-linux-gnu/c++/12/bits/gthr.h", "/usr/lib/gcc/...",
  // "/usr/lib/llvm-19/lib/clang/19/include/...".
  const std::size_t include = file.find("/include/");
  const bool is_library = include != std::string_view::npos && file.find("/c++/", include) != std::string_view::npos;
  return file.starts_with('/') && (is_library || file.find("/lib/gcc/") != std::string_view::npos ||
                                   file.find("/lib/clang/") != std::string_view::npos);
}

CodeColumns::CodeColumns(const results::Store& store, CodeElements elements) {
  const Candidates among = candidates(store);
  BuiltColumns built = columns_of(store, among, elements);
  of_compiler_ = among.left_out;
  elements_ = std::move(built.elements);
  lines_ = std::move(built.lines);
  keys_ = std::move(built.keys);
  parts_of_ = std::move(built.parts_of);
}

bool CodeColumns::knows(std::span<const std::uint64_t> covered) const {
  bool knows = true;
  for_each_bit(covered, [&](Column element) { knows = knows && element < parts_of_.size(); });
  return knows;
}

std::vector<Word> CodeColumns::row(std::span<const std::uint64_t> covered) const {
  std::vector<Word> row((elements_.size() + word_bits - 1) / word_bits);
  for_each_bit(covered, [&](Column element) {
    if (element >= parts_of_.size()) return;
    for (const Column column : parts_of_[element]) row[column / word_bits] |= Word{1} << (column % word_bits);
  });
  return row;
}

}  // namespace smallscope::diagnosis
