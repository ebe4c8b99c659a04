// SPDX-License-Identifier: Apache-2.0
// The lines of docs/worker-protocol.md: what the runner writes, and how it reads what the worker writes. Pure
// functions.
#pragma once

#include <cstdint>
#include <smallscope/subjects/observation.hpp>
#include <string>
#include <string_view>

namespace smallscope::subjects {

inline constexpr int protocol_version = 1;

/// The runner's first line. Replies may have `reply_bytes` bytes.
std::string greeting(std::string_view scratch, std::size_t reply_bytes, int version = protocol_version);
/// The subject of the worker's first line: "rope 1.7.0". Throws std::invalid_argument; the message says what is wrong
/// with the line.
std::string read_greeting(std::string_view line);

/// Replaces `line` by a request, with its newline. Throws std::invalid_argument for names that are not UTF-8.
void write_request(std::string& line, std::uint64_t id, const Input& input);
/// The content of a reply. Texts are cut at `bound` bytes. Throws std::invalid_argument; the message says what is wrong
/// with the reply.
Observation read_reply(std::string_view line, std::uint64_t id, std::size_t bound);

}  // namespace smallscope::subjects
