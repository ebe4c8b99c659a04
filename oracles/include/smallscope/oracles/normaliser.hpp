// SPDX-License-Identifier: Apache-2.0
// Rules that rewrite what is not meant to be compared in outputs: addresses, times, names of temporary files.
//
// A Normaliser is immutable; any thread may use it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <smallscope/oracles/pattern.hpp>

namespace smallscope::oracles {

/// A rule that rewrites output before it is compared: a regular expression (see Pattern) and its replacement. Rules are
/// applied in order, to every match.
struct Rewrite {
  std::string pattern;
  std::string replacement;
};
/// Applies the rules. Throws std::invalid_argument for a malformed pattern, at construction; the message names it.
class Normaliser {
 public:
  Normaliser() = default;
  explicit Normaliser(std::vector<Rewrite> rules);
  std::string operator()(std::string_view text) const;
  const std::vector<Rewrite>& rules() const { return rules_; }

 private:
  std::vector<Rewrite> rules_;
  std::vector<Pattern> patterns_;
};

}  // namespace smallscope::oracles
