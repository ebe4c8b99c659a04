// SPDX-License-Identifier: Apache-2.0
// The lines of docs/worker-protocol.md: what the runner writes, and how it reads what the worker writes. Pure
// functions.
#pragma once

#include <cstdint>
#include <optional>
#include <smallscope/subjects/observation.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace smallscope::subjects {

inline constexpr int protocol_version = 1;

/// The runner's first line. Replies may have `reply_bytes` bytes.
std::string greeting(std::string_view scratch, std::size_t reply_bytes, int version = protocol_version);

/// The worker's first line.
struct Greeting {
  std::string subject;                              ///< "rope 1.7.0"
  std::optional<std::vector<std::string>> outputs;  ///< the names of all outputs, if the worker declares them
};
/// Throws std::invalid_argument; the message says what is wrong with the line.
Greeting read_greeting(std::string_view line);

/// Replaces `line` by a request, with its newline. Throws std::invalid_argument for names that are not UTF-8.
void write_request(std::string& line, std::uint64_t id, const Input& input);
/// The content of a reply. Texts are cut at `bound` bytes. Throws std::invalid_argument; the message says what is wrong
/// with the reply.
Observation read_reply(std::string_view line, std::uint64_t id, std::size_t bound);

}  // namespace smallscope::subjects
