// SPDX-License-Identifier: Apache-2.0
// A running worker process and the line-wise conversation with it, independent of the content of the lines.
//
// A Connection belongs to one thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "capture.hpp"
#include "descriptor.hpp"
#include "guard.hpp"
#include "process.hpp"

namespace smallscope::subjects {

/// How one request went. After anything but `answered` the process has to be ended.
struct Exchange {
  enum class Kind {
    answered,   ///< `line` is the reply
    died,       ///< `exit` says how; `line` is the part of a reply that it had written
    unread,     ///< it ended before it read any of the request, which may be made again
    hung,       ///< no reply by the deadline
    stopped,    ///< the stop event fired
    flooded,    ///< it printed beyond all limits
    too_long,   ///< the reply exceeds its bound
    closed,     ///< it closed its replies but is still alive
    talkative,  ///< more than one line in reply to one
    excessive,  ///< `excess` says of what it had too much
  } kind = Kind::answered;
  std::string line;
  Exit exit;
  std::string excess = {};
};

class Connection {
 public:
  /// Starts the worker. Sets `launch.descriptors`, the variables that name the worker's, and `limits`, of which the
  /// time is that of converse().
  Connection(Launch launch, const Limits& limits);

  /// Sends `request` (with its newline, or empty), unless it is ahead(), and receives one line. As soon as the line is
  /// complete, begins to send `next`, unless it is empty.
  Exchange converse(std::string_view request, std::string_view next, Clock::time_point deadline, const StopEvent& stop);
  /// The request that the last exchange sent ahead, or began to send; the next exchange must be for it. "" if there is
  /// none.
  std::string_view ahead() const { return ahead_ ? std::string_view(request_) : std::string_view(); }
  /// When sending the last request began.
  Clock::time_point begun() const { return begun_; }
  bool ended() const { return process_.ended(); }
  /// Gives the worker a moment to end by itself, then ends it with everything it started.
  Exit finish();
  /// Ends it at once.
  Exit kill() { return process_.end(); }

  /// The last part of what it printed during the last exchange.
  std::string standard_output() const { return output_.text(); }
  std::string standard_error() const { return error_.text(); }

 private:
  enum class Line { none, complete, excess };
  void begin(std::string_view request);
  void send();
  Line receive();
  Exchange after_end();
  Exchange end_with(Exchange::Kind kind);

  std::size_t output_bytes_;
  Descriptor requests_;
  Descriptor replies_;
  Capture output_;
  Capture error_;
  std::string request_;
  Clock::time_point begun_;
  std::size_t sent_ = 0;  // bytes of the request
  bool refused_ = false;  // the worker no longer reads, or has read some of the request
  bool ahead_ = false;    // the request is that of the next exchange
  std::string received_;
  // After the pipes, so the process ends before they do.
  Process process_;
  Guard guard_;

  struct Ends;
  Connection(Launch launch, const Limits& limits, Ends ends);
};

}  // namespace smallscope::subjects
