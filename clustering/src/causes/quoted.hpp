// SPDX-License-Identifier: Apache-2.0
// What messages quote: texts that programs printed, and what is said around them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace smallscope::clustering {

/// A message in pieces: between[0] printed[0] between[1] printed[1] ... between[n].
struct Pieces {
  std::vector<std::string> between{1};
  std::vector<std::string> printed;  ///< quoted texts; those that a kind keeps in any case are in `between`
};
/// Linear in the length of the message.
Pieces pieces_of(std::string_view message);

/// The messages, of which each is a line, with each hunk of a difference as one message that quotes the two outputs:
/// `outputs differ: "...", "..."`, as what diff and `diff -u` print says it. Linear.
std::vector<std::string> with_quoted_hunks(const std::vector<std::string>& messages);

/// Whether a quotation that follows says why the programs that are right refuse the input: they come last, behind
/// "a says exit status 0, ".
bool announces_refusal(std::string_view before);

/// Whether a quotation that follows is what a program wrote to standard error: it stands behind an exit status.
bool announces_errors(std::string_view before);

}  // namespace smallscope::clustering
