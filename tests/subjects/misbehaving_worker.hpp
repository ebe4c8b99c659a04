// SPDX-License-Identifier: Apache-2.0
// The worker of misbehaving_worker.py, asked for one deed after the other.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <smallscope/subjects/worker.hpp>

#include "files.hpp"

namespace smallscope::subjects {

inline constexpr char misbehaving_worker[] = SMALLSCOPE_SOURCE_DIR "/tests/subjects/misbehaving_worker.py";

inline Command python(const char* script, std::vector<std::string> arguments = {}) {
  Command command = {{SMALLSCOPE_PYTHON, "-S", "-E", script}, {}, {}};
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  return command;
}

inline Input doing(std::string deed) { return {{}, {{"do", std::move(deed)}}, ""}; }

inline std::string output(const Observation& observation, std::string_view name) {
  const std::string* text = find(observation.outputs, name);
  return text ? *text : "(none)";
}

class Worker : public testing::Test {
 protected:
  std::unique_ptr<Session> open(WorkerOptions options = {}, std::vector<std::string> start = {}) {
    return worker(python(misbehaving_worker, std::move(start)), options)->open(directory_.path());
  }

  /// What the worker makes of the deed; afterwards the next request must find a worker that works.
  Observation observe(const std::string& deed, WorkerOptions options = {}) {
    const auto session = open(options);
    const Observation observation = session->observe(doing(deed), {});
    const Observation next = session->observe(doing("answer"), {});
    EXPECT_EQ(next.ending, Ending::completed) << testing::PrintToString(next.messages);
    return observation;
  }

  TemporaryDirectory directory_;
};

}  // namespace smallscope::subjects
