// SPDX-License-Identifier: Apache-2.0
// bugreport: a folder about one cluster, for the maintainer of the subject.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include <smallscope/clustering/clearer_members.hpp>
#include <smallscope/report/bug_report.hpp>
#include <smallscope/report/explanation_text.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>
#include <smallscope/runner/isolated.hpp>

#include "command_line/commands.hpp"
#include "command_line/interrupt.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "triage/failure_folder.hpp"
#include "triage/stored_campaign.hpp"
#include "triage/stored_clusters.hpp"

namespace smallscope::program {

namespace {

namespace fs = std::filesystem;

struct BugreportArguments {
  std::string store;
  std::string cluster;
  std::string output;
  std::string from;
};

std::string explanation_of(const results::Store& store, const runner::Campaign& campaign,
                           const clustering::Cluster& cluster) {
  using clustering::Partial;
  const generators::Structure structure = structure_of(campaign);
  const std::vector<results::Ordinal> members = clustering::explained_members(cluster);
  if (members.empty() || !clustering::obstacle_to_explaining(store, structure, Partial::allowed).empty()) return {};
  try {
    const auto explainer = explainer_of(store, campaign, Partial::allowed);
    return report::explanation_block(explainer.explain(members));
  } catch (const clustering::ExplanationError& error) {
    complain(fmt::format("note: without an explanation: {}", error.what()));
    return {};
  }
}

/// The clearer input of the cluster, executed again. A cluster that was named by the key of a message may be none of
/// those that the store is in; then nothing is known of what others share with it.
std::optional<report::SecondInput> second_input(runner::Engine& engine, const runner::Campaign& campaign,
                                                const results::Store& store,
                                                std::span<const clustering::Cluster> clusters,
                                                const clustering::Cluster& cluster, const std::stop_token& stop) {
  const auto place = std::ranges::find_if(
      clusters, [&](const clustering::Cluster& each) { return each.id == cluster.id && each.key == cluster.key; });
  if (place == clusters.end()) return std::nullopt;
  const auto clearer = clustering::clearer_members(store, clusters)[static_cast<std::size_t>(place - clusters.begin())];
  if (!clearer || clearer->input.first > 0) return std::nullopt;
  const auto failing = execute_again(engine, campaign, store, clearer->input.second, stop);
  if (!failing) return std::nullopt;
  return report::SecondInput{*failing, clusters[clearer->other].key, clearer->shared};
}

/// "--from FILE " for the maker of a store, without its directory, which is of this machine.
std::string from_text(const std::string& from) {
  return from.empty() ? "" : fmt::format("--from {} ", report::shell_word(fs::path(from).filename().string()));
}

int write_report(const Context& context, const BugreportArguments& arguments) {
  const results::Store store = inspect_store(arguments.store);
  const runner::Campaign campaign =
      campaign_or_become_program(context, arguments.store, store.manifest(), arguments.from);
  const std::vector<clustering::Cluster> clusters = clusters_of(store, campaign);
  const clustering::Cluster cluster = wanted_clusters(store, clusters, arguments.cluster).front();
  const runner::Campaign executed = runner::isolated(campaign);
  const Interrupt interrupt;
  runner::Engine engine(executed, {.jobs = 1});
  note_changes(engine, arguments.store, store.manifest());
  const auto failing = execute_smallest(engine, campaign, store, cluster, interrupt.token());
  if (!failing) return interrupted;
  report::BugReport about{.campaign = campaign.name,
                          .version = engine.version(),
                          .cluster = cluster,
                          .failing = *failing,
                          .account = store.account()};
  about.size = clustering::text_size(about.failing.input);
  about.explanation = explanation_of(store, campaign, cluster);
  about.second = second_input(engine, campaign, store, clusters, cluster, interrupt.token());
  about.replay = fmt::format("{} replay STORE {}{}\n", fs::path(context.invocation()).filename().string(),
                             from_text(arguments.from), report::replay_arguments(about.failing));

  make_directory(arguments.output);
  const fs::path directory = arguments.output;
  const WrittenFailure written =
      write_and_try(directory, {about.campaign, about.version, cluster.key}, *failing, campaign, interrupt.token());
  const bool shown = !written.reproduced || written.reproduced->is_shown;
  about.commands = written.commands;
  about.script = script_of(written);
  if (written.reproduction) about.note = written.reproduction->note;
  if (interrupt.token().stop_requested()) return interrupted;
  write_text(directory / "README.md", report::bug_report(about));
  print_visible("{}: {}, {} failing; the smallest is {}\n", (directory / "README.md").string(), cluster.id,
                report::grouped(cluster.members.size()), report::short_name(about.failing));
  return shown ? nothing_failed : not_carried_out;
}

}  // namespace

void add_bugreport(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<BugreportArguments>();
  command->add_option("store", arguments->store, "Result store")->required();
  command->add_option("--cluster", arguments->cluster, "The cluster (its id or its key)")
      ->required()
      ->check(not_empty());
  command->add_option("-o,--output", arguments->output, "Directory to make")->required()->check(not_empty());
  add_from(*command, arguments->from);
  command->callback([=, &context, &action] { action = [=, &context] { return write_report(context, *arguments); }; });
}

}  // namespace smallscope::program
