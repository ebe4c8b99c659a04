// SPDX-License-Identifier: Apache-2.0
// report: a store as one page for a browser.
#include <algorithm>

#include <fmt/format.h>

#include <smallscope/report/causes_text.hpp>
#include <smallscope/report/page/page.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "command_line/output_file.hpp"
#include "command_line/print.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

struct ReportArguments {
  std::string store;
  std::string target;
  std::string from;
};

/// The campaign of the store, if this program has it or --from names it. Without it, the page has what the store has.
std::optional<runner::Campaign> campaign_if_known(const Context& context, const ReportArguments& arguments,
                                                  const results::Manifest& manifest) {
  if (arguments.from.empty() && !context.has(manifest.campaign)) return std::nullopt;
  return campaign_or_become_program(context, arguments.store, manifest, arguments.from);
}

/// By causes where these can be found, as people read clusters everywhere.
clustering::Triage triage_of(const results::Store& store, const std::optional<runner::Campaign>& campaign) {
  const clustering::Options options{.rules = clustering::rules_of(store.manifest())};
  if (campaign) return triage(store, options, *campaign);
  return {.clusters = clustering::cluster(store, options),
          .explainer = {},
          .by_causes = {},
          .obstacle = "they need the campaign; name its program or specification with --from FILE"};
}

/// The inputs of the space by their choices, for a store that is not complete; empty if the space is not that of the
/// store, or too large.
std::optional<clustering::Population> population_for(const results::Store& store, const runner::Campaign& campaign) {
  const generators::Structure structure = structure_of(campaign);
  const results::Manifest& manifest = store.manifest();
  if (structure.size == generators::uncounted || structure.size != manifest.inputs ||
      generators::to_string(structure) != manifest.structure)
    return std::nullopt;
  try {
    clustering::Population population(generators::factors(structure), choices_of(campaign));
    bool is_described = true;
    store.for_each_failure([&](const results::Case& record) {
      return is_described = record.level != 0 || population.describes(record.ordinal, record.choices);
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

int report_store(const Context& context, const ReportArguments& arguments) {
  const results::Store store = inspect_store(arguments.store);
  const std::optional<runner::Campaign> campaign = campaign_if_known(context, arguments, store.manifest());
  OutputFile output(arguments.target, {arguments.store});
  const clustering::Triage triaged = triage_of(store, campaign);
  const std::vector<clustering::Cluster>& clusters = triaged.clusters;
  report::PageContents contents{.store = store, .clusters = clusters};
  std::vector<clustering::Explanation> explanations;
  std::vector<std::string> causes;
  if (triaged.explainer) {
    const auto shown = static_cast<std::ptrdiff_t>(std::min(clusters.size(), report::most_clusters_on_page));
    explanations = explain_clusters(*triaged.explainer, {clusters.begin(), clusters.begin() + shown});
    for (const clustering::Cluster& cluster : clusters) causes.push_back(report::causes_text(triaged, cluster));
    contents.explanations = explanations;
    contents.causes = causes;
    contents.explainer = &*triaged.explainer;
  } else if (!clusters.empty()) {
    contents.unexplained = triaged.obstacle;
  }
  std::optional<clustering::Population> population;
  if (campaign && !triaged.explainer && !clusters.empty()) population = population_for(store, *campaign);
  if (population) contents.population = &*population;
  if (campaign) {
    contents.render = [space = campaign->space](results::Ordinal ordinal) { return space->render(ordinal); };
    contents.choices = choices_of(*campaign);
  }
  contents.replay = replay_command(context, arguments.store, from_of(context, store.manifest(), arguments.from));
  report::write_page(contents, output.stream());
  output.finish();
  if (!contents.unexplained.empty()) complain(fmt::format("note: no explanations: {}", contents.unexplained));
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
  add_from(*command, arguments->from);
  command->callback([=, &context, &action] { action = [=, &context] { return report_store(context, *arguments); }; });
}

}  // namespace smallscope::program
