// SPDX-License-Identifier: Apache-2.0
#include "shards/submission.hpp"

#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include <smallscope/report/json.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/context.hpp"
#include "command_line/output_file.hpp"

namespace smallscope::program {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* record = "submission.json";
constexpr std::size_t read_of_log = 64u << 10;

/// The script that executes one shard. It may run on several machines, several times, and be killed at any place: a
/// store appears under done/ when it is whole, and what an attempt has committed is taken over by the next.
constexpr const char* script = R"(#!/bin/sh
# Executes one shard of {title}.
# Written by `smallscope submit`. Its number, from 1 to {shards}, is the argument, or that of the scheduler's array:
# Slurm, LSF, or an indexed job of Kubernetes, which counts from 0.
set -u
if [ $# -gt 0 ]; then shard=$1
elif [ -n "${{SLURM_ARRAY_TASK_ID:-}}" ]; then shard=$SLURM_ARRAY_TASK_ID
elif [ -n "${{LSB_JOBINDEX:-}}" ]; then shard=$LSB_JOBINDEX
elif [ -n "${{JOB_COMPLETION_INDEX:-}}" ]; then shard=$((JOB_COMPLETION_INDEX + 1))
else echo "usage: $0 NUMBER, from 1 to {shards}" >&2; exit 2
fi
directory={directory}
program={program}
campaign={campaign}
cd {working_directory} || exit 3

store=$directory/done/$shard.sqlite
[ -e "$store" ] && exit 0
begun=$directory/begun/$shard
work=$begun.$(uname -n).$$.${{SLURM_JOB_ID:-0}}.${{SLURM_RESTART_COUNT:-0}}.sqlite
resume=
if ls "$begun".*.sqlite >/dev/null 2>&1; then
  "$program" gather "$begun".*.sqlite --output "$work" >/dev/null 2>&1
  if [ -e "$work" ]; then resume=--resume; fi
fi
"$program" run "$campaign" --shard "$shard/{shards}" --store "$work" $resume \
  --jobs "${{SLURM_CPUS_PER_TASK:-1}}" --progress plain{options}
status=$?
# Another attempt may have done it meanwhile, and removed what this one had begun.
if [ "$status" -gt 1 ]; then [ -e "$store" ] && exit 0; exit "$status"; fi
sync "$work" && mv -f "$work" "$store" && sync "$directory/done" || [ -e "$store" ] || exit 3
rm -f "$begun".*.sqlite "$begun".*.sqlite-wal "$begun".*.sqlite-shm
exit 0
)";

std::string script_of(const fs::path& directory, const Submission& submission) {
  std::string options;
  for (const std::string& option : submission.options) options += " " + report::shell_word(option);
  return fmt::format(
      fmt::runtime(script), fmt::arg("title", report::one_line(submission.campaign)),
      fmt::arg("shards", submission.shards), fmt::arg("directory", report::shell_word(directory.string())),
      fmt::arg("program", report::shell_word(submission.program)),
      fmt::arg("campaign", report::shell_word(submission.campaign)),
      fmt::arg("working_directory", report::shell_word(submission.working_directory)), fmt::arg("options", options));
}

void write_file(const fs::path& file, const std::string& text) {
  OutputFile output(file);
  output.stream() << text;
  output.finish();
}

}  // namespace

bool has_submission(const fs::path& directory) { return fs::exists(directory / record); }

Submission read_submission(const fs::path& directory) {
  if (!has_submission(directory))
    throw UsageError(
        fmt::format("{} holds no submission; `submit` makes one, and prints its directory", directory.string()));
  std::ifstream stream(directory / record);
  try {
    const Json json = Json::parse(stream);
    Submission read;
    read.campaign = json.at("campaign").get<std::string>();
    read.shards = json.at("shards").get<std::uint64_t>();
    read.options = json.at("options").get<std::vector<std::string>>();
    read.program = json.at("program").get<std::string>();
    read.working_directory = json.at("working_directory").get<std::string>();
    read.sbatch = json.at("sbatch").get<std::vector<std::string>>();
    read.jobs = json.at("jobs").get<std::vector<std::string>>();
    for (const std::string& job : read.jobs)
      if (job.empty() || job.find_first_not_of("0123456789") != std::string::npos)
        throw UsageError(fmt::format("{}: `{}` is not the number of a job", (directory / record).string(), job));
    return read;
  } catch (const Json::exception& error) {
    throw UsageError(fmt::format("{} is not what `submit` writes ({}); submit to another directory",
                                 (directory / record).string(), error.what()));
  }
}

void write_submission(const fs::path& directory, const Submission& submission) {
  for (const char* part : {"done", "begun", "log"}) {
    std::error_code error;
    fs::create_directories(directory / part, error);
    if (error)
      throw UsageError(fmt::format("the directory {} cannot be made: {}; name another with --directory",
                                   (directory / part).string(), error.message()));
  }
  write_file(directory / "shard", script_of(directory, submission));
  fs::permissions(directory / "shard", fs::perms::owner_exec | fs::perms::group_exec, fs::perm_options::add);
  const report::Json json{{"campaign", submission.campaign},
                          {"shards", submission.shards},
                          {"options", submission.options},
                          {"program", submission.program},
                          {"working_directory", submission.working_directory},
                          {"sbatch", submission.sbatch},
                          {"jobs", submission.jobs}};
  write_file(directory / record, report::text(json));
}

fs::path store_of(const fs::path& directory, std::uint64_t shard) {
  return directory / "done" / fmt::format("{}.sqlite", shard);
}

std::set<std::uint64_t> done_shards(const fs::path& directory, const Submission& submission) {
  std::set<std::uint64_t> done;
  for (std::uint64_t shard = 1; shard <= submission.shards; ++shard)
    if (fs::exists(store_of(directory, shard))) done.insert(shard);
  return done;
}

std::string last_words(const fs::path& directory, std::uint64_t shard) {
  const fs::path file = directory / "log" / fmt::format("{}.txt", shard);
  std::error_code error;
  const auto size = fs::file_size(file, error);
  if (error) return {};
  std::ifstream stream(file, std::ios::binary);
  if (size > read_of_log) stream.seekg(static_cast<std::streamoff>(size - read_of_log));
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return report::one_line(text.substr(text.rfind('\n') + 1), 300);
}

}  // namespace smallscope::program
