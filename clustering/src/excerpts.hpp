// SPDX-License-Identifier: Apache-2.0
// Excerpts of the source in messages: a line of it, and the line below that marks a place.
#pragma once

#include <string>
#include <vector>

#include <smallscope/clustering/rules.hpp>

namespace smallscope::clustering {

/// The rule by which an excerpt becomes "<source>", if it is one message or a part of one.
const Rule& excerpt_rule();

/// An oracle that makes a message of each line that a compiler prints tears its excerpts apart, and nothing tells a
/// line of the source from what the compiler says but the marks in the next message. The two become one message here,
/// for excerpt_rule(). A line that names a position is none of the source; the marks are then below an empty one.
std::vector<std::string> with_whole_excerpts(std::vector<std::string> messages);

/// The messages without such lines, whether or not a rule knows them: they are what the input is, not what is wrong.
std::vector<std::string> without_excerpts(std::vector<std::string> messages);

}  // namespace smallscope::clustering
