// SPDX-License-Identifier: Apache-2.0
#include <smallscope/coverage/symbols.hpp>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "debug_information.hpp"

namespace smallscope::coverage {

namespace {

/// What a module of lines says of itself.
DebugInformation told_information(const Module& module) {
  if (!module.source.empty()) return {.files = {module.source}};
  const std::filesystem::path path = module.path;
  return {.files = {path.filename().string()},
          .problem = fmt::format(
              "{}: it does not say which functions its lines are in: take smallscope_coverage.py of this version",
              module.path)};
}

}  // namespace

class Symbols::State {
 public:
  explicit State(const Module& module)
      : blocks_(module.blocks),
        is_lines_(module.id.starts_with(line_module)),
        line_functions_(module.functions),
        information_(is_lines_ ? told_information(module) : read_debug_information(module)) {
    for (const std::uint64_t address : information_.trace_calls) {
      if (address - module.code_begin >= module.code_size) continue;
      blocks_of_calls_.push_back(module.element({.address = address, .is_return_address = true}));
    }
  }

  Place place(const Point& point) const {
    if (point.address == 0) return {};
    if (is_lines_) return {function_of_line(point.address), {{0, static_cast<std::uint32_t>(point.address)}}};
    const std::uint64_t address = point.address - (point.is_return_address ? 1 : 0);
    return {.function = function_at(address), .lines = lines_of(begin_of(point), end_of(point))};
  }

  const std::vector<std::string>& files() const { return information_.files; }
  const std::vector<Element>& blocks_of_calls() const { return blocks_of_calls_; }
  const std::string& problem() const { return information_.problem; }

 private:
  std::string function_of_line(std::uint64_t line) const {
    const auto block = static_cast<Element>(std::ranges::lower_bound(blocks_, line) - blocks_.begin());
    const auto after = std::ranges::upper_bound(line_functions_, block, {}, &LineFunction::first);
    return after == line_functions_.begin() ? "" : std::prev(after)->name;
  }

  std::string function_at(std::uint64_t address) const {
    const auto after = information_.function_from.upper_bound(address);
    if (after == information_.function_from.begin()) return "";
    const std::uint32_t function = std::prev(after)->second;
    return function == no_function ? "" : information_.functions[function];
  }

  const std::vector<std::uint64_t>& blocks_like(const Point& point) const {
    return point.is_return_address ? information_.trace_calls : blocks_;
  }

  /// The function of the symbol table that holds the address, from its begin to its end.
  std::pair<std::uint64_t, std::uint64_t> function_range(std::uint64_t address) const {
    const auto after = information_.code_end.upper_bound(address);
    std::uint64_t begin = 0, end = ~std::uint64_t{0};
    if (after != information_.code_end.begin()) {
      begin = std::prev(after)->first;
      if (std::prev(after)->second > address) end = std::prev(after)->second;
    }
    if (after != information_.code_end.end()) end = std::min(end, after->first);
    return {begin, end};
  }

  /// What is before the first call in a function belongs to its block.
  std::uint64_t begin_of(const Point& point) const {
    if (!point.is_return_address) return point.address;
    const std::vector<std::uint64_t>& begins = blocks_like(point);
    const auto here = std::ranges::lower_bound(begins, point.address);
    const std::uint64_t function = function_range(point.address - 1).first;
    const bool is_first =
        function != 0 && here != begins.end() && (here == begins.begin() || *std::prev(here) <= function);
    return is_first && point.kind == Kind::block ? function : point.address - 1;
  }

  /// Of a block: where the next one begins, or its function ends. Of a comparison, its own address.
  std::uint64_t end_of(const Point& point) const {
    const std::vector<std::uint64_t>& begins = blocks_like(point);
    if (point.kind != Kind::block || begins.empty()) return point.address;
    const auto next = std::ranges::upper_bound(begins, point.address);
    const std::uint64_t call_size = point.is_return_address ? trace_call_size : 0;
    const std::uint64_t end = function_range(point.address).second;
    return next == begins.end() ? end : std::min(end, *next - call_size);
  }

  std::vector<SourceLine> lines_of(std::uint64_t begin, std::uint64_t end) const {
    std::vector<SourceLine> lines;
    const auto add = [&](const Row& row) {
      const SourceLine line{row.file, row.line};
      if (row.line != 0 && std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
    };
    const std::vector<Row>& rows = information_.rows;
    auto row = std::ranges::upper_bound(rows, begin, {}, &Row::address);
    // The row that the first byte belongs to. If the line is the same as before, its statement began elsewhere.
    if (row != rows.begin() && !std::prev(row)->is_end) add(*std::prev(row));
    for (; row != rows.end() && row->address < end; ++row) {
      if (row->is_statement && !row->is_end) add(*row);
    }
    return lines;
  }

  std::vector<std::uint64_t> blocks_;
  bool is_lines_;
  std::vector<LineFunction> line_functions_;
  DebugInformation information_;
  std::vector<Element> blocks_of_calls_;
};

Symbols::Symbols(const Module& module) : state_(std::make_unique<State>(module)) {}
Symbols::~Symbols() = default;
Symbols::Symbols(Symbols&&) noexcept = default;
Symbols& Symbols::operator=(Symbols&&) noexcept = default;

Place Symbols::place(const Point& point) const { return state_->place(point); }
const std::vector<std::string>& Symbols::files() const { return state_->files(); }
const std::vector<Element>& Symbols::blocks_of_calls() const { return state_->blocks_of_calls(); }
const std::string& Symbols::problem() const { return state_->problem(); }

}  // namespace smallscope::coverage
