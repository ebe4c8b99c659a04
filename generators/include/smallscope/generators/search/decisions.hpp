// SPDX-License-Identifier: Apache-2.0
// Decisions: the digits that lead a search from its root to one path, and the guides that make them.
//
// Normally a search makes its decisions itself, depth-first, in a tight loop. Everything else runs under a Guide, which
// may be slow: going to a given path, probing at random, showing the choices of an input, reading them back. Decisions
// are values; a Guide belongs to one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/generators/choice.hpp>
#include <smallscope/generators/hash.hpp>
#include <smallscope/generators/ordinal.hpp>

namespace smallscope::generators {

using Digit = std::uint32_t;
/// One digit per decision, from the root on. Lexicographic order is the order of the search.
using Decisions = std::vector<Digit>;

/// "0.2.1"; "" is the root.
std::string to_string(const Decisions& decisions);
/// The inverse. Throws GeneratorError when the text is not a list of digits.
Decisions parse_decisions(std::string_view text);
bool begins_with(std::span<const Digit> decisions, std::span<const Digit> prefix);

/// A decision that is about to be made.
class Question {
 public:
  virtual ~Question() = default;
  virtual Digit alternatives() const = 0;  ///< at least 1
  virtual std::string name() const = 0;    ///< what the user called the decision, or ""
  virtual std::string label(Digit digit) const = 0;
};

/// Makes decisions from outside.
class Guide {
 public:
  virtual ~Guide() = default;
  /// A digit below `question.alternatives()`.
  virtual Digit decide(const Question& question) = 0;
};

/// Follows given decisions, then takes the first alternative of every further one.
class ScriptGuide : public Guide {
 public:
  explicit ScriptGuide(std::span<const Digit> script) : script_(script) {}
  /// Throws GeneratorError when the script's digit is not below the number of alternatives: it belongs to another
  /// search.
  Digit decide(const Question& question) override;
  /// Throws GeneratorError when the path ended before the script.
  void finish() const;

 private:
  std::span<const Digit> script_;
  std::size_t next_ = 0;
};

/// Random numbers from a seed, the same on every machine (splitmix64).
class RandomBits {
 public:
  explicit RandomBits(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() { return mixed(state_ += golden_gamma); }
  /// Uniform in [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

/// Decides uniformly at random, from a seed.
class RandomGuide final : public Guide {
 public:
  explicit RandomGuide(std::uint64_t seed) : random_(seed) {}
  Digit decide(const Question& question) override;

 private:
  RandomBits random_;
};

/// Names for the decisions of one path: the user's name, with "[k]" appended if it occurs again, otherwise the number
/// of the decision.
class DecisionNames {
 public:
  /// Enters the next decision's name; the caller leaves the path.
  void enter(ChoicePath& path, const std::string& name);

 private:
  std::size_t decisions_ = 0;
  std::map<std::string, std::size_t> uses_;
};

/// Follows a script and writes a choice for each decision that has alternatives.
class WritingGuide final : public ScriptGuide {
 public:
  WritingGuide(std::span<const Digit> script, ChoiceWriter& writer) : ScriptGuide(script), writer_(writer) {}
  Digit decide(const Question& question) override;

 private:
  ChoiceWriter& writer_;
  DecisionNames names_;
};

/// Takes the decisions from choices that a WritingGuide wrote. Throws GeneratorError when they do not fit.
class ReadingGuide final : public Guide {
 public:
  explicit ReadingGuide(ChoiceReader& reader) : reader_(reader) {}
  Digit decide(const Question& question) override;

 private:
  ChoiceReader& reader_;
  DecisionNames names_;
};

/// The decisions of the path that was run last.
template <class Path>
Decisions path_decisions(const Path& path) {
  Decisions decisions(path.depth());
  for (std::size_t i = 0; i < decisions.size(); ++i) decisions[i] = path.decision(i);
  return decisions;
}
/// Runs the first path below `prefix`; returns whether it yields an input.
template <class Path>
bool run_along(Path& path, std::span<const Digit> prefix) {
  ScriptGuide guide(prefix);
  const bool input = path.run_guided(guide);
  guide.finish();
  return input;
}

/// What a search throws when its program does: the text names the choices of the path. The program's own exception is
/// nested (std::rethrow_if_nested).
class PathError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
/// Call it where an exception is caught: throws a PathError in which that exception is nested; a GeneratorError is
/// rethrown as it is.
[[noreturn]] void throw_path_error(const Choices& choices);
/// The same for the path with these decisions, at whose end or beyond the exception was thrown. The path is run once
/// more.
template <class Program>
[[noreturn, gnu::cold, gnu::noinline]] void throw_path_error(const Program& program, const Decisions& decisions) {
  ChoiceWriter writer;
  try {
    WritingGuide guide(decisions, writer);
    typename Program::Path(program).run_guided(guide);
  } catch (...) {  // expected: the choices made until then are written
  }
  throw_path_error(writer.take());
}
/// Calls function(), which runs or reads `path`; exceptions name the path.
template <class Program, class Path, class Function>
[[gnu::always_inline]] inline decltype(auto) naming_path(const Program& program, const Path& path, Function function) {
  try {
    return function();
  } catch (...) {
    throw_path_error(program, path_decisions(path));
  }
}

}  // namespace smallscope::generators
