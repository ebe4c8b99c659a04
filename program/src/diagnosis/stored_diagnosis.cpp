// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stored_diagnosis.hpp"

#include <algorithm>
#include <array>
#include <fstream>

#include <fmt/format.h>

#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/print.hpp"
#include "triage/stored_campaign.hpp"
#include "triage/stored_clusters.hpp"
#include "triage/stored_findings.hpp"

namespace smallscope::program {

namespace {

constexpr std::string_view magic("SQLite format 3\0", 16);

}  // namespace

std::vector<results::Ordinal> failing_inputs(const clustering::Cluster& cluster) {
  std::vector<results::Ordinal> members;
  for (const auto& [level, ordinal] : cluster.members)
    if (level == 0) members.push_back(ordinal);
  std::ranges::sort(members);
  return members;
}

bool is_store(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return false;
  std::ifstream stream(file, std::ios::binary);
  std::array<char, magic.size()> beginning{};
  stream.read(beginning.data(), beginning.size());
  return stream.gcount() == static_cast<std::streamsize>(magic.size()) &&
         std::string_view(beginning.data(), beginning.size()) == magic;
}

void for_each_cluster_spectrum(const Context& context, const std::string& file, const StoreArguments& arguments,
                               const std::function<bool(const results::Store&, ClusterSpectrum&)>& visit) {
  const results::Store store = inspect_store(file);
  const auto campaign = campaign_if_known(context, file, store.manifest(), arguments.from);
  if (!arguments.elements && !campaign)
    throw UsageError(
        "--elements choices needs the choices of inputs that passed; name the campaign's program or specification with "
        "--from FILE");
  const std::vector<clustering::Cluster> clusters = campaign ? clusters_of(store, *campaign) : clusters_of(store);
  for (const clustering::Cluster& cluster : wanted_clusters(store, clusters, arguments.cluster)) {
    const diagnosis::StoredTests tests{.failing = failing_inputs(cluster), .others = arguments.others};
    if (tests.failing->empty()) {
      complain(fmt::format("note: {} was found at merged levels only, and is left out: run level 0", cluster.id));
      continue;
    }
    ClusterSpectrum found{.id = cluster.id,
                          .key = cluster.key,
                          .messages = report::message_text(cluster, 120),
                          .stored = arguments.elements
                                        ? diagnosis::stored_spectrum(store, tests, *arguments.elements)
                                        : diagnosis::choice_spectrum(store, choices_of(*campaign), tests),
                          .choices_of = campaign ? choices_of(*campaign) : diagnosis::ChoicesOf()};
    if (!visit(store, found)) return;
  }
}

std::vector<std::filesystem::path> source_folders(const results::Store& store, const StoreArguments& arguments) {
  std::vector<std::filesystem::path> folders(arguments.sources.begin(), arguments.sources.end());
  folders.emplace_back(".");
  for (const results::CodeModule& module : store.code_modules())
    folders.push_back(std::filesystem::path(module.path).parent_path());
  return folders;
}

}  // namespace smallscope::program
