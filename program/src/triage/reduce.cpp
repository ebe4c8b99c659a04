// SPDX-License-Identifier: Apache-2.0
// reduce: the text of a cluster's smallest input, made smaller beyond the space while it fails in the same way.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include <smallscope/clustering/changes.hpp>
#include <smallscope/report/markdown.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>
#include <smallscope/runner/reduce.hpp>
#include <smallscope/subjects/command.hpp>

#include "command_line/commands.hpp"
#include "command_line/interrupt.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "run/execution_options.hpp"
#include "triage/cvise.hpp"
#include "triage/failure_folder.hpp"
#include "triage/reduction_text.hpp"
#include "triage/stored_campaign.hpp"
#include "triage/stored_clusters.hpp"

namespace smallscope::program {

namespace {

namespace fs = std::filesystem;

enum class With { automatic, ddmin, cvise };

struct ReduceArguments {
  std::string store;
  std::string cluster;
  std::string output;
  std::string from;
  With with = With::automatic;
  std::optional<results::Ordinal> max_tests;
  ExecutionArguments execution;
  bool json = false;
  // For C-Vise: judges the texts in this directory, with the parameters of an input of the space. Then `cluster` is the
  // key of the failure.
  std::string test;
  std::string rest;  ///< CviseOptions::test
  results::Ordinal ordinal = 0;
};

std::string key_of(const runner::Outcome& outcome, const clustering::Options& options) {
  return clustering::standing(outcome.verdict, outcome.judgements, options).key;
}

ExecutedFailure as_failure(const results::Case& origin, runner::JudgedTexts texts) {
  ExecutedFailure failing{origin};
  failing.input = std::move(texts.input);
  failing.verdict = texts.outcome.verdict;
  failing.judgements = std::move(texts.outcome.judgements);
  failing.observed = std::move(texts.outcome.observed);
  failing.ended = std::move(texts.outcome.ended);
  return failing;
}

/// One reduction: ddmin, and C-Vise if it is wanted.
class Reduction {
 public:
  Reduction(const ReduceArguments& arguments, const runner::Campaign& campaign, const results::Store& store,
            runner::Engine& engine, std::stop_token stop)
      : arguments_(arguments),
        campaign_(campaign),
        store_(store),
        engine_(engine),
        stop_(std::move(stop)),
        options_(options_of(store)),
        budget_(budget_of(arguments.execution)),
        progress_(arguments.execution.progress, clustering::Clustering(options_, clustering::Members::counted), "") {}

  ReductionAccount run(const ExecutedFailure& failing, const clustering::Cluster& cluster) {
    account_.before = account_.after = failing;
    account_.cluster = cluster.id;
    key_ = clustering::standing(failing.verdict, failing.judgements, options_).key;
    const std::string obstacle = obstacle_to_cvise(failing.input);
    if (arguments_.with == With::cvise && !obstacle.empty()) throw UsageError("--with cvise: " + obstacle);
    remove_pieces();
    if (arguments_.with != With::ddmin && account_.stop == runner::Stop::finished) {
      account_.cvise = obstacle.empty() ? "" : "Without C-Vise: " + obstacle;
      const ExecutedFailure of_pieces = account_.after;
      const auto leave_out = [&](std::string why) {
        account_.after = of_pieces;
        account_.cvise = std::move(why);
        account_.cvise_failed = true;
      };
      const bool was_stable = is_stable_;
      try {
        if (obstacle.empty() && use_cvise()) remove_pieces();
        if (was_stable && !is_stable_)
          leave_out("What C-Vise left gets another answer each time it is executed, and is left out");
      } catch (const UsageError& error) {
        leave_out(fmt::format("What C-Vise left does not fail each time, and is left out ({})", error.what()));
      }
    }
    account_.origin = {campaign_.name, engine_.version(), key_};
    account_.message = clustering::to_string(
        clustering::signature(account_.after.verdict, account_.after.judgements, options_, failing.ordinal));
    account_.seconds = seconds();
    std::set<std::string> known;
    for (const clustering::Cluster& one : clusters_of(store_)) known.insert(one.key);
    for (auto& [key, texts] : slipped_) {
      results::Case other = as_failure(failing, std::move(texts));
      const auto signature = clustering::signature(other.verdict, other.judgements, options_, failing.ordinal);
      account_.slipped.push_back({key, clustering::to_string(signature), known.contains(key), std::move(other)});
    }
    return std::move(account_);
  }

 private:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  std::optional<std::chrono::duration<double>> budget_left() const {
    if (!budget_) return std::nullopt;
    return std::max(*budget_ - std::chrono::duration<double>(seconds()), std::chrono::duration<double>(0));
  }

