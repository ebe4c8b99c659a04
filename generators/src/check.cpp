// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/check.hpp>

#include <random>

namespace smallscope::generators {

namespace {
/// A number of [0, bound]. It is the same with every standard library, unlike that of std::uniform_int_distribution.
Ordinal up_to(Ordinal bound, std::mt19937_64& random) {
  return bound == ~Ordinal{0} ? random() : random() % (bound + 1);
}

std::string percent(double rate) {
  std::array<char, 32> text;
  return {text.data(), static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.3g%%", 100 * rate))};
}
}  // namespace

std::vector<std::pair<Ordinal, Ordinal>> visited_ranges(Ordinal size, const CheckOptions& options) {
  if (size <= options.visits) return {{0, size}};
  const Ordinal parts = std::clamp<Ordinal>(options.parts, 1, std::max<Ordinal>(options.visits, 1));
  const Ordinal stratum = size / parts, length = std::min(options.visits / parts, stratum);
  std::mt19937_64 random(options.seed);
  std::vector<std::pair<Ordinal, Ordinal>> ranges;
  for (Ordinal part = 0; part < parts; ++part) {
    const Ordinal end = part + 1 == parts ? size : (part + 1) * stratum;
    Ordinal first = part * stratum + up_to(stratum - length, random);
    if (part == 0) first = 0;
    if (part + 1 == parts && parts > 1) first = end - length;
    ranges.emplace_back(first, first + length);
  }
  return ranges;
}

std::vector<std::pair<Ordinal, Ordinal>> random_ranges(Ordinal size, const CheckOptions& options) {
  if (options.parts == 0) return {};
  const Ordinal longest = std::max<Ordinal>(options.visits / options.parts, 1);
  std::mt19937_64 random(options.seed + 1);
  std::vector<std::pair<Ordinal, Ordinal>> ranges;
  for (std::size_t part = 0; part < options.parts; ++part) {
    const Ordinal first = up_to(size, random);
    ranges.emplace_back(first, first + up_to(std::min(size - first, longest), random));
  }
  return ranges;
}

std::string to_string(const CheckReport& report) {
  std::string text =
      "visited    " + std::to_string(report.visited) + " of " + std::to_string(report.size) + " ordinals";
  if (report.discarded > 0) text += ", " + std::to_string(report.discarded) + " discarded";
  text += report.lawful() ? "\nlaws       hold" : "\nlaws       broken";
  for (const std::string& problem : report.problems) text += "\n           " + problem;
  text += "\nduplicates " + std::to_string(report.repeated);
  if (report.repeated > 0) text += " (" + percent(report.duplicate_rate()) + " of the inputs)";
  if (!report.complete()) text += ", among the visited only";
  for (const auto& [first, again] : report.repetitions)
    text += "\n           #" + std::to_string(again) + " repeats #" + std::to_string(first);
  return text + "\n";
}

}  // namespace smallscope::generators
