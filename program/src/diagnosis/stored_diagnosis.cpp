// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stored_diagnosis.hpp"

#include <algorithm>
#include <array>
#include <fstream>

#include <fmt/format.h>

#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/counted.hpp"
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

ClusterSpectra::ClusterSpectra(const results::Store& store, const std::optional<runner::Campaign>& campaign,
                               const StoreArguments& arguments)
    : store_(store), elements_(arguments.elements), others_(arguments.others) {
  const bool has_changed = campaign && !has_space_of(*campaign, store.manifest());
  if (campaign && !has_changed) choices_of_ = choices_of(*campaign);
  if (!elements_ && !campaign)
    throw UsageError(
        "--elements choices needs the choices of inputs that passed; name the campaign's program or specification with "
        "--from FILE");
  if (!has_changed) return;
  const std::string changed =
      fmt::format("the space of {} has changed since {} was made, so it does not tell the choices of its tests",
                  report::one_line(campaign->name, 100), store.file().string());
  if (!elements_)
    throw UsageError(fmt::format("--elements choices: {}; give the campaign as it was, or run it again", changed));
  complain(fmt::format("note: {}; functions are ranked without them", changed));
}

std::optional<ClusterSpectrum> ClusterSpectra::of(const clustering::Cluster& cluster) {
  const diagnosis::StoredTests tests{.failing = failing_inputs(cluster), .others = others_};
  if (tests.failing->empty()) return std::nullopt;
  if (!spectra_)
    spectra_ = elements_ ? diagnosis::StoredSpectra(store_, *elements_)
                         : diagnosis::StoredSpectra(store_, choices_of_, tests.level);
  return ClusterSpectrum{.id = cluster.id,
                         .key = cluster.key,
                         .messages = report::message_text(cluster, 120),
                         .stored = spectra_->of(tests),
                         .choices_of = choices_of_};
}

void for_each_cluster_spectrum(const Context& context, const std::string& file, const StoreArguments& arguments,
                               const std::function<bool(const results::Store&, ClusterSpectrum&)>& visit) {
  const results::Store store = inspect_store(file);
  const auto campaign = campaign_to_read(context, file, store.manifest(), arguments.from);
  ClusterSpectra spectra(store, campaign, arguments);
  const clustering::Options options = options_of(store);
  const clustering::Triage triaged = triage_by(arguments.by, store, options, campaign);
  note_limits(options, triaged.clusters);
  if (arguments.by != "message" && !triaged.by_causes && !triaged.clusters.empty())
    complain(
        fmt::format("note: clusters are by messages, so that an id such as C1 may be another one than in a run: {}",
                    triaged.obstacle));
  for (const clustering::Cluster& cluster : wanted_clusters(store, triaged.clusters, arguments.cluster)) {
    std::optional<ClusterSpectrum> found = spectra.of(cluster);
    if (!found) {
      complain(fmt::format("note: {} was found at merged levels only, and is left out: run level 0", cluster.id));
      continue;
    }
    if (!visit(store, *found)) return;
  }
}

diagnosis::Background background_of(const std::vector<std::string>& stores, const std::string& diagnosed,
                                    diagnosis::CodeElements elements) {
  diagnosis::Background background;
  for (const std::string& file : stores) {
    std::error_code error;
    if (std::filesystem::equivalent(file, diagnosed, error))
      throw UsageError(
          fmt::format("--background {}: that is the store to be diagnosed; name stores of other faults", file));
    const results::Store store = inspect_store(file);
    const diagnosis::StoredSpectra spectra(store, elements);
    for (const clustering::Cluster& cluster : clusters_of(store))
      if (const auto members = failing_inputs(cluster); !members.empty())
        background.add(fmt::format("{} {}", file, cluster.key), suspicion_of(spectra.of({.failing = members})));
  }
  if (!stores.empty() && background.faults() == 0)
    throw UsageError("--background: nothing fails in these stores; name stores of other faults");
  return background;
}

std::vector<double> scores_for_others(const diagnosis::Background& background, const ClusterSpectrum& cluster) {
  std::vector<double> scores = background.of(cluster.stored.keys);
  if (!scores.empty() && std::ranges::all_of(scores, [](double score) { return score == 0; }))
    throw UsageError(
        "--background: none of its elements is one of this store; name stores of tests of the same build of the "
        "subject");
  return scores;
}

std::vector<std::string> left_out_texts(const ClusterSpectrum& cluster, diagnosis::Others others) {
  std::vector<std::string> texts;
  const auto add = [&](std::size_t inputs, const std::string& what) {
    if (inputs > 0) texts.push_back(fmt::format("{} {}", counted(inputs, "input"), what));
  };
  add(cluster.stored.missing, "of it left out: nothing is known of what was covered");
  add(cluster.stored.other, others == diagnosis::Others::passing ? "failing in other ways, counted as passing"
                                                                 : "failing in other ways left out");
  add(cluster.stored.not_judged, "left out that neither passed nor failed, or flaky");
  if (cluster.stored.of_compiler > 0)
    texts.push_back(fmt::format("{} of the compiler's own files left out, such as the standard library of C++",
                                counted(cluster.stored.of_compiler, "element")));
  return texts;
}

std::string diagnose_command(const Context& context, const std::string& file, const StoreArguments& arguments) {
  std::string command = context.command({"diagnose", file});
  if (!arguments.from.empty()) command += " --from " + report::shell_word(arguments.from);
  for (const std::string& folder : arguments.sources) command += " --source " + report::shell_word(folder);
  return command + " --cluster";
}

SourcePlaces source_places(const std::vector<std::string>& sources) {
  for (const std::string& source : sources)
    if (std::error_code none; !std::filesystem::is_directory(source, none))
      complain(fmt::format("note: --source {}: there is no such folder", source));
  SourcePlaces places{.named = {sources.begin(), sources.end()}};
  places.named.emplace_back(".");
  return places;
}

SourcePlaces source_places(const results::Store& store, const std::vector<std::string>& sources, ForPage for_page) {
  SourcePlaces places = source_places(sources);
  for (const results::CodeModule& module : store.code_modules()) add_module(places, module.id, module.path);
  places.only_named = for_page == ForPage::yes;
  return places;
}

}  // namespace smallscope::program
