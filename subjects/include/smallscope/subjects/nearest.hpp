// SPDX-License-Identifier: Apache-2.0
// The name that was probably meant, for messages about names that do not exist: outputs, keys, options, campaigns.
//
// Used wherever a message can say "did you mean ...?". A function without state, for any thread. Example:
// nearest("aftr", {"after"}).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace smallscope::subjects {

/// The candidate at the least edit distance from `word`, if that distance is at most max(2, a third of the word); the
/// first of several. O(length of the word * total length of the candidates).
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace smallscope::subjects
