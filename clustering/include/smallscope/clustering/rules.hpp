// SPDX-License-Identifier: Apache-2.0
// Message rules: which parts of an oracle's message remain when it is abstracted.
//
// A rule set is an ordered list of regular expressions (Boost.Regex, Perl syntax) and replacements, applied one after
// another to every match. Identifiers that the generator itself put into the input are masked first: they say where a
// fault struck, not which fault it is. Immutable; may be shared by threads. RememberingRules belong to one thread.
#pragma once

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
  friend bool operator==(const Rule&, const Rule&) = default;
};

/// A malformed pattern or an unknown preset. The message contains it and says what is wrong.
struct RuleError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// The rules of a preset: gcc, clang, tcc, cpython, javac, ecj, sanitizer, numbers, paths. Throws RuleError for an
/// unknown one; the message lists the known presets.
const std::vector<Rule>& preset(std::string_view name);
const std::vector<std::string>& preset_names();

class RuleSet {
 public:
  RuleSet();  ///< leaves messages unchanged
  /// First masks (whole words, replaced by <name>), then `rules` in order.
  RuleSet(std::vector<std::string> masks, std::vector<Rule> rules);
  std::string abstract(std::string_view message) const;

 private:
  struct Compiled;
  std::shared_ptr<const Compiled> compiled_;
};

/// A rule set that caches abstracted messages, because failures of one fault repeat each other. Clears the cache when
/// it exceeds 4 MiB. Belongs to one thread.
class RememberingRules {
 public:
  explicit RememberingRules(RuleSet rules) : rules_(std::move(rules)) {}
  std::string abstract(const std::string& message);

 private:
  RuleSet rules_;
  std::unordered_map<std::string, std::string> known_;
  std::size_t bytes_ = 0;
};

}  // namespace smallscope::clustering
