// SPDX-License-Identifier: Apache-2.0
#include "links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <smallscope/generators/composition/bind.hpp>
#include <unordered_map>

namespace smallscope::program::specification {
namespace {

using generators::Ordinal;

constexpr std::size_t most_combinations = 1 << 20;  // of classes

/// The values of one parent that are alike for the rows, numbered as they are met.
class Classes {
 public:
  Classes(const Selector& selector, std::size_t parent) : selector_(selector), parent_(parent) {
    for (std::size_t row = 0; row < selector.rows.size(); ++row)
      for (const std::string& label : selector.rows[row].labels[parent]) rows_of_[label].push_back(row);
  }
  std::uint32_t number_of(const std::string& label) {
    const auto found = rows_of_.find(label);
    const std::vector<std::size_t> rows = found == rows_of_.end() ? std::vector<std::size_t>{} : found->second;
    const auto [number, fresh] = numbers_.try_emplace(rows, static_cast<std::uint32_t>(examples_.size()));
    if (fresh) examples_.push_back(label);
    return number->second;
  }
  std::size_t size() const { return examples_.size(); }
  const std::string& example(std::size_t number) const { return examples_[number]; }
  bool agrees(std::size_t number, std::size_t row) const {
    const std::vector<std::string>& labels = selector_.rows[row].labels[parent_];
    return labels.empty() || std::find(labels.begin(), labels.end(), examples_[number]) != labels.end();
  }

 private:
  const Selector& selector_;
  std::size_t parent_;
  std::unordered_map<std::string, std::vector<std::size_t>> rows_of_;  // rows that name a label
  std::map<std::vector<std::size_t>, std::uint32_t> numbers_;
  std::vector<std::string> examples_;
};

std::vector<std::vector<std::uint32_t>> numbers_of(const Hole& parent, Classes& classes) {
  std::vector<std::vector<std::uint32_t>> all;
  for (const HoleValues& values : parent.cases) {
    generators::require_bindable(values.alternatives());
    std::vector<std::uint32_t>& numbers = all.emplace_back();
    if (values.starts.empty())
      values.generator.walk(0, values.size(), [&](Ordinal, const HoleValue& value) {
        numbers.push_back(classes.number_of(value.label()));
        return true;
      });
    else
      for (Ordinal alternative = 0; alternative < values.alternatives(); ++alternative)
        numbers.push_back(classes.number_of(values.label_of(alternative)));
  }
  return all;
}

/// The case for one value of each parent.
std::uint32_t case_of(const Selector& selector, const std::vector<Classes>& classes,
                      const std::vector<std::size_t>& numbers, const std::vector<const Hole*>& parents) {
  for (std::size_t row = 0; row < selector.rows.size(); ++row) {
    bool agrees = true;
    for (std::size_t p = 0; agrees && p < classes.size(); ++p) agrees = classes[p].agrees(numbers[p], row);
    if (agrees) return selector.rows[row].which;
  }
  if (selector.otherwise) return *selector.otherwise;
  std::string values;
  for (std::size_t p = 0; p < classes.size(); ++p)
    values += fmt::format("{}`{}` = `{}`", p == 0 ? "" : ", ", parents[p]->name, classes[p].example(numbers[p]));
  throw Mistake(selector.cases->line,
                fmt::format("`{}` has no case for {}; add one, or `otherwise`", selector.cases->path, values));
}

}  // namespace

Selector within(const Selector& selector, const std::map<std::size_t, std::string>& fixed) {
  Selector rest{selector.cases, {}, {}, selector.otherwise};
  for (const std::size_t parent : selector.parents)
    if (!fixed.contains(parent)) rest.parents.push_back(parent);
  for (const CaseRow& row : selector.rows) {
    CaseRow made{{}, row.which};
    bool agrees = true;
    for (std::size_t p = 0; p < selector.parents.size(); ++p) {
      const auto value = fixed.find(selector.parents[p]);
      if (value == fixed.end())
        made.labels.push_back(row.labels[p]);
      else if (!row.labels[p].empty())
        agrees = agrees && std::find(row.labels[p].begin(), row.labels[p].end(), value->second) != row.labels[p].end();
    }
    if (agrees) rest.rows.push_back(std::move(made));
  }
  return rest;
}

Links links_of(const Selector& selector, const std::vector<const Hole*>& parents, const std::vector<std::size_t>& at) {
  Links links{at, {}, {}, {}};
  std::vector<Classes> classes;
  std::size_t combinations = 1;
  for (std::size_t p = 0; p < parents.size(); ++p) {
    classes.emplace_back(selector, p);
    links.classes.push_back(numbers_of(*parents[p], classes.back()));
    links.class_counts.push_back(static_cast<std::uint32_t>(classes.back().size()));
    combinations *= classes.back().size();
    if (combinations > most_combinations)
      throw Mistake(selector.cases->line,
                    fmt::format("`{}` tells apart more than {} combinations of values; name fewer values in it",
                                selector.cases->path, most_combinations));
  }
  std::vector<std::size_t> numbers(parents.size(), 0);
  for (std::size_t i = 0; i < combinations; ++i) {
    std::size_t rest = i;
    for (std::size_t p = parents.size(); p-- > 0; rest /= classes[p].size()) numbers[p] = rest % classes[p].size();
    links.cases.push_back(case_of(selector, classes, numbers, parents));
  }
  return links;
}

}  // namespace smallscope::program::specification
