// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/directed/similarity.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

namespace smallscope::diagnosis::directed {

namespace {

bool is_set(std::span<const Word> row, Column column) {
  const std::size_t word = column / word_bits;
  return word < row.size() && (row[word] >> (column % word_bits) & 1) != 0;
}

}  // namespace

Conditions conditions_of(const results::Store& store) {
  const std::vector<results::CodeElement> elements = store.code_elements();
  using Place = std::tuple<std::string, std::uint32_t, std::size_t, std::uint64_t>;
  std::map<Place, std::vector<Column>> by_place;
  for (std::size_t index = 0; index < elements.size(); ++index) {
    const results::CodeElement& each = elements[index];
    if (!coverage::is_outcome(each.point.kind)) continue;
    const std::uint32_t line = each.place.lines.empty() ? 0 : each.place.lines.front();
    by_place[{each.place.file, line, each.module, each.point.address}].push_back(static_cast<Column>(index));
  }
  Conditions conditions;
  for (auto& [place, outcomes] : by_place) conditions.push_back(std::move(outcomes));
  return conditions;
}

std::string_view name(PathForm form) { return form == PathForm::subset ? "subset" : "subsequence"; }

double path_similarity(const Conditions& conditions, std::span<const Word> a, std::span<const Word> b, PathForm form) {
  std::size_t evaluated = 0, alike = 0, run = 0, longest = 0;
  for (const std::vector<Column>& outcomes : conditions) {
    const auto either = [&](Column column) { return is_set(a, column) || is_set(b, column); };
    if (std::ranges::none_of(outcomes, either)) continue;
    ++evaluated;
    const bool same = std::ranges::all_of(outcomes, [&](Column each) { return is_set(a, each) == is_set(b, each); });
    alike += same ? 1 : 0;
    run = same ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  if (evaluated == 0) return 1;
  return static_cast<double>(form == PathForm::subset ? alike : longest) / static_cast<double>(evaluated);
}

}  // namespace smallscope::diagnosis::directed
