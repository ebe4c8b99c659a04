// SPDX-License-Identifier: Apache-2.0
// report: a store as one page for a browser.
#include <memory>

#include <fmt/format.h>

#include <smallscope/report/page/page.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "command_line/output_file.hpp"
#include "command_line/print.hpp"
#include "diagnosis/source_files.hpp"
#include "diagnosis/suspects.hpp"
#include "triage/stored_findings.hpp"

namespace smallscope::program {

namespace {

struct ReportArguments {
  std::string store;
  std::string target;
  std::string from;
  std::vector<std::string> sources;
  std::vector<std::string> faults;
  std::string today;
};

/// The inputs of the space by their choices, for a store that is not complete; empty if the space is not that of the
/// store, or too large.
std::optional<clustering::Population> population_for(const results::Store& store, const runner::Campaign& campaign) {
  const generators::Structure structure = structure_of(campaign);
  const results::Manifest& manifest = store.manifest();
  if (structure.size == generators::uncounted || structure.size != manifest.inputs || !has_space_of(campaign, manifest))
    return std::nullopt;
  try {
    clustering::Population population(generators::factors(structure), choices_of(campaign));
    const clustering::DescribedChoices described(population);
    bool is_described = true;
    store.for_each_failure([&](const results::Case& record) {
      return is_described = record.level != 0 || described.describe(record.ordinal, record.choices);
    });
    if (!is_described) return std::nullopt;
    for (const generators::DeclaredAttribute& declared : campaign.attributes)
      population = population.with(declared, choices_of(campaign));
    return population;
  } catch (const clustering::ExplanationError&) {
    return std::nullopt;  // the map then has no rates, and says what they need
  }
  return std::nullopt;
}

/// Where in the code the fault of each of the first clusters may be, and what the page needs to show it; nothing if the
/// store does not have what its tests covered.
struct CodeOnPage {
  std::vector<report::Suspects> suspects;
  report::SourceLine source;
  std::string diagnose;
  std::string obstacle;
};

CodeOnPage code_of(const Context& context, const ReportArguments& arguments, const results::Store& store,
                   const std::optional<runner::Campaign>& campaign, std::span<const clustering::Cluster> clusters) {
  const StoreArguments wanted{.from = from_of(context, store.manifest(), arguments.from), .sources = arguments.sources};
  CodeOnPage code{.diagnose = diagnose_command(context, arguments.store, wanted)};
  try {
    code.suspects = suspects_of(store, campaign, clusters);
  } catch (const diagnosis::SpectrumError& error) {
    complain(fmt::format("note: the page says nothing of the code: {}", error.what()));
    code.obstacle = "no test reported what it covers; `diagnose` says why";
  }
  const auto files = std::make_shared<SourceFiles>(source_places(store, arguments.sources, ForPage::yes));
  code.source = [files](const std::string& file, std::uint32_t line) { return files->line(file, line); };
  return code;
}

int report_store(const Context& context, const ReportArguments& arguments) {
  std::optional<clustering::Faults> faults = faults_of({.files = arguments.faults, .fail_on = {}, .today = {}});
  const clustering::Day today = day_of(arguments.today);
  const results::Store store = inspect_store(arguments.store);
  const auto campaign = campaign_to_read(context, arguments.store, store.manifest(), arguments.from);
  OutputFile output(arguments.target, {arguments.store});
  const StoredFindings findings =
      findings_of(store, campaign, "code", std::move(faults), today, report::most_clusters_on_page);
  report::PageContents contents{
      .findings = shown(store, findings,
                        replay_command(context, arguments.store, from_of(context, store.manifest(), arguments.from)))};
  std::optional<clustering::Population> population;
  if (campaign && !findings.triage.explainer && !findings.triage.clusters.empty())
    population = population_for(store, *campaign);
  if (population) contents.population = &*population;
  if (campaign) {
    contents.render = [space = campaign->space](results::Ordinal ordinal) { return space->render(ordinal); };
    contents.choices = choices_of(*campaign);
  }
  const CodeOnPage code = code_of(context, arguments, store, campaign, contents.findings.clusters);
  contents.suspects = code.suspects;
  contents.source = code.source;
  contents.diagnose = code.diagnose;
  contents.undiagnosed = code.obstacle;
  report::write_page(contents, output.stream());
  output.finish();
  if (!contents.findings.unexplained.empty())
    complain(fmt::format("note: no explanations: {}", contents.findings.unexplained));
  return nothing_failed;
}

}  // namespace

void add_report(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<ReportArguments>();
  command->add_option("store", arguments->store, "Result store")->required();
  command
      ->add_option("-o,--output", arguments->target,
                   "HTML file to write: one file that a browser opens from anywhere, without a network")
      ->required()
      ->check(not_empty());
  add_faults(*command, arguments->faults);
  add_today(*command, arguments->today);
  add_from(*command, arguments->from);
  command
      ->add_option("--source", arguments->sources,
                   "Of a run with --coverage: folders of the source, beside the working directory")
      ->check(not_empty());
  command->callback([=, &context, &action] { action = [=, &context] { return report_store(context, *arguments); }; });
}

}  // namespace smallscope::program
