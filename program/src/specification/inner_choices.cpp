// SPDX-License-Identifier: Apache-2.0
#include "inner_choices.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "combinations.hpp"

namespace smallscope::program::specification {

namespace {

using generators::Ordinal;

/// Of `size` values, the first of which is `first`: all, if these are at most `count`; else so many, evenly chosen, and
/// some near to the first and the last, `steps` in each power of two of the distance, because short lists come first
/// and are few.
void add_sample(std::vector<Ordinal>& values, Ordinal first, Ordinal size, Ordinal count, Ordinal steps) {
  const Ordinal step = std::max<Ordinal>(size / count, 1);
  for (Ordinal i = 0; i < std::min(size, count); ++i) values.push_back(first + i * step);
  if (size <= count) return;
  for (Ordinal distance = size; distance > 0; distance /= 2)
    for (Ordinal i = 0; i < steps; ++i) {
      const Ordinal from_first = distance - distance / (2 * steps) * i;
      values.insert(values.end(), {first + from_first - 1, first + size - from_first});
    }
}

/// About `count` values of a hole. An alternative with few values is looked at as well as those with many.
std::vector<Ordinal> sample(const HoleValues& hole, Ordinal count) {
  constexpr Ordinal steps = 16;
  std::vector<Ordinal> values;
  const Ordinal parts = hole.alternatives();
  if (hole.size() <= count || hole.starts.empty() || parts > count) {
    add_sample(values, 0, hole.size(), count, steps);
    return values;
  }
  for (Ordinal alternative = 0; alternative < parts; ++alternative) {
    const Ordinal first = hole.start_of(alternative);
    add_sample(values, first, hole.start_of(alternative + 1) - first, count / parts,
               std::max<Ordinal>(steps / parts, 1));
  }
  return values;
}

std::optional<std::int64_t> integer_in(std::string_view label) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(label.data(), label.data() + label.size(), number);
  return error == std::errc() && end == label.data() + label.size() ? std::optional(number) : std::nullopt;
}

/// Whether all labels are whole numbers, and this one lies between two of them.
bool is_between(const std::set<std::string>& labels, std::string_view label) {
  const auto number = integer_in(label);
  bool has_less = false, has_more = false;
  for (const std::string& each : labels) {
    const auto other = integer_in(each);
    if (!number || !other) return false;
    has_less = has_less || *other < *number;
    has_more = has_more || *other > *number;
  }
  return has_less && has_more;
}

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
  std::map<std::string, std::size_t> made;  // by how many values
  std::size_t looked_at = 0;
  for (const HoleValues& values : table_.holes[hole].cases) {
    const Combinations alone({Hole{table_.holes[hole].name, 0, {values}, {}}}, 1, "");
    const Ordinal of_last = generators::choices(alone, alone.size() - 1).size();
    const Ordinal count = std::min(most_values, std::max<Ordinal>(most_choices / std::max<Ordinal>(of_last, 1), 1));
    found.is_complete = found.is_complete && alone.size() <= count;
    const std::vector<Ordinal> values_seen = sample(values, count);
    for (const Ordinal value : values_seen)
      for (generators::Choice& choice : generators::choices(alone, value)) {
        ++made[choice.name];
        found.labels[choice.name].insert(std::move(choice.label));
      }
    looked_at += values_seen.size();
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
  return !choices.is_complete && (levels_.has_value(last_part(choice), label) || is_between(found->second, label));
}

std::string InnerChoices::example_of(std::string_view inner) const {
  for (std::size_t hole = 0; hole < table_.holes.size(); ++hole)
    for (const auto& [name, labels] : of(hole).labels)
      if (last_part(name) == inner && name != inner) return name;
  return {};
}

}  // namespace smallscope::program::specification
