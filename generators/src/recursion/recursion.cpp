// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/recursion/recursion.hpp>

#include <algorithm>

namespace smallscope::generators::recursion {

Counts::Counts(std::vector<SortShape> sorts, std::size_t root, SizeBounds bounds)
    : sorts_(std::move(sorts)), bounds_(bounds), least_(sorts_.size()) {
  if (bounds.least > bounds.greatest)
    throw GeneratorError("recursive: the bounds are inverted: least size " + std::to_string(bounds.least) +
                         ", greatest size " + std::to_string(bounds.greatest) + "; swap them");
  if (bounds.greatest > size_limit)
    throw GeneratorError("recursive: the greatest size is " + std::to_string(bounds.greatest) + ", more than " +
                         std::to_string(size_limit) + "; reduce it");
  find_least_sizes();
  const std::size_t sizes = bounds.greatest + 1;
  values_.assign(sorts_.size(), std::vector<Cell>(sizes));
  for (const SortShape& sort : sorts_) {
    auto& rests = rests_.emplace_back();
    auto& least_rests = least_rest_.emplace_back();
    for (const RuleShape& rule : sort.rules) {
      rests.emplace_back((rule.components.size() + 1) * sizes);
      auto& least_rest = least_rests.emplace_back(rule.components.size() + 1);
      for (std::size_t i = rule.components.size(); i > 0; --i) {
        least_rest[i - 1] = least_rest[i];
        if (const auto child = rule.components[i - 1].sort)
          least_rest[i - 1] = {least_rest[i].size + *least_[*child], false};
      }
    }
  }
  for (std::size_t size = bounds.least; size <= bounds.greatest; ++size) count_values(root, size);
}

std::optional<std::size_t> Counts::least_of(const RuleShape& rule) const {
  std::size_t size = rule.weight;
  for (const Component& component : rule.components) {
    if (!component.sort) continue;
    if (!least_[*component.sort]) return std::nullopt;
    size += *least_[*component.sort];
  }
  return size;
}

void Counts::find_least_sizes() {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t sort = 0; sort < sorts_.size(); ++sort) {
      for (const RuleShape& rule : sorts_[sort].rules) {
        const auto size = least_of(rule);
        if (size && (!least_[sort] || *size < *least_[sort])) {
          least_[sort] = size;
          changed = true;
        }
      }
    }
  }
  for (std::size_t sort = 0; sort < sorts_.size(); ++sort) {
    if (least_[sort]) continue;
    const std::string name = "recursive: the sort `" + sorts_[sort].name + "` ";
    throw GeneratorError(sorts_[sort].rules.empty()
                             ? name + "has no rule; add one"
                             : name +
                                   "has no value of finite size, because every rule needs another one first; add a "
                                   "rule without that");
  }
}

Ordinal Counts::count_values(std::size_t sort, std::size_t size) {
  Cell& cell = values_[sort][size];
  if (cell.state == Cell::known) return cell.number;
  if (cell.state == Cell::in_progress)
    throw GeneratorError("recursive: the sort `" + sorts_[sort].name +
                         "` contains itself without growing, so that it has infinitely many values of size " +
                         std::to_string(size) + "; give a rule on the way a weight, or remove it");
  cell.state = Cell::in_progress;
  Ordinal number = 0;
  for (std::size_t rule = 0; rule < sorts_[sort].rules.size(); ++rule) {
    const std::size_t weight = sorts_[sort].rules[rule].weight;
    if (size >= weight) number = checked_add(number, count_rest(sort, rule, 0, size - weight), "recursive");
  }
  cell = {number, Cell::known};
  return number;
}

Ordinal Counts::count_rest(std::size_t sort, std::size_t rule, std::size_t component, std::size_t size) {
  const std::vector<Component>& components = sorts_[sort].rules[rule].components;
  const std::vector<LeastRest>& least_rest = least_rest_[sort][rule];
  if (size < least_rest[component].size) return 0;
  Cell& cell = rests_[sort][rule][component * (bounds_.greatest + 1) + size];
  if (component == components.size()) cell = {size == 0 ? Ordinal{1} : 0, Cell::known};
  if (cell.state == Cell::known) return cell.number;
  Ordinal number = 0;
  const auto child = components[component].sort;
  if (!child) {
    if (components[component].payload > 0)
      number =
          checked_multiply(components[component].payload, count_rest(sort, rule, component + 1, size), "recursive");
  } else {
    for (std::size_t part = *least_[*child]; part + least_rest[component + 1].size <= size; ++part) {
      // Skip combinations that cannot be completed: asking for them would report a false recursion, or an overflow that
      // does not matter.
      const Ordinal rest = count_rest(sort, rule, component + 1, size - part);
      if (rest > 0)
        number = checked_add(number, checked_multiply(count_values(*child, part), rest, "recursive"), "recursive");
    }
  }
  cell = {number, Cell::known};
  return number;
}

Share Counts::share_of(std::size_t sort, std::size_t rule, std::size_t component, std::size_t size,
                       Ordinal ordinal) const {
  const std::size_t child = *sorts_[sort].rules[rule].components[component].sort;
  if (takes_all(sort, rule, component)) return {size, 0, rest(sort, rule, component + 1, 0)};
  Share share{*least_[child]};
  for (;; ++share.size) {
    share.stride = rest(sort, rule, component + 1, size - share.size);
    const Ordinal block = share.stride == 0 ? 0 : values(child, share.size) * share.stride;
    if (ordinal - share.offset < block) return share;
    share.offset += block;
  }
}

Ordinal Counts::offset_of(std::size_t sort, std::size_t rule, std::size_t component, std::size_t size,
                          std::size_t part) const {
  const std::size_t child = *sorts_[sort].rules[rule].components[component].sort;
  if (takes_all(sort, rule, component)) return 0;
  Ordinal offset = 0;
  for (std::size_t smaller = *least_[child]; smaller < part; ++smaller) {
    const Ordinal stride = rest(sort, rule, component + 1, size - smaller);
    if (stride > 0) offset += values(child, smaller) * stride;
  }
  return offset;
}

void Counts::require_counted(std::size_t size) const {
  if (size > bounds_.greatest)
    throw GeneratorError("choices: they make a value of a size beyond " + std::to_string(bounds_.greatest));
}

}  // namespace smallscope::generators::recursion
