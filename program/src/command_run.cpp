// run: the campaign, its store, its progress, and what it found.
#include <filesystem>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/runner/run.hpp>
#include <smallscope/subjects/command.hpp>

#include "combinations_covered.hpp"
#include "commands.hpp"
#include "interrupt.hpp"
#include "json.hpp"
#include "options.hpp"
#include "presentation.hpp"
#include "progress.hpp"
#include "stored_campaign.hpp"
#include "text.hpp"

namespace smallscope::program {

namespace {

struct RunArguments {
  std::string campaign;
  runner::RunOptions options;
  std::string budget;
  std::string store;
  bool no_store = false;
  bool resume = false;
  bool overwrite = false;
  bool json = false;
  bool order_given = false;
  bool level_given = false;
  ProgressStyle progress = ProgressStyle::automatic;
  std::size_t representatives = 10;
};

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
                    short_path(file.string())));
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
  // Of the other orders it is none, but says what is counted.
  if (options.order.name != "pairwise") options.order.strength = strength;
  if (arguments.level_given || highest == 0) return;
  options.ladder = lowest == 0;
  options.merge_level = highest;
}

std::string stopped_text(const runner::Summary& summary, const results::Account& account,
                         const std::optional<CombinationsCovered>& combinations) {
  const std::string covered = fmt::format("{} of {}", grouped(account.executed), grouped(account.inputs));
  std::string text;
  switch (summary.stop) {
    case runner::Stop::finished:
      text = fmt::format("{:<10} {}", account.complete ? "complete" : "finished", covered);
      break;
    case runner::Stop::interrupted:
      text = fmt::format("{:<10} interrupted at {}, nothing lost", "stopped", covered);
      break;
    default:
      text = fmt::format("{:<10} at the {}: {} executed", "stopped", name(summary.stop), covered);
  }
  text += fmt::format(" in {}   {} failing", duration(account.seconds), grouped(account.failed()));
  if (account.discarded() > 0) {
    const double yield = 100.0 * static_cast<double>(account.executed - account.discarded()) /
                         static_cast<double>(std::max<results::Ordinal>(account.executed, 1));
    text += fmt::format("   {} discarded ({} filtered, {} rejected; {:.1f}% were valid inputs)",
                        grouped(account.discarded()), grouped(account.filtered), grouped(account.rejected), yield);
  }
  if (account.complete)
    text += "   every input has one verdict";
  else if (combinations)
    text += "   " + to_string(*combinations);
  return text + "\n";
}

Json to_json(const CombinationsCovered& covered) {
  return {{"strength", covered.strength},
          {"combinations", covered.combinations},
          {"covered", covered.covered},
          {"exact", covered.exact}};
}

/// One line a merged level: what was run, and what taking its failures apart gave.
std::string merged_text(const results::Account& account) {
  using Ending = results::Unmerging::Ending;
  std::string text;
  for (const results::LevelAccount& level : account.merged) {
    text += fmt::format("{:<10} {} of {} merged inputs in {}   {} failing, {} rejected",
                        fmt::format("M{}", level.level), grouped(level.executed), grouped(level.inputs),
                        duration(level.seconds), grouped(level.failed), grouped(level.rejected));
    const auto count = [&](Ending ending) {
      const auto found = level.unmergings.find(ending);
      return found == level.unmergings.end() ? 0 : found->second;
    };
    const results::Ordinal apart = count(Ending::explained) + count(Ending::bounded) + count(Ending::unstable);
    if (apart > 0)
      text += fmt::format("   {} taken apart with {} probes: {} failing inputs, {} combinations", grouped(apart),
                          grouped(level.probes), grouped(level.found), grouped(level.combinations));
    if (count(Ending::known) > 0) text += fmt::format("   {} show nothing new", grouped(count(Ending::known)));
    if (count(Ending::bounded) > 0) text += fmt::format("   {} ended by the bound on probes", count(Ending::bounded));
    if (count(Ending::unstable) > 0) text += fmt::format("   {} did not fail again", count(Ending::unstable));
    text += "\n";
  }
  if (!account.merged.empty() && !account.complete)
    text +=
        "           a merged input that passes proves nothing of its parts: one may hide another; level 0 decides\n";
  return text;
}

int status_of(const runner::Summary& summary, const results::Account& account) {
  if (summary.stop == runner::Stop::interrupted) return interrupted;
  const auto count = [&](oracles::Verdict verdict) {
    const auto found = account.cases.find(verdict);
    return found == account.cases.end() ? 0 : found->second;
  };
  if (count(oracles::Verdict::oracle_error) + count(oracles::Verdict::infrastructure) > 0) return not_carried_out;
  return account.failed() > 0 ? failures_found : nothing_failed;
}

