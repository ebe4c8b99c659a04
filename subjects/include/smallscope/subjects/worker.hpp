// A persistent worker: a program that answers one JSON object per line with one JSON object per line.
//
// docs/worker-protocol.md specifies the protocol. A session starts its worker when it is opened, again when it dies,
// hangs or answers garbage, and replaces it after a number of requests. Requests travel on descriptors of their own
// (SMALLSCOPE_REQUESTS and SMALLSCOPE_REPLIES name them), so that what the subject prints cannot corrupt them.
#pragma once

#include <memory>

#include <smallscope/subjects/command.hpp>
#include <smallscope/subjects/subject.hpp>

namespace smallscope::subjects {

struct WorkerOptions {
  Limits limits;                            ///< `time` bounds one request
  std::chrono::milliseconds start{30'000};  ///< bound on start-up and handshake
  std::uint64_t recycle_after = 0;          ///< a fresh process after so many requests; 0: never
};

/// A subject whose sessions each keep one worker process. `command` may use `{scratch}`.
std::unique_ptr<Subject> worker(Command command, WorkerOptions options = {});

}  // namespace smallscope::subjects
