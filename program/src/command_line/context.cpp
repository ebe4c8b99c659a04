// SPDX-License-Identifier: Apache-2.0
#include "command_line/context.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/program/specification.hpp>
#include <smallscope/report/text.hpp>
#include <smallscope/subjects/nearest.hpp>

namespace smallscope::program {

bool is_specification(const std::string& name) { return name.ends_with(".toml"); }

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
    if (campaign.definition.file.empty())
      campaign.definition = {.file = entry.where.file_name(), .line = entry.where.line(), .choices = {}};
    return campaign;
  }
  if (names.empty())
    throw UsageError(fmt::format("`{}` is not a specification file: give one that ends in .toml", name));
  const auto meant = subjects::nearest(name, names);
  throw UsageError(fmt::format("there is no campaign `{}`{}; the campaigns are {}", name,
                               meant ? fmt::format("; did you mean `{}`?", *meant) : "", fmt::join(names, ", ")));
}

std::string Context::command(std::initializer_list<std::string_view> words) const {
  std::string text = report::shell_word(invocation_);
  for (const std::string_view word : words) text += " " + report::shell_word(word);
  return text;
}

std::vector<std::string> Context::program(const std::string& campaign) const {
  std::error_code failed;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", failed);
  std::vector<std::string> program{failed ? invocation_ : self.string()};
  if (is_specification(campaign)) program.push_back(std::filesystem::absolute(campaign).lexically_normal().string());
  return program;
}

results::Store open_unchecked(const std::string& file) {
  if (!std::filesystem::exists(file))
    throw UsageError(fmt::format("there is no store {}; `run CAMPAIGN --store {}` makes one", file, file));
  return results::Store::snapshot(file);
}

results::Store inspect_store(const std::string& file) {
  results::Store store = open_unchecked(file);
  store.require_whole();
  return store;
}

}  // namespace smallscope::program
