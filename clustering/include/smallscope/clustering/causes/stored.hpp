// SPDX-License-Identifier: Apache-2.0
// The failures of a store, clustered by causes, or by what they covered and their causes.
//
// Causes need what an Explainer needs: a complete store and its space. Functions without state, for any thread.
// Example: cluster_by_causes(store, options, explainer).clusters is what a person reads.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <smallscope/clustering/causes/causes.hpp>
#include <smallscope/clustering/causes/code_parts.hpp>
#include <smallscope/clustering/causes/message_kind.hpp>
#include <smallscope/clustering/clusters.hpp>
#include <smallscope/clustering/explanations/stored.hpp>

namespace smallscope::clustering {

/// What tests covered, where it has a part in clusters.
struct CodeEvidence {
  std::vector<CodeElement> elements;  ///< CauseGroup::part is an index of them, or their number
  bool is_first = false;              ///< failures are in parts, and causes divide these; otherwise it divides causes
};

struct CauseClusters {
  std::vector<Cluster> clusters;  ///< Cluster::group is an index of causes.groups
  Causes causes;
  std::optional<CodeEvidence> code = std::nullopt;
  std::vector<std::uint32_t> kinds;           ///< of messages, by index of Explainer::failing()
  std::vector<std::string> kind_texts;        ///< by kind
  std::vector<std::uint32_t> differences;     ///< of outputs, by index of Explainer::failing()
  std::vector<std::string> difference_texts;  ///< by difference; "" where the kind of message says more
};

/// What failures have in common. By code: what they covered, then causes among failures of one part.
enum class By { code, cause, message };

/// What the failures of a store say.
struct FailureMessages {
  Clustering clustering;                   ///< has those that no explainer knows: of merged levels, and flaky ones
  std::vector<Clustering::Entry> entries;  ///< of the others, ascending
  std::vector<std::uint32_t> kinds;        ///< of their messages
  std::vector<std::string> kind_texts;     ///< by kind
  std::vector<bool> silent;                ///< by kind: of the verdict fail, and says_only_outputs()
  std::vector<std::uint32_t> errors;       ///< by kind: the same for RightAnswers::left_out_beside_errors
  /// How outputs differ, by entry: a number for each kind and difference.
  std::vector<std::uint32_t> differences;
  std::vector<std::string> difference_texts;  ///< by difference; "" where the kind of message says more
  std::vector<std::uint32_t> verdicts;        ///< of the entries
};
/// Reads the failures once, at the abstraction of the options. By messages, there are no entries, and the clustering
/// has all failures.
FailureMessages read_messages(const results::Store& store, const Options& options, By by = By::cause);

/// Failures that the explainer does not know (of merged levels, flaky ones) are clustered by their messages.
CauseClusters cluster_by_causes(FailureMessages messages, const Explainer& explainer,
                                const CauseOptions& cause_options = {});
/// The same of a store, of which it reads the failures once.
CauseClusters cluster_by_causes(const results::Store& store, const Options& options, const Explainer& explainer,
                                const CauseOptions& cause_options = {});

/// By code. If failures give more kinds of messages than elements are responsible for them, and these are several or
/// one that every judged test covers, messages tell more: the clusters are those by causes, divided by code
/// (divided_by_code()). Otherwise, and without an explainer, failures of different elements are never in one cluster
/// (find_causes_in_parts()). Refusals (is_refusal()) are an exception: an element divides those of one kind only if
/// more than CauseOptions::nearly_all of the judged inputs that cover it fail. Throws std::invalid_argument if parts or
/// explainer are of other failures than the messages.
CauseClusters cluster_by_code(FailureMessages messages, const PartsOf& parts_of, const Explainer* explainer,
                              const CauseOptions& cause_options = {});

/// The clusters of a store as people read them, and what explains them.
struct Triage {
  std::vector<Cluster> clusters;
  std::optional<Explainer> explainer;  ///< of a store that can be explained
  /// Only if the clusters are by code or causes; its own clusters are moved to the member above.
  std::optional<CauseClusters> by_causes;
  std::string obstacle;  ///< why causes have no part in the clusters: empty if they have
};

/// By code if there are parts, whatever `by` says. Otherwise by causes, if the store can be explained, and no more than
/// a million of its inputs failed or were not judged; or by messages, at the abstraction of the options, if they are
/// wanted or that does not hold.
Triage triage(const results::Store& store, const Options& options, const generators::Structure& structure,
              const Population::ChoicesOf& choices, By by = By::cause,
              std::span<const generators::DeclaredAttribute> attributes = {}, const PartsOf& parts_of = {});

/// "reference = del X.f"
std::string to_string(const Cause& cause, const std::vector<Attribute>& attributes);

}  // namespace smallscope::clustering
