// run: the campaign, its store, its progress, and what it found.
#include <filesystem>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/generators/orders/order_kinds.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>
#include <smallscope/runner/run.hpp>
#include <smallscope/subjects/command.hpp>

#include "command_line/commands.hpp"
#include "command_line/interrupt.hpp"
#include "command_line/options.hpp"
#include "run/combinations_covered.hpp"
#include "run/run_summary.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

/// "60s", "5min", "2h", "500ms" or plain seconds.
std::chrono::duration<double> parse_duration(const std::string& text) {
  std::size_t end = 0;
  double number = -1;
  try {
    number = std::stod(text, &end);
  } catch (const std::exception&) {
  }
  const std::string unit = number >= 0 ? text.substr(end) : "?";
  for (const auto& [name, seconds] :
       {std::pair{"", 1.0}, std::pair{"s", 1.0}, std::pair{"ms", 1e-3}, std::pair{"min", 60.0}, std::pair{"h", 3600.0}})
    if (unit == name) return std::chrono::duration<double>(number * seconds);
  throw UsageError(fmt::format("--budget: `{}` is no duration; write for instance 90s, 5min or 2h", text));
}

std::filesystem::path default_store(const std::string& campaign) {
  std::string name = std::filesystem::path(campaign).replace_extension().string();
  if (is_specification(campaign)) name = std::filesystem::path(campaign).stem().string();
  std::replace(name.begin(), name.end(), '/', '-');
  return std::filesystem::path("runs") / (name + ".sqlite");
}

/// Makes room for a new store: results that nobody named are kept once more, under another name.
void move_aside(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return;
  std::filesystem::path previous = file;
  previous.replace_extension(".previous.sqlite");
  for (const char* suffix : {"", "-wal", "-shm"}) {
    std::error_code failed;
    std::filesystem::remove(previous.string() + suffix, failed);
    std::filesystem::rename(file.string() + suffix, previous.string() + suffix, failed);
    if (failed && *suffix == '\0')
      throw results::StoreError(fmt::format("cannot move {} aside to {}: {}; name another file with --store",
                                            file.string(), previous.string(), failed.message()));
  }
}

/// --overwrite removes nothing but stores.
void require_store(const std::filesystem::path& file) {
  try {
    results::Store::inspect(file);
  } catch (const results::StoreError& error) {
    throw UsageError(
        fmt::format("--overwrite replaces stores only; remove this yourself, or name another: {}", error.what()));
  }
}

results::Store open_store(const RunArguments& arguments, const results::Manifest& manifest) {
  if (arguments.no_store) return results::Store::in_memory(manifest);
  const bool named = !arguments.store.empty();
  const std::filesystem::path file =
      std::filesystem::absolute(named ? std::filesystem::path(arguments.store) : default_store(arguments.campaign));
  if (arguments.resume && std::filesystem::exists(file)) {
    results::Store store = results::Store::open(file);
    store.require_same_campaign(manifest);
    return store;
  }
  if (arguments.overwrite && std::filesystem::exists(file)) {
    require_store(file);
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(file.string() + suffix);
  } else if (!named) {
    move_aside(file);
  }
  try {
    return results::Store::create(file, manifest);
  } catch (const results::StoreExists&) {
    throw UsageError(
        fmt::format("{} exists already; go on with it by --resume, replace it by --overwrite, or name another",
                    report::short_path(file.string())));
  }
}

/// Without an order or level of its own, a resumed run goes on with what the store's passes are.
void adopt_passes(RunArguments& arguments, const results::Store& store) {
  if (!arguments.resume) return;
  runner::RunOptions& options = arguments.options;
  const std::size_t strength = options.order.strength;
  int highest = 0, lowest = std::numeric_limits<int>::max();
  for (const results::Pass& pass : store.passes()) {
    highest = std::max(highest, pass.level);
    lowest = std::min(lowest, pass.level);
    if (arguments.order_given) continue;
    if (pass.repeat)
      options.repeat = true;
    else
      options.order = pass.order;
  }
  // Where the order does not depend on it, the strength still says what is counted.
  if (!generators::order_kind(options.order.name).depends_on(generators::OrderParameter::strength))
    options.order.strength = strength;
  if (arguments.level_given || highest == 0) return;
  options.ladder = lowest == 0;
  options.merge_level = highest;
}

