// SPDX-License-Identifier: Apache-2.0
#include "inner_choices.hpp"

#include <algorithm>

#include "combinations.hpp"

namespace smallscope::program::specification {

namespace {

using generators::Ordinal;

/// The name without the hole around it and without the number of an item: "left" of "items[0]/left[2]".
std::string_view last_part(std::string_view choice) {
  if (const auto slash = choice.rfind('/'); slash != std::string_view::npos) choice.remove_prefix(slash + 1);
  return choice.substr(0, choice.find('['));
}

}  // namespace

const HoleChoices& InnerChoices::of(std::size_t hole) const {
  const auto [known, is_new] = known_.try_emplace(hole);
  HoleChoices& found = known->second;
  if (!is_new) return found;
  std::map<std::string, Ordinal> made;  // by how many values
  Ordinal looked_at = 0;
  for (const HoleValues& values : table_.holes[hole].cases) {
    const Combinations alone({Hole{table_.holes[hole].name, 0, {values}, {}}}, 1, "");
    const Ordinal of_last = generators::choices(alone, alone.size() - 1).size();
    const Ordinal count = std::min({alone.size(), most_values, most_choices / std::max<Ordinal>(of_last, 1)});
    found.is_complete = found.is_complete && count == alone.size();
    for (Ordinal i = 0; i < count; ++i) {
      const Ordinal value = count == alone.size() ? i : i * (alone.size() / count);
      for (generators::Choice& choice : generators::choices(alone, value)) {
        ++made[choice.name];
        found.labels[choice.name].insert(std::move(choice.label));
      }
    }
    looked_at += count;
  }
  for (const auto& [name, count] : made)
    if (count == looked_at) found.everywhere.insert(name);
  return found;
}

std::size_t InnerChoices::hole_of(std::string_view choice) const {
  return table_.index(choice.substr(0, choice.find_first_of("/[")));
}

bool InnerChoices::has_label(std::size_t hole, const std::string& choice, const std::string& label) const {
  const HoleChoices& choices = of(hole);
  const auto found = choices.labels.find(choice);
  if (found == choices.labels.end()) return false;
  if (found->second.contains(label)) return true;
  return !choices.is_complete && levels_.has_value(last_part(choice), label);
}

std::string InnerChoices::example_of(std::string_view inner) const {
  for (std::size_t hole = 0; hole < table_.holes.size(); ++hole)
    for (const auto& [name, labels] : of(hole).labels)
      if (last_part(name) == inner && name != inner) return name;
  return {};
}

}  // namespace smallscope::program::specification
