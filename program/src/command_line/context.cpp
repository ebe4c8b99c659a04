#include "command_line/context.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/program/specification.hpp>

namespace smallscope::program {

namespace {

std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0u);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, substituted}));
    }
  }
  return row.back();
}

}  // namespace

void complain(const std::string& line) {
  const std::string whole = line + "\n";
  std::fwrite(whole.data(), 1, whole.size(), stderr);
}

bool is_specification(const std::string& name) { return name.ends_with(".toml"); }

std::optional<std::string> closest(const std::string& word, const std::vector<std::string>& candidates) {
  std::optional<std::string> best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

bool Context::has(const std::string& name) const {
  return std::any_of(campaigns_.begin(), campaigns_.end(), [&](const Entry& entry) { return entry.name == name; });
}

runner::Campaign Context::campaign(const std::string& name) const {
  if (is_specification(name)) return load_specification(name);
  std::vector<std::string> names;
  for (const Entry& entry : campaigns_) {
    if (entry.name != name) {
      names.push_back(entry.name);
      continue;
    }
    runner::Campaign campaign = entry.make();
    if (campaign.name.empty()) campaign.name = entry.name;
    if (campaign.description.empty()) campaign.description = entry.description;
    return campaign;
  }
  if (names.empty()) throw UsageError(fmt::format("`{}` is no specification: give a file that ends in .toml", name));
  const auto meant = closest(name, names);
  throw UsageError(fmt::format("there is no campaign `{}`{}; the campaigns are {}", name,
                               meant ? fmt::format("; did you mean `{}`?", *meant) : "", fmt::join(names, ", ")));
}

std::vector<std::string> Context::program(const std::string& campaign) const {
  std::error_code failed;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", failed);
  std::vector<std::string> program{failed ? invocation_ : self.string()};
  if (is_specification(campaign)) program.push_back(std::filesystem::absolute(campaign).lexically_normal().string());
  return program;
}

results::Store inspect_store(const std::string& file) {
  if (!std::filesystem::exists(file))
    throw UsageError(fmt::format("there is no store {}; `run CAMPAIGN --store {}` makes one", file, file));
  return results::Store::inspect(file);
}

}  // namespace smallscope::program
