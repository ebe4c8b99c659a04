// SPDX-License-Identifier: Apache-2.0
// From a store back to the campaign that made it, for commands that execute its inputs again.
#pragma once

#include <optional>

#include <smallscope/clustering/causes/stored.hpp>
#include <smallscope/results/store.hpp>
#include <smallscope/runner/run.hpp>

#include "command_line/context.hpp"

namespace smallscope::program {

/// The store's account of its maker, for people: "the store says that it was made by smallscope with x.toml".
std::string maker_of(const results::Manifest& manifest);

/// The campaign of a store: that of `from`, a specification or a program, or else this program's own campaign with its
/// name. If `from` is another program, that program replaces this one, with the same arguments without --from. A store
/// is data: what it says about programs is shown, never used. Throws UsageError if there is no campaign, or one with
/// another name; results::StoreError if the program cannot be started.
runner::Campaign campaign_or_become_program(const Context& context, const std::string& file,
                                            const results::Manifest& manifest, const std::string& from);

/// The campaign of a store for commands that only read: that of `from`, this program's own, or that of the
/// specification which the store keeps, whose space is known and which cannot be executed. Empty without one; then
/// what the store has is all there is. Throws as campaign_or_become_program() for `from`.
std::optional<runner::Campaign> campaign_to_read(const Context& context, const std::string& file,
                                                 const results::Manifest& manifest, const std::string& from = {});

/// Why there is no campaign_to_read() and what to do: "its campaign is not one of this program's; name ...".
std::string no_campaign_text();

/// The command that executes an input of a store again, without the ordinal:
/// "smallscope replay s.sqlite --from x.toml".
std::string replay_command(const Context& context, const std::string& file, const std::string& from);

/// The value of --from with which the store's inputs can be executed: as given; empty if this program has the campaign;
/// otherwise the word FILE.
std::string from_of(const Context& context, const results::Manifest& manifest, const std::string& given);

/// The structure of the campaign's space; without a size if it is a search without an index.
generators::Structure structure_of(const runner::Campaign& campaign);
/// The choices of an input of the campaign at level 0.
clustering::Population::ChoicesOf choices_of(const runner::Campaign& campaign);

/// Whether the campaign's space is the one of which the store is: if not, an ordinal has other choices.
bool has_space_of(const runner::Campaign& campaign, const results::Manifest& manifest);

/// clustering::triage() with the campaign's space and attributes, by code if that is wanted and the store has what its
/// tests covered; says which attributes are left out, and that the campaign has other message rules by now.
clustering::Triage triage(const results::Store& store, const clustering::Options& options,
                          const runner::Campaign& campaign, clustering::By by = clustering::By::code);
/// The same, but says nothing: for those who need it again and again.
clustering::Triage triage_unnoted(const results::Store& store, const clustering::Options& options,
                                  const runner::Campaign& campaign, clustering::By by = clustering::By::code);
/// What clusters that were `wanted` by code, cause or message are by; other ways are what they are.
std::string by_name(const clustering::Triage& triaged, const std::string& wanted);
/// Code, cause or message if one of them is wanted; for the others, the abstraction of the options tells.
clustering::By by_named(const std::string& wanted);
/// The same at the end of a run, whose memory must not grow with the number of failures: if they are more than 100,000,
/// the clusters are by messages, and their members are only counted, unless `members` are to be kept. So are those of
/// more than 100,000 inputs that are listed (clustering::is_listed()); with what more than 100,000 tests covered, they
/// are not by code.
clustering::Triage triage_of_run(const results::Store& store, const clustering::Options& options,
                                 const runner::Campaign& campaign, clustering::Members members);
/// clustering::explainer_of() with the campaign's space and attributes; says which attributes are left out.
clustering::Explainer explainer_of(const results::Store& store, const runner::Campaign& campaign,
                                   clustering::Partial partial = clustering::Partial::refused);

/// The explanation of each cluster, on all processors; an empty one for a cluster without explained_members().
std::vector<clustering::Explanation> explain_clusters(const clustering::Explainer& explainer,
                                                      const std::vector<clustering::Cluster>& clusters);

/// Tells the user if the campaign or its subject differs from the one that made the store.
void note_changes(const runner::Engine& engine, const std::string& file, const results::Manifest& manifest);

/// The ordinals that a user names: "7", "3-9", "3-99/12". Throws UsageError if there is none, a word is none of these,
/// or there are more than `most`; then `remedy` says what else to do.
std::vector<results::Ordinal> ordinals_in(const std::vector<std::string>& words, std::size_t most,
                                          std::string_view remedy);

/// Throws UsageError unless the campaign has this merge level.
void require_level(const runner::Campaign& campaign, int level);

/// Throws UsageError unless the campaign has this merge level, and an input with this ordinal at that level.
void require_input(const runner::Campaign& campaign, int level, results::Ordinal ordinal);

}  // namespace smallscope::program
