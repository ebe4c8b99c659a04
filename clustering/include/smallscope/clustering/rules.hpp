// SPDX-License-Identifier: Apache-2.0
// Message rules: which parts of an oracle's message remain when it is abstracted.
//
// A rule set is an ordered list of regular expressions (Boost.Regex, Perl syntax) and replacements, applied one after
// another to every match. Identifiers that the generator itself put into the input are masked first: they say where a
// fault struck, not which fault it is. May be shared by threads. RememberingRules belong to one thread.
// Example: RuleSet({"fld"}, preset("ecj")).abstract("3:8:field fld not visible") == "field <name> not visible".
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace smallscope::clustering {

struct Rule {
  std::string pattern;
  std::string replacement;  ///< may hold $1, $2, ...
  /// The bytes with which every match begins, and no match is empty; or "", which is always right. Messages without
  /// these bytes then cost nothing.
  std::string starts = {};
  friend bool operator==(const Rule&, const Rule&) = default;
};

/// A malformed pattern or an unknown preset. The message contains it and says what is wrong.
struct RuleError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// The rules of a preset: gcc, clang, tcc, cpython, javac, ecj, typescript, rustc, sanitizer, glibc, diff,
/// stack-traces, numbers, paths. Throws RuleError for an unknown one; the message lists the known presets. Those of
/// stack-traces are for the lines around a trace; the trace itself is for reduced_traces() (traces.hpp).
const std::vector<Rule>& preset(std::string_view name);
const std::vector<std::string>& preset_names();

/// Whether stack traces are reduced to the innermost frames of the subject before anything else.
enum class Traces { kept, reduced };

class RuleSet {
 public:
  RuleSet();  ///< leaves messages unchanged
  /// First masks (whole words, replaced by <name>), then `rules` in order.
  RuleSet(std::vector<std::string> masks, std::vector<Rule> rules, Traces traces = Traces::kept);
  /// One message, without regard to traces. A rule that takes too long on it leaves it unchanged and is counted.
  std::string abstract(std::string_view message) const;
  /// What a judgement says. Traces and excerpts of the source span messages, so their number may change.
  std::vector<std::string> abstract(const std::vector<std::string>& messages) const;
  Traces traces() const;
  /// Whether one of the rules is that of the presets for excerpts of the source.
  bool knows_excerpts() const;
  /// In how many different pairs of a rule and a message the rule took too long, since this rule set was made. Copies
  /// count together.
  std::size_t given_up() const;
  /// The patterns of the rules that took too long, in their order, each with the number of messages.
  std::vector<std::pair<std::string, std::size_t>> given_up_rules() const;

 private:
  friend class RememberingRules;
  struct Compiled;
  /// `counts` says on how many messages each rule took too long; those that did on too many are left out.
  std::string abstract(std::string_view message, std::vector<std::size_t>& counts) const;
  std::shared_ptr<const Compiled> compiled_;
};

/// On how many messages a rule may take too long before it is left out: each may take a good part of a second.
inline constexpr std::size_t most_given_up = 10;

/// A rule set that caches abstracted messages, because failures of one fault repeat each other. Clears the cache when
/// it exceeds 4 MiB, and then goes without one if messages hardly repeat. A rule that took too long on `most_given_up`
/// messages is not tried on others. Belongs to one thread.
class RememberingRules {
 public:
  explicit RememberingRules(RuleSet rules) : rules_(std::move(rules)) {}
  std::string abstract(const std::string& message);
  std::vector<std::string> abstract(const std::vector<std::string>& messages);

 private:
  RuleSet rules_;
  std::vector<std::size_t> given_up_;  ///< by rule: on how many messages
  std::unordered_map<std::string, std::string> known_;
  std::size_t bytes_ = 0, found_ = 0;  ///< since it was empty
  bool remembers_ = true;
};

}  // namespace smallscope::clustering
