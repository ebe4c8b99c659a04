// SPDX-License-Identifier: Apache-2.0
// What a store keeps: the manifest of a campaign, the passes over its space, and one record per non-passing case.
//
// Values, which do not synchronise: each belongs to the thread that fills or reads it. docs/result-store.md says how
// they are stored in the file, and which of them belong to the canonical dump that compares stores.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <smallscope/generators/choice.hpp>
#include <smallscope/generators/merging/constituents.hpp>
#include <smallscope/generators/orders/order.hpp>
#include <smallscope/oracles/tally.hpp>
#include <smallscope/oracles/verdict.hpp>
#include <smallscope/results/spectra.hpp>
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
/// What differs, with both values: "subject (stored: 1.9; now: 1.10), oracles (...)"; "" if they are equal. The subject
/// of a store that was made before programs were a part of it is compared without them.
std::string differences(const Fingerprint& stored, const Fingerprint& now);

/// What a store is about. Written once, when it is created, except for the size of a search.
struct Manifest {
  std::string campaign;  ///< "rope/encapsulate-field"
  std::string description;
  Fingerprint fingerprint;
  std::vector<std::string> oracles;     ///< their names, in order; none in a store older than format 3
  std::vector<std::string> occasional;  ///< those of them that may apply to none of the inputs of a run
  Ordinal inputs = 0;                ///< size of the space, before filtering; generators::uncounted until it is known
  std::string structure;             ///< generators::to_string of the space
  std::string summary;               ///< generators::summary of the space
  std::vector<std::string> program;  ///< how to start the campaign's program again: path, then leading arguments
  std::vector<std::string> masks;    ///< identifiers that the generator put into inputs, to be masked in messages
  std::vector<std::string> presets;  ///< message rule presets of the campaign
  /// The campaign's own message rules, applied before the presets: pattern, replacement.
  std::vector<std::pair<std::string, std::string>> rules;
  /// Learned rules of the campaign, applied after the presets, to what these have left.
  std::vector<std::pair<std::string, std::string>> learned = {};
  /// By which means the run that made the store contained what it executed: "PID namespace", ...; "" if nothing did, or
  /// nothing is known.
  std::string containment = {};
  /// The texts of which the space of a specification can be read again: its own first, then those of the files that it
  /// includes or takes values from; each with its name, relative to the specification's folder. Empty for a campaign of
  /// a program. Data, like everything else in a store: nothing that they say is executed.
  std::vector<std::pair<std::string, std::string>> specification = {};
};

/// A traversal of the space, or a part of one: positions [begin, end) of an order, committed from `begin` on without
/// gaps. Passes over the same level in the same order, with equal `repeat` and `whole`, are parts of one traversal.
/// They have no position in common.
struct Pass {
  int id = 0;  ///< 1, 2, ... in schedule order; given by the store
  int level = 0;
  generators::OrderSpecification order;
  bool repeat = false;  ///< executes again what earlier passes ran; its results are attempts
  Ordinal begin = 0;
  Ordinal end = 0;
  Ordinal done = 0;      ///< the positions [begin, done) are committed
  Ordinal executed = 0;  ///< how many of those this pass was the first to execute; the sum over passes counts ordinals
  Ordinal size = 0;      ///< of the level's space; 0 is replaced by the manifest's inputs, at merged levels by `end`
  Ordinal whole = 0;     ///< positions of the traversal; 0 is replaced by `end`
  /// Whether other passes have the rest of the traversal.
  bool is_part() const { return begin > 0 || end < whole; }
  /// Whether the other is a part of the same traversal.
  bool is_of_same_traversal(const Pass& other) const {
    return level == other.level && repeat == other.repeat && whole == other.whole && size == other.size &&
           order == other.order;
  }
  /// Whether it is of the same level and may visit an ordinal that the other visits. A list and what is not listed have
  /// nothing in common.
  bool may_overlap(const Pass& other) const;
  friend bool operator==(const Pass&, const Pass&) = default;
};

/// One executed input that did not simply pass.
struct Case {
  int level = 0;
  Ordinal ordinal = 0;
  Ordinal test = 0;  ///< the number of the test within the run, from 1 (the "tests" of first_failure)
  Verdict verdict = Verdict::fail;
  std::vector<Judgement> judgements;  ///< the oracles that did not pass it, in order
  Choices choices;
  double seconds = 0;                         ///< duration of the execution that gave the verdict
  subjects::Input input;                      ///< as rendered; texts limited
  std::vector<subjects::NamedText> observed;  ///< outputs and streams that a person wants to see; limited
  std::string reproduction;                   ///< the command that runs it again
  friend bool operator==(const Case&, const Case&) = default;
};

