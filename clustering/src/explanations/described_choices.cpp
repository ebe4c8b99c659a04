// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>
#include <string_view>

#include <smallscope/clustering/explanations/population.hpp>

namespace smallscope::clustering {

DescribedChoices::DescribedChoices(const Population& population) : population_(population) {
  for (const PopulationTable& table : population.tables()) {
    std::vector<std::uint32_t>& present = present_.emplace_back(table.rows);
    for (const std::size_t number : table.attributes) {
      const Attribute& attribute = population.attributes()[number];
      if (is_computed(attribute)) continue;
      by_name_.emplace(attribute.name, number);
      std::vector<std::uint8_t> is_present;
      for (const std::string& label : attribute.labels) is_present.push_back(!label.empty());
      population.column_of(number).for_each_with(is_present, [&](std::size_t row, Value) { ++present[row]; });
    }
  }
}

bool DescribedChoices::describe(Ordinal ordinal, const generators::Choices& choices) const {
  std::vector<std::size_t> rows;
  population_.rows(ordinal, rows);
  std::size_t left = 0;  // present attributes that no choice has said yet
  for (std::size_t table = 0; table < rows.size(); ++table) left += present_[table][rows[table]];
  std::set<std::string_view> said;
  for (const generators::Choice& choice : choices) {
    const auto found = by_name_.find(choice.name);
    if (found == by_name_.end() || !said.insert(choice.name).second) continue;
    const std::string& label = population_.attributes()[found->second].labels[population_.value(found->second, rows)];
    if (label != choice.label && label != fmt::format("{} #{}", choice.label, choice.index)) return false;
    left -= !label.empty();
  }
  return left == 0;
}

}  // namespace smallscope::clustering