  void remove_pieces() {
    runner::ReduceOptions options;
    options.failure = [this](const runner::Outcome& outcome) { return key_of(outcome, options_); };
    options.expected = key_;
    if (arguments_.max_tests) options.max_tests = *arguments_.max_tests - account_.tests;
    options.budget = budget_left();
    options.progress = [this](const runner::ReduceProgress& at) {
      progress_.reducing(account_.tests + at.tests, at.bytes);
    };
    runner::Reduced reduced;
    try {
      reduced = engine_.reduce(account_.after.input, options, stop_);
    } catch (const std::invalid_argument& error) {
      throw UsageError(fmt::format("--cluster {}: {}", arguments_.cluster, error.what()));
    }
    account_.tests += reduced.tests;
    account_.stop = reduced.stop;
    if (reduced.failure.empty()) return;  // interrupted before it was executed
    is_stable_ = reduced.is_stable;
    account_.after = as_failure(account_.before, std::move(reduced.smallest));
    for (auto& [key, texts] : reduced.slipped) {
      const auto [known, is_new] = slipped_.try_emplace(key);
      if (is_new || runner::text_bytes(texts.input) < runner::text_bytes(known->second.input))
        known->second = std::move(texts);
    }
  }

  /// Why C-Vise cannot be used; "" if it can.
  std::string obstacle_to_cvise(const subjects::Input& input) const {
    if (std::ranges::none_of(input.files, is_of_c, &subjects::NamedText::name))
      return "the input has no file whose name is one of C or C++";
    if (campaign_.texts && !campaign_.texts->positions.empty())
      return "the campaign declares positions in the text, which it would not move";
    return subjects::on_path("cvise") ? "" : "it is not installed (Debian package cvise)";
  }

  /// Whether C-Vise made the text smaller. What it leaves is judged here, too, because its tests are not ours to see.
  bool use_cvise() {
    const subjects::Input& input = account_.after.input;
    // Absolute, because C-Vise tests in directories of its own.
    std::vector<std::string> test{fs::read_symlink("/proc/self/exe").string(),
                                  "reduce",
                                  fs::absolute(arguments_.store).string(),
                                  "--cluster",
                                  key_,
                                  "--test",
                                  ".",
                                  "--ordinal",
                                  std::to_string(account_.before.ordinal)};
    if (is_specification(arguments_.from)) test.insert(test.end(), {"--from", fs::absolute(arguments_.from).string()});
    subjects::Input reduced;
    progress_.say("cvise", fmt::format("C-Vise goes on with {} bytes", report::grouped(runner::text_bytes(input))));
    try {
      reduced = reduced_by_cvise(input,
                                 {.test = std::move(test),
                                  .jobs = engine_.jobs(),
                                  .scratch = arguments_.execution.engine.scratch,
                                  .budget = budget_left()},
                                 stop_);
    } catch (const subjects::SubjectUnavailable& error) {
      account_.cvise = error.what();
      account_.cvise_failed = true;
      return false;
    }
    const std::size_t before = runner::text_bytes(input), after = runner::text_bytes(reduced);
    // After a stop request, too: it is one execution, and the work would be lost.
    auto outcome = engine_.execute(reduced);
    const bool fails_alike = outcome && oracles::is_failing(outcome->verdict) && key_of(*outcome, options_) == key_;
    if (budget_ && budget_left()->count() <= 0) account_.stop = runner::Stop::budget;
    if (stop_.stop_requested()) account_.stop = runner::Stop::interrupted;
    account_.cvise = !fails_alike      ? "What C-Vise made does not fail like this"
                     : after >= before ? "C-Vise made nothing that is smaller"
                                       : fmt::format("C-Vise then made it {} of {} bytes", report::grouped(after),
                                                     report::grouped(before));
    if (!fails_alike || after >= before) return false;
    account_.after = as_failure(account_.before, {reduced, std::move(*outcome)});
    return account_.stop == runner::Stop::finished;
  }

