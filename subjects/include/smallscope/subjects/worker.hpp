// SPDX-License-Identifier: Apache-2.0
// A persistent worker: a program that answers each JSON object on a line with one JSON object on a line.
//
// docs/worker-protocol.md specifies the protocol. A session starts its worker when it is opened, and again if the
// worker dies, hangs or sends garbage; it replaces the worker after a number of requests. Requests and replies use
// their own descriptors (SMALLSCOPE_REQUESTS and SMALLSCOPE_REPLIES name them), so the subject's output cannot corrupt
// them. Subjects are immutable and may be shared by threads; a session belongs to one thread at a time.
#pragma once

#include <memory>
#include <string>

#include <smallscope/subjects/command.hpp>
#include <smallscope/subjects/subject.hpp>

namespace smallscope::subjects {

struct WorkerOptions {
  Limits limits;                            ///< `time` bounds one request
  std::chrono::milliseconds start{30'000};  ///< limit on start-up and handshake
  std::uint64_t recycle_after = 0;          ///< a fresh process after this many requests; 0: never
};

/// How a worker is started, and what its requests may take.
struct WorkerStart {
  Command command;
  WorkerOptions options = {};
};

/// The line with the first request of a session, of id 1, with its newline. Throws std::invalid_argument for names that
/// are not UTF-8.
std::string first_request(const Input& input);

/// A subject whose sessions each keep one worker process. `command` may use `{scratch}`.
std::unique_ptr<Subject> worker(Command command, WorkerOptions options = {});

}  // namespace smallscope::subjects
