// From a store back to the campaign that made it, for commands that execute its inputs again.
#pragma once

#include <optional>

#include <smallscope/results/store.hpp>
#include <smallscope/runner/run.hpp>

#include "command_line/context.hpp"

namespace smallscope::program {

/// The campaign of a store when it is this program's, or that of a specification; nothing when it is another program's.
std::optional<runner::Campaign> own_campaign(const Context& context, const results::Manifest& manifest);

/// The campaign of a store: this program's, or its specification's. When it is another program's, that program is started
/// in place of this one with the same arguments. Throws UsageError, results::StoreError when there is none.
runner::Campaign campaign_of(const Context& context, const std::string& file, const results::Manifest& manifest,
                             char** argv);

/// Tells the user when the campaign or its subject is no longer what the store was made with.
void note_changes(const runner::Engine& engine, const std::string& file, const results::Manifest& manifest);

/// Throws UsageError unless the campaign has this merge level.
void require_level(const runner::Campaign& campaign, int level);

/// Throws UsageError unless the campaign has this merge level, and an input of this ordinal there.
void require_input(const runner::Campaign& campaign, int level, results::Ordinal ordinal);

}  // namespace smallscope::program
