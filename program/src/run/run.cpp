// SPDX-License-Identifier: Apache-2.0
// run: the campaign, its store, its progress, and its findings.
#include <algorithm>
#include <filesystem>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/generators/orders/order_kinds.hpp>
#include <smallscope/report/causes_text.hpp>
#include <smallscope/report/explanation_text.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>
#include <smallscope/runner/isolated.hpp>
#include <smallscope/runner/run.hpp>
#include <smallscope/subjects/command.hpp>

#include "command_line/commands.hpp"
#include "command_line/interrupt.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "explore/search_size.hpp"
#include "run/combinations_covered.hpp"
#include "run/coverage.hpp"
#include "run/execution_options.hpp"
#include "run/failed_first.hpp"
#include "run/message_hooks.hpp"
#include "run/opened_store.hpp"
#include "run/run_summary.hpp"
#include "run/supervisor.hpp"
#include "shards/shard.hpp"
#include "triage/stored_campaign.hpp"
#include "triage/stored_clusters.hpp"

namespace smallscope::program {

namespace {

/// The list with which the run of this pass began: what is not listed has a pass that ends before it, unless everything
/// is listed. Lists of other commands, such as `explain --confirm`, have no such pass.
const std::vector<results::Ordinal>* list_of_run(const results::Pass& pass) {
  if (!pass.order.listed || pass.repeat) return nullptr;
  const bool is_all = generators::is_list(pass.order) && pass.whole == pass.size;
  return is_all || !generators::is_list(pass.order) ? &*pass.order.listed : nullptr;
}

/// Without an order or level of its own, a resumed run continues with those of the store's passes.
void adopt_passes(RunArguments& arguments, const results::Store& store) {
  if (!arguments.resume) return;
  runner::RunOptions& options = arguments.options;
  // A list that is given anew takes the place of the store's.
  const bool keeps_list = arguments.failed_first.empty();
  const std::size_t strength = options.order.strength;
  int highest = 0, lowest = std::numeric_limits<int>::max();
  for (const results::Pass& pass : store.passes()) {
    highest = std::max(highest, pass.level);
    lowest = std::min(lowest, pass.level);
    if (const auto* const list = list_of_run(pass); keeps_list && list != nullptr) options.first = *list;
    if (arguments.order_given || generators::is_list(pass.order)) continue;
    if (pass.repeat)
      options.repeat = true;
    else
      options.order = generators::without_list(pass.order);
  }
  // If the order does not depend on it, the strength still says what is counted.
  if (!generators::order_kind(options.order.name).depends_on(generators::OrderParameter::strength))
    options.order.strength = strength;
  if (arguments.level_given || highest == 0) return;
  options.ladder = lowest == 0;
  options.merge_level = highest;
}

/// How the subject is executed, and its version; of a worker only that, if it says one.
std::string subject_text(const runner::Campaign& campaign, const std::string& version) {
  const std::string title = report::one_line(campaign.body->subject_title(), 100);
  if (version.empty()) return title;
  const std::string said = report::one_line(version, 100);
  return campaign.body->execution() ? fmt::format("{}, {}", title, said) : said;
}

/// The space, and what is not available if it has no index.
void announce_space(ProgressObserver& observer, const runner::Campaign& campaign, const results::Manifest& manifest,
                    const std::stop_token& stop) {
  if (manifest.inputs != generators::uncounted) {
    observer.say("space", fmt::format("{}   {} = {} inputs", report::one_line(campaign.name),
                                      report::one_line(manifest.summary), report::grouped(manifest.inputs)));
    return;
  }
  std::string size;
  try {
    const generators::SearchEstimate estimate = quick_estimate(*campaign.space->sampler(), stop);
    size = report::estimate_text(estimate);
    if (estimate.inputs.kind != generators::Estimate::Kind::at_least) observer.expect(estimate.inputs.value);
  } catch (const generators::PathError&) {
    // When the run reaches this path, it reports the exception and keeps what ran before.
    size = "not estimated, because its function throws";
  }
  observer.say("space",
               fmt::format("{}   {}: {}", report::one_line(campaign.name), report::one_line(manifest.summary), size));
  observer.say("", "without an index: no exact progress, only the orders dense and jump, no merging");
}

/// A search that is not indexed has fewer orders.
void require_order(const RunArguments& arguments, const runner::Campaign& campaign) {
  const runner::RunOptions& options = arguments.options;
  if (!campaign.space->is_search()) return;
  const std::string remedy =
      fmt::format("{} is a search without an index; leave the option out, or make it one with generators::indexed()",
                  campaign.name);
  if (arguments.order_given && !generators::order_kind(options.order.name).of_uncounted)
    throw UsageError(fmt::format("--order {}: {}", options.order.name, remedy));
  if (options.repeat) throw UsageError(fmt::format("--repeat: {}", remedy));
  if (!arguments.failed_first.empty()) throw UsageError(fmt::format("--failed-first: {}", remedy));
}

std::vector<std::string> sparse_orders() {
  std::vector<std::string> names;
  for (const generators::OrderKind& kind : generators::order_kinds())
    if (kind.is_sparse) names.emplace_back(kind.name);
  return names;
}

/// "a, b or c"
std::string either(const std::vector<std::string>& names) {
  return fmt::format("{}{}{}", fmt::join(names.begin(), names.end() - 1, ", "), names.size() > 1 ? " or " : "",
                     names.back());
}

/// What --failed-first lists are ordinals of level 0, and they are executed once.
void require_room_for_first(const RunArguments& arguments) {
  if (arguments.failed_first.empty()) return;
  if (arguments.options.repeat)
    throw UsageError("--failed-first and --repeat contradict each other: the phases of --repeat begin with its order");
  if (arguments.options.merge_level > 0 && !arguments.options.ladder)
    throw UsageError("--failed-first: --merge-level runs no input of level 0; use --ladder, or leave one of them out");
}

/// The list of --failed-first, and what the user has to know about it.
std::vector<results::Ordinal> first_of(const RunArguments& arguments, const runner::Campaign& campaign,
                                       const results::Manifest& manifest, std::string& note) {
  if (arguments.failed_first.empty()) return {};
  FailedFirst first = failed_first(arguments.failed_first, manifest, campaign);
  note = fmt::format("{} inputs that failed in {}, in {} cluster{}", report::grouped(first.ordinals.size()),
                     arguments.failed_first, first.clusters, first.clusters == 1 ? "" : "s");
  if (!first.different.empty()) note += fmt::format("; different since: {}", first.different);
  return std::move(first.ordinals);
}

/// The orders that a name alone, or with options, determines.
std::vector<std::string> orders_by_name() {
  std::vector<std::string> names = generators::order_names();
  for (const std::string& of_list : generators::orders_with(generators::OrderParameter::listed))
    std::erase(names, of_list);
  return names;
}

/// Options that contradict each other.
void check(const RunArguments& arguments) {
  if (arguments.resume && arguments.overwrite)
    throw UsageError("--resume and --overwrite contradict each other; give one of them");
  if (arguments.no_store && (arguments.resume || !arguments.store.empty()))
    throw UsageError(
        "--no-store cannot be combined with --store or --resume: without a store there is nothing to continue");
  const runner::RunOptions& options = arguments.options;
  if (options.repeat && (!arguments.order_given || !generators::order_kind(options.order.name).is_sparse))
    throw UsageError(
        fmt::format("--repeat runs the tests of the sparse part again and needs --order {}", either(sparse_orders())));
  require_room_for_first(arguments);
}

/// Takes over what is known from a process that an input ended.
void adopt(const Supervision& supervision, RunArguments& arguments) {
  runner::RunOptions& options = arguments.options;
  arguments.execution.engine.scratch = supervision.scratch;
  options.in_flight = supervision.in_flight;
  options.suspects = supervision.suspects;
  options.fatal = supervision.fatal;
  if (!supervision.goes_on) return;
  if (options.budget) *options.budget -= std::chrono::steady_clock::now() - supervision.began;
  arguments.resume = true;
  arguments.overwrite = false;
  arguments.failed_first.clear();  // the store has the list
}

/// The run, in this process.
int run(const Context& context, RunArguments arguments, const runner::Campaign& campaign, bool goes_on) {
  runner::RunOptions& options = arguments.options;
  std::optional<clustering::Faults> faults = faults_of(arguments.faults);  // mistakes show before the run
  const clustering::Day today = day_of(arguments.faults.today);

  const ProgressStyle progress =
      arguments.watch ? watching_style(arguments.execution.progress) : arguments.execution.progress;

  const Interrupt interrupt;
  if (!arguments.order_given) options.order.name = runner::default_order(campaign);
  require_level(campaign, arguments.options.merge_level);
  require_order(arguments, campaign);
  if (arguments.options.ladder && campaign.merge_levels() == 0)
    throw UsageError(
        fmt::format("--ladder: nothing of {} is merged, so it has one level; leave the option out", campaign.name));
  for (const std::string& doubt : campaign.doubts) complain("warning: " + report::one_line(doubt));
  runner::Engine engine(campaign, arguments.execution.engine);
  results::Manifest manifest = engine.manifest();
  manifest.program = context.program(arguments.campaign);
  std::string first_note;  // read before the store of this run may take that one's place
  arguments.options.first = first_of(arguments, campaign, manifest, first_note);
  const std::filesystem::path new_directory = missing_directory(arguments.store);
  results::Store store = open_store(arguments, manifest);
  adopt_passes(arguments, store);
  if (arguments.resume && !arguments.coverage && store.spectra() > 0)
    complain("note: the store has what earlier tests covered; without --coverage, the others are executed without");

  clustering::Options clustering_options;
  clustering_options.rules = clustering::rules_of(store.manifest());
  arguments.options.program = manifest.program;
  use_message_rules(arguments.options, clustering_options);

  clustering::Clustering known(clustering_options, clustering::Members::counted);
  store.for_each_failure(
      [&](const results::Case& failing) {
        known.add(failing);
        return true;
      },
      false, {.choices = false, .observed = false});
  const std::string file = store.file().empty() ? "" : report::short_path(store.file().string());
  const std::string from = is_specification(arguments.campaign) ? arguments.campaign : "";
  const std::string replay =
      file.empty() ? context.command({"replay", arguments.campaign}) : replay_command(context, file, from);
  // After it in construction and before it in destruction comes the observer, whose view asks it.
  std::optional<LiveExplanations> live;
  ProgressObserver observer(progress, std::move(known), replay);
  const bool silent = progress == ProgressStyle::none || progress == ProgressStyle::json;
  if (!goes_on) {
    if (!silent) announce_space(observer, campaign, store.manifest(), interrupt.token());
    observer.say("subject",
                 fmt::format("{} ({} job{})   oracles: {}", subject_text(campaign, engine.version()), engine.jobs(),
                             engine.jobs() == 1 ? "" : "s",
                             report::one_line(fmt::format("{}", fmt::join(campaign.body->oracle_names(), ", ")))));
    if (!manifest.containment.empty()) observer.say("contained", "by " + manifest.containment);
    observer.say("store", store_text(file, new_directory));
    if (!first_note.empty()) observer.say("first", first_note);
  }

  if (arguments.coverage) observer.expect_coverage(early_coverage_warning());
  if (progress == ProgressStyle::live && !file.empty())
    live.emplace(store.file(), campaign, clustering_options, arguments.options.order.strength);
  observer.begin_live([&] { return live ? live->latest() : LiveFindings{.obstacle = "results end with this run"}; });
  const runner::Summary summary = engine.run(store, arguments.options, observer, interrupt.token());
  observer.end_live();
  live.reset();
  clustering::Triage triaged = triage_of_run(store, clustering_options, campaign,
                                             faults ? clustering::Members::kept : clustering::Members::counted);
  note_limits(clustering_options, triaged.clusters);
  if (!triaged.explainer && !triaged.clusters.empty() &&
      clustering::obstacle_to_explaining(store, structure_of(campaign), clustering::Partial::allowed).empty())
    complain(fmt::format("note: clusters by messages, not by causes: {}", triaged.obstacle));
  std::vector<std::string> explanations;
  if (!arguments.json) {
    explanations = report::lines_with_code(triaged, report::explanation_lines(triaged, interrupt.token()));
    note_unexplained(triaged, store, from, interrupt.token());
  }
  RunResults results{.summary = summary,
                     .store = store,
                     .clusters = std::move(triaged.clusters),
                     .explanations = std::move(explanations),
                     .covered = combinations_covered(store, *campaign.space, arguments.options.order.strength),
                     .unjudged = unjudged_values(store, campaign),
                     .candidates = campaign.space->candidates()};
  if (faults)
    results.known =
        compare_with(*std::move(faults), store, clustering_options, today, results.clusters, results.explanations);
  print_results(arguments, results, context, replay);
  return interrupt.token().stop_requested() ? interrupted : status_of(arguments, results);
}

/// The run of isolated inputs, and what it noticed of their processes.
int run_isolated(const Context& context, RunArguments arguments, const runner::Campaign& isolated) {
  const int status = run(context, std::move(arguments), isolated, false);
  if (const std::uint64_t ends = runner::unexplained_ends(isolated); ends > 0)
    complain(
        fmt::format("note: {} time{} a process ended that executed several inputs, and none of them ends one alone: "
                    "something is left "
                    "behind from one input to the next",
                    ends, ends == 1 ? "" : "s"));
  return status;
}

/// The run; where an input could end the process, in one of its own.
int run(const Context& context, RunArguments arguments) {
  arguments.options.budget = budget_of(arguments.execution);
  arguments.options.shard = shard_of(arguments.shard);
  check(arguments);
  const runner::Campaign declared = context.campaign(arguments.campaign);
  check(arguments.limits, declared);
  runner::Campaign campaign = limited(declared, arguments.limits);
  if (arguments.coverage) campaign = with_coverage(std::move(campaign));
  if (arguments.limits.isolate) return run_isolated(context, std::move(arguments), campaign);
  if (!campaign.body->is_in_process() || arguments.limits.one_process)
    return run(context, std::move(arguments), campaign, false);
  return supervise({.can_go_on = !arguments.no_store,
                    .scratch = arguments.execution.engine.scratch,
                    .limit = time_in_process(arguments.limits),
                    .patience = arguments.options.patience,
                    .patient_in_vain = arguments.options.patient_in_vain},
                   [&](const Supervision& supervision) {
                     adopt(supervision, arguments);
                     return run(context, arguments, campaign, supervision.goes_on);
                   });
}

/// The text of an option that sets a parameter of orders.
std::string of_order(std::string_view what, generators::OrderParameter parameter) {
  return fmt::format("{} --order {}", what, either(generators::orders_with(parameter)));
}

}  // namespace

void add_run(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<RunArguments>();
  auto& options = arguments->options;
  command->add_option("campaign", arguments->campaign, "Name of a campaign, or a specification file (.toml)")
      ->required();

  auto* order = command->add_option("--order", options.order.name, "Order in which inputs are visited")
                    ->check(CLI::IsMember(orders_by_name()))
                    ->default_str("pairwise; in process, pairwise-dense")
                    ->group("Order");
  command
      ->add_option("--jump-limit", options.order.jump_limit,
                   of_order("Greatest jump of", generators::OrderParameter::jump_limit))
      ->transform(whole_number(1))
      ->capture_default_str()
      ->group("Order");
  command
      ->add_option("--strength", options.order.strength,
                   "Number of choices whose combinations --order pairwise visits first and the summary counts")
      ->transform(whole_number(1))
      ->capture_default_str()
      ->group("Order");
  command->add_option("--seed", options.order.seed, of_order("Seed of", generators::OrderParameter::seed))
      ->transform(whole_number())
      ->capture_default_str()
      ->group("Order");
  command
      ->add_option("--failed-first", arguments->failed_first,
                   "Store of an earlier run: what failed there is executed first, one input of each cluster, then the "
                   "others")
      ->check(not_empty())
      ->group("Order");
  command->add_flag("--repeat", options.repeat, "After the jumps, run every input again, as in the FASE 2009 paper")
      ->group("Order");

  command
      ->add_option("--shard", arguments->shard,
                   "Execute one of n equal parts, such as 2/7; `gather` joins the stores of all of them")
      ->check(not_empty())
      ->group("Order");

  auto* level =
      command
          ->add_option("--merge-level", options.merge_level, "Run the merged inputs of this level instead of level 0")
          ->transform(whole_number())
          ->capture_default_str()
          ->group("Merging");
  auto* ladder = command
                     ->add_flag("--ladder", options.ladder,
                                "Run the highest merge level, take its failures apart, and go on level by level "
                                "down to 0")
                     ->group("Merging");
  add_choice<runner::Unmerge>(
      *command, "--unmerge", options.unmerge,
      {{"none", runner::Unmerge::none}, {"new", runner::Unmerge::novel}, {"all", runner::Unmerge::all}},
      "Failing merged inputs to take apart: none, new (those that show or may hide something "
      "new) or all")
      ->default_str("new")
      ->group("Merging");
  command
      ->add_option("--probes", options.most_probes,
                   "Most executions for taking one merged input apart (default: 16, and 2 for each of its "
                   "fragments)")
      ->transform(whole_number(1))
      ->group("Merging");

  command->add_flag("--first-failure", options.first_failure, "Stop at the first failure")->group("Stopping");
  command->add_option("--max-tests", options.max_tests, "Stop when the store holds this many tests")
      ->transform(whole_number())
      ->group("Stopping");
  command
      ->add_option("--max-unjudged", options.most_unjudged,
                   "Stop when about so many inputs in a row could not be judged, as the subject or an oracle gives no "
                   "answer that can be read; 0: never")
      ->transform(whole_number())
      ->capture_default_str()
      ->group("Stopping");
  add_execution(*command, arguments->execution);
  add_limits(*command, arguments->limits, options);
  command
      ->add_flag("--coverage", arguments->coverage,
                 "Keep what each test covers of the code under test, for `diagnose`; the subject is compiled for it")
      ->group("Results");
  command
      ->add_flag("--watch", arguments->watch,
                 "Instead of a bar, a live view on the terminal: clusters as they come, and what explains them so far")
      ->group("Results");
  add_choice<runner::Confirmation>(
      *command, "--confirm", options.confirmation,
      {{"none", runner::Confirmation::none},
       {"first", runner::Confirmation::first_of_signature},
       {"all", runner::Confirmation::all}},
      "Failures to run again, in fresh processes: none, first (of each kind of message; of "
      "commands, of 64 kinds) or all")
      ->default_str("first")
      ->group("Execution");
  command
      ->add_option("--retry", options.retries,
                   "Times that inputs which could not be judged run again at the end; those that an earlier run of the "
                   "store left, too")
      ->transform(whole_number())
      ->capture_default_str()
      ->group("Execution");
  command->add_option("--store", arguments->store, "Result store (default: runs/CAMPAIGN.sqlite)")
      ->check(not_empty())
      ->group("Results");
  command->add_flag("--no-store", arguments->no_store, "Do not keep the results")->group("Results");
  command->add_flag("--resume", arguments->resume, "Continue the run that the store holds")->group("Results");
  command->add_flag("--overwrite", arguments->overwrite, "Replace the store if it exists")->group("Results");
  command
      ->add_option("--representatives", arguments->representatives, "Number of clusters whose smallest input is shown")
      ->transform(whole_number())
      ->capture_default_str()
      ->group("Results");
  command
      ->add_flag(
          "--allow-empty", arguments->allow_empty,
          "Exit with 0 even if the run shows nothing: nothing was judged, an oracle applied to no input or passed "
          "only what every program failed on")
      ->group("Results");
  command->add_flag("--json", arguments->json, "Print the summary as JSON")->group("Results");
  add_fault_options(*command, arguments->faults, "Known faults");
  command->callback([=, &context, &action] {
    arguments->order_given = order->count() > 0;
    arguments->level_given = level->count() + ladder->count() > 0;
    action = [=, &context] { return run(context, *arguments); };
  });
}

}  // namespace smallscope::program
