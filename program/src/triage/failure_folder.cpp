// SPDX-License-Identifier: Apache-2.0
#include "triage/failure_folder.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/clustering/changes.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>
#include <smallscope/subjects/command.hpp>

#include "command_line/context.hpp"
#include "command_line/output_file.hpp"
#include "command_line/print.hpp"
#include "triage/script/failure_script.hpp"
#include "triage/stored_campaign.hpp"
#include "triage/stored_clusters.hpp"

namespace smallscope::program {

namespace {

namespace fs = std::filesystem;

/// The facts of the failure, for the script.
report::Json facts_of(const Origin& origin, const results::Case& failing) {
  report::Json json{{"campaign", report::text_json(origin.campaign)},
                    {"version", report::text_json(origin.version)},
                    {"key", origin.key},
                    {"ordinal", failing.ordinal},
                    {"files", report::Json::array()},
                    {"parameters", report::Json::object()},
                    {"judgements", report::to_json(failing.judgements)},
                    {"observed", report::Json::object()}};
  for (const subjects::NamedText& file : failing.input.files) json["files"].push_back(report::text_json(file.name));
  for (const subjects::NamedText& text : failing.input.parameters)
    json["parameters"][text.name] = report::text_json(text.text);
  for (const subjects::NamedText& text : failing.observed) json["observed"][text.name] = report::text_json(text.text);
  return json;
}

/// Throws UsageError if what is copied would take the place of another file.
void require_different_names(const subjects::Input& input, const runner::Reproduction& reproduction) {
  std::set<std::string> names{"bug.json", "README.md"};
  for (const subjects::NamedText& file : input.files) names.insert(file.name);
  const auto add = [&](const fs::path& file) {
    if (!names.insert(file.filename().string()).second)
      throw UsageError(fmt::format("{} cannot be copied into the report, which has another file {}; rename one of them",
                                   file.string(), file.filename().string()));
  };
  add(reproduction.script);
  for (const fs::path& file : reproduction.files) add(file);
}

/// The copy.
fs::path copied_into(const fs::path& directory, const fs::path& file) {
  const fs::path copy = directory / file.filename();
  fs::copy_file(file, copy);
  return copy;
}

/// `inherit` as of a command.
Reproduced run_script(const runner::Reproduction& reproduction, const fs::path& directory,
                      std::vector<std::string> inherit, const std::stop_token& stop) {
  std::vector<std::string> words = reproduction.command();
  const subjects::Input nothing;
  const subjects::Observation observed =
      subjects::execute(subjects::Command{words, reproduction.environment, std::nullopt, std::move(inherit)},
                        {fs::absolute(directory), &nothing}, {.time = std::chrono::minutes(5)}, stop);
  words.front() = fs::path(words.front()).filename().string();
  return {.command = fmt::format("{}\n", fmt::join(words, " ")),
          .output = observed.standard_output,
          .complaint = fmt::format("{} does not show the bug (status {}): {}{}",
                                   (directory / reproduction.script.filename()).string(), observed.exit_status,
                                   observed.standard_output, observed.standard_error),
          .is_shown = observed.exit_status == 1};
}

/// Of the files that were copied there, which may be programs; there may be none.
void allow_execution(const fs::path& directory) {
  std::error_code none;
  for (const auto& entry : fs::recursive_directory_iterator(directory, none))
    if (entry.is_regular_file()) fs::permissions(entry.path(), fs::perms::owner_exec, fs::perm_options::add);
}

bool fails(const results::Case& failing, const std::string& oracle) {
  return std::ranges::any_of(failing.judgements, [&](const oracles::Judgement& judgement) {
    return judgement.oracle == oracle && judgement.verdict == oracles::Verdict::fail;
  });
}

/// What oracles execute or compare, also those that pass, or did not apply to a crash: a result that mends the one and
/// breaks the other is not right. None if it is not known of all that fail, and nothing is expected.
NamedChecks checks_of(const runner::Campaign& campaign, const ExecutedFailure& failure) {
  const auto ending = failure.ended->ending;
  bool any = ending == subjects::Ending::crashed || ending == subjects::Ending::timed_out;
  for (const oracles::Judgement& judgement : failure.judgements) {
    if (judgement.verdict != oracles::Verdict::fail) continue;
    const bool is_known = campaign.body->result_check(judgement.oracle).has_value();
    if (!is_known && !failure.ended->expectation) return {};
    any = any || is_known;
  }
  NamedChecks checks;
  if (any)
    for (const std::string& oracle : campaign.body->oracle_names())
      if (auto check = campaign.body->result_check(oracle))
        checks.push_back({oracle, *std::move(check), fails(failure, oracle)});
  return checks;
}

/// Adds a script for the commands to the folder and to what is written, if it shows the failure or a stop was
/// requested. Otherwise says why not, and leaves nothing.
std::optional<std::string> obstacle_to_script(const fs::path& directory, const runner::Campaign& campaign,
                                              const ExecutedFailure& failure, const NamedChecks& checks,
                                              const std::stop_token& stop, WrittenFailure& written) {
  std::optional<FailureScript> script;
  std::string here;
  const auto execution = campaign.body->execution();
  try {
    ScriptedSubject subject =
        execution ? ScriptedSubject{*execution} : scripted_worker(*campaign.body->worker_start(), failure, checks);
    subject.own_files = campaign.own_files;
    here = subject.here();
    script = failure_script(subject, failure, *failure.ended, checks, directory);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  if (!script) return "what is expected differs in nothing that a script could compare";
  subjects::write_files(script->files, directory);
  allow_execution(directory / recorded_folder / "here");
  Reproduced reproduced = run_script(script->reproduction, directory, script->inherit, stop);
  if (!reproduced.is_shown && !stop.stop_requested()) {
    fs::remove(directory / failure_script_name);
    fs::remove_all(directory / recorded_folder);
    if (!execution)
      reproduced.complaint += "; if the worker needs files beside its own, name them in `files` of [subject]";
    return reproduced.complaint;
  }
  written.reproduced = std::move(reproduced);
  written.reproduction = script->reproduction;
  written.can_say_fixed = script->can_say_fixed;
  if (execution)
    written.commands = command_lines(*execution, failure.input, fmt::format("DIR/{}", recorded_folder), here);
  return std::nullopt;
}

void add_script(const fs::path& directory, const runner::Campaign& campaign, const ExecutedFailure& failure,
                const std::stop_token& stop, WrittenFailure& written) {
  const auto is_taken = [](const subjects::NamedText& file) {
    const fs::path first = *fs::path(file.name).begin();
    return first == failure_script_name || first == recorded_folder;
  };
  const auto without = [&](const std::string& why) {
    complain("note: the folder gets no script: " + why);
    written.has_no_script = true;
  };
  if (std::ranges::any_of(failure.input.files, is_taken))
    return without(fmt::format("the input has a file {} or {} of its own", failure_script_name, recorded_folder));
  const NamedChecks checks = checks_of(campaign, failure);
  auto obstacle = obstacle_to_script(directory, campaign, failure, checks, stop, written);
  // A command that judges may read what a run alone has, and pass where it is missing.
  if (obstacle && !checks.empty()) obstacle = obstacle_to_script(directory, campaign, failure, {}, stop, written);
  if (obstacle) without(*obstacle);
}

}  // namespace

std::optional<ExecutedFailure> execute_again(runner::Engine& engine, const runner::Campaign& campaign,
                                             const results::Store& store, results::Ordinal ordinal,
                                             const std::stop_token& stop) {
  if (campaign.space->reach(ordinal + 1) <= ordinal) return std::nullopt;  // the space has changed
  ExecutedFailure failing{*store.find_failure(0, ordinal)};
  const auto input = campaign.space->render(ordinal);
  const auto outcome = engine.execute(ordinal, stop);
  const clustering::Options options = options_of(store);
  if (stop.stop_requested() || !input || !outcome ||
      clustering::standing(outcome->verdict, outcome->judgements, options).key !=
          clustering::standing(failing.verdict, failing.judgements, options).key)
    return std::nullopt;
  failing.input = *input;
  failing.verdict = outcome->verdict;
  failing.judgements = outcome->judgements;
  failing.observed = outcome->observed;
  failing.ended = outcome->ended;
  return failing;
}

std::optional<ExecutedFailure> execute_smallest(runner::Engine& engine, const runner::Campaign& campaign,
                                                const results::Store& store, const clustering::Cluster& cluster,
                                                const std::stop_token& stop) {
  const auto [level, ordinal] = cluster.representative;
  const std::string name = report::short_name(*store.find_failure(level, ordinal));
  if (level > 0)
    throw UsageError(
        fmt::format("--cluster {}: only merged inputs are known to fail like this, such as {}; run the "
                    "campaign at level 0 first",
                    cluster.id, name));
  require_input(campaign, level, ordinal);
  auto failing = execute_again(engine, campaign, store, ordinal, stop);
  if (!failing && !stop.stop_requested())
    throw UsageError(
        fmt::format("--cluster {}: its smallest input, {}, does not fail like this any more; `recheck {} "
                    "--cluster {}` says what became of the others",
                    cluster.id, name, store.file().string(), cluster.id));
  return failing;
}

void make_directory(const std::string& directory) {
  std::error_code error;
  if (fs::exists(directory, error) && (!fs::is_directory(directory, error) || !fs::is_empty(directory, error)))
    throw UsageError(fmt::format("-o {}: it exists and is not an empty directory; name another", directory));
  fs::create_directories(directory, error);
  if (error) throw results::StoreError(fmt::format("{} cannot be made: {}; name another", directory, error.message()));
}

void write_text(const fs::path& file, std::string_view text) {
  OutputFile output(file);
  output.stream() << report::visible(text);
  output.finish();
}

void write_failure(const fs::path& directory, const Origin& origin, const results::Case& failing,
                   const std::optional<runner::Reproduction>& reproduction) {
  if (reproduction) require_different_names(failing.input, *reproduction);
  subjects::write_files(failing.input, directory);
  write_text(directory / "bug.json", report::text(facts_of(origin, failing)));
  if (!reproduction) return;
  const fs::path script = copied_into(directory, reproduction->script);
  for (const fs::path& file : reproduction->files) copied_into(directory, file);
  fs::permissions(script, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                  fs::perm_options::add);
}

report::ReproducingScript script_of(const WrittenFailure& written) {
  report::ReproducingScript script{.is_missing = written.has_no_script, .can_say_fixed = written.can_say_fixed};
  if (written.reproduced) {
    script.command = written.reproduced->command;
    script.output = written.reproduced->output;
    script.is_shown = written.reproduced->is_shown;
  }
  if (written.reproduction) {
    script.subject = written.reproduction->subject;
    script.bisect = written.reproduction->bisect;
    script.bisect_names = written.reproduction->bisect_names;
  }
  return script;
}

WrittenFailure write_and_try(const fs::path& directory, const Origin& origin, const ExecutedFailure& failure,
                             const runner::Campaign& campaign, const std::stop_token& stop) {
  write_failure(directory, origin, failure, campaign.reproduction);
  WrittenFailure written{.reproduction = campaign.reproduction, .reproduced = {}, .commands = {}};
  if (campaign.reproduction) {
    if (stop.stop_requested()) return written;
    written.reproduced = run_script(*campaign.reproduction, directory, {}, stop);
    if (!written.reproduced->is_shown && !stop.stop_requested()) complain("error: " + written.reproduced->complaint);
  } else if (const auto execution = campaign.body->execution(); execution || campaign.body->worker_start()) {
    if (execution) written.commands = command_lines(*execution, failure.input);
    if (failure.ended && !stop.stop_requested()) add_script(directory, campaign, failure, stop, written);
  }
  return written;
}

}  // namespace smallscope::program
