// SPDX-License-Identifier: Apache-2.0
// count: how many inputs a campaign has.
#include <fmt/format.h>

#include <algorithm>

#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "explore/search_size.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

/// Prints the number of inputs, and for a search the number of candidates on standard error.
void print_count(const std::string& name, generators::Ordinal inputs, std::optional<generators::Ordinal> candidates) {
  print_visible("{}\n", inputs);
  if (candidates) complain(fmt::format("{} explores {} candidates", name, report::grouped(*candidates)));
}

constexpr std::size_t line_width = 100;
constexpr std::size_t most_lines = 100;

/// A line for each sub-generator. What only wraps another one is left out.
void add_tree(const generators::Structure& node, const std::string& indent, std::vector<std::string>& lines) {
  const generators::Structure* shown = &node;
  while (shown->name.empty() && shown->children.size() == 1 && shown->children.front().size == shown->size)
    shown = &shown->children.front();
  lines.push_back(fmt::format("{}{}{}{} {}", indent, shown->name, shown->name.empty() ? "" : ": ", shown->kind,
                              generators::size_text(shown->size)));
  for (const generators::Structure& child : shown->children) add_tree(child, indent + "  ", lines);
}

/// In one line, if it is short, or as a tree.
std::string structure_text(const generators::Structure& structure) {
  if (std::string line = report::one_line(generators::to_string(structure)); line.size() <= line_width)
    return line + "\n";
  std::vector<std::string> lines;
  add_tree(structure, "", lines);
  std::string text;
  for (std::size_t i = 0; i < std::min(lines.size(), most_lines); ++i) text += report::one_line(lines[i]) + "\n";
  if (lines.size() > most_lines) text += fmt::format("... and {} more\n", report::grouped(lines.size() - most_lines));
  return text;
}

int count(const std::string& name, const runner::Space& space, bool structure, bool walk) {
  using Kind = generators::Estimate::Kind;
  int status = nothing_failed;
  if (!space.is_search() || walk) {
    const generators::Ordinal inputs = space.reach(generators::uncounted);
    print_count(name, inputs, space.candidates());
  } else if (const auto size = quick_estimate(*space.sampler()); size.inputs.kind == Kind::exact) {
    print_count(name, static_cast<generators::Ordinal>(size.inputs.value),
                static_cast<generators::Ordinal>(size.paths.value));
  } else {
    complain(fmt::format("{} is a search without an index and has {}; count them with --walk", name,
                         report::estimate_text(size)));
    status = not_carried_out;
  }
  if (structure) print_visible("{}", structure_text(space.structure()));
  return status;
}

}  // namespace

void add_count(CLI::App* command, const Context& context, Action& action) {
  auto name = std::make_shared<std::string>();
  auto structure = std::make_shared<bool>(false);
  auto walk = std::make_shared<bool>(false);
  auto level = std::make_shared<int>(0);
  command->add_option("campaign", *name, "Name of a campaign, or a specification file (.toml)")->required();
  command->add_option("--merge-level", *level, "Count the inputs of this merge level")
      ->transform(whole_number())
      ->capture_default_str();
  command->add_flag(
      "--walk", *walk,
      "Walk a search without an index to its end; without this option, a long one is estimated, with status 3");
  command->add_flag("--structure", *structure, "Print the sub-generators and their sizes, too");
  command->callback([=, &context, &action] {
    action = [=, &context] {
      const runner::Campaign campaign = context.campaign(*name);
      require_level(campaign, *level);
      return count(*name, campaign.space_at(*level), *structure, *walk);
    };
  });
}

}  // namespace smallscope::program
