// SPDX-License-Identifier: Apache-2.0
// export: a store for other tools.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/report/formats.hpp>

#include "command_line/commands.hpp"
#include "command_line/output_file.hpp"
#include "triage/stored_clusters.hpp"

namespace smallscope::program {

namespace {

int export_store(const std::string& file, const std::string& format, const std::string& target) {
  std::optional<OutputFile> output;
  if (!target.empty()) output.emplace(target, std::initializer_list<std::filesystem::path>{file});
  const results::Store store = inspect_store(file);
  const auto clusters = clusters_of(store);
  const auto write = [&](std::ostream& stream) { report::format_named(format)->write(store, clusters, stream); };
  if (output) {
    write(output->stream());
    output->finish();
    return nothing_failed;
  }
  write(std::cout);
  errno = 0;
  std::cout.flush();
  if (!std::cout)
    throw results::StoreError(fmt::format("standard output cannot be written{}{}", errno != 0 ? ": " : "",
                                          errno != 0 ? std::strerror(errno) : ""));
  return nothing_failed;
}

}  // namespace

void add_export(CLI::App* command, const Context&, Action& action) {
  auto store = std::make_shared<std::string>();
  auto format = std::make_shared<std::string>("json");
  auto target = std::make_shared<std::string>();
  command->add_option("store", *store, "Result store")->required();
  std::vector<std::string> names, described;
  for (const report::Format& each : report::formats()) {
    names.emplace_back(each.name);
    described.push_back(fmt::format("{} ({})", each.name, each.holds));
  }
  command->add_option("--format", *format, fmt::format("{}", fmt::join(described, ", ")))
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  command->add_option("-o,--output", *target, "File to write (default: standard output)");
  command->callback([=, &action] { action = [=] { return export_store(*store, *format, *target); }; });
}

}  // namespace smallscope::program
