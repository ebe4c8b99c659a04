// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "formats/coverage.hpp"

namespace smallscope::diagnosis {

namespace {

namespace fs = std::filesystem;

/// The number of `value`, which is the next one if it is new.
template <class Value>
std::uint32_t numbered(std::map<Value, std::uint32_t>& all, const Value& value) {
  return all.try_emplace(value, static_cast<std::uint32_t>(all.size())).first->second;
}

/// Values by their numbers.
template <class Value>
std::vector<Value> by_number(const std::map<Value, std::uint32_t>& all) {
  std::vector<Value> values(all.size());
  for (const auto& [value, number] : all) values[number] = value;
  return values;
}

fs::path innermost_common(const std::set<std::string>& folders) {
  fs::path common = fs::path(*folders.begin()).lexically_normal();
  for (const std::string& folder : folders) {
    const fs::path other = fs::path(folder).lexically_normal();
    const auto [end, ignored] = std::mismatch(common.begin(), common.end(), other.begin(), other.end());
    fs::path shared;
    for (auto part = common.begin(); part != end; ++part) shared /= *part;
    common = shared;
  }
  return common;
}

/// The same words for equal names, in their order.
std::vector<std::uint32_t> ranks_of(const std::vector<std::string>& names) {
  std::map<std::string, std::uint32_t> sorted;
  for (const std::string& name : names) sorted.emplace(name, 0);
  std::uint32_t rank = 0;
  for (auto& [name, number] : sorted) number = rank++;
  std::vector<std::uint32_t> ranks;
  for (const std::string& name : names) ranks.push_back(sorted.at(name));
  return ranks;
}

}  // namespace

std::size_t CoverageCollector::Hash::operator()(const Key& key) const {
  std::uint64_t hash = 0;
  for (const std::uint64_t part : {std::uint64_t{key.source} << 32 | key.function, std::uint64_t{key.line}, key.place})
    hash = (hash ^ part) * 0x9e3779b97f4a7c15u ^ hash >> 29;
  return hash ^ hash >> 32;
}

std::uint32_t CoverageCollector::source(const std::string& file, const std::string& folder) {
  return numbered(sources_, {fs::path(file).is_absolute() ? "" : folder, file});
}

std::uint32_t CoverageCollector::function(const std::string& name) { return numbered(functions_, name); }

void CoverageCollector::element(const Key& key, bool is_covered) {
  const Column column = columns_.try_emplace(key, static_cast<Column>(columns_.size())).first->second;
  if (!is_covered) return;
  if (row_.size() <= column / word_bits) row_.resize(column / word_bits + 1);
  row_[column / word_bits] |= Word{1} << column % word_bits;
}

void CoverageCollector::add_test(const std::string& name, Outcome outcome) {
  const auto [row, is_new] = rows_.try_emplace(row_, static_cast<std::uint32_t>(rows_.size()));
  tests_.push_back({name, outcome, row->second});
  row_.clear();
}

std::vector<std::string> CoverageCollector::names_of_sources() const {
  std::set<std::string> folders;
  std::vector<std::string> names(sources_.size());
  for (const auto& [source, number] : sources_) {
    names[number] = source.second;
    if (!fs::path(source.second).is_absolute()) folders.insert(source.first);
  }
  if (folders.size() < 2) return names;
  const fs::path common = innermost_common(folders);
  for (const auto& [source, number] : sources_) {
    const fs::path whole = (fs::path(source.first) / source.second).lexically_normal();
    const fs::path inner = whole.lexically_relative(common);
    const bool is_inside = common.has_relative_path() && !inner.empty() && *inner.begin() != "..";
    names[number] = (is_inside ? inner : whole).string();
  }
  return names;
}

Element CoverageCollector::named(const Key& key, const std::string& file, const std::string& function) {
  const std::string line = fmt::format("{}:{}", file, key.line);
  if (key.place == 0)
    return {.name = line, .file = file, .line = key.line, .function = function, .kind = ElementKind::line};
  const std::uint64_t at = key.place & ~at_column;
  return {.name = (key.place & at_column) == 0
                      ? fmt::format("{} branch {}", line, key.place - 1)
                      : fmt::format("{}:{} {}", line, at >> 1, (at & 1) == 0 ? "true" : "false"),
          .file = file,
          .line = key.line,
          .function = function,
          .kind = ElementKind::branch};
}

RecordedSpectrum CoverageCollector::spectrum() && {
  const std::vector<std::string> sources = names_of_sources(), functions = by_number(functions_);
  const std::vector<std::uint32_t> source_ranks = ranks_of(sources), function_ranks = ranks_of(functions);
  std::vector<std::pair<Key, Column>> keys(columns_.begin(), columns_.end());
  const auto order = [&](const auto& each) {
    const Key& key = each.first;
    return std::tuple(source_ranks[key.source], key.line, function_ranks[key.function], key.place);
  };
  std::ranges::sort(keys, {}, order);
  std::vector<Element> elements;
  std::vector<Column> moved(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Key& key = keys[i].first;
    if (i == 0 || order(keys[i]) != order(keys[i - 1]))
      elements.push_back(named(key, sources[key.source], functions[key.function]));
    moved[keys[i].second] = static_cast<Column>(elements.size() - 1);
  }
  RecordedSpectrum recorded{.name = {}, .spectrum = Spectrum(std::move(elements))};
  std::vector<std::vector<Word>> rows(rows_.size());
  for (const auto& [covered, number] : rows_) {
    rows[number].resize(recorded.spectrum.width());
    for_each_bit(covered, [&, row = &rows[number]](Column column) {
      (*row)[moved[column] / word_bits] |= Word{1} << moved[column] % word_bits;
    });
  }
  for (const Test& test : tests_) {
    recorded.spectrum.add(recorded.spectrum.tests(), test.outcome, std::span<const Word>(rows[test.row]));
    recorded.test_names.push_back(test.name);
  }
  return recorded;
}

}  // namespace smallscope::diagnosis
