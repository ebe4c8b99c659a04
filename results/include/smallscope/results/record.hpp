// What a store keeps: the manifest of a campaign, the passes over its space, and one record per non-passing case.
//
// Values only. docs/result-store.md says how they are laid out in the file and which of them belong to the canonical
// dump by which stores are compared.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <smallscope/generators/choice.hpp>
#include <smallscope/generators/merging/constituents.hpp>
#include <smallscope/generators/orders/order.hpp>
#include <smallscope/oracles/verdict.hpp>
#include <smallscope/subjects/observation.hpp>

namespace smallscope::results {

using generators::Choices;
using generators::Ordinal;
using oracles::Judgement;
using oracles::Verdict;

/// Identifies a campaign: two runs with equal fingerprints test the same population, subject and oracles.
struct Fingerprint {
  std::string population;  ///< hash over structure, size and sampled inputs
  std::string subject;     ///< description and version
  std::string oracles;     ///< names and descriptions, in order
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// What a store is about; written once, when it is created, but for the size of a search.
struct Manifest {
  std::string campaign;  ///< "rope/encapsulate-field"
  std::string description;
  Fingerprint fingerprint;
  Ordinal inputs = 0;                ///< size of the space, before filtering; generators::uncounted until it is known
  std::string structure;             ///< generators::to_string of the space
  std::string summary;               ///< generators::summary of the space
  std::vector<std::string> program;  ///< how to start the campaign's program again: path, then leading arguments
  std::vector<std::string> masks;    ///< identifiers that the generator put into inputs, to be masked in messages
  std::vector<std::string> presets;  ///< message rule presets the campaign asks for
  /// Message rules of the campaign's own, applied before the presets: pattern, replacement.
  std::vector<std::pair<std::string, std::string>> rules;
};

/// One traversal of (part of) the space: positions [begin, end) of an order, committed from `begin` on without gaps.
struct Pass {
  int id = 0;  ///< 1, 2, ... in schedule order; given by the store
  int level = 0;
  generators::OrderSpecification order;
  bool repeat = false;  ///< executes again what earlier passes ran: its results are attempts
  Ordinal begin = 0;
  Ordinal end = 0;
  Ordinal done = 0;      ///< the positions [begin, done) are committed
  Ordinal executed = 0;  ///< how many of those this pass was the first to execute: the sum over passes counts ordinals
  Ordinal size = 0;      ///< of the level's space; 0 is replaced by the manifest's inputs, on merged levels by `end`
  friend bool operator==(const Pass&, const Pass&) = default;
};

/// One executed input that did not simply pass.
struct Case {
  int level = 0;
  Ordinal ordinal = 0;
  Ordinal test = 0;  ///< the how-manieth visited ordinal of the run this was, from 1 (the "tests" of first_failure)
  Verdict verdict = Verdict::fail;
  std::vector<Judgement> judgements;  ///< the oracles that did not pass it, in order
  Choices choices;
  double seconds = 0;                         ///< duration of the execution that gave the verdict
  subjects::Input input;                      ///< as rendered; texts bounded
  std::vector<subjects::NamedText> observed;  ///< outputs and streams that a person wants to see; bounded
  std::string reproduction;                   ///< the command that runs it again
  friend bool operator==(const Case&, const Case&) = default;
};

/// A further execution of a case: a confirmation in a fresh process, or a repeat.
struct Attempt {
  int level = 0;
  Ordinal ordinal = 0;
  std::string kind;  ///< "confirmation" or "repeat"
  Verdict verdict = Verdict::pass;
  std::vector<Judgement> judgements;
  double seconds = 0;
};

/// A part of a merged input that is wrong by itself, and none of whose fragments can be left out.
struct Part {
  generators::Selection selection;
  /// What executing it gave. With one fragment an axis it is an input of level 0, and has its key and choices; otherwise
  /// only the combination shows it, and it has those of the merged input. `test` is that of the merged input.
  Case found;
  friend bool operator==(const Part&, const Part&) = default;
};

/// What taking a merged input apart found: a failing one, or one that was rejected.
struct Unmerging {
  enum class Ending : int {
    explained = 0,  ///< every abstract message of the whole is accounted for by a part, or what is left passes
    known = 1,      ///< not taken apart: parts found earlier account for all its messages
    bounded = 2,    ///< ended by the bound on probes: the parts are not all
    unstable = 3,   ///< the whole did not fail again
  };
  int level = 0;
  Ordinal ordinal = 0;
  Ending ending = Ending::explained;
  Ordinal probes = 0;
  double seconds = 0;
  std::vector<Part> parts;
};
/// The stable name ("explained"), as printed and exported.
std::string_view name(Unmerging::Ending ending);

/// Discarded ordinals, in any order when they are added, ascending when they are read; `filtered` by the generator,
/// `rejected` by an oracle.
struct Discards {
  std::vector<std::pair<Ordinal, Ordinal>> filtered;  ///< half-open ranges
  std::vector<Ordinal> rejected;
  bool empty() const { return filtered.empty() && rejected.empty(); }
};

/// What one commit adds to a store, all or nothing.
struct Batch {
  int pass = 0;
  Ordinal done = 0;      ///< the pass is committed up to here
  Ordinal executed = 0;  ///< how many ordinals it is the first to execute (discarded ones included)
  std::vector<Case> cases;
  std::vector<Attempt> attempts;
  Discards discards;
  double seconds = 0;  ///< wall time of the run so far that this batch adds, for the account
  /// The size of a search, when the batch came to its end: the passes over level 0 get it, and the manifest.
  std::optional<Ordinal> counted;
};

/// The first failing case of a run, in schedule order.
struct FirstFailure {
  Ordinal ordinal = 0;
  Ordinal tests = 0;   ///< visited ordinals up to and including it
  double seconds = 0;  ///< wall time from the start of the run until it was committed
  int level = 0;       ///< of the ordinal
};

/// What was run at one merge level, and what taking its failures apart gave.
struct LevelAccount {
  int level = 0;
  Ordinal inputs = 0;
  Ordinal executed = 0;
  Ordinal filtered = 0;
  Ordinal rejected = 0;
  Ordinal failed = 0;
  double seconds = 0;  ///< wall time of its passes
  std::map<Unmerging::Ending, Ordinal> unmergings;
  Ordinal probes = 0;
  double probe_seconds = 0;  ///< execution time of taking apart, summed over jobs
  Ordinal found = 0;         ///< distinct inputs of level 0 found to fail by taking apart
  Ordinal combinations = 0;  ///< failures that only a combination shows
};

/// The account of a store. inputs = executed (filtered and rejected ones among them) + not run, at level 0; of a search
/// whose end no run has met, generators::uncounted.
struct Account {
  Ordinal inputs = 0;
  Ordinal executed = 0;  ///< distinct visited ordinals of level 0, discarded ones included
  Ordinal filtered = 0;
  Ordinal rejected = 0;
  /// Non-passing cases by verdict: the inputs of level 0, what un-merging found and level 0 has not executed, and
  /// merged inputs that are not taken apart.
  std::map<Verdict, Ordinal> cases;
  double seconds = 0;                ///< wall time of all runs together
  bool complete = false;             ///< every ordinal of level 0 has a verdict: the run is exhaustive
  std::vector<LevelAccount> merged;  ///< merged levels that have a pass, the highest first

  Ordinal discarded() const { return filtered + rejected; }
  Ordinal failed() const;  ///< cases with a failing verdict
};

}  // namespace smallscope::results
