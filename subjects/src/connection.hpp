// A running worker process and the line-wise conversation with it; knows nothing of what the lines say.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "capture.hpp"
#include "descriptor.hpp"
#include "process.hpp"

namespace smallscope::subjects {

/// How one request went. Everything but `answered` leaves the process to be ended.
struct Exchange {
  enum class Kind {
    answered,   ///< `line` is the reply
    died,       ///< `exit` says how; `line` is what it had written of a reply
    unread,     ///< it had ended before it read anything of the request, which may be made again
    hung,       ///< no reply by the deadline
    stopped,    ///< the stop event fired
    flooded,    ///< it printed beyond all bounds
    too_long,   ///< the reply exceeds its bound
    closed,     ///< it closed its replies but lives on
    talkative,  ///< more than one line in reply to one
  } kind = Kind::answered;
  std::string line;
  Exit exit;
};

class Connection {
 public:
  /// Starts the worker: `launch.descriptors` are set here, and the variables that name the worker's. At most
  /// `output_bytes` of a reply are accepted.
  Connection(Launch launch, std::size_t output_bytes);

  /// Sends `request` (with its newline, or empty), unless it is ahead(), and receives one line. As soon as that is
  /// complete, `next` begins to be sent, unless it is empty.
  Exchange converse(std::string_view request, std::string_view next, Clock::time_point deadline, const StopEvent& stop);
  /// What the last exchange sent ahead, or began to: the request that the next must be for. "" if there is none.
  std::string_view ahead() const { return ahead_ ? std::string_view(request_) : std::string_view(); }
  /// When the last request began to be sent.
  Clock::time_point begun() const { return begun_; }
  bool ended() const { return process_.ended(); }
  /// Lets the worker end by itself for a moment, then ends it with everything it started.
  Exit finish();
  /// Ends it at once.
  Exit kill() { return process_.end(); }

  /// The last that it printed during the last exchange.
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
  bool refused_ = false;  // nobody reads any more, or has read anything of the request
  bool ahead_ = false;    // the request is that of the next exchange
  std::string received_;
  // Last, so that the process ends before its pipes do.
  Process process_;

  struct Ends;
  Connection(Launch launch, std::size_t output_bytes, Ends ends);
};

}  // namespace smallscope::subjects
