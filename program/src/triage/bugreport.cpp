// SPDX-License-Identifier: Apache-2.0
// bugreport: a folder about one cluster, for the maintainer of the subject.
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/clustering/changes.hpp>
#include <smallscope/report/bug_report.hpp>
#include <smallscope/report/explanation_text.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>
#include <smallscope/subjects/command.hpp>

#include "command_line/commands.hpp"
#include "command_line/interrupt.hpp"
#include "command_line/options.hpp"
#include "command_line/output_file.hpp"
#include "command_line/print.hpp"
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

/// A report describes what the present subject does: the smallest input of the cluster, executed again.
results::Case execute_representative(runner::Engine& engine, const runner::Campaign& campaign,
                                     const results::Store& store, const clustering::Cluster& cluster,
                                     const std::stop_token& stop) {
  const auto [level, ordinal] = cluster.representative;
  results::Case failing = *store.find_failure(level, ordinal);
  const std::string name = report::short_name(failing);
  if (level > 0)
    throw UsageError(
        fmt::format("--cluster {}: only merged inputs are known to fail like this, such as {}; run the "
                    "campaign at level 0 first",
                    cluster.id, name));
  require_input(campaign, level, ordinal);
  const auto input = campaign.space->render(ordinal);
  const auto outcome = engine.execute(ordinal, stop);
  const clustering::Options options = options_of(store);
  if (!input || !outcome ||
      clustering::standing(outcome->verdict, outcome->judgements, options).key !=
          clustering::standing(failing.verdict, failing.judgements, options).key)
    throw UsageError(
        fmt::format("--cluster {}: its smallest input, {}, does not fail like this any more; `recheck {} "
                    "--cluster {}` says what became of the others",
                    cluster.id, name, store.file().string(), cluster.id));
  failing.input = *input;
  failing.verdict = outcome->verdict;
  failing.judgements = outcome->judgements;
  failing.observed = outcome->observed;
  return failing;
}

std::string explanation_of(const results::Store& store, const runner::Campaign& campaign,
                           const clustering::Cluster& cluster) {
  const generators::Structure structure = structure_of(campaign);
  const std::vector<results::Ordinal> members = clustering::explained_members(cluster);
  if (members.empty() || !clustering::obstacle_to_explaining(store, structure).empty()) return {};
  try {
    const auto explainer = explainer_of(store, campaign);
    return report::explanation_block(explainer.explain(members));
  } catch (const clustering::ExplanationError& error) {
    complain(fmt::format("note: without an explanation: {}", error.what()));
    return {};
  }
}

/// The facts of the failure, for the script.
report::Json facts_of(const report::BugReport& about) {
  report::Json json{{"campaign", report::text_json(about.campaign)},
                    {"version", report::text_json(about.version)},
                    {"key", about.cluster.key},
                    {"ordinal", about.failing.ordinal},
                    {"files", report::Json::array()},
                    {"parameters", report::Json::object()},
                    {"judgements", report::to_json(about.failing.judgements)},
                    {"observed", report::Json::object()}};
  for (const subjects::NamedText& file : about.failing.input.files)
    json["files"].push_back(report::text_json(file.name));
  for (const subjects::NamedText& text : about.failing.input.parameters)
    json["parameters"][text.name] = report::text_json(text.text);
  for (const subjects::NamedText& text : about.failing.observed)
    json["observed"][text.name] = report::text_json(text.text);
  return json;
}

void write(const fs::path& file, std::string_view text) {
  OutputFile output(file);
  output.stream() << text;
  output.finish();
}

/// A new or empty directory, so that a report never mixes with another.
void make_directory(const std::string& directory) {
  std::error_code error;
  if (fs::exists(directory, error) && (!fs::is_directory(directory, error) || !fs::is_empty(directory, error)))
    throw UsageError(fmt::format("-o {}: it exists and is not an empty directory; name another", directory));
  fs::create_directories(directory, error);
  if (error) throw results::StoreError(fmt::format("{} cannot be made: {}; name another", directory, error.message()));
}

/// Copies the script and runs it as the reader will. Returns whether it shows the bug.
bool reproduce(const runner::Reproduction& reproduction, const fs::path& directory, report::BugReport& about,
               const std::stop_token& stop) {
  const fs::path script = directory / reproduction.script.filename();
  fs::copy_file(reproduction.script, script);
  fs::permissions(script, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                  fs::perm_options::add);
  std::vector<std::string> words = reproduction.command();
  const subjects::Input nothing;
  const subjects::Observation observed =
      subjects::execute(subjects::Command{words, reproduction.environment, std::nullopt},
                        {fs::absolute(directory), &nothing}, {.time = std::chrono::minutes(5)}, stop);
  words.front() = fs::path(words.front()).filename().string();
  about.command = fmt::format("{}\n", fmt::join(words, " "));
  about.output = observed.standard_output;
  about.note = reproduction.note;
  about.subject = reproduction.subject;
  about.bisect = reproduction.bisect;
  if (observed.exit_status == 1) return true;
  complain(fmt::format("error: {} does not show the bug (status {}): {}{}", script.string(), observed.exit_status,
                       observed.standard_output, observed.standard_error));
  return false;
}

int write_report(const Context& context, const BugreportArguments& arguments) {
  const results::Store store = inspect_store(arguments.store);
  const runner::Campaign campaign =
      campaign_or_become_program(context, arguments.store, store.manifest(), arguments.from);
  const clustering::Cluster cluster = wanted_clusters(store, clusters_of(store, campaign), arguments.cluster).front();
  const Interrupt interrupt;
  runner::Engine engine(campaign, {.jobs = 1});
  note_changes(engine, arguments.store, store.manifest());
  report::BugReport about{.campaign = campaign.name,
                          .version = engine.version(),
                          .cluster = cluster,
                          .failing = execute_representative(engine, campaign, store, cluster, interrupt.token()),
                          .account = store.account()};
  if (interrupt.token().stop_requested()) return interrupted;
  // Of a cluster with several messages, those of the input that the report shows.
  about.cluster.signature =
      clustering::signature(about.failing.verdict, about.failing.judgements, options_of(store), about.failing.ordinal);
  about.size = clustering::text_size(about.failing.input);
  about.explanation = explanation_of(store, campaign, cluster);
  about.replay = fmt::format("{} replay STORE {}\n", fs::path(context.invocation()).filename().string(),
                             report::replay_arguments(about.failing));

  make_directory(arguments.output);
  const fs::path directory = arguments.output;
  subjects::write_files(about.failing.input, directory);
  write(directory / "bug.json", report::text(facts_of(about)));
  const bool shown = !campaign.reproduction || reproduce(*campaign.reproduction, directory, about, interrupt.token());
  if (interrupt.token().stop_requested()) return interrupted;
  write(directory / "README.md", report::bug_report(about));
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
