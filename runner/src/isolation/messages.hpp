// SPDX-License-Identifier: Apache-2.0
// What a lane and its fork server tell one another: requests, and results as bytes.
//
// What a child has written is read like text from outside: it may have corrupted its memory first.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/runner/campaign.hpp>

#include "portions.hpp"

namespace smallscope::runner {

/// Bytes that are not what they should be.
struct BadMessage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A portion, or a part of a merged input.
struct Request {
  PartOfPortion part;
  std::optional<Selection> selection;  ///< of the one ordinal
  std::string coverage = {};           ///< the folder of a coverage::Collector; "": nothing is collected
};

/// What became of the child.
struct Reply {
  enum class Kind : std::uint8_t { result, exception, ended, timed_out };
  Kind kind = Kind::result;
  int status = 0;        ///< of waitpid(), if it ended early
  std::string text;      ///< of an exception
  PortionResult result;  ///< of a portion; for a part of a merged input, its outcome, or none if it was discarded
};

std::string encode(const Request& request);
Request decode_request(std::string_view bytes);  ///< throws BadMessage
std::string encode(const Reply& reply);
Reply decode_reply(std::string_view bytes);  ///< throws BadMessage

/// Sends the bytes with their length; false if the other end is gone.
bool send_message(int socket, std::string_view bytes);
/// The next message; empty if the other end is gone.
std::optional<std::string> receive_message(int socket);

}  // namespace smallscope::runner
