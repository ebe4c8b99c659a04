// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/known_faults/decision.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace smallscope::clustering {

namespace {

constexpr std::array<std::pair<Decision::Kind, std::string_view>, 3> kinds{
    {{Decision::Kind::known, "known"}, {Decision::Kind::ignore, "ignore"}, {Decision::Kind::note, "note"}}};

}  // namespace

Day day_at(std::chrono::system_clock::time_point time) { return Day(std::chrono::floor<std::chrono::days>(time)); }

std::string to_string(Day day) {
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                     static_cast<unsigned>(day.day()));
}

std::optional<Day> day_named(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  unsigned parts[3] = {};
  const std::string_view words[3] = {text.substr(0, 4), text.substr(5, 2), text.substr(8, 2)};
  for (int i = 0; i < 3; ++i) {
    const char* const end = words[i].data() + words[i].size();
    if (std::from_chars(words[i].data(), end, parts[i]).ptr != end) return std::nullopt;
  }
  const Day day{std::chrono::year(static_cast<int>(parts[0])), std::chrono::month(parts[1]),
                std::chrono::day(parts[2])};
  return day.ok() ? std::optional(day) : std::nullopt;
}

bool is_of_space(const Evidence& evidence, const results::Manifest& manifest) {
  return evidence.space == manifest.fingerprint.population;
}

Evidence evidence_from(const results::Manifest& manifest, std::vector<generators::Ordinal> failing) {
  std::ranges::sort(failing);
  failing.erase(std::unique(failing.begin(), failing.end()), failing.end());
  return {std::move(failing), manifest.fingerprint.population};
}

std::string_view name(Decision::Kind kind) {
  return std::ranges::find(kinds, kind, &std::pair<Decision::Kind, std::string_view>::first)->second;
}

std::optional<Decision::Kind> decision_named(std::string_view name) {
  for (const auto& [kind, known] : kinds)
    if (known == name) return kind;
  return std::nullopt;
}

}  // namespace smallscope::clustering