/// The space, and what is given up where it has no index.
void announce_space(ProgressObserver& observer, const runner::Campaign& campaign, const results::Manifest& manifest) {
  if (manifest.inputs != generators::uncounted) {
    observer.say("space",
                 fmt::format("{}   {} = {} inputs", campaign.name, manifest.summary, report::grouped(manifest.inputs)));
    return;
  }
  const generators::Estimate estimate = campaign.space->sampler()->estimate(report::estimate_paths);
  observer.say("space", fmt::format("{}   {}: {}", campaign.name, manifest.summary, report::estimate_text(estimate)));
  observer.say("", "without an index: no exact progress, only the orders dense and jump, no merging");
  if (estimate.hits > 0) observer.expect(estimate.inputs);
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

int run(const Context& context, RunArguments arguments) {
  if (!arguments.budget.empty()) arguments.options.budget = parse_duration(arguments.budget);
  if (arguments.resume && arguments.overwrite) throw UsageError("--resume and --overwrite exclude one another");
  if (arguments.no_store && (arguments.resume || !arguments.store.empty()))
    throw UsageError("--no-store excludes --store and --resume: without a store there is nothing to go on with");
  runner::RunOptions& options = arguments.options;
  if (options.repeat && (!arguments.order_given || !generators::order_kind(options.order.name).is_sparse))
    throw UsageError(
        fmt::format("--repeat runs the sparse part's tests again and needs --order {}", either(sparse_orders())));

  const Interrupt interrupt;
  const runner::Campaign campaign = context.campaign(arguments.campaign);
  if (!arguments.order_given) options.order.name = runner::default_order(campaign);
  require_level(campaign, arguments.options.merge_level);
  require_order(arguments, campaign);
  if (arguments.options.ladder && campaign.merge_levels() == 0)
    throw UsageError(
        fmt::format("--ladder: nothing of {} is merged, so it has one level; leave the option out", campaign.name));
  runner::Engine engine(campaign, arguments.engine);
  results::Manifest manifest = engine.manifest();
  manifest.program = context.program(arguments.campaign);
  results::Store store = open_store(arguments, manifest);
  adopt_passes(arguments, store);

  clustering::Options clustering_options;
  clustering_options.rules = clustering::rules_of(store.manifest());
  arguments.options.signature = [clustering_options](const results::Case& failing) {
    return clustering::to_string(
        clustering::signature(failing.verdict, failing.judgements, clustering_options, failing.ordinal));
  };
  arguments.options.messages = [clustering_options](const auto& judgements) {
    return clustering::messages(judgements, clustering_options);
  };

  clustering::Clustering known(clustering_options);
  store.for_each_failure([&](const results::Case& failing) {
    known.add(failing);
    return true;
  });
  const std::string file = store.file().empty() ? "" : report::short_path(store.file().string());
  ProgressObserver observer(arguments.progress, std::move(known),
                            file.empty() ? fmt::format("{} show {}", context.invocation(), arguments.campaign)
                                         : fmt::format("{} replay {}", context.invocation(), file));
  announce_space(observer, campaign, store.manifest());
  observer.say(
      "subject",
      fmt::format("{} ({} job{})   oracles: {}",
                  engine.version().empty() ? report::one_line(campaign.body->describe_subject(), 60) : engine.version(),
                  engine.jobs(), engine.jobs() == 1 ? "" : "s", fmt::join(campaign.body->oracle_names(), ", ")));
  const bool nothing_to_resume = arguments.resume && store.passes().empty();
  observer.say("store", file.empty() ? "none: results end with this run"
                                     : file + (nothing_to_resume ? " (new: there was nothing to resume)" : ""));

  const runner::Summary summary = engine.run(store, arguments.options, observer, interrupt.token());
  const auto clusters = clustering::cluster(store, clustering_options);
  const auto covered = combinations_covered(store, *campaign.space, arguments.options.order.strength);
  print_results(arguments, summary, store, clusters, covered, context.invocation());
  return status_of(summary, store.account());
}

/// Text of an option that gives a parameter of orders.
std::string of_order(std::string_view what, generators::OrderParameter parameter) {
  return fmt::format("{} --order {}", what, either(generators::orders_with(parameter)));
}

}  // namespace

