// SPDX-License-Identifier: Apache-2.0
// A campaign: a named space, and the way to execute and judge its inputs. What a user runs.
//
// Flow: observed() (observed.hpp) makes a campaign from a generator, a subject and oracles; in_process()
// (in_process.hpp) makes one from a generator and properties of its typed values. generator_space.hpp makes the spaces
// of both. An Engine (run.hpp) runs either. This header has interfaces only. Campaigns are immutable values; the lanes
// they open belong to one thread each. Example: campaign.space->render(7) is the input of ordinal 7.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <smallscope/generators/declared_attribute.hpp>
#include <smallscope/generators/merging/merge.hpp>
#include <smallscope/generators/orders/order.hpp>
#include <smallscope/generators/search/uncounted_search.hpp>
#include <smallscope/oracles/tally.hpp>
#include <smallscope/oracles/verdict.hpp>
#include <smallscope/results/record.hpp>
#include <smallscope/runner/fragment_lines.hpp>
#include <smallscope/subjects/command.hpp>

namespace smallscope::concolic {
class Program;
}
namespace smallscope::coverage {
struct Switch;
}
namespace smallscope::oracles {
struct ResultCheck;
}

namespace smallscope::runner {

using generators::Choice;
using generators::Choices;
using generators::Constituents;
using generators::Ordinal;
using generators::OrdinalRange;
using generators::Selection;
using generators::Structure;

/// What samples tell about a search that is not indexed and whose end is unknown. Thread-safe.
class PathSampler {
 public:
  virtual ~PathSampler() = default;
  /// See generators::Search::estimate().
  virtual generators::SearchEstimate estimate(const generators::EstimateOptions& options) const = 0;
  /// A random path, rendered: the same path for the same seed.
  virtual generators::SampledPath<subjects::Input> sample(std::uint64_t seed) const = 0;
};

/// A generator without its type: everything that can be asked about an ordinal. Thread-safe.
class Space {
 public:
  virtual ~Space() = default;
  /// For a search that is not indexed: generators::uncounted, until a walk has seen its end.
  virtual Ordinal size() const = 0;
  /// Null, except for a search that is not indexed. Such a space has one merge level, and only the orders dense and
  /// jump can visit it.
  virtual const PathSampler* sampler() const = 0;
  bool is_search() const { return sampler() != nullptr; }
  /// How many ordinals below `last` there are. A search is walked that far, unless asked to stop.
  virtual Ordinal reach(Ordinal last, const generators::StopRequested& stop = {}) const = 0;
  /// For a search, with an index or without: the number of candidates that it explores, inputs and rejected paths, once
  /// they are counted.
  virtual std::optional<Ordinal> candidates() const = 0;
  virtual Structure structure() const = 0;
  virtual Choices choices(Ordinal ordinal) const = 0;
  virtual Ordinal ordinal_of(std::span<const Choice> choices) const = 0;
  /// The input as a process receives it, or, for a typed value, as a person reads it; empty if discarded.
  virtual std::optional<subjects::Input> render(Ordinal ordinal) const = 0;
  /// For a merged level: the inputs of level 0 that this input stands for.
  virtual Constituents constituents(Ordinal ordinal) const = 0;
  /// The input combined of only the selected fragments.
  virtual std::optional<subjects::Input> render_part(Ordinal ordinal, const Selection& selection) const = 0;
  /// Where the selected fragments stand in that input, in the order of each text, if the rendering tells. Empty for a
  /// single fragment, whose number in its input need not be that of the merged input.
  virtual std::vector<FragmentLines> fragment_lines(Ordinal ordinal, const Selection& selection) const;
};
/// The size if it is known without a walk; for a search always generators::uncounted.
inline Ordinal declared_size(const Space& space) { return space.is_search() ? generators::uncounted : space.size(); }
/// The space of a campaign at merge level 0, 1, 2, ...
using Spaces = std::vector<std::shared_ptr<const Space>>;

/// Part of a pass, to be executed in the given sequence: ordinals one by one, or ranges of ordinals that can be walked.
struct Portion {
  int level = 0;  ///< the merge level whose ordinals these are
  std::span<const Ordinal> ordinals = {};
  std::span<const OrdinalRange> ranges = {};  ///< instead of the list; ascending
  bool stop_at_failure = false;               ///< inputs behind the first failing one need not be executed
  /// By index in the portion: which inputs an earlier pass has executed, so that they are not counted twice. Null:
  /// none.
  const std::vector<bool>* again = nullptr;
  unsigned patience = 1;  ///< how many times its time limit an input may take
  /// An input ends the execution, and has no outcome, if it does not end in time, or what oracles execute for it.
  bool ends_at_time_out = false;
  /// Inputs that pass have an outcome, too, and what was observed of each input is kept, where the subject is observed.
  bool keeps_all = false;
  Ordinal size() const;
  /// O(number of ranges).
  Ordinal ordinal(Ordinal index) const;
  bool counts(Ordinal index) const { return again == nullptr || again->empty() || !(*again)[index]; }
};

/// Part of a merged input, to be executed.
struct SelectedPart {
  int level = 0;
  Ordinal ordinal = 0;  ///< of the merged input
  const Selection& selection;
  unsigned patience = 1;  ///< how many times its time limit it may take
};

/// How the subject ended, in a process of its own, on an input that fails, and what was expected of it.
struct Ended {
  subjects::Ending ending = subjects::Ending::completed;
  int exit_status = 0;
  int signal = 0;
  bool is_early = false;                                 ///< its last command did not run
  std::optional<oracles::Expectation> expectation = {};  ///< its texts are cut like those that are observed
};

/// The result of one input that did not pass.
struct Outcome {
  Ordinal index = 0;  ///< its place in the portion
  oracles::Verdict verdict = oracles::Verdict::fail;
  std::vector<oracles::Judgement> judgements;  ///< those that did not pass
  double seconds = 0;
  std::vector<subjects::NamedText> observed;
  std::optional<Ended> ended = {};
};

/// The result of executing a portion: every input that is not mentioned passed.
struct PortionResult {
  Ordinal visited = 0;            ///< this many inputs of the portion, from the first on, were executed
  std::vector<Outcome> outcomes;  ///< ascending by index; rejected inputs have Verdict::discarded
  /// Ranges of indices that the generator discarded, ascending; none extends beyond one range of the portion.
  std::vector<std::pair<Ordinal, Ordinal>> filtered;
  oracles::Tallies tallies;  ///< what oracles said about the visited inputs that count
  results::Reasons reasons;  ///< why oracles did not apply to them, or doubt that they pass
  bool timed_out = false;    ///< the input behind the visited ones did not end in time: Portion::ends_at_time_out
  Ordinal late = 0;          ///< visited inputs that did not end in time, or what oracles executed for them
  /// Of a body with coverage, by index, ascending: what the visited inputs that count covered.
  std::vector<std::pair<Ordinal, coverage::Covered>> covered = {};
};

/// One thread's way to execute inputs: a scratch directory, a worker process, open judges.
class Lane {
 public:
  virtual ~Lane() = default;
  /// Executes and judges the portion in sequence until its end, the first failure if requested, or a stop request.
  virtual PortionResult execute(const Portion& portion, std::stop_token stop) = 0;
  /// Executes and judges part of a merged input. Empty if a stop was requested meanwhile. Discarded, without
  /// judgements, if the generator discards all selected fragments.
  virtual std::optional<Outcome> probe(const SelectedPart& part, std::stop_token stop) = 0;
  /// Executes and judges an input that need not be of the space. Empty if a stop was requested meanwhile. Only if
  /// Body::takes_texts(); otherwise throws std::logic_error.
  virtual std::optional<Outcome> judge(const subjects::Input& input, std::stop_token stop);
  /// The version that the subject reports, or "".
  virtual std::string version() { return {}; }
  /// The next execution starts from a fresh process.
  virtual void renew() {}
  /// With Body::with_switch(): whether the condition has been negated in an execution until now.
  virtual bool has_switched() const { return false; }
  /// What a person has to know about the executions until now.
  virtual std::vector<std::string> remarks() const { return {}; }
};

/// How the inputs of a campaign are executed. Thread-safe.
class Body {
 public:
  virtual ~Body() = default;
  /// Opens a lane below `scratch`, an existing directory that it does not share. Throws subjects::SubjectUnavailable.
  virtual std::unique_ptr<Lane> open(const std::filesystem::path& scratch) const = 0;
  virtual std::string describe_subject() const = 0;
  /// The name by which a person recognises the subject: for programs, their command lines.
  virtual std::string subject_title() const { return describe_subject(); }
  /// How one input is executed, if that is by commands.
  virtual std::optional<subjects::Execution> execution() const { return std::nullopt; }
  /// How the worker is started; null if the subject is none.
  virtual std::shared_ptr<const subjects::WorkerStart> worker_start() const { return nullptr; }
  virtual std::vector<std::string> describe_oracles() const = 0;
  virtual std::vector<std::string> oracle_names() const = 0;
  /// Those of them that may apply to none of the inputs of a run: see oracles::occasional().
  virtual std::vector<std::string> occasional_oracles() const { return {}; }
  /// Whether an input is only its texts, so that any other texts can be executed, too. In process, inputs are values.
  virtual bool takes_texts() const { return false; }
  /// Whether the oracle of this name is right about any text: see oracles::of_any_text().
  virtual bool judges_any_text(std::string_view /*oracle*/) const { return false; }
  /// As oracles::Oracle::result_check() of the oracle of this name.
  virtual std::optional<oracles::ResultCheck> result_check(std::string_view oracle) const;
  /// Whether executions share a process, so that what is found may depend on what was executed before.
  virtual bool persistent() const { return false; }
  /// Whether inputs are executed in the runner's own process, which they can end.
  virtual bool is_in_process() const { return false; }
  /// The same with other limits on executions, which changes nothing that it describes. Null if it has no limits.
  virtual std::shared_ptr<const Body> with_limits(const subjects::LimitChanges&) const { return nullptr; }
  /// The same, and what inputs cover of the code under test is collected. Null if that cannot be observed.
  virtual std::shared_ptr<const Body> with_coverage() const { return nullptr; }
  /// The same with coverage, and a condition of the code under test is negated (coverage/conditions.hpp). Null if that
  /// is not possible, as in the runner's own process.
  virtual std::shared_ptr<const Body> with_switch(const coverage::Switch&) const { return nullptr; }
  /// By which means executions are contained: "PID namespace", ...; "" in the runner's own process.
  virtual std::string containment() const { return {}; }
  /// Whether a test costs so little that a walk over many ordinals is worth more than tests spread over the space. Then
  /// only the beginning of the default order is spread (default_order()).
  virtual bool prefers_walks() const { return false; }
};

/// How messages are abstracted before failures are clustered; kept in the store (results::Manifest).
struct MessageRules {
  /// Identifiers that the generator puts into inputs: masked.
  std::vector<std::string> masks = {};
  /// Message rule presets (clustering/rules.hpp), in order: "cpython", "gcc", ...
  std::vector<std::string> presets = {};
  /// The campaign's own message rules, applied before the presets: pattern, replacement.
  std::vector<std::pair<std::string, std::string>> rules = {};
  /// Rules that `rules` has learned (clustering/learned_rules.hpp), applied after the presets, to what these have left.
  std::vector<std::pair<std::string, std::string>> learned = {};
};

/// What un-merging needs to know about a campaign's judgements (unmerge.hpp).
struct MergingHooks {
  /// The beginnings ("oracle" or "oracle: message") of judgements that hide the other fragments of a merged input, such
  /// as a compile error. Un-merging then examines the rest, too. Crashes and time-outs always hide the rest.
  std::vector<std::string> hiding = {};
  /// The fragments (by Fragment::number) of an input with one merged node that these judgements blame, as far as their
  /// messages tell, such as a compile error that names a line. Un-merging tries these first. A wrong answer costs
  /// probes, but does not change results.
  std::function<std::vector<Ordinal>(const std::vector<oracles::Judgement>&)> suspects = {};
  /// The lines of files that these judgements name. Where `suspects` blames nobody who is present, the fragments that
  /// stand there (Space::fragment_lines()) are blamed.
  std::function<std::vector<NamedLine>(const std::vector<oracles::Judgement>&)> lines = {};
  /// Whether these judgements concern text outside every fragment of a merged input, such as a compile error in a line
  /// that all parts have. Then no part can be valid, and un-merging makes no further probe.
  std::function<bool(const std::vector<oracles::Judgement>&)> hopeless = {};
};

/// How a person sees a failure again without smallscope: what `bugreport` puts into the folder of a report, beside
/// the files of the input and `bug.json` (docs/daily-loop.md), which the script reads.
struct Reproduction {
  std::filesystem::path script;  ///< copied into the folder
  /// The command that runs it there, looked up when it is needed. It prints what is expected and what is observed, and
  /// exits with 0 (fixed), 1 (this bug) or 125 (anything else).
  std::function<std::vector<std::string>()> command;
  std::vector<subjects::NamedText> environment = {};  ///< which `bugreport` adds when it runs the command itself
  std::string note = {};     ///< what a reader of the input has to know: "the cursor is at `offset`"
  std::string subject = {};  ///< what is bisected, in words: "rope"
  /// The commands by which `git bisect run` uses the script in a checkout of the subject, and what names in them mean.
  std::string bisect = {};
  std::string bisect_names = "DIR is this folder";
  std::vector<std::filesystem::path> files = {};  ///< that the script needs, copied beside it
};

/// How texts of a campaign are made smaller beyond its space (reduce.hpp). Parameters of an input stay as they are,
/// except for positions.
struct TextRules {
  /// Parameters that say how many characters of the first file stand before a place in it. What stands at that place is
  /// not removed, and the number follows what is removed before it.
  std::vector<std::string> positions = {};
  /// Brings parameters up to date that follow from those positions, such as a line and a column. None: there are none.
  std::function<void(subjects::Input&)> follow = {};
  /// Commands that end with 0 exactly for texts about which the oracles are right, such as a second compiler that
  /// accepts them. They find the files of the input as the commands of a subject do. None: all that every oracle with
  /// oracles::of_any_text() says is right.
  std::vector<subjects::Command> valid = {};
};

/// Where people find what they wrote, for reports that need a place in a file.
struct Definition {
  struct Choice {
    std::size_t line = 0;
    std::map<std::string, std::size_t> values;  ///< the lines of values that stand in the file, by label
  };
  std::string file;                       ///< "": unknown
  std::size_t line = 1;                   ///< of the campaign
  std::map<std::string, Choice> choices;  ///< those that stand in the file, by name; and declared attributes
};

struct Campaign {
  std::string name;         ///< "rope/encapsulate-field"
  std::string description;  ///< one line
  std::string files = {};   ///< those on which the subject depends, with digests: a part of its fingerprint
  /// Those of them beside the specification, or not far from it, by their names there ("worker.py", "../x.py"), for
  /// reports that need a copy.
  std::vector<std::pair<std::string, std::filesystem::path>> own_files = {};
  /// The texts of a specification, from which its space can be read again (results::Manifest::specification).
  std::vector<std::pair<std::string, std::string>> specification = {};
  std::shared_ptr<const Space> space;
  std::shared_ptr<const Body> body;
  /// The space at the merge levels 1, 2, ...; observed() and in_process() make it from the merged nodes of the
  /// generator.
  Spaces merged = {};
  /// Why the generator discards an input of level 0, where the campaign does not simply say so: "the mark `end` is in
  /// no file". Empty texts, and null: as the campaign says.
  std::function<std::string(Ordinal)> why_filtered = {};
  /// What is doubtful about it on this machine, a line each: that the name of a variable which its subject inherits is
  /// probably misspelt. A run says so before anything else.
  std::vector<std::string> doubts = {};
  MessageRules messages = {};
  MergingHooks merging = {};
  /// What explanations may speak of beside choices. No part of the fingerprint.
  std::vector<generators::DeclaredAttribute> attributes = {};
  std::optional<Reproduction> reproduction = {};
  /// Without it, only texts of inputs without parameters are made smaller. No part of the fingerprint.
  std::optional<TextRules> texts = {};
  Definition definition = {};
  /// The same property of the same inputs, run symbolically; values and ordinals are the same thing. Null for most
  /// campaigns: symbolic() (symbolic.hpp) makes it.
  std::shared_ptr<const concolic::Program> symbolic = {};

  int merge_levels() const { return static_cast<int>(merged.size()); }
  /// The space at this merge level, from 0 to merge_levels(); other levels throw std::out_of_range.
  const Space& space_at(int level) const {
    return level == 0 ? *space : *merged.at(static_cast<std::size_t>(level) - 1);
  }
};

/// The fingerprint of a campaign whose subject reports `version`. Functions have no hash, so the population is hashed
/// over its structure and 64 inputs spread over the space.
results::Fingerprint fingerprint(const Campaign& campaign, const std::string& version);

}  // namespace smallscope::runner
