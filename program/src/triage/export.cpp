// SPDX-License-Identifier: Apache-2.0
// export: a store for other tools.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <limits>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/report/formats.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "command_line/output_file.hpp"
#include "command_line/print.hpp"
#include "triage/places.hpp"
#include "triage/stored_findings.hpp"

namespace smallscope::program {

namespace {

constexpr std::uint64_t least_limit = 2'000;  // the counts have room

struct ExportArguments {
  std::string store;
  std::string format = "json";
  std::string target;
  std::string by = "code";
  std::vector<std::string> faults;
  std::string today;
  std::string from;
  std::string source_root = ".";
  bool without_known = false;
  std::optional<std::size_t> limit;
};

/// Throws UsageError for options that do not go together.
void require_sense(const ExportArguments& arguments, const report::Format& format) {
  if (arguments.limit && !format.has_limit)
    throw UsageError(fmt::format("--limit: the format {} has no limit; leave it out", format.name));
  if (!arguments.without_known) return;
  if (arguments.faults.empty())
    throw UsageError("--without-known needs the known faults; name their file with --faults");
  if (format.has_cases)
    throw UsageError(
        fmt::format("--without-known: the format {} has every failing input; its column or field of known "
                    "faults says which are known",
                    format.name));
}

void write_store(const report::Format& format, const report::ExportContents& contents,
                 std::optional<OutputFile>& output) {
  if (output) {
    format.write(contents, output->stream());
    output->finish();
    return;
  }
  format.write(contents, std::cout);
  errno = 0;
  std::cout.flush();
  if (!std::cout)
    throw results::StoreError(fmt::format("standard output cannot be written{}{}", errno != 0 ? ": " : "",
                                          errno != 0 ? std::strerror(errno) : ""));
}

int export_store(const Context& context, const ExportArguments& arguments) {
  const report::Format& format = *report::format_named(arguments.format);
  require_sense(arguments, format);
  std::optional<clustering::Faults> faults = faults_of({.files = arguments.faults, .fail_on = {}, .today = {}});
  const clustering::Day today = day_of(arguments.today);
  const results::Store store = inspect_store(arguments.store);
  const auto campaign = campaign_to_read(context, arguments.store, store.manifest(), arguments.from);
  std::optional<OutputFile> output;  // not before: another program may have taken the place of this one
  if (!arguments.target.empty())
    output.emplace(arguments.target, std::initializer_list<std::filesystem::path>{arguments.store});
  StoredFindings findings =
      findings_of(store, campaign, arguments.by, std::move(faults), today, std::numeric_limits<std::size_t>::max());
  const std::size_t left_out = arguments.without_known ? leave_out_settled(findings) : 0;
  report::ExportContents contents{
      .findings = shown(store, findings,
                        replay_command(context, arguments.store, from_of(context, store.manifest(), arguments.from))),
      .left_out = left_out,
      .limit = arguments.limit.value_or(report::most_bytes_of_comment)};
  if (format.has_places) {
    contents.places = places_of(store, campaign, findings, arguments.source_root);
    contents.campaign_place = campaign_place(store, campaign, arguments.source_root);
  }
  write_store(format, contents, output);
  if (!contents.findings.unexplained.empty())
    complain(fmt::format("note: no explanations{}: {}",
                         by_named(arguments.by) != clustering::By::message && contents.findings.by == "message"
                             ? ", and clusters by messages"
                             : "",
                         contents.findings.unexplained));
  return nothing_failed;
}

}  // namespace

void add_export(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<ExportArguments>();
  command->add_option("store", arguments->store, "Result store")->required();
  std::vector<std::string> names, described;
  for (const report::Format& each : report::formats()) {
    names.emplace_back(each.name);
    described.push_back(fmt::format("{} ({})", each.name, each.holds));
  }
  command->add_option("--format", arguments->format, fmt::format("{}", fmt::join(described, ", ")))
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  command->add_option("-o,--output", arguments->target, "File to write (default: standard output)");
  command
      ->add_option("--by", arguments->by,
                   "What the failures of a cluster have in common: the code that they cover (if the store has it; "
                   "otherwise as cause), a cause (if the store is complete and the campaign at hand; otherwise as "
                   "message), abstract messages, concrete messages, or the oracle")
      ->check(CLI::IsMember({"code", "cause", "message", "concrete", "oracle"}))
      ->capture_default_str();
  add_faults(*command, arguments->faults);
  add_today(*command, arguments->today);
  command->add_flag("--without-known", arguments->without_known,
                    "With --faults: leave out the clusters that known faults account for");
  command
      ->add_option("--source-root", arguments->source_root,
                   "Directory to which the paths of sarif and codequality are relative: that of the repository")
      ->check(CLI::ExistingDirectory)
      ->capture_default_str();
  command
      ->add_option("--limit", arguments->limit,
                   fmt::format("Bytes of markdown: {} for an issue or a comment (default), 1048576 for the summary of "
                               "a job on GitHub; what has no room is left out, and counted",
                               report::most_bytes_of_comment))
      ->transform(whole_number(least_limit));
  add_from(*command, arguments->from);
  command->callback([=, &context, &action] { action = [=, &context] { return export_store(context, *arguments); }; });
}

}  // namespace smallscope::program
