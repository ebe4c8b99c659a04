// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/neighbours.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

namespace smallscope::diagnosis {

using generators::Choice;
using generators::Choices;

std::size_t distance(const Choices& a, const Choices& b) {
  // Mostly, both have the same choices in the same order.
  if (std::ranges::equal(a, b, {}, &Choice::name, &Choice::name)) {
    std::size_t differing = 0;
    for (std::size_t i = 0; i < a.size(); ++i) differing += a[i].index != b[i].index ? 1 : 0;
    return differing;
  }
  std::map<std::string_view, Ordinal> of_a;
  for (const Choice& choice : a) of_a.emplace(choice.name, choice.index);
  std::size_t differing = 0, shared = 0;
  for (const Choice& choice : b) {
    const auto found = of_a.find(choice.name);
    if (found == of_a.end()) {
      ++differing;
      continue;
    }
    ++shared;
    differing += found->second != choice.index ? 1 : 0;
  }
  return differing + of_a.size() - shared;
}

std::vector<Ordinal> neighbours(std::span<const Ordinal> failing, std::span<const Ordinal> inputs,
                                const ChoicesOf& choices_of) {
  std::vector<Choices> centers;
  for (const Ordinal ordinal : failing) centers.push_back(choices_of(ordinal));
  std::vector<Ordinal> near(failing.begin(), failing.end());
  for (const Ordinal ordinal : inputs) {
    const Choices choices = choices_of(ordinal);
    if (std::ranges::any_of(centers, [&](const Choices& center) { return distance(center, choices) == 1; }))
      near.push_back(ordinal);
  }
  std::ranges::sort(near);
  near.erase(std::unique(near.begin(), near.end()), near.end());
  return near;
}

std::vector<Ordinal> nearest(Ordinal center, std::span<const Ordinal> inputs, std::size_t count,
                             const ChoicesOf& choices_of) {
  const Choices choices = choices_of(center);
  std::vector<std::pair<std::size_t, Ordinal>> by_distance;
  for (const Ordinal ordinal : inputs)
    if (ordinal != center) by_distance.emplace_back(distance(choices, choices_of(ordinal)), ordinal);
  const std::size_t taken = std::min(count, by_distance.size());
  std::ranges::partial_sort(by_distance, by_distance.begin() + static_cast<std::ptrdiff_t>(taken));
  std::vector<Ordinal> near{center};
  for (std::size_t i = 0; i < taken; ++i) near.push_back(by_distance[i].second);
  std::ranges::sort(near);
  return near;
}

std::vector<Ordinal> around(Ordinal center, std::span<const Ordinal> inputs, std::size_t count,
                            const ChoicesOf& choices_of) {
  const Choices here = choices_of(center);
  using Changed = std::pair<std::size_t, std::vector<std::string>>;  // how many choices differ, and which
  std::map<Changed, std::vector<std::pair<Ordinal, Ordinal>>> by_changed;
  for (const Ordinal ordinal : inputs) {
    if (ordinal == center) continue;
    const Choices there = choices_of(ordinal);
    const auto difference = [](const Choice& a, const Choice& b) {
      return std::max(a.index, b.index) - std::min(a.index, b.index);
    };
    Changed changed{distance(here, there), {}};
    Ordinal far = 0;
    for (const Choice& choice : there) {
      const auto same = std::ranges::find(here, choice.name, &Choice::name);
      if (same != here.end() && same->index == choice.index) continue;
      changed.second.push_back(choice.name);
      far += same == here.end() ? choice.index : difference(*same, choice);
    }
    by_changed[std::move(changed)].emplace_back(far, ordinal);
  }
  std::vector<std::tuple<std::size_t, std::size_t, std::size_t, Ordinal>> order;  // distance, turn, set of choices
  for (std::size_t set = 0; auto& [changed, found] : by_changed) {
    std::ranges::sort(found);
    for (std::size_t turn = 0; turn < found.size(); ++turn)
      order.emplace_back(changed.first, turn, set, found[turn].second);
    ++set;
  }
  std::ranges::sort(order);
  std::vector<Ordinal> near;
  for (std::size_t i = 0; i < std::min(count, order.size()); ++i) near.push_back(std::get<3>(order[i]));
  return near;
}

Spectrum selected(const Spectrum& spectrum, std::span<const std::size_t> tests) {
  Spectrum selected(spectrum.elements());
  for (const std::size_t number : tests) {
    const CoveredTest test = spectrum.test(number);
    selected.add(test.ordinal, test.outcome, spectrum.row(test.row));
  }
  return selected;
}

Spectrum restricted(const Spectrum& spectrum, std::span<const Ordinal> tests) {
  std::vector<std::size_t> numbers;
  for (std::size_t number = 0; number < spectrum.tests(); ++number)
    if (std::ranges::binary_search(tests, spectrum.test(number).ordinal)) numbers.push_back(number);
  return selected(spectrum, numbers);
}

}  // namespace smallscope::diagnosis
