#include "triage/stored_campaign.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace smallscope::program {

std::optional<runner::Campaign> own_campaign(const Context& context, const results::Manifest& manifest) {
  if (context.has(manifest.campaign)) return context.campaign(manifest.campaign);
  if (manifest.program.size() > 1) return context.campaign(manifest.program[1]);
  return std::nullopt;
}

runner::Campaign campaign_of(const Context& context, const std::string& file, const results::Manifest& manifest,
                             char** argv) {
  if (auto own = own_campaign(context, manifest)) return *std::move(own);
  const auto self = context.program("");
  if (manifest.program.empty() || manifest.program.front() == self.front())
    throw UsageError(fmt::format("{} is of the campaign `{}`, which this program has not; use the program that made it",
                                 file, manifest.campaign));
  execv(manifest.program.front().c_str(), argv);
  throw results::StoreError(
      fmt::format("{} was made by {}, which cannot be started: {}; build it again, or give the "
                  "store to the program where it is now",
                  file, manifest.program.front(), std::strerror(errno)));
}

void note_changes(const runner::Engine& engine, const std::string& file, const results::Manifest& manifest) {
  if (engine.manifest().fingerprint != manifest.fingerprint)
    complain(
        fmt::format("note: the campaign or its subject has changed since {} was made; the ordinal may mean another "
                    "input, the verdict may differ",
                    file));
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
