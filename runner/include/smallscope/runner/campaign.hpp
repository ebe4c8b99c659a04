// A campaign: a named space with the way to execute and judge its inputs. What a user runs.
//
// Flow: observed() (observed.hpp) makes one of a generator, a subject and oracles; in_process() (in_process.hpp) one of
// a generator and properties of its typed values. run() (run.hpp) runs either. Campaigns are immutable values; the
// lanes they open belong to one thread each.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <smallscope/generators/generator.hpp>
#include <smallscope/oracles/verdict.hpp>
#include <smallscope/results/record.hpp>
#include <smallscope/subjects/observation.hpp>

namespace smallscope::runner {

using generators::Choice;
using generators::Choices;
using generators::Ordinal;
using generators::Structure;

/// A generator without its type: everything that can be asked of an ordinal. Thread-safe.
class Space {
 public:
  virtual ~Space() = default;
  virtual Ordinal size() const = 0;
  virtual Structure structure() const = 0;
  virtual Choices choices(Ordinal ordinal) const = 0;
  virtual Ordinal ordinal_of(std::span<const Choice> choices) const = 0;
  /// The input as a process receives it, or as a person reads it when it is a typed value; nothing when discarded.
  virtual std::optional<subjects::Input> render(Ordinal ordinal) const = 0;
};

/// Part of a pass, to be executed in the given sequence.
struct Portion {
  bool dense = false;                    ///< the ordinals [first, last) instead of the list
  Ordinal first = 0;
  Ordinal last = 0;
  std::span<const Ordinal> ordinals;
  bool stop_at_failure = false;          ///< nothing behind the first failing input need be executed
  Ordinal size() const { return dense ? last - first : ordinals.size(); }
  Ordinal ordinal(Ordinal index) const { return dense ? first + index : ordinals[index]; }
};

/// The result of one input that did not pass.
struct Outcome {
  Ordinal index = 0;  ///< its place in the portion
  oracles::Verdict verdict = oracles::Verdict::fail;
  std::vector<oracles::Judgement> judgements;     ///< those that are not a pass
  double seconds = 0;
  std::vector<subjects::NamedText> observed;
};

/// What executing a portion gave: everything not mentioned passed.
struct PortionResult {
  Ordinal visited = 0;                                ///< the first so many inputs of the portion were executed
  std::vector<Outcome> outcomes;                      ///< ascending by index; rejected inputs have Verdict::discarded
  std::vector<std::pair<Ordinal, Ordinal>> filtered;  ///< index ranges that the generator discarded, ascending
};

/// One thread's way to execute inputs: a scratch directory, a worker process, open judges.
class Lane {
 public:
  virtual ~Lane() = default;
  /// Executes and judges the portion in sequence until its end, the first failure if asked, or a requested stop.
  virtual PortionResult execute(const Portion& portion, std::stop_token stop) = 0;
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
};

struct Campaign {
  std::string name;         ///< "rope/encapsulate-field"
  std::string description;  ///< one line
  std::shared_ptr<const Space> space;
  std::shared_ptr<const Body> body;
  /// Identifiers that the generator puts into inputs: masked when messages are abstracted.
  std::vector<std::string> masks = {};
  /// Message rule presets (clustering/rules.hpp), in order: "cpython", "gcc", ...
  std::vector<std::string> presets = {};
  /// Message rules of the campaign's own, applied before the presets: pattern, replacement.
  std::vector<std::pair<std::string, std::string>> rules = {};
};

/// The fingerprint of a campaign whose subject says it is `version`. The population is hashed over its structure and
/// 64 inputs spread over the space, since functions have no hash.
results::Fingerprint fingerprint(const Campaign& campaign, const std::string& version);

/// Implementation of Space for a generator and a function that renders its values.
template <generators::IndexedGenerator G, class Render>
class GeneratorSpace final : public Space {
 public:
  GeneratorSpace(std::shared_ptr<const G> generator, Render rendering)
      : generator_(std::move(generator)), render_(std::move(rendering)) {}
  Ordinal size() const override { return generator_->size(); }
  Structure structure() const override { return generator_->structure(); }
  Choices choices(Ordinal ordinal) const override { return generators::choices(*generator_, ordinal); }
  Ordinal ordinal_of(std::span<const Choice> choices) const override {
    return generators::ordinal_of(*generator_, choices);
  }
  std::optional<subjects::Input> render(Ordinal ordinal) const override {
    if constexpr (G::can_discard) {
      const auto value = generator_->at(ordinal);
      if (!value) return std::nullopt;
      return render_(*value);
    } else {
      return render_(generator_->at(ordinal));
    }
  }

 private:
  std::shared_ptr<const G> generator_;
  Render render_;
};

}  // namespace smallscope::runner
