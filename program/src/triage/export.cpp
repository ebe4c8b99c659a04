// export: a store for other tools.
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>

#include <fmt/format.h>

#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"

namespace smallscope::program {

namespace {

int export_store(const std::string& file, const std::string& format, const std::string& target) {
  const results::Store store = inspect_store(file);
  clustering::Options options;
  options.rules = clustering::rules_of(store.manifest());
  const auto clusters = clustering::cluster(store, options);
  std::ofstream opened;
  if (!target.empty()) {
    opened.open(target, std::ios::binary);
    if (!opened)
      throw results::StoreError(
          fmt::format("cannot write {}: {}; name a file that can be written", target, std::strerror(errno)));
  }
  Output& output = target.empty() ? std::cout : opened;
  if (format == "json") export_json(store, clusters, output);
  if (format == "csv") export_csv(store, clusters, output);
  if (format == "junit") export_junit(store, clusters, output);
  errno = 0;
  output.flush();
  if (!output)
    throw results::StoreError(fmt::format("{} cannot be written{}{}", target.empty() ? "standard output" : target,
                                          errno != 0 ? ": " : "", errno != 0 ? std::strerror(errno) : ""));
  return nothing_failed;
}

}  // namespace

void add_export(CLI::App& app, const Context&, Action& action) {
  auto* command = app.add_subcommand("export", "Write a store for other tools");
  auto store = std::make_shared<std::string>();
  auto format = std::make_shared<std::string>("json");
  auto target = std::make_shared<std::string>();
  command->add_option("store", *store, "Result store")->required();
  command->add_option("--format", *format, "json (everything), csv (a row a case) or junit (a result a cluster)")
      ->check(CLI::IsMember({"json", "csv", "junit"}))
      ->capture_default_str();
  command->add_option("-o,--output", *target, "File to write (default: standard output)");
  command->callback([=, &action] { action = [=] { return export_store(*store, *format, *target); }; });
}

}  // namespace smallscope::program
