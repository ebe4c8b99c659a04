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

  /// Sends `request` (with its newline, or empty) and receives one line.
  Exchange converse(std::string_view request, Clock::time_point deadline, const StopEvent& stop);
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
  Line receive();
  Exchange after_end(std::string_view request);
  Exchange end_with(Exchange::Kind kind);

  std::size_t output_bytes_;
  Descriptor requests_;
  Descriptor replies_;
  Capture output_;
  Capture error_;
  std::string received_;
  // Last, so that the process ends before its pipes do.
  Process process_;

  struct Ends;
  Connection(Launch launch, std::size_t output_bytes, Ends ends);
};

}  // namespace smallscope::subjects
