// SPDX-License-Identifier: Apache-2.0
// A worker and a conversation with it that may break the runner's habits: parts of lines, several at once, an end in
// the middle. A Talk belongs to one thread.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>

#include <smallscope/subjects/command.hpp>

#include "capture.hpp"
#include "descriptor.hpp"
#include "process.hpp"
#include "scratch.hpp"

namespace smallscope::subjects {

/// What the worker did instead of what it should do.
struct Breach : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// The user has had enough.
struct Stopped {};

class Talk {
 public:
  /// How this worker is started.
  struct Setting {
    bool swapped = false;   ///< requests and replies have each other's usual descriptor
    bool c_locale = false;  ///< LC_ALL=C
  };
  /// Throws SubjectUnavailable, std::system_error, std::invalid_argument.
  Talk(const Command& command, std::filesystem::path scratch, const Limits& limits, Setting setting,
       std::stop_token stop);

  std::string scratch() const { return scratch_.directory().string(); }
  /// Writes all of it, while replies are collected. Throws Breach, Stopped.
  void send(std::string_view text, std::chrono::milliseconds limit);
  /// The next line of the worker. Throws Breach, Stopped.
  std::string receive(std::chrono::milliseconds limit);
  /// What arrives in this time beside the lines received; empty is right. Throws Stopped.
  std::string surplus(std::chrono::milliseconds time);
  /// Ends the requests; how the worker ended, if it did in time. Throws Stopped.
  std::optional<Exit> finish(std::chrono::milliseconds limit);
  /// "; standard error: ..." with the end of what it printed, or "".
  std::string last_words() const;

 private:
  struct Ends {
    Pipe requests = make_pipe(), replies = make_pipe(), output = make_pipe(), error = make_pipe();
  };
  Talk(const Command& command, std::filesystem::path scratch, const Limits& limits, Setting setting,
       std::stop_token stop, Ends ends);
  Launch launch(const Command& command, const Limits& limits, Setting setting, const Ends& ends);
  /// Moves what can be moved. False after the deadline, or if the worker has ended and nothing is left to read.
  bool step(Clock::time_point deadline);
  [[noreturn]] void fail(std::string_view instead, std::chrono::milliseconds limit);

  Scratch scratch_;
  std::stop_token token_;
  StopEvent stop_;
  StopEvent::Watch watch_;
  Descriptor requests_, replies_;
  Capture output_, error_;
  Process process_;
  std::string outgoing_, received_;
  std::size_t most_bytes_;
};

}  // namespace smallscope::subjects
