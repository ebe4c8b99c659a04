// A campaign: a named space with the way to execute and judge its inputs. What a user runs.
//
// Flow: observed() (observed.hpp) makes one of a generator, a subject and oracles; in_process() (in_process.hpp) one of
// a generator and properties of its typed values; generator_space.hpp makes the spaces of both. An Engine (run.hpp)
// runs either. Interfaces only. Campaigns are immutable values; the lanes they open belong to one thread each.
// Example: campaign.space->render(7) is the input of ordinal 7.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <smallscope/generators/merging/merge.hpp>
#include <smallscope/generators/orders/order.hpp>
#include <smallscope/generators/search/uncounted_search.hpp>
#include <smallscope/oracles/verdict.hpp>
#include <smallscope/results/record.hpp>
#include <smallscope/subjects/observation.hpp>

namespace smallscope::runner {

using generators::Choice;
using generators::Choices;
using generators::Constituents;
using generators::Ordinal;
using generators::OrdinalRange;
using generators::Selection;
using generators::Structure;

/// What random paths tell of a search that is not indexed, whose end nobody knows. Thread-safe.
class PathSampler {
 public:
  virtual ~PathSampler() = default;
  /// What so many random paths say about the size.
  virtual generators::Estimate estimate(std::size_t paths) const = 0;
  /// A random path as it is rendered: the same for the same seed.
  virtual generators::SampledPath<subjects::Input> sample(std::uint64_t seed) const = 0;
};

/// A generator without its type: everything that can be asked of an ordinal. Thread-safe.
class Space {
 public:
  virtual ~Space() = default;
  /// Of a search that is not indexed: generators::uncounted, until a walk has seen its end.
  virtual Ordinal size() const = 0;
  /// Of a search that is not indexed, else null. Such a space has one merge level, and is visited in the orders dense
  /// and jump only.
  virtual const PathSampler* sampler() const = 0;
  bool is_search() const { return sampler() != nullptr; }
  /// How many ordinals below `last` there are; a search is walked as far, unless asked to stop.
  virtual Ordinal reach(Ordinal last, const generators::StopRequested& stop = {}) const = 0;
  virtual Structure structure() const = 0;
  virtual Choices choices(Ordinal ordinal) const = 0;
  virtual Ordinal ordinal_of(std::span<const Choice> choices) const = 0;
  /// The input as a process receives it, or as a person reads it when it is a typed value; nothing when discarded.
  virtual std::optional<subjects::Input> render(Ordinal ordinal) const = 0;
  /// Of a merged level: the inputs of level 0 that this one stands for.
  virtual Constituents constituents(Ordinal ordinal) const = 0;
  /// The input combined of the selected fragments only.
  virtual std::optional<subjects::Input> render_part(Ordinal ordinal, const Selection& selection) const = 0;
};
/// The size as far as nobody has to walk for it: of a search, always generators::uncounted.
inline Ordinal declared_size(const Space& space) { return space.is_search() ? generators::uncounted : space.size(); }
/// The space of a campaign at merge level 0, 1, 2, ...
using Spaces = std::vector<std::shared_ptr<const Space>>;

/// Part of a pass, to be executed in the given sequence: ordinals one by one, or ranges of ordinals that can be walked.
struct Portion {
  int level = 0;  ///< the merge level whose ordinals these are
  std::span<const Ordinal> ordinals = {};
  std::span<const OrdinalRange> ranges = {};  ///< instead of the list; ascending
  bool stop_at_failure = false;               ///< nothing behind the first failing input need be executed
  Ordinal size() const;
  /// O(number of ranges).
  Ordinal ordinal(Ordinal index) const;
};

/// The result of one input that did not pass.
struct Outcome {
  Ordinal index = 0;  ///< its place in the portion
  oracles::Verdict verdict = oracles::Verdict::fail;
  std::vector<oracles::Judgement> judgements;  ///< those that are not a pass
  double seconds = 0;
  std::vector<subjects::NamedText> observed;
};

/// What executing a portion gave: everything not mentioned passed.
struct PortionResult {
  Ordinal visited = 0;            ///< the first so many inputs of the portion were executed
  std::vector<Outcome> outcomes;  ///< ascending by index; rejected inputs have Verdict::discarded
  /// Ranges of indices that the generator discarded, ascending; none goes beyond one range of the portion.
  std::vector<std::pair<Ordinal, Ordinal>> filtered;
};

/// One thread's way to execute inputs: a scratch directory, a worker process, open judges.
class Lane {
 public:
  virtual ~Lane() = default;
  /// Executes and judges the portion in sequence until its end, the first failure if asked, or a requested stop.
  virtual PortionResult execute(const Portion& portion, std::stop_token stop) = 0;
  /// Executes and judges part of a merged input. Nothing when a stop was requested meanwhile; discarded, without
  /// judgements, when the generator discards all selected fragments.
  virtual std::optional<Outcome> probe(int level, Ordinal ordinal, const Selection& selection,
                                       std::stop_token stop) = 0;
  /// The subject's account of its version, or "".
  virtual std::string version() { return {}; }
  /// The next execution starts from a fresh process.
  virtual void renew() {}
};

/// How the inputs of a campaign are executed. Thread-safe.
class Body {
 public:
  virtual ~Body() = default;
  /// Opens a lane below `scratch`, an existing directory of its own. Throws subjects::SubjectUnavailable.
  virtual std::unique_ptr<Lane> open(const std::filesystem::path& scratch) const = 0;
  virtual std::string describe_subject() const = 0;
  virtual std::vector<std::string> describe_oracles() const = 0;
  virtual std::vector<std::string> oracle_names() const = 0;
  /// Executions share a process, so that failures deserve a confirmation in a fresh one.
  virtual bool persistent() const { return false; }
  /// A test costs so little that a walk over many ordinals is worth more than tests that are spread over the space: then
  /// only the beginning of the default order is spread (default_order()).
  virtual bool prefers_walks() const { return false; }
};

/// How messages are abstracted before failures are clustered; kept in the store (results::Manifest).
struct MessageRules {
  /// Identifiers that the generator puts into inputs: masked.
  std::vector<std::string> masks = {};
  /// Message rule presets (clustering/rules.hpp), in order: "cpython", "gcc", ...
  std::vector<std::string> presets = {};
  /// Message rules of the campaign's own, applied before the presets: pattern, replacement.
  std::vector<std::pair<std::string, std::string>> rules = {};
};

/// What un-merging has to know of a campaign's judgements (unmerge.hpp).
struct MergingHooks {
  /// How judgements begin ("oracle" or "oracle: message") after which nothing is seen of the other fragments of a
  /// merged input, such as a compile error: un-merging then looks at the rest, too. Crashes and time-outs always do that.
  std::vector<std::string> hiding = {};
  /// Which fragments (by Fragment::number) of an input with one merged node these judgements blame, as far as their
  /// messages tell, such as a compile error that names a line. Un-merging then looks there first; a wrong answer costs
  /// probes, and no result.
  std::function<std::vector<Ordinal>(const std::vector<oracles::Judgement>&)> suspects = {};
};

struct Campaign {
  std::string name;         ///< "rope/encapsulate-field"
  std::string description;  ///< one line
  std::shared_ptr<const Space> space;
  std::shared_ptr<const Body> body;
  /// The space at the merge levels 1, 2, ...: made by observed() and in_process() from what the generator has merged.
  Spaces merged = {};
  MessageRules messages = {};
  MergingHooks merging = {};

  int merge_levels() const { return static_cast<int>(merged.size()); }
  /// The space at this merge level, from 0 to merge_levels(), else std::out_of_range.
  const Space& space_at(int level) const {
    return level == 0 ? *space : *merged.at(static_cast<std::size_t>(level) - 1);
  }
};

/// The fingerprint of a campaign whose subject says it is `version`. The population is hashed over its structure and
/// 64 inputs spread over the space, since functions have no hash.
results::Fingerprint fingerprint(const Campaign& campaign, const std::string& version);

}  // namespace smallscope::runner
