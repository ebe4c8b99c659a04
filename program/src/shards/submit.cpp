// SPDX-License-Identifier: Apache-2.0
// submit: a campaign is divided into shards, and they are handed to Slurm, or left as a script for another scheduler.
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "shards/slurm.hpp"

namespace smallscope::program {

namespace {

namespace fs = std::filesystem;

struct SubmitArguments {
  std::string scheduler;
  std::string campaign;  ///< or the directory of an earlier submission
  std::uint64_t shards = 0;
  std::string directory;
  std::vector<std::string> sbatch;
  std::vector<std::string> options;  ///< of `run`
};

/// runs/NAME.shards
fs::path default_directory(const std::string& campaign) {
  std::string name = is_specification(campaign) ? fs::path(campaign).stem().string() : campaign;
  std::replace(name.begin(), name.end(), '/', '-');
  return fs::path("runs") / (name + ".shards");
}

/// What the shards will say of wrong options is better said now. What this machine lacks, another may have.
void require_options(const Submission& submission) {
  std::string line =
      fmt::format("{} run {} --shard 1/{} --no-store --max-tests 0 --allow-empty --progress none",
                  report::shell_word(submission.program), report::shell_word(submission.campaign), submission.shards);
  for (const std::string& option : submission.options) line += " " + report::shell_word(option);
  std::fflush(nullptr);
  const int status = std::system((line + " >/dev/null").c_str());  // standard error says what is wrong
  if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
    throw UsageError("a shard would refuse its options, as above; nothing was submitted");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    complain("note: a shard could not be executed on this machine, as above; it is submitted nevertheless");
}

Submission new_submission(const Context& context, const SubmitArguments& arguments) {
  for (const char* own : {"--shard", "--store", "--no-store", "--resume", "--overwrite", "--jobs", "-j"})
    for (const std::string& option : arguments.options)
      if (option == own || option.starts_with(std::string(own) + "="))
        throw UsageError(fmt::format("{} is set for each shard by `submit`; leave it out", own));
  context.campaign(arguments.campaign);  // its mistakes show now
  const std::vector<std::string> program = context.program(arguments.campaign);
  Submission made;
  made.campaign = program.size() > 1 ? program[1] : arguments.campaign;
  made.shards = arguments.shards;
  made.options = arguments.options;
  made.program = program.front();
  made.working_directory = fs::current_path().string();
  made.sbatch = arguments.sbatch;
  require_options(made);
  return made;
}

void require_same(const Submission& earlier, const Submission& now, const fs::path& directory) {
  if (earlier.campaign == now.campaign && earlier.shards == now.shards && earlier.options == now.options) return;
  throw UsageError(
      fmt::format("{} holds another submission: {} in {} shards, with {}; name another with --directory, or submit "
                  "that one again by "
                  "its directory",
                  report::short_path(directory.string()), earlier.campaign, earlier.shards,
                  earlier.options.empty() ? "no options" : fmt::format("{}", fmt::join(earlier.options, " "))));
}

int submit(const Context& context, const SubmitArguments& arguments) {
  const bool again = has_submission(arguments.campaign);
  if (again && (arguments.shards > 0 || !arguments.directory.empty() || !arguments.options.empty()))
    throw UsageError(fmt::format("{} is an earlier submission, which says how it is divided; give no other options",
                                 arguments.campaign));
  if (!again && arguments.shards == 0)
    throw UsageError(
        "--shards says into how many parts the campaign is divided; each should take half a minute or more");
  fs::path directory = again                         ? fs::path(arguments.campaign)
                       : arguments.directory.empty() ? default_directory(arguments.campaign)
                                                     : fs::path(arguments.directory);
  directory = fs::absolute(directory).lexically_normal();
  if (!directory.has_filename()) directory = directory.parent_path();
  Submission submission = again ? read_submission(directory) : new_submission(context, arguments);
  if (!again && has_submission(directory)) {
    Submission earlier = read_submission(directory);
    require_same(earlier, submission, directory);
    submission.jobs = earlier.jobs;
  }
  if (again && !arguments.sbatch.empty()) submission.sbatch = arguments.sbatch;

  std::set<std::uint64_t> missing;
  const std::set<std::uint64_t> done = done_shards(directory, submission);
  const bool to_slurm = arguments.scheduler == "slurm";
  const QueuedShards queued = to_slurm ? queued_in_slurm(submission) : QueuedShards();
  for (std::uint64_t shard = 1; shard <= submission.shards; ++shard)
    if (!done.contains(shard) && !queued.contains(shard)) missing.insert(shard);
  write_submission(directory, submission);
  const std::string shown = report::short_path(directory.string());
  print_visible("{:<10} {} in {} shards: {} done, {} in the queue\n", "submit", report::one_line(submission.campaign),
                report::grouped(submission.shards), report::grouped(done.size()), report::grouped(queued.size()));
  print_visible("{:<10} {}\n", "directory", report::one_line(shown));
  if (to_slurm && !missing.empty()) {
    submission.jobs.push_back(submit_to_slurm(directory, submission, missing));
    write_submission(directory, submission);
    print_visible("{:<10} job {} with shards {}\n", "slurm", submission.jobs.back(), ranges_of(missing));
  } else if (!missing.empty()) {
    print_visible("{:<10} {}/shard NUMBER executes one shard; missing are {}\n", "script", report::one_line(shown),
                  ranges_of(missing));
  }
  print_visible("\nnext: {}\n", context.command({"status", shown}));
  return nothing_failed;
}

}  // namespace

void add_submit(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<SubmitArguments>();
  command
      ->add_option("scheduler", arguments->scheduler,
                   "slurm, or script: only write what any other scheduler can execute")
      ->check(CLI::IsMember({"slurm", "script"}))
      ->required();
  command
      ->add_option("campaign", arguments->campaign,
                   "Name of a campaign, a specification file (.toml), or the directory of an earlier submission, whose "
                   "missing shards are submitted again")
      ->required();
  command->add_option("--shards", arguments->shards, "Number of parts, each with a store of its own")
      ->transform(whole_number(1));
  command
      ->add_option("--directory", arguments->directory,
                   "Directory that all machines share (default: runs/CAMPAIGN.shards)")
      ->check(not_empty());
  command
      ->add_option("--sbatch", arguments->sbatch,
                   "An option of sbatch, such as --sbatch=--cpus-per-task=8; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("options", arguments->options, "Behind --: options of `run` for every shard");
  command->footer(
      "A shard uses the processors that Slurm gives it (--cpus-per-task), else one.\n"
      "Exit status: 0 if everything is done or queued.");
  command->callback([=, &context, &action] { action = [=, &context] { return submit(context, *arguments); }; });
}

}  // namespace smallscope::program