void print_results(const RunArguments& arguments, const runner::Summary& summary, const results::Store& store,
                   const std::vector<clustering::Cluster>& clusters, const std::optional<CombinationsCovered>& covered,
                   const std::string& invocation) {
  const results::Account account = store.account();
  if (arguments.json) {
    Json json = account_json(store);
    json["clusters"] = clusters.size();
    json["stop"] = runner::name(summary.stop);
    json["confirmed"] = summary.confirmed;
    json["flaky"] = summary.flaky;
    json["covered"] = covered ? to_json(*covered) : Json();
    json["store"] = store.file().string();
    fmt::print("{}", text(json));
    return;
  }
  if (account.inputs == 0) {
    fmt::print("no tests: the space of {} is empty, so nothing was run\n", store.manifest().campaign);
    return;
  }
  fmt::print("{}{}", merged_text(account), stopped_text(summary, account, covered));
  if (summary.confirmed > 0)
    fmt::print("{:<10} {} failure{} executed again in a fresh process: {}\n", "confirmed", summary.confirmed,
               summary.confirmed == 1 ? "" : "s",
               summary.flaky == 0 ? "all the same" : fmt::format("{} differed and count as flaky", summary.flaky));
  for (const auto verdict : {oracles::Verdict::oracle_error, oracles::Verdict::infrastructure}) {
    const auto found = account.cases.find(verdict);
    if (found == account.cases.end()) continue;
    fmt::print("{:<10} {} input{} could not be judged ({}); these are listed by `export`\n", "trouble", found->second,
               found->second == 1 ? "" : "s", oracles::name(verdict));
    store.for_each_case([&](const results::Case& record) {
      if (record.verdict != verdict) return true;
      fmt::print("{}", block(shown(record.judgements), "           "));
      return false;
    });
  }
  const std::string file = store.file().empty() ? "" : short_path(store.file().string());
  if (!clusters.empty()) {
    fmt::print("\n{}", cluster_table(clusters));
    const std::string replay = file.empty() ? fmt::format("{} show {}", invocation, arguments.campaign)
                                            : fmt::format("{} replay {}", invocation, file);
    for (std::size_t i = 0; i < std::min(arguments.representatives, clusters.size()); ++i) {
      const auto [level, ordinal] = clusters[i].representative;
      fmt::print("\n{}", representative(clusters[i], *store.find_failure(level, ordinal), replay));
    }
    if (clusters.size() > arguments.representatives && !file.empty())
      fmt::print("\nall {} clusters: {} clusters {} --representatives {}\n", clusters.size(), invocation, file,
                 clusters.size());
  }
  if (file.empty()) return;
  if (!account.complete)
    fmt::print("\nnext: {} run {} --store {} --resume{}\n", invocation, arguments.campaign, file,
               arguments.options.merge_level > 0 ? " --ladder" : "");
  else if (!clusters.empty())
    fmt::print("\nnext: {0} clusters {1} | {0} export {1} --format junit\n", invocation, file);
}

int run(const Context& context, RunArguments arguments) {
  if (!arguments.budget.empty()) arguments.options.budget = parse_duration(arguments.budget);
  if (arguments.resume && arguments.overwrite) throw UsageError("--resume and --overwrite exclude one another");
  if (arguments.no_store && (arguments.resume || !arguments.store.empty()))
    throw UsageError("--no-store excludes --store and --resume: without a store there is nothing to go on with");
  if (arguments.options.repeat && arguments.options.order.name != "jump")
    throw UsageError("--repeat runs the sparse pass's tests again and needs --order jump");
  generators::make_order(arguments.options.order, 1);  // reports a bad order or jump limit before anything starts

  const Interrupt interrupt;
  const runner::Campaign campaign = context.campaign(arguments.campaign);
  require_level(campaign, arguments.options.merge_level);
  if (arguments.options.ladder && campaign.merge_levels() == 0)
    throw UsageError(
        fmt::format("--ladder: nothing of {} is merged, so it has one level; leave the option out", campaign.name));
  runner::Engine engine(campaign, arguments.options);
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
  engine.configure(arguments.options);

  clustering::Clustering known(clustering_options);
  store.for_each_failure([&](const results::Case& failing) {
    known.add(failing);
    return true;
  });
  const std::string file = store.file().empty() ? "" : short_path(store.file().string());
  ProgressObserver observer(arguments.progress, std::move(known),
                            file.empty() ? fmt::format("{} show {}", context.invocation(), arguments.campaign)
                                         : fmt::format("{} replay {}", context.invocation(), file));
  observer.say("space", fmt::format("{}   {} = {} inputs", campaign.name, store.manifest().summary,
                                    grouped(campaign.space->size())));
  observer.say(
      "subject",
      fmt::format("{} ({} job{})   oracles: {}",
                  engine.version().empty() ? one_line(campaign.body->describe_subject(), 60) : engine.version(),
                  engine.jobs(), engine.jobs() == 1 ? "" : "s", fmt::join(campaign.body->oracle_names(), ", ")));
  const bool nothing_to_resume = arguments.resume && store.passes().empty();
  observer.say("store", file.empty() ? "none: results end with this run"
                                     : file + (nothing_to_resume ? " (new: there was nothing to resume)" : ""));

  const runner::Summary summary = engine.run(store, observer, interrupt.token());
  const auto clusters = clustering::cluster(store, clustering_options);
  const auto covered = combinations_covered(store, *campaign.space, arguments.options.order.strength);
  print_results(arguments, summary, store, clusters, covered, context.invocation());
  return status_of(summary, store.account());
}

}  // namespace

void add_run(CLI::App& app, const Context& context, Action& action) {
  auto* command = app.add_subcommand("run", "Run a campaign: every input once, failures clustered");
  auto arguments = std::make_shared<RunArguments>();
  auto& options = arguments->options;
  command->add_option("campaign", arguments->campaign, "Campaign, or a specification file (.toml)")->required();

  auto* order = command->add_option("--order", options.order.name, "In which order inputs are visited")
                    ->check(CLI::IsMember(generators::order_names()))
                    ->capture_default_str()
                    ->group("Order");
  command->add_option("--jump-limit", options.order.jump_limit, "Greatest jump of --order jump")
      ->transform(whole_number(1))
      ->capture_default_str()
      ->group("Order");
  command
      ->add_option("--strength", options.order.strength,
                   "How many choices --order pairwise combines first, and whose combinations are counted")
      ->transform(whole_number(1))
      ->capture_default_str()
      ->group("Order");
  command->add_option("--seed", options.order.seed, "Of --order jump and shuffle")
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

  command->add_option("-j,--jobs", options.jobs, "Tests at the same time (default: one a core)")
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
  command->add_option("--scratch", options.scratch, "Directory for scratch files (default: the system's)")
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
