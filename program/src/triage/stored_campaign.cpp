// SPDX-License-Identifier: Apache-2.0
#include "triage/stored_campaign.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <thread>
#include <tuple>

#include <smallscope/clustering/known_faults/ordinal_text.hpp>
#include <smallscope/program/specification.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/print.hpp"
#include "triage/code_parts.hpp"

namespace smallscope::program {

namespace {

namespace fs = std::filesystem;

/// Of failures, or of inputs that are listed.
constexpr results::Ordinal most_of_run = 100'000;

/// Replaces this process by `program`, which is not looked up on $PATH, with the arguments without --from.
[[noreturn]] void become(const std::string& program, char** arguments) {
  const std::string path = program.find('/') == std::string::npos ? "./" + program : program;
  std::vector<char*> rest{const_cast<char*>(path.c_str())};
  bool options = true;  // up to "--"
  for (char** argument = arguments + 1; *argument != nullptr; ++argument) {
    const std::string_view text = *argument;
    if (text == "--") options = false;
    if (options && text.starts_with("--from=")) continue;
    if (options && text == "--from" && argument[1] != nullptr)
      ++argument;
    else
      rest.push_back(*argument);
  }
  rest.push_back(nullptr);
  execv(path.c_str(), rest.data());
  throw results::StoreError(
      fmt::format("--from: {} cannot be started: {}; give a campaign program, or a specification "
                  "whose name ends in .toml",
                  program, std::strerror(errno)));
}

void note_left_out(const clustering::Explainer& explainer) {
  for (const std::string& note : explainer.population().left_out()) complain("note: " + note);
}

}  // namespace

std::string maker_of(const results::Manifest& manifest) {
  if (manifest.program.empty()) return "the store does not say what made it";
  return fmt::format("the store says that it was made by {}",
                     report::one_line(fmt::format("{}", fmt::join(manifest.program, " with ")), 500));
}

runner::Campaign campaign_or_become_program(const Context& context, const std::string& file,
                                            const results::Manifest& manifest, const std::string& from) {
  const std::string wanted = report::one_line(manifest.campaign, 200);
  if (is_specification(from)) {
    runner::Campaign campaign = context.campaign(from);
    if (campaign.name == manifest.campaign) return campaign;
    throw UsageError(fmt::format("--from {}: its campaign is `{}`, that of {} is `{}`; {}", from, campaign.name, file,
                                 wanted, maker_of(manifest)));
  }
  std::error_code failed;
  if (!from.empty() && !fs::equivalent(from, "/proc/self/exe", failed)) become(from, context.arguments());
  if (context.has(manifest.campaign)) return context.campaign(manifest.campaign);
  throw UsageError(
      fmt::format("{} is of the campaign `{}`, which is not one of this program's; name the campaign "
                  "program or specification with --from FILE; {}",
                  file, wanted, maker_of(manifest)));
}

std::optional<runner::Campaign> campaign_to_read(const Context& context, const std::string& file,
                                                 const results::Manifest& manifest, const std::string& from) {
  if (!from.empty() || context.has(manifest.campaign)) return campaign_or_become_program(context, file, manifest, from);
  if (manifest.specification.empty()) return std::nullopt;
  const auto cannot = [&](std::string_view reason) {
    complain(fmt::format("note: the specification that {} keeps cannot be used: {}; name it with --from FILE", file,
                         report::one_line(reason, 500)));
    return std::nullopt;
  };
  try {
    runner::Campaign kept = kept_specification(manifest.specification);
    if (kept.name == manifest.campaign) return kept;
    return cannot(fmt::format("its campaign is `{}`, that of the store is `{}`", kept.name, manifest.campaign));
  } catch (const SpecificationError& mistake) {
    return cannot(mistake.what());
  }
}

std::string no_campaign_text() {
  return "its campaign is not one of this program's; name its program or specification with --from FILE";
}

std::string replay_command(const Context& context, const std::string& file, const std::string& from) {
  return from.empty() ? context.command({"replay", file}) : context.command({"replay", file, "--from", from});
}

std::string from_of(const Context& context, const results::Manifest& manifest, const std::string& given) {
  return !given.empty() ? given : context.has(manifest.campaign) ? "" : "FILE";
}

generators::Structure structure_of(const runner::Campaign& campaign) {
  generators::Structure structure = campaign.space->structure();
  if (campaign.space->is_search()) structure.size = generators::uncounted;
  return structure;
}

clustering::Population::ChoicesOf choices_of(const runner::Campaign& campaign) {
  return [space = campaign.space](results::Ordinal ordinal) { return space->choices(ordinal); };
}

bool has_space_of(const runner::Campaign& campaign, const results::Manifest& manifest) {
  return generators::to_string(structure_of(campaign)) == manifest.structure;
}

namespace {

/// A store has the message rules of the run that made it, so that keys of its clusters stay what they are.
void note_other_rules(const results::Store& store, const runner::Campaign& campaign) {
  const results::Manifest& has = store.manifest();
  const auto& wants = campaign.messages;
  if (std::tie(has.masks, has.presets, has.rules, has.learned) ==
      std::tie(wants.masks, wants.presets, wants.rules, wants.learned))
    return;
  complain(
      fmt::format("note: the message rules of {} are others than when {} was made, which keeps its own; a new run uses "
                  "them, and `clusters --rule` or `--preset` tries one",
                  campaign.name, store.file().empty() ? "the store" : report::short_path(store.file().string())));
}

}  // namespace

clustering::Triage triage_unnoted(const results::Store& store, const clustering::Options& options,
                                  const runner::Campaign& campaign, clustering::By by) {
  const clustering::PartsOf parts = by == clustering::By::code ? code_parts_of(store) : clustering::PartsOf();
  return clustering::triage(store, options, structure_of(campaign), choices_of(campaign), by, campaign.attributes,
                            parts);
}

clustering::Triage triage(const results::Store& store, const clustering::Options& options,
                          const runner::Campaign& campaign, clustering::By by) {
  note_other_rules(store, campaign);
  clustering::Triage triaged = triage_unnoted(store, options, campaign, by);
  if (triaged.explainer) note_left_out(*triaged.explainer);
  return triaged;
}

std::string by_name(const clustering::Triage& triaged, const std::string& wanted) {
  if (wanted != "code" && wanted != "cause") return wanted;
  if (!triaged.by_causes) return "message";
  return triaged.by_causes->code ? "code" : "cause";
}

clustering::By by_named(const std::string& wanted) {
  return wanted == "code" ? clustering::By::code : wanted == "cause" ? clustering::By::cause : clustering::By::message;
}

clustering::Triage triage_of_run(const results::Store& store, const clustering::Options& options,
                                 const runner::Campaign& campaign, clustering::Members members) {
  const results::Account account = store.account();
  // What very many tests covered takes memory.
  const auto by = store.spectra() <= most_of_run ? clustering::By::code : clustering::By::cause;
  const bool listed = clustering::is_listed(account, clustering::Partial::allowed);
  const bool are_many_executed = listed && account.executed > most_of_run;
  if (listed && account.failed() == 0) return {.clusters = clustering::cluster(store, options, members)};
  if (account.failed() <= most_of_run && !are_many_executed) return triage(store, options, campaign, by);
  return {.clusters = clustering::cluster(store, options, members),
          .explainer = {},
          .by_causes = {},
          .obstacle = fmt::format("{} inputs {}, and at the end of a run causes are found for at most {}; `clusters` "
                                  "finds those of more",
                                  report::grouped(are_many_executed ? account.executed : account.failed()),
                                  are_many_executed ? "of a part of the space were executed" : "failed",
                                  report::grouped(most_of_run))};
}

clustering::Explainer explainer_of(const results::Store& store, const runner::Campaign& campaign,
                                   clustering::Partial partial) {
  clustering::Explainer explainer =
      clustering::explainer_of(store, structure_of(campaign), choices_of(campaign), campaign.attributes, partial);
  note_left_out(explainer);
  return explainer;
}

std::vector<clustering::Explanation> explain_clusters(const clustering::Explainer& explainer,
                                                      const std::vector<clustering::Cluster>& clusters) {
  std::vector<std::vector<results::Ordinal>> groups;
  for (const clustering::Cluster& cluster : clusters) groups.push_back(clustering::explained_members(cluster));
  return explainer.explain_each(groups, std::max(std::thread::hardware_concurrency(), 1u));
}

void note_changes(const runner::Engine& engine, const std::string& file, const results::Manifest& manifest) {
  const results::Fingerprint& now = engine.manifest().fingerprint;
  const std::string different = results::differences(manifest.fingerprint, now);
  if (different.empty()) return;
  const bool is_same_space = manifest.fingerprint.population == now.population;
  complain(
      fmt::format("note: the campaign or its subject has changed since {} was made; {}the verdict may differ; "
                  "different: {}",
                  file, is_same_space ? "" : "the ordinal may mean another input, ", different));
}

std::vector<results::Ordinal> ordinals_in(const std::vector<std::string>& words, std::size_t most,
                                          std::string_view remedy) {
  std::vector<results::Ordinal> ordinals;
  try {
    ordinals = clustering::ordinals_of(fmt::format("{}", fmt::join(words, " ")), most, remedy);
  } catch (const std::invalid_argument& mistake) {
    throw UsageError(mistake.what());
  }
  if (ordinals.empty()) throw UsageError("there is no ordinal; give one, such as 0, or a range such as 0-9");
  return ordinals;
}

void require_level(const runner::Campaign& campaign, int level) {
  if (level <= campaign.merge_levels()) return;
  if (campaign.merge_levels() == 0)
    throw UsageError(
        fmt::format("--merge-level {}: nothing of {} is merged; it has level 0 only", level, campaign.name));
  throw UsageError(
      fmt::format("--merge-level {}: {} has the levels 0 to {}", level, campaign.name, campaign.merge_levels()));
}

void require_input(const runner::Campaign& campaign, int level, results::Ordinal ordinal) {
  require_level(campaign, level);
  const runner::Space& space = campaign.space_at(level);
  if (ordinal != generators::uncounted && space.reach(ordinal + 1) > ordinal) return;
  const results::Ordinal inputs = space.size();
  throw UsageError(fmt::format("{} has the ordinals 0 to {}{}; {} is none of them", campaign.name,
                               inputs == 0 ? "none" : std::to_string(inputs - 1),
                               level > 0 ? fmt::format(" at merge level {}", level) : "", ordinal));
}

}  // namespace smallscope::program
