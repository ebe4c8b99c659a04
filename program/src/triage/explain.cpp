// SPDX-License-Identifier: Apache-2.0
// explain: in which choices the inputs of a cluster fail, always and only so.
#include <algorithm>

#include <fmt/format.h>

#include <smallscope/report/causes_text.hpp>
#include <smallscope/report/explanation_text.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/places_text.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "triage/confirmation.hpp"
#include "triage/explain_unjudged.hpp"
#include "triage/single_changes_table.hpp"
#include "triage/stored_campaign.hpp"
#include "triage/stored_clusters.hpp"
#include "triage/stored_findings.hpp"

namespace smallscope::program {

namespace {

struct ExplainArguments {
  std::string store;
  std::string from;
  std::string cluster;
  std::string verdict;  ///< "": failing
  std::size_t terms = 5;
  bool single_changes = false;
  bool json = false;
  ConfirmationArguments confirmation;
};

/// So many failing inputs of a cluster are changed, which takes seconds.
constexpr std::size_t most_changed = 10'000;

/// Nobody compares more pairs of inputs than this.
constexpr std::size_t most_witnesses = 20;

std::string rendered(const runner::Space& space, results::Ordinal ordinal) {
  const auto input = space.render(ordinal);
  if (!input) return {};
  return input->files.size() == 1 ? report::with_places(*input, input->files.front()) : report::shown(*input);
}

/// Why each condition of a term is there: a failing input and one that does not fail so. Conditions in `shown`, of
/// earlier terms, are left out, and the others added, of which the first `most_witnesses` are shown.
void print_witnesses(const runner::Space& space, const clustering::Explainer& explainer,
                     const clustering::Explanation& explanation, const clustering::Term& term,
                     const std::vector<results::Ordinal>& members, std::vector<clustering::Literal>& shown) {
  for (const clustering::Literal& literal : term.literals) {
    if (std::ranges::find(shown, literal) != shown.end()) continue;
    shown.push_back(literal);
    if (shown.size() > most_witnesses) continue;
    const std::string condition = report::literal_text(explanation, literal);
    const auto witness = explainer.witness(explanation, term, literal, members);
    if (!witness) {
      print_visible("\n    {}: no judged input near the first failing ones differs in this\n", condition);
      continue;
    }
    const std::size_t differing = witness->differing.size();
    print_visible("\n    {}{}:{} {}\n", witness->is_of_exception ? "except when " : "", condition,
                  differing == 1 ? "" : fmt::format(" the nearest inputs differ in {} choices,", differing),
                  report::difference_text([&](results::Ordinal ordinal) { return space.choices(ordinal); }, *witness,
                                          explainer.population().attributes()));
    print_visible("{}",
                  report::side_by_side(
                      fmt::format("#{} fails", witness->failing), rendered(space, witness->failing),
                      fmt::format("#{} {}", witness->without, witness->passes ? "passes" : "fails in another way"),
                      rendered(space, witness->without), "      ", report::terminal_width(1)));
  }
}

/// Everything that one cluster needs.
struct Explained {
  clustering::Cluster cluster;
  std::vector<results::Ordinal> members;
  clustering::Explanation explanation;  ///< without members, nothing
  /// If they are wanted: what becomes of members if one choice is changed, and of how many of them.
  std::vector<clustering::SingleChange> changes = {};
  std::size_t changed = 0;
};

report::Json cluster_json(const clustering::Explainer& explainer, const Explained& explained) {
  report::Json json = report::to_json(explained.cluster);
  json["explanation"] = report::to_json(explained.explanation, explainer, explained.members);
  if (explained.changed > 0) {
    json["single_changes"] = to_json(explained.changes);
    json["changed_inputs"] = explained.changed;
  }
  return json;
}

void print(const runner::Space& space, const clustering::Triage& triaged, const Explained& explained,
           const ExplainArguments& arguments) {
  const auto& [cluster, members, explanation, changes, changed] = explained;
  const clustering::Explainer& explainer = *triaged.explainer;
  print_visible("\n{}  {}  {} failing   {}\n", cluster.id, cluster.key, report::grouped(cluster.members.size()),
                report::message_text(cluster, 160));
  if (const std::string causes = report::causes_text(triaged, cluster); !causes.empty())
    print_visible("  one cluster: {}\n", report::one_line(causes, 300));
  if (members.empty()) {
    print_visible("  not explained: flaky, or found at merged levels only\n");
    return;
  }
  print_visible("{}", report::explanation_block(explanation, {.terms = arguments.terms}));
  if (!arguments.cluster.empty() && explanation.terms.size() > arguments.terms)
    print_visible("    (--terms {} shows them all)\n", explanation.terms.size());
  if (changed > 0) print_visible("{}", text(changes, changed, members.size()));
  if (arguments.cluster.empty()) return;
  std::vector<clustering::Literal> shown;
  for (const clustering::Term& term : clustering::witnessed_terms(explanation, arguments.terms))
    print_witnesses(space, explainer, explanation, term, members, shown);
  if (shown.size() > most_witnesses)
    print_visible("\n    and {} more conditions\n", report::grouped(shown.size() - most_witnesses));
}

std::vector<Explained> explain_all(const clustering::Explainer& explainer,
                                   const std::vector<clustering::Cluster>& clusters) {
  std::vector<clustering::Explanation> explanations = explain_clusters(explainer, clusters);
  std::vector<Explained> all;
  for (std::size_t i = 0; i < clusters.size(); ++i)
    all.push_back({clusters[i], clustering::explained_members(clusters[i]), std::move(explanations[i])});
  return all;
}

void add_single_changes(std::vector<Explained>& explained, const results::Store& store,
                        const clustering::Population& population) {
  for (Explained& each : explained) {
    each.changed = std::min(each.members.size(), most_changed);
    each.changes = clustering::single_changes(store, std::span(each.members).first(each.changed), population);
  }
}

/// "planted: all 80 inputs have a verdict; 22 fail, in 3 clusters"
std::string title(const results::Store& store, const clustering::Triage& triaged) {
  const results::Account account = store.account();
  const std::string all = account.inputs == 1
                              ? "the only input has a verdict"
                              : fmt::format("all {} inputs have a verdict", report::grouped(account.inputs));
  const std::string judged =
      account.complete ? all
                       : fmt::format("{} of {} inputs have a verdict, and explanations speak of these",
                                     report::grouped(account.executed - account.open), report::grouped(account.inputs));
  const std::size_t clusters = triaged.clusters.size();
  return fmt::format("{}: {}; {} fail, in {} cluster{}{}", report::one_line(store.manifest().campaign), judged,
                     report::grouped(account.failed()), clusters, clusters == 1 ? "" : "s",
                     triaged.by_causes ? "" : " by messages");
}

int explain_store(const Context& context, const ExplainArguments& arguments) {
  std::optional<Confirmation> confirmed;
  const results::Manifest manifest = inspect_store(arguments.store).manifest();
  auto known = arguments.confirmation.wanted ? std::nullopt
                                             : campaign_to_read(context, arguments.store, manifest, arguments.from);
  const runner::Campaign campaign =
      known ? *std::move(known) : campaign_or_become_program(context, arguments.store, manifest, arguments.from);
  if (!arguments.verdict.empty()) {
    explain_unjudged(inspect_store(arguments.store), campaign,
                     {.verdict = arguments.verdict, .terms = arguments.terms, .json = arguments.json});
    return nothing_failed;
  }
  if (arguments.confirmation.wanted)
    confirmed = confirm_explanations(context, arguments.store, campaign, arguments.from, arguments.cluster,
                                     arguments.confirmation);
  const int status = confirmed && confirmed->stop == runner::Stop::interrupted ? interrupted : nothing_failed;
  const results::Store store = inspect_store(arguments.store);
  const clustering::Triage triaged = triage_for_explaining(store, campaign, confirmed.has_value());
  const clustering::Explainer& explainer = *triaged.explainer;
  const std::vector<clustering::Cluster>& clusters = triaged.clusters;
  std::vector<Explained> explained =
      explain_all(explainer, wanted_clusters(store, clusters, confirmed ? confirmed->cluster : arguments.cluster));
  if (arguments.single_changes) add_single_changes(explained, store, explainer.population());
  const results::Account account = store.account();
  if (arguments.json) {
    report::Json json{{"campaign", report::text_json(store.manifest().campaign)},
                      {"inputs", account.inputs},
                      {"failed", account.failed()},
                      {"executed", account.executed},
                      {"certificate", store.certificate()},
                      {"left_out", report::Json::array()},
                      {"clusters", report::Json::array()}};
    for (const std::string& note : explainer.population().left_out())
      json["left_out"].push_back(report::text_json(note));
    for (const Explained& each : explained) json["clusters"].push_back(cluster_json(explainer, each));
    if (confirmed)
      json["confirmation"] = {{"executed", confirmed->executed},
                              {"rounds", confirmed->rounds},
                              {"settled", confirmed->is_settled},
                              {"stop", runner::name(confirmed->stop)}};
    print_visible("{}", report::text(json));
    return status;
  }
  print_visible("{}\n", title(store, triaged));
  for (const Explained& each : explained) print(*campaign.space, triaged, each, arguments);
  if (confirmed) print_visible("\nconfirmed: {}\n", confirmation_text(*confirmed));
  return status;
}

}  // namespace

void add_explain(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<ExplainArguments>();
  command->add_option("store", arguments->store, "Result store")->required();
  command
      ->add_option("--cluster", arguments->cluster,
                   "Explain only this cluster (its id or its key), and show for each condition an input that "
                   "fails and one that does not fail so, which differ in it")
      ->check(not_empty());
  command->add_option("--terms", arguments->terms, "Number of terms that are shown of each explanation")
      ->transform(whole_number(1))
      ->capture_default_str();
  command->add_flag("--single-changes", arguments->single_changes,
                    "Also what becomes of the failing inputs if one choice is changed, and nothing else");
  add_from(*command, arguments->from);
  add_confirmation(*command, arguments->confirmation);
  command
      ->add_option("--verdict", arguments->verdict,
                   "Instead of failures, explain the inputs that were refused, rejected, or that no oracle applied to")
      ->check(CLI::IsMember(unjudged_verdicts()))
      ->excludes("--cluster", "--single-changes", "--confirm");
  command->add_flag("--json", arguments->json, "Print everything as JSON");
  command->callback([=, &context, &action] { action = [=, &context] { return explain_store(context, *arguments); }; });
}

}  // namespace smallscope::program