void add_run(CLI::App& app, const Context& context, Action& action) {
  auto* command = app.add_subcommand("run", "Run a campaign: every input once, failures clustered");
  auto arguments = std::make_shared<RunArguments>();
  auto& options = arguments->options;
  command->add_option("campaign", arguments->campaign, "Campaign, or a specification file (.toml)")->required();

  auto* order = command->add_option("--order", options.order.name, "In which order inputs are visited")
                    ->check(CLI::IsMember(generators::order_names()))
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
                   "How many choices --order pairwise combines first, and whose combinations are counted")
      ->transform(whole_number(1))
      ->capture_default_str()
      ->group("Order");
  command->add_option("--seed", options.order.seed, of_order("Of", generators::OrderParameter::seed))
      ->transform(whole_number())
      ->capture_default_str()
      ->group("Order");
  command->add_flag("--repeat", options.repeat, "After the jumps, run everything again, as in the FASE 2009 paper")
      ->group("Order");

  auto* level =
      command->add_option("--merge-level", options.merge_level, "Run this level of merged inputs instead of level 0")
          ->transform(whole_number())
          ->capture_default_str()
          ->group("Merging");
  auto* ladder = command
                     ->add_flag("--ladder", options.ladder,
                                "The highest merge level first, its failures taken apart, then the lower "
                                "ones, level 0 last")
                     ->group("Merging");
  add_choice<runner::Unmerge>(
      *command, "--unmerge", options.unmerge,
      {{"none", runner::Unmerge::none}, {"new", runner::Unmerge::novel}, {"all", runner::Unmerge::all}},
      "Which failing merged inputs are taken apart: none, new (those that show or may hide "
      "something new) or all")
      ->default_str("new")
      ->group("Merging");
  command
      ->add_option("--probes", options.most_probes,
                   "Most executions for taking one apart (default: twice its "
                   "fragments and 16)")
      ->transform(whole_number(1))
      ->group("Merging");

  command->add_flag("--first-failure", options.first_failure, "Stop at the first failure")->group("Stopping");
  command->add_option("--max-tests", options.max_tests, "Stop when the store holds so many tests")
      ->transform(whole_number())
      ->group("Stopping");
  command->add_option("--budget", arguments->budget, "Stop after so long: 90s, 5min, 2h")
      ->check(not_empty())
      ->group("Stopping");

  command->add_option("-j,--jobs", arguments->engine.jobs, "Tests at the same time (default: one a core)")
      ->check(CLI::Range(1, 1024))
      ->group("Execution");
  add_choice<runner::Confirmation>(*command, "--confirm", options.confirmation,
                                   {{"none", runner::Confirmation::none},
                                    {"first", runner::Confirmation::first_of_signature},
                                    {"all", runner::Confirmation::all}},
                                   "Which failures of a persistent worker run again in a fresh process: none, first "
                                   "(of each cluster) or all")
      ->default_str("first")
      ->group("Execution");
  command->add_option("--scratch", arguments->engine.scratch, "Directory for scratch files (default: the system's)")
      ->check(CLI::ExistingDirectory)
      ->group("Execution");

  command->add_option("--store", arguments->store, "Result store (default: runs/CAMPAIGN.sqlite)")
      ->check(not_empty())
      ->group("Results");
  command->add_flag("--no-store", arguments->no_store, "Keep no results")->group("Results");
  command->add_flag("--resume", arguments->resume, "Go on with the store")->group("Results");
  command->add_flag("--overwrite", arguments->overwrite, "Replace the store")->group("Results");
  command->add_option("--representatives", arguments->representatives, "Clusters whose smallest input is shown")
      ->transform(whole_number())
      ->capture_default_str()
      ->group("Results");
  add_choice<ProgressStyle>(*command, "--progress", arguments->progress,
                            {{"auto", ProgressStyle::automatic},
                             {"bar", ProgressStyle::bar},
                             {"plain", ProgressStyle::plain},
                             {"json", ProgressStyle::json},
                             {"none", ProgressStyle::none}},
                            "On standard error; auto: a bar on a terminal, else plain lines")
      ->default_str("auto")
      ->group("Results");
  command->add_flag("--json", arguments->json, "Print the summary as JSON")->group("Results");
  command->callback([=, &context, &action] {
    arguments->order_given = order->count() > 0;
    arguments->level_given = level->count() + ladder->count() > 0;
    action = [=, &context] { return run(context, *arguments); };
  });
}

}  // namespace smallscope::program
