// SPDX-License-Identifier: Apache-2.0
// status: what has become of the shards of a submission.
#include <filesystem>

#include <fmt/format.h>

#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "shards/gather_stores.hpp"
#include "shards/slurm.hpp"

namespace smallscope::program {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_named = 10;

struct StatusArguments {
  std::string directory;
  std::string output;
  bool overwrite = false;
  bool json = false;
};

/// Where each shard is.
struct Places {
  std::set<std::uint64_t> done, running, waiting, lost;
  std::string obstacle;  ///< why the queue could not be asked: then what is lost is only not done
};

Places places_of(const fs::path& directory, const Submission& submission) {
  Places places;
  QueuedShards queued;
  try {
    queued = queued_in_slurm(submission);  // first: what ends meanwhile is then done
  } catch (const results::StoreError& error) {
    places.obstacle = error.what();
  }
  places.done = done_shards(directory, submission);
  for (std::uint64_t shard = 1; shard <= submission.shards; ++shard) {
    if (places.done.contains(shard)) continue;
    const auto place = queued.find(shard);
    if (place == queued.end())
      places.lost.insert(shard);
    else
      (place->second == "RUNNING" || place->second == "COMPLETING" ? places.running : places.waiting).insert(shard);
  }
  return places;
}

report::Json json_of(const Submission& submission, const Places& places) {
  return {{"campaign", report::text_json(submission.campaign)},
          {"shards", submission.shards},
          {"done", places.done},
          {"running", places.running},
          {"waiting", places.waiting},
          {"lost", places.lost},
          {"obstacle", places.obstacle.empty() ? report::Json() : report::text_json(places.obstacle)}};
}

void print(const Context& context, const fs::path& directory, const Submission& submission, const Places& places) {
  // Without Slurm, nobody says what is being executed.
  const bool is_known = !submission.jobs.empty() && places.obstacle.empty();
  print_visible("{:<10} {} in {} shards: {} done, {} running, {} waiting, {} {}\n", "shards",
                report::one_line(submission.campaign), report::grouped(submission.shards),
                report::grouped(places.done.size()), report::grouped(places.running.size()),
                report::grouped(places.waiting.size()), report::grouped(places.lost.size()),
                is_known ? "lost" : "not done");
  if (!places.obstacle.empty()) print_visible("{:<10} {}\n", "queue", places.obstacle);
  if (places.lost.empty()) return;
  std::size_t named = 0;
  for (const std::uint64_t shard : places.lost) {
    if (++named > most_named) break;
    const std::string words = last_words(directory, shard);
    print_visible("{:<10} {}{}\n", is_known ? "lost" : "not done", shard, words.empty() ? "" : ": " + words);
  }
  if (places.lost.size() > most_named) print_visible("{:<10} all of them: {}\n", "", ranges_of(places.lost));
  const std::string shown = report::short_path(directory.string());
  if (is_known) print_visible("\nnext: {}\n", context.command({"submit", "slurm", shown}));
}

/// "runs/c.sqlite" for "runs/c.shards".
std::string store_beside(fs::path directory) {
  return report::short_path(directory.replace_extension(".sqlite").string());
}

int status(const Context& context, const StatusArguments& arguments) {
  fs::path directory = fs::absolute(arguments.directory).lexically_normal();
  if (!directory.has_filename()) directory = directory.parent_path();
  const Submission submission = read_submission(directory);
  const Places places = places_of(directory, submission);
  if (arguments.json)
    print_visible("{}", report::text(json_of(submission, places)));
  else
    print(context, directory, submission, places);
  const bool is_done = places.done.size() == submission.shards;
  if (!arguments.output.empty()) {
    if (places.done.empty()) throw UsageError("--gather: no shard is done yet, so there is nothing to join");
    GatherRequest request{.stores = {}, .output = arguments.output, .overwrite = arguments.overwrite};
    for (const std::uint64_t shard : places.done) request.stores.push_back(store_of(directory, shard));
    if (const int refused = gather_stores(context, request); is_done) return refused;
  } else if (is_done && !arguments.json) {
    print_visible("\nnext: {}\n", context.command({"status", report::short_path(directory.string()), "--gather",
                                                   store_beside(directory)}));
  }
  if (is_done) return nothing_failed;
  return places.lost.empty() || submission.jobs.empty() || !places.obstacle.empty() ? failures_found : not_carried_out;
}

}  // namespace

void add_status(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<StatusArguments>();
  command->add_option("directory", arguments->directory, "Directory of a submission, as `submit` has printed it")
      ->required();
  auto* gather = command->add_option("--gather", arguments->output, "Join the stores that are done into this one")
                     ->check(not_empty());
  command->add_flag("--overwrite", arguments->overwrite, "Replace that store if it exists")->needs(gather);
  command->add_flag("--json", arguments->json, "Print the shards as JSON")->excludes(gather);
  command->footer(
      "Exit status: 0 if all shards are done; 1 if some are waiting or running, or nobody can tell; 3 if some are "
      "lost: "
      "they are not done, and Slurm has no job for them.");
  command->callback([=, &context, &action] { action = [=, &context] { return status(context, *arguments); }; });
}

}  // namespace smallscope::program
