// SPDX-License-Identifier: Apache-2.0
// Kinds of messages: what is said of a failure when what programs printed is left out.
//
// A fault changes what a program prints, but how depends on the program. What is said of the input itself does not.
// Pure functions and a value, for any thread.
// Example: message_kind(signature) == "differential: a says <output>, b says <output>"
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include <smallscope/clustering/clusters.hpp>

namespace smallscope::clustering {

/// Printed texts that say what went wrong, and are no results. Where a message quotes several texts, as "before: "3",
/// after: "does not compile: unexpected indent"", this is one that
/// - begins with words and a colon, where no other text of such messages does: no right answer looks so, and
/// - is there beside at least three different others, so it was not computed as those were.
class TellingTexts {
 public:
  /// Takes note of a signature; each different one counts once. Linear in its length.
  void add(const Signature& signature);
  /// Whether the text is one, where it is printed at this place of a message that is `frame` without what was printed.
  bool tells(const std::string& frame, std::size_t place, const std::string& text) const;

 private:
  static constexpr std::size_t least_beside = 3;
  std::map<std::tuple<std::string, std::size_t, std::string>, std::set<std::string>> beside_;  ///< some of them
  std::map<std::pair<std::string, std::string>, std::set<std::size_t>> places_of_head_;        ///< by frame and head
};

/// What is left of a signature without texts in quotation marks, unless they say
/// - what was raised or thrown,
/// - something that `telling` has, or
/// - why the input is refused by the programs that are right: "a says exit status 0, b says exit status 1: "no such
///   register"". That is said of the input, not by it, and names what the other program should have noticed.
/// Linear in the length of the signature.
std::string message_kind(const Signature& signature, const TellingTexts& telling = {});

/// Whether a kind says why the programs that are right refuse the input. The code under test may have no place that is
/// responsible for such a failure: what is at fault may be a check that it does not have.
bool is_refusal(std::string_view kind);

}  // namespace smallscope::clustering