/// The kind of an attempt that confirms a case in other words: its messages differ, and are abstractly the same.
inline constexpr std::string_view alike = "alike";

/// Equal for failures that are meant to be one fault: what an oracle says may hold an address, a time or a process
/// number.
using Signature = std::function<std::string(const Case&)>;

/// What an execution says of a case: another result, the same result in other words, or the same.
enum class Agreement { differs, reworded, same };

/// A further execution of a case: a confirmation in a fresh process, one of several that show how often a flaky case
/// fails, each alone in a fresh process, a repeat, or an earlier execution that could not be judged.
struct Attempt {
  int level = 0;
  Ordinal ordinal = 0;
  std::string kind;  ///< "confirmation", `alike`, "alone", "repeat" or "unjudged"
  Verdict verdict = Verdict::pass;
  std::vector<Judgement> judgements;
  double seconds = 0;
};

/// Which parts of cases a visitor reads: the others are empty. Reading a part costs more than finding the case.
struct CaseParts {
  bool judgements = true;
  bool choices = true;
  bool input = true;
  bool observed = true;  ///< with the reproduction

  static constexpr CaseParts none() { return {false, false, false, false}; }
};

/// How the executions of a case ended that could be judged.
struct Executions {
  Ordinal judged = 0;
  Ordinal failed = 0;
  Ordinal alone = 0;  ///< of the judged ones: alone in a fresh process (Attempt::kind is "alone")
  Ordinal alone_failed = 0;

  /// Whether what was executed before, in the same process, decides: alone, the case always ends in one way.
  bool depends_on_others() const {
    const Ordinal beside = judged - alone, beside_failed = failed - alone_failed;
    return alone > 0 && ((alone_failed == 0 && beside_failed > 0) || (alone_failed == alone && beside_failed < beside));
  }
};

/// A part of a merged input that fails by itself, and of which no fragment can be left out.
struct Part {
  generators::Selection selection;
  /// The result of executing it. With one fragment per axis it is an input of level 0, and has the key and choices of
  /// that input. Otherwise only the combination shows the failure, and it has those of the merged input. `test` is that
  /// of the merged input.
  Case found;
  friend bool operator==(const Part&, const Part&) = default;
};

/// What taking apart a merged input found, which failed or was rejected.
struct Unmerging {
  enum class Ending : int {
    explained = 0,  ///< parts account for every abstract message of the whole, or the rest passes
    known = 1,      ///< not taken apart: parts found earlier account for all its messages
    bounded = 2,    ///< ended by the limit on probes: the parts are incomplete
    unstable = 3,   ///< the whole did not fail again
    hopeless = 4,   ///< the failure lies outside every fragment, so every part has it
    unpaid = 5,     ///< not taken apart, because taking others apart had stopped finding anything new
  };
  static constexpr int endings = 6;
  int level = 0;
  Ordinal ordinal = 0;
  Ending ending = Ending::explained;
  Ordinal probes = 0;
  double seconds = 0;
  std::vector<Part> parts;
};
/// The stable name ("explained"), as printed and exported.
std::string_view name(Unmerging::Ending ending);

/// Ordinals that neither passed nor failed: in any order when added, ascending when read. Inputs that the generator
/// filtered or an oracle rejected are discarded. Inputs that the subject refused, or to which no oracle applied, were
/// executed in vain.
struct Discards {
  std::vector<std::pair<Ordinal, Ordinal>> filtered;  ///< half-open ranges
  std::vector<Ordinal> rejected;
  std::vector<Ordinal> refused;
  std::vector<Ordinal> not_applicable;
  bool empty() const { return filtered.empty() && rejected.empty() && refused.empty() && not_applicable.empty(); }
};

/// Why inputs were rejected by an oracle or refused by the subject; or, whatever their verdict, why an oracle did not
/// apply to them, or passed them with a doubt: the messages, and how often they came.
struct Reason {
  Verdict verdict = Verdict::discarded;  ///< discarded, refused; or the oracle's: not applicable, pass
  std::string oracle;                    ///< who said it; "" for all reasons beyond `most_reasons`
  std::vector<oracles::Message> messages;
  Ordinal inputs = 0;   ///< how many inputs
  Ordinal ordinal = 0;  ///< the least of them
  friend bool operator==(const Reason&, const Reason&) = default;
};
/// How many different reasons of one verdict at one merge level a store keeps apart: the first by (oracle, messages),
/// so which ones does not depend on the sequence of tests.
inline constexpr std::size_t most_reasons = 10'000;
/// The reason of one input that was rejected or refused: the first judgement with that verdict, with limited texts.
/// Empty for other verdicts, and if no reason was given.
std::optional<Reason> reason_of(Verdict verdict, const std::vector<Judgement>& judgements, Ordinal ordinal);

