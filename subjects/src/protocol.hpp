// The lines of docs/worker-protocol.md: what the runner writes, and what it makes of what the worker writes.
#pragma once

#include <cstdint>
#include <smallscope/subjects/observation.hpp>
#include <string>
#include <string_view>

namespace smallscope::subjects {

inline constexpr int protocol_version = 1;

/// The runner's first line.
std::string greeting(std::string_view scratch);
/// The worker's first line: "rope 1.7.0". Throws std::invalid_argument that says what is wrong with it.
std::string read_greeting(std::string_view line);

/// A request, with its newline, in place of what `line` holds. Throws std::invalid_argument for names that
/// are not UTF-8.
void write_request(std::string& line, std::uint64_t id, const Input& input);
/// What a reply says. Texts are cut at `bound` bytes. Throws std::invalid_argument that says what is wrong
/// with it.
Observation read_reply(std::string_view line, std::uint64_t id, std::size_t bound);

}  // namespace smallscope::subjects