  const ReduceArguments& arguments_;
  const runner::Campaign& campaign_;
  const results::Store& store_;
  runner::Engine& engine_;
  std::stop_token stop_;
  clustering::Options options_;
  std::optional<std::chrono::duration<double>> budget_;
  ProgressObserver progress_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  ReductionAccount account_;
  std::string key_;
  bool is_stable_ = false;  ///< as that of runner::Reduced
  std::map<std::string, runner::JudgedTexts> slipped_;
};

/// Status 0 if the texts in the directory fail with the key.
int judge_texts(const Context& context, const ReduceArguments& arguments) {
  const results::Store store = inspect_store(arguments.store);
  const runner::Campaign campaign =
      campaign_or_become_program(context, arguments.store, store.manifest(), arguments.from);
  require_input(campaign, 0, arguments.ordinal);
  const auto input = campaign.space->render(arguments.ordinal);
  if (!input) throw UsageError(fmt::format("--ordinal {}: the generator discards this input", arguments.ordinal));
  const subjects::Input texts = tested_by_cvise(*input, arguments.test, arguments.rest);
  const Interrupt interrupt;
  runner::Engine engine(campaign, {.jobs = 1});
  const auto outcome = engine.execute(texts, interrupt.token());
  if (!outcome) return interrupted;
  return key_of(*outcome, options_of(store)) == arguments.cluster ? nothing_failed : failures_found;
}

/// Writes the folder; returns whether the script, if there is one, shows the failure.
bool write_folder(const fs::path& directory, const ReductionAccount& account, const runner::Campaign& campaign,
                  const std::stop_token& stop) {
  const WrittenFailure written = write_and_try(directory, account.origin, account.after, campaign, stop);
  for (const Slipped& slipped : account.slipped) {
    const fs::path folder = directory / "slipped" / slipped.key;
    fs::create_directories(folder);
    write_failure(folder, {account.origin.campaign, account.origin.version, slipped.key}, slipped.failing,
                  campaign.reproduction);
    write_text(folder / "README.md",
               fmt::format(
                   "# {}: {}\n\nFound while another failure was reduced; it may be a fault of its own.\n\n{}\n{}",
                   report::prose(campaign.name), report::code_span(slipped.message),
                   report::judgement_items(slipped.failing.judgements), report::input_sections(slipped.failing.input)));
  }
  write_text(directory / "README.md", readme_text(account, written));
  return !written.reproduced || written.reproduced->is_shown;
}

std::string shown(const ReductionAccount& account) {
  std::string text =
      fmt::format("{}: {} {}  {}\n\n{}", report::one_line(account.origin.campaign), account.cluster, account.origin.key,
                  report::one_line(account.message, 200), report::shown(account.after.input));
  text += fmt::format("\nsize       {}", sizes_text(account));
  text += fmt::format("tests      {} in {}; {}\n", report::grouped(account.tests), report::duration(account.seconds),
                      end_text(account));
  if (!account.cvise.empty()) text += fmt::format("cvise      {}\n", report::one_line(account.cvise));
  for (const Slipped& slipped : account.slipped)
    text +=
        fmt::format("slipped    {}{}, {} bytes: {}\n", slipped.key, slipped.is_known ? " (known)" : " (new)",
                    report::grouped(runner::text_bytes(slipped.failing.input)), report::one_line(slipped.message, 200));
  return text;
}

int reduce(const Context& context, const ReduceArguments& arguments) {
  if (!arguments.test.empty()) return judge_texts(context, arguments);
  const results::Store store = inspect_store(arguments.store);
  const runner::Campaign campaign =
      campaign_or_become_program(context, arguments.store, store.manifest(), arguments.from);
  const clustering::Cluster cluster = wanted_clusters(store, clusters_of(store, campaign), arguments.cluster).front();
  const Interrupt interrupt;
  runner::Engine engine(campaign, arguments.execution.engine);
  note_changes(engine, arguments.store, store.manifest());
  const auto failing = execute_smallest(engine, campaign, store, cluster, interrupt.token());
  if (!failing) return interrupted;
  const runner::Outcome outcome{.verdict = failing->verdict, .judgements = failing->judgements};
  if (const auto obstacle = runner::obstacle_to_reducing(campaign, failing->input, outcome))
    throw UsageError(fmt::format("--cluster {}: {}", arguments.cluster, *obstacle));
  if (!arguments.output.empty()) make_directory(arguments.output);
  const ReductionAccount account =
      Reduction(arguments, campaign, store, engine, interrupt.token()).run(*failing, cluster);
  bool is_shown = true;
  if (!arguments.output.empty()) is_shown = write_folder(arguments.output, account, campaign, interrupt.token());
  if (arguments.json) {
    print_visible("{}", report::text(to_json(account)));
  } else {
    print_visible("{}", shown(account));
    if (!arguments.output.empty())
      print_visible("written    {}\n", (fs::path(arguments.output) / "README.md").string());
  }
  if (account.stop == runner::Stop::interrupted) return interrupted;
  const bool is_done =
      account.stop == runner::Stop::finished && is_shown && !(account.cvise_failed && arguments.with == With::cvise);
  return is_done ? nothing_failed : not_carried_out;
}

}  // namespace

void add_reduce(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<ReduceArguments>();
  command->add_option("store", arguments->store, "Result store")->required();
  command->add_option("--cluster", arguments->cluster, "The cluster (its id or its key)")
      ->required()
      ->check(not_empty());
  command->add_option("-o,--output", arguments->output, "Directory to make")->check(not_empty());
  add_choice<With>(*command, "--with", arguments->with,
                   {{"auto", With::automatic}, {"ddmin", With::ddmin}, {"cvise", With::cvise}},
                   "How: ddmin removes lines and tokens; cvise goes on with C-Vise, for C and C++; auto uses C-Vise "
                   "where that is possible")
      ->default_str("auto");
  command->add_option("--max-tests", arguments->max_tests, "Stop after this many candidates")
      ->transform(whole_number(1))
      ->group("Stopping");
  add_from(*command, arguments->from);
  add_execution(*command, arguments->execution);
  command->add_option("--test", arguments->test)->group("");
  command->add_option("--rest", arguments->rest)->group("");
  command->add_option("--ordinal", arguments->ordinal)->transform(whole_number())->group("");
  command->add_flag("--json", arguments->json, "Print everything as JSON");
  command->callback([=, &context, &action] { action = [=, &context] { return reduce(context, *arguments); }; });
}

}  // namespace smallscope::program