/// Distinct reasons, in the order of (verdict, oracle, messages).
class Reasons {
 public:
  /// Adds to the equal reason, if there is one.
  void add(Reason added);
  void add(const Reasons& other);
  bool empty() const { return reasons_.empty(); }
  auto begin() const { return reasons_.begin(); }
  auto end() const { return reasons_.end(); }

 private:
  struct Order {
    bool operator()(const Reason& a, const Reason& b) const {
      return std::tie(a.verdict, a.oracle, a.messages) < std::tie(b.verdict, b.oracle, b.messages);
    }
  };
  std::set<Reason, Order> reasons_;
};

/// A further execution of an input that could not be judged before: it replaces the case.
struct Retry {
  Case result;               ///< `test` is that of the case; its verdict may be any
  oracles::Tallies tallies;  ///< of this execution
  Reasons reasons;           ///< of this execution
  std::optional<coverage::Covered> covered = {};
};

/// What one commit adds to a store, all or nothing.
struct Batch {
  int pass = 0;
  Ordinal begin = 0;     ///< the position at which it starts: the pass must be done up to here
  Ordinal done = 0;      ///< the pass is committed up to here
  Ordinal executed = 0;  ///< how many ordinals it is the first to execute, including discarded ones
  std::vector<Case> cases;
  std::vector<Attempt> attempts;
  Discards discards;
  Reasons reasons;                         ///< of the inputs; see Reason
  oracles::Tallies tallies;                ///< what each oracle said about the inputs that it is the first to execute
  std::vector<TestSpectrum> spectra = {};  ///< of a run with coverage: of the inputs that it is the first to execute
  double seconds = 0;                      ///< wall time of the run that this batch adds, for the account
  /// The size of a search, if the batch reached its end: it is stored in the passes over level 0 and in the manifest.
  std::optional<Ordinal> counted;
};

/// The first failing case of a run, in schedule order.
struct FirstFailure {
  Ordinal ordinal = 0;
  Ordinal tests = 0;   ///< visited ordinals up to and including it
  double seconds = 0;  ///< wall time from the start of the run until it was committed
  int level = 0;       ///< of the ordinal
};

/// How many executed inputs of one merge level did not simply pass, according to that level itself.
struct LevelCounts {
  Ordinal failed = 0;
  Ordinal open = 0;  ///< see oracles::is_open()
  Ordinal filtered = 0;
  Ordinal rejected = 0;
  Ordinal refused = 0;
  Ordinal not_applicable = 0;
};

/// What was run at one merge level, and what taking its failures apart found.
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
  Ordinal found = 0;         ///< distinct inputs of level 0 that taking apart found to fail
  Ordinal combinations = 0;  ///< failures that only a combination shows
};

/// The account of a store. At level 0, inputs = executed (including filtered and rejected ones) + not run. For a search
/// whose end no run has reached, inputs is generators::uncounted.
struct Account {
  Ordinal inputs = 0;
  Ordinal executed = 0;  ///< distinct visited ordinals of level 0, including discarded ones
  Ordinal filtered = 0;
  Ordinal rejected = 0;
  Ordinal refused = 0;         ///< by the subject, without an objection of any oracle
  Ordinal not_applicable = 0;  ///< executed, but no oracle applied
  Ordinal open = 0;            ///< executed but not judged, not the subject's fault: see oracles::is_open()
  /// Non-passing cases by verdict: inputs of level 0, failures that un-merging found and level 0 has not executed, and
  /// merged inputs that have not been taken apart.
  std::map<Verdict, Ordinal> cases;
  double seconds = 0;                ///< wall time of all runs together
  bool complete = false;             ///< every ordinal of level 0 has a verdict and none is open: exhaustive
  std::vector<LevelAccount> merged;  ///< merged levels that have a pass, the highest first

  Ordinal discarded() const { return filtered + rejected; }
  Ordinal failed() const;  ///< cases with a failing verdict
  /// Inputs of level 0 that passed or failed by the judgement of an oracle.
  Ordinal judged() const { return executed - discarded() - refused - not_applicable - open; }
};

}  // namespace smallscope::results
