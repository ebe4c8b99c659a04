// SPDX-License-Identifier: Apache-2.0
// Kinds of messages: what is said of a failure when what programs printed is left out.
//
// A fault changes what a program prints, but how depends on the program. What is said of the input itself does not.
// Pure functions, for any thread.
// Example: message_kind(signature) == "differential: a says <output>, b says <output>"
#pragma once

#include <string>
#include <string_view>

#include <smallscope/clustering/clusters.hpp>

namespace smallscope::clustering {

/// What is left of a signature without texts in quotation marks, unless they say
/// - what was raised or thrown, or
/// - why the input is refused by the programs that are right: "a says exit status 0, b says exit status 1: "no such
///   register"". That is said of the input, not by it, and names what the other program should have noticed.
/// Linear in the length of the signature.
std::string message_kind(const Signature& signature);

/// Whether a kind says why the programs that are right refuse the input. The code under test may have no place that is
/// responsible for such a failure: what is at fault may be a check that it does not have.
bool is_refusal(std::string_view kind);

}  // namespace smallscope::clustering
