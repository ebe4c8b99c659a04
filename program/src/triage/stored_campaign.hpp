// From a store back to the campaign that made it, for commands that execute its inputs again.
#pragma once

#include <optional>

#include <smallscope/results/store.hpp>
#include <smallscope/runner/run.hpp>

#include "command_line/context.hpp"

namespace smallscope::program {

/// The campaign of a store when this program has one of its name.
std::optional<runner::Campaign> own_campaign(const Context& context, const results::Manifest& manifest);

/// The campaign of a store: that of `from`, a specification or a program, or else this program's own of its name. When
/// `from` is another program, that is started in place of this one, with the same arguments but --from. A store is
/// data: what it says of programs is shown, never used. Throws UsageError when there is no campaign, or one of another name;
/// results::StoreError when the program cannot be started.
runner::Campaign campaign_or_become_program(const Context& context, const std::string& file,
                                            const results::Manifest& manifest, const std::string& from);

/// The command that executes an input of a store again, without the ordinal:
/// "smallscope replay s.sqlite --from x.toml".
std::string replay_command(const Context& context, const std::string& file, const std::string& from);

/// What --from has to be so that the store's inputs can be executed: as given; nothing when this program has the
/// campaign; otherwise the word FILE.
std::string from_of(const Context& context, const results::Manifest& manifest, const std::string& given);

/// Tells the user when the campaign or its subject is no longer what the store was made with.
void note_changes(const runner::Engine& engine, const std::string& file, const results::Manifest& manifest);

/// Throws UsageError unless the campaign has this merge level.
void require_level(const runner::Campaign& campaign, int level);

/// Throws UsageError unless the campaign has this merge level, and an input of this ordinal there.
void require_input(const runner::Campaign& campaign, int level, results::Ordinal ordinal);

}  // namespace smallscope::program
