// SPDX-License-Identifier: Apache-2.0
// Kinds of messages: what is said of a failure when what programs printed is left out.
//
// A fault changes what a program prints, but how depends on the program. What is said of the input itself does not.
// Pure functions, for any thread.
// Example: message_kind(signature) == "differential: a says <output>, b says <output>"
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <smallscope/clustering/clusters.hpp>

namespace smallscope::clustering {

/// What is said of answers that are right: of "a says "TypeError", b says "3"" everything, or only "a says <output with
/// TypeError>". What is right depends on the input, and where the program that is wrong names an exception, that says
/// more.
enum class RightAnswers { kept, left_out_beside_errors };

/// What is left of a signature without texts in quotation marks, unless they say
/// - what was raised or thrown, or
/// - why the input is refused by the programs that are right: "a says exit status 0, b says exit status 1: "no such
///   register"". That is said of the input, not by it, and names what the other program should have noticed.
/// A hunk of what diff prints quotes two outputs. Nor does a line of the input count that is repeated above a line of
/// marks (`  ^~~`). Linear in the length of the signature.
std::string message_kind(const Signature& signature, RightAnswers right_answers = RightAnswers::kept);

/// The kinds of the signatures of a store's failures, each of which may be there several times. Together they show
/// which printed texts are no results but say what went wrong, and these are kept, too. Where a message quotes several
/// texts, as "before: "3", after: "does not compile: unexpected indent"", this is one that
/// - begins with words and a colon, as no text in another place of such messages does: no right answer looks so, and
/// - is there beside at least three different others, so it was not computed as those were.
/// O(n log n) of the length of all signatures.
std::vector<std::string> message_kinds(const std::vector<const Signature*>& signatures,
                                       RightAnswers right_answers = RightAnswers::kept);

/// Whether a kind compares outputs and says nothing else: the same fault gives it everywhere, and so does any other.
bool says_only_outputs(std::string_view kind);

/// How the outputs differ that messages quote, without what is printed: "number for null" if the first output of a
/// message has a number, or more of them, where the second has `null`. Says which sorts of tokens are more often in one
/// than in the other: numbers, words, marks, and constants such as `null` and `true`. Their order and blanks count only
/// where nothing else differs, "order or blanks", and so do numbers that message rules have replaced, "other numbers,
/// order or blanks"; what a program wrote to standard error does not. O(n log n) for n tokens.
std::string output_difference(const Signature& signature);

/// Whether a kind says why the programs that are right refuse the input. The code under test may have no place that is
/// responsible for such a failure: what is at fault may be a check that it does not have.
bool is_refusal(std::string_view kind);

}  // namespace smallscope::clustering
